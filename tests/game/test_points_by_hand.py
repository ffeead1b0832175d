"""A rule file whose points and needs go by the hand, played for a whole game."""

import re
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok
from support.typist import answering

from canasta_score import RuleError, load_variant, read_ledger, score_hand
from canasta_score.cli.prompt.guided_entry import CorrectionEntry
from canasta_score.cli.recording import open_game
from canasta_score.event.storage.event_files import read_event

RULES = """
extends = "hand-and-foot"
name = "rising"
title = "Rising Hand and Foot"
source = "us"
[canastas.natural]
points = { by = "hand", steps = [500, 600] }
[bonuses.out]
points = { by = "hand", steps = [100, 200, 300, 400] }
needs = { by = "hand", steps = [
    { natural = 1, mixed = 1 }, { natural = 2, mixed = 2 }, { natural = 3, mixed = 3 }, { natural = 4, mixed = 4 },
] }
"""


@pytest.fixture
def rules(game_folder: Path) -> Path:
    path = game_folder / "rising.toml"
    path.write_text(RULES)
    return path


@pytest.mark.usefixtures("rules")
def test_a_game_by_the_hand() -> None:
    run_ok("new", "-v", "./rising.toml", "--we", "Ann & Bob", "--they", "Cy & Di")
    # Going out 100, 200, 300, 400; natural books 500, from the second hand on 600; mixed ones 300.
    expected = [
        ("we n1 m1 o t300 they t100 h20", 500 + 300 + 100 + 300),
        ("we n2 m2 o t400 they t100 h20", 1200 + 600 + 200 + 400),
        ("we n3 m3 o t500 they t130 h20", 1800 + 900 + 300 + 500),
        ("we n4 m4 o t700 they t160 h20", 2400 + 1200 + 400 + 700),
    ]
    total = 0
    for number, (tally, points) in enumerate(expected, 1):
        assert run_json("score", "--json", *tally.split())["sides"]["we"]["total"] == points
        recorded = run_json("add", "--json", *tally.split())
        total += points
        assert recorded["problems"] == []
        assert recorded["sides"]["we"]["total"] == points
        assert recorded["standing"]["we"]["total"] == total
        assert recorded["over"] is (number == 4)
    run_ok("check", "--strict")
    assert "400 each" in run_ok("explain", "4")
    # A correction is scored by the rules of its hand.
    run_ok("fix", "3", "we", "m4")
    assert read_ledger("canasta.toml").hands[2].score.sides["we"].total == 3800


@pytest.mark.usefixtures("rules")
@pytest.mark.parametrize(
    ("tally", "notes"),
    [("we n1 m1 o t300", 1), ("we n1 t300", 1), ("we m1 t300", 0), ("we base=500", 0)],
    ids=["going out", "points of a canasta", "a canasta that never changes", "no item"],
)
def test_a_hand_without_a_game_is_said_to_be_scored_as_hand_1(tally: str, notes: int) -> None:
    done = run("score", "-v", "./rising.toml", "they", "t60", "h20", *tally.split())
    assert done.err.count("scored as hand 1") == notes
    run_ok("new", "-v", "./rising.toml")
    assert "scored as hand 1" not in run("score", *tally.split(), "they", "t60", "h20").err


@pytest.mark.usefixtures("rules")
def test_going_out_needs_more_in_each_hand() -> None:
    run_ok("new", "-v", "./rising.toml")
    problems = []
    for _ in range(5):
        recorded = run_json("add", "--json", "--anyway", "we", "n2", "m2", "o", "t400", "they", "t200", "h20")
        problems.append([problem["severity"] for problem in recorded["problems"] if problem["fact"] == "out"])
    assert [len(found) for found in problems] == [0, 0, 2, 2, 2]


@pytest.mark.usefixtures("rules")
def test_a_canceled_hand_is_played_again() -> None:
    run_ok("new", "-v", "./rising.toml")
    run_ok("add", "we", "n1", "m1", "o", "t300", "they", "t100", "h20")
    run_ok("add", "we", "n2", "m2", "o", "t400", "they", "t100", "h20")
    run_ok("void", "2")
    run_ok("add", "we", "n2", "m2", "o", "t400", "they", "t110", "h20")
    assert [hand.score.sides["we"].total for hand in read_ledger("canasta.toml").hands] == [1200, 2400, 2400]


@pytest.mark.usefixtures("rules")
def test_a_correction_by_questions_has_the_points_and_the_needs_of_its_hand(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run_ok("new", "-v", "./rising.toml")
    run_ok("add", "we", "n1", "m1", "o", "t300", "they", "t100", "h20")
    run_ok("add", "we", "n2", "m2", "o", "t400", "they", "t100", "h20")
    correction = CorrectionEntry(open_game(Path("canasta.toml")), 1, answering(*[""] * 13, "n", "y"))
    assert correction.known_problems == []
    capsys.readouterr()
    assert correction.ask() == {}
    assert re.search(r"\nTotal +1,200 ", capsys.readouterr().out), "not 1,500, as in the next hand"
    run_ok("add", "--anyway", "we", "n2", "m2", "o", "t500", "they", "t130", "h20")
    problems = CorrectionEntry(open_game(Path("canasta.toml")), 3, answering()).known_problems
    assert [problem.fact for problem in problems] == ["out", "out"]  # three of each in hand 3


@pytest.mark.usefixtures("rules")
def test_an_imported_game_has_the_points_of_each_hand() -> None:
    run_ok("new", "-v", "./rising.toml")
    run_ok("add", "we", "n1", "m1", "o", "t300", "they", "t100", "h20")
    run_ok("add", "we", "n2", "m2", "o", "t400", "they", "t100", "h20")
    Path("game.csv").write_text(run_ok("export", "-f", "csv"))
    run_ok("import", "game.csv", "-v", "./rising.toml", "-l", "again.toml")
    assert [hand.score.sides["we"].total for hand in read_ledger("again.toml").hands] == [1200, 2400]


@pytest.mark.usefixtures("rules")
def test_a_hand_of_a_table_has_the_points_and_the_needs_of_its_place() -> None:
    run_ok("event", "new", "Day", "-v", "./rising.toml")
    run_ok("event", "pair", "Ann & Bob", "Cy & Di")
    run_ok("event", "draw")
    shown = run("event", "slip", "1", "1", "--hand", "3", *"ns n3 m3 o t500 ew t110 h20".split())
    assert shown.code == 0
    assert "1,800" not in shown.err
    assert "below the 120 needed" in shown.err  # hand and foot: 50, 90, 120, 150
    result = read_event("event.toml").results[1, 1]
    assert result.hands[3].score == (1800 + 900 + 300 + 500, 110 - 20)


def test_the_library_scores_any_hand(rules: Path) -> None:
    facts = {"we": {"natural": 1, "out": 1}, "they": {}}
    totals = [score_hand(load_variant(rules), facts, hand=hand).sides["we"].total for hand in (1, 2, 3, 4, 9)]
    assert totals == [600, 800, 900, 1000, 1000]


@pytest.mark.parametrize(
    "line",
    [
        'points = { by = "total", steps = [100] }',
        'points = { by = "hand", steps = [] }',
        'points = { by = "hand" }',
        'points = { by = "hand", steps = [100], more = 1 }',
        'needs = { by = "hand", steps = [] }',
        'needs = { by = "hand", steps = [{ naturals = 1 }] }',
    ],
)
def test_steps_that_cannot_be_are_refused(line: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text(f'extends = "hand-and-foot"\nname = "bad"\n[bonuses.out]\n{line}\n')
    with pytest.raises(RuleError):
        load_variant(path)
    assert run("variants", "check", str(path)).code == 5


@pytest.mark.usefixtures("rules")
def test_the_rule_card_shows_every_step() -> None:
    card = run_ok("variants", "show", "./rising.toml")
    assert "100, then 200, then 300, then 400 from hand 4 on" in " ".join(card.split())
