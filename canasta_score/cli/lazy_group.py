"""Commands that are loaded when they are called: start-up is part of the product."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup
from typer.main import get_command

from canasta_score.cli.options import TYPER_SETTINGS


class LazyGroup(TyperGroup):
    """Commands by their names; `modules` has for each the module of this folder in which it stands.

    A command that is called as a word of Python has _ behind its name there.
    `summaries` has the first sentences of their help, for a list that need not load them all.
    """

    modules: ClassVar[Mapping[str, str]] = {}
    summaries: ClassVar[Mapping[str, str]] = {}

    def list_commands(self, ctx: object) -> list[str]:
        """List the commands in the order in which they are told."""
        del ctx
        return list(self.modules)

    def get_command(self, ctx: object, cmd_name: str) -> Any:  # noqa: ANN401 -- Typer's type has a private name
        """Load a command; None where there is none of that name."""
        del ctx
        if cmd_name not in self.modules:
            return None
        module = import_module(f"canasta_score.cli.{self.modules[cmd_name]}")
        command = getattr(module, cmd_name, None) or getattr(module, f"{cmd_name}_")
        if not isinstance(command, typer.Typer):
            alone = typer.Typer(**TYPER_SETTINGS)
            alone.command(cmd_name)(command)
            command = alone
        return get_command(command)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:  # noqa: ANN401 -- as above
        """Find the command that is called; a mistyped one is told the nearest of all names."""
        if args[0] not in self.modules:
            self.commands: Any = dict.fromkeys(self.modules)
        return super().resolve_command(ctx, args)


def get_command_summary(group: TyperGroup, name: str) -> str:
    """Give the first sentence of a command's help."""
    if isinstance(group, LazyGroup) and name in group.summaries:
        return group.summaries[name]
    command = group.get_command(typer.Context(group), name)
    return (command.help or "").partition("\n")[0] if command else ""
