"""The views of an event that viewers follow live: the page with ranks and seats, and the board that turns its pages."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

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

_PAGE_PARTS = ("title", "header", "clock", "pair", "seats", "standings", "notes")
_EVENT_BOARD_PARTS = ("title", "header", "clock", "leaves")


@frozen
class _Countdown(Value):
    """What is left for some tables: the end in milliseconds since 1970 if the clock runs, and how it stands if not."""

    label: str
    text: str
    ends: int | None
    state: str
    warn: int


@frozen
class _Leaf(Value):
    """A list of the board: the tables of a game and who sits out, or pairs, with their ranks once there are any."""

    heading: str
    seats: tuple[SeatView, ...] = ()
    sits_out: tuple[str, ...] = ()
    pairs: tuple[PairView, ...] = ()
    has_ranks: bool = False


@frozen
class _LiveEvent(Value):
    """Everything that is shown. `is_before`: game 1 is not announced, so that people still look for the page."""

    event: EventPage
    countdowns: tuple[_Countdown, ...]
    bell: str
    round: RoundView | None
    pairs: tuple[PairView, ...]
    leaves: tuple[_Leaf, ...]
    is_before: bool


def render_event_views(event: Event, page: EventPage) -> Mapping[str, LiveView]:
    """Return the views of an event by their names, from its page; the same event always gives the same views."""
    current_round = None if page.is_final else _build_current_round(event)
    live = _LiveEvent(
        event=page,
        countdowns=() if page.is_final else tuple(_iter_countdowns(event)),
        bell=describe_bell(event.settings),
        round=current_round,
        pairs=tuple(sorted((pair for field in page.fields for pair in field.pairs), key=lambda pair: pair.number)),
        leaves=tuple(_iter_leaves(page, current_round)),
        is_before=not page.has_ranks,
    )
    return {
        PAGE: build_view(PAGE, "live_event_page", page, _render_parts(live, _PAGE_PARTS)),
        BOARD: build_view(BOARD, "live_event_board", page, _render_parts(live, _EVENT_BOARD_PARTS)),
    }


def describe_event_news(page: EventPage) -> str:
    """Return who leads in each ranking, or an empty text before there are ranks."""
    if not page.has_ranks:
        return ""
    leads = (
        f"{field.label or 'In the lead'}: "
        + join_words(f"{pair.name} with {pair.points:,}" for pair in field.pairs if pair.rank == 1)
        for field in page.fields
        if field.pairs
    )
    return " ".join([f"{page.heading}.", *(f"{lead}." for lead in leads)])


def _render_parts(live: _LiveEvent, names: Sequence[str]) -> Mapping[str, str]:
    return {name: render(f"live_event_{name}.html.jinja", live=live, page=live.event) for name in names}


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
        state = "stopped" if clock.used else "not started"
        return _Countdown(label=label, text=format_time_left(max(0, left)), ends=None, state=state, warn=warn)
    end = clock.running_since + timedelta(seconds=left)
    # Without JavaScript nothing counts down, but the time of the end is right.
    text = f"until {end.hour % 12 or 12}:{end:%M} {'AM' if end.hour < 12 else 'PM'}"  # noqa: PLR2004 -- noon
    return _Countdown(label=label, text=text, ends=int(end.timestamp() * 1000), state="", warn=warn)


def _build_current_round(event: Event) -> RoundView | None:
    seatings = list_known_seatings(event) if event.is_drawn else []
    if len(seatings) < event.current_game:
        return None
    return build_round_view(event, event.current_game, seatings[event.current_game - 1])


def _iter_leaves(page: EventPage, current_round: RoundView | None) -> Iterator[_Leaf]:
    """Yield the seats of the game that is played, then the ranks; before the draw, the pairs that have come."""
    if current_round:
        heading = f"Seats for game {current_round.game}"
        yield _Leaf(heading=heading, seats=current_round.seats, sits_out=current_round.sits_out)
    if page.has_ranks or not current_round:
        for field in page.fields:
            heading = f"{page.heading}: {field.label}" if field.label else page.heading
            yield _Leaf(heading=heading, pairs=field.pairs, has_ranks=page.has_ranks)
