"""From one game to the next: which game of a folder is continued, and what is said when one ends."""

from errno import EACCES
from pathlib import Path

import pytest
from support.command_line import lay, run, run_ok
from support.wording import Wording

from canasta_score.cli.invocation import ExitCode
from canasta_score.disk.files import list_numbered_files
from canasta_score.game.entries import LedgerError
from canasta_score.game.evening import find_current_ledger
from canasta_score.game.storage.ledger_files import read_ledger, set_empty_game_aside

pytestmark = pytest.mark.usefixtures("game_folder")

OVER, OPEN = ("we", "straight"), ("we", "t160", "h5", "they", "h5")


def lay_games(**games: tuple[str, ...]) -> None:
    """Lay games of one hand side by side, each by the number behind its name."""
    for name, hand in games.items():
        file = f"{name.replace('_', '-')}.toml"
        hands = 1 if hand is OVER else 2
        lay(f"new --set game.hands={hands} -l {file}", f"add {' '.join(hand)} -l {file}", file=file)


@pytest.mark.parametrize(
    ("games", "file"),
    [
        ({"canasta": OPEN, "canasta_2": OPEN}, "canasta.toml"),
        ({"canasta": OVER}, "canasta.toml"),
        ({"canasta": OVER, "canasta_old": OPEN, "other_2": OPEN}, "canasta.toml"),
        ({"canasta": OVER, "canasta_2": OPEN}, "canasta-2.toml"),
        ({"canasta": OVER, "canasta_2": OPEN, "canasta_10": OPEN}, "canasta-10.toml"),
        ({"canasta": OVER, "canasta_2": OPEN, "canasta_3": OVER}, "canasta-2.toml"),
        ({"canasta": OVER, "canasta_2": OVER, "canasta_3": OVER}, "canasta-3.toml"),
    ],
)
def test_a_command_uses_the_newest_game_that_is_not_over(
    games: dict[str, tuple[str, ...]], file: str, wording: Wording
) -> None:
    lay_games(**games)
    assert find_current_ledger(Path("canasta.toml")).path == Path(file)
    done = run("show", "--json")
    assert (file in done.err) == (file != "canasta.toml")
    if done.err:
        wording.check_wording("next_game", ["going on", f"{' '.join(games)}: {file}"], done.err)


def test_a_game_that_cannot_be_read_is_named_and_skipped() -> None:
    lay_games(canasta=OVER, canasta_2=OPEN)
    Path("canasta-3.toml").write_text("xx\n")
    assert find_current_ledger(Path("canasta.toml")).path == Path("canasta-2.toml")
    assert "canasta-3.toml" in run("show").err


def test_a_first_game_that_cannot_be_read_is_never_passed_over() -> None:
    lay_games(canasta=OVER, canasta_2=OPEN)
    Path("canasta.toml").write_text("xx\n")
    assert find_current_ledger(Path("canasta.toml")).path == Path("canasta.toml")
    assert run("add", *OPEN).code == 4


def test_later_games_are_in_the_same_folder() -> None:
    Path("sub").mkdir()
    lay_games(**{"sub/canasta": OPEN, "sub/canasta_2": OPEN})
    assert list_numbered_files(Path("sub/canasta.toml")) == [Path("sub/canasta-2.toml")]
    assert list_numbered_files(Path("canasta.toml")) == []


def test_later_games_have_the_name_of_the_first_and_the_highest_number_comes_first(game_folder: Path) -> None:
    for name in ("canasta", "canasta-2", "canasta-10", "canasta-final", "club-3"):
        Path(f"{name}.toml").touch()
    Path("canasta-4.txt").touch()
    assert list_numbered_files(Path("canasta.toml")) == [Path("canasta-10.toml"), Path("canasta-2.toml")]


COMMANDS = (
    ("",),
    ("show",),
    ("show", "--chart"),
    ("explain", "1"),
    ("meld",),
    ("check",),
    ("reconcile", "1", "we", "150"),
    ("export",),
    ("note", "hello"),
    ("add", *OPEN),
    ("fix", "1", "we", "t170"),
    ("void", "1"),
    ("undo",),
    ("score", "we", "t160"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0] or "nothing")
def test_every_command_says_which_game_it_uses_unless_it_was_named(words: tuple[str, ...]) -> None:
    lay_games(canasta=OVER, canasta_2=OPEN)
    if words == ("",):
        words = ()
    done = run(*words)
    assert done.code == 0, done.err
    assert done.err.count("this is canasta-2.toml") == (words[:1] != ("score",))
    assert "this is" not in run(*words, CANASTA_LEDGER="canasta-2.toml").err
    if words:
        assert "this is" not in run(*words, "-l", "canasta-2.toml").err


@pytest.mark.parametrize("words", [words for words in COMMANDS if words[0] in {"note", "add", "fix", "void"}])
def test_what_is_written_goes_to_the_game_that_is_not_over(words: tuple[str, ...]) -> None:
    lay_games(canasta=OVER, canasta_2=OPEN, canasta_3=OVER)
    finished = [Path(file).read_bytes() for file in ("canasta.toml", "canasta-3.toml")]
    before = Path("canasta-2.toml").read_bytes()
    run_ok(*words)
    assert [Path(file).read_bytes() for file in ("canasta.toml", "canasta-3.toml")] == finished
    assert Path("canasta-2.toml").read_bytes().startswith(before)


def test_hints_name_no_file_while_the_game_is_the_one_that_goes_on() -> None:
    lay_games(canasta=OVER, canasta_2=OPEN)
    assert run_ok("add", "we", "t170", "h5", "they", "h5").endswith("canasta-score new\n")
    run_ok("new")
    assert read_ledger("canasta-3.toml").house_rules == ("game.hands=2",)


def test_a_hand_after_the_end_is_refused(wording: Wording) -> None:
    lay_games(canasta=OVER)
    done = run("add", *OPEN)
    assert done.code == 3
    assert len(read_ledger("canasta.toml").hands) == 1
    wording.check_wording("next_game", ["a hand after the end"], done.err)


def test_a_hand_after_a_game_that_was_ended_before_its_first_hand_is_refused() -> None:
    run_ok("new")
    run_ok("end")
    done = run("add", *OPEN)
    assert done.code == 3
    assert "before the first hand" in done.err
    assert "hand 0" not in done.err


def test_a_hand_after_the_end_of_a_game_that_was_named_shows_how_the_next_one_begins(wording: Wording) -> None:
    lay_games(canasta=OVER, old=OVER, old_2=OPEN)
    warning = run("add", "-l", "old.toml", *OPEN).err
    assert "canasta-score new --like old.toml -l old-3.toml" in warning
    wording.check_wording("next_game", ["a hand after the end of a named game"], warning)


def test_check_cancels_the_hand_after_the_end_and_no_other(wording: Wording) -> None:
    run_ok("new", "--set", "game.target=1000", "-l", "old.toml")
    for cards in ("t160", "t160", "t170"):
        run_ok("add", "-l", "old.toml", "we", cards, "h5", "they", "h5")
    run_ok("fix", "1", "we", "n2", "-l", "old.toml")  # so that hands 2 and 3 come after the end
    assert run("check", "old.toml").code == 0
    warning = run("check", "--strict", "old.toml").err
    assert warning.endswith("canasta-score void -l old.toml 2\n")
    wording.check_wording("next_game", ["check of a hand after the end"], warning)
    run_ok("void", "2", "-l", "old.toml")
    run_ok("void", "3", "-l", "old.toml")
    assert run("check", "--strict", "old.toml").code == 0


def test_the_hand_that_ends_a_game_names_the_next_commands() -> None:
    run_ok("new", "--set", "game.hands=2")
    run_ok("new", "--set", "game.hands=1", "-l", "my game.toml")
    assert "export -o" not in run_ok("add", *OPEN)
    assert "export -o" not in run_ok("add", "--dry-run", *OVER)
    assert "export -o" not in run_ok("add", "--json", *OVER, "-l", "my game.toml")
    page, game = run_ok("add", *OPEN).rstrip("\n").split("\n")[-2:]
    assert page.endswith(": canasta-score export -o evening.html")
    assert game.endswith(": canasta-score new")
    assert "export -o" not in run_ok("add", *OPEN, "--anyway")
    run_ok("undo", "-l", "my game.toml")
    run_ok("export", "-o", "evening.html")
    page, game = run_ok("add", *OPEN, "-l", "my game.toml").rstrip("\n").split("\n")[-2:]
    assert page.endswith(": canasta-score export -l 'my game.toml' -o evening-2.html")
    assert game.endswith(": canasta-score new --like 'my game.toml' -l 'my game-2.toml'")


@pytest.mark.parametrize(
    ("name", "hand", "words"),
    [
        ("over", OVER, ("-l", "canasta.toml")),
        ("not begun", None, ()),
        ("not over", OPEN, ()),
        ("not over, with options", OPEN, ("-v", "wca", "--we", "Ann & Bob")),
    ],
)
def test_new_never_overwrites_a_game_and_shows_what_can_be_done(
    name: str, hand: tuple[str, ...] | None, words: tuple[str, ...], wording: Wording
) -> None:
    if hand:
        lay_games(canasta=hand)
    else:
        run_ok("new")
    before = Path("canasta.toml").read_bytes()
    done = run("new", *words)
    assert (done.code, done.out) == (4, "")
    assert Path("canasta.toml").read_bytes() == before
    wording.check_wording("next_game", ["new in place of a game", name], done.err)


def test_new_after_a_game_that_is_over_starts_the_next_one_like_it() -> None:
    sides = ["--side", "ann=Ann & Bob", "--side", "cy=Cy & Di", "--start", "ann=500"]
    run_ok("new", "-v", "wca", "--set", "game.hands=1", *sides)
    run_ok("add", "ann", "t160", "h5", "cy", "h5")
    shown = run_ok("new")
    assert "canasta-2.toml" in shown
    first, second = read_ledger("canasta.toml"), read_ledger("canasta-2.toml")
    assert (second.rules.keys, second.house_rules, second.side_names) == (
        first.rules.keys,
        first.house_rules,
        first.side_names,
    )
    assert set(second.starting_totals.values()) == {0}
    run_ok("add", "ann", "t160", "h5", "cy", "h5")
    run_ok("new")
    assert read_ledger("canasta-3.toml").side_names == first.side_names


@pytest.mark.parametrize(
    ("words", "rules", "names"),
    [
        (("-v", "wca"), "wca", {"we": "Ann", "they": "Cy"}),
        (("--we", "Eve"), "nvso", {"we": "Eve", "they": "Cy"}),
        (("--side", "x=Xi", "--side", "y=Yo"), "nvso", {"x": "Xi", "y": "Yo"}),
        (("--like", "other.toml"), "samba", {"we": "We", "they": "They"}),
        (("--start", "we=5"), "nvso", {"we": "Ann", "they": "Cy"}),
        (("--set", "game.target=5000"), "nvso", {"we": "Ann", "they": "Cy"}),
    ],
)
def test_options_of_new_override_the_game_before(words: tuple[str, ...], rules: str, names: dict[str, str]) -> None:
    run_ok("new", "-v", "samba", "-l", "other.toml")
    run_ok("new", "--set", "game.hands=1", "--we", "Ann", "--they", "Cy")
    run_ok("add", *OVER)
    run_ok("new", *words)
    game = read_ledger("canasta-2.toml")
    assert (game.variant.name, game.side_names) == (rules, names)


@pytest.mark.parametrize(
    "told", ["-v wca", "--like canasta.toml", "--we Ann", "--set game.target=5000", "--start we=5"]
)
def test_after_a_game_that_is_over_the_options_of_the_next_one_stay(told: str, wording: Wording) -> None:
    lay_games(canasta=OVER, canasta_2=OPEN)
    done = run("new", *told.split(), "-l", "canasta.toml")
    wording.check_wording("next_game", ["new with options in place of a game that is over"], done.err, options=told)


def test_new_never_overwrites_a_file_that_is_no_ledger() -> None:
    Path("canasta.toml").write_text("xx\n")
    assert run("new").code == 4
    assert Path("canasta.toml").read_text() == "xx\n"


def test_a_name_may_be_changed_in_the_file() -> None:
    run_ok("new", "--we", "Marge")
    path = Path("canasta.toml")
    path.write_text(path.read_text().replace('we = "Marge"', 'we = "Marge & Lou"'))
    assert "Marge & Lou" in run_ok("add", *OPEN)
    assert run("check").code == 0


@pytest.mark.parametrize(
    ("rules", "hand", "missing"),
    [
        ("nvso", "we r4 b1 n2 t310 h120", "They"),
        ("nvso", "they t160 h5", "We"),
        ("nvso", "we t160 h5 they", "They"),
        ("nvso", "we t160 h5 they t0 h5", ""),
        ("nvso", "we base=100 they count=-20", ""),
        ("nvso", "we straight", "They"),
        ("wca", "we straight", ""),
    ],
)
def test_half_a_hand_is_recorded_with_a_warning(rules: str, hand: str, missing: str, wording: Wording) -> None:
    run_ok("new", "-v", rules, "-l", "game.toml")
    assert run("add", "-l", "game.toml", "--dry-run", *hand.split()).code == 0
    done = run("add", "-l", "game.toml", *hand.split())
    assert (done.code, bool(done.err)) == (0, bool(missing))
    assert len(done.messages) == bool(missing)
    if missing:
        wording.check_wording("next_game", ["half a hand", missing], done.err)


@pytest.mark.parametrize(
    ("words", "environment", "is_named"),
    [
        ((), {}, False),
        (("-l", "canasta.toml"), {}, False),
        (("-l", "other.toml"), {}, True),
        ((), {"CANASTA_LEDGER": "other.toml"}, False),
        (("-l", "other.toml"), {"CANASTA_LEDGER": "other.toml"}, False),
    ],
)
def test_new_says_when_every_command_must_name_the_ledger(
    words: tuple[str, ...], environment: dict[str, str], *, is_named: bool
) -> None:
    shown = run_ok("new", *words, **environment)
    assert ("CANASTA_LEDGER" in shown) is is_named
    assert ("canasta-score add -l other.toml we" in shown) is is_named


@pytest.mark.parametrize(
    ("before", "told", "house"),
    [
        (["game.hands=3", "game.tie=shared"], ["game.target=5000"], ["game.target=5000"]),
        (["game.target=5000", "game.tie=shared"], ["game.hands=3"], ["game.hands=3"]),
        (["game.target=5000"], ["game.target=5000"], ["game.target=5000"]),
        (["bonuses.out={points=150}"], ["bonuses.out.points=200"], ["bonuses.out.points=200"]),
        (["game.hands=3", "game.tie=shared"], ["game.hands=4"], ["game.tie=shared", "game.hands=4"]),
    ],
)
def test_a_game_like_another_drops_house_rules_that_no_longer_hold(
    before: list[str], told: list[str], house: list[str]
) -> None:
    run_ok("new", *(f"--set={text}" for text in before))
    run_ok("new", "--like", "canasta.toml", "-l", "next.toml", *(f"--set={text}" for text in told))
    assert [*read_ledger("next.toml").house_rules] == house


def test_a_comment_among_the_house_rules_is_not_taken_to_the_next_game() -> None:
    run_ok("new", "--set", "game.target=5000")
    path = Path("canasta.toml")
    path.write_text(path.read_text().replace('"game.target=5000"', '"game.target=5000", "no smoking"'))
    run_ok("new", "--like", "canasta.toml", "-l", "next.toml", "--set", "bonuses.out.points=150")
    assert read_ledger("next.toml").house_rules == ("game.target=5000", "bonuses.out.points=150")


def test_a_hand_after_the_end_is_refused_for_that_alone(game_folder: Path) -> None:
    run_ok("new", "--set", "game.hands=1")
    run_ok("add", "we", "natural=1", "table=160", "hand=5")
    refused = run("add", "we", "natural=1")
    assert refused.code == ExitCode.INVALID_TALLY
    assert "table" not in refused.err.split("hint: to record it anyway")[0]
    run_ok("add", "we", "natural=1", "table=35", "--anyway")
    assert len(read_ledger(game_folder / "canasta.toml").hands) == 2


def test_a_game_is_set_aside_only_while_it_has_no_entries_and_comes_back() -> None:
    path = Path("canasta.toml")
    run_ok("new")
    with set_empty_game_aside(path) as aside:
        assert (path.exists(), read_ledger(aside).entries) == (False, ())
    run_ok("add", "we", "t160", "they", "h5")
    with pytest.raises(LedgerError), set_empty_game_aside(path):
        pytest.fail("it has a hand")
    assert (len(read_ledger(path).hands), aside.exists()) == (1, False)


def test_a_game_that_cannot_be_moved_or_put_back_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    path = Path("canasta.toml")
    run_ok("new")

    def refuse(self: Path, *_: object) -> Path:
        raise PermissionError(EACCES, "Permission denied", self)

    with monkeypatch.context() as patch, pytest.raises(LedgerError) as raised, set_empty_game_aside(path) as aside:
        patch.setattr(Path, "rename", refuse)
    (error,) = raised.value.diagnostics
    assert error.message == "cannot be put back: permission denied"
    assert (str(aside) in error.hint, aside.exists()) == (True, True)
    aside.rename(path)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", refuse)
        with pytest.raises(LedgerError) as raised, set_empty_game_aside(path):
            pytest.fail("it stays where it is")
    (error,) = raised.value.diagnostics
    assert (error.message, path.exists()) == ("cannot be written: permission denied; nothing was changed", True)

    with monkeypatch.context() as patch, set_empty_game_aside(path):
        run_ok("new")
        patch.setattr(Path, "unlink", refuse)
    with set_empty_game_aside(path) as aside:  # over the one that was left
        assert not path.exists()
    assert (path.exists(), aside.exists()) == (True, False)


def test_a_game_behind_a_link_is_started_anew_where_it_is(tmp_path: Path) -> None:
    path, link = tmp_path / "shared.toml", Path("canasta.toml")
    run_ok("new", "-l", str(path), "--we", "Ann")
    link.symlink_to(path)
    with set_empty_game_aside(link):
        run_ok("new", "--we", "Bob")
    assert (link.is_symlink(), read_ledger(path).side_names["we"]) == (True, "Bob")
