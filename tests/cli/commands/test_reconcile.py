"""`reconcile` as a command: what it takes, what it prints, what programs read, and what it refuses."""

from pathlib import Path
from typing import Any

import pytest
from support.command_line import run, run_json, run_ok

from canasta_score import load_variant, score_hand
from canasta_score.hand.tally.parser import parse_tally

FIRST = "we r2 n1 m1 t200 h30 they m1 t100 h20"  # 1,270 and 380
SECOND = "we r1 m1 t180 h35 they r1 b2 t60 h85"  # 445 and -545


@pytest.fixture(autouse=True)
def two_hands(game_folder: Path) -> None:
    """Play two hands."""
    run_ok("new", "--we", "Ann & Bob", "--they", "Cy & Di")
    run_ok("add", *FIRST.split())
    run_ok("add", *SECOND.split())


def reconciled(*words: str) -> dict[str, Any]:
    return run_json("reconcile", *words, "--json")


def test_a_total_may_be_negative_and_have_a_comma() -> None:
    assert reconciled("2", "they", "-425")["difference"] == 120
    assert run_ok("reconcile", "2", "they", "--json", "-425") == run_ok("reconcile", "2", "they", "-425", "--json")
    assert run_ok("reconcile", "2", "they", "--", "-425") == run_ok("reconcile", "2", "they", "-425")
    assert reconciled("1", "we", "-1,230") == reconciled("1", "we", "-1230")
    assert reconciled("1", "we", "-1230")["difference"] == -2500


@pytest.mark.parametrize("side", ["we", "WE", "w", "Ann & Bob", "ann", "a"])
def test_a_side_is_called_by_its_id_its_name_or_a_beginning(side: str) -> None:
    assert reconciled("1", side, "1300")["side"] == "we"


def test_the_ledger_may_be_named_before_and_after_the_command(tmp_path: Path) -> None:
    run_ok("new", "-l", "other.toml", "--we", "Eve")
    run_ok("add", "-l", "other.toml", *FIRST.split())
    assert str(tmp_path) == str(Path.cwd())
    assert run_json("-l", "other.toml", "reconcile", "1", "we", "1300", "--json")["name"] == "Eve"
    assert reconciled("1", "we", "1300", "-l", "other.toml")["name"] == "Eve"


def test_json_has_the_keys_that_programs_rest_on() -> None:
    value = reconciled("1", "we", "1300")
    assert list(value) == [
        "hand", "side", "name", "total", "disputed", "as_total", "difference", "slips", "more", "swapped_in_writing",
        "notes",
    ]  # fmt: skip
    assert [value[key] for key in ("hand", "total", "disputed", "as_total", "difference")] == [1, 1270, 1300, 1300, 30]
    (explanation,) = value["slips"]
    assert list(explanation) == ["slips", "tally", "facts", "problems"]
    assert explanation["tally"] == "we r2 n1 m1 t200 they m1 t100 h20"
    assert explanation["facts"] == {
        "we": {"red": 2, "natural": 1, "mixed": 1, "table": 200},
        "they": {"mixed": 1, "table": 100, "hand": 20},
    }


def test_an_impossible_hand_is_left_out_unless_all_are_asked_for() -> None:
    # three aces are worth 60, and 30 points are left in hand
    assert [slip["tally"].split()[6] for slip in reconciled("1", "we", "-230")["slips"]] == ["stuck-sevens=1"]
    sevens, aces, *_ = reconciled("1", "we", "-230", "--all")["slips"]
    assert (sevens["tally"].split()[6], aces["tally"].split()[6]) == ("stuck-sevens=1", "stuck-aces=1")
    assert sevens["problems"] == []
    (problem,) = aces["problems"]
    assert list(problem) == ["severity", "side", "fact", "message", "hint"]
    assert problem["severity"] == "impossible"


def test_impossible_hands_are_listed_where_no_other_is() -> None:
    # three sevens are worth 15, three aces 60, and 10 points are left in hand
    run_ok("add", *"we n2 t200 h10 they n1 t100".split())
    slips = reconciled("3", "we", "-310")["slips"]
    assert [slip["tally"].split()[4] for slip in slips] == ["stuck-aces=1", "stuck-sevens=1"]
    assert all(any(map(is_impossible, slip["problems"])) for slip in slips)


def test_a_hand_against_the_rules_comes_last() -> None:
    # going out takes two canastas, and they have one
    run_ok("add", *"we n1 t100 they n1 t100".split())
    slips = reconciled("3", "they", "700")["slips"]
    assert [slip["tally"] for slip in slips] == ["we n1 t100 they n1 t200", "we n1 t100 they n1 o t100"]
    assert [[one["severity"] for one in slip["problems"]] for slip in slips] == [[], ["irregular"]]


def test_ten_pairs_are_listed_unless_all_are_asked_for() -> None:
    run_ok("add", *"we r2 b1 n2 m1 sevens o t435 h75 they r1 n1 m1 t300 h100".split())  # 4,660
    some, every = reconciled("3", "we", "2360"), reconciled("3", "we", "2360", "--all")
    possible = [one for one in every["slips"] if not any(map(is_impossible, one["problems"]))]
    assert (len(some["slips"]), every["more"]) == (10, 0)
    assert some["more"] == len(possible) - 10 > 0
    assert some["slips"] == every["slips"][:10]
    assert any(
        {str(some["more"]), "--all"} <= {*line.split()} for line in run_ok("reconcile", "3", "we", "2360").split("\n")
    )
    assert "--all" not in run_ok("reconcile", "3", "we", "2360", "--all")
    nvso = load_variant("nvso")
    for slip in every["slips"]:
        assert len(slip["slips"]) == 2
        facts = parse_tally(nvso, slip["tally"].split())
        assert (facts, score_hand(nvso, facts).sides["we"].total) == (slip["facts"], 2360)


def is_impossible(problem: dict[str, str]) -> bool:
    return problem["severity"] == "impossible"


def test_all_lists_pairs_after_single_mistakes_and_numbers_go_on() -> None:
    lines = run_ok("reconcile", "1", "we", "1370", "--all").split("\n")
    numbers = [line.split()[0] for line in lines if line[:4].strip().isdigit()]
    assert numbers == [str(number) for number in range(1, 10)]
    assert [len(slip["slips"]) for slip in reconciled("1", "we", "1370", "--all")["slips"]] == [1] * 3 + [2] * 6


def test_a_total_that_may_only_be_written_wrong_is_noticed() -> None:
    # 1,270 and 2,170: 900 more, and two digits
    value = reconciled("1", "we", "2170")
    assert (value["swapped_in_writing"], len(value["notes"])) == (True, 1)


def test_the_running_total_is_noticed() -> None:
    (note,) = reconciled("2", "we", "1715")["notes"]  # 1,270 + 445
    assert "1,715" in note
    assert "445" in note
    assert reconciled("1", "we", "1270")["notes"] == []


def test_a_total_before_a_correction_is_noticed() -> None:
    run_ok("fix", "2", "they", "table=160")  # without a canasta 100 more on the table are 100 less: -645
    (note,) = reconciled("2", "they", "-545")["notes"]
    assert "-545" in note
    assert reconciled("1", "we", "1300")["notes"] == []
    run_ok("undo")
    assert reconciled("2", "they", "-645")["notes"] == []


@pytest.mark.parametrize("total", ["380", "1100", "170"])  # the other side's, 300 + 500 + 300, and 200 - 30
def test_a_total_that_is_another_figure_of_the_hand_is_noticed(total: str) -> None:
    (note,) = reconciled("1", "we", total)["notes"]
    assert f"{int(total):,}" in note


@pytest.mark.parametrize("total", ["+1300", "1,300", "1300"])
def test_a_total_may_be_written_with_its_sign(total: str) -> None:
    assert reconciled("1", "we", total)["disputed"] == 1300
    assert reconciled("2", "they", "\N{MINUS SIGN}425")["disputed"] == -425


def test_the_same_total_has_no_difference() -> None:
    value = reconciled("2", "they", "-545")
    assert (value["difference"], value["slips"], value["more"], value["swapped_in_writing"]) == (0, [], 0, False)


def test_a_total_that_no_mistake_explains_is_no_error() -> None:
    value = reconciled("1", "we", "1271")
    assert (value["difference"], value["slips"], value["more"]) == (1, [], 0)


def test_lines_are_no_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = run_ok("reconcile", "1", "we", "770", "--all")
    assert max(map(len, text.split("\n"))) <= 40


def test_a_corrected_hand_is_taken_as_it_stands() -> None:
    run_ok("fix", "1", "we", "table=300")
    assert reconciled("1", "we", "1270")["total"] == 1370


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("3 we 100", 4),
        ("0 we 100", 4),
        ("one we 100", 2),
        ("1 eve 100", 2),
        ("1 we 100 -l none.toml", 4),
        ("1 we --", 2),
    ],
)
def test_a_hand_a_side_or_a_game_that_does_not_exist_is_refused(words: str, code: int) -> None:
    done = run("reconcile", *words.split())
    assert (done.code, done.out) == (code, "")


def test_a_canceled_hand_is_refused() -> None:
    run_ok("void", "1")
    done = run("reconcile", "1", "we", "100")
    assert (done.code, done.out) == (4, "")
