"""The slip on the page of a pair, however it stands: what is said to those who entered it, and to their opponents."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from support.event_days import Day
from support.wording import Wording

from canasta_score.event.entries import EventEntryKind
from canasta_score.event.seating.tables import Direction
from canasta_score.event.slips import Score
from canasta_score.report.html.event_page import build_event_page
from canasta_score.report.html.event_views import render_pair_parts


def slip(day: Day, ns: int, ew: int, phone: Direction | None = None) -> object:
    return day.record(EventEntryKind.SLIP, game=1, table=1, score=Score(ns, ew), phone=phone)


def hand(day: Day) -> None:
    facts = {"ns": {"natural": 2, "table": 300, "out": 1}, "ew": {"hand": 85}}
    day.record(EventEntryKind.HAND, game=1, table=1, hand=1, facts=facts)


STATES: dict[str, Callable[[Day], object]] = {
    "nothing": lambda _: None,
    "from the director": lambda day: slip(day, 2875, -145),
    "from North-South": lambda day: slip(day, 2875, -145, Direction.NS),
    "from East-West": lambda day: slip(day, 2875, -145, Direction.EW),
    "from both": lambda day: [slip(day, 2875, -145, each) for each in Direction],
    "different": lambda day: [slip(day, 2875, ew, each) for ew, each in zip((-145, -140), Direction, strict=True)],
    "a hand": hand,
}


@pytest.mark.parametrize("state", STATES)
def test_a_slip_is_described_to_both_pairs(state: str, wording: Wording) -> None:
    day = Day(4)
    day.draw()
    STATES[state](day)
    (field,) = build_event_page(day.event).fields
    pairs = {pair.number: pair for pair in field.pairs}
    for direction, number in zip(Direction, next(iter(day.event.seatings[1])).pairs, strict=True):
        html = re.sub(
            r"<(script|style|svg).*?</\1>", "", render_pair_parts(day.event, pairs[number])["slip"], flags=re.DOTALL
        )
        lines = (" ".join(line.split()) for line in unescape(re.sub("<[^>]*>", "\n", html)).split("\n"))
        text = "".join(f"{line}\n" for line in lines if line)
        text = re.sub(r"(?:(?<=alone\n)|(?<=Hand 2\n)).*(?=Show the score\n)", "ITEMS\n", text, flags=re.DOTALL)
        wording.check_wording("pair_pages", [state, str(direction)], text)
