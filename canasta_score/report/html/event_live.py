"""The views of an event that viewers follow live: the page with ranks and seats, and the board that turns its pages."""

from collections.abc import Iterator, Mapping
from datetime import timedelta

from canasta_score.event.clock import SECONDS_PER_MINUTE, Clock
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import list_known_seatings
from canasta_score.event.status import find_clock
from canasta_score.report.event.countdown import format_time_left
from canasta_score.report.event.text import RoundView, build_round_view, describe_bell
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
    values = {
        "page": page,
        "countdowns": () if page.is_final else tuple(_iter_countdowns(event)),
        "bell": describe_bell(event.settings),
        "round": None if page.is_final else _build_current_round(event),
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


def _iter_countdowns(event: Event) -> Iterator[Mapping[str, object]]:
    if not event.is_drawn:
        return
    clock = find_clock(event)
    warn = event.settings.warn * SECONDS_PER_MINUTE
    yield _build_countdown(clock, f"Game {clock.game}", 0, warn)
    for table, extra in sorted(clock.extra.items()):
        yield _build_countdown(clock, f"Table {table}", extra, warn)


def _build_countdown(clock: Clock, label: str, extra: int, warn: int) -> Mapping[str, object]:
    """Return what is left for some tables: the end in milliseconds since 1970 if the clock runs, or else its state."""
    left = clock.length + extra - clock.used
    if clock.running_since is None:
        text, ends, state = format_time_left(max(0, left)), None, "stopped" if clock.used else "not started"
    else:
        end = clock.running_since + timedelta(seconds=left)
        # Without JavaScript nothing counts down, but the time of the end is right.
        text = f"until {end.hour % 12 or 12}:{end:%M} {'AM' if end.hour < 12 else 'PM'}"  # noqa: PLR2004 -- noon
        ends, state = int(end.timestamp() * 1000), ""
    return {"label": label, "text": text, "ends": ends, "state": state, "warn": warn}


def _build_current_round(event: Event) -> RoundView | None:
    game, seatings = event.current_game, list_known_seatings(event)
    return build_round_view(event, game, seatings[game - 1]) if len(seatings) >= game else None
