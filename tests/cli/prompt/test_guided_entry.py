"""Guided entry as a dialogue: what is answered, what the program replies, and what is recorded in the end."""

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from socket import gethostname

import pytest
import typer
from support.command_line import lay, run
from support.typist import answering
from support.wording import Wording

from canasta_score import read_ledger
from canasta_score.cli.prompt.guided_entry import GuidedEntry
from canasta_score.cli.prompt.questions import RECORD_ANYWAY_QUESTION, AskFunction, Words, interpret_reply
from canasta_score.cli.recording import open_game
from canasta_score.game.storage import drafts
from canasta_score.game.storage.drafts import Draft, Writer, load_draft, save_draft


@pytest.fixture
def ledger(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("COLUMNS", "120")
    lay("new --we 'Ann & Bob' --they 'Cy & Di'")
    return game_folder / "canasta.toml"


def talk(ledger: Path, *answers: str | type[BaseException], anyway: bool = False) -> GuidedEntry:
    """Answer the questions of a hand and record it."""
    hand = GuidedEntry(open_game(Path(ledger.name)), answering(*answers), anyway=anyway)
    hand.record()
    return hand


def facts_in(ledger: Path) -> list[object]:
    return [hand.facts for hand in read_ledger(ledger).hands]


NONE = [""] * 7  # red, black, natural, mixed, out, table, hand
WE = ["3", "2", "2", "1", "y", "325", ""]
THEY = ["1", "2", "1", "3", "305", "30"]  # nobody asks a second side whether it went out
AFTER_OUT = [""] * 6
PUBLISHED = {
    "we": {"red": 3, "black": 2, "natural": 2, "mixed": 1, "out": 1, "table": 325},
    "they": {"red": 1, "black": 2, "natural": 1, "mixed": 3, "table": 305, "hand": 30},
}


def test_a_hand_is_entered_shown_confirmed_and_recorded(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    talk(ledger, *WE, *THEY, "y")
    assert facts_in(ledger) == [PUBLISHED]
    wording.check_wording("guided_entry", ["a whole hand"], capsys.readouterr().out)


def test_enter_alone_records_a_hand_in_which_nothing_is_unlikely(ledger: Path) -> None:
    talk(ledger, *WE, *THEY, "")
    assert facts_in(ledger) == [PUBLISHED]


def test_going_back_keeps_every_answer(ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording) -> None:
    talk(ledger, "1", "2", "<", "<", "3", "", *NONE[2:], *NONE, "y")
    assert facts_in(ledger) == [{"we": {"red": 3, "black": 2}, "they": {}}]
    wording.check_wording("guided_entry", ["going back"], capsys.readouterr().out)


def test_going_back_leads_over_the_end_and_over_the_sides(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    talk(ledger, "<", *NONE, "<", "5", *NONE, "<", "15", "maybe", "y")
    assert facts_in(ledger) == [{"we": {"hand": 5}, "they": {"hand": 15}}]
    shown = capsys.readouterr().out
    assert shown.count("\nAnn & Bob\n") == 2
    wording.check_wording("guided_entry", ["going back over the sides"], shown)


def test_an_impossible_answer_is_refused_at_once_and_asked_again(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    talk(ledger, "5", "4", "", "", "", "", "160", "", *NONE, "y")
    assert facts_in(ledger) == [{"we": {"red": 4, "table": 160}, "they": {}}]
    wording.check_wording("guided_entry", ["impossible answers"], capsys.readouterr().err)


def test_a_table_that_cannot_hold_the_canastas_is_refused_at_its_question(ledger: Path) -> None:
    talk(ledger, "", "", "2", "1", "", "", "5", "140", "5", *NONE, "y")
    assert facts_in(ledger) == [{"we": {"natural": 2, "mixed": 1, "table": 140, "hand": 5}, "they": {}}]


def test_an_answer_against_the_rules_is_warned_of_and_taken(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    talk(ledger, "", "", "1", "", "y", "160", "", *AFTER_OUT, "y")
    assert facts_in(ledger) == [{"we": {"natural": 1, "out": 1, "table": 160}, "they": {}}]
    wording.check_wording("guided_entry", ["an answer against the rules"], capsys.readouterr().err)


@pytest.mark.parametrize("at", ["natural", "table", "end"])
def test_a_rare_canasta_may_be_the_second_that_going_out_needs(
    ledger: Path, at: str, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, last = (
        ["we aces" if at == "end" else "aces"] if at == place else [] for place in ("natural", "table", "end")
    )
    talk(ledger, "", "", *first, "", "1", "y", *second, "310", "", *AFTER_OUT, *last, "y")
    assert facts_in(ledger) == [{"we": {"mixed": 1, "out": 1, "table": 310, "aces": 1}, "they": {}}]
    asked = capsys.readouterr()
    assert asked.err.count("going out needs") == (at == "end")  # by then, all other answers are given


def test_with_anyway_the_hand_is_marked(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hand = talk(ledger, "9", "", *NONE[1:], *NONE, "y", anyway=True)
    assert facts_in(ledger) == [{"we": {"red": 9}, "they": {}}]
    assert hand.format_line() == "we r9 --anyway"
    assert read_ledger(ledger).hands[0].accepted_anyway
    assert capsys.readouterr().err.count("9 red threes") == 1


def test_with_anyway_what_is_wrong_only_with_the_last_answer_is_said(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk(ledger, "", "", "", "1", "y", "310", "", *AFTER_OUT, "we aces", "y", anyway=True)
    assert facts_in(ledger) == [{"we": {"mixed": 1, "out": 1, "table": 310, "aces": 1}, "they": {}}]
    assert capsys.readouterr().err.count("warning: going out needs 2 canastas, but Ann & Bob had 1\n") == 1


@pytest.mark.parametrize("at", range(7))
def test_a_special_hand_can_be_named_at_any_question_and_ends_those_of_its_side(ledger: Path, at: int) -> None:
    talk(ledger, *NONE[:at], "straight", *NONE, "y")
    assert facts_in(ledger) == [{"we": {"straight": 1}, "they": {}}]


def test_a_rare_item_can_be_named_at_any_question_which_is_asked_again(ledger: Path) -> None:
    talk(ledger, "1", "threes in hand 2", "1", "", "", "", "", "25", *NONE, "we extra=50", "y")
    facts = {"red": 1, "black": 1, "hand": 25, "threes-in-hand": 2, "extra": 50}
    assert facts_in(ledger) == [{"we": facts, "they": {}}]


def test_an_everyday_item_can_be_named_at_an_earlier_question_and_is_asked_for_with_its_number(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = ["add table=225", "table 226", "1", "7xK", "", "1", *NONE[3:6], "hand=5"]
    talk(ledger, *start, *NONE, "e", "we extra", "y", "", "y")
    assert facts_in(ledger) == [{"we": {"red": 1, "natural": 1, "table": 225, "hand": 5}, "they": {}}]
    shown = capsys.readouterr()
    assert shown.out.count("Noted: ") == 1
    assert "Points of the cards on the table? [225]" in shown.out
    assert "table=226" in shown.err
    assert shown.err.count("type ? for the list") == 1


def test_a_line_at_a_question_changes_earlier_answers_of_both_sides(ledger: Path) -> None:
    line = "they black=1 natural=0 mixed=2 t200 h45, we penalty=0"
    talk(ledger, "1", *NONE[:5], "penalty=50", "", "", "5", line, "y")
    assert facts_in(ledger) == [{"we": {"red": 1}, "they": {"black": 1, "mixed": 2, "table": 200, "hand": 45}}]


def test_items_without_a_side_are_of_the_side_that_is_asked_about(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk(ledger, *NONE, "", "", "5", "1", "", "185", "natural=0", "mixed=0 r1", "185", "", "y")
    assert facts_in(ledger) == [{"we": {}, "they": {"red": 1, "table": 185}}]
    assert "type <" in capsys.readouterr().err


def test_a_whole_hand_in_one_line_at_a_question_is_shown_and_confirmed(ledger: Path) -> None:
    talk(ledger, "1", "we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30", "y")
    assert facts_in(ledger) == [PUBLISHED]


def test_an_impossible_line_at_a_question_changes_nothing(ledger: Path) -> None:
    talk(ledger, "2", "red=5 hand=5", "we hand=5 nonsense=1", *NONE[1:], *NONE, "y")
    assert facts_in(ledger) == [{"we": {"red": 2}, "they": {}}]


def test_a_line_that_cannot_be_used_says_where_lines_are_typed(
    ledger: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    talk(ledger, "we 2 naturals 1 mixed 1,200", *WE, *THEY, "y")
    assert "hint: to enter the whole hand in one line, press Ctrl-C first\n" in capsys.readouterr().err
    assert facts_in(ledger) == [PUBLISHED]


@pytest.mark.parametrize("word", ["quit", "Exit", " cancel ", "stop"])
def test_words_leave_a_question_as_ctrl_c_does(word: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        interpret_reply(word)
    assert [interpret_reply(reply) for reply in ("Help", "q", "2")] == ["?", "q", "2"]


def test_yes_and_no_take_no_number_and_a_count_takes_no_yes(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk(ledger, "y", "3", "", "2", "", "1", "0", "yes", "325", "y", "5", *AFTER_OUT, "y")
    assert facts_in(ledger) == [{"we": {"red": 3, "natural": 2, "out": 1, "table": 325, "hand": 5}, "they": {}}]
    assert capsys.readouterr().err.count("error: ") == 4


class TestChangingAnAnswer:
    """At the last question, any answer of either side can be changed by its name."""

    @pytest.mark.parametrize(
        "typed",
        [
            ("they table=295",),
            ("cy t295",),
            ("them table 295",),
            ("they table", "295"),
            ("Di table", "295"),
            ("e", "they table", "295"),
            ("edit", "cy t295"),
            ("edit", "what?", "they table", "295"),
            ("n", "", "they table=295"),
        ],
    )
    def test_by_its_name(self, ledger: Path, typed: tuple[str, ...]) -> None:
        talk(ledger, *WE, *THEY, *typed, "")
        assert facts_in(ledger) == [{**PUBLISHED, "they": {**PUBLISHED["they"], "table": 295}}]

    def test_of_the_other_side_and_of_yes_or_no(self, ledger: Path) -> None:
        talk(ledger, *WE, *THEY, "we out", "n", "we out", "they went out", "we hand=40", "they hand=0", "")
        we = {name: number for name, number in PUBLISHED["we"].items() if name != "out"}
        they = {name: number for name, number in PUBLISHED["they"].items() if name != "hand"}
        assert facts_in(ledger) == [{"we": {**we, "hand": 40}, "they": {**they, "out": 1}}]

    def test_of_a_rare_item(self, ledger: Path) -> None:
        talk(ledger, *WE, *THEY, "they open-sevens", "they open-sevens", "open-sevens", "")
        assert facts_in(ledger) == [{**PUBLISHED, "they": {**PUBLISHED["they"], "open-sevens": 1}}]

    @pytest.mark.parametrize("reply", ["we base=2200", "they total=2075", "we base=2200 red=1"])
    def test_to_what_no_question_asks_for_is_refused(
        self, ledger: Path, capsys: pytest.CaptureFixture[str], reply: str
    ) -> None:
        talk(ledger, *WE, *THEY, reply, "")
        assert facts_in(ledger) == [PUBLISHED]
        assert capsys.readouterr().err.startswith("error: ")

    def test_to_what_cannot_be_is_refused_until_it_is_put_right(self, ledger: Path) -> None:
        talk(ledger, *WE, *THEY, "they red=4", "they red=1", "")
        assert facts_in(ledger) == [PUBLISHED]

    @pytest.mark.parametrize("typed", [("", "", ""), ("edit", "", "")])
    def test_enter_leaves_all_as_it_is(self, ledger: Path, typed: tuple[str, ...]) -> None:
        start = ("n", "") if typed[0] == "" else ()
        talk(ledger, *WE, *THEY, *start, *typed[1:])
        assert facts_in(ledger) == [PUBLISHED]

    @pytest.mark.parametrize("reply", ["maybe", "table=295", "we", "we x", "eve table=5", "we table=x"])
    def test_what_names_no_answer_is_asked_again(self, ledger: Path, reply: str) -> None:
        talk(ledger, *WE, *THEY, reply, "y")
        assert facts_in(ledger) == [PUBLISHED]


def test_no_asks_whether_to_drop_the_answers(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk(ledger, *WE, *THEY, "n", "y")
    assert facts_in(ledger) == []
    assert "Throw away this hand? [y/N]" in capsys.readouterr().out


class TestDrafts:
    """What is entered is on the disk after every question, and offered the next time."""

    def test_a_hand_that_was_left_is_continued_where_it_was(
        self, ledger: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for done in range(1, len(WE) + len(THEY) + 1):
            start = ["y"] if done > 1 else []
            with pytest.raises(KeyboardInterrupt):
                talk(ledger, *start, [*WE, *THEY][done - 1], KeyboardInterrupt)
        assert facts_in(ledger) == []
        shown = capsys.readouterr().out
        assert "Hand 1 was half entered at " in shown
        assert ": we r3 b2 n2 m1 o t325\nContinue? [Y/n]" in shown  # what is entered already
        talk(ledger, "", "y")
        assert facts_in(ledger) == [PUBLISHED]
        assert load_draft(ledger) is None

    @pytest.mark.parametrize("ending", [("y",), ("n", "y")], ids=["recorded", "dropped"])
    def test_the_draft_goes_with_the_hand(self, ledger: Path, ending: tuple[str, ...]) -> None:
        talk(ledger, *WE, *THEY, *ending)
        assert load_draft(ledger) is None
        assert sorted(path.name for path in ledger.parent.iterdir() if "draft" in path.name) == []

    def test_a_draft_that_is_not_wanted_goes(self, ledger: Path) -> None:
        with pytest.raises(EOFError):
            talk(ledger, "4", EOFError)
        talk(ledger, "n", *WE, *THEY, "y")
        assert facts_in(ledger) == [PUBLISHED]

    def test_nothing_entered_leaves_no_draft(self, ledger: Path) -> None:
        with pytest.raises(KeyboardInterrupt):
            talk(ledger, "", "", KeyboardInterrupt)
        assert load_draft(ledger) is None

    def test_a_hand_that_was_finished_in_one_line_is_not_offered(self, ledger: Path) -> None:
        with pytest.raises(KeyboardInterrupt):
            talk(ledger, "4", KeyboardInterrupt)
        assert run("add", "we", "r4", "t160", "h5", "they", "t130", "h5").code == 0
        talk(ledger, *WE, *THEY, "y")
        assert facts_in(ledger)[1] == PUBLISHED

    @pytest.mark.parametrize(("reply", "rest"), [("y", WE[1:]), ("", WE), ("n", WE)])
    def test_the_answers_of_a_hand_that_was_recorded_otherwise_are_offered_for_the_next(
        self, ledger: Path, reply: str, rest: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        with pytest.raises(KeyboardInterrupt):
            talk(ledger, WE[0], KeyboardInterrupt)
        assert run("add", "we", "r2", "t160", "h5", "they", "t130", "h5").code == 0
        capsys.readouterr()
        talk(ledger, reply, *rest, *THEY, "y")
        assert facts_in(ledger)[1] == PUBLISHED
        shown = capsys.readouterr().out
        assert shown.startswith("Hand 1 was half entered at ")
        assert ": we r3\nNow hand 2 is next." in shown
        assert load_draft(ledger) is None

    def test_the_answers_for_a_hand_after_the_next_are_offered_for_the_next(self, ledger: Path) -> None:
        assert run("add", "we", "t160", "h5", "they", "t130", "h5").code == 0
        with pytest.raises(KeyboardInterrupt):
            talk(ledger, WE[0], KeyboardInterrupt)
        assert run("undo").code == 0
        talk(ledger, "y", *WE[1:], *THEY, "y")
        assert facts_in(ledger) == [PUBLISHED]

    @pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"hand": 1}', "\x00", "[" * 100_000])
    def test_a_draft_that_cannot_be_read_is_named_and_set_aside(
        self, ledger: Path, text: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        ledger.with_name(".canasta.toml.draft").write_text(text)
        talk(ledger, *WE, *THEY, "y")
        assert facts_in(ledger) == [PUBLISHED]
        heard = capsys.readouterr().err
        assert heard.startswith('note: the half-entered hand in ".canasta.toml.draft" cannot be read\nhint: ')

    def test_a_draft_with_items_that_the_rules_do_not_know_leaves_them_out(self, ledger: Path) -> None:
        time = datetime(2026, 11, 21, 21, 14, tzinfo=UTC)
        nobody = Writer(name="ann", host="elsewhere", process=1)
        facts = {"we": {"red": 3, "unknown": 2, "black": -1}, "eve": {"red": 1}}
        save_draft(ledger, Draft(hand=1, facts=facts, position=999, started_at=time, writer=nobody))
        talk(ledger, "", "y")
        assert facts_in(ledger) == [{"we": {"red": 3}, "they": {}}]

    def test_the_draft_of_another_window_says_whose_it_is(
        self, ledger: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        time = datetime(2026, 11, 21, 21, 14, tzinfo=UTC)
        other = Writer(name="zoe", host=gethostname(), process=os.getppid())
        draft = Draft(hand=1, facts={"we": {"red": 3}}, position=1, started_at=time, writer=other)
        save_draft(ledger, draft)
        talk(ledger, "n", *WE, *THEY, "y")
        assert "Hand 1 is being entered by zoe in another window" in capsys.readouterr().out
        assert load_draft(ledger) == draft  # it stays the other one's

    def test_where_the_folder_cannot_be_written_the_hand_is_entered_without_a_draft(
        self, ledger: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        refused: list[object] = []

        def refuse(path: Path, *_: object, **__: object) -> None:
            refused.append(path.name)
            raise PermissionError

        monkeypatch.setattr(drafts, "write_atomically", refuse)
        talk(ledger, *WE, *THEY, "y")
        assert facts_in(ledger) == [PUBLISHED]
        assert {*refused} == {".canasta.toml.draft"}


@pytest.mark.parametrize("leaving", [KeyboardInterrupt, EOFError])
def test_leaving_shows_all_answers_so_far_even_those_after_the_question(
    ledger: Path, capsys: pytest.CaptureFixture[str], leaving: type[BaseException], wording: Wording
) -> None:
    with pytest.raises(leaving):
        talk(ledger, "3", "2", "", "", "", "100", "<", "<", "<", leaving)
    heard = capsys.readouterr()
    wording.check_wording("guided_entry", ["leaving in the middle"], heard.err)
    assert heard.out.endswith("\n    we r3 b2 t100\n")
    assert facts_in(ledger) == []


def test_leaving_at_the_end_does_not_ask_for_the_rest_of_the_hand(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    with pytest.raises(KeyboardInterrupt):
        talk(ledger, "3", *NONE[1:], *NONE, KeyboardInterrupt)
    wording.check_wording("guided_entry", ["leaving at the end"], capsys.readouterr().err)


def test_an_impossible_answer_leaves_the_earlier_one(ledger: Path) -> None:
    talk(ledger, "3", "<", "5", "", *NONE[1:], *NONE, "y")
    assert facts_in(ledger) == [{"we": {"red": 3}, "they": {}}]


def test_an_answer_that_another_side_makes_impossible_is_refused_with_the_reason(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    we = ["", "", "", "", "", "160", ""]
    they = ["", "", "", "", "", "100", "60"]
    talk(ledger, *we, *they, "we sevens", "they open-aces stuck-sev threes", "they stuck-sevens=0", "y")
    they_told = {"table": 100, "hand": 60, "open-aces": 1, "threes-in-hand": 1}
    assert facts_in(ledger) == [{"we": {"table": 160, "sevens": 1}, "they": they_told}]
    wording.check_wording("guided_entry", ["an answer that another side makes impossible"], capsys.readouterr().err)


def test_leaving_at_once_records_nothing(ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording) -> None:
    with pytest.raises(KeyboardInterrupt):
        talk(ledger, KeyboardInterrupt)
    assert facts_in(ledger) == []
    wording.check_wording("guided_entry", ["nothing recorded"], capsys.readouterr().err)


def test_a_hand_without_points_must_be_confirmed(ledger: Path, capsys: pytest.CaptureFixture[str]) -> None:
    talk(ledger, *NONE, *NONE, "")
    assert facts_in(ledger) == []
    talk(ledger, *NONE, *NONE, "<", "", "y", "y")
    assert facts_in(ledger) == [{"we": {"table": 0}, "they": {}}]
    assert "we t0\n" in capsys.readouterr().out


def test_a_hand_recorded_meanwhile_is_announced(
    ledger: Path, capsys: pytest.CaptureFixture[str], wording: Wording
) -> None:
    told = ["1", *NONE[1:], *NONE]
    record = ["add", "we", "r1"]

    def late(ask: AskFunction, prompt: str, words: Sequence[str] = ()) -> str:
        """Answer yes just after someone else has recorded a hand."""
        del words
        if prompt != RECORD_ANYWAY_QUESTION:
            return ask(prompt)
        assert run(*record).code == 0
        return "y"

    for still, hands in (("n", 1), ("y", 3)):
        answer = answering(*told, still)
        hand = GuidedEntry(open_game(Path(ledger.name)), partial(late, answer))
        hand.record()
        assert len(facts_in(ledger)) == hands
    wording.check_wording("guided_entry", ["hands recorded meanwhile"], capsys.readouterr().err)


def test_a_question_too_wide_for_the_terminal_has_its_own_lines(
    ledger: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, wording: Wording
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    talk(ledger, "1", *NONE[1:], *NONE, "?", "? wild", "y")
    shown = capsys.readouterr().out
    wording.check_wording("guided_entry", ["a narrow terminal"], shown)
    assert all(len(line) <= 40 for line in shown.split("\n"))


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
        talk(Path(ledger.name), "straight", *NONE, "y", anyway=anyway)
        assert (comes in capsys.readouterr().out) is not anyway


def test_the_item_that_is_proposed_at_the_end_can_apply(game_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay("new -v classic --we 'Walt & Jean' --they 'Hal & Dottie'")
    ledger = game_folder / "canasta.toml"
    everyday = ["", "1", "", "y", "300", ""]  # red, natural, mixed, out, table, hand
    talk(ledger, *everyday, "", "", "", "55", "40", "y")
    shown = capsys.readouterr().out
    assert 'such as "we concealed"' in shown, shown


def test_players_are_offered_where_one_is_asked_for_and_nothing_where_a_number_is(game_folder: Path) -> None:
    lay("new -v cutthroat --side ann=Ann --side bob=Bob --side cy=Cy")
    offered: list[Words] = []

    def ask(_: str, words: Words = (), /) -> str:
        offered.append(words)
        if len(offered) == 4:
            raise KeyboardInterrupt
        return ""

    with pytest.raises(KeyboardInterrupt):
        GuidedEntry(open_game(Path("canasta.toml")), ask, anyway=False).record()
    assert offered == [["ann", "bob", "cy"], (), (), ()]
