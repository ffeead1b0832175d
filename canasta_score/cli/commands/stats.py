"""`canasta-score stats`: statistics of many games."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli import messages, paths
from canasta_score.cli.invocation import ExitCode, get_invocation, usage_error
from canasta_score.cli.options import JsonOption, Metavar, value_option, word_argument
from canasta_score.cli.terminal import get_terminal_width, json_report, print_json, print_table
from canasta_score.game.entries import LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.statistics import DuplicateDetector, compute_statistics
from canasta_score.game.storage.discovery import FoundLedgers, find_ledgers, has_key
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.text.statistics import format_statistics
from canasta_score.rules.diagnostics import Diagnostic


def stats(
    files: Annotated[
        list[str] | None,
        word_argument(
            f"[{Metavar.FILE}...]", "Game files, folders, or patterns such as 'season/*.toml' (default: this folder)."
        ),
    ] = None,
    *,
    ledger: Annotated[str | None, value_option("--ledger", Metavar.FILE, "Only this game file.", short="-l")] = None,
    json: JsonOption = False,
) -> None:
    """Show statistics of many games.

    For each side: games won, average and best hand, canastas, going out, special hands, penalties, and the biggest
    comeback. Partners may be named in either order. Files that cannot be read are skipped, and the exit code is 1. To
    keep or mail the statistics, add "> stats.txt".
    """
    if files and ledger:
        raise usage_error("game files are named twice", "name them alone, or use --ledger alone")
    # At the prompt the folder of the game that is played, which may not be the one where the window was opened.
    folder = str(paths.get_ledger_path(None).parent) if get_invocation().is_at_prompt else "."
    found = find_ledgers(files or [ledger or folder])
    diagnostics, events = [*found.diagnostics], list[Path]()
    duplicates = DuplicateDetector()
    ledgers = _iter_readable_ledgers(found, diagnostics, events)
    statistics = compute_statistics(map(duplicates.track, ledgers))
    if json:
        print_json(json_report.build_statistics_json(statistics, messages.complete_for_json(diagnostics)))
    elif statistics.games or not diagnostics:
        print_table(format_statistics(statistics, get_terminal_width()))
    messages.print_diagnostics(diagnostics)
    messages.print_left_out(events, "statistics count only games")
    for sentence in duplicates.format_warnings():
        messages.print_warning(sentence)
    if diagnostics:
        raise typer.Exit(ExitCode.FAILURE if statistics.games else ExitCode.INVALID_LEDGER)


def _iter_readable_ledgers(found: FoundLedgers, diagnostics: list[Diagnostic], events: list[Path]) -> Iterator[Ledger]:
    # Of a thousand games, only the last two are in memory. What is wrong with the others is collected.
    for path in found.paths:
        try:
            yield read_ledger(path)
        except LedgerError as error:
            if not found.is_other_file(path, error.diagnostics):
                diagnostics += error.diagnostics
            elif has_key(path, "event"):
                events.append(path)
