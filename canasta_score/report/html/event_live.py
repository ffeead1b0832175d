"""The views of an event that viewers follow live: the page with ranks and seats, and the board that turns its pages."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from math import ceil

from canasta_score.event.clock import SECONDS_PER_MINUTE, Clock
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import list_known_seatings
from canasta_score.event.status import find_clock
from canasta_score.report.event.countdown import format_time_left
from canasta_score.report.event.text import RoundView, SeatView, build_round_view, describe_bell
from canasta_score.report.html.event_page import EventPage, PairView
from canasta_score.report.html.live import BOARD, PAGE, LiveView, build_view
from canasta_score.report.html.templating import render
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import join_words

_PAGE_PARTS = ("title", "header", "clock", "standings", "seats", "notes")
_EVENT_BOARD_PARTS = ("title", "board_header", "clock", "leaves")
_ROWS_PER_LEAF = 20  # two columns of ten, which fill a screen in large type


@frozen
class _Countdown(Value):
    """What is left for some tables: the end in milliseconds since 1970 if the clock runs, else the seconds left."""

    label: str
    text: str
    ends: int | None
    warn: int


@frozen
class _Leaf(Value):
    """A page of the board: pairs in their ranks, or tables."""

    heading: str
    pairs: tuple[PairView, ...] = ()
    seats: tuple[SeatView, ...] = ()


@frozen
class _LiveEvent(Value):
    """Everything that is shown."""

    event: EventPage
    countdowns: tuple[_Countdown, ...]
    bell: str
    round: RoundView | None
    leaves: tuple[_Leaf, ...]


def render_event_views(event: Event, page: EventPage) -> Mapping[str, LiveView]:
    """Return the views of an event by their names, from its page; the same event always gives the same views."""
    current_round = _build_current_round(event)
    live = _LiveEvent(
        event=page,
        countdowns=tuple(_iter_countdowns(event)),
        bell=describe_bell(event.settings),
        round=current_round,
        leaves=(*_iter_ranking_leaves(page), *_iter_seat_leaves(current_round)),
    )
    return {
        PAGE: build_view(PAGE, "live_event_page", page, _render_parts(live, _PAGE_PARTS)),
        BOARD: build_view(BOARD, "live_event_board", page, _render_parts(live, _EVENT_BOARD_PARTS)),
    }


def describe_event_news(page: EventPage) -> str:
    """Return who leads in each ranking."""
    leads = (
        f"{field.label or 'In the lead'}: "
        + join_words(f"{pair.name} with {pair.points:,}" for pair in field.pairs if pair.rank == 1)
        for field in page.fields
        if field.pairs
    )
    return " ".join([f"{page.heading}.", *(f"{lead}." for lead in leads)])


def _render_parts(live: _LiveEvent, names: Sequence[str]) -> Mapping[str, str]:
    return {
        name.removeprefix("board_"): render(f"live_event_{name}.html.jinja", live=live, page=live.event)
        for name in names
    }


def _iter_countdowns(event: Event) -> Iterator[_Countdown]:
    if not event.is_drawn:
        return
    clock = find_clock(event)
    warn = event.settings.warn * SECONDS_PER_MINUTE
    yield _build_countdown(clock, f"Game {clock.game}", 0, warn)
    for table, extra in sorted(clock.extra.items()):
        yield _build_countdown(clock, f"Table {table}", extra, warn)


def _build_countdown(clock: Clock, label: str, extra: int, warn: int) -> _Countdown:
    left = clock.length + extra - clock.used
    if clock.running_since is None:
        return _Countdown(label=label, text=format_time_left(max(0, left)), ends=None, warn=warn)
    end = clock.running_since + timedelta(seconds=left)
    # Without JavaScript nothing counts down, but the time of the end is right.
    text = f"until {end.hour % 12 or 12}:{end:%M} {'AM' if end.hour < 12 else 'PM'}"  # noqa: PLR2004 -- noon
    return _Countdown(label=label, text=text, ends=int(end.timestamp() * 1000), warn=warn)


def _build_current_round(event: Event) -> RoundView | None:
    seatings = list_known_seatings(event) if event.is_drawn else []
    if len(seatings) < event.current_game:
        return None
    return build_round_view(event, event.current_game, seatings[event.current_game - 1])


def _iter_ranking_leaves(page: EventPage) -> Iterator[_Leaf]:
    for field in page.fields:
        heading = f"{page.heading}: {field.label}" if field.label else page.heading
        for start, end in _iter_leaf_ranges(len(field.pairs)):
            yield _Leaf(heading=heading, pairs=field.pairs[start:end])


def _iter_seat_leaves(current_round: RoundView | None) -> Iterator[_Leaf]:
    if current_round:
        sits_out = "".join(f"; {pair} sits out" for pair in current_round.sits_out)
        heading = f"Seats in game {current_round.game}{sits_out}"
        for start, end in _iter_leaf_ranges(len(current_round.seats)):
            yield _Leaf(heading=heading, seats=current_round.seats[start:end])


def _iter_leaf_ranges(rows: int) -> Iterator[tuple[int, int]]:
    """Yield the first row of each leaf and the row after its last; leaves have about the same number of rows."""
    leaves = ceil(rows / _ROWS_PER_LEAF)
    for leaf in range(leaves):
        yield ceil(rows * leaf / leaves), ceil(rows * (leaf + 1) / leaves)
