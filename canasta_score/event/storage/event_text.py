"""Writing an event file: the text of a new one, and whether an entry that was added reads as it was written."""

import tomllib

from canasta_score.event.entries import EventEntry
from canasta_score.event.errors import event_error
from canasta_score.event.event import Event
from canasta_score.event.settings import RankBy, Settings
from canasta_score.event.storage.entry_format import parse_event_entry, serialize_event_entry
from canasta_score.event.storage.event_reader import EVENT_FORMAT, ParsedEvent
from canasta_score.game.storage.journal.text import append_text, find_entry_lines, format_entry, format_journal

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
