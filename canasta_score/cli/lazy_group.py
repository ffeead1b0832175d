"""Groups of commands that are loaded when they are called: start-up is part of the product."""

from collections.abc import Mapping
from importlib import import_module
from typing import ClassVar

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from canasta_score.cli.invocation import get_invocation
from canasta_score.cli.options import TYPER_SETTINGS
from canasta_score.cli.registry import CommandSpec
from canasta_score.cli.typer_internals import Command, Context, HelpFormatter
from canasta_score.cli.usage_errors import build_extra_words_error, build_unknown_command_error
from canasta_score.rules.diagnostics import PROGRAM


class LazyGroup(TyperGroup):
    """A group that knows its commands from the registry and imports the one that is called."""

    specs: ClassVar[Mapping[str, CommandSpec]] = {}

    def list_commands(self, ctx: Context) -> list[str]:
        """Return the names of the commands in the order of the registry."""
        del ctx
        return list(self.specs)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """Load a command; return None if the group has none of that name."""
        del ctx
        if cmd_name not in self.specs:
            return None
        spec = self.specs[cmd_name]
        module, _, function_name = spec.target.partition(":")
        function = getattr(import_module(f"canasta_score.cli.commands.{module}"), function_name)
        program = function
        if not isinstance(function, typer.Typer):
            program = typer.Typer(**TYPER_SETTINGS)
            program.command(cmd_name, cls=_Command)(function)
        command = get_command(program)
        # \b keeps each example on its own line.
        command.epilog = "\n".join(["\b", "Examples:", *(f"  {PROGRAM} {example}" for example in spec.examples)])
        return command

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the list of commands into the help from their summaries, without loading them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(spec.name, spec.summary) for spec in self.specs.values()])

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        """Find the command that is called; raises a usage error with the nearest name for an unknown one."""
        if args[0] not in self.specs and not args[0].startswith("-"):
            raise build_unknown_command_error(args[0], list(self.specs), get_invocation().words, ctx.command_path)
        return super().resolve_command(ctx, args)


class _Command(TyperCommand):
    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        ctx.allow_extra_args = True  # so that the program can refuse them in its own words
        extra = super().parse_args(ctx, args)
        if extra:
            raise build_extra_words_error(extra, ctx.command_path)
        return extra
