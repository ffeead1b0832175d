"""Club days as tests play them: in memory, entry after entry, as the program records them."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import Any

from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.event_builder import EventBuilder, complete_event_entry
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import seat_in_order
from canasta_score.event.settings import Settings
from canasta_score.event.slips import Score
from canasta_score.event.storage.event_files import format_event
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import RawTable
from support.events import seat_first

TEN = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)
VARIANT = "nvso-tournament"


@cache
def rules_of(variant: str) -> tuple[RawTable, Variant]:
    return load_with_overrides(variant)


def new_event(settings: Settings | None = None, variant: str = VARIANT) -> Event:
    """Return an event without pairs."""
    rules, loaded = rules_of(variant)
    return Event(name="Club day", started_at=TEN, variant=loaded, raw_rules=rules, settings=settings or Settings())


def names(number: int) -> list[str]:
    """Return the names of so many pairs."""
    return [f"P{pair} & Q{pair}" for pair in range(1, number + 1)]


class Day:
    """A day: each method adds an entry as its command does."""

    def __init__(self, pairs: int = 0, settings: Settings | None = None, variant: str = VARIANT) -> None:
        self._builder = EventBuilder(new_event(settings, variant))
        self.entries: list[EventEntry] = []
        self.now = TEN
        if pairs:
            self.record(EventEntryKind.PAIRS, names=tuple(names(pairs)))

    @property
    def event(self) -> Event:
        return self._builder.build_event(self.entries)

    def record(self, kind: EventEntryKind, **fields: Any) -> Event:  # noqa: ANN401 -- those of Entry
        """Add an entry; raises what refuses it, and then nothing is changed."""
        entry = complete_event_entry(self.event, EventEntry(recorded_at=self.now, kind=kind, **fields))
        self.entries.append(replace(entry, totals=self._builder.apply(entry)))
        return self.event

    def after(self, minutes: float) -> "Day":
        """Move the clock forward."""
        self.now += timedelta(minutes=minutes)
        return self

    def draw(self, order: Sequence[int] | None = None) -> Event:
        """Draw the tables; the pairs sit in their order, or in a given one."""
        numbers = order or list(self.event.pairs)
        is_bracket = self.event.movement.eliminates
        seating = seat_first(self.event.settings.movement, numbers) if is_bracket else seat_in_order(numbers)
        return self.record(EventEntryKind.DRAW, seed=1, seats={1: seating})

    def slip(self, game: int, table: int, ns: int, ew: int) -> Event:
        return self.record(EventEntryKind.SLIP, game=game, table=table, score=Score(ns, ew))

    def fix(self, game: int, table: int, ns: int, ew: int) -> Event:
        return self.record(EventEntryKind.FIX, game=game, table=table, score=Score(ns, ew), text="seen on paper")

    def play(self, game: int, *scores: tuple[int, int], announce: bool = True) -> Event:
        """Enter the slips of all tables of a game, and announce it."""
        tables = [table.number for table in find_seating(self.event, game) if table.is_played]
        for table, (ns, ew) in zip(tables, scores, strict=True):
            self.slip(game, table, ns, ew)
        return self.record(EventEntryKind.ANNOUNCE, game=game) if announce else self.event

    def undo(self) -> Event:
        return self.record(EventEntryKind.UNDO)

    def redo(self) -> Event:
        return self.record(EventEntryKind.REDO)

    def text(self) -> bytes:
        """Return the event file."""
        return format_event(self.event)
