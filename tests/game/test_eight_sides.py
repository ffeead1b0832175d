"""A game of eight sides, everywhere it is shown, asked for and written."""

import tomllib
from pathlib import Path

import pytest
from support.command_line import run, run_json, run_ok

from canasta_score import read_ledger
from canasta_score.report.charts.race import build_race
from canasta_score.report.charts.terminal import format_race_legend, render_race_chart

NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
SIDES = [word for name in NAMES for word in ("--side", f"{name.lower()}={name}")]
# Each side has 1,000 points more than the one before it.
HAND = [word for place, name in enumerate(NAMES, 1) for word in (name.lower(), f"total={1000 * place}")]


@pytest.fixture(autouse=True)
def _game(game_folder: Path) -> None:
    del game_folder
    run_ok("new", *SIDES)
    run_ok("add", *HAND)


def test_the_sheet_fits_eighty_columns_and_has_every_total() -> None:
    shown = run_ok("show")
    assert max(map(len, shown.splitlines())) <= 80
    assert all(name in shown for name in NAMES)
    assert [own["total"] for own in run_json("show", "--json")["sides"].values()] == [*range(1000, 9000, 1000)]


def test_the_chart_has_a_mark_for_every_side() -> None:
    game = read_ledger("canasta.toml")
    chart = render_race_chart(build_race(game), 80, 40, colored=False)
    legend = format_race_legend(NAMES, 80)
    marks = [legend[legend.index(f" {name}") - 1] for name in NAMES]
    assert len({*marks}) == len(NAMES)
    assert all(mark in chart for mark in marks)


@pytest.mark.parametrize("form", ["json", "csv"])
def test_the_game_comes_back_from_its_exports(form: str) -> None:
    run_ok("export", "-o", f"game.{form}")
    run_ok("import", f"game.{form}", "-l", "again.toml")
    assert read_ledger("again.toml").totals == read_ledger("canasta.toml").totals


def test_the_page_draws_every_side() -> None:
    run_ok("export", "-o", "game.html")
    page = Path("game.html").read_text()
    assert all(f'id="mark-{place}"' in page and f"line side-{place}" in page for place in range(1, 9))


def test_the_file_names_the_version_that_it_needs_beyond_six_sides() -> None:
    assert tomllib.loads(Path("canasta.toml").read_text())["needs"] == "0.3"
    run_ok("new", *SIDES[:12], "-l", "six.toml")
    assert tomllib.loads(Path("six.toml").read_text())["format"] == 1


def test_nine_sides_are_refused() -> None:
    refused = run("new", *SIDES, "--side", "ida=Ida", "-l", "nine.toml")
    assert (refused.code, Path("nine.toml").exists()) == (2, False)
    assert "a game has 2 to 8 sides, not 9" in refused.err
