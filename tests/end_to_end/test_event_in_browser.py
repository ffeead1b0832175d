"""The page and the paper of a club day in a real browser: on a phone, in the dark, and as PDF on A4 and Letter."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from support.browser import COLORS, SMALL, Scheme, Window, find_axe_violations
from support.contrast import contrast, parse_browser_color
from support.event_days import Day
from support.tools import require

from canasta_score.event.entries import EventEntryKind
from canasta_score.event.ranking.season import compute_season
from canasta_score.event.seating.rounds import find_seating
from canasta_score.report.html.event_page import PageLink, render_event_page
from canasta_score.report.html.event_print import PrintKind, render_print, render_season

pytestmark = pytest.mark.end_to_end

PHONE = 390  # pixels
ROW_HEIGHT = 32.1  # pixels: the 8.5 mm that a hand needs to write
SMALLEST = 12  # pixels of text on a phone
LONG_NAME = "Wilhelmina Featherstone-Haugh & Bartholomew Montgomery"
BREADTHS = "all => all.map(one => [one.scrollWidth, one.clientWidth])"
HEIGHTS = "all => all.map(one => one.getBoundingClientRect().height)"


@pytest.fixture(scope="module")
def day() -> Day:
    """Return a day of 14 pairs after two games, with a long name, a penalty and a correction."""
    day = Day()
    names = [f"Player {number} & Partner {number}" for number in range(1, 14)]
    day.record(EventEntryKind.PAIRS, names=(*names, LONG_NAME))
    day.draw()
    for game in (1, 2):
        tables = [table.number for table in find_seating(day.event, game)]
        day.play(game, *((10005 - 1500 * table, 4900 - 745 * table) for table in tables))
    day.record(EventEntryKind.ADJUST, pair=3, points=-100, text="late to the table")
    day.fix(1, 2, 5000, 4000)
    return day


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_read_on_a_phone(day: Day, window: Window, tmp_path: Path, scheme: Scheme) -> None:
    file = tmp_path / "day.html"
    file.write_text(render_event_page(day.event), "utf-8")
    with window.showing(file, width=PHONE, scheme=scheme) as page:
        for summary in page.locator("summary").all():
            summary.click()
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE
        assert page.locator("main *").evaluate_all(SMALL, SMALLEST) == []
        found = page.locator("main *").evaluate_all(COLORS)
        heights = page.locator(".labels").evaluate_all(HEIGHTS)
        taps = page.locator("summary").evaluate_all(HEIGHTS)
        cells = page.locator(".total, .games td.number").evaluate_all(BREADTHS)
    assert len(found) > 14
    weak = [text for text, color, ground in found if contrast(*map(parse_browser_color, (color, ground))) < 4.5]
    assert weak == []
    assert min(taps) >= 44
    assert max(heights) < 40  # the labels are on one line
    assert [cell for cell in cells if cell[0] > cell[1]] == []  # no figure is cut off


def test_a_season_scrolls_beside_the_names_on_a_phone(day: Day, window: Window, tmp_path: Path) -> None:
    file = tmp_path / "season.html"
    file.write_text(render_season(compute_season([day.event], by_average=True)), "utf-8")
    with window.showing(file, width=PHONE) as page:
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE
        assert page.locator("main *").evaluate_all(SMALL, SMALLEST) == []
        assert page.locator(".wall").evaluate_all("all => all.every(one => one.scrollWidth > one.clientWidth)")
        page.locator(".wall").evaluate_all("all => all.forEach(one => one.scrollLeft = 1000)")
        names = page.locator("tbody td:nth-child(2)")
        assert names.evaluate_all("all => all.every(one => one.getBoundingClientRect().left < 12)")  # the margin
        assert max(names.evaluate_all(HEIGHTS)) < 160  # six lines: a word is never broken
        assert find_axe_violations(page) == []


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize(
    ("kind", "pages"),
    [
        (PrintKind.GUIDE_CARDS, 2),  # 14 cards, eight to a sheet
        (PrintKind.SLIPS, 9),  # 7 slips a game, three to a sheet, and no sheet with two games
        (PrintKind.SEATING, 6),  # a sheet by table and one by name for each game
        (PrintKind.STANDINGS, 1),
    ],
)
def test_the_sheets_fit_the_paper(
    day: Day, window: Window, tmp_path: Path, kind: PrintKind, pages: int, paper: str
) -> None:
    file = tmp_path / "sheets.html"
    file.write_text(render_print(day.event, kind).text, "utf-8")
    with window.showing(file) as page:
        pdf = page.pdf(format=paper)
        page.emulate_media(media="print")
        rows = page.locator(".lines tbody tr").evaluate_all(HEIGHTS)
        cells = page.locator("th, td, h2, .big").evaluate_all(BREADTHS)
        page.emulate_media(media="screen")
    assert all(round(row, 1) >= ROW_HEIGHT for row in rows)
    assert [cell for cell in cells if cell[0] > cell[1]] == []  # nothing is cut off
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) == pages


@pytest.mark.parametrize("paper", ["A4", "Letter"])
@pytest.mark.parametrize("kind", PrintKind)
def test_each_page_says_which_event_and_game_it_is_of(
    window: Window, tmp_path: Path, kind: PrintKind, paper: str
) -> None:
    day = Day(80)
    day.draw()
    for game in (1, 2):
        day.play(game, *[(1000 + 5 * (table % 7), 900) for table in range(40)])  # many ties, which are listed
    (tmp_path / "sheets.html").write_text(render_print(day.event, kind).text, "utf-8")
    with window.showing(tmp_path / "sheets.html") as page:
        page.pdf(format=paper, path=tmp_path / "sheets.pdf")
    pages = _read_pages(tmp_path / "sheets.pdf")
    assert len(pages) > 2
    words = "Club day" if kind is PrintKind.GUIDE_CARDS else "Game [123]|: game [123], by|: After game 2"
    assert [text for text in pages if "Club day" not in text or not re.search(words, text)] == []


@pytest.mark.parametrize("pairs", [57, 58, 61, 81])
def test_no_pair_is_alone_on_the_last_sheet(window: Window, tmp_path: Path, pairs: int) -> None:
    day = Day(0)
    names = tuple(f"Dorothy Richards{place} & Melvin Young{place}" for place in range(pairs))
    day.record(EventEntryKind.PAIRS, names=names)
    day.draw()
    for game in (1, 2):
        day.play(game, *[(4000 + 65 * table, 3000 + 70 * table) for table in range(pairs // 2)])
    day.record(EventEntryKind.ADJUST, pair=2, points=-50, text="late")
    (tmp_path / "sheets.html").write_text(render_print(day.event, PrintKind.STANDINGS).text, "utf-8")
    with window.showing(tmp_path / "sheets.html") as page:
        page.pdf(format="A4", path=tmp_path / "sheets.pdf")
    pages = _read_pages(tmp_path / "sheets.pdf")
    counts = [len(re.findall(r"Richards\d+ .*\d,\d\d\d", text)) for text in pages]
    assert sum(counts) == pairs  # each name on one line
    assert 0 not in counts
    assert min(counts) > 3


def _read_pages(file: Path) -> list[str]:
    require("pdftotext", is_there=shutil.which("pdftotext") is not None)
    command = ["pdftotext", "-layout", str(file), "-"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split("\f")[:-1]


LINK = PageLink(
    address="http://192.168.100.200:65535/mkq2w4c7hzv5r3xnd6ptb2yjae/",  # as long as an address can be
    code='<svg viewBox="0 0 41 41"><path d="M0 0h41v41z"/></svg>',
)


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_cards_with_addresses_take_no_more_paper(day: Day, window: Window, tmp_path: Path, paper: str) -> None:
    file, sheets = tmp_path / "cards.html", list[int]()
    for link in (replace(LINK, address=""), LINK):
        links = dict.fromkeys(day.event.pairs, link)
        file.write_text(render_print(day.event, PrintKind.GUIDE_CARDS, links=links).text, "utf-8")
        with window.showing(file) as page:
            sheets.append(len(re.findall(rb"/Type\s*/Page\b(?!s)", page.pdf(format=paper))))
            heights = page.locator(".address").evaluate_all("all => all.map(one => one.offsetHeight)")
    assert sheets[0] == sheets[1]
    assert max(heights) < 2 * 7 * 96 / 72  # one line of 7 points


def test_slips_with_codes_fit_letter(day: Day, window: Window, tmp_path: Path) -> None:
    file = tmp_path / "slips.html"
    text = render_print(day.event, PrintKind.SLIPS, links=dict.fromkeys(day.event.pairs, LINK)).text
    file.write_text(text, "utf-8")
    with window.showing(file) as page:
        pdf = page.pdf(format="Letter")
        assert page.locator(".slip svg").count() == 2 * page.locator(".slip").count()
    assert len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf)) == 12  # 7 slips a game, two to a sheet
