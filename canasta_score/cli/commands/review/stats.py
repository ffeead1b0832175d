"""`canasta-score stats`: what many games come to."""

import os
import sys
from collections.abc import Container, Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.options import AsJson
from canasta_score.cli.terminal import say_json, say_table, warn, width, wrong_use
from canasta_score.game.errors import LedgerError, LedgerProblem, NoLedgerError
from canasta_score.game.statistics.duplicates import Copies
from canasta_score.game.statistics.statistics import statistics_of
from canasta_score.game.storage.discovery import find_ledgers
from canasta_score.game.storage.reader import KnownRules
from canasta_score.game.storage.transactions import read_ledger

if TYPE_CHECKING:
    from canasta_score.game.ledger import Ledger

HERE = "."
PATIENCE = 1.0  # seconds to wait without a word
STEPS = 100
BAR = 20  # columns, so that it fits a narrow terminal with what stands around it
Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[FILE...]",
        help="Ledgers, folders of them, or patterns such as 'season/*.toml'; else this folder.",
        show_default=False,
    ),
]


OneLedger = Annotated[str | None, typer.Option("--ledger", "-l", metavar="FILE", help="Only this ledger.")]


def stats(files: Files = None, *, ledger: OneLedger = None, json: AsJson = False) -> None:
    """Tell the statistics of many games.

    For each side, by the names of its partners in any order: games won, average and best hand, canastas, going out,
    special hands, points lost, biggest comeback. A ledger that cannot be read is named and passed over; exit code 1,
    or 4 where no other is left.
    """
    if files and ledger:
        raise wrong_use("name the ledgers, or one with --ledger, not both")
    begun = monotonic()
    named = find_ledgers(files or ([ledger] if ledger else [HERE]))
    problems = [*named.problems]
    steps = max(1, len(named.paths) // STEPS)
    with typer.progressbar(
        named.paths, label="Reading", hidden=True, file=sys.stderr, width=BAR, update_min_steps=steps
    ) as bar:
        copies = Copies()
        ledgers = sound_ledgers(shown_when_slow(bar, begun), named.found, problems)
        statistics = statistics_of(map(copies.seen, ledgers))
    if json:
        from canasta_score.report.json.statistics import statistics_json  # noqa: PLC0415 -- start-up

        say_json(statistics_json(statistics, problems))
    elif statistics.games or not problems:
        from canasta_score.report.text.statistics import statistics_table  # noqa: PLC0415 -- start-up

        say_table(statistics_table(statistics, width()))
    for sentence in dict.fromkeys([*map(str, problems), *copies.in_words()]):
        warn(sentence)
    if problems:
        raise typer.Exit(ExitCode.FOUND if statistics.games else ExitCode.LEDGER)


def shown_when_slow(bar: Any, begun: float) -> Iterator[Path]:  # noqa: ANN401 -- the type is Typer's own
    """Go through the paths of a progress bar, which a terminal shows once somebody has waited since the beginning."""
    for path in bar:
        bar.hidden = not is_waited_for() or monotonic() - begun < PATIENCE
        yield path


def is_waited_for() -> bool:
    """Tell whether somebody sits at a terminal on which a bar can grow."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def sound_ledgers(paths: Iterable[Path], found: Container[Path], problems: list[LedgerProblem]) -> Iterator["Ledger"]:
    """Go through the ledgers at some paths; of those that cannot be read, what is wrong is added to the problems.

    What was only found in a folder and does not mean to be a ledger, such as a rule file, is passed over.
    """
    known = KnownRules()
    for path in paths:
        try:
            yield read_ledger(path, known)
        except LedgerError as error:
            if not (isinstance(error, NoLedgerError) and path in found):
                problems += error.problems
