"""`canasta-score event check`: check the event file for mistakes."""

import typer

from canasta_score.cli.event.options import EventOption
from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.messages import print_diagnostics
from canasta_score.cli.options import JsonOption
from canasta_score.cli.paths.event import resolve_event_path
from canasta_score.cli.terminal import print_json, print_result
from canasta_score.event.storage.event_files import inspect_event
from canasta_score.report.json.ledger import build_ledger_check_json


def check(*, event: EventOption = None, json: JsonOption = False) -> None:
    """Check the event file for mistakes.

    It finds totals that do not add up and entries that make no sense. The exit code is 1 for problems, and 4 for a file
    that cannot be read.
    """
    path = resolve_event_path(event)
    diagnostics = inspect_event(path).diagnostics
    if json:
        print_json(build_ledger_check_json({str(path): diagnostics}))
    print_diagnostics(diagnostics)
    if diagnostics:
        raise typer.Exit(ExitCode.FAILURE)
    if not json:
        print_result("No problems found in 1 event.")
