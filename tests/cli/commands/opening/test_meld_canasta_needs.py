"""Needs that take a canasta, and games that a hand wins at once: what the commands print of them."""

import json
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok

from canasta_score import TallyError, find_opening, load_variant

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
NEVER = "by these rules the pile is not taken to open"
MIXED = ["5xQ,2x2", "3xA"]


@pytest.fixture
def steps(tmp_path: Path) -> str:
    """Give a rule file with needs that take a canasta."""
    path = tmp_path / "steps.toml"
    path.write_text(RULES)
    return str(path)


@pytest.fixture
def game(steps: str, tmp_path: Path) -> str:
    """Give a game in which we need points alone, and they a canasta alone."""
    path = str(tmp_path / "canasta.toml")
    run_ok("new", "-l", path, "-v", steps, "--we", "Ann", "--they", "Cy", "--start", "we=6995", "--start", "they=7000")
    return path


@pytest.mark.parametrize(
    ("score", "points", "canasta", "words"),
    [
        (6995, 125, None, "with 6,995 a side needs 125."),
        (7000, 0, "mixed", "with 7,000 a side needs a mixed canasta; a better canasta will do."),
        (8000, 0, "mixed", "with 8,000 a side needs a mixed canasta; a better canasta will do."),
        (8005, 1200, "natural", "with 8,005 a side needs a natural canasta and 1,200; a better canasta will do."),
    ],
)
def test_the_need_is_said_with_its_canasta(steps: str, score: int, points: int, canasta: str, words: str) -> None:
    assert run_ok("meld", "-v", steps, "--score", str(score)) == f"Steps: {words}\n"
    asked_for = {"canasta": canasta} if canasta else {}
    told = {"variant": "steps", "score": score, "hand": 1, "needs": points}
    assert run_json("meld", "-v", steps, "--score", str(score), "--json") == {**told, **asked_for}


def test_the_needs_of_a_game_are_said_with_their_canastas(game: str) -> None:
    rows = [line.split() for line in run_ok("meld", "-l", game).splitlines()]
    assert ["Needs", "125", "mixed", "canasta"] in rows
    we, they = {"name": "Ann", "total": 6995, "needs": 125}, {"name": "Cy", "total": 7000, "needs": 0}
    sides = {"we": we, "they": {**they, "canasta": "mixed"}}
    assert run_json("meld", "-l", game, "--json")["sides"] == sides
    assert run_json("show", "-l", game, "--json")["sides"] == sides
    added = run_json("add", "-l", game, "we", "h5", "they", "n2", "t200", "--json")
    assert added["standing"]["we"] == {"name": "Ann", "total": 6990, "needs": 125}
    assert added["standing"]["they"] == {"name": "Cy", "total": 8200, "needs": 1200, "canasta": "natural"}
    assert ["Needs", "125", "natural", "canasta", "and", "1,200"] in [
        line.split() for line in run_ok("meld", "-l", game).splitlines()
    ]
    assert "over 8,000: needs natural canasta and 1,200" in run_ok("export", "-l", game, "-f", "html")
    assert "natural canasta and 1,200" in run_ok("show", "-l", game)


def test_the_side_must_be_named_where_one_needs_a_canasta(game: str) -> None:
    refused = run("meld", "check", "-l", game, *MIXED)
    assert refused.code == 2
    assert "the sides need different points, Ann 125 and Cy mixed canasta; say which with --side we or --side they" in (
        refused.err
    )
    assert run_ok("meld", "check", "-l", game, "--side", "they", *MIXED).startswith("Opens: 150 points\n")
    natural = run("meld", "check", "-l", game, "--side", "they", "6xQ", "3xA")
    assert (natural.code, natural.out.splitlines()[0]) == (
        1,
        "Does not open: 120 points, no mixed canasta or a better one",
    )
    assert run("meld", "check", "-l", game, "--side", "we", "6xQ", "3xA").out.startswith("Does not open: 120 of 125, 5")


def test_equal_points_with_and_without_a_canasta_are_different_needs(tmp_path: Path) -> None:
    path = str(tmp_path / "canasta.toml")
    rules = tmp_path / "equal.toml"
    steps = 'steps = [{ need = 125 }, { at_least = 7000, need = 125, canasta = "mixed" }]'
    rules.write_text(f'extends = "nvso"\n[need]\n{steps}\n')
    run_ok("new", "-l", path, "-v", str(rules), "--start", "they=7000")
    refused = run("meld", "check", "-l", path, *MIXED)
    assert (refused.code, "We 125 and They mixed canasta and 125" in refused.err) == (2, True), refused.err


def test_a_need_that_is_stated_is_of_points_alone(game: str, steps: str, tmp_path: Path) -> None:
    always = tmp_path / "always.toml"
    always.write_text('extends = "nvso"\n[need]\nsteps = [{ canasta = "natural" }]\n')
    assert run("meld", "check", "-v", str(always), "6xQ", "3xA").code == 1
    for words in (["-l", game], ["-v", steps], ["-v", str(always)]):
        assert run_ok("meld", "check", *words, "--need", "90", "6xQ", "3xA").startswith("Opens: 120 of 90\n")


@pytest.mark.parametrize(
    ("score", "groups", "says"),
    [
        (7000, MIXED, "Opens: 150 points"),
        (7000, ["7xQ", "3xA"], "Opens: 130 points"),
        (8005, ["7xQ", "3xA"], "Does not open: 130 of 1,200, 1,070 short"),
        (8005, MIXED, "Does not open: 150 of 1,200, 1,050 short and no natural canasta or a better one"),
        (
            8005,
            ["4xQ,3x2"],
            "Does not open: 100 of 1,200, 1,100 short and no natural canasta or a better one and not legal",
        ),
    ],
)
def test_an_opening_is_judged_by_the_canasta_of_its_step(steps: str, score: int, groups: list[str], says: str) -> None:
    judged = run("meld", "check", "-v", steps, "--score", str(score), *groups)
    assert judged.out.splitlines()[0] == says
    told = json.loads(run("meld", "check", "-v", steps, "--score", str(score), "--json", *groups).out)
    assert told["opens"] == says.startswith("Opens")
    assert any("or a better one" in problem for problem in told["problems"]) == ("or a better one" in says)


def test_a_need_by_the_hand_has_its_canasta_too(tmp_path: Path) -> None:
    rules = tmp_path / "by-hand.toml"
    rules.write_text(BY_HAND)
    words = ["-v", str(rules), "--hand"]
    assert run_ok("meld", *words, "1") == "By hand: in hand 1 a side needs 125.\n"
    assert (
        run_ok("meld", *words, "2") == "By hand: in hand 2 a side needs a natural canasta; a better canasta will do.\n"
    )
    game = str(tmp_path / "canasta.toml")
    run_ok("new", "-l", game, "-v", str(rules))
    assert [side.get("canasta") for side in run_json("meld", "-l", game, "--json")["sides"].values()] == [None, None]
    two = run_json("meld", "-l", game, "--hand", "2", "--json")["sides"]
    assert [(side["needs"], side["canasta"]) for side in two.values()] == [(0, "natural"), (0, "natural")]
    found = run_ok("meld", "find", "-l", game, "--hand", "2", "7x5", "3xA", "K")
    assert found.splitlines()[:3] == ["Opens: 35 points", "Lay down:", "    5 5 5 5 5 5 5   natural   35"]


def test_a_canasta_is_said_with_its_article(tmp_path: Path) -> None:
    rules = tmp_path / "ours.toml"
    rules.write_text('extends = "bolivia"\ntitle = "Ours"\n[need]\nsteps = [{ canasta = "escalera" }]\n')
    said_of_ours = "Ours: with 0 a side needs an escalera canasta; a better canasta will do.\n"
    assert run_ok("meld", "-v", str(rules)) == said_of_ours


def test_find_lays_down_the_canasta_and_not_fewer_cards(steps: str) -> None:
    held = ["6xQ", "2", "3xA", "4"]
    found = run_json("meld", "find", "-v", steps, "--score", "7000", "--json", *held)
    assert [" ".join(group["cards"]) for group in found["groups"]] == ["A A A", "Q Q Q Q Q Q 2"]
    assert (found["opens"], found["points"]) == (True, 140)
    lacking = run("meld", "find", "-v", steps, "--score", "7000", "6xQ", "3xA", "4")
    assert lacking.out.splitlines()[0] == "Does not open: 120 points, no mixed canasta or a better one"
    one_more = run("meld", "find", "-v", steps, "--score", "7000", "6xQ", "2", "3xA")
    assert one_more.out.splitlines()[0] == "Does not open: 130 points, no mixed canasta or a better one"
    assert one_more.out.splitlines()[-1] == "With one card more for the discard it opens."


def test_the_pile_is_never_taken_to_open(steps: str) -> None:
    judged = run("meld", "check", "-v", steps, "--pile", "Q", "3xQ", "3xA", "3xK", "2xJ,2", "--json")
    assert judged.code == 1
    told = json.loads(judged.out)
    assert (told["legal"], told["opens"], told["pile"], told["problems"]) == (False, False, None, [NEVER])
    words = run("meld", "check", "-v", steps, "--pile", "Q", "3xQ", "3xA", "3xK", "2xJ,2").out
    assert words.splitlines()[0] == "Does not open: 160 of 125, not legal"
    assert words.splitlines()[-1] == "By these rules the pile is not taken to open."
    refused = run("meld", "find", "-v", steps, "--pile", "Q", "3xQ", "3xA", "3xK", "--json")
    assert refused.code == 3
    assert json.loads(refused.out)["problems"] == [f"{NEVER}; leave out --pile"]
    with pytest.raises(TallyError, match=NEVER):
        find_opening(load_variant(steps), 125, "Q A A K K K", pile="Q")


def test_a_hand_wins_the_game_and_says_so(tmp_path: Path) -> None:
    game = str(tmp_path / "canasta.toml")
    winning = ["--set", "specials.straight.wins_game=true"]
    run_ok("new", "-l", game, "-v", "nvso", "--we", "Ann", "--they", "Cy", "--start", "they=8400", *winning)
    printed = run_ok("add", "-l", game, "we", "straight", "they", "h100")
    ended = "Won by Ann with straight in hand 1, 3,000 to 8,300."
    assert ended in printed
    sheet = run_json("show", "-l", game, "--json")
    assert (sheet["over"], sheet["winner"]) == (True, "we")
    assert ended in run_ok("show", "-l", game)
    assert ended in run_ok("export", "-l", game, "-f", "html")
    stats = run_json("stats", "--json", game)
    assert {player["name"]: player["won"] for player in stats["sides"]} == {"Ann": 1, "Cy": 0}
    after = run("add", "-l", game, "we", "h5", "they", "h5")
    assert after.code == 0
    assert f"{ended} One hand was recorded after the end." in " ".join(after.out.split())
    run_ok("undo", "-l", game)
    run_ok("undo", "-l", game)
    sheet = run_json("show", "-l", game, "--json")
    assert (sheet["over"], sheet["winner"]) == (False, None)
    assert "Hand 1 is next." in run_ok("meld", "-l", game)


def test_three_sides_are_told_by_their_totals_behind_the_winner(tmp_path: Path) -> None:
    game = str(tmp_path / "canasta.toml")
    sides = [word for side in ("ann", "bob", "cy") for word in ("--side", f"{side}={side.title()}")]
    starts = ["--start", "ann=500", "--start", "bob=100", "--start", "cy=4000"]
    run_ok("new", "-l", game, "-v", "nvso", *sides, *starts, "--set", "specials.garbage.wins_game=true")
    printed = run_ok("add", "-l", game, "bob", "garbage")
    assert "Won by Bob with garbage in hand 1, 2,100 to 4,000 to 500." in printed


def test_a_hand_that_wins_the_game_also_ends_a_set_number_of_hands(tmp_path: Path) -> None:
    game = str(tmp_path / "canasta.toml")
    run_ok("new", "-l", game, "-v", "nvso-tournament", "--set", "specials.straight.wins_game=true")
    assert "Won by They with straight in hand 1" in run_ok("add", "-l", game, "we", "n5", "t300", "they", "straight")
    assert run_json("stats", "--json", game)["over"] == 1
