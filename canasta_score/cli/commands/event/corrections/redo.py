"""`canasta-score event redo`: bring back the entry that was undone."""

from canasta_score.cli.event.options import EventOption
from canasta_score.cli.event.recording import record_event_change
from canasta_score.cli.terminal import print_result
from canasta_score.event.entries import EventEntryKind
from canasta_score.report.event.entries import describe_entry


def redo(*, event: EventOption = None) -> None:
    """Bring back the entry that was undone.

    It works until something else is entered.
    """
    _, after = record_event_change(event, EventEntryKind.REDO)
    print_result(f"Redone: {describe_entry(after, after.changes[-1])}.")
