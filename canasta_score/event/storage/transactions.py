"""Recording on disk: reading an event file, creating one, and adding an entry that follows from those in it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from canasta_score.event.entries import EventEntry
from canasta_score.event.entry_completion import complete_event_entry
from canasta_score.event.errors import EventError, event_error
from canasta_score.event.event import Event
from canasta_score.event.storage.reader import ParsedEvent, parse_event_text
from canasta_score.event.storage.writer import append_entry, format_event
from canasta_score.game.errors import FileError
from canasta_score.game.storage import journal_files
from canasta_score.game.storage.files import Notify, path_exists, read_bytes
from canasta_score.game.storage.reader import VariantCache

EntryFactory = Callable[[Event], EventEntry]
RecordedCallback = Callable[[Event], object]


def _ignore(_: Event) -> None:
    """Do nothing with an event that was recorded."""


def read_event(path: str | Path, cache: VariantCache | None = None) -> Event:
    """Read an event from its file and verify every total in it; rules in the cache are not read again.

    Raises EventError with every mistake, each with its entry and line, or FileError if the file cannot be read.
    """
    return _parse_sound_event(_read_event_bytes(Path(path)), Path(path), cache).event


def inspect_event(path: str | Path) -> ParsedEvent:
    """Read an event with what is wrong in its entries; raises EventError if it is no event file."""
    return parse_event_text(_read_event_bytes(Path(path)), str(path))


def create_event(path: Path, event: Event, notify: Notify, on_recorded: RecordedCallback = _ignore) -> Event:
    """Write a new event file and return its event; raises FileError if something is already there."""
    data = format_event(event)
    created = _parse_sound_event(data, path).event
    journal_files.create(path, data, notify, lambda: on_recorded(created))
    return created


def record_event_entry(
    path: Path, make_entry: EntryFactory, notify: Notify, on_recorded: RecordedCallback = _ignore
) -> tuple[Event, Event]:
    """Add an entry to an event file and return the event before and after it; when this returns, it is on the disk.

    The entry is made from the event as it is while nobody else can write; `on_recorded` gets the event as soon as it is
    on the disk. Raises EventError if the event refuses the entry, FileError if the disk does, and whatever `make_entry`
    raises; then nothing is written.
    """
    # Read before locking, so that no lock file is left next to a file that is no event; then read again, because
    # another program may have added an entry in the meantime.
    unlocked_data = _read_event_bytes(path)
    unlocked = _parse_sound_event(unlocked_data, path)

    def build_new_text(data: bytes) -> tuple[bytes, tuple[Event, Event]]:
        old = unlocked if data == unlocked_data else _parse_sound_event(data, path)
        entry = complete_event_entry(old.event, make_entry(old.event))
        entry = replace(entry, totals=old.journal.apply(entry))
        text = append_entry(old, data, entry)
        return text, (old.event, old.journal.build_event([*old.event.entries, entry]))

    return journal_files.transaction(path, build_new_text, notify, lambda events: on_recorded(events[1]))


def _read_event_bytes(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except FileError as error:
        if path_exists(path):
            raise
        hint = "name yours with --event, or start one"
        raise event_error("there is no event file", hint, "new", "Club day", file=str(path)) from error


def _parse_sound_event(data: bytes, path: Path, cache: VariantCache | None = None) -> ParsedEvent:
    parsed = parse_event_text(data, str(path), cache)
    if parsed.diagnostics:
        raise EventError(parsed.diagnostics)
    return parsed
