"""`reconcile` as a command: what it takes, what it prints, what programs read, and what it refuses."""

from pathlib import Path
from typing import Any

import pytest
from support.command_line import lay, run, run_json, run_ok

from canasta_score import load_variant, score_hand
from canasta_score.hand.tally.parser import parse_tally

pytestmark = pytest.mark.usefixtures("sentences")

FIRST = "we r2 n1 m1 t200 h30 they m1 t100 h20"  # 1,270 and 380
SECOND = "we r1 m1 t180 h35 they r1 b2 t60 h85"  # 445 and -545


@pytest.fixture(autouse=True)
def two_hands(game_folder: Path) -> None:
    """Play two hands."""
    lay("new --we 'Ann & Bob' --they 'Cy & Di'", f"add {FIRST}", f"add {SECOND}")


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
        "hand", "side", "name", "total", "disputed", "as_total", "running", "difference", "slips", "more",
        "swapped_in_writing", "notes",
    ]  # fmt: skip
    assert [value[key] for key in ("hand", "total", "disputed", "as_total", "difference")] == [1, 1270, 1300, 1300, 30]
    explanation = value["slips"][0]
    assert list(explanation) == ["slips", "tally", "facts", "fix", "problems"]
    assert explanation["tally"] == "we r2 n1 m1 t200 they m1 t100 h20"
    assert explanation["fix"] == "canasta-score fix 1 we hand=0"
    assert explanation["facts"] == {
        "we": {"red": 2, "natural": 1, "mixed": 1, "table": 200},
        "they": {"mixed": 1, "table": 100, "hand": 20},
    }


def tallies(value: dict[str, Any], mistakes: int = 1) -> list[str]:
    return [slip["tally"] for slip in value["slips"] if len(slip["slips"]) == mistakes]


def test_impossible_hands_come_after_the_others_and_cannot_be_typed() -> None:
    # three sevens are worth 15, three aces 60, and 30 points are left in hand
    sevens, aces, *_ = reconciled("1", "we", "-230")["slips"]
    assert (sevens["tally"].split()[6], aces["tally"].split()[6]) == ("stuck-sevens=1", "stuck-aces=1")
    assert (sevens["problems"], sevens["fix"]) == ([], "canasta-score fix 1 we stuck-sevens=1")
    (problem,) = aces["problems"]
    assert list(problem) == ["severity", "code", "side", "fact", "message", "hint"]
    assert (problem["severity"], aces["fix"]) == ("impossible", None)


def test_a_hand_against_the_rules_comes_last_of_the_mistakes() -> None:
    # going out takes two canastas, and they have one
    run_ok("add", *"we n1 t100 they n1 t100".split())
    value = reconciled("3", "they", "700")
    *_, more_on_table, out = tallies(value)
    assert (out, more_on_table) == ("we n1 t100 they n1 o t100", "we n1 t100 they n1 t200")
    (problems,) = (slip["problems"] for slip in value["slips"] if slip["tally"] == out)
    assert [problem["severity"] for problem in problems] == ["irregular"]


def test_a_few_mistakes_are_listed_unless_all_are_asked_for() -> None:
    run_ok("add", *"we r2 b1 n2 m1 sevens o t435 h75 they r1 n1 m1 t300 h100".split())  # 4,660
    some, every = reconciled("3", "we", "2360"), reconciled("3", "we", "2360", "--all")
    assert 1 < len(some["slips"]) <= 8  # six, and the difference on the table or in hand
    assert (len(every["slips"]) > len(some["slips"]), some["more"] > 0, every["more"]) == (True, True, 0)
    assert all(slip in every["slips"] for slip in some["slips"])
    shown = run_ok("reconcile", "3", "we", "2360")
    assert f"To see {some['more']} more" in shown
    assert "--all" not in run_ok("reconcile", "3", "we", "2360", "--all")
    nvso = load_variant("nvso")
    for slip in every["slips"]:
        facts = parse_tally(nvso, slip["tally"].split())
        assert (facts, score_hand(nvso, facts).sides["we"].total) == (slip["facts"], 2360)


def test_what_to_type_makes_the_total_of_the_other_sheet() -> None:
    typed, before = 0, Path("canasta.toml").read_bytes()
    for hand, side, total in (
        ("1", "we", 1370),
        ("1", "they", 480),
        ("2", "they", -445),
        ("1", "we", 4770),
        ("2", "we", 900),
    ):
        for slip in reconciled(hand, side, str(total), "--all")["slips"]:
            if slip["fix"]:
                run_ok(*slip["fix"].split()[1:])
                typed += 1
                assert reconciled(hand, side, str(total))["difference"] == 0
                Path("canasta.toml").write_bytes(before)
    assert typed > 20


def test_what_to_type_makes_the_total_where_two_of_three_were_partners() -> None:
    run_ok("new", "-l", "b.toml", "-v", "cutthroat", "--side", "ann=Ann", "--side", "bob=Bob", "--side", "cy=Cy")
    run_ok("add", "-l", "b.toml", *"ann+bob n1 o t300 h20 ann r1 bob r2 cy t60 h45".split())
    before = Path("b.toml").read_bytes()
    for side, other in (("ann", 200), ("ann", -100), ("bob", 20), ("cy", 100), ("cy", -100)):
        total = reconciled("1", side, "0", "-l", "b.toml")["total"] + other
        slips = reconciled("1", side, str(total), "-l", "b.toml")["slips"]
        assert [slip["fix"] for slip in slips if slip["fix"]]
        for command in (slip["fix"] for slip in slips if slip["fix"]):
            run_ok(*command.split()[1:])
            assert reconciled("1", side, str(total), "-l", "b.toml")["difference"] == 0, command
            Path("b.toml").write_bytes(before)


def test_numbers_go_on_through_the_whole_list() -> None:
    lines = run_ok("reconcile", "1", "we", "1370", "--all").split("\n")
    numbers = [line.split()[0] for line in lines if line[:4].strip().isdigit()]
    value = reconciled("1", "we", "1370", "--all")
    assert numbers == [str(number) for number in range(1, len(value["slips"]) + 1)]
    mistakes = [len(slip["slips"]) for slip in value["slips"]]
    assert mistakes[:4] == [1, 1, 1, 2]  # going out, a black three, the difference on the table, and then pairs


def test_a_total_that_may_only_be_written_wrong_is_noticed() -> None:
    # 1,270 and 2,170: 900 more, and two digits
    value = reconciled("1", "we", "2170")
    assert (value["swapped_in_writing"], len(value["notes"])) == (True, 1)


def test_the_running_total_is_no_difference() -> None:
    value = reconciled("2", "we", "1715")  # 1,270 + 445
    assert (value["running"], value["difference"], value["as_total"], value["slips"]) == (True, 0, 445, [])
    running, alone = value["notes"]
    assert "1,715" in running
    assert "445" in alone
    assert reconciled("1", "we", "1270")["notes"] == []


def test_a_total_of_the_hand_may_be_a_running_total_without_what_was_before_it() -> None:
    (note,) = reconciled("2", "we", "445")["notes"]
    assert "1,270" in note


def test_a_total_before_a_correction_is_noticed() -> None:
    run_ok("fix", "2", "they", "table=160")  # without a canasta 100 more on the table are 100 less: -645
    (note,) = reconciled("2", "they", "-545")["notes"]
    assert note == "-545 is the total of this hand before it was corrected."
    assert reconciled("1", "we", "1300")["notes"] == []
    run_ok("undo")
    assert not any("corrected" in note for note in reconciled("2", "they", "-645")["notes"])


@pytest.mark.parametrize("total", ["380", "1100", "170"])  # the other side's, 300 + 500 + 300, and 200 - 30
def test_a_total_that_is_another_figure_of_the_hand_is_noticed(total: str) -> None:
    note, *_ = reconciled("1", "we", total)["notes"]
    assert note.startswith(f"{int(total):,} is the ")


@pytest.mark.parametrize("total", ["+1300", "1,300", "1300"])
def test_a_total_may_be_written_with_its_sign(total: str) -> None:
    assert reconciled("1", "we", total)["disputed"] == 1300
    assert reconciled("2", "they", "\N{MINUS SIGN}425")["disputed"] == -425


def test_the_same_total_has_no_difference() -> None:
    value = reconciled("2", "they", "-545")
    assert (value["difference"], value["slips"], value["more"], value["swapped_in_writing"]) == (0, [], 0, False)


def test_sides_that_are_exchanged_here_can_be_exchanged_back() -> None:
    swap = reconciled("1", "we", "380")["notes"][1]
    run_ok(*swap.partition("canasta-score ")[2].split())
    assert reconciled("1", "we", "380")["total"] == 380


def test_a_difference_that_no_simple_mistake_explains_is_in_the_cards() -> None:
    value = reconciled("1", "we", "1405")  # 135 more: neither a set of cards nor two mistakes
    assert tallies(value) == ["we r2 n1 m1 t335 h30 they m1 t100 h20"]
    assert "No simple mistake explains it." in run_ok("reconcile", "1", "we", "1405")


@pytest.mark.parametrize(
    ("total", "hint"), [("1271", "1,270 and 1,275"), ("-551", "-555 and -550"), ("454", "445 with two digits swapped")]
)
def test_a_total_that_no_points_can_make_is_refused(total: str, hint: str) -> None:
    done = run("reconcile", "2", "we", total)
    assert (done.code, done.out) == (2, "")
    assert "multiples of 5" in done.err
    assert hint in done.err


def test_odd_points_of_the_game_itself_allow_odd_totals() -> None:
    run_ok("add", *"we n1 t100 h5 extra=33 they n1 t100 h5".split())
    assert "we n1 t100 h5 they n1 t100 h5" in tallies(reconciled("3", "we", "595"))  # 628 without the extra points
    assert reconciled("3", "we", "629")["difference"] == 1


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
