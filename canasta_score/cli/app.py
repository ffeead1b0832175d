"""The program: its commands, and what becomes of errors."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from canasta_score import __version__
from canasta_score.cli.exit_codes import ExitCode, get_exit_code
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.options import TYPER_SETTINGS, LedgerOption, has_current_ledger
from canasta_score.cli.terminal import PROGRAM, prepare_streams, print_error, print_message, print_result
from canasta_score.rules.diagnostics import CanastaError
from canasta_score.rules.model.facts import DEFAULT_SIDES

ROOT_COMMANDS = {
    "new": "commands.game.new",
    "add": "commands.game.add",
    "play": "commands.game.play",
    "show": "commands.game.show",
    "explain": "commands.game.explain",
    "meld": "commands.opening.meld",
    "fix": "commands.corrections.correct",
    "void": "commands.corrections.correct",
    "undo": "commands.corrections.correct",
    "redo": "commands.corrections.correct",
    "note": "commands.corrections.correct",
    "check": "commands.review.check",
    "reconcile": "commands.review.reconcile",
    "export": "commands.files.export",
    "import": "commands.files.import_game",
    "stats": "commands.review.stats",
    "score": "commands.game.score",
    "variants": "commands.variants.variants",
}
ROOT_SUMMARIES = {
    "new": "Begin a game.",
    "add": "Record a hand.",
    "play": "Keep the score of a whole evening at one prompt.",
    "show": "Show the score sheet.",
    "explain": "Explain a hand line by line.",
    "meld": "Say what each side needs to open, judge an opening, find the best one.",
    "fix": "Correct some facts of a hand.",
    "void": "Strike a hand.",
    "undo": "Take back the newest entry that stands.",
    "redo": "Bring back what was taken back.",
    "note": "Write a note into the ledger.",
    "check": "Check ledgers.",
    "reconcile": "Find the slips that explain another total.",
    "export": "Write a game for others.",
    "import": "Take a game from a file into a new ledger.",
    "stats": "Tell the statistics of many games.",
    "score": "Score a hand without recording it.",
    "variants": "List, show, check and compare rule files, and write your own.",
}
COMPLETE_VARIABLE = "_CANASTA_SCORE_COMPLETE"
CURRENT_WORD_VARIABLE = "_CANASTA_SCORE_BEGUN"
_INSTALL_OPTION, _SHOW_SCRIPT_OPTION = "--install-completion", "--show-completion"
_DETECT_SHELL = ""


class _RootGroup(LazyGroup):
    """The commands of the program, in the order in which a game goes."""

    modules = ROOT_COMMANDS
    summaries = ROOT_SUMMARIES

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401 -- as in Commands
        """Read the words; behind an option about completion the shell need not be named."""
        if args[-1:] in ([_INSTALL_OPTION], [_SHOW_SCRIPT_OPTION]):
            args = [*args, _DETECT_SHELL]
        return super().parse_args(ctx, args)


app = typer.Typer(cls=_RootGroup, **TYPER_SETTINGS)


def _print_version(*, wanted: bool) -> None:
    """Print the version and leave."""
    if wanted:
        print_result(f"{PROGRAM} {__version__}")
        raise typer.Exit(ExitCode.SUCCESS)


def _run_install_completion(shell: str | None) -> None:
    """Install the completion for a shell and leave."""
    if shell is not None:
        from canasta_score.cli.completion.install import install_completion  # noqa: PLC0415 -- start-up

        install_completion(shell)
        raise typer.Exit(ExitCode.SUCCESS)


def _print_completion_script(shell: str | None) -> None:
    """Print the completion script of a shell and leave."""
    if shell is not None:
        from canasta_score.cli.completion.install import get_completion_script  # noqa: PLC0415 -- start-up

        typer.echo(get_completion_script(shell), nl=False)
        raise typer.Exit(ExitCode.SUCCESS)


_InstallCompletionOption = Annotated[
    str | None,
    typer.Option(
        _INSTALL_OPTION,
        metavar="[SHELL]",
        callback=_run_install_completion,
        is_eager=True,
        help="Have TAB complete words: bash, zsh, fish or powershell, else the shell at hand.",
    ),
]
_ShowCompletionOption = Annotated[
    str | None,
    typer.Option(
        _SHOW_SCRIPT_OPTION,
        metavar="[SHELL]",
        callback=_print_completion_script,
        is_eager=True,
        help="Print the script that does it.",
    ),
]


@app.callback(invoke_without_command=True)
def without_command(
    context: typer.Context,
    *,
    ledger: LedgerOption = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and leave.")
    ] = False,
    install_completion: _InstallCompletionOption = None,
    show_completion: _ShowCompletionOption = None,
) -> None:
    """Keep the score of real Canasta games, played with real cards, by the rules you play.

    Without a command: the score sheet where there is a ledger, else this help.
    """
    del version, install_completion, show_completion
    if context.invoked_subcommand:
        if ledger is not None:
            context.default_map = {command: {"ledger": ledger} for command in ROOT_COMMANDS}
    elif ledger is not None or has_current_ledger():
        from canasta_score.cli.commands.game.show import show  # noqa: PLC0415 -- start-up

        show(ledger=ledger)
    else:
        print_result(context.get_help())


def _reject_tally_without_command(words: Sequence[str]) -> None:
    """Leave with the way out where someone has typed a tally and no command."""
    if words and words[0].lower().removesuffix(":") in DEFAULT_SIDES:
        command = "add" if has_current_ledger() else "score"
        done = "record" if command == "add" else "score"
        print_message(
            f"there is no command '{words[0]}'; to {done} a hand, write {PROGRAM} {command} {' '.join(words)}"
        )
        sys.exit(ExitCode.USAGE_ERROR)


def _print_candidates(words: Sequence[str], begun: str) -> None:
    """Print what can come next on a command line."""
    from canasta_score.cli.completion.candidates import format_candidates  # noqa: PLC0415 -- start-up

    sys.stdout.write(format_candidates(app, words, begun))


def run() -> None:
    """Run the program; what a person can put right becomes a sentence and an exit code."""
    gc.freeze()
    gc.enable()
    prepare_streams()
    if COMPLETE_VARIABLE in os.environ:
        _print_candidates(sys.argv[1:], os.environ.get(CURRENT_WORD_VARIABLE, ""))
        return
    _reject_tally_without_command(sys.argv[1:])
    try:
        app(prog_name=PROGRAM)
    except CanastaError as error:
        print_error(error)
        sys.exit(get_exit_code(error))
    except OSError as error:
        print_message(f"the output cannot be written: {error.strerror}; make room, or write it elsewhere")
        sys.exit(ExitCode.FAILURE)
