"""What every command of a club day does that adds an entry: record it, then print what was done."""

from pathlib import Path
from typing import Any

from canasta_score.cli.invocation import mark_done
from canasta_score.cli.messages import print_note
from canasta_score.cli.options import resolve_event_path
from canasta_score.cli.terminal import get_local_time
from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.storage.transactions import EntryFactory, read_event, record_event_entry


def load_event(event: str | None) -> Event:
    """Read the event that a command means."""
    return read_event(resolve_event_path(event))


def record_event_change(event: str | None, kind: EventEntryKind, **fields: Any) -> tuple[Event, Event]:  # noqa: ANN401 -- those of Entry
    """Add an entry to the event that a command means, and return the event before and after it."""
    return record_built_entry(resolve_event_path(event), lambda _: build_entry(kind, **fields))


def record_built_entry(path: Path, make_entry: EntryFactory) -> tuple[Event, Event]:
    """Add the entry that is built from an event, and return the event before and after it."""
    return record_event_entry(path, make_entry, print_note, _mark_recorded)


def _mark_recorded(event: Event) -> None:
    mark_done(f"Entry {len(event.entries)} is recorded")


def build_entry(kind: EventEntryKind, **fields: Any) -> EventEntry:  # noqa: ANN401 -- those of Entry
    """Build an entry of this moment."""
    return EventEntry(recorded_at=get_local_time(), kind=kind, **fields)
