"""`canasta-score check`: silent when a ledger is what it should be."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.options import JsonOption, LedgerOption, resolve_ledger_path
from canasta_score.cli.terminal import (
    build_usage_error,
    get_local_time,
    get_terminal_width,
    print_json,
    print_message,
    print_result,
    print_table,
)
from canasta_score.game.audit import find_hand_problems
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.errors import LedgerError
from canasta_score.game.storage.transactions import inspect_ledger, record_restatement
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.frozen import Value, frozen

_RESTATE_TEXT = "the totals are accepted as they follow from the facts"
_LedgerFilesArgument = Annotated[
    list[str] | None, typer.Argument(metavar="[FILE...]", help="The ledgers; else the one at hand.", show_default=False)
]
_StrictOption = Annotated[
    bool, typer.Option("--strict", help="Also list what is against the rules, though it can happen.")
]
_RestateOption = Annotated[
    bool, typer.Option("--restate", help="Accept the totals that follow from the facts, by an entry.")
]


@frozen
class _CheckResult(Value):
    """What a check found in one ledger, whether it could be read, and whether accepting its totals would mend it."""

    file: str
    problems: Sequence[Diagnostic]
    is_readable: bool
    has_only_total_mismatches: bool = False


def check(
    files: _LedgerFilesArgument = None,
    *,
    ledger: LedgerOption = None,
    strict: _StrictOption = False,
    restate_totals: _RestateOption = False,
    json: JsonOption = False,
) -> None:
    """Check ledgers.

    Silent when all is well; else every problem, and exit code 1, or 4 for a ledger that cannot be read. Finds totals
    that do not hold, hands and facts that are not there, and hands that cannot have happened.
    """
    if files and ledger:
        raise build_usage_error("name the ledgers to check, or one with --ledger, not both")
    paths = files or [str(resolve_ledger_path(ledger))]
    checked = [_check_ledger(path, strict=strict) for path in paths]
    if restate_totals:
        checked = [_accept_totals(one, strict=strict, quiet=json) for one in checked]
    if json:
        from canasta_score.report.json.ledger import build_ledger_check_json  # noqa: PLC0415 -- start-up

        print_json(build_ledger_check_json({one.file: one.problems for one in checked}))
    for one in checked:
        for problem in one.problems:
            print_message(str(problem))
    if not all(one.is_readable for one in checked):
        raise typer.Exit(ExitCode.INVALID_LEDGER)
    if any(one.problems for one in checked):
        raise typer.Exit(ExitCode.FAILURE)


def _check_ledger(file: str, *, strict: bool) -> _CheckResult:
    """Check one ledger."""
    try:
        reading = inspect_ledger(file)
    except LedgerError as error:
        return _CheckResult(file=file, problems=error.diagnostics, is_readable=False)
    sound = all(problem.code is DiagnosticCode.TOTAL_MISMATCH for problem in reading.diagnostics)
    doubts = find_hand_problems(reading.ledger, strict=strict) if sound else ()
    problems, only_totals = [*reading.diagnostics, *doubts], sound and bool(reading.diagnostics)
    return _CheckResult(file=file, problems=problems, is_readable=True, has_only_total_mismatches=only_totals)


def _accept_totals(checked: _CheckResult, *, strict: bool, quiet: bool) -> _CheckResult:
    """Write the entry that accepts the totals of a ledger whose facts are sound, and check it again."""
    if not checked.has_only_total_mismatches:
        if not checked.is_readable:
            return checked
        other = "put the other mistakes right first" if checked.problems else "every total holds"
        print_message(f"{checked.file}: nothing is accepted; {other}")
        return checked
    try:
        game = record_restatement(
            Path(checked.file),
            lambda _: Entry(
                recorded_at=get_local_time(), kind=EntryKind.NOTE, text=_RESTATE_TEXT, restates_totals=True
            ),
            print_message,
        )
    except LedgerError as error:
        return _CheckResult(file=checked.file, problems=error.diagnostics, is_readable=checked.is_readable)
    if not quiet:
        from canasta_score.report.text.standing import format_standing  # noqa: PLC0415 -- start-up

        print_result(f"{checked.file}: {_RESTATE_TEXT}.\n")
        print_table(format_standing(game.variant, game.standing(), get_terminal_width()))
    return _check_ledger(checked.file, strict=strict)
