"""The start of an evening without a game: rules and names are asked for."""

from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING

import typer
from typer._click.core import Command

from canasta_score.cli.invocation import run_command
from canasta_score.cli.messages import print_error, print_problem, prompt_mode
from canasta_score.cli.options import DEFAULT_VARIANT, use_ledger
from canasta_score.cli.prompt.questions import HELP_REPLY
from canasta_score.cli.terminal import MESSAGE_INDENT, get_terminal_width, print_result
from canasta_score.report.rules.listing import format_variant_titles
from canasta_score.rules.catalog.listing import list_variants
from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.diagnostics import CanastaError

if TYPE_CHECKING:
    from canasta_score.cli.prompt.line_editor import LineEditor


def start_first_game(program: Command, path: Path, editor: "LineEditor") -> None:
    """Ask for the rules and the names of the sides, and start a game in `path`.

    Raises EOFError for Ctrl-D, and typer.Exit if the game cannot be written.
    """
    print_result(
        fill(
            f"A new game in {path}. Press Enter to accept the answer in brackets, Ctrl-D to leave.",
            get_terminal_width(),
        )
    )
    variant = _ask_variant_name(editor)
    we, they = _ask_side_name(editor, "we"), _ask_side_name(editor, "they")
    while they == we:
        print_problem("the two sides need different names")
        they = _ask_side_name(editor, "they")
    with prompt_mode(), use_ledger(path):
        code = run_command(program, ["new", "--variant", variant, "--we", we, "--they", they])
    if code:
        raise typer.Exit(code)


def _ask_variant_name(editor: "LineEditor") -> str:
    while True:
        name = editor.ask_setup_variant(f"Which rules? [{DEFAULT_VARIANT}] (? lists them) ") or DEFAULT_VARIANT
        if name == HELP_REPLY:
            print_result(format_variant_titles(list_variants(), get_terminal_width()))
            continue
        try:
            load_variant(name)
        except CanastaError as error:
            print_error(error)
        else:
            return name


def _ask_side_name(editor: "LineEditor", side: str) -> str:
    while True:
        name = editor.ask_setup_question(f"Who are {side}? [{side.capitalize()}] ") or side.capitalize()
        if name != HELP_REPLY:
            return name
        print_result(f"{MESSAGE_INDENT}The name of a side or of who plays in it, such as Ann & Bob.")
