"""Needs that take a canasta, and games that a hand wins at once: what the commands print of them."""

import json
import re
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok

from canasta_score import TallyError, find_opening, load_variant

pytestmark = pytest.mark.usefixtures("sentences")

RULES = """
extends = "nvso"
title = "Steps"
[need]
steps = [
    { need = 125 },
    { at_least = 7000, canasta = "mixed" },
    { over = 8000, need = 1200, canasta = "natural" },
]
[opening]
natural_canasta = false
pile = "never"
[game]
target = 20000
"""
BY_HAND = """
extends = "nvso-tournament"
title = "By hand"
[need]
steps = [{ need = 125 }, { at_least = 2, canasta = "natural" }]
"""
MIXED = ["5xQ,2x2", "3xA"]


@pytest.fixture
def steps(tmp_path: Path) -> str:
    """Return a rule file with needs that take a canasta."""
    path = tmp_path / "steps.toml"
    path.write_text(RULES)
    return str(path)


@pytest.fixture
def game_of_steps(steps: str, tmp_path: Path) -> str:
    """Return a game in which We need only points and They only a canasta."""
    path = str(tmp_path / "canasta.toml")
    run_ok("new", "-l", path, "-v", steps, "--we", "Ann", "--they", "Cy", "--start", "we=6995", "--start", "they=7000")
    return path


@pytest.mark.parametrize(
    ("score", "points", "canasta"), [(6995, 125, None), (7000, 0, "mixed"), (8000, 0, "mixed"), (8005, 1200, "natural")]
)
def test_a_need_may_take_a_canasta(steps: str, score: int, points: int, canasta: str | None) -> None:
    need = {"variant": "steps", "score": score, "hand": 1, "needs": points}
    shown = run_json("meld", "-v", steps, "--score", str(score), "--json")
    assert shown == (need | {"canasta": canasta} if canasta else need)


def test_the_needs_of_a_game_include_their_canastas(game_of_steps: str) -> None:
    we, they = {"name": "Ann", "total": 6995, "needs": 125}, {"name": "Cy", "total": 7000, "needs": 0}
    sides = {"we": we, "they": {**they, "canasta": "mixed"}}
    assert run_json("meld", "-l", game_of_steps, "--json")["sides"] == sides
    assert run_json("show", "-l", game_of_steps, "--json")["sides"] == sides
    added = run_json("add", "-l", game_of_steps, "we", "h5", "they", "n2", "t200", "--json")
    assert added["standing"]["we"] == {"name": "Ann", "total": 6990, "needs": 125}
    assert added["standing"]["they"] == {"name": "Cy", "total": 8200, "needs": 1200, "canasta": "natural"}
    page = run_ok("export", "-l", game_of_steps, "-f", "html")
    assert re.search(">natural<.*>canasta and<.*>1,200<", page)


def test_the_side_must_be_named_where_one_needs_a_canasta(game_of_steps: str) -> None:
    assert run("meld", "check", "-l", game_of_steps, *MIXED).code == 2
    for side, groups, code in (("they", MIXED, 0), ("they", ["6xQ", "3xA"], 1), ("we", ["6xQ", "3xA"], 1)):
        assert run("meld", "check", "-l", game_of_steps, "--side", side, *groups).code == code


def test_equal_points_with_and_without_a_canasta_are_different_needs(tmp_path: Path) -> None:
    path = str(tmp_path / "canasta.toml")
    rules = tmp_path / "equal.toml"
    steps = 'steps = [{ need = 125 }, { at_least = 7000, need = 125, canasta = "mixed" }]'
    rules.write_text(f'extends = "nvso"\n[need]\n{steps}\n')
    run_ok("new", "-l", path, "-v", str(rules), "--start", "they=7000")
    assert run("meld", "check", "-l", path, *MIXED).code == 2


def test_a_need_given_as_an_option_takes_points_alone(game_of_steps: str, steps: str, tmp_path: Path) -> None:
    always = tmp_path / "always.toml"
    always.write_text('extends = "nvso"\n[need]\nsteps = [{ canasta = "natural" }]\n')
    assert run("meld", "check", "-v", str(always), "6xQ", "3xA").code == 1
    for words in (["-l", game_of_steps], ["-v", steps], ["-v", str(always)]):
        judged = run_json("meld", "check", *words, "--need", "90", "6xQ", "3xA", "--json")
        assert (judged["opens"], judged["points"], judged["needs"]) == (True, 120, 90)


@pytest.mark.parametrize(
    ("score", "groups", "problems"),
    [(7000, MIXED, 0), (7000, ["7xQ", "3xA"], 0), (8005, ["7xQ", "3xA"], 1), (8005, MIXED, 2), (8005, ["4xQ,3x2"], 4)],
)
def test_an_opening_is_judged_by_the_canasta_of_its_step(
    steps: str, score: int, groups: list[str], problems: int
) -> None:
    judged = json.loads(run("meld", "check", "-v", steps, "--score", str(score), "--json", *groups).out)
    of_groups = [problem for group in judged["groups"] for problem in group["problems"]]
    assert (judged["opens"], len(judged["problems"]) + len(of_groups)) == (problems == 0, problems)


def test_a_need_by_the_hand_may_take_a_canasta_too(tmp_path: Path) -> None:
    rules = tmp_path / "by-hand.toml"
    rules.write_text(BY_HAND)
    words = ["-v", str(rules), "--hand"]
    assert run_json("meld", *words, "1", "--json")["needs"] == 125
    assert run_json("meld", *words, "2", "--json")["canasta"] == "natural"
    game = str(tmp_path / "canasta.toml")
    run_ok("new", "-l", game, "-v", str(rules))
    assert [side.get("canasta") for side in run_json("meld", "-l", game, "--json")["sides"].values()] == [None, None]
    two = run_json("meld", "-l", game, "--hand", "2", "--json")["sides"]
    assert [(side["needs"], side["canasta"]) for side in two.values()] == [(0, "natural"), (0, "natural")]
    found = run_json("meld", "find", "-l", game, "--hand", "2", "7x5", "3xA", "K", "--json")
    assert (found["opens"], found["points"], len(found["groups"])) == (True, 35, 1)


def test_find_lays_down_the_canasta_and_not_fewer_cards(steps: str) -> None:
    held = ["6xQ", "2", "3xA", "4"]
    found = run_json("meld", "find", "-v", steps, "--score", "7000", "--json", *held)
    assert [" ".join(group["cards"]) for group in found["groups"]] == ["A A A", "Q Q Q Q Q Q 2"]
    assert (found["opens"], found["points"]) == (True, 140)
    for lacking, points in ((["6xQ", "3xA", "4"], 120), (["6xQ", "2", "3xA"], 130)):
        found = run_json("meld", "find", "-v", steps, "--score", "7000", "--json", *lacking)
        assert (found["opens"], found["points"]) == (False, points)


def test_the_pile_is_never_taken_to_open(steps: str) -> None:
    judged = run("meld", "check", "-v", steps, "--pile", "Q", "3xQ", "3xA", "3xK", "2xJ,2", "--json")
    assert judged.code == 1
    opening = json.loads(judged.out)
    assert (opening["legal"], opening["opens"], opening["pile"], len(opening["problems"])) == (False, False, None, 1)
    assert run("meld", "find", "-v", steps, "--pile", "Q", "3xQ", "3xA", "3xK", "--json").code == 3
    with pytest.raises(TallyError):
        find_opening(load_variant(steps), 125, "Q A A K K K", pile="Q")


def test_a_special_hand_can_win_the_game(tmp_path: Path) -> None:
    game = str(tmp_path / "canasta.toml")
    winning = ["--set", "specials.straight.wins_game=true"]
    run_ok("new", "-l", game, "-v", "nvso", "--we", "Ann", "--they", "Cy", "--start", "they=8400", *winning)
    assert "3,000 to 8,300" in run_ok("add", "-l", game, "we", "straight", "they", "h100")
    sheet = run_json("show", "-l", game, "--json")
    assert (sheet["over"], sheet["winner"]) == (True, "we")
    assert "3,000 to 8,300" in run_ok("show", "-l", game)
    assert "3,000 to 8,300" in run_ok("export", "-l", game, "-f", "html")
    stats = run_json("stats", "--json", game)
    assert {player["name"]: player["won"] for player in stats["sides"]} == {"Ann": 1, "Cy": 0}
    run_ok("add", "-l", game, "we", "h5", "they", "h5", "--anyway")
    run_ok("undo", "-l", game)
    run_ok("undo", "-l", game)
    sheet = run_json("show", "-l", game, "--json")
    assert (sheet["over"], sheet["winner"]) == (False, None)


def test_three_sides_stand_after_the_winner_by_their_totals(tmp_path: Path) -> None:
    game = str(tmp_path / "canasta.toml")
    sides = [word for side in ("ann", "bob", "cy") for word in ("--side", f"{side}={side.title()}")]
    starts = ["--start", "ann=500", "--start", "bob=100", "--start", "cy=4000"]
    run_ok("new", "-l", game, "-v", "nvso", *sides, *starts, "--set", "specials.garbage.wins_game=true")
    assert "2,100 to 4,000 to 500" in run_ok("add", "-l", game, "bob", "garbage")


def test_a_hand_that_wins_the_game_also_ends_a_game_of_a_set_number_of_hands(tmp_path: Path) -> None:
    game = str(tmp_path / "canasta.toml")
    run_ok("new", "-l", game, "-v", "nvso-tournament", "--set", "specials.straight.wins_game=true")
    run_ok("add", "-l", game, "we", "n5", "t300", "they", "straight")
    assert run_json("show", "-l", game, "--json")["winner"] == "they"
    assert run_json("stats", "--json", game)["over"] == 1
