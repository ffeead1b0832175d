"""The page of each pair of an event: its next table, its games and its rank, and the slip of its table."""

from collections.abc import Iterator, Mapping, Sequence

from canasta_score.event.event import Event
from canasta_score.event.seating.tables import Direction
from canasta_score.event.slips import SlipState, TableResult, get_phone_source, sum_hands
from canasta_score.event.status import find_clock, find_own_table
from canasta_score.hand.referee.problems import Problem
from canasta_score.recording.events import list_doubts, list_doubts_by_hands, name_sides
from canasta_score.recording.recorder import count_undos
from canasta_score.report.event.text import FIELD_LABELS, format_score
from canasta_score.report.html import entry
from canasta_score.report.html.event_page import EventPage, PairView
from canasta_score.report.html.live import LiveView, build_view
from canasta_score.report.html.templating import HtmlParts, render
from canasta_score.rules.text import join_words

GAME_FIELD, TABLE_FIELD, DONE_FIELD, CORRECT_FIELD = "game", "table", "done", "correct"
_PARTS = ("title", "outcome", "who", "next", "slip", "games")
MISSING_PAIR = entry.Outcome(
    text="Nothing is entered.", details=("Your pair is not in the event now. Ask the director.",)
)


def get_pair_view_name(pair: int) -> str:
    """Return the name of the view of a pair."""
    return f"pair-{pair}"


def render_pair_views(event: Event, page: EventPage, clock: str) -> Mapping[str, LiveView]:
    """Return the views of all pairs by their names; `clock` is the clock of the page as HTML."""
    return {
        (name := get_pair_view_name(pair.number)): build_view(
            name, "pair_page", page, {**render_pair_parts(event, pair), "clock": clock}
        )
        for field in page.fields
        for pair in field.pairs
    }


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
    return {part: render("pair_part.html.jinja", part=part, **values).strip() for part in _PARTS}


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
        "names": tuple((str(way), FIELD_LABELS[way], names[way]) for way in Direction),
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
    return entry.list_warnings(
        event.variant, name_sides(event, event.current_game, found[0]) if found else {}, problems
    )


def _describe_slip(result: TableResult, direction: Direction) -> Iterator[str]:
    if result.is_verified and result.score:
        yield f"The slip is verified: {format_score(result.score)}."
    elif result.is_disputed:
        phones = {get_phone_source(way): "your opponents" for way in Direction} | {get_phone_source(direction): "you"}
        entered = ((phones.get(source, "the director"), score) for score, source in result.entered)
        reports = join_words(f"{who} entered {format_score(score)}" for who, score in entered)
        yield f"The totals are different: {reports}."
        yield "If your totals were wrong, enter the right ones below. If not, the director decides."
    elif result.score and result.is_only_from(direction):
        yield f"You entered {format_score(result.score)}. Your opponents have not confirmed it yet."
        yield "If it is wrong, enter the right totals below."
