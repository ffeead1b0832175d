"""`reconcile` with a running total, as papers have them: what it makes of the hand, and which hand may be wrong."""

import re
from pathlib import Path
from typing import Any

import pytest
from support.command_line import run_json, run_ok
from support.wording import Wording

FIRST = "we r2 n1 m1 t200 h30 they m1 t105 h20"  # nvso: 1,270, and 300 + 105 - 20 = 385
SECOND = "we r1 m1 t180 h35 they n2 t300 h85"  # 445, and 1,000 + 300 - 85 = 1,215: 1,600 after it
THIRD = "we n1 t100 they r1 b2 t105 h85"  # 600, and -400 - 105 - 85 = -590: 1,010 after it


@pytest.fixture(autouse=True)
def three_hands(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play three hands on a wide terminal."""
    monkeypatch.setenv("COLUMNS", "200")
    run_ok("new", "--we", "Ann & Bob", "--they", "Cy & Di")
    for hand in (FIRST, SECOND, THIRD):
        run_ok("add", *hand.split())


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
    assert [slip["tally"] for slip in value["slips"]] == ["we n1 t100 they r1 b2 t150 h85"]
    check(wording, "near the running total", "3 they 965")


def test_programs_read_what_it_makes_of_the_hand() -> None:
    value, of_the_hand = reconciled("3", "they", "965"), reconciled("3", "they", "-635")
    assert value["slips"] == of_the_hand["slips"]
    assert (len(value["notes"]), of_the_hand["notes"]) == (1, [])
    assert list(value) == list(of_the_hand)


def test_a_total_of_the_hand_that_mistakes_explain_stays_one() -> None:
    # 10 more than the running total, and a canasta of wild cards, two sevens ... in place of nothing
    value = reconciled("2", "they", "1715")
    assert (value["as_total"], value["difference"], value["notes"]) == (1715, 500, [])


def test_a_number_near_the_running_total_is_one_where_only_two_mistakes_make_it_a_total_of_the_hand() -> None:
    run_ok("add", *"we n1 t100 they r1 b2 t105 h185".split())  # -690: 320
    run_ok("add", *"we n1 t100 they t10 h50".split())  # -60: 260
    # 300 + 10 + 50 with a mixed canasta and the cards left in hand added, which is 100 off the running total
    for words in (("5", "they", "360"), ("5", "they", "360", "--all")):
        value = reconciled(*words)
        assert (value["disputed"], value["as_total"], len(value["notes"])) == (360, 40, 1)


def test_in_the_first_hand_there_is_no_other_running_total() -> None:
    value = reconciled("1", "they", "386")
    assert (value["as_total"], value["difference"], value["notes"]) == (386, 1, [])


def test_the_mistake_may_be_in_an_earlier_hand(wording: Wording) -> None:
    # 150 for 105 in hand 1: 45 more, which nothing in hand 2 makes, nor one that is canceled
    run_ok("void", "3")
    run_ok("add", *THIRD.split())
    assert "canasta-score reconcile 1 they 430" in lines("2", "they", "1645")[-2]
    check(wording, "in an earlier hand", "2 they 1645")
    Path("canasta.toml").rename("b.toml")
    assert "canasta-score reconcile -l b.toml 1 they 430" in lines("2", "they", "1645", "-l", "b.toml")[-2]


def test_no_earlier_hand_is_named_where_a_mistake_in_this_one_explains_it(wording: Wording) -> None:
    # a second natural canasta makes 500 more in hand 3, and would in hand 1
    assert "reconcile" not in "\n".join(lines("3", "we", "2815"))
    check(wording, "in this hand", "3 we 2815")


def test_a_running_total_with_two_digits_swapped_is_noticed(wording: Wording) -> None:
    assert reconciled("2", "we", "1751")["swapped_in_writing"] is True  # 1,270 + 445
    check(wording, "digits swapped", "2 we 1751")


def test_the_running_total_before_a_correction_is_known(wording: Wording) -> None:
    run_ok("note", "late")
    run_ok("fix", "1", "they", "table=200")  # 95 more: 1,695 and 1,105
    run_ok("fix", "3", "they", "hand=90")  # 5 less: 1,100
    for words in ("2 they 1600", "3 they 1010", "3 they 1105"):
        check_notes(wording, "before a correction", words)
    run_ok("void", "1")  # 480 less
    check_notes(wording, "before a correction", "3 they 1100")


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


def test_a_paper_may_have_missed_a_correction_made_before_the_hand_was_recorded(wording: Wording) -> None:
    run_ok("fix", "1", "we", "table=190")  # 10 less: 2,305 after hand 3
    run_ok("add", *"we n1 t100 they n1 t100".split())  # 600: 2,905, and 2,915 where that was missed
    run_ok("fix", "4", "they", "table=110")
    check_notes(wording, "a missed correction", "4 we 2915")
    assert not any(mentions("hand 1", note) for note in reconciled("4", "they", "1620")["notes"])


def test_a_paper_may_have_missed_that_a_hand_was_canceled_and_one_of_two_corrections(wording: Wording) -> None:
    run_ok("fix", "1", "they", "table=115")  # 10 more
    run_ok("fix", "1", "they", "table=135", "hand=25")  # 20 more, and 5 less: 1,035 after hand 3
    run_ok("void", "2")  # 1,215 less
    run_ok("add", *"we n1 t100 they n1 t100".split())  # 600: 420 in all
    check_notes(wording, "a missed cancellation", "4 they 1635")
    check_notes(wording, "a missed cancellation", "4 they 405")
    run_ok("void", "1")  # 410 less, with its corrections
    check_notes(wording, "a missed cancellation", "4 they 420")
    assert not any(mentions("hand 1", note) for note in reconciled("4", "they", "0")["notes"])


def test_without_a_correction_there_may_be_no_hand_to_score(wording: Wording) -> None:
    run_ok("add", *"we base=500 t100 they n1 t100".split())
    run_ok("fix", "4", "we", "base=0", "n1")
    run_ok("fix", "4", "we", "mixed=1")
    run_ok("add", *"we n1 t100 they n1 t100".split())
    check_notes(wording, "no hand to score", "5 we 3515")
