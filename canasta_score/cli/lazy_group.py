"""Groups of commands that are loaded when they are called: start-up is part of the product."""

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from textwrap import wrap
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command

from canasta_score.cli.invocation import get_invocation
from canasta_score.cli.options import TYPER_SETTINGS, join_house_rules, protect_negative_numbers, remember_json
from canasta_score.cli.registry import EVENT_GROUP, GROUPS, ROOT_COMMANDS, CommandSpec
from canasta_score.cli.terminal import colorize_help, get_terminal_width, should_use_color
from canasta_score.cli.typer_internals import Command, Context, HelpFormatter
from canasta_score.rules.diagnostics import PROGRAM
from canasta_score.rules.schema.reader import SET_OPTION

_MAX_HELP_WIDTH, _MIN_HELP_WIDTH = 80, 20
_MAY_BE_NEGATIVE = ("points", "tally", "total")  # parameters, as in `adjust they -100` and `add they total -145`
_COMMANDS_WITHOUT_JSON = ("play", "serve", "help", "export", "desk", "print")
_NARROW_WIDTH, _NARROW_TERM_WIDTH = 60, 10  # in a narrow terminal, what is longer has its meaning below it


class _HelpFormatter(HelpFormatter):
    """Formats help for any terminal; that of Typer takes at least 50 columns and breaks words."""

    def __init__(self, width: int | None = None, max_width: int | None = None) -> None:
        columns = min(get_terminal_width(), max_width or _MAX_HELP_WIDTH) - 2
        super().__init__(width=width or max(columns, _MIN_HELP_WIDTH))

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write terms and their meanings; in a narrow terminal, a long list of choices is broken between them."""
        if self.width < _NARROW_WIDTH:
            col_max = _NARROW_TERM_WIDTH
            room = self.width - self.current_indent
            rows = [
                ("\n      ".join(wrap(term.replace("|", "| "), room)).replace("| ", "|"), text) for term, text in rows
            ]
        super().write_dl(rows, col_max, col_spacing)


class _HelpContext(Context):
    formatter_class = _HelpFormatter

    def __init__(self, *arguments: Any, **settings: Any) -> None:  # noqa: ANN401 -- those of Typer
        super().__init__(*arguments, **settings)
        self.color = should_use_color(sys.stdout)

    def get_help(self) -> str:
        text = super().get_help()
        return colorize_help(text) if self.color else text


class LazyGroup(TyperGroup):
    """A group that knows its commands from the registry and imports the one that is called."""

    context_class = _HelpContext

    @property
    def specs(self) -> Mapping[str, CommandSpec]:
        """Return its commands by their names."""
        return GROUPS.get(self.name or "", ROOT_COMMANDS)

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
        module = import_module(f"canasta_score.cli.commands.{spec.module}")
        function = getattr(module, f"{cmd_name}_", None) or getattr(module, cmd_name)
        program = function
        if not isinstance(function, typer.Typer):
            program = typer.Typer(**TYPER_SETTINGS)
            program.command(cmd_name, cls=_Command)(function)
        command = get_command(program)
        has_own = program is function or "json" in function.__annotations__
        if not has_own and cmd_name not in _COMMANDS_WITHOUT_JSON:
            # The command records, and the root group in app.py prints what was recorded.
            json_flag = TyperOption(
                param_decls=["--json"],
                is_flag=True,
                expose_value=False,
                callback=lambda _context, _option, wanted: remember_json(wanted),
                help="Print JSON.",
            )
            command.params = [*command.params, json_flag]
        # \b keeps each example on its own line.
        examples = [f"  {PROGRAM} {example}" for example in (spec.example, spec.other_example)]
        command.epilog = "\n".join(["\b", "Examples:", *examples])
        return command

    def format_commands(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Write the list of commands into the help from their summaries, without loading them."""
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl([(spec.name, spec.summary) for spec in self.specs.values()])

    def resolve_command(self, ctx: Context, args: list[str]) -> tuple[str | None, Command | None, list[str]]:
        """Find the command that is called; raises a usage error with the nearest name for an unknown one."""
        if args[0] not in self.specs and not args[0].startswith("-"):
            from canasta_score.cli.usage_errors import build_unknown_command_error  # start-up: for a wrong line alone

            raise build_unknown_command_error(args[0], list(self.specs), get_invocation().words, ctx.command_path)
        return super().resolve_command(ctx, args)


class _Command(TyperCommand):
    context_class = _HelpContext

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        # In an event, all numbers are typed as they are on a slip.
        if EVENT_GROUP in ctx.command_path.split() or any(param.name in _MAY_BE_NEGATIVE for param in self.params):
            args = protect_negative_numbers(args)
        if any(SET_OPTION in parameter.opts for parameter in self.params):
            args = join_house_rules(args)
        ctx.allow_extra_args = True  # so that the program can refuse them in its own words
        extra = super().parse_args(ctx, args)
        if extra:
            from canasta_score.cli.usage_errors import build_extra_words_error  # start-up: for a wrong line alone

            raise build_extra_words_error(extra, ctx.command_path, get_invocation().words)
        return extra
