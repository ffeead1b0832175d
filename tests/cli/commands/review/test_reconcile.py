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
def game(game_folder: Path) -> None:
    """Play two hands."""
    run_ok("new", "--we", "Ann & Bob", "--they", "Cy & Di")
    run_ok("add", *FIRST.split())
    run_ok("add", *SECOND.split())


def reconciled(*words: str) -> dict[str, Any]:
    return run_json("reconcile", *words, "--json")


def refused(*words: str) -> tuple[int, str]:
    done = run("reconcile", *words)
    assert not done.out
    return done.code, done.err.rstrip("\n").split("\n")[-1]


def test_a_total_may_be_negative_and_have_a_comma() -> None:
    head = "Hand 2, Cy & Di: -545 in the ledger, -425 on the other paper, 120 more."
    assert run_ok("reconcile", "2", "they", "-425").split("\n")[0] == head
    assert run_ok("reconcile", "2", "they", "--json", "-425") == run_ok("reconcile", "2", "they", "-425", "--json")
    assert run_ok("reconcile", "2", "they", "--", "-425").split("\n")[0] == head
    head = "Hand 1, Ann & Bob: 1,270 in the ledger, -1,230 on the other paper, 2,500 less."
    assert run_ok("reconcile", "1", "we", "-1,230").split("\n")[0] == head
    assert run_ok("reconcile", "1", "we", "-1230").split("\n")[0] == head


@pytest.mark.parametrize("side", ["we", "WE", "w", "Ann & Bob", "ann", "a"])
def test_a_side_is_called_by_its_word_its_name_or_a_beginning(side: str) -> None:
    assert reconciled("1", side, "1300")["side"] == "we"


def test_the_ledger_may_be_named_before_and_behind(tmp_path: Path) -> None:
    run_ok("new", "-l", "other.toml", "--we", "Eve")
    run_ok("add", "-l", "other.toml", *FIRST.split())
    assert str(tmp_path) == str(Path.cwd())
    assert run_ok("-l", "other.toml", "reconcile", "1", "we", "1300").startswith("Hand 1, Eve:")
    assert run_ok("reconcile", "1", "we", "1300", "-l", "other.toml").startswith("Hand 1, Eve:")


def test_json_has_the_keys_that_programs_rest_on() -> None:
    value = reconciled("1", "we", "1300")
    assert value == {
        "hand": 1,
        "side": "we",
        "name": "Ann & Bob",
        "total": 1270,
        "disputed": 1300,
        "as_total": 1300,
        "difference": 30,
        "slips": [
            {
                "slips": ["the cards left in hand not deducted"],
                "tally": "we r2 n1 m1 t200 they m1 t100 h20",
                "facts": {
                    "we": {"red": 2, "natural": 1, "mixed": 1, "table": 200},
                    "they": {"mixed": 1, "table": 100, "hand": 20},
                },
                "problems": [],
            }
        ],
        "more": 0,
        "swapped_in_writing": False,
        "notes": [],
    }
    assert list(value) == [
        "hand", "side", "name", "total", "disputed", "as_total", "difference", "slips", "more", "swapped_in_writing",
        "notes",
    ]  # fmt: skip
    assert list(value["slips"][0]) == ["slips", "tally", "facts", "problems"]


def test_what_no_hand_can_be_is_left_out_or_marked() -> None:
    # three aces are worth 60, and the hand is told with 30
    text = (
        "  2  stuck with aces 1 more (no hand can be so)\n       we r2 n1 m1 t200 h30 stuck-aces=1 they m1 t100 h20\n"
    )
    assert text in run_ok("reconcile", "1", "we", "-230", "--all")
    assert "aces" not in run_ok("reconcile", "1", "we", "-230")
    problems = [slip["problems"] for slip in reconciled("1", "we", "-230", "--all")["slips"]]
    assert problems[0] == []
    assert [list(problem) for problem in problems[1]] == [["severity", "side", "fact", "message", "hint"]]
    assert problems[1][0]["severity"] == "impossible"


def test_what_no_hand_can_be_is_listed_where_nothing_else_is() -> None:
    # three sevens are worth 15, three aces 60, and 10 points are left in hand
    run_ok("add", *"we n2 t200 h10 they n1 t100".split())
    slips = reconciled("3", "we", "-310")["slips"]
    assert [slip["slips"] for slip in slips] == [["stuck with aces 1 more"], ["stuck with sevens 1 more"]]
    assert run_ok("reconcile", "3", "we", "-310").count("(no hand can be so)") == 2


def test_what_is_against_the_rules_is_marked_and_stands_behind() -> None:
    # going out takes two canastas, and they have one
    run_ok("add", *"we n1 t100 they n1 t100".split())
    lines = [
        line for line in run_ok("reconcile", "3", "they", "700").split("\n") if line.startswith("  ") and line[2] != " "
    ]
    assert lines == ["  1  100 more on the table", "  2  going out told of Cy & Di (against the rules)"]
    assert [[one["severity"] for one in slip["problems"]] for slip in reconciled("3", "they", "700")["slips"]] == [
        [],
        ["irregular"],
    ]


def test_ten_pairs_are_listed_or_all() -> None:
    run_ok("add", *"we r2 b1 n2 m1 sevens o t435 h75 they r1 n1 m1 t300 h100".split())  # 4,660
    some, every = reconciled("3", "we", "2360"), reconciled("3", "we", "2360", "--all")
    possible = [one for one in every["slips"] if not any(map(is_impossible, one["problems"]))]
    assert (len(some["slips"]), every["more"]) == (10, 0)
    assert some["more"] == len(possible) - 10 > 0
    assert some["slips"] == every["slips"][:10]
    assert f"{some['more']} more pairs of slips; --all lists all." in run_ok("reconcile", "3", "we", "2360").split("\n")
    assert "more pair" not in run_ok("reconcile", "3", "we", "2360", "--all")
    nvso = load_variant("nvso")
    for slip in every["slips"]:
        assert len(slip["slips"]) == 2
        facts = parse_tally(nvso, slip["tally"].split())
        assert (facts, score_hand(nvso, facts).sides["we"].total) == (slip["facts"], 2360)


def is_impossible(problem: dict[str, str]) -> bool:
    return problem["severity"] == "impossible"


def test_all_lists_pairs_below_single_slips_and_counts_on() -> None:
    lines = run_ok("reconcile", "1", "we", "1370", "--all").split("\n")
    titles = ["It comes to 1,370 with any one of these:", "It comes to 1,370 with any two of these together:"]
    one, two = map(lines.index, titles)
    assert (lines[two - 2].strip()[:1], lines[two + 1].strip()[:1]) == ("3", "4")
    assert lines[two + 1].endswith(", and")
    assert one == 1


def test_a_total_that_may_only_be_written_wrong_is_told() -> None:
    # 1,270 and 2,170: 900 more, and two digits
    note = "2,170 is 1,270 with two digits swapped: it may be only how it was written."
    assert note in run_ok("reconcile", "1", "we", "2170").split("\n")
    assert reconciled("1", "we", "2170")["swapped_in_writing"] is True


def test_the_running_total_is_known() -> None:
    note = "1,715 is the running total after hand 2; give the total of the hand alone, 445."  # 1,270 + 445
    assert note in run_ok("reconcile", "2", "we", "1715").split("\n")
    assert "running" not in run_ok("reconcile", "1", "we", "1270")


def test_a_total_before_a_correction_is_known() -> None:
    run_ok("fix", "2", "they", "table=160")  # without a canasta 100 more on the table are 100 less: -645
    assert "-545 is what the hand had before it was corrected." in run_ok("reconcile", "2", "they", "-545").split("\n")
    assert "corrected" not in run_ok("reconcile", "1", "we", "1300")
    run_ok("undo")
    assert "corrected" not in run_ok("reconcile", "2", "they", "-645")


@pytest.mark.parametrize(
    ("side", "total", "note"),
    [
        ("we", "380", "380 is the total of Cy & Di in this hand."),
        ("we", "1100", "1,100 is the base alone."),  # 300 + 500 + 300
        ("we", "170", "170 is the count alone."),  # 200 - 30
    ],
)
def test_what_else_a_total_is_is_told(side: str, total: str, note: str) -> None:
    assert note in run_ok("reconcile", "1", side, total).split("\n")
    assert note in reconciled("1", side, total)["notes"]


@pytest.mark.parametrize("total", ["+1300", "1,300", "1300"])
def test_a_total_may_be_written_with_its_sign(total: str) -> None:
    assert reconciled("1", "we", total)["disputed"] == 1300
    assert reconciled("2", "they", "\N{MINUS SIGN}425")["disputed"] == -425


def test_the_same_total_is_said_to_be_the_same() -> None:
    assert run_ok("reconcile", "2", "they", "-545") == "Hand 2, Cy & Di: -545 in the ledger and on the other paper.\n"
    value = reconciled("2", "they", "-545")
    assert (value["difference"], value["slips"], value["more"], value["swapped_in_writing"]) == (0, [], 0, False)


def test_where_no_slip_explains_it_that_is_said_and_is_no_error() -> None:
    assert run_ok("reconcile", "1", "we", "1271") == (
        "Hand 1, Ann & Bob: 1,270 in the ledger, 1,271 on the other paper, 1 more.\n"
        "No slip of one or two explains it; explain 1 shows every line.\n"
    )


def test_lines_are_no_wider_than_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    text = run_ok("reconcile", "1", "we", "770", "--all")
    assert max(map(len, text.split("\n"))) <= 40


def test_a_corrected_hand_is_taken_as_it_stands() -> None:
    run_ok("fix", "1", "we", "table=300")
    assert reconciled("1", "we", "1270")["total"] == 1370


def test_what_is_not_there_is_refused() -> None:
    assert refused("3", "we", "100") == (4, "canasta-score: canasta.toml: there is no hand 3; hands go from 1 to 2")
    assert refused("0", "we", "100")[0] == 4
    assert refused("one", "we", "100")[0] == 2
    assert refused("1", "eve", "100") == (
        2,
        "Error: Invalid value: 'eve' is no side of this game; say we (Ann & Bob) or they (Cy & Di)",
    )
    assert refused("1", "we", "100", "-l", "none.toml")[0] == 4


def test_a_struck_hand_is_refused() -> None:
    run_ok("void", "1")
    sentence = "canasta-score: canasta.toml: hand 1 is struck; name one that counts, or undo what struck it"
    assert refused("1", "we", "100") == (4, sentence)


@pytest.mark.parametrize(
    ("total", "message"),
    [
        ("2,5", "'2,5' is no total; is it 25?"),
        ("1,2345", "'1,2345' is no total; is it 12,345?"),
        ("four", "'four' is no total; write it in digits, such as 2525 or -145"),
        ("", "'' is no total; write it in digits, such as 2525 or -145"),
        ("--", None),
        ("--jsno", "'--jsno' is no total; write it in digits, such as 2525 or -145"),
        ("12345678", "'12345678' is no total; write it in digits, such as 2525 or -145"),
    ],
)
def test_what_is_no_total_is_refused(total: str, message: str | None) -> None:
    code, sentence = refused("1", "we", total)
    assert code == 2
    assert message is None or sentence == f"Error: Invalid value for 'TOTAL': {message}"
