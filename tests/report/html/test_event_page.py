"""The page of an event as one file."""

import re
from html import unescape

import pytest
from support.event_days import Day

from canasta_score.event.entries import EventEntryKind
from canasta_score.event.settings import RankBy, Settings, Show
from canasta_score.report.html.event_page import render_event_page


def test_an_adjustment_is_listed_below_the_games_of_its_pair() -> None:
    day = Day(4)
    day.draw()
    day.play(1, (500, 300), (400, 200))
    day.record(EventEntryKind.ADJUST, pair=1, points=-100, text="late")
    rows = re.findall(r"<tr>(.*?)</tr>", render_event_page(day.event))
    cells = [[re.sub("<.*?>", "", cell) for cell in re.findall("<td.*?</td>", row)] for row in rows]
    assert [row for row in cells if "adjustment" in row] == [["", "", "", "adjustment", "-100", ""]]


@pytest.mark.parametrize(("rank", "label"), [(RankBy.TOTAL, "Total"), (RankBy.WINS, "Points")])
def test_the_column_of_ranks_is_called_what_it_shows(rank: RankBy, label: str) -> None:
    day = Day(4, Settings(rank=rank))
    day.draw()
    day.play(1, (500, 300), (400, 200))
    page = render_event_page(day.event)
    assert [word for word in ("Total", "Points") if f">{word}<" in page] == [label]


def rows(page: str, pair: int) -> list[list[str]]:
    """Return the games of a pair on its page, a list of cells for each."""
    line = page.partition(f'<details id="pair-{pair}"')[2].partition("</details>")[0]
    body = line.partition("<tbody>")[2]
    return [[_text(cell) for cell in re.findall("<td.*?</td>", row)] for row in re.findall("<tr>.*?</tr>", body)]


def _text(html: str) -> str:
    return unescape(re.sub("<.*?>", "", html))


def test_the_line_of_a_pair_says_where_it_sits_next_and_in_each_game_to_come() -> None:
    day = Day(5)
    day.draw()
    page = render_event_page(day.event)
    assert "<b>Game 1:</b> <b>table 1, North-South</b>, against" in page
    assert rows(page, 5)[0] == ["1", "", "", "sits out"]
    assert rows(page, 2) == [
        ["1", "1", "E-W", "1 P1 & Q1"],
        ["2", "2", "E-W", "3 P3 & Q3"],
        ["3", "3", "E-W", "5 P5 & Q5"],
    ]
    day.play(1, (500, 300), (400, 200))
    page = render_event_page(day.event)
    assert rows(page, 2)[:2] == [["1", "1", "E-W", "1 P1 & Q1", "300", "500"], ["2", "2", "E-W", "3 P3 & Q3", "", ""]]


def test_only_what_is_announced_is_shown() -> None:
    day = Day(4)
    day.draw()
    day.play(1, (500, 300), (400, 200), announce=False)
    page = render_event_page(day.event)
    assert "Rank" not in page
    assert "500" not in page
    day.record(EventEntryKind.ANNOUNCE, game=1)
    day.play(2, (5000, 0), (4000, 0), announce=False)
    page = render_event_page(day.event)
    assert ">After game 1<" in page
    assert "5,000" not in page
    day.record(EventEntryKind.ANNOUNCE, game=2)
    day.play(3, (7000, 0), (6000, 0), announce=False)
    assert "Final" not in render_event_page(day.event)
    day.record(EventEntryKind.ANNOUNCE, game=3)
    page = render_event_page(day.event)
    assert "Final standings" in page
    assert "<b>Game" not in page  # there is no next game


def test_an_event_can_show_every_slip_at_once() -> None:
    day = Day(4, Settings(show=Show.ALL))
    day.draw()
    day.slip(1, 1, 500, 300)
    page = render_event_page(day.event)
    assert "With 1 of 2 slips of game 1" in page
    assert ">500<" in page
    # The pairs of table 2 have no points yet, and still see where they sit.
    assert rows(page, 4)[0] == ["1", "2", "E-W", "3 P3 & Q3", "", ""]
