"""`canasta-score help`: the help of the program, or of a command."""

from contextlib import suppress
from typing import Annotated

import typer

from canasta_score.cli.invocation import get_invocation
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.options import Metavar, load_rules_and_names, word_argument
from canasta_score.cli.registry import COMMAND_SYNONYMS
from canasta_score.cli.typer_internals import Context
from canasta_score.cli.usage_errors import build_unknown_command_error, usage_error
from canasta_score.rules.diagnostics import CanastaError


def help_(
    context: typer.Context,
    command: Annotated[list[str] | None, word_argument(f"[{Metavar.COMMAND}...]", "Such as add, or meld find.")] = None,
) -> None:
    """Show the help of a command.

    Without a command, it shows the help of the program.
    """
    described = context.find_root()
    for word in command or ():
        described = _open_command(described, word)
    typer.echo(described.get_help(), color=described.color)


def _open_command(context: Context, word: str) -> Context:
    group = context.command
    names = list(group.specs) if isinstance(group, LazyGroup) else []
    command = group.get_command(context, word) if isinstance(group, LazyGroup) else None
    if command is None:
        with suppress(CanastaError):
            variant = load_rules_and_names(None, None)[0]
            if word not in COMMAND_SYNONYMS and word.lower() in {*variant.facts, *variant.short_names}:
                message = f'"{word}" is an item of a hand, not a command'
                raise usage_error(message, "to see what it means", "variants", "show")
        raise build_unknown_command_error(word, names, get_invocation().words, context.command_path)
    return command.context_class(command, info_name=word, parent=context)
