"""The program: its commands, and what becomes of errors."""

import gc
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from canasta_score import __version__
from canasta_score.cli.commands import Commands
from canasta_score.cli.exit_codes import ExitCode, exit_code_of
from canasta_score.cli.options import PLAIN, LedgerFile, has_ledger
from canasta_score.cli.terminal import PROGRAM, explain_error, prepare, say, warn
from canasta_score.rules.errors import CanastaError
from canasta_score.rules.facts import SIDES

COMMANDS = {
    "new": "new",
    "add": "add",
    "show": "show",
    "explain": "explain",
    "meld": "meld",
    "fix": "correct",
    "void": "correct",
    "undo": "correct",
    "redo": "correct",
    "note": "correct",
    "check": "check",
    "reconcile": "reconcile",
    "score": "score",
    "variants": "variants",
}


class Program(Commands):
    """The commands of the program, in the order in which a game goes."""

    rooms = COMMANDS


app = typer.Typer(cls=Program, **PLAIN)


def show_version(*, wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        say(f"{PROGRAM} {__version__}")
        raise typer.Exit(ExitCode.GOOD)


@app.callback(invoke_without_command=True)
def without_command(
    context: typer.Context,
    *,
    ledger: LedgerFile = None,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Keep the score of real Canasta games, played with real cards, by the rules you play.

    Without a command: the score sheet where there is a ledger, else this help.
    """
    del version
    if context.invoked_subcommand:
        if ledger is not None:
            context.default_map = {command: {"ledger": ledger} for command in COMMANDS}
    elif ledger is not None or has_ledger(None):
        from canasta_score.cli.show import show  # noqa: PLC0415 -- start-up

        show(ledger=ledger)
    else:
        say(context.get_help())


def lead_a_tally_to_its_command(words: Sequence[str]) -> None:
    """Leave with the way out where someone has typed a tally and no command."""
    if words and words[0].lower() in SIDES:
        command = "add" if has_ledger(None) else "score"
        done = "record" if command == "add" else "score"
        warn(f"there is no command '{words[0]}'; to {done} a hand, write {PROGRAM} {command} {' '.join(words)}")
        sys.exit(ExitCode.USAGE)


def run() -> None:
    """Run the program; what a person can put right becomes a sentence and an exit code."""
    gc.freeze()
    gc.enable()
    prepare()
    lead_a_tally_to_its_command(sys.argv[1:])
    try:
        app(prog_name=PROGRAM)
    except CanastaError as error:
        explain_error(error)
        sys.exit(exit_code_of(error))
    except OSError as error:
        warn(f"the output cannot be written: {error.strerror}; make room, or write it elsewhere")
        sys.exit(ExitCode.FOUND)
