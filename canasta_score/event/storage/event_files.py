"""Recording on disk: reading an event file, creating one, and adding an entry that follows from those in it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from canasta_score.event.entries import EventEntry
from canasta_score.event.entry_completion import complete_event_entry
from canasta_score.event.errors import EventError, event_error
from canasta_score.event.event import Event
from canasta_score.event.storage.event_reader import ParsedEvent, parse_event_text
from canasta_score.event.storage.event_text import append_event_entry, format_event
from canasta_score.game.errors import FileError
from canasta_score.game.storage.files import Notify, ignore, path_exists, read_bytes
from canasta_score.game.storage.journal.reader import VariantCache
from canasta_score.game.storage.journal.writer import create_journal, write_entry


def read_event(path: str | Path, cache: VariantCache | None = None) -> Event:
    """Read an event from its file and verify every total in it; rules in the cache are not read again.

    Raises EventError with every mistake, each with its entry and line, or FileError if the file cannot be read.
    """
    return _parse_sound_event(_read_event_bytes(Path(path)), Path(path), cache).event


def inspect_event(path: str | Path) -> ParsedEvent:
    """Read an event with what is wrong in its entries; raises EventError if it is not an event file."""
    return parse_event_text(_read_event_bytes(Path(path)), str(path))


def create_event(path: Path, event: Event, notify: Notify, on_recorded: Callable[[Event], object] = ignore) -> Event:
    """Write a new event file and return its event; raises FileError if something is already there."""
    data = format_event(event)
    created = _parse_sound_event(data, path).event
    create_journal(path, data, notify, lambda: on_recorded(created))
    return created


def record_event_entry(
    path: Path,
    make_entry: Callable[[Event], EventEntry],
    notify: Notify,
    on_recorded: Callable[[Event], object] = ignore,
) -> tuple[Event, Event]:
    """Add an entry to an event file and return the event before and after it; when this returns, it is on the disk.

    The entry is made from the event as it is while nobody else can write; `on_recorded` gets the event as soon as it is
    on the disk. Raises EventError if the event refuses the entry, FileError if the disk does, and whatever `make_entry`
    raises; then nothing is written.
    """

    def add_entry(old: ParsedEvent, data: bytes) -> tuple[bytes, Event, Event]:
        entry = complete_event_entry(old.event, make_entry(old.event))
        entry = replace(entry, totals=old.builder.apply(entry))
        text = append_event_entry(old, data, entry)
        return text, old.event, old.builder.build_event([*old.event.entries, entry])

    return write_entry(
        path, _read_event_bytes, lambda data: _parse_sound_event(data, path), add_entry, notify, on_recorded
    )


def _read_event_bytes(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except FileError as error:
        if path_exists(path):
            raise
        hint = "for a different event file add --event FILE; to start an event"
        raise event_error("there is no such event file", hint, "new", "Club day", file=str(path)) from error


def _parse_sound_event(data: bytes, path: Path, cache: VariantCache | None = None) -> ParsedEvent:
    parsed = parse_event_text(data, str(path), cache)
    if parsed.diagnostics:
        raise EventError(parsed.diagnostics)
    return parsed
