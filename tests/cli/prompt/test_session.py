"""An evening of `play` without a terminal: whoever types is a list of lines, and what is said is read."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pytest
import typer
from support.command_line import run
from typer.main import get_group

from canasta_score import read_ledger
from canasta_score.cli.app import app
from canasta_score.cli.messages import OutputMode, output_mode
from canasta_score.cli.prompt.first_game import start_first_game
from canasta_score.cli.prompt.session import PlaySession
from canasta_score.game.ledger import Ledger

if TYPE_CHECKING:
    from canasta_score.cli.prompt.line_editor import LineEditor

PROGRAM = get_group(app)
Typed = str | type[BaseException]


class Typist:
    """Somebody who has a list of lines to type, then leaves; remembers what can be brought back."""

    def __init__(self, lines: Sequence[Typed]) -> None:
        self.lines = [*lines]
        self.remembered: list[str] = []

    def read_line(self, game: Ledger) -> str:
        print(f"hand {len(game.hands) + 1} >", self.lines[:1])  # noqa: T201 -- so that a failing test shows it
        return self.next()

    def ask_question(self, question: str) -> str:
        print(question, end="")  # noqa: T201 -- as a terminal shows it
        return self.next()

    ask_setup_variant = ask_question

    def next(self) -> str:
        line = self.lines.pop(0) if self.lines else EOFError
        if isinstance(line, str):
            return line
        raise line

    ask_setup_question = ask_question

    def add_to_history(self, line: str) -> None:
        self.remembered += [line] if line and [line] != self.remembered[-1:] else []


@pytest.fixture(autouse=True)
def folder(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "100")
    assert run("new", "--we", "Ann & Bob", "--they", "Cy & Di", "--set", "game.target=5000").code == 0
    return game_folder


def spend(*lines: Typed, first: Sequence[str] = ()) -> Typist:
    """Spend an evening until the lines are typed."""
    typist = Typist(lines)
    with output_mode(OutputMode.DIALOGUE), pytest.raises(EOFError):
        PlaySession(PROGRAM, Path("canasta.toml"), cast("LineEditor", typist)).run(first)
    return typist


def hands(file: str = "canasta.toml") -> list[object]:
    return [dict(hand.facts) for hand in read_ledger(file).hands]


def test_the_sheet_is_seen_first_and_the_hands_can_be_brought_back(capsys: pytest.CaptureFixture[str]) -> None:
    for tally in ("we t60", "they t70", "we t80"):
        run("add", *tally.split())
    run("void", "2")
    typist = spend(first=["show"])
    assert capsys.readouterr().out.startswith("NVSO Canasta, 1 house rule, to 5,000\n")
    assert typist.remembered == ["we t60", "we t80"]


def test_what_is_said_needs_no_name_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    spend("we r5", "undo")
    said = capsys.readouterr().err
    assert said.startswith("impossible: we red=5")
    assert "canasta-score:" not in said


def test_what_was_told_can_be_brought_back_however_it_ended(capsys: pytest.CaptureFixture[str]) -> None:
    for leaving in (EOFError, KeyboardInterrupt, "n"):
        told: list[Typed] = ["", "", "3", "", "", "", ""]
        rest: list[Typed] = [leaving] if leaving != "n" else ["", "", "", "", "", "", "n"]
        assert spend(*told, *rest).remembered == ["we r3"]
    assert hands() == []
    assert "nothing is recorded" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["", "add", "canasta-score add"])
def test_a_hand_is_asked_for(line: str) -> None:
    spend(line, "stra", "", "", "", "", "", "y")
    assert hands() == [{"we": {"straight": 1}, "they": {}}]


def test_what_is_taken_anyway_is_asked_for_too() -> None:
    spend("add --anyway", "", "9", "", "", "", "", "", "", "", "", "", "", "", "y")
    assert hands() == [{"we": {"red": 9}, "they": {}}]


def test_a_ledger_that_goes_while_a_hand_is_asked_for_ends_neither(capsys: pytest.CaptureFixture[str]) -> None:
    class Thief(Typist):
        def ask_question(self, question: str) -> str:
            if "Record it?" in question:
                Path("canasta.toml").rename("away.toml")
            return super().ask_question(question)

    thief = Thief(["", "stra", "", "", "", "", "", "y", "show"])
    with output_mode(OutputMode.DIALOGUE), pytest.raises(EOFError):
        PlaySession(PROGRAM, Path("canasta.toml"), cast("LineEditor", thief)).run([])
    assert thief.remembered == ["we straight"]
    assert capsys.readouterr().err.count("there is no such ledger") == 2


def test_a_hand_recorded_by_somebody_else_meanwhile_is_asked_about(capsys: pytest.CaptureFixture[str]) -> None:
    class Slow(Typist):
        def read_line(self, game: Ledger) -> str:
            line = super().read_line(game)
            if line.startswith("they"):
                run("add", "we", "t60")
            return line

    answers: list[tuple[Typed, int]] = [("n", 1), (KeyboardInterrupt, 2), ("y", 4)]
    for still, number in answers:
        slow = Slow(["they t70", still])
        with output_mode(OutputMode.DIALOGUE), pytest.raises(EOFError):
            PlaySession(PROGRAM, Path("canasta.toml"), cast("LineEditor", slow)).run([])
        assert len(hands()) == number
    said = capsys.readouterr().err
    assert "meanwhile hand 1 was recorded; this would be hand 2\nnothing is recorded\n" in said
    assert "meanwhile hand 2 was recorded; this would be hand 3\nnothing is recorded\n" in said


def test_the_end_is_said_once_with_the_line_for_the_next_game(capsys: pytest.CaptureFixture[str]) -> None:
    typist = spend("we straight", "we straight", "show", "note good game")
    what_comes = "\nSend it: export -o evening.html\nThe next game with the same sides: new\n"
    assert capsys.readouterr().out.count(what_comes) == 1
    assert typist.remembered == ["new"]


def test_the_end_is_said_again_when_it_was_taken_back(capsys: pytest.CaptureFixture[str]) -> None:
    spend("we straight", "we straight", "undo", "redo")
    assert capsys.readouterr().out.count("The next game with the same sides: new\n") == 2


def test_the_page_of_the_next_game_takes_the_place_of_none(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["we straight", "we straight"]
    spend(*game, "export -o evening.html", "new", *game, "export -o evening-2.html", "new", *game)
    shown = capsys.readouterr().out
    pages = [line.rpartition(" ")[2] for line in shown.split("\n") if line.startswith("Send it: export -o ")]
    assert pages == ["evening.html", "evening-2.html", "evening-3.html"]


@pytest.mark.parametrize(
    ("line", "file"),
    [
        ("new", "canasta-2.toml"),
        ("new -lthird.toml", "third.toml"),
        ("new --ledger=third.toml", "third.toml"),
        ("new --like canasta.toml -l 'my game.toml'", "my game.toml"),
    ],
)
def test_another_game_is_begun_and_gone_on_with(line: str, file: str, capsys: pytest.CaptureFixture[str]) -> None:
    spend(line, "y", "we t60")
    assert (hands(), hands(file)) == ([], [{"we": {"table": 60}, "they": {}}])
    heard = capsys.readouterr()
    assert "Hand 1 of canasta.toml is next. Leave it and begin another game? [n] " in heard.out
    assert "canasta.toml is not over; to go on with it: canasta-score play -l canasta.toml" in heard.err


def test_a_game_that_is_not_over_is_not_left_by_mistake() -> None:
    spend("new", "", "we t60")
    assert hands() == [{"we": {"table": 60}, "they": {}}]
    assert [path.name for path in Path().glob("*.toml")] == ["canasta.toml"]


@pytest.mark.parametrize(
    ("line", "rules", "house", "names"),
    [
        ("new", "nvso", ["game.target=5000"], ["Ann & Bob", "Cy & Di"]),
        ("new --we 'Ed & Flo'", "nvso", ["game.target=5000"], ["Ed & Flo", "Cy & Di"]),
        ("new -v wca", "wca", [], ["Ann & Bob", "Cy & Di"]),
        ("new -v wca --they Gus", "wca", [], ["Ann & Bob", "Gus"]),
        ("new --set game.target=3000", "nvso", ["game.target=3000"], ["Ann & Bob", "Cy & Di"]),
        ("new --set game.tie=shared", "nvso", ["game.target=5000", "game.tie=shared"], ["Ann & Bob", "Cy & Di"]),
        ("new --side ann --side bo --side cy=Cy", "nvso", ["game.target=5000"], ["Ann", "Bo", "Cy"]),
        ("new --like other.toml", "wca", ["game.target=7000"], ["Gus", "Hal"]),
    ],
)  # fmt: skip
def test_the_next_game_is_as_this_one_but_for_what_is_told(
    line: str, rules: str, house: list[str], names: list[str]
) -> None:
    run("new", "-v", "wca", "--we", "Gus", "--they", "Hal", "--set", "game.target=7000", "-l", "other.toml")
    spend("we straight", "we straight", line)
    game = read_ledger("canasta-2.toml")
    assert (game.variant.name, [*game.house_rules], [*game.side_names.values()]) == (rules, house, names)


def test_at_the_prompt_all_is_told_as_it_is_typed_there(capsys: pytest.CaptureFixture[str]) -> None:
    spend("we r1", "they h5", "they h5", "we straight", "we straight", "new", "new -l canasta.toml", "y", "new --help")
    heard = capsys.readouterr()
    assert "\nRecord a hand, such as\n    we natural=1 table=160 they table=60 hand=85\n" in heard.out
    assert "nothing is told of Cy & Di; if that was Enter too soon: undo\n" in heard.err
    assert "if it was recorded twice: undo\n" in heard.err
    assert "and that game is over; for the next one name another file: -l canasta-3.toml\n" in heard.err
    assert "canasta-score add" not in heard.out + heard.err
    assert heard.out.count("Leave it and begin another game?") == 1


def test_a_game_that_cannot_be_begun_leaves_all_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    run("new", "-l", "third.toml")
    spend("new -l third.toml", "y", "we t60")
    assert (hands(), hands("third.toml")) == ([{"we": {"table": 60}, "they": {}}], [])
    assert "is there already" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["we t60 they h5", ""])
def test_behind_the_end_a_hand_is_recorded_only_if_it_is_meant(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    spend("we straight", "we straight", line, "")
    assert len(hands()) == 2
    heard = capsys.readouterr()
    assert "The game is over. Record a hand all the same? [n] " in heard.out
    assert "nothing is recorded; the next game: new\n" in heard.err


def test_a_hand_behind_the_end_that_is_meant_is_recorded(capsys: pytest.CaptureFixture[str]) -> None:
    spend("we straight", "we straight", "add --dry-run we t5 they h5", "we t60 they h5", "y")
    assert len(hands()) == 3
    said = capsys.readouterr().err
    assert "the game was over with hand 2; begin the next game with new, or take this one back with undo\n" in said


def test_what_somebody_else_records_meanwhile_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    class Beside(Typist):
        def read_line(self, game: Ledger) -> str:
            if not game.hands:
                run("add", "we", "t60", "they", "h5")
            return super().read_line(game)

    for line in ("meld", ""):
        Path("canasta.toml").unlink()
        run("new")
        with output_mode(OutputMode.DIALOGUE), pytest.raises(EOFError):
            PlaySession(PROGRAM, Path("canasta.toml"), cast("LineEditor", Beside([line]))).run([])
        heard = capsys.readouterr()
        assert heard.err.startswith("meanwhile hand 1 was recorded\n")
    assert "Hand 2. Enter for none" in heard.out


def test_a_line_that_cannot_be_cleared_is_let_go() -> None:
    spend(KeyboardInterrupt, "we t60")
    assert len(hands()) == 1


def test_help_lists_what_can_be_typed_or_tells_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    spend("help", "?", "help meld check")
    shown = capsys.readouterr().out
    assert shown.count("reconcile 2 we 545") == 2
    assert "Usage: canasta-score meld check" in shown


def test_options_before_a_command_are_those_of_the_program() -> None:
    run("new", "-l", "third.toml")
    spend("-l third.toml add we t60", "--anyway we r9")
    assert (hands("third.toml"), hands()) == ([{"we": {"table": 60}, "they": {}}], [{"we": {"red": 9}, "they": {}}])


class TestBeginning:
    """Without a ledger a game is begun."""

    def begin(self, *lines: Typed, file: str = "fresh.toml") -> None:
        with output_mode(OutputMode.DIALOGUE):
            start_first_game(PROGRAM, Path(file), cast("LineEditor", Typist(lines)))

    def test_enter_takes_what_stands_in_brackets(self) -> None:
        self.begin("", "", "")
        game = read_ledger("fresh.toml")
        assert (game.variant.name, dict(game.side_names)) == ("nvso", {"we": "We", "they": "They"})

    def test_rules_can_be_listed_and_mistyped(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.begin("?", "wac", "wca", "Ann", "Ann", "Bob")
        heard = capsys.readouterr()
        assert "\ncatawba               Catawba Canasta\nclassic               Classic Canasta\n" in heard.out
        assert "unknown variant 'wac'; did you mean 'wca'?" in heard.err
        assert "the two sides need two names" in heard.err
        assert dict(read_ledger("fresh.toml").side_names) == {"we": "Ann", "they": "Bob"}

    def test_a_place_where_none_can_be_begun_leaves_with_its_code(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(typer.Exit) as leaving:
            self.begin("", "", "", file="nodir/fresh.toml")
        assert leaving.value.exit_code == 4
        assert "there is no folder 'nodir'" in capsys.readouterr().err
