"""Recording on disk: reading an event file, creating one, and adding an entry that follows from those in it."""

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from canasta_score.disk.files import DiskError, Notify, path_exists, read_bytes
from canasta_score.event.entries import EventEntry
from canasta_score.event.errors import EventError, event_error
from canasta_score.event.event import Event
from canasta_score.event.event_builder import complete_event_entry
from canasta_score.event.settings import RankBy, Settings
from canasta_score.event.storage.event_reader import (
    EVENT_FORMAT,
    ParsedEvent,
    parse_event_entry,
    parse_event_text,
    serialize_event_entry,
)
from canasta_score.game.entries import FileError, disk_errors_as
from canasta_score.game.storage.journal import VariantCache, append_text, find_entry_lines, format_entry, format_journal
from canasta_score.game.storage.journal_writer import create_journal, write_entry

_EVENT_HEADER = """\
# A club day, kept by canasta-score. Entries are added at the end and never changed:
# correct a slip with "canasta-score event fix", not here. [settings] may be changed here before the draw.
"""


def format_event(event: Event) -> bytes:
    """Format an event with all rules it is played by and as if its entries had been added one by one."""
    head: dict[str, object] = {
        "format": EVENT_FORMAT,
        "event": event.name,
        "variant": event.variant.name,
        **({} if event.started_at is None else {"started": event.started_at}),
        "house": list(event.house_rules),
        "settings": _serialize_settings(event.settings),
        "rules": event.raw_rules,
    }
    return format_journal(_EVENT_HEADER, head, map(serialize_event_entry, event.entries))


def _serialize_settings(settings: Settings) -> dict[str, object]:
    keys: dict[str, object] = {
        "games": settings.games,
        "minutes": settings.minutes,
        "warn": settings.warn,
        "movement": str(settings.movement),
        "rank": str(settings.rank),
        "ties": [*map(str, settings.ties)],
        "sit-out": str(settings.sit_out),
        "fields": str(settings.fields),
        "unfinished": str(settings.unfinished),
    }
    if settings.rank is RankBy.VICTORY_POINTS:
        keys["victory-points"] = [
            {"at_least": step.at_least, "winner": step.winner, "loser": step.loser} for step in settings.victory_points
        ]
    return keys


def append_event_entry(old: ParsedEvent, data: bytes, entry: EventEntry) -> bytes:
    """Return the text of an event file with its next entry, in the same line endings; no byte in it changes.

    Raises EventError if the file holds its entries in a form to which none can be added.
    """
    # Only the new entry is read again: a text that could be read can be read with an entry behind it, unless its
    # entries are in one list.
    if "entry" in old.keys and not find_entry_lines(data, entry.number - 1):
        raise event_error(
            "nothing can be added to this file",
            "put each entry under its own [[entry]], not in one list",
            file=old.event.file,
        )
    keys = serialize_event_entry(entry)
    text = format_entry(keys)
    if tomllib.loads(text) != {"entry": [keys]} or parse_event_entry(keys, 0)[1]:
        raise event_error("the entry cannot be written", "use plain text on one line, and at most seven digits")
    return append_text(data, text)


@disk_errors_as(FileError)
def read_event(path: str | Path, cache: VariantCache | None = None) -> Event:
    """Read an event from its file and verify every total in it; rules in the cache are not read again.

    Raises EventError with every mistake, each with its entry and line, or FileError if the file cannot be read.
    """
    return _parse_sound_event(_read_event_bytes(Path(path)), Path(path), cache).event


@disk_errors_as(FileError)
def inspect_event(path: str | Path) -> ParsedEvent:
    """Read an event with what is wrong in its entries; raises EventError if it is not an event file."""
    return parse_event_text(_read_event_bytes(Path(path)), str(path))


@disk_errors_as(FileError)
def create_event(
    path: Path,
    event: Event,
    notify: Notify,
    on_recorded: Callable[[Event], object] = lambda _: None,
) -> Event:
    """Write a new event file and return its event; raises FileError if something is already there."""
    data = format_event(event)
    created = _parse_sound_event(data, path).event
    create_journal(path, data, notify, lambda: on_recorded(created))
    return created


@disk_errors_as(FileError)
def record_event_entry(
    path: Path,
    make_entry: Callable[[Event], EventEntry],
    notify: Notify,
    on_recorded: Callable[[Event], object] = lambda _: None,
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
    except DiskError:
        if path_exists(path):
            raise
        hint = "for a different event file add --event FILE; to start an event"
        raise event_error("there is no such event file", hint, "new", "Club day", file=str(path)) from None


def _parse_sound_event(data: bytes, path: Path, cache: VariantCache | None = None) -> ParsedEvent:
    parsed = parse_event_text(data, str(path), cache)
    if parsed.diagnostics:
        raise EventError(parsed.diagnostics)
    return parsed
