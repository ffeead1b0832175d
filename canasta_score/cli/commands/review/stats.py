"""`canasta-score stats`: what many games come to."""

import os
import sys
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.options import JsonOption
from canasta_score.cli.terminal import build_usage_error, get_terminal_width, print_json, print_message, print_table
from canasta_score.game.errors import LedgerError
from canasta_score.game.statistics.duplicates import DuplicateDetector
from canasta_score.game.statistics.statistics import compute_statistics
from canasta_score.game.storage.discovery import find_ledgers
from canasta_score.game.storage.reader import VariantCache
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode

if TYPE_CHECKING:
    from canasta_score.game.ledger import Ledger

_CURRENT_FOLDER = "."
PROGRESS_DELAY_SECONDS = 1.0  # seconds to wait without a word
_PROGRESS_STEPS = 100
_PROGRESS_BAR_WIDTH = 20  # columns, so that it fits a narrow terminal with what stands around it
_StatsFilesArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[FILE...]",
        help="Ledgers, folders of them, or patterns such as 'season/*.toml'; else this folder.",
        show_default=False,
    ),
]


_SingleLedgerOption = Annotated[str | None, typer.Option("--ledger", "-l", metavar="FILE", help="Only this ledger.")]


def stats(files: _StatsFilesArgument = None, *, ledger: _SingleLedgerOption = None, json: JsonOption = False) -> None:
    """Tell the statistics of many games.

    For each side, by the names of its partners in any order: games won, average and best hand, canastas, going out,
    special hands, points lost, biggest comeback. A ledger that cannot be read is named and passed over; exit code 1,
    or 4 where no other is left.
    """
    if files and ledger:
        raise build_usage_error("name the ledgers, or one with --ledger, not both")
    begun = monotonic()
    named = find_ledgers(files or ([ledger] if ledger else [_CURRENT_FOLDER]))
    problems = [*named.diagnostics]
    steps = max(1, len(named.paths) // _PROGRESS_STEPS)
    with typer.progressbar(
        named.paths, label="Reading", hidden=True, file=sys.stderr, width=_PROGRESS_BAR_WIDTH, update_min_steps=steps
    ) as bar:
        copies = DuplicateDetector()
        ledgers = _iter_readable_ledgers(_show_progress_when_slow(bar, begun), named.found_in_folders, problems)
        statistics = compute_statistics(map(copies.track, ledgers))
    if json:
        from canasta_score.report.json.statistics import build_statistics_json  # noqa: PLC0415 -- start-up

        print_json(build_statistics_json(statistics, problems))
    elif statistics.games or not problems:
        from canasta_score.report.text.statistics import format_statistics  # noqa: PLC0415 -- start-up

        print_table(format_statistics(statistics, get_terminal_width()))
    for sentence in dict.fromkeys([*map(str, problems), *copies.format_warnings()]):
        print_message(sentence)
    if problems:
        raise typer.Exit(ExitCode.FAILURE if statistics.games else ExitCode.INVALID_LEDGER)


def _show_progress_when_slow(bar: Any, begun: float) -> Iterator[Path]:  # noqa: ANN401 -- the type is Typer's own
    """Go through the paths of a progress bar, which a terminal shows once somebody has waited since the beginning."""
    for path in bar:
        bar.hidden = not _can_show_progress() or monotonic() - begun < PROGRESS_DELAY_SECONDS
        yield path


def _can_show_progress() -> bool:
    """Tell whether somebody sits at a terminal on which a bar can grow."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _iter_readable_ledgers(
    paths: Iterable[Path], found: Container[Path], problems: list[Diagnostic]
) -> Iterator["Ledger"]:
    """Go through the ledgers at some paths; of those that cannot be read, what is wrong is added to the problems.

    What was only found in a folder and does not mean to be a ledger, such as a rule file, is passed over.
    """
    known = VariantCache()
    for path in paths:
        try:
            yield read_ledger(path, known)
        except LedgerError as error:
            is_other_file = error.diagnostics[0].code is DiagnosticCode.NOT_A_GAME_FILE
            if not (is_other_file and path in found):
                problems += error.diagnostics
