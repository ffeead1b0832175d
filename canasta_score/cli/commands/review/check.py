"""`canasta-score check`: silent when a ledger is what it should be."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from canasta_score.cli.exit_codes import ExitCode
from canasta_score.cli.options import AsJson, LedgerFile, ledger_at_hand
from canasta_score.cli.terminal import now, say, say_json, say_table, warn, width, wrong_use
from canasta_score.game.audit import doubtful_hands
from canasta_score.game.entries import Entry, What
from canasta_score.game.errors import LedgerError, LedgerProblem
from canasta_score.game.storage.transactions import examine_ledger, restate
from canasta_score.rules.frozen import Value, frozen

RESTATED = "the totals are accepted as they follow from the facts"
Files = Annotated[
    list[str] | None, typer.Argument(metavar="[FILE...]", help="The ledgers; else the one at hand.", show_default=False)
]
Strict = Annotated[bool, typer.Option("--strict", help="Also list what is against the rules, though it can happen.")]
Restate = Annotated[bool, typer.Option("--restate", help="Accept the totals that follow from the facts, by an entry.")]


@frozen
class Checked(Value):
    """What a check found in one ledger, whether it could be read, and whether accepting its totals would mend it."""

    file: str
    problems: Sequence[LedgerProblem]
    readable: bool
    only_totals: bool = False


def check(
    files: Files = None,
    *,
    ledger: LedgerFile = None,
    strict: Strict = False,
    restate_totals: Restate = False,
    json: AsJson = False,
) -> None:
    """Check ledgers.

    Silent when all is well; else every problem, and exit code 1, or 4 for a ledger that cannot be read. Finds totals
    that do not hold, hands and facts that are not there, and hands that cannot have happened.
    """
    if files and ledger:
        raise wrong_use("name the ledgers to check, or one with --ledger, not both")
    paths = files or [str(ledger_at_hand(ledger))]
    checked = [check_one(path, strict=strict) for path in paths]
    if restate_totals:
        checked = [accept_totals(one, strict=strict, quiet=json) for one in checked]
    if json:
        from canasta_score.report.json.ledger import checked_ledgers_json  # noqa: PLC0415 -- start-up

        say_json(checked_ledgers_json({one.file: one.problems for one in checked}))
    for one in checked:
        for problem in one.problems:
            warn(str(problem))
    if not all(one.readable for one in checked):
        raise typer.Exit(ExitCode.LEDGER)
    if any(one.problems for one in checked):
        raise typer.Exit(ExitCode.FOUND)


def check_one(file: str, *, strict: bool) -> Checked:
    """Check one ledger."""
    try:
        reading = examine_ledger(file)
    except LedgerError as error:
        return Checked(file=file, problems=error.problems, readable=False)
    sound = all(problem.about_totals for problem in reading.problems)
    doubts = doubtful_hands(reading.ledger, strict=strict) if sound else ()
    problems, only_totals = [*reading.problems, *doubts], sound and bool(reading.problems)
    return Checked(file=file, problems=problems, readable=True, only_totals=only_totals)


def accept_totals(checked: Checked, *, strict: bool, quiet: bool) -> Checked:
    """Write the entry that accepts the totals of a ledger whose facts are sound, and check it again."""
    if not checked.only_totals:
        if not checked.readable:
            return checked
        other = "put the other mistakes right first" if checked.problems else "every total holds"
        warn(f"{checked.file}: nothing is accepted; {other}")
        return checked
    try:
        game = restate(Path(checked.file), lambda _: Entry(at=now(), what=What.NOTE, text=RESTATED, restate=True), warn)
    except LedgerError as error:
        return Checked(file=checked.file, problems=error.problems, readable=checked.readable)
    if not quiet:
        from canasta_score.report.text.standing import standing_table  # noqa: PLC0415 -- start-up

        say(f"{checked.file}: {RESTATED}.\n")
        say_table(standing_table(game.variant, game.standing(), width()))
    return check_one(checked.file, strict=strict)
