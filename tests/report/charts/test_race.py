"""The race of a game: totals from the start on, the levels that matter, and its chart of signs."""

import re
from pathlib import Path

import pytest
from support.command_line import run_ok

from canasta_score import load_variant, read_ledger
from canasta_score.report.charts.race import Race, build_race, iter_race_levels
from canasta_score.report.charts.terminal import choose_axis_labels, render_race_chart

pytestmark = pytest.mark.usefixtures("game_folder")


def played(*tallies: str, begun: str = "new") -> None:
    """Play a game, each hand with its base."""
    run_ok(*begun.split())
    for tally in tallies:
        run_ok("add", *tally.split())


def axis(chart: str) -> list[str]:
    """Return the text below the chart."""
    lines = chart.splitlines()
    frame = next(place for place, line in enumerate(lines) if "└" in line)
    return lines[frame + 1].split()


def test_it_begins_with_what_was_brought_forward_and_leaves_struck_hands_out() -> None:
    played("we base=100", "we base=200", "they base=500", begun="new --start we=500")
    run_ok("void", "1")
    race = build_race(read_ledger("canasta.toml"))
    assert race.hands == (2, 3)
    assert race.totals == {"we": (500, 700, 700), "they": (0, 0, 500)}


@pytest.mark.parametrize(
    ("variant", "levels"),
    [
        ("nvso", [(3000, "3,000: needs 155"), (5000, "over 5,000: needs 180"), (8500, "8,500: target")]),
        ("wca", [(3000, "3,000: needs 155"), (5000, "5,000: needs 180"), (8500, "8,500: target")]),
        ("catawba", []),
        ("nvso-tournament", []),
    ],
)
def test_levels_are_the_needs_by_total_and_the_target(variant: str, levels: list[tuple[int, str]]) -> None:
    assert [(level.points, level.label) for level in iter_race_levels(load_variant(variant))] == levels


def test_a_need_beyond_the_target_is_no_level() -> None:
    run_ok("new", "--set", "game.target=5000")
    assert [level.points for level in build_race(read_ledger("canasta.toml")).levels] == [3000, 5000]


def test_hands_below_the_chart_have_their_own_numbers_and_stand_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    played("we base=100", "we base=200", "they base=500", "they base=500")
    run_ok("void", "2")
    monkeypatch.setenv("COLUMNS", "60")
    assert axis(run_ok("show", "--chart")) == ["1", "3", "4"]
    run_ok("new", "-l", "long.toml", "--set", "game.target=100000")
    for _ in range(30):
        run_ok("add", "-l", "long.toml", "we", "base=100", "they", "base=500")
    monkeypatch.setenv("COLUMNS", "40")
    shown = axis(run_ok("show", "--chart", "-l", "long.toml"))
    assert shown[-1] == "30"
    assert len(shown) <= 8
    assert all(1 <= int(number) <= 30 for number in shown)


@pytest.mark.parametrize(("width", "height"), [(10, 2), (20, 5), (33, 9), (49, 60), (51, 10), (120, 40)])
@pytest.mark.parametrize("points", [0, 5, -145, 2525, 9_999_995, 999_999_999_995])
def test_whatever_the_totals_and_the_room_there_is_a_chart(width: int, height: int, points: int) -> None:
    run_ok("new", "-v", "catawba" if points < 0 else "nvso")
    Path("canasta.toml").write_text(
        Path("canasta.toml").read_text(encoding="utf-8")
        + f'\n[[entry]]\nat = 2026-11-21T20:00:00Z\nwhat = "hand"\nhand = 1\nwe = {{ base = {points} }}\n'
        + f"they = {{ base = 0 }}\ntotals = {{ we = {points}, they = 0 }}\n",
        encoding="utf-8",
    )
    chart = render_race_chart(build_race(read_ledger("canasta.toml")), width, height, colored=False)
    lines = chart.splitlines()
    assert max(map(len, lines)) == max(width, 30)
    assert len(lines) == max(height, 8)
    assert "x" in chart
    assert "\x1b" not in chart


@pytest.mark.slow
def test_a_terminal_that_is_said_to_be_boundless_has_a_chart() -> None:
    played("we base=100")
    assert "x" in run_ok("show", "--chart", COLUMNS="9" * 20, LINES="9" * 20)


def test_colors_are_for_a_terminal_that_wants_them() -> None:
    played("we base=100", "they base=200")
    race = build_race(read_ledger("canasta.toml"))
    plain, colored = render_race_chart(race, 80, 20, colored=False), render_race_chart(race, 80, 20, colored=True)
    assert "\x1b" not in plain
    assert "\x1b[38" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored).split() == plain.split()


def test_levels_are_told_in_lines_that_follow_each_other() -> None:
    """On 24 lines with totals from -3,800 to 9,700, 5,000 and 3,000 are less than two lines apart."""
    levels = tuple(iter_race_levels(load_variant("nvso")))
    totals = {"we": (0, -3800, -300), "they": (0, 2000, 9700)}
    race = Race(game=load_variant("nvso").game, hands=(1, 2), totals=totals, levels=levels)
    told = choose_axis_labels(race, 12, in_words=True)
    assert [told[level.points] for level in levels] == ["3,000: needs 155", "over 5,000: needs 180", "8,500: target"]
