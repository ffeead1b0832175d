"""The catalogue of bad ledgers: each answers with exactly its message, whatever the command, and stays as it is.

A new case is a new table in `data/ledgers/bad/KIND/*.toml`, under its name as heading. The kind says what the mistake
does: of `unreadable` nothing can be read, of `entries` the rest can, and of `totals` the totals can be accepted as they
follow from the facts. The case names a good game of `data/ledgers/games` and has a `patch` for it, or it has the whole
`text`; it is read as NAME.toml. `message` begins as an empty text, which `--rewrite-sessions` fills in.

A line `# RULES` stands for the text of `data/ledgers/rules.toml`, so that what follows is 200 lines further down than
in the case; `# RULES with THIS as THAT` stands for the same with a mistake in it.
"""

import re
from functools import cache
from pathlib import Path

import pytest
from support.command_line import printed_error, run, run_process
from support.patches import apply_patch
from support.paths import DATA
from support.samples import sample_then_slow
from support.wording import Case, Wording, load_named_cases

from canasta_score.game.entries import LedgerError
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.rules.diagnostics import DiagnosticCode

LEDGERS = DATA / "ledgers"
HANDS = {"names-only": 0, "no-hand": 0, "one-hand": 1, "two-hands": 2, "three-hands": 3}  # of each good game
BAD = load_named_cases(
    (LEDGERS / "bad").glob("*/*.toml"), needed={"message"}, optional={"game", "patch", "text", "encoding"}
)
PLACE_OF_RULES = re.compile(rb"^# RULES(?: with (?P<this>.+) as (?P<that>.+))?$", re.MULTILINE)
COMMANDS = ["show", "add we n1 t90", "add --dry-run we n1 t90", "fix 1 we n1", "undo", "meld", "explain"]
CODES = {"unreadable": 4, "entries": 1, "totals": 1}


@cache
def rules() -> bytes:
    return (LEDGERS / "rules.toml").read_bytes().removesuffix(b"\n")


def rules_in(place: re.Match[bytes]) -> bytes:
    """Return the shared rules with the mistake of a case."""
    if not place["this"]:
        return rules()
    assert rules().count(place["this"]) == 1, "a mistake in the rules must have one place"
    return rules().replace(place["this"], place["that"])


def kind_of(case: Case) -> str:
    return case.file.parent.name


def name_of(value: object) -> str | None:
    return value.name if isinstance(value, Case) else None


def write_ledger(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(PLACE_OF_RULES.sub(rules_in, text.encode(encoding)))
    return path


def read_game(name: str) -> str:
    return (LEDGERS / "games" / f"{name}.toml").read_text(encoding="utf-8")


@pytest.fixture
def ledger(case: Case, game_folder: Path) -> Path:
    """Write the ledger of a case into the folder; return its bare name."""
    text = case.get("text")
    if text is None:
        text = read_game(case["game"])
        text = apply_patch(text, case["patch"]) if "patch" in case.values else text
    return write_ledger(Path(f"{case.name}.toml"), text, case.get("encoding", "utf-8"))


def answer(*words: str) -> tuple[int, str, str]:
    """Return the exit code of a command, and what it prints on standard output and on standard error."""
    done = run(*words)
    return done.code, done.out, done.err


def error_of(ledger: Path) -> LedgerError:
    with pytest.raises(LedgerError) as caught:
        read_ledger(ledger)
    return caught.value


def test_the_catalog_has_cases_of_every_kind_and_game() -> None:
    assert {kind_of(case) for case in BAD.values()} == {*CODES}
    assert {case["game"] for case in BAD.values() if "text" not in case.values} == {*HANDS}
    assert len(BAD) > 150


@pytest.mark.parametrize("name", HANDS)
def test_the_games_that_the_cases_change_are_good(name: str, game_folder: Path) -> None:
    assert read_ledger(write_ledger(Path("good.toml"), read_game(name))).standing().hands_played == HANDS[name]


def test_the_rules_move_what_follows_by_200_lines() -> None:
    assert rules().count(b"\n") == 200


@pytest.mark.parametrize("case", BAD.values(), ids=name_of)
def test_a_bad_ledger_answers_with_its_text_that_names_the_file_and_a_remedy(
    case: Case, ledger: Path, wording: Wording
) -> None:
    error = error_of(ledger)
    case.check(wording, str(error), "message")
    for diagnostic in error.diagnostics:
        assert diagnostic.file == ledger.name
        assert diagnostic.message.strip()
        assert diagnostic.hint.strip()
        assert str(diagnostic).isprintable()
        assert len(str(diagnostic)) < 500
    assert len(error.sentences) == len(error.diagnostics)
    about_totals = {diagnostic.code is DiagnosticCode.TOTAL_MISMATCH for diagnostic in error.diagnostics}
    assert about_totals == {True} if kind_of(case) == "totals" else False in about_totals


@pytest.mark.parametrize("case", sample_then_slow(BAD.values(), every=3), ids=name_of)
def test_checking_and_restating_refuse_it(case: Case, ledger: Path) -> None:
    before, printed = ledger.read_bytes(), printed_error(error_of(ledger))
    assert answer("check", ledger.name) == (CODES[kind_of(case)], "", printed)
    assert ledger.read_bytes() == before
    assert list(Path().iterdir()) == [ledger], "reading leaves nothing beside it"
    if kind_of(case) == "totals":
        assert_restating_accepts_totals(ledger)
    else:
        assert_restating_refuses(case, ledger, printed)


@pytest.mark.parametrize("case", sample_then_slow(BAD.values(), every=8), ids=name_of)
def test_every_command_refuses_it_and_leaves_it_as_it_is(case: Case, ledger: Path) -> None:
    before, printed = ledger.read_bytes(), printed_error(error_of(ledger))
    for command in COMMANDS:
        assert (command, *answer(*command.split(), "--ledger", ledger.name)) == (command, 4, "", printed)
        assert ledger.read_bytes() == before


def assert_restating_accepts_totals(ledger: Path) -> None:
    before = ledger.read_bytes()
    code, _, warnings = answer("check", "--restate", ledger.name)
    assert (code, warnings) == (0, "")
    assert ledger.read_bytes().startswith(before)
    assert answer("check", "--quiet", ledger.name) == (0, "", "")
    assert answer("show", "--ledger", ledger.name)[0] == 0


def assert_restating_refuses(case: Case, ledger: Path, printed: str) -> None:
    """Check that restating refuses any other mistake, and lists each once."""
    before = ledger.read_bytes()
    code, out, err = answer("check", "--restate", ledger.name)
    assert (code, out) == (CODES[kind_of(case)], "")
    assert err.endswith(printed)
    refusal = err.removesuffix(printed)
    assert refusal.count("\n") == (1 if kind_of(case) == "entries" else 0)
    assert ledger.read_bytes() == before


@pytest.mark.parametrize("case", [BAD["fact-text"]], ids=name_of)
def test_restating_explains_that_other_mistakes_come_first(ledger: Path, wording: Wording) -> None:
    refusal = run("check", "--restate", ledger.name).err.removesuffix(printed_error(error_of(ledger)))
    wording.check_wording("game_files", ["restating", "with other mistakes"], refusal)


@pytest.mark.parametrize(
    ("case", "code"),
    [
        (BAD["unclosed-string"], 4),
        (BAD["integer-of-5000-digits"], 4),
        (BAD["fact-text"], 1),
        (BAD["totals-changed"], 1),
    ],
    ids=name_of,
)
def test_the_program_as_a_process_prints_the_same(code: int, ledger: Path) -> None:
    done = run_process("check", ledger.name)
    assert (done.code, done.out, done.err) == (code, "", printed_error(error_of(ledger)))


@pytest.mark.parametrize("case", [BAD["totals-changed"]], ids=name_of)
def test_restating_several_ledgers_goes_on_after_one_that_cannot_be_read(ledger: Path) -> None:
    Path("empty.toml").touch()
    code, _, err = answer("check", "--restate", "empty.toml", ledger.name)
    assert (code, err) == (4, printed_error(error_of(Path("empty.toml"))))
    assert answer("check", "--quiet", ledger.name) == (0, "", "")


@pytest.mark.parametrize("case", [BAD["entries-in-one-line"]], ids=name_of)
def test_entries_in_one_line_are_read_and_cannot_be_added_to(ledger: Path, wording: Wording) -> None:
    good = ledger.read_text("utf-8").replace("naturel", "natural")
    ledger.write_text(good, encoding="utf-8")
    assert answer("check", "--quiet", ledger.name) == (0, "", "")
    code, out, err = answer("undo", "--ledger", ledger.name)
    assert (code, out) == (4, "")
    wording.check_wording("game_files", ["entries in one line"], err)
    assert ledger.read_text("utf-8") == good
