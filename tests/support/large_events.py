"""A club as large as a club may get: a thousand pairs over twenty games."""

from dataclasses import replace
from datetime import UTC, datetime

from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.event_builder import EventBuilder, complete_event_entry
from canasta_score.event.movements import MovementName
from canasta_score.event.settings import Settings
from canasta_score.event.slips import Score
from canasta_score.event.storage.event_files import format_event
from support.event_days import names, new_event
from support.events import seat_first

_AT = datetime(2026, 11, 22, 10, tzinfo=UTC)


def text_of_pairs_one_by_one(pairs: int) -> bytes:
    """Return the file of an event whose pairs were entered one after the other."""
    entries = [
        EventEntry(number=number, recorded_at=_AT, kind=EventEntryKind.PAIRS, names=(name,))
        for number, name in enumerate(names(pairs), 1)
    ]
    return format_event(replace(new_event(), entries=tuple(entries)))


def large_event_text(pairs: int = 1000, games: int = 20) -> bytes:
    """Return the file of an event with every slip, and each game announced."""
    builder = EventBuilder(new_event(Settings(games=games)))
    entries: list[EventEntry] = []

    def record(entry: EventEntry) -> None:
        completed = replace(entry, number=len(entries) + 1)
        entries.append(replace(completed, totals=builder.apply(completed)))

    record(EventEntry(recorded_at=_AT, kind=EventEntryKind.PAIRS, names=tuple(names(pairs))))
    seating = seat_first(MovementName.EAST_WEST_UP, range(1, pairs + 1))
    record(EventEntry(recorded_at=_AT, kind=EventEntryKind.DRAW, seed=1, seats={1: seating}))
    for game in range(1, games + 1):
        for table in range(1, len(seating) + 1):
            score = Score(5 * ((game * 37 + table * 101) % 2000), 5 * ((game * 53 + table * 89) % 2000))
            record(EventEntry(recorded_at=_AT, kind=EventEntryKind.SLIP, game=game, table=table, score=score))
        announcement = EventEntry(recorded_at=_AT, kind=EventEntryKind.ANNOUNCE, game=game)
        record(complete_event_entry(builder.build_event(entries), announcement))
    return format_event(builder.build_event(entries))
