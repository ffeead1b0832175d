"""What looks back at an event: undo, redo, notes, and whether its file is sound."""

from typing import Annotated

import typer

from canasta_score.cli import messages, paths
from canasta_score.cli.event.options import EventOption
from canasta_score.cli.event.recording import print_changed_paper, record_in_event
from canasta_score.cli.invocation import ExitCode, usage_error
from canasta_score.cli.options import JsonOption, Metavar, restore_hyphens, word_argument
from canasta_score.cli.terminal import json_report, print_json, print_result, print_sentences
from canasta_score.event.errors import EventError
from canasta_score.event.storage.event_files import EventJournal
from canasta_score.recording import events
from canasta_score.report.event.text import describe_change
from canasta_score.rules.text import is_printable_line


def undo(*, event: EventOption = None) -> None:
    """Undo the last entry.

    Type it again to undo the entry before. Nothing is erased: "event redo" brings the entry back.
    """
    recorded = record_in_event(event, events.undo())
    print_sentences(f"Undone: {describe_change(recorded.before, recorded.before.applied_changes[-1])}.")
    print_changed_paper(recorded)


def redo(*, event: EventOption = None) -> None:
    """Bring back the entry that was undone.

    It works until something else is entered.
    """
    recorded = record_in_event(event, events.redo())
    print_sentences(f"Redone: {describe_change(recorded.after, recorded.after.applied_changes[-1])}.")
    print_changed_paper(recorded)


def note(text: Annotated[list[str], word_argument("TEXT...", "The note.")], *, event: EventOption = None) -> None:
    """Write a note about the event.

    Everybody can read it in the exports. "event status --reasons" lists all notes.
    """
    written = restore_hyphens(" ".join(text)).strip()
    if not written or not is_printable_line(written):
        raise usage_error("a note is plain text on one line", "for example", "event", "note", "new cards at 4")
    record_in_event(event, events.add_note(text=written))
    print_result("Note added.")


def check(
    file: Annotated[str | None, word_argument(f"[{Metavar.FILE}]", "Event file, as with --event.")] = None,
    *,
    event: EventOption = None,
    json: JsonOption = False,
) -> None:
    """Check the event file for mistakes.

    It finds totals that do not add up and entries that make no sense. The exit code is 1 for problems, and 4 for a file
    that cannot be read.
    """
    if file and event:
        raise usage_error("several event files are named", "name only one")
    path = paths.resolve_event_path(paths.remember_event(file or event))
    try:
        diagnostics, readable = EventJournal(path).inspect().diagnostics, [str(path)]
    except EventError as error:
        diagnostics, readable = error.diagnostics, []
    if json:
        print_json(json_report.build_ledger_check_json({str(path): messages.complete_for_json(diagnostics)}, readable))
    messages.print_diagnostics(diagnostics)
    if not readable:
        raise typer.Exit(ExitCode.INVALID_LEDGER)
    if diagnostics:
        raise typer.Exit(ExitCode.FAILURE)
    if not json:
        print_result("No problems found in 1 event.")
