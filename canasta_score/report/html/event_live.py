"""The views of an event that viewers follow live: the page with ranks and seats, and the board that turns its pages."""

from collections.abc import Mapping
from datetime import timedelta

from canasta_score.event.clock import SECONDS_PER_MINUTE
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import list_known_seatings
from canasta_score.event.status import find_clock
from canasta_score.report.event.countdown import format_time_left
from canasta_score.report.event.text import build_round_view, describe_bell
from canasta_score.report.html.event_page import EventPage
from canasta_score.report.html.live import BOARD, PAGE, LiveView, build_view
from canasta_score.report.html.templating import render
from canasta_score.rules.text import join_words

_PARTS = {
    PAGE: ("title", "header", "clock", "pair", "seats", "standings", "notes"),
    BOARD: ("title", "header", "clock", "leaves"),
}


def render_event_views(event: Event, page: EventPage) -> Mapping[str, LiveView]:
    """Return the views of an event by their names, from its page; the same event always gives the same views."""
    game, seatings = event.current_game, list_known_seatings(event)
    is_seated = len(seatings) >= game and not page.is_final
    values = {
        "page": page,
        "countdowns": _list_countdowns(event) if event.is_drawn and not page.is_final else (),
        "bell": describe_bell(event.settings),
        "round": build_round_view(event, game, seatings[game - 1]) if is_seated else None,
        "pairs": sorted((pair for field in page.fields for pair in field.pairs), key=lambda pair: pair.number),
    }
    return {
        name: build_view(
            name,
            f"live_event_{name}",
            page,
            {part: render(f"live_event_{part}.html.jinja", **values) for part in parts},
        )
        for name, parts in _PARTS.items()
    }


def describe_event_news(page: EventPage) -> str:
    """Return who leads in each ranking, or an empty text before there are ranks."""
    if not page.after:
        return ""
    leads = (
        f"{field.label or 'In the lead'}: "
        + join_words(f"{pair.name} with {pair.points:,}" for pair in field.pairs if pair.rank == 1)
        for field in page.fields
        if field.pairs
    )
    return " ".join([f"{page.heading}.", *(f"{lead}." for lead in leads)])


def _list_countdowns(event: Event) -> list[Mapping[str, object]]:
    """Return what is left for the tables: the end in milliseconds since 1970 if the clock runs, or else its state."""
    clock, countdowns = find_clock(event), list[Mapping[str, object]]()
    labels = {f"Game {clock.game}": 0, **{f"Table {table}": extra for table, extra in sorted(clock.extra.items())}}
    for label, extra in labels.items():
        left = clock.length + extra - clock.used
        if clock.running_since is None:
            text, ends, state = format_time_left(max(0, left)), None, "stopped" if clock.used else "not started"
        else:
            end = clock.running_since + timedelta(seconds=left)
            # Without JavaScript nothing counts down, but the time of the end is right.
            text = f"until {end.hour % 12 or 12}:{end:%M} {'AM' if end.hour < 12 else 'PM'}"  # noqa: PLR2004 -- noon
            ends, state = int(end.timestamp() * 1000), ""
        warn = event.settings.warn * SECONDS_PER_MINUTE
        countdowns.append({"label": label, "text": text, "ends": ends, "state": state, "warn": warn})
    return countdowns
