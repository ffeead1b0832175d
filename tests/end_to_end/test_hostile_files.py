"""Files that are small and would cost a lot: each is refused, or read, in a few seconds and little memory."""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.game_files import add, game_in, new_game
from support.paths import VARIANTS
from support.prepared import run_prepared

pytestmark = pytest.mark.slow

CPU_SECONDS = 8  # two on a machine that does nothing else
MEMORY = 600_000_000  # bytes of address space, of which the program uses half
RULES = b'extends = "nvso"\ntitle = "T"\nsource = "S"\n'
HEAD = b"hand,side,table\n"

resource = pytest.importorskip("resource", reason="Windows has no limits for time and memory")
LIMITS = {resource.RLIMIT_CPU: CPU_SECONDS, resource.RLIMIT_AS: MEMORY}


def dotted(parts: int) -> bytes:
    return b".".join([b"a"] * parts) + b" = 1\n"


def in_one_entry(line: bytes) -> bytes:
    return new_game() + b"\n[[entry]]\n" + line


LEDGERS: dict[str, Callable[[], bytes]] = {
    "a dotted key of 10,000 parts": lambda: in_one_entry(dotted(10_000)),
    "a dotted key of 50,000 parts": lambda: in_one_entry(dotted(49_990)),
    "a dotted heading": lambda: new_game() + b"[" + b".".join([b"a"] * 20_000) + b"]\n",
    "dotted keys in braces": lambda: in_one_entry(b"a = { " + dotted(20_000).strip() + b" }\n"),
    "quoted parts with blanks": lambda: in_one_entry(b" . ".join([b'"a"'] * 15_000) + b" = 1\n"),
    "quotes that never end": lambda: in_one_entry(b'"\\"' * 30_000 + b"\n"),
    "a quoted key of 100,000 dots": lambda: in_one_entry(b'"' + b"." * 100_000 + b'" = 1\n'),
    "a quoted key of 90,000 dots": lambda: in_one_entry(b'"' + b"." * 90_000 + b'" = 1\n'),
    "a note of 6 MB": lambda: in_one_entry(b'what = "note"\ntext = "' + b"a " * 3_000_000 + b'"\n'),
    "a million bad entries": lambda: new_game() + b"[[entry]]\n" * 1_000_000,
    "a million bad entries in a list": lambda: b"entry = [" + b"{},\n" * 1_000_000 + b"]\n" + new_game(),
    "90,000 bad entries": lambda: new_game() + b"[[entry]]\n" * 90_000,
    "more than 8 MB": lambda: new_game() + b"#\n" * 4_000_000,
    "lists within lists": lambda: in_one_entry(b"a = " + b"[" * 40_000 + b"\n"),
    "digits": lambda: in_one_entry(b"a = " + b"1" * 90_000 + b"\n"),
}
RULE_FILES: dict[str, Callable[[], bytes]] = {
    "a dotted key of 10,000 parts": lambda: RULES + dotted(10_000),
    "a quoted key of 90,000 dots": lambda: RULES + b'"' + b"." * 90_000 + b'" = 1\n',
    "a heading twice, far apart": lambda: b"a={b=1}" + b"\n" * 30_000 + b"[a]\n",
    "20,000 unknown keys": lambda: RULES + b"".join(b"key-%d = 1\n" % number for number in range(20_000)),
    "20,000 unknown keys in a table": lambda: (
        RULES + b"[game]\n" + b"".join(b"targe%d = 1\n" % number for number in range(20_000))
    ),
    "20,000 canastas": lambda: RULES + b"".join(b"[canastas.c%d]\npoints = 1\n" % number for number in range(20_000)),
    "1,000 canastas": lambda: RULES + b"".join(b"[canastas.c%d]\npoints = 1\n" % number for number in range(1_000)),
    "20,000 steps": lambda: RULES + b"[need]\nsteps = [" + b"{need=5},\n" * 20_000 + b"]\n",
    "more than 1 MB": lambda: RULES + b"#\n" * 600_000,
}
IMPORTS: dict[str, Callable[[], bytes]] = {
    "columns.csv": lambda: HEAD.strip() + b",".join(b"c%d" % number for number in range(50_000)) + b"\n1,we,5\n",
    "blank-columns.csv": lambda: HEAD.strip() + b"," * 50_000 + b"\n1,we,x\n",
    "rows.csv": lambda: HEAD + b"1,we\n" * 300_000,
    "long-cell.csv": lambda: HEAD + b'1,we,"' + b"5" * 10_000_000 + b'"\n',
    "keys.json": lambda: b"{" + b",".join(b'"k%d":1' % number for number in range(50_000)) + b',"k49999":1}',
    "many-keys.json": lambda: b"{" + b",".join(b'"k%d":1' % number for number in range(50_000)) + b"}",
    "deep.json": lambda: b"[" * 5_000_000,
    "nulls.json": lambda: b'{"format":1,"variant":"a","sides":{},"entries":[],"rules":[' + b"null," * 999_999 + b"1]}",
}


def refuse(folder: Path, code: int, *words: str) -> str:
    """Run a command that must be refused, within the limits; return what it says."""
    done = run_prepared(*words, folder=folder, limits=LIMITS)
    assert done.code == code, done.err[-300:]
    assert "Traceback" not in done.err
    assert "\nhint: " in done.err
    assert len(done.err) < 100_000
    return done.err


def test_a_long_note_of_another_program_in_wide_letters_is_shown_at_once(tmp_path: Path) -> None:
    note = 'at = 2026-11-21T19:30:00Z\nwhat = "note"\ntext = "' + "\N{CJK UNIFIED IDEOGRAPH-4E00} " * 29_000 + '"\n'
    game_in(tmp_path).write_bytes(in_one_entry(note.encode() + b"\n[entry.totals]\nwe = 0\nthey = 0\n"))
    for words in ("show --all", "export -f html", "export -f md", "export -f txt"):
        done = run_prepared(*words.split(), folder=tmp_path, limits=LIMITS)
        assert done.code == 0, done.err


@pytest.mark.parametrize("name", LEDGERS)
def test_a_hostile_game_file_is_refused_at_once(name: str, tmp_path: Path) -> None:
    game_in(tmp_path).write_bytes(LEDGERS[name]())
    refuse(tmp_path, 4, "show")
    assert run_prepared("check", folder=tmp_path, limits=LIMITS).code in {1, 4}


@pytest.mark.parametrize(
    "text",
    [
        b"[[entry]]\n" * 1_000_000,
        b"[[entry]]\n" * 29_000,
        b"[[entry]]\n" + dotted(10_000),
        b'[[entry]]\n"' + b"." * 90_000 + b'" = 1\n',
    ],
    ids=["a million entries", "29,000 entries", "a dotted key", "a key of dots"],
)
def test_a_hostile_event_file_is_refused_at_once(text: bytes, tmp_path: Path) -> None:
    assert run_prepared("event", "new", "Day", folder=tmp_path).code == 0
    with (tmp_path / "event.toml").open("ab") as file:
        file.write(text)
    refuse(tmp_path, 4, "event", "status")


@pytest.mark.parametrize("name", RULE_FILES)
def test_a_hostile_rule_file_is_refused_at_once(name: str, tmp_path: Path) -> None:
    (tmp_path / "ours.toml").write_bytes(RULE_FILES[name]())
    refuse(tmp_path, 5, "score", "-v", "ours.toml", "we", "red=1", "hand=5")


@pytest.mark.parametrize("name", IMPORTS)
def test_a_hostile_import_is_refused_at_once(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(IMPORTS[name]())
    done = run_prepared("import", name, folder=tmp_path, limits=LIMITS)
    assert done.code in {3, 4}, done.err[-300:]
    assert not (tmp_path / "canasta.toml").exists()
    assert len(done.err) < 100_000


def test_a_hand_of_2_000_words_is_refused_at_once(tmp_path: Path) -> None:
    game_in(tmp_path)
    words = [f"xq{number}z" for number in range(2_000)]
    assert "2,001 words are too many" in refuse(tmp_path, 3, "add", "we", *words)
    refuse(tmp_path, 3, "score", "we", *words[:299])


def test_8_mb_of_notes_are_shown_at_once(tmp_path: Path) -> None:
    note = b'\n[[entry]]\nat = 2026-11-21T19:30:00Z\nwhat = "note"\ntext = "%s"\n\n[entry.totals]\nwe = 0\nthey = 0\n'
    game_in(tmp_path).write_bytes(new_game() + note % (b"a " * 4_900) * 790)
    done = run_prepared("show", folder=tmp_path, limits=LIMITS)
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize("zone", ["XXX+99", "XXX-24", "<>5", ":/etc/passwd", "XXX+24:59:59"])
def test_a_time_zone_that_cannot_be_is_utc_or_another_one(zone: str, tmp_path: Path) -> None:
    for words in ("new", "add we n1 t200 h5 they t90 h5", "show --all", "event new Day", "event note late"):
        done = run_prepared(*words.split(), folder=tmp_path, TZ=zone)
        assert (done.code, "Traceback" in done.err) == (0, False), done.err


def test_a_line_break_in_a_file_name_forges_no_line(tmp_path: Path) -> None:
    name = "a\nerror: forged.toml"
    commands = [
        "new -l",
        "add we n1 t200 h5 they t90 h5 -l",
        "show",
        "check",
        "games",
        "event new Day -e",
        "event check -e",
    ]
    for command in [*commands, "end -l", "show", "new -l", "export -f csv -o", "event print seating -o", "note hi -l"]:
        done = run_prepared(*command.split(), *([] if command == "games" else [name]), folder=tmp_path)
        assert "\nerror: forged" not in f"\n{done.out}\n{done.err}", command


def test_a_hostile_house_rule_is_refused_at_once(tmp_path: Path) -> None:
    refuse(tmp_path, 5, "new", "--set", "a." * 45_000 + "a=1")


def test_a_long_note_in_wide_letters_is_shown_at_once(tmp_path: Path) -> None:
    game_in(tmp_path)
    assert run_prepared("note", "\N{CJK UNIFIED IDEOGRAPH-4E00} " * 4_900, folder=tmp_path, limits=LIMITS).code == 0
    assert run_prepared("show", "--all", folder=tmp_path, limits=LIMITS).code == 0


def test_a_note_that_no_file_can_hold_is_refused_and_the_game_stays(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    assert "110,000 characters" in refuse(tmp_path, 4, "note", "a" * 110_000)
    assert ledger.read_bytes() == new_game()


@pytest.mark.parametrize("pattern", ["**/*.toml", "**", "./**/c*.toml", "s*/**/*.toml", "**/**/**/*.toml"])
def test_links_to_the_folder_itself_are_not_followed(pattern: str, tmp_path: Path) -> None:
    (tmp_path / "season" / ".git").mkdir(parents=True)
    add(game_in(tmp_path / "season"))
    game_in(tmp_path / "season" / ".git")
    for name in ("one", "two"):
        (tmp_path / name).symlink_to(".")
        (tmp_path / "season" / name).symlink_to(".")
    done = run_prepared("stats", pattern, "--json", folder=tmp_path, limits=LIMITS)
    assert (done.code, done.err) == (0, "")
    assert '"games": 1,' in done.out


def test_the_shipped_rules_and_long_games_are_within_the_limits(tmp_path: Path) -> None:
    assert [*VARIANTS.glob("*.toml")]
    assert run_prepared("variants", "check", folder=tmp_path, limits=LIMITS).code == 0
