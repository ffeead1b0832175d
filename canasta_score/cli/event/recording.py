"""What every command of a club day does that adds an entry: record it, then print what was done."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from canasta_score.cli.invocation import mark_done
from canasta_score.cli.messages import print_note, print_warning
from canasta_score.cli.paths import resolve_event_path
from canasta_score.clock import get_local_time
from canasta_score.event.entries import ClockAction, EventEntry, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import require_table
from canasta_score.event.slip_checks import check_score, list_unlikely_totals
from canasta_score.event.slips import Score
from canasta_score.event.status import find_clock, find_game_to_start
from canasta_score.event.storage.event_files import read_event, record_event_entry


def print_unlikely_totals(event: Event) -> None:
    """Print a warning for each total of the last entry that is too large to be right."""
    score = event.entries[-1].score
    for points in list_unlikely_totals(event.variant, score) if score else ():
        message = f"{points:,} is unlikely, even with every canasta of the deck"
        print_warning(message, "look at the slip again; if it was a typo", "event", "undo")


def load_event(event: str | None) -> Event:
    """Read the event that a command means."""
    return read_event(resolve_event_path(event))


def record_event_change(event: str | None, kind: EventEntryKind, **fields: Any) -> tuple[Event, Event]:  # noqa: ANN401 -- those of EventEntry
    """Add an entry to the event that a command means, and return the event before and after it."""
    return record_built_entry(event, lambda _: build_entry(kind, **fields))


def record_built_entry(event: str | None, make_entry: Callable[[Event], EventEntry]) -> tuple[Event, Event]:
    """Add the entry that is built from the event that a command means, and return the event before and after it."""
    return record_in_file(resolve_event_path(event), make_entry)


def record_in_file(path: Path, make_entry: Callable[[Event], EventEntry]) -> tuple[Event, Event]:
    """Add the entry that is built from the event in a file, and return the event before and after it."""
    return record_event_entry(path, make_entry, print_note, _mark_recorded)


def _mark_recorded(event: Event) -> None:
    mark_done(f"Entry {len(event.entries)} is recorded")


def build_slip_entry(
    event: Event, game: int, table: int, score: Score, text: str = "", kind: EventEntryKind = EventEntryKind.SLIP
) -> EventEntry:
    """Build the entry of a slip or of a correction.

    Raises EventError for a table that the game does not have, then TallyError for totals that the rules do not give.
    """
    require_table(find_seating(event, game), game, table)
    check_score(event.variant, score)
    return build_entry(kind, game=game, table=table, score=score, text=text)


def build_clock_entry(
    event: Event, action: ClockAction, minutes: int | None = None, table: int | None = None
) -> EventEntry:
    """Build the entry of the clock of the game that is played, or that can start now."""
    game = find_game_to_start(event, get_local_time()) if action is ClockAction.START else find_clock(event).game
    return build_entry(EventEntryKind.CLOCK, game=game, action=action, minutes=minutes, table=table)


def build_entry(kind: EventEntryKind, **fields: Any) -> EventEntry:  # noqa: ANN401 -- those of EventEntry
    """Build an entry of this moment."""
    return EventEntry(recorded_at=get_local_time(), kind=kind, **fields)
