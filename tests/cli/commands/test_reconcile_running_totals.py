"""`reconcile` with a running total, as papers have them: what it makes of the hand, and which hand may be wrong."""

import re
from pathlib import Path
from typing import Any

import pytest
from support.command_line import lay, run_json, run_ok
from support.wording import Wording

pytestmark = pytest.mark.usefixtures("sentences")

FIRST = "we r2 n1 m1 t200 h30 they m1 t105 h20"  # nvso: 1,270, and 300 + 105 - 20 = 385
SECOND = "we r1 m1 t180 h35 they n2 t300 h85"  # 445, and 1,000 + 300 - 85 = 1,215: 1,600 after it
THIRD = "we n1 t100 they r1 b2 t105 h85"  # 600, and -400 - 105 - 85 = -590: 1,010 after it


@pytest.fixture(autouse=True)
def three_hands(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play three hands on a wide terminal."""
    monkeypatch.setenv("COLUMNS", "200")
    lay("new --we 'Ann & Bob' --they 'Cy & Di'", *(f"add {hand}" for hand in (FIRST, SECOND, THIRD)))


def lines(*words: str) -> list[str]:
    return run_ok("reconcile", *words).rstrip("\n").split("\n")


def check(wording: Wording, section: str, words: str) -> None:
    """Check the whole output of a command."""
    wording.check_wording("running_totals", [section, words], run_ok("reconcile", *words.split()))


def check_notes(wording: Wording, section: str, words: str) -> None:
    """Check what is noted about a total."""
    wording.check_wording("running_totals", [section, words], reconciled(*words.split())["notes"])


def mentions(hand: str, note: str) -> bool:
    return re.search(rf"{hand}\b", note) is not None


def reconciled(*words: str) -> dict[str, Any]:
    return run_json("reconcile", *words, "--json")


def test_a_number_near_the_running_total_is_taken_for_one(wording: Wording) -> None:
    # 150 entered for 105 takes 45 more off the side without a canasta: -635, and 965
    value = reconciled("3", "they", "965")
    assert [value[key] for key in ("total", "disputed", "as_total", "difference")] == [-590, 965, -635, -45]
    assert value["slips"][0]["tally"] == "we n1 t100 they r1 b2 t150 h85"
    check(wording, "near the running total", "3 they 965")


def test_programs_read_what_it_makes_of_the_hand() -> None:
    value, of_the_hand = reconciled("3", "they", "965"), reconciled("3", "they", "-635")
    assert value["slips"] == of_the_hand["slips"]
    assert (value["running"], of_the_hand["running"], of_the_hand["notes"]) == (True, False, [])
    assert list(value) == list(of_the_hand)


def test_a_total_of_the_hand_that_mistakes_explain_stays_one() -> None:
    # 10 more than the running total, and a canasta of wild cards, two sevens ... in place of nothing
    value = reconciled("2", "they", "1715")
    assert (value["as_total"], value["difference"], value["running"]) == (1715, 500, False)
    figure, if_running = value["notes"]
    assert figure == "1,715 is the running total of Ann & Bob after hand 2."
    assert reconciled(*if_running.rpartition("reconcile ")[2].split())["as_total"] == 1330  # 115 more


def test_a_number_near_the_running_total_is_one_where_only_two_mistakes_make_it_a_total_of_the_hand() -> None:
    run_ok("add", *"we n1 t100 they r1 b2 t105 h185".split())  # -690: 320
    run_ok("add", *"we n1 t100 they t10 h50".split())  # -60: 260
    # 300 + 10 + 50 with a mixed canasta and the cards left in hand added, which is 100 off the running total
    for words in (("5", "they", "360"), ("5", "they", "360", "--all")):
        value = reconciled(*words)
        assert (value["disputed"], value["as_total"], value["running"]) == (360, 40, True)


def test_in_the_first_hand_there_is_no_other_running_total() -> None:
    value = reconciled("1", "they", "390")
    assert (value["as_total"], value["difference"], value["notes"], value["running"]) == (390, 5, [], False)


@pytest.mark.parametrize(
    ("total", "what"),
    [
        ("1010", "the running total of Cy & Di after hand 3"),
        ("1715", "the running total before hand 3"),  # this hand was not added yet
        ("2200", "with this hand added to the points of Cy & Di"),  # 1,600 + 600
        ("1870", "without hand 2"),
        ("2915", "with hand 3 added twice"),
        ("1115", "with hand 3 subtracted"),
        ("1125", "with the points of Cy & Di from hand 3"),  # 1,715 - 590
        ("3085", "with the points of Cy & Di from hand 2"),  # 2,315 - 445 + 1,215
        ("1270", "the total of Ann & Bob in hand 1"),
        ("-590", "the total of Cy & Di in this hand"),
        ("-2315", "2,315 with a minus sign"),
        ("23150", "2,315 with a zero too many"),
    ],
)
def test_a_running_total_that_was_written_wrong_is_recognized(total: str, what: str) -> None:
    assert any(note.endswith(f"{what}.") for note in reconciled("3", "we", total)["notes"])


@pytest.mark.parametrize("total", ["1115", "515", "525"])  # 1,715 without 600, with it subtracted, with -590 for it
def test_a_later_hand_is_in_no_running_total(total: str) -> None:
    assert not any(mentions("hand 3", note) for note in reconciled("2", "we", total)["notes"])


def test_an_adjustment_may_be_left_out_or_have_the_wrong_sign() -> None:
    run_ok("adjust", "we", "-100")  # 2,215
    run_ok("add", *"we n1 t120 they n1 t100".split())  # 620: 2,835
    for total, what in (("2935", "without the adjustment of -100 points"), ("3035", "the adjustment of -100 points")):
        assert any(note.endswith(f"{what}.") for note in reconciled("4", "we", total)["notes"])


def test_points_at_the_start_may_be_left_out() -> None:
    run_ok("new", "-l", "b.toml", "--start", "we=500")
    run_ok("add", "-l", "b.toml", *FIRST.split())  # 1,770
    (note,) = reconciled("1", "we", "1275", "-l", "b.toml")["notes"] or [""]
    assert note == ""
    assert "500 points before this hand" in reconciled("1", "we", "1270", "-l", "b.toml")["notes"][0]
    run_ok("add", "-l", "b.toml", *SECOND.split())  # 2,215
    assert "500 points at the start" in reconciled("2", "we", "1715", "-l", "b.toml")["notes"][0]


def test_the_mistake_may_be_in_an_earlier_hand(wording: Wording) -> None:
    # 150 for 105 in hand 1: 45 more, which nothing in hand 2 makes, nor one that is canceled
    run_ok("void", "3")
    run_ok("add", *THIRD.split())
    assert "The mistake can also be in hand 1: canasta-score reconcile 1 they 430" in lines("2", "they", "1645")
    check(wording, "in an earlier hand", "2 they 1645")
    Path("canasta.toml").rename("b.toml")
    assert "canasta-score reconcile -l b.toml 1 they 430" in run_ok("reconcile", "2", "they", "1645", "-l", "b.toml")


def test_an_earlier_hand_is_named_beside_a_mistake_in_this_one(wording: Wording) -> None:
    # a second natural canasta makes 500 more in hand 3, and would in hand 1
    assert "The mistake can also be in hand 1: canasta-score reconcile 1 we 1770" in lines("3", "we", "2815")
    check(wording, "in this hand", "3 we 2815")


def test_a_running_total_with_two_digits_swapped_is_noticed(wording: Wording) -> None:
    assert reconciled("2", "we", "7115")["swapped_in_writing"] is True  # 1,270 + 445
    check(wording, "digits swapped", "2 we 7115")


def test_the_running_total_before_a_correction_is_known(wording: Wording) -> None:
    run_ok("note", "late")
    run_ok("fix", "1", "they", "table=200")  # 95 more: 1,695 and 1,105
    run_ok("fix", "3", "they", "hand=90")  # 5 less: 1,100
    for words in ("2 they 1600", "3 they 1010"):
        check_notes(wording, "before a correction", words)


def test_a_later_correction_changes_no_running_total() -> None:
    run_ok("fix", "3", "they", "hand=90")
    assert not any(mentions("hand 3", note) for note in reconciled("2", "they", "1595")["notes"])


def test_a_correction_for_another_side_changes_no_running_total_of_this_one(wording: Wording) -> None:
    run_ok("fix", "1", "we", "table=300")
    run_ok("fix", "3", "they", "hand=90")  # 1,005
    assert not any(mentions("hand 1", note) for note in reconciled("3", "they", "1010")["notes"])
    check_notes(wording, "another side corrected", "3 they 1010")


def test_what_is_still_the_running_total_never_was_it() -> None:
    run_ok("fix", "1", "they", "table=200")
    run_ok("fix", "1", "they", "table=105")
    assert not any(mentions("hand 1", note) for note in reconciled("3", "they", "1010")["notes"])


def test_a_whole_hand_may_be_missing_here(wording: Wording) -> None:
    # by nvso 100 + 2,500 + 600 + 100 + 490: no mistake in one hand makes 3,790 from 1,010 after hand 3
    check(wording, "a hand is missing", "3 they 4800")
    run_ok("add", *"we b2 m1 t180 h95 they r1 sevens m2 o t490".split())
    assert reconciled("4", "they", "4800")["difference"] == 0


def test_a_hand_that_is_missing_in_a_game_that_is_over_is_put_in_its_place(wording: Wording) -> None:
    run_ok("end")
    check_notes(wording, "a hand is missing and the game is over", "3 they 4800")


class TestFiveHandsAlike:
    """A list at the table stays short: what has more than three answers names three of them."""

    MIXED_CANASTA = 300  # points

    @pytest.fixture(autouse=True)
    def five_hands(self, three_hands: None, game_folder: Path) -> None:
        """Play a game of five hands of the same points, and a sixth."""
        (game_folder / "canasta.toml").unlink()
        lay("new -v classic --we Ann --they Bob", *["add we m2 t200 o they h20"] * 5, "add we t150 h20 they n1 t200 o")

    def test_at_most_three_earlier_hands_are_named_the_newest_first(self) -> None:
        total = run_json("show", "--json")["hands"][4]["sides"]["we"]["running"]
        notes = reconciled("5", "we", str(total - self.MIXED_CANASTA))["notes"]
        named = [match[1] for note in notes if (match := re.search(r"mistake can also be in hand (\d)", note))]
        assert named == ["4", "3", "2"]

    def test_at_most_three_figures_are_named_that_a_total_may_be(self) -> None:
        total = run_json("show", "--json")["hands"][0]["sides"]["we"]["total"]
        notes = " ".join(reconciled("6", "we", str(total))["notes"])
        assert [number for number in range(1, 6) if f"total of Ann in hand {number}" in notes] == [1, 2, 3]
