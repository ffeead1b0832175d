"""`canasta-score event note`: write a note about the event."""

from typing import Annotated

import typer

from canasta_score.cli.event.options import EventOption, restore_hyphens
from canasta_score.cli.event.recording import record_event_change
from canasta_score.cli.terminal import print_result
from canasta_score.cli.usage_errors import usage_error
from canasta_score.event.entries import EventEntryKind
from canasta_score.rules.text import is_printable_line

_TextArgument = Annotated[list[str], typer.Argument(metavar="TEXT...", help="The note.", show_default=False)]


def note(text: _TextArgument, *, event: EventOption = None) -> None:
    """Write a note about the event.

    Notes stay in the event file and in the exports.
    """
    written = restore_hyphens(" ".join(text)).strip()
    if not written or not is_printable_line(written):
        raise usage_error("a note is plain text on one line", "for example", "event", "note", "new cards at 4")
    record_event_change(event, EventEntryKind.NOTE, text=written)
    print_result("Note added.")
