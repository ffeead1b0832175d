"""`reconcile` with a running total, as papers have them: what it makes of the hand, and where else the slip may be."""

from pathlib import Path
from typing import Any

import pytest
from support.command_line import run_json, run_ok

FIRST = "we r2 n1 m1 t200 h30 they m1 t105 h20"  # nvso: 1,270, and 300 + 105 - 20 = 385
SECOND = "we r1 m1 t180 h35 they n2 t300 h85"  # 445, and 1,000 + 300 - 85 = 1,215: 1,600 after it
THIRD = "we n1 t100 they r1 b2 t105 h85"  # 600, and -400 - 105 - 85 = -590: 1,010 after it


@pytest.fixture(autouse=True)
def game(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play three hands on a wide terminal."""
    monkeypatch.setenv("COLUMNS", "200")
    run_ok("new", "--we", "Ann & Bob", "--they", "Cy & Di")
    for hand in (FIRST, SECOND, THIRD):
        run_ok("add", *hand.split())


def lines(*words: str) -> list[str]:
    return run_ok("reconcile", *words).rstrip("\n").split("\n")


def reconciled(*words: str) -> dict[str, Any]:
    return run_json("reconcile", *words, "--json")


def test_a_number_near_the_running_total_is_taken_for_one() -> None:
    # 150 told for 105 takes 45 more off the side without a canasta: -635, and 965
    assert lines("3", "they", "965") == [
        "965 is 45 less than the running total after hand 3 (1,010): as a total of the hand it is -635.",
        "Hand 3, Cy & Di: -590 in the ledger, -635 on the other paper, 45 less.",
        "It comes to -635 with this:",
        "  1  on the table 150 in place of 105, two digits swapped",
        "       we n1 t100 they r1 b2 t150 h85",
    ]


def test_programs_read_what_it_makes_of_the_hand() -> None:
    value = reconciled("3", "they", "965")
    assert [value[key] for key in ("total", "disputed", "as_total", "difference")] == [-590, 965, -635, -45]
    assert value["slips"] == reconciled("3", "they", "-635")["slips"]
    assert value["notes"] == [
        "965 is 45 less than the running total after hand 3 (1,010): as a total of the hand it is -635."
    ]
    assert list(value) == list(reconciled("3", "they", "-635"))


def test_a_total_of_the_hand_that_slips_explain_stays_one() -> None:
    # 10 more than the running total, and a canasta of wild cards, two sevens ... in place of nothing
    assert lines("2", "they", "1715")[0] == "Hand 2, Cy & Di: 1,215 in the ledger, 1,715 on the other paper, 500 more."


def test_a_number_near_the_running_total_is_one_where_only_two_slips_make_it_a_total_of_the_hand() -> None:
    run_ok("add", *"we n1 t100 they r1 b2 t105 h185".split())  # -690: 320
    run_ok("add", *"we n1 t100 they t10 h50".split())  # -60: 260
    # 300 + 10 + 50 with a mixed canasta and the cards left in hand added, which is 100 off the running total
    for words in (("5", "they", "360"), ("5", "they", "360", "--all")):
        assert lines(*words)[0] == (
            "360 is 100 more than the running total after hand 5 (260): as a total of the hand it is 40."
        )


def test_in_the_first_hand_there_is_no_other_running_total() -> None:
    assert lines("1", "they", "386")[0] == "Hand 1, Cy & Di: 385 in the ledger, 386 on the other paper, 1 more."


def test_the_slip_may_be_in_an_earlier_hand() -> None:
    # 150 for 105 in hand 1: 45 more, which nothing in hand 2 makes, nor one that is struck
    run_ok("void", "3")
    run_ok("add", *THIRD.split())
    assert lines("2", "they", "1645")[0].startswith("1,645 is 45 more than the running total after hand 2 (1,600)")
    way = "canasta-score reconcile 1 they 430"
    assert lines("2", "they", "1645")[-1] == f"A single slip in hand 1 makes it 45 more: {way}"
    Path("canasta.toml").rename("b.toml")
    way = "canasta-score reconcile -l b.toml 1 they 430"
    assert lines("2", "they", "1645", "-l", "b.toml")[-1] == f"A single slip in hand 1 makes it 45 more: {way}"


def test_no_earlier_hand_is_named_where_a_slip_in_this_one_explains_it() -> None:
    # a second natural canasta makes 500 more in hand 3, and would in hand 1
    assert lines("3", "we", "2815")[2:] == [
        "It comes to 1,100 with this:",
        "  1  natural canastas 1 more",
        "       we n2 t100 they r1 b2 t105 h85",
    ]


def test_a_running_total_with_two_digits_swapped_is_told() -> None:
    value = reconciled("2", "we", "1751")  # 1,270 + 445
    assert value["swapped_in_writing"] is True
    assert "1,751 is 1,715 with two digits swapped: it may be only how it was written." in value["notes"]


def test_the_running_total_before_a_correction_is_known() -> None:
    run_ok("note", "late")
    run_ok("fix", "1", "they", "table=200")  # 95 more: 1,695 and 1,105
    run_ok("fix", "3", "they", "hand=90")  # 5 less: 1,100
    before = "was the running total after hand"
    assert f"1,600 {before} 2 before hand 1 was corrected." in lines("2", "they", "1600")
    assert f"1,010 {before} 3 before hand 1 was corrected." in lines("3", "they", "1010")
    assert f"1,105 {before} 3 before hand 3 was corrected." in lines("3", "they", "1105")
    run_ok("void", "1")  # 480 less
    assert f"1,100 {before} 3 before hand 1 was struck." in lines("3", "they", "1100")


def test_a_later_correction_changes_no_running_total() -> None:
    run_ok("fix", "3", "they", "hand=90")
    assert "before hand" not in "\n".join(lines("2", "they", "1595"))


def test_a_correction_for_another_side_changes_no_running_total_of_this_one() -> None:
    run_ok("fix", "1", "we", "table=300")
    run_ok("fix", "3", "they", "hand=90")  # 1,005
    assert "before hand 1" not in "\n".join(lines("3", "they", "1010"))
    assert "1,010 was the running total after hand 3 before hand 3 was corrected." in lines("3", "they", "1010")


def test_what_is_still_the_running_total_is_not_said_to_have_been_it() -> None:
    run_ok("fix", "1", "they", "table=200")
    run_ok("fix", "1", "they", "table=105")
    assert "before hand" not in "\n".join(lines("3", "they", "1010"))


def test_a_paper_may_have_missed_a_correction_made_before_the_hand_was_recorded() -> None:
    run_ok("fix", "1", "we", "table=190")  # 10 less: 2,305 after hand 3
    run_ok("add", *"we n1 t100 they n1 t100".split())  # 600: 2,905, and 2,915 where that was missed
    run_ok("fix", "4", "they", "table=110")
    assert lines("4", "we", "2915")[:2] == [
        "2,915 is what the running total after hand 4 would be without the correction of hand 1.",
        "2,915 is 10 more than the running total after hand 4 (2,905): as a total of the hand it is 610.",
    ]
    assert reconciled("4", "we", "2915")["notes"][0].endswith("without the correction of hand 1.")
    assert "without" not in "\n".join(lines("4", "they", "1620"))


def test_a_paper_may_have_missed_that_a_hand_was_struck_and_one_of_two_corrections() -> None:
    run_ok("fix", "1", "they", "table=115")  # 10 more
    run_ok("fix", "1", "they", "table=135", "hand=25")  # 20 more, and 5 less: 1,035 after hand 3
    run_ok("void", "2")  # 1,215 less
    run_ok("add", *"we n1 t100 they n1 t100".split())  # 600: 420 in all
    without = "is what the running total after hand 4 would be without the"
    assert lines("4", "they", "1635")[0] == f"1,635 {without} striking of hand 2."
    assert lines("4", "they", "405")[0] == f"405 {without} correction of hand 1."
    run_ok("void", "1")  # 410 less, with its corrections
    assert lines("4", "they", "420")[0] == "420 was the running total after hand 4 before hand 1 was struck."
    assert "correction" not in "\n".join(lines("4", "they", "0"))


def test_without_a_correction_there_may_be_no_hand_to_reckon() -> None:
    run_ok("add", *"we base=500 t100 they n1 t100".split())
    run_ok("fix", "4", "we", "base=0", "n1")
    run_ok("fix", "4", "we", "mixed=1")
    run_ok("add", *"we n1 t100 they n1 t100".split())
    assert "without the correction of hand 4." in lines("5", "we", "3515")[0]
