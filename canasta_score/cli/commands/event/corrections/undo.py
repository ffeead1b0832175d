"""`canasta-score event undo`: undo the last entry."""

from canasta_score.cli.event.options import EventOption
from canasta_score.cli.event.recording import record_event_change
from canasta_score.cli.terminal import print_result
from canasta_score.event.entries import EventEntryKind
from canasta_score.report.event.entries import describe_entry


def undo(*, event: EventOption = None) -> None:
    """Undo the last entry.

    Type it again to undo the entry before. Nothing is erased: "event redo" brings the entry back.
    """
    before, _ = record_event_change(event, EventEntryKind.UNDO)
    print_result(f"Undone: {describe_entry(before, before.changes[-1])}.")
