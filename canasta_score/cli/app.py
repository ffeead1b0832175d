"""The program: its options, and how a command line is answered."""

import gc
import os
import sys
from typing import Annotated, Any

import typer
from typer.main import get_group

from canasta_score import __version__
from canasta_score.cli import registry
from canasta_score.cli.command_runner import report_what_is_done, run_command
from canasta_score.cli.invocation import ExitCode, get_invocation
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.messages import format_command, print_problem
from canasta_score.cli.options import TYPER_SETTINGS, LedgerOption, Metavar, value_option
from canasta_score.cli.paths import get_chosen_ledger, get_ledger_path, has_current_ledger
from canasta_score.cli.terminal import get_terminal_height, prepare_streams, print_json, print_result
from canasta_score.cli.typer_internals import Context
from canasta_score.rules.diagnostics import PROGRAM
from canasta_score.rules.model.facts import DEFAULT_SIDES


class _RootGroup(LazyGroup):
    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        # The shell may be left out, but Typer has no option whose value may be left out.
        if args[-1:] in ([registry.INSTALL_OPTION], [registry.SHOW_SCRIPT_OPTION]):
            args = [*args, ""]
        if args[-1:] == ["--json"] and not {*args} & {*registry.ROOT_COMMANDS}:  # without a command
            args = [*args[:-1], "show", "--json"]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Context) -> Any:  # noqa: ANN401 -- as Typer annotates it
        with report_what_is_done():
            result = super().invoke(ctx)
            if get_invocation().owes_json:
                print_json(get_invocation().build_json())
            return result


app = typer.Typer(cls=_RootGroup, **TYPER_SETTINGS)

_SHELL = f"[{Metavar.SHELL}]"
_INSTALL_HELP = "Let TAB complete words in bash, zsh, fish or powershell."
_SHOW_HELP = "Print the completion script of a shell."


@app.callback(invoke_without_command=True)
def main_callback(
    context: typer.Context,
    *,
    ledger: LedgerOption = None,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
    install_for: Annotated[str | None, value_option(registry.INSTALL_OPTION, _SHELL, _INSTALL_HELP)] = None,
    show_for: Annotated[str | None, value_option(registry.SHOW_SCRIPT_OPTION, _SHELL, _SHOW_HELP)] = None,
) -> None:
    """Keep the score of Canasta games played with real cards.

    Without a command, it shows the score sheet of the game in this folder.
    """
    if version:
        print_result(f"{PROGRAM} {__version__}")
        raise typer.Exit
    if install_for is not None or show_for is not None:
        from canasta_score.cli.completion.install import get_completion_script, install_completion

        if install_for is not None:
            install_completion(install_for)
        else:
            typer.echo(get_completion_script(show_for or ""), nl=False)
        raise typer.Exit
    if context.invoked_subcommand:
        if ledger is not None:  # `-l FILE add` is `add -l FILE`
            context.default_map = {command: {"ledger": ledger} for command in registry.ROOT_COMMANDS}
    elif ledger is not None or has_current_ledger():
        from canasta_score.cli.commands.show import show

        show(ledger=ledger)
    else:
        missing = f"No game in {get_ledger_path(None)}." if get_chosen_ledger() else "No game in this folder."
        play, games = format_command("play"), format_command("games")
        first_steps = f"{missing} To list your games: {games}\nTo start one: {format_command('new')}, or {play}"
        help_text = context.get_help()
        print_result(f"{first_steps}\n")
        typer.echo(help_text, color=context.color)
        if sys.stdout.isatty() and help_text.count("\n") > get_terminal_height():  # the beginning is out of sight
            print_result(f"\n{first_steps}")


def run() -> int:
    """Run the command line of the process and return the exit code."""
    gc.freeze()
    gc.set_threshold(10_000)  # start-up: with that of Python, looking for garbage takes 0.2 ms, and little is found
    gc.enable()
    prepare_streams()
    words = sys.argv[1:]
    if registry.COMPLETE_VARIABLE in os.environ:
        from canasta_score.cli.completion.candidates import format_candidates

        sys.stdout.write(format_candidates(get_group(app), words, os.environ.get(registry.CURRENT_WORD_VARIABLE, "")))
        return ExitCode.SUCCESS
    if words and words[0].lower().removesuffix(":") in DEFAULT_SIDES:  # a tally without a command
        command, purpose = ("add", "record") if has_current_ledger() else ("score", "score")
        print_problem(f'unknown command "{words[0]}"', f"to {purpose} a hand", command, *words)
        return ExitCode.USAGE_ERROR
    try:
        return run_command(get_group(app))
    except OSError as error:
        print_problem(f"the output could not be written: {error.strerror}", "free some space, or write to another file")
        return ExitCode.FAILURE
