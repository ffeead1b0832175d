"""A game of eight sides, everywhere it is shown, asked for and written."""

import shlex
from pathlib import Path

import pytest
from support.command_line import lay, run, run_json, run_ok

from canasta_score import read_ledger

NAMES = ("Ann", "Bob", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
SIDES = [word for name in NAMES for word in ("--side", f"{name.lower()}={name}")]
# Each side has 1,000 points more than the one before it.
HAND = [word for place, name in enumerate(NAMES, 1) for word in (name.lower(), f"total={1000 * place}")]


@pytest.fixture(autouse=True)
def _game(game_folder: Path) -> None:
    del game_folder
    lay(shlex.join(["new", *SIDES]), shlex.join(["add", *HAND]))


def test_the_sheet_fits_eighty_columns_and_has_every_total() -> None:
    shown = run_ok("show")
    assert max(map(len, shown.splitlines())) <= 80
    assert all(name in shown for name in NAMES)
    assert [own["total"] for own in run_json("show", "--json")["sides"].values()] == [*range(1000, 9000, 1000)]


def test_the_chart_has_a_mark_for_every_side() -> None:
    shown = run_ok("show", "--chart", LINES="40")
    ends = [f"{mark} {name} {total},000" for mark, name, total in zip("●■▲◆○□△◇", NAMES, range(1, 9), strict=True)]
    assert [end for end in ends if end not in shown] == []


@pytest.mark.parametrize("form", ["json", "csv"])
def test_the_game_comes_back_from_its_exports(form: str) -> None:
    run_ok("export", "-o", f"game.{form}")
    run_ok("import", f"game.{form}", "-l", "again.toml")
    assert read_ledger("again.toml").totals == read_ledger("canasta.toml").totals


def test_the_page_draws_every_side() -> None:
    run_ok("export", "-o", "game.html")
    page = Path("game.html").read_text()
    assert all(f'id="mark-{place}"' in page and f"line side-{place}" in page for place in range(1, 9))


def test_nine_sides_are_refused() -> None:
    refused = run("new", *SIDES, "--side", "ida=Ida", "-l", "nine.toml")
    assert (refused.code, Path("nine.toml").exists()) == (2, False)
    assert "a game has 2 to 8 sides, not 9" in refused.err
