"""What the entries of an event did, in sentences."""

from canasta_score.event.entries import ClockAction, EventEntry, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.pairs import format_pair
from canasta_score.rules.text import format_count

_ENTRY_DESCRIPTIONS = {
    EventEntryKind.PAIRS: "{pairs}",
    EventEntryKind.LATE: "the late pair {names[0]}",
    EventEntryKind.WITHDRAW: "the withdrawal of pair {pair}",
    EventEntryKind.RETURN: "the return of pair {pair}",
    EventEntryKind.DRAW: "the draw",
    EventEntryKind.SLIP: "the slip of table {entry.table} in game {entry.game}",
    EventEntryKind.HAND: "hand {entry.hand} of table {entry.table} in game {entry.game}",
    EventEntryKind.FIX: "the correction of table {entry.table} in game {entry.game}",
    EventEntryKind.ADJUST: "{entry.points:+,} points for pair {pair}",
    EventEntryKind.ANNOUNCE: "the announcement of game {entry.game}",
    EventEntryKind.NOTE: 'the note "{entry.text}"',
}


def describe_entry(event: Event, entry: EventEntry) -> str:
    """Return what an entry did, as undo names it."""
    if entry.kind is EventEntryKind.CLOCK:
        return _describe_clock_entry(entry)
    pair = event.pairs.get(entry.pair or 0)
    return _ENTRY_DESCRIPTIONS[entry.kind].format(
        entry=entry, pair=pair and format_pair(pair), pairs=format_count(len(entry.names), "pair"), names=entry.names
    )


def _describe_clock_entry(entry: EventEntry) -> str:
    if entry.action is ClockAction.ADD:
        table = "" if entry.table is None else f" for table {entry.table}"
        return f"{entry.minutes:+} minutes{table}"
    return f"{'start' if entry.action is ClockAction.START else 'stop'} of the clock"


def list_notes(event: Event) -> tuple[str, ...]:
    """Return the notes of an event, and the corrections and adjustments with their reasons."""
    return tuple(
        entry.text if entry.kind is EventEntryKind.NOTE else f"{_describe_decision(event, entry)}: {entry.text}"
        for entry in event.changes
        if entry.kind in {EventEntryKind.NOTE, EventEntryKind.FIX, EventEntryKind.ADJUST} and entry.text
    )


def _describe_decision(event: Event, entry: EventEntry) -> str:
    if entry.kind is EventEntryKind.FIX:
        return f"Game {entry.game}, table {entry.table} corrected"
    return f"{event.pairs[entry.pair or 0].name} {entry.points:+,}"
