"""The views of an event that viewers follow live: its page, the board that turns its pages, and a page for a pair."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta

from canasta_score.event.clock import SECONDS_PER_MINUTE
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import list_known_seatings
from canasta_score.event.seating.tables import Direction
from canasta_score.event.slips import SlipState, TableResult, get_phone_source, sum_hands
from canasta_score.event.status import find_clock, find_own_table
from canasta_score.hand.referee.problems import Problem
from canasta_score.recording.events import list_doubts, list_doubts_by_hands, name_sides
from canasta_score.recording.recorder import count_undos
from canasta_score.report.event import text as event_text
from canasta_score.report.event.countdown import format_time_left
from canasta_score.report.html import entry
from canasta_score.report.html.event_page import EventPage, PairView
from canasta_score.report.html.live import BOARD, PAGE, LiveView, build_view
from canasta_score.report.html.templating import HtmlParts, render
from canasta_score.rules.text import join_words

GAME_FIELD, TABLE_FIELD, DONE_FIELD, CORRECT_FIELD = "game", "table", "done", "correct"
_PARTS = {
    PAGE: ("title", "header", "clock", "pair", "seats", "standings", "notes"),
    BOARD: ("title", "header", "clock", "leaves"),
}
_PAIR_PARTS = ("title", "outcome", "who", "next", "slip", "games")
MISSING_PAIR = entry.Outcome(
    text="Nothing is entered.", details=("Your pair is not in the event now. Ask the director.",)
)


def render_event_views(event: Event, page: EventPage) -> Mapping[str, LiveView]:
    """Return the views of an event by their names, from its page; the same event always gives the same views."""
    game, seatings = event.current_game, list_known_seatings(event)
    is_seated = len(seatings) >= game and not page.is_final
    values = {
        "page": page,
        "countdowns": _list_countdowns(event) if event.is_drawn and not page.is_final else (),
        "bell": event_text.describe_bell(event.settings),
        "round": event_text.build_round_view(event, game, seatings[game - 1]) if is_seated else None,
        "pairs": sorted((pair for field in page.fields for pair in field.pairs), key=lambda pair: pair.number),
    }
    views = {}
    for name, names_of_parts in _PARTS.items():
        parts = {part: render(f"live_event_{part}.html.jinja", **values) for part in names_of_parts}
        views[name] = build_view(name, f"live_event_{name}", page, parts)
    return views


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


def get_pair_view_name(pair: int) -> str:
    """Return the name of the view of a pair."""
    return f"pair-{pair}"


def render_pair_views(event: Event, page: EventPage, clock: str) -> Mapping[str, LiveView]:
    """Return the views of all pairs by their names; `clock` is the clock of the page as HTML."""
    views = {}
    for pair in (pair for field in page.fields for pair in field.pairs):
        name = get_pair_view_name(pair.number)
        views[name] = build_view(name, "pair_page", page, {**render_pair_parts(event, pair), "clock": clock})
    return views


def render_pair_parts(
    event: Event, pair: PairView, outcome: entry.Outcome | None = None, form: entry.EntryForm | None = None
) -> HtmlParts:
    """Return the parts of the page of a pair as HTML by their ids: what is in the form, and what came of a request."""
    form = form or entry.EntryForm()
    is_hand, warnings = entry.HAND_FIELD in form.fields, list_own_warnings(event, pair.number, form.problems)
    values = {
        "event": event,
        "clock_game": find_clock(event).game if event.is_drawn else None,
        "pair": pair,
        "outcome": outcome,
        "form": form if is_hand else entry.EntryForm(fields=form.fields),
        "warnings": warnings if is_hand else (),
        "doubts": () if is_hand else warnings,
        "slip": _build_slip(event, pair.number, form.fields),
    }
    return {part: render("pair_part.html.jinja", part=part, **values).strip() for part in _PAIR_PARTS}


def render_missing_pair() -> bytes:
    """Return what the phone of a pair shows that is not in the event, as a document."""
    return render("pair_gone.html.jinja", outcome=MISSING_PAIR).encode()


def _build_slip(event: Event, pair: int, typed: Mapping[str, str]) -> Mapping[str, object] | None:
    """Return what the template shows of the slip of a pair in the game under way; None if it has none."""
    found = find_own_table(event, pair)
    if found is None:
        return None
    table, direction = found
    result = event.get_result(event.current_game, table.number)
    doubts = list[Problem]()
    asks = result.score if result.state is SlipState.ENTERED and not result.is_only_from(direction) else None
    if asks:
        doubts += list_doubts(event, event.current_game, table.number, asks)
        doubts += list_doubts_by_hands(result, asks)
    hand, most = result.next_hand, event.variant.game.hands
    names = name_sides(event, event.current_game, table)
    is_by_hand = not result.reports and not result.is_done and (most is None or hand <= most)
    is_correction = typed.get(CORRECT_FIELD) in {*map(str, result.hands)} and not result.is_verified
    if is_correction:
        is_by_hand, hand = True, int(typed[CORRECT_FIELD])
        typed = typed if entry.HAND_FIELD in typed else entry.build_fields(result.hands[hand].facts)
    return {
        "game": event.current_game,
        "names": tuple((str(way), event_text.FIELD_LABELS[way], names[way]) for way in Direction),
        "text": " ".join(_describe_slip(result, direction)),
        "asks": asks,  # which the pair is asked to confirm
        "doubts": list_own_warnings(event, pair, doubts),
        "is_open": not result.is_verified,
        "hand": hand,
        "is_correction": is_correction,
        "sides": entry.build_entry_sides(event.variant.at_hand(hand), names, "", typed) if is_by_hand else (),
        "hands": {number: result.hands[number].score for number in sorted(result.hands)},
        "so_far": sum_hands(result.hands),
        "has_all_hands": result.is_done or len(result.hands) == most,
        "undos": count_undos(event),
    }


def list_own_warnings(event: Event, pair: int, problems: Sequence[Problem]) -> Sequence[tuple[str, str, str]]:
    """Return problems with what a pair enters as its page shows them."""
    found = find_own_table(event, pair) if problems else None
    names = name_sides(event, event.current_game, found[0]) if found else {}
    return entry.list_warnings(event.variant, names, problems)


def _describe_slip(result: TableResult, direction: Direction) -> Iterator[str]:
    if result.is_verified and result.score:
        yield f"The slip is verified: {event_text.format_score(result.score)}."
    elif result.is_disputed:
        phones = {get_phone_source(way): "your opponents" for way in Direction} | {get_phone_source(direction): "you"}
        entered = ((phones.get(source, "the director"), score) for score, source in result.entered)
        reports = join_words(f"{who} entered {event_text.format_score(score)}" for who, score in entered)
        yield f"The totals are different: {reports}."
        yield "If your totals were wrong, enter the right ones below. If not, the director decides."
    elif result.score and result.is_only_from(direction):
        yield f"You entered {event_text.format_score(result.score)}. Your opponents have not confirmed it yet."
        yield "If it is wrong, enter the right totals below."
