"""Recording in an event from the command line: which file, and what is said if anything fails afterward."""

from functools import partial
from pathlib import Path

from canasta_score.cli.invocation import get_invocation
from canasta_score.cli.messages import complete_for_json, print_note
from canasta_score.cli.paths import resolve_event_path
from canasta_score.clock import get_local_time
from canasta_score.disk.files import read_bytes
from canasta_score.event.entries import EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.storage.event_files import read_event
from canasta_score.game.entries import FileError, disk_errors_as
from canasta_score.recording.events import EventRecorder, EventRequest, RecordedEvent, find_meant_entry

_KINDS_ON_PAPER = {*map(EventEntryKind, ("late", "withdraw", "return", "rename", "swap"))}


def load_event(event: str | None) -> Event:
    """Read the event that a command means."""
    return read_event(resolve_event_path(event))


@disk_errors_as(FileError)
def read_table(path: Path) -> bytes:
    """Read a CSV file that a director brings."""
    return read_bytes(path)


def open_event(path: Path, done: str = "") -> EventRecorder:
    """Return what records in an event file; `done` is what is said if anything fails after an entry is on the disk."""
    invocation = get_invocation()

    def mark_done(recorded: RecordedEvent) -> None:
        invocation.done = done or f"Entry {len(recorded.after.entries)} is recorded"
        invocation.build_json = partial(build_json, recorded)

    return EventRecorder(path, get_local_time, print_note, mark_done)


def record_in_event(event: str | None, request: EventRequest) -> RecordedEvent:
    """Record a request in the event that a command means."""
    return open_event(resolve_event_path(event)).record(request)


def build_json(recorded: RecordedEvent) -> object:
    """Return what a command has recorded, and the event afterward, as JSON."""
    from canasta_score.report.event.json import build_recorded_json

    return build_recorded_json(recorded, complete_for_json(recorded.problems))


def print_changed_paper(recorded: RecordedEvent) -> None:
    """Print what the last entry, or what it undoes or redoes, has changed on paper that was printed."""
    entry = find_meant_entry(recorded, recorded.after.entries[-1])
    if entry.kind in _KINDS_ON_PAPER:
        from canasta_score.cli.event.void_paper import print_paper_hints

        print_paper_hints(recorded, entry.kind)
