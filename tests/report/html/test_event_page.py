"""The page of an event as one file."""

import re

import pytest
from support.event_days import Day

from canasta_score.event.entries import EventEntryKind
from canasta_score.event.settings import RankBy, Settings
from canasta_score.report.html.event_page import render_event_page


def test_an_adjustment_is_listed_below_the_games_of_its_pair() -> None:
    day = Day(4)
    day.draw()
    day.play(1, (500, 300), (400, 200))
    day.record(EventEntryKind.ADJUST, pair=1, points=-100, text="late")
    rows = re.findall(r"<tr>(.*?)</tr>", render_event_page(day.event))
    cells = [[re.sub("<.*?>", "", cell) for cell in re.findall("<td.*?</td>", row)] for row in rows]
    assert [row for row in cells if "adjustment" in row] == [["0", "", "adjustment", "-100", ""]]


@pytest.mark.parametrize(("rank", "label"), [(RankBy.TOTAL, "Total"), (RankBy.WINS, "Points")])
def test_the_column_of_ranks_is_called_what_it_shows(rank: RankBy, label: str) -> None:
    day = Day(4, Settings(rank=rank))
    day.draw()
    day.play(1, (500, 300), (400, 200))
    page = render_event_page(day.event)
    assert [word for word in ("Total", "Points") if f">{word}<" in page] == [label]
