"""The race of a game: totals from the start on, and the levels that matter."""

import pytest
from support.command_line import run_ok

from canasta_score import read_ledger
from canasta_score.report.charts.race import build_race

pytestmark = pytest.mark.usefixtures("game_folder")


def played(*tallies: str, begun: str = "new") -> None:
    """Play a game, each hand with its base."""
    run_ok(*begun.split())
    for tally in tallies:
        run_ok("add", *tally.split())


def test_it_begins_with_what_was_brought_forward_and_leaves_struck_hands_out() -> None:
    played("we base=100", "we base=200", "they base=500", begun="new --start we=500")
    run_ok("void", "1")
    race = build_race(read_ledger("canasta.toml"))
    assert race.hands == (2, 3)
    assert race.totals == {"we": (500, 700, 700), "they": (0, 0, 500)}


@pytest.mark.parametrize(
    ("variant", "levels", "over"),
    [
        ("nvso", [3000, 5000, 8500], [5000]),
        ("wca", [3000, 5000, 8500], []),
        ("catawba", [], []),
        ("nvso-tournament", [], []),
    ],
)
def test_levels_are_the_needs_by_total_and_the_target(variant: str, levels: list[int], over: list[int]) -> None:
    run_ok("new", "-v", variant)
    race = build_race(read_ledger("canasta.toml"))
    assert race.levels == levels
    assert [band.start for band in race.bands if band.is_over] == over


@pytest.mark.parametrize(
    ("variant", "bands"),
    [
        ("nvso", [(None, 3000, "needs 125"), (3000, 5000, "needs 155"), (5000, 8500, "needs 180")]),
        ("catawba", []),
    ],
)
def test_bands_are_the_totals_at_which_the_need_is_the_same(
    variant: str, bands: list[tuple[int | None, int, str]]
) -> None:
    run_ok("new", "-v", variant)
    found = build_race(read_ledger("canasta.toml")).bands
    assert [(band.start, band.end, band.label) for band in found] == bands


def test_bands_name_canastas_and_needs_that_the_hand_can_raise() -> None:
    run_ok("new", "-v", "brazilian")
    labels = [band.label for band in build_race(read_ledger("canasta.toml")).bands]
    assert labels[-3:] == ["mixed canasta", "mixed canasta and 200", "natural canasta"]
    run_ok("new", "-l", "higher.toml", "-v", "nvso", "--set", "need.by=higher", "--set", "need.hand_steps=[{need=90}]")
    labels = [band.label for band in build_race(read_ledger("higher.toml")).bands]
    assert labels[0] == "needs at least 125"


def test_a_need_beyond_the_target_is_no_level() -> None:
    run_ok("new", "--set", "game.target=5000")
    race = build_race(read_ledger("canasta.toml"))
    assert race.levels == [3000, 5000]
    assert [(band.start, band.end) for band in race.bands] == [(None, 3000), (3000, 5000)]
    run_ok("new", "-l", "short.toml", "--set", "game.target=4000")
    bands = build_race(read_ledger("short.toml")).bands
    assert [(band.start, band.end) for band in bands] == [(None, 3000), (3000, 4000)]
