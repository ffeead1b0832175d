"""Guided entry as a talk: what is answered, what is said to it, and what is told in the end."""

from functools import partial
from pathlib import Path

import pytest
from support.command_line import run
from support.typist import answering

from canasta_score import read_ledger
from canasta_score.cli.messages import OutputMode, output_mode
from canasta_score.cli.prompt.guided_entry import GuidedEntry
from canasta_score.cli.prompt.questions import AskFunction


@pytest.fixture
def ledger(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "120")
    assert run("new", "--we", "Ann & Bob", "--they", "Cy & Di").code == 0
    return game_folder / "canasta.toml"


def talk(ledger: Path, *answers: str | type[BaseException], anyway: bool = False) -> GuidedEntry:
    """Talk a hand through and record it."""
    hand = GuidedEntry(read_ledger(ledger), answering(*answers), anyway=anyway)
    with output_mode(OutputMode.DIALOGUE):
        hand.record()
    return hand


def facts_in(ledger: Path) -> list[object]:
    return [hand.facts for hand in read_ledger(ledger).hands]


NONE_OF_WE = ["", "", "", "", "", ""]  # special hand, red, black, table, hand, penalties
NONE_OF_THEY = NONE_OF_WE


def test_a_hand_is_told_shown_confirmed_and_recorded(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    we = ["", "3", "2", "325", "2", "1", "", "y", "", ""]
    they = ["1", "2", "305", "1", "3", "", "30", ""]
    talk(ledger, *we, *they, "y")
    shown = capsys.readouterr().out
    assert facts_in(ledger) == [
        {
            "we": {"red": 3, "black": 2, "table": 325, "natural": 2, "mixed": 1, "out": 1},
            "they": {"red": 1, "black": 2, "table": 305, "natural": 1, "mixed": 3, "hand": 30},
        }
    ]
    assert "Total           2,525     2,075" in shown
    assert "The same in one line:\n    we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30\n" in shown
    assert shown.index("Total ") < shown.index("Record it?") < shown.index("Recorded: hand 1.")
    assert "Standing       2,525     2,075" in shown


def test_going_back_keeps_every_answer(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk(ledger, "", "1", "2", "<", "<", "3", "", *["", "", ""], *NONE_OF_THEY, "")
    assert facts_in(ledger) == [{"we": {"red": 3, "black": 2}, "they": {}}]
    shown = capsys.readouterr().out
    assert "Black threes [2]: \n" in shown
    assert "Enter keeps what stands in brackets, 0 takes it away." in shown


def test_that_enter_keeps_is_said_only_where_something_is_kept(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk(ledger, "", "", "<", "2", *NONE_OF_WE[2:], *NONE_OF_THEY, "")
    assert facts_in(ledger) == [{"we": {"red": 2}, "they": {}}]
    assert "Enter keeps" not in capsys.readouterr().out


def test_what_no_longer_matters_comes_back_when_it_does(ledger: Path) -> None:
    told = ["", "2", "", "100", "", "", "", "", "20", ""]  # no canasta: natural, mixed, others, out
    back = ["<"] * len(told)
    laid_and_not = ["straight", "<", "0"]
    again = [""] * (len(told) - 1)
    talk(ledger, *told, *back, *laid_and_not, *again, *NONE_OF_THEY, "")
    assert facts_in(ledger) == [{"we": {"red": 2, "table": 100, "hand": 20}, "they": {}}]


def test_going_back_over_the_end_and_over_the_sides(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk(ledger, "<", *NONE_OF_WE, "<", "threes=1", *NONE_OF_THEY, "<", "3", "maybe", "y")
    assert facts_in(ledger) == [{"we": {"threes-in-hand": 1}, "they": {"threes-in-hand": 3}}]
    shown = capsys.readouterr().out
    assert "This is the first question." in shown
    assert "Answer y or n; < goes back.\n" in shown
    assert shown.count("\nAnn & Bob\n") == 2


def test_what_cannot_be_is_said_at_once_and_asked_again(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk(ledger, "", "5", "4", "", "160", "4", "", "", "", "", "", "", *["", "", "", "", ""], "")
    assert facts_in(ledger) == [{"we": {"red": 4, "table": 160}, "they": {}}]
    said = capsys.readouterr().err
    assert said.startswith("impossible: red=5: that makes 5 red threes in all")
    assert "impossible: table=160: natural=4" in said
    assert said.count("impossible") == 2


def test_what_is_against_the_rules_is_said_and_stands_when_it_is_said_again(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    we = ["", "", "", "160", "1", "", "", "y", "", "", ""]
    talk(ledger, *we, "", "", "", "", "", "y")
    assert facts_in(ledger) == [{"we": {"table": 160, "natural": 1, "out": 1}, "they": {}}]
    said = capsys.readouterr().err
    assert said.count("irregular: out: the rules ask for 2 canastas and we have 1") == 1


def test_what_is_taken_anyway_is_told_so(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand = talk(ledger, "", "9", "", "", "", "", "", *NONE_OF_THEY, "y", anyway=True)
    assert facts_in(ledger) == [{"we": {"red": 9}, "they": {}}]
    assert hand.format_line() == "we r9 --anyway"
    assert read_ledger(ledger).hands[0].accepted_anyway
    assert capsys.readouterr().err.count("impossible: red=9") == 1


@pytest.mark.parametrize("leaving", [KeyboardInterrupt, EOFError])
def test_who_leaves_is_told_what_was_told_also_behind_the_question(
    ledger: Path, capsys: pytest.CaptureFixture[str], leaving: type[BaseException]
) -> None:
    with pytest.raises(leaving):
        talk(ledger, "", "3", "2", "100", "<", "<", "<", leaving)
    heard = capsys.readouterr()
    assert heard.err == "nothing is recorded; told so far (add the rest of the hand):\n"
    assert heard.out.endswith("\n    we r3 b2 t100\n")
    assert facts_in(ledger) == []


def test_who_leaves_a_hand_that_is_whole_is_not_told_to_add_to_it(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KeyboardInterrupt):
        talk(ledger, "", "3", *NONE_OF_WE[2:], *NONE_OF_THEY, KeyboardInterrupt)
    assert capsys.readouterr().err == "nothing is recorded; told so far:\n"


def test_what_an_answer_takes_out_of_the_questions_is_said_and_comes_back(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = ["", "", "", "345", "1", "2", "sevens"]
    to_the_table = ["<", "<", "<", "<"]
    talk(ledger, *told, *to_the_table, "20", "<", "343", "345", *[""] * 6, *NONE_OF_THEY, "")
    assert facts_in(ledger) == [{"we": {"table": 345, "natural": 1, "mixed": 2, "sevens": 1}, "they": {}}]
    heard = capsys.readouterr()
    assert heard.out.count("    Not asked for any more: we natural=1 mixed=2 sevens=1\n") == 1
    assert heard.out.count("Enter keeps what stands in brackets") == 1
    assert "impossible: table=343: every card" in heard.err


def test_an_answer_that_cannot_be_leaves_the_earlier_one(ledger: Path) -> None:
    talk(ledger, "", "3", "<", "5", "", "", "", "", "", *NONE_OF_THEY, "")
    assert facts_in(ledger) == [{"we": {"red": 3}, "they": {}}]


def test_what_cannot_be_beside_what_is_told_is_refused_with_the_reason(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    we = ["", "", "", "160", "", "", "sevens", "", "", ""]
    they = ["", "", "", "100", "", "", "", "60"]
    talk(ledger, *we, *they, "open-aces stuck-sev threes", "open-aces threes", "")
    they_told = {"table": 100, "hand": 60, "open-aces": 1, "threes-in-hand": 1}
    assert facts_in(ledger) == [{"we": {"table": 160, "sevens": 1}, "they": they_told}]
    said = capsys.readouterr().err
    assert said.startswith("'stuck-sevens' is not asked for here: we sevens=1 and they stuck-sevens=1: ")


def test_who_leaves_at_once_is_told_that_nothing_is_recorded(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt):
        talk(ledger, KeyboardInterrupt)
    assert capsys.readouterr().err == "nothing is recorded\n"


def test_no_records_nothing(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand = talk(ledger, "", "1", "", "", "", "", *NONE_OF_THEY, "n")
    assert facts_in(ledger) == []
    assert hand.format_line() == "we r1"
    assert capsys.readouterr().err == "nothing is recorded\n"


def test_a_hand_that_gives_nothing_is_asked_about(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk(ledger, *NONE_OF_WE, *NONE_OF_THEY, "")
    assert facts_in(ledger) == []
    talk(ledger, *NONE_OF_WE, *NONE_OF_THEY, "<", "", "y", "")
    assert facts_in(ledger) == [{"we": {"table": 0}, "they": {}}]
    assert "we t0\n" in capsys.readouterr().out


def test_a_hand_recorded_meanwhile_is_told_of(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = ["", "1", "", "", "", "", *NONE_OF_THEY]
    record = ["add", "we", "r1"]

    def late(ask: AskFunction, prompt: str) -> str:
        """Say yes just after somebody else has recorded a hand."""
        if "Record it?" not in prompt:
            return ask(prompt)
        assert run(*record).code == 0
        return "y"

    for still, hands in (("n", 1), ("y", 3)):
        answer = answering(*told, still)
        hand = GuidedEntry(read_ledger(ledger), partial(late, answer))
        with output_mode(OutputMode.DIALOGUE):
            hand.record()
        assert len(facts_in(ledger)) == hands
    said = capsys.readouterr().err
    assert "meanwhile hand 1 was recorded; this would be hand 2\nnothing is recorded\n" in said
    assert "hand 3 is told as hand 2 was" in said


def test_a_question_too_wide_for_the_terminal_stands_on_lines_of_its_own(
    ledger: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    talk(ledger, "?", "", "1", *NONE_OF_WE[2:], *NONE_OF_THEY, "")
    shown = capsys.readouterr().out
    assert "Special hand (pairs, wild-pairs, garbage, straight):\n  > ?\n" in shown
    assert "      wild-pairs  seven pairs with aces, sevens and a pair\n" in shown
    assert all(len(line) <= 60 for line in shown.split("\n"))


def test_a_game_that_is_over_is_told_of_first(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(3):
        run("add", "we", "straight")
    capsys.readouterr()
    with pytest.raises(EOFError):
        talk(ledger, EOFError)
    assert capsys.readouterr().err.startswith("irregular: the game was over with hand 3; begin the next game with")


def test_a_hand_that_ends_the_game_says_what_comes_next(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        run("add", "we", "straight")
    comes = "\n\nSend it: canasta-score export -o evening.html\n"
    for ends in (True, False):
        capsys.readouterr()
        talk(Path(ledger.name), "straight", *NONE_OF_THEY, "y")
        assert (comes in capsys.readouterr().out) is ends
