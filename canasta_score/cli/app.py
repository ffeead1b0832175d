"""The program: its commands, and what becomes of errors."""

import gc
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from canasta_score import __version__
from canasta_score.cli import variants
from canasta_score.cli.exit_codes import ExitCode, exit_code_of
from canasta_score.cli.score import score
from canasta_score.cli.terminal import PROGRAM, explain_error, prepare, say, warn
from canasta_score.rules.errors import CanastaError
from canasta_score.rules.facts import SIDES

app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False, add_completion=False)
app.command()(score)
app.add_typer(variants.app)


def show_version(*, wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        say(f"{PROGRAM} {__version__}")
        raise typer.Exit(ExitCode.GOOD)


@app.callback(invoke_without_command=True)
def without_command(
    context: typer.Context,
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Score real games of Canasta, played with real cards, by the rules you play."""
    del version
    if context.invoked_subcommand is None:
        say(context.get_help())


def lead_a_tally_to_its_command(words: Sequence[str]) -> None:
    """Leave with the way out where someone has typed a tally and no command."""
    if words and words[0].lower() in SIDES:
        warn(f"there is no command '{words[0]}'; to score a hand, write {PROGRAM} score {' '.join(words)}")
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
