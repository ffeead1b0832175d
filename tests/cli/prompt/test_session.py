"""An evening of `play` without a terminal: whoever types is a list of lines, and what is said is read."""

import os
import re
import signal
import stat
from collections.abc import Sequence
from errno import EIO
from pathlib import Path
from typing import cast

import pytest
import typer
from support.command_line import lay, run
from support.wording import Wording, list_wordings
from typer.main import get_group

from canasta_score import read_ledger
from canasta_score.cli.app import app
from canasta_score.cli.prompt.first_game import start_first_game
from canasta_score.cli.prompt.line_editor import CompleteFunction, LineEditor, ToolbarFunction
from canasta_score.cli.prompt.questions import Words
from canasta_score.cli.prompt.session import PlaySession
from canasta_score.game.sides import Seats
from canasta_score.game.storage.drafts import drop_draft
from canasta_score.recording import draft

PROGRAM = get_group(app)
Typed = str | type[BaseException]


class Typist:
    """Somebody who has a list of lines to type, then leaves; remembers what can be brought back."""

    def __init__(self, lines: Sequence[Typed]) -> None:
        self.lines = [*lines]
        self.remembered: list[str] = []

    def prompt(self, prompt: str, complete: CompleteFunction, list_lines: ToolbarFunction) -> str:
        print(prompt, self.lines[:1])  # noqa: T201 -- so that a failing test shows it
        return self.next()

    def ask_question(self, prompt: str, words: Words = ()) -> str:
        del words
        print(prompt, end="")  # noqa: T201 -- as a terminal shows it
        return self.next()

    def next(self) -> str:
        line = self.lines.pop(0) if self.lines else EOFError
        if isinstance(line, str):
            return line
        raise line

    def add_to_history(self, line: str) -> None:
        self.remembered += [line] if line and [line] != self.remembered[-1:] else []


@pytest.fixture(autouse=True)
def folder(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "100")
    lay("new --we 'Ann & Bob' --they 'Cy & Di' --set game.target=5000")
    return game_folder


def spend(*lines: Typed, first: Sequence[str] = ()) -> Typist:
    """Spend an evening until the lines are typed."""
    typist = Typist(lines)
    with pytest.raises(EOFError):
        PlaySession(PROGRAM, Path("canasta.toml"), cast("LineEditor", typist)).run(first)
    return typist


def hands(file: str = "canasta.toml") -> list[object]:
    return [dict(hand.facts) for hand in read_ledger(file).hands]


def test_the_sheet_is_seen_first_and_the_hands_can_be_brought_back(capsys: pytest.CaptureFixture[str]) -> None:
    for tally in ("we t60", "they t70", "we t80"):
        run("add", *tally.split())
    run("void", "2")
    typist = spend(first=["show"])
    assert capsys.readouterr().out.startswith(run("show").out.split("\n")[0])
    assert typist.remembered == ["we t60", "we t80"]


@pytest.mark.parametrize("line", list_wordings("play", "unknown words"))
def test_an_unknown_word_is_answered_with_what_may_be_meant(
    line: str, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    lay("add we h60 they h5")
    spend(line)
    wording.check_wording("play", ["unknown words", line], capsys.readouterr().err)


def test_messages_at_the_prompt_have_no_name_of_the_program(
    capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    spend("we r5", "undo")
    messages = capsys.readouterr().err
    assert "canasta-score" not in messages
    wording.check_wording("play", ["messages", "an impossible hand and nothing to undo"], messages)


def test_the_answers_can_be_brought_back_however_the_questions_ended(
    capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    for leaving in (EOFError, KeyboardInterrupt, "n"):
        told: list[Typed] = ["", "3", *[""] * 6]
        rest: list[Typed] = [leaving] if leaving != "n" else [*[""] * 7, "n", "y"]
        assert spend(*told, *rest).remembered == ["we r3"]
        drop_draft(Path("canasta.toml"))
    assert hands() == []
    wording.check_wording("play", ["messages", "left before the end"], capsys.readouterr().err)


@pytest.mark.parametrize("line", ["", "add", "canasta-score add"])
def test_a_hand_is_asked_for(line: str) -> None:
    spend(line, "stra", *[""] * 7, "y")
    assert hands() == [{"we": {"straight": 1}, "they": {}}]


@pytest.mark.parametrize("lines", [["we straight"], ["", "stra", *[""] * 7, "y"]], ids=["typed", "asked for"])
@pytest.mark.parametrize("is_interrupted", [True, False], ids=["Ctrl-C", "a bad disk"])
@pytest.mark.usefixtures("hears_ctrl_c")
def test_a_hand_on_the_disk_is_said_to_be_recorded_whatever_fails_then(
    lines: list[Typed],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    is_interrupted: bool,
) -> None:
    def sync(number: int) -> None:
        if stat.S_ISDIR(os.fstat(number).st_mode):
            if not is_interrupted:
                raise OSError(EIO, os.strerror(EIO))
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr(draft, "save_draft", lambda *_: None)  # it would fail long before
    spend(*lines)
    assert hands() == [{"we": {"straight": 1}, "they": {}}]
    said = capsys.readouterr().err
    assert "Hand 1 recorded, but " in said
    assert "nothing" not in said.partition("Hand 1 recorded, but ")[2]


def test_with_anyway_impossible_facts_are_asked_for_too() -> None:
    spend("add --anyway", "9", "", *[""] * 15, "y")
    assert hands() == [{"we": {"red": 9}, "they": {}}]


def test_a_ledger_that_disappears_while_a_hand_is_asked_for_ends_neither(
    capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    class Thief(Typist):
        def ask_question(self, prompt: str, words: Words = ()) -> str:
            if len(self.lines) == 2:  # the last question: whether to record the hand
                Path("canasta.toml").rename("away.toml")
            return super().ask_question(prompt, words)

    thief = Thief(["", "stra", *[""] * 7, "y", "show"])
    with pytest.raises(EOFError):
        PlaySession(PROGRAM, Path("canasta.toml"), cast("LineEditor", thief)).run([])
    assert thief.remembered == ["we straight"]
    wording.check_wording("play", ["messages", "the ledger is gone, twice"], capsys.readouterr().err)


def test_after_a_hand_recorded_by_somebody_else_the_program_asks(
    capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    class Slow(Typist):
        def prompt(self, prompt: str, complete: CompleteFunction, list_lines: ToolbarFunction) -> str:
            line = super().prompt(prompt, complete, list_lines)
            if line.startswith("they"):
                run("add", "we", "t60")
            return line

    answers: list[tuple[Typed, int]] = [("n", 1), (KeyboardInterrupt, 2), ("", 3), ("y", 5)]
    for still, number in answers:
        slow = Slow(["they t70", still])
        with pytest.raises(EOFError):
            PlaySession(PROGRAM, Path("canasta.toml"), cast("LineEditor", slow)).run([])
        assert len(hands()) == number
    wording.check_wording("play", ["messages", "hands recorded meanwhile"], capsys.readouterr().err)


def test_the_end_is_announced_once_with_the_line_for_the_next_game(capsys: pytest.CaptureFixture[str]) -> None:
    typist = spend("we straight", "we straight", "show", "note good game")
    assert ends_in(capsys.readouterr().out) == 1
    assert typist.remembered == ["new"]


def test_the_end_is_announced_again_when_it_was_undone(capsys: pytest.CaptureFixture[str]) -> None:
    spend("we straight", "we straight", "undo", "redo")
    assert ends_in(capsys.readouterr().out) == 2


def test_a_game_that_was_over_before_says_what_comes_next(capsys: pytest.CaptureFixture[str]) -> None:
    spend("we straight", "we straight")
    capsys.readouterr()
    spend()
    assert ends_in(capsys.readouterr().out) == 1


def ends_in(shown: str) -> int:
    """Count where the command for the page and that for the next game end two lines, one after the other."""
    return len(re.findall(r": export\n[^\n]*: new$", shown, re.MULTILINE))


def test_the_games_of_the_evening_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    theirs, ours = ["they straight"] * 2, ["we straight"] * 2
    again = ("new", "")
    spend(*theirs, *again, *ours, *again, *theirs, "undo", *ours, *again, "we h50 they h50", "end")
    counted = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Games: ")]
    assert counted == [
        "Games: Ann & Bob 0, Cy & Di 1",
        "Games: Ann & Bob 1, Cy & Di 1",
        "Games: Ann & Bob 1, Cy & Di 2",
        "Games: Ann & Bob 2, Cy & Di 1",
        "Games: Ann & Bob 2, Cy & Di 1, 1 tie",
    ]


def test_the_page_of_the_next_game_replaces_no_other(capsys: pytest.CaptureFixture[str]) -> None:
    game = ["we straight", "we straight"]
    spend(*game, "export", "new", "y", *game, "export", "export")
    assert ends_in(capsys.readouterr().out) == 2
    days = sorted(re.sub(r"\d{4}-\d\d-\d\d", "DAY", path.name) for path in Path().glob("*.html"))
    assert days == ["canasta-2-DAY-2.html", "canasta-2-DAY.html", "canasta-DAY.html"]


@pytest.mark.parametrize(
    ("line", "file"),
    [
        ("new", "canasta-2.toml"),
        ("new -lthird.toml", "third.toml"),
        ("new --ledger=third.toml", "third.toml"),
        ("new --like canasta.toml -l 'my game.toml'", "my game.toml"),
    ],
)
def test_another_game_can_be_begun_before_the_end(
    line: str, file: str, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    spend("we t125", line, "y", *([""] if line == "new" else []), "we t60")
    assert hands() == [{"we": {"table": 125}, "they": {}}]
    assert hands(file) == [{"we": {"table": 60}, "they": {}}]
    heard = capsys.readouterr()
    assert "canasta-score play -l canasta.toml" in heard.err
    (question,) = re.findall(r"^.*\[y/N\]", heard.out, re.MULTILINE)
    wording.check_wording("play", ["another game", line], [question, heard.err])


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
        ("new Modern American", "modern-american", [], ["Ann & Bob", "Cy & Di"]),
        ("new -v hand and foot", "hand-and-foot", [], ["Ann & Bob", "Cy & Di"]),
        ("new -v wca --they Gus", "wca", [], ["Ann & Bob", "Gus"]),
        ("new --set game.target=3000", "nvso", ["game.target=3000"], ["Ann & Bob", "Cy & Di"]),
        ("new --set game.tie=shared", "nvso", ["game.target=5000", "game.tie=shared"], ["Ann & Bob", "Cy & Di"]),
        ("new --side ann --side bo --side cy=Cy", "nvso", ["game.target=5000"], ["Ann", "Bo", "Cy"]),
        ("new --like other.toml", "wca", ["game.target=7000"], ["Gus", "Hal"]),
    ],
)  # fmt: skip
def test_the_next_game_is_like_this_one_but_for_its_options(
    line: str, rules: str, house: list[str], names: list[str]
) -> None:
    run("new", "-v", "wca", "--we", "Gus", "--they", "Hal", "--set", "game.target=7000", "-l", "other.toml")
    spend("we straight", "we straight", line, *([""] if line == "new" else []))
    game = read_ledger("canasta-2.toml")
    assert (game.variant.name, [*game.house_rules], [*game.side_names.values()]) == (rules, house, names)


def test_the_next_game_can_have_other_sides(capsys: pytest.CaptureFixture[str]) -> None:
    spend("we straight", "we straight", "new", "n", "wca", "3", "Ann", "Bo", "Cy", "skip", "y", "ann n1 t150 h5")
    game = read_ledger("canasta-2.toml")
    assert (game.variant.name, [*game.side_names.values()], len(game.hands)) == ("wca", ["Ann", "Bo", "Cy"], 1)
    assert "Same rules and sides: NVSO Canasta (to 5,000), Ann & Bob against Cy & Di? [Y/n]" in capsys.readouterr().out


def test_commands_at_the_prompt_are_named_as_they_are_typed_there(
    capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    spend(
        "we r1", "they h5", "they h5", "we straight", "we straight", "new", "", "new -l canasta.toml", "y", "new --help"
    )
    heard = capsys.readouterr()
    assert "canasta-score add" not in heard.out + heard.err
    assert "\n    we natural=1 table=160 hand=10 they table=125 hand=85\n" in heard.out
    wording.check_wording("play", ["messages", "commands at the prompt"], heard.err)


def test_a_game_that_cannot_be_begun_changes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    run("new", "-l", "third.toml")
    spend("new -l third.toml", "y", "we t60")
    assert (hands(), hands("third.toml")) == ([{"we": {"table": 60}, "they": {}}], [])
    assert "third.toml" in capsys.readouterr().err


@pytest.mark.parametrize("line", ["we t60 they h5", ""])
def test_after_the_end_no_hand_is_recorded(line: str, capsys: pytest.CaptureFixture[str], wording: Wording) -> None:
    spend("we straight", "we straight", line)
    assert len(hands()) == 2
    wording.check_wording("play", ["messages", f"after the end, then {line or 'Enter'}"], capsys.readouterr().err)


def test_a_hand_after_the_end_is_recorded_with_a_warning(capsys: pytest.CaptureFixture[str], wording: Wording) -> None:
    spend("we straight", "we straight", "add --dry-run we t5 they h5", "we t60 they h5 --anyway")
    assert len(hands()) == 3
    wording.check_wording("play", ["messages", "a hand after the end"], capsys.readouterr().err)


def test_a_hand_recorded_by_somebody_else_is_announced(capsys: pytest.CaptureFixture[str], wording: Wording) -> None:
    class Beside(Typist):
        def prompt(self, prompt: str, complete: CompleteFunction, list_lines: ToolbarFunction) -> str:
            if prompt == "hand 1 > ":
                run("add", "we", "t60", "they", "h5")
            return super().prompt(prompt, complete, list_lines)

    for line in ("meld", "", "add"):
        Path("canasta.toml").unlink()
        run("new")
        with pytest.raises(EOFError):
            PlaySession(PROGRAM, Path("canasta.toml"), cast("LineEditor", Beside([line]))).run([])
        heard = capsys.readouterr()
        wording.check_wording("play", ["messages", f"a hand recorded meanwhile, then {line or 'Enter'}"], heard.err)
        assert re.search("^Standing +-60 +-5$", heard.out, re.MULTILINE)
        assert ("\nHand 2." in heard.out) == (line == "add")


def test_all_that_was_recorded_meanwhile_is_announced_and_an_end_is_no_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    class Beside(Typist):
        def prompt(self, prompt: str, complete: CompleteFunction, list_lines: ToolbarFunction) -> str:
            if prompt == "hand 1 > ":
                lay("add we t60 they h5", "add we t65 they h5", "add we t70 they h5", "void 3", "end")
            return super().prompt(prompt, complete, list_lines)

    with pytest.raises(EOFError):
        PlaySession(PROGRAM, Path("canasta.toml"), cast("LineEditor", Beside([""]))).run([])
    heard = capsys.readouterr()
    assert heard.err == "note: someone else has just recorded hands 1, 2 and 3\n"
    assert "To start the next game: new" in heard.out


def test_leaving_says_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    session = PlaySession(PROGRAM, Path("canasta.toml"), cast("LineEditor", Typist([])))
    session.print_farewell()
    assert capsys.readouterr().err.endswith("to continue: canasta-score play\n")
    run("end")
    session = PlaySession(PROGRAM, Path("canasta.toml"), cast("LineEditor", Typist([])))
    session.print_farewell()
    assert capsys.readouterr().err.endswith("to start the next game: canasta-score new\n")


def test_export_without_a_name_writes_a_page_says_where_and_never_over_another(
    capsys: pytest.CaptureFixture[str],
) -> None:
    spend("we t60 h5 they h5", "y", "export", "export")
    assert capsys.readouterr().out.count(f"Written to {Path.cwd()}/canasta-") == 2
    pages = sorted(path.name for path in Path().glob("*.html"))
    assert len(pages) == 2
    assert all(re.fullmatch(r"canasta-\d{4}-\d\d-\d\d(-2)?\.html", page) for page in pages)


@pytest.mark.parametrize("line", ["we r3 n2 o t700 they t130 h5", "meld failed we", "note nothing", "undo"])
def test_after_an_entry_the_needs_are_shown_once(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    run("add", "we", "t130", "h5", "they", "t130", "h5")
    spend(line)
    assert len(re.findall("^Needs", capsys.readouterr().out, re.MULTILINE)) == 1


@pytest.mark.parametrize("leaving", [KeyboardInterrupt, EOFError, "quit", "q"])
def test_ctrl_c_leaves_like_ctrl_d_and_quit(leaving: Typed) -> None:
    assert spend(leaving, "we t60").lines == ["we t60"]


@pytest.mark.parametrize("leaving", [KeyboardInterrupt, EOFError])
def test_leaving_a_question_leads_back_to_the_prompt(leaving: Typed, capsys: pytest.CaptureFixture[str]) -> None:
    spend("new", leaving, "", "3", leaving, "we straight")
    assert hands() == [{"we": {"straight": 1}, "they": {}}]
    assert "nothing recorded" in capsys.readouterr().err


def test_help_lists_what_can_be_typed_or_explains_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    spend("help", "?", "help meld check")
    shown = capsys.readouterr().out
    assert shown.count("reconcile 2 we 545") == 2
    assert "canasta-score meld check" in shown


def test_options_before_a_command_are_those_of_the_program() -> None:
    run("new", "-l", "third.toml")
    spend("-l third.toml add we t60", "--anyway we r9")
    assert (hands("third.toml"), hands()) == ([{"we": {"table": 60}, "they": {}}], [{"we": {"red": 9}, "they": {}}])


class TestBeginning:
    """Without a ledger a game is begun."""

    @pytest.fixture(autouse=True)
    def nothing_played_before(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CANASTA_STATE", str(tmp_path / "state"))

    def begin(self, *lines: Typed, file: str = "fresh.toml") -> None:
        start_first_game(PROGRAM, Path(file), Typist(lines).ask_question)

    def test_enter_takes_what_stands_in_brackets(self) -> None:
        self.begin("", "", "", "", "", "")
        game = read_ledger("fresh.toml")
        assert (game.variant.name, dict(game.side_names)) == ("nvso", {"we": "We", "they": "They"})
        assert game.seats is None

    @pytest.mark.parametrize(
        ("first", "seats", "order"),
        [
            ("Ann & Bob", ["Ann, Cy, Bob, Di, Jo", "", "Ann, Cy, Bob, Di"], ("Ann", "Cy", "Bob", "Di")),
            ("Ann & Bob", ["Ann, Cy, Bob, Di, Jo", "y"], ("Ann", "Cy", "Bob", "Di", "Jo")),
            ("Ann, Bob & Eve", ["Ann, Cy, Bob, Di, Eve", "y"], ("Ann", "Cy", "Bob", "Di", "Eve")),
        ],
        ids=["a player too many", "a player who waits", "three against two"],
    )
    def test_a_player_of_no_side_is_confirmed(self, first: str, seats: list[str], order: tuple[str, ...]) -> None:
        self.begin("wca", "", first, "Cy & Di", *seats, "", "y")
        game = read_ledger("fresh.toml")
        assert game.seats == Seats(order=order, dealer="Ann")

    def test_seats_and_dealer_are_asked_for(self, capsys: pytest.CaptureFixture[str]) -> None:
        seats = ["?", "Ann", "Ann, Cy, Bob", "Ann, Cy, Bob, Di", "Eve", "cy"]
        self.begin("wca", "", "Ann & Bob", "Cy & Di", *seats, "y")
        game = read_ledger("fresh.toml")
        assert game.seats == Seats(order=("Ann", "Cy", "Bob", "Di"), dealer="Cy")
        heard = capsys.readouterr()
        assert "such as Ann, Cy, Bob, Di." in heard.out
        shown = " ".join(heard.out.split())
        assert "Ann & Bob against Cy & Di. Order of play: Ann, Cy, Bob, Di; Cy deals first. The game file is " in shown
        assert heard.err.count("error: ") == 3
        assert "error: no seat for Di\n" in heard.err

    def test_a_dealer_who_sits_out_the_first_hand_is_asked_for_again(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.begin("wca", "", "Ann & Bob", "Cy, Di & Eve", "Ann, Cy, Bob, Di, Eve", "eve", "di", "y")
        assert read_ledger("fresh.toml").seats == Seats(order=("Ann", "Cy", "Bob", "Di", "Eve"), dealer="Di")
        heard = capsys.readouterr()
        assert heard.err.count('error: "Eve" sits out the first hand') == 1
        assert "Hand 1: Di deals, Ann plays first, Eve sits out." in heard.out

    def test_sides_may_have_unequal_numbers_of_players(self) -> None:
        self.begin("", "2", "Ann & Bob", "Cy", "Ann, Cy, Bob", "", "y")
        assert read_ledger("fresh.toml").seats == Seats(order=("Ann", "Cy", "Bob"), dealer="Ann")

    @pytest.mark.parametrize(
        ("lines", "names", "order"),
        [
            (
                ["3", "Ann", "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "Al", ""],
                {"ann": "Ann", "zoe": "Zo\N{LATIN SMALL LETTER E WITH DIAERESIS}", "al": "Al"},
                None,
            ),
            (
                ["3", "", "?", "", "Side 2", "Cy", "Al, Bo, Cy", ""],
                {"side1": "Side 1", "side2": "Side 2", "cy": "Cy"},
                ("Al", "Bo", "Cy"),
            ),
            (["3", "Red", "Ann", "Ann", "Ann B", ""], {"side1": "Red", "ann": "Ann", "side3": "Ann B"}, None),
            (["4", "N", "'T", "Pat", "Out", ""], {"side1": "N", "side2": "'T", "pat": "Pat", "side4": "Out"}, None),
            (
                ["6", *"Ann Bob Cy Di Ed Flo".split(), "Ann, Bob, Cy, Di, Ed, Flo", "Ed"],
                {name.lower(): name for name in "Ann Bob Cy Di Ed Flo".split()},
                ("Ann", "Bob", "Cy", "Di", "Ed", "Flo"),
            ),
            (["9", "two", "2", "3", "", ""], {"we": "3", "they": "They"}, None),
        ],
    )
    def test_more_sides_are_asked_for_by_their_number(
        self, lines: list[str], names: dict[str, str], order: tuple[str, ...] | None
    ) -> None:
        self.begin("", *lines, "y")
        game = read_ledger("fresh.toml")
        assert game.side_names == names
        assert (game.seats and game.seats.order) == order

    @pytest.mark.parametrize("leaving", [EOFError, KeyboardInterrupt])
    def test_nothing_is_started_without_a_yes_and_the_answers_are_kept(
        self, leaving: type[BaseException], capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(EOFError):
            self.begin("wca", "", "helpp", "show", "", "maybe", "n", "", "n", "names", leaving)
        assert not Path("fresh.toml").exists()
        assert capsys.readouterr().err == "note: no game started; your answers are proposed the next time\n"
        self.begin(*[""] * 6)
        game = read_ledger("fresh.toml")
        assert (game.variant.name, [*game.side_names.values()]) == ("wca", ["helpp", "show"])

    def test_rules_can_be_listed_and_mistyped(self, capsys: pytest.CaptureFixture[str], wording: Wording) -> None:
        self.begin("?", "wac", "wca", "", "Ann", "Ann", "Bob", "", "")
        heard = capsys.readouterr()
        assert "\n\nClassic Canasta\nclassic               Classic Canasta: red threes 100 each" in heard.out
        wording.check_wording("play", ["messages", "the first game"], heard.err)
        assert dict(read_ledger("fresh.toml").side_names) == {"we": "Ann", "they": "Bob"}

    def test_a_place_where_none_can_be_begun_leaves_with_its_code(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(typer.Exit) as leaving:
            self.begin("", "", "", "", "", "", file="nodir/fresh.toml")
        assert leaving.value.exit_code == 4
        assert '"nodir"' in capsys.readouterr().err


def test_statistics_and_the_page_are_of_the_folder_of_the_game(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lay("add we t60 they h5")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    monkeypatch.chdir(elsewhere)
    typist = Typist(["stats", "export"])
    with pytest.raises(EOFError):
        PlaySession(PROGRAM, folder / "canasta.toml", cast("LineEditor", typist)).run(())
    said = capsys.readouterr()
    assert said.err == ""
    assert "Ann & Bob" in said.out
    assert [page.parent for page in tmp_path.rglob("*.html")] == [folder]


def test_what_a_phone_changes_while_a_line_is_typed_counts_below_it() -> None:
    below = []

    class Watcher(Typist):
        def prompt(self, prompt: str, complete: CompleteFunction, list_lines: ToolbarFunction) -> str:
            for words in ("add we o n1 t160 they h5", "undo"):
                run(*words.split())
                below.append(list_lines("we t200")[0])
            Path("canasta.toml").unlink()
            below.append(list_lines("we t200")[0])
            return super().prompt(prompt, complete, list_lines)

    with pytest.raises(EOFError):
        PlaySession(PROGRAM, Path("canasta.toml"), cast("LineEditor", Watcher([]))).run([])
    # 500 for the canasta, 100 for going out and 160; what is typed has no canasta, so it counts against the side.
    assert [line.partition("->")[2].split()[0] for line in below] == ["560", "-200", "-200"]
