"""`canasta-score help`: the help of the program, or of a command."""

from contextlib import suppress
from typing import Annotated

import typer

from canasta_score.cli.invocation import get_invocation, usage_error
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.options import Metavar, load_rules_and_names, word_argument
from canasta_score.cli.usage_errors import COMMAND_SYNONYMS, build_unknown_command_error
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
        group = described.command
        found = group.get_command(described, word) if isinstance(group, LazyGroup) else None
        if found is None:
            with suppress(CanastaError):
                variant = load_rules_and_names(None, None)[0]
                if word not in COMMAND_SYNONYMS and word.lower() in {*variant.facts, *variant.short_names}:
                    message = f'"{word}" is an item of a hand, not a command'
                    raise usage_error(message, "to see what it means", "variants", "show")
            names = list(group.specs) if isinstance(group, LazyGroup) else []
            raise build_unknown_command_error(word, names, get_invocation().words, described.command_path)
        described = found.context_class(found, info_name=word, parent=described)
    typer.echo(described.get_help(), color=described.color)
