"""Guided entry as a dialogue: what is answered, what the program replies, and what is recorded in the end."""

from functools import partial
from pathlib import Path

import pytest
import typer
from support.command_line import run
from support.typist import answering
from support.wording import Wording

from canasta_score import read_ledger
from canasta_score.cli.prompt.guided_entry import GuidedEntry
from canasta_score.cli.prompt.questions import RECORD_ANYWAY_QUESTION, AskFunction


@pytest.fixture
def ledger(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "120")
    assert run("new", "--we", "Ann & Bob", "--they", "Cy & Di").code == 0
    return game_folder / "canasta.toml"


def talk(ledger: Path, *answers: str | type[BaseException], anyway: bool = False) -> GuidedEntry:
    """Answer the questions of a hand and record it."""
    hand = GuidedEntry(read_ledger(ledger.name), answering(*answers), anyway=anyway)
    hand.record()
    return hand


def facts_in(ledger: Path) -> list[object]:
    return [hand.facts for hand in read_ledger(ledger).hands]


NONE_OF_WE = ["", "", "", "", "", ""]  # special hand, red, black, table, hand, penalties
NONE_OF_THEY = NONE_OF_WE


def test_a_hand_is_entered_shown_confirmed_and_recorded(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
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
    wording.check_wording("guided_entry", ["a whole hand"], shown)


def test_going_back_keeps_every_answer(ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording) -> None:
    talk(ledger, "", "1", "2", "<", "<", "3", "", *["", "", ""], *NONE_OF_THEY, "y")
    assert facts_in(ledger) == [{"we": {"red": 3, "black": 2}, "they": {}}]
    shown = capsys.readouterr().out
    wording.check_wording("guided_entry", ["going back"], shown)


def test_going_back_to_no_answer_does_not_say_that_enter_keeps_it(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    talk(ledger, "", "", "<", "2", *NONE_OF_WE[2:], *NONE_OF_THEY, "y")
    assert facts_in(ledger) == [{"we": {"red": 2}, "they": {}}]
    wording.check_wording("guided_entry", ["going back to no answer"], capsys.readouterr().out)


def test_answers_that_no_longer_matter_come_back_when_they_do(ledger: Path) -> None:
    told = ["", "2", "", "100", "", "", "", "", "20", ""]  # no canasta: natural, mixed, others, out
    back = ["<"] * len(told)
    laid_and_not = ["straight", "<", "0"]
    again = [""] * (len(told) - 1)
    talk(ledger, *told, *back, *laid_and_not, *again, *NONE_OF_THEY, "y")
    assert facts_in(ledger) == [{"we": {"red": 2, "table": 100, "hand": 20}, "they": {}}]


def test_going_back_leads_over_the_end_and_over_the_sides(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    talk(ledger, "<", *NONE_OF_WE, "<", "threes=1", *NONE_OF_THEY, "<", "3", "maybe", "y")
    assert facts_in(ledger) == [{"we": {"threes-in-hand": 1}, "they": {"threes-in-hand": 3}}]
    shown = capsys.readouterr().out
    assert shown.count("\nAnn & Bob\n") == 2
    wording.check_wording("guided_entry", ["going back over the sides"], shown)


def test_an_impossible_answer_is_refused_at_once_and_asked_again(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    talk(ledger, "", "5", "4", "", "160", "4", "", "", "", "", "", "", *["", "", "", "", ""], "y")
    assert facts_in(ledger) == [{"we": {"red": 4, "table": 160}, "they": {}}]
    wording.check_wording("guided_entry", ["impossible answers"], capsys.readouterr().err)


def test_an_answer_against_the_rules_is_warned_of_and_taken(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    we = ["", "", "", "160", "1", "", "", "y", "", "", ""]
    talk(ledger, *we, "", "", "", "", "", "y")
    assert facts_in(ledger) == [{"we": {"table": 160, "natural": 1, "out": 1}, "they": {}}]
    wording.check_wording("guided_entry", ["an answer against the rules"], capsys.readouterr().err)


def test_with_anyway_the_hand_is_marked(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand = talk(ledger, "", "9", "", "", "", "", "", *NONE_OF_THEY, "y", anyway=True)
    assert facts_in(ledger) == [{"we": {"red": 9}, "they": {}}]
    assert hand.format_line() == "we r9 --anyway"
    assert read_ledger(ledger).hands[0].accepted_anyway
    assert capsys.readouterr().err.count("9 red threes") == 1


@pytest.mark.parametrize("leaving", [KeyboardInterrupt, EOFError])
def test_leaving_shows_all_answers_so_far_even_those_after_the_question(
    ledger: Path, capsys: pytest.CaptureFixture[str], leaving: type[BaseException], wording: Wording
) -> None:
    with pytest.raises(leaving):
        talk(ledger, "", "3", "2", "100", "<", "<", "<", leaving)
    heard = capsys.readouterr()
    wording.check_wording("guided_entry", ["leaving in the middle"], heard.err)
    assert heard.out.endswith("\n    we r3 b2 t100\n")
    assert facts_in(ledger) == []


def test_leaving_at_the_end_does_not_ask_for_the_rest_of_the_hand(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    with pytest.raises(KeyboardInterrupt):
        talk(ledger, "", "3", *NONE_OF_WE[2:], *NONE_OF_THEY, KeyboardInterrupt)
    wording.check_wording("guided_entry", ["leaving at the end"], capsys.readouterr().err)


def test_questions_that_an_answer_removes_are_named_and_come_back(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    told = ["", "", "", "345", "1", "2", "sevens"]
    to_the_table = ["<", "<", "<", "<"]
    talk(ledger, *told, *to_the_table, "20", "<", "343", "345", *[""] * 6, *NONE_OF_THEY, "y")
    assert facts_in(ledger) == [{"we": {"table": 345, "natural": 1, "mixed": 2, "sevens": 1}, "they": {}}]
    heard = capsys.readouterr()
    assert heard.out.count("we natural=1 mixed=2 sevens=1\n") == 1
    wording.check_wording("guided_entry", ["questions that an answer removes"], [heard.out, heard.err])


def test_an_impossible_answer_leaves_the_earlier_one(ledger: Path) -> None:
    talk(ledger, "", "3", "<", "5", "", "", "", "", "", *NONE_OF_THEY, "y")
    assert facts_in(ledger) == [{"we": {"red": 3}, "they": {}}]


def test_an_answer_that_another_side_makes_impossible_is_refused_with_the_reason(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    we = ["", "", "", "160", "", "", "sevens", "", "", ""]
    they = ["", "", "", "100", "", "", "", "60"]
    talk(ledger, *we, *they, "open-aces stuck-sev threes", "open-aces threes", "y")
    they_told = {"table": 100, "hand": 60, "open-aces": 1, "threes-in-hand": 1}
    assert facts_in(ledger) == [{"we": {"table": 160, "sevens": 1}, "they": they_told}]
    wording.check_wording("guided_entry", ["an answer that another side makes impossible"], capsys.readouterr().err)


def test_leaving_at_once_records_nothing(ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording) -> None:
    with pytest.raises(KeyboardInterrupt):
        talk(ledger, KeyboardInterrupt)
    assert facts_in(ledger) == []
    wording.check_wording("guided_entry", ["nothing recorded"], capsys.readouterr().err)


def test_no_records_nothing(ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording) -> None:
    hand = talk(ledger, "", "1", "", "", "", "", *NONE_OF_THEY, "n")
    assert facts_in(ledger) == []
    assert hand.format_line() == "we r1"
    wording.check_wording("guided_entry", ["an unlikely hand that is not recorded"], capsys.readouterr().err)


def test_a_hand_without_points_must_be_confirmed(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk(ledger, *NONE_OF_WE, *NONE_OF_THEY, "")
    assert facts_in(ledger) == []
    talk(ledger, *NONE_OF_WE, *NONE_OF_THEY, "<", "", "y", "y")
    assert facts_in(ledger) == [{"we": {"table": 0}, "they": {}}]
    assert "we t0\n" in capsys.readouterr().out


def test_a_hand_recorded_meanwhile_is_announced(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    told = ["", "1", "", "", "", "", *NONE_OF_THEY]
    record = ["add", "we", "r1"]

    def late(ask: AskFunction, prompt: str) -> str:
        """Say yes just after somebody else has recorded a hand."""
        if prompt != RECORD_ANYWAY_QUESTION:
            return ask(prompt)
        assert run(*record).code == 0
        return "y"

    for still, hands in (("n", 1), ("y", 3)):
        answer = answering(*told, still)
        hand = GuidedEntry(read_ledger(ledger.name), partial(late, answer))
        hand.record()
        assert len(facts_in(ledger)) == hands
    wording.check_wording("guided_entry", ["hands recorded meanwhile"], capsys.readouterr().err)


def test_a_question_too_wide_for_the_terminal_has_its_own_lines(
    ledger: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    talk(ledger, "?", "", "1", *NONE_OF_WE[2:], *NONE_OF_THEY, "y")
    shown = capsys.readouterr().out
    wording.check_wording("guided_entry", ["a narrow terminal"], shown)
    assert all(len(line) <= 60 for line in shown.split("\n"))


def test_a_game_that_is_over_asks_for_no_hand(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    for _ in range(3):
        run("add", "we", "straight")
    capsys.readouterr()
    with pytest.raises(typer.Exit) as ended:
        talk(ledger)
    assert ended.value.exit_code == 3
    wording.check_wording("guided_entry", ["a game that is over"], capsys.readouterr().err)


def test_a_hand_that_ends_the_game_names_the_next_commands(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(2):
        run("add", "we", "straight")
    comes = "canasta-score export -o evening.html\n"
    for anyway in (False, True):
        capsys.readouterr()
        talk(Path(ledger.name), "straight", *NONE_OF_THEY[not anyway :], "y", anyway=anyway)
        assert (comes in capsys.readouterr().out) is not anyway
