"""Recording on disk: reading an event file, creating one, and adding an entry that follows from those in it."""

from pathlib import Path

import tomli

from canasta_score.disk.files import DiskError, path_exists
from canasta_score.event.entries import EventEntry
from canasta_score.event.errors import EventError, event_error
from canasta_score.event.event import Event
from canasta_score.event.event_builder import EventBuilder, complete_event_entry
from canasta_score.event.settings import RankBy, Settings, Show
from canasta_score.event.storage import event_reader
from canasta_score.event.storage.event_reader import ParsedEvent
from canasta_score.game.entries import LedgerError, describe_disk_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage import journal_format
from canasta_score.game.storage.formats import NEW_FORMAT_KEYS, raise_format
from canasta_score.game.storage.journal import Journal
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.frozen import replace

_EVENT_HEADER = """\
# A club day, kept by canasta-score. Entries are added at the end and never changed:
# correct a slip with "canasta-score event fix", not here. [settings] may be changed here before the draw.
"""


def format_event(event: Event) -> bytes:
    """Format an event with all rules it is played by and as if its entries had been added one by one."""
    head: dict[str, object] = {
        **NEW_FORMAT_KEYS,
        "event": event.name,
        "variant": event.variant.name,
        **({} if event.started_at is None else {"started": event.started_at}),
        "house": list(event.house_rules),
        "settings": _serialize_settings(event.settings),
        journal_format.RULES_KEY: journal_format.sign_rules(event.raw_rules),
    }
    return journal_format.format_journal(_EVENT_HEADER, head, map(event_reader.serialize_event_entry, event.entries))


def _serialize_settings(settings: Settings) -> dict[str, object]:
    keys: dict[str, object] = {name.replace("_", "-"): getattr(settings, name) for name in settings.field_names}
    keys["ties"] = [*settings.ties]
    steps = settings.victory_points
    keys["victory-points"] = [{name: getattr(step, name) for name in step.field_names} for step in steps]
    needless = {
        "last-game": settings.last_game is None,
        "show": settings.show is Show.ANNOUNCED,
        "victory-points": settings.rank is not RankBy.VICTORY_POINTS,
    }
    return {key: value for key, value in keys.items() if not needless.get(key)}


class EventJournal(Journal[Event, EventEntry]):
    """An event file."""

    error_type = EventError

    def parse(self, data: bytes) -> ParsedEvent:
        """Parse the text of an event file; raises EventError if it is none."""
        return event_reader.parse_event_text(data, str(self.path))

    def append(self, old: ParsedEvent, data: bytes, entry: EventEntry) -> tuple[bytes, ParsedEvent]:
        """Return the text of an event with its next entry, and what it reads to; raises EventError or TallyError."""
        builder = EventBuilder(old.state)
        entry = complete_event_entry(old.state, entry)
        entry = replace(entry, totals=builder.apply(entry))
        # Only the new entry is read again: a text that could be read can be read with an entry behind it, unless its
        # entries are in one list. Of several entries that are added together, the first one shows that.
        entries, before = old.keys.get("entry"), entry.number - 1
        if isinstance(entries, list) and len(entries) == before and not journal_format.find_entry_lines(data, before):
            hint = "put each entry under its own [[entry]], not in one list"
            raise event_error("nothing can be added to this file", hint, file=old.state.file)
        keys = event_reader.serialize_event_entry(entry, with_totals=journal_format.has_checksum(old.keys))
        text = journal_format.format_entry(keys)
        if tomli.loads(text) != {"entry": [keys]} or event_reader.parse_event_entry(keys, 0)[1]:
            raise event_error("the entry cannot be written", "use plain text on one line, and at most seven digits")
        new_text = journal_format.append_text(raise_format(data, old.keys, keys)[0], text)
        return new_text, replace(old, state=builder.build_event([*old.state.entries, entry]))

    def explain_unreadable(self, error: DiskError) -> EventError:
        """Return the error of an event that cannot be read, or that is not there."""
        if path_exists(self.path):
            return EventError([describe_disk_error(error)])
        hint, code = "for a different event file add --event FILE; to start an event", DiagnosticCode.NO_SUCH_EVENT
        return event_error("there is no such event", hint, "new", "Club day", file=str(self.path), code=code)


def read_event(path: str | Path) -> Event:
    """Read an event and verify its totals; raises EventError with every mistake."""
    return EventJournal(path).read()


def read_game_or_event(path: Path) -> Ledger | Event:
    """Read the game or the event in a file, as its keys say; raises LedgerError or EventError with every mistake."""
    try:
        return read_ledger(path)
    except LedgerError as not_a_game:
        if not_a_game.diagnostics[0].code is not DiagnosticCode.NOT_A_GAME_FILE:
            raise
        try:
            return read_event(path)
        except EventError as error:
            raise (not_a_game if error.diagnostics[0].code is DiagnosticCode.NOT_A_GAME_FILE else error) from None
