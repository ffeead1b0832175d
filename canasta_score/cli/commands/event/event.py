"""`canasta-score event`: the commands of a club day."""

from typing import Any

import typer
from typer.core import TyperOption

from canasta_score.cli.event.options import EventOption
from canasta_score.cli.invocation import get_invocation
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.options import TYPER_SETTINGS, protect_negative_numbers, remember_json
from canasta_score.cli.registry import EVENT_COMMANDS
from canasta_score.cli.typer_internals import Command, Context

_COMMANDS_WITHOUT_JSON = ("desk", "print", "export")
_JSON_FLAG = TyperOption(
    param_decls=["--json"],
    is_flag=True,
    expose_value=False,
    callback=lambda _context, _option, wanted: remember_json(wanted),
    help="Print JSON.",
)


class _EventGroup(LazyGroup):
    specs = EVENT_COMMANDS

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        # Totals may be negative and are typed as they are on the slip.
        return super().parse_args(ctx, protect_negative_numbers(args))

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """Load a command; one that records, and has no JSON of its own, gets `--json` here."""
        command = super().get_command(ctx, cmd_name)
        if command and cmd_name not in _COMMANDS_WITHOUT_JSON and all(each.name != "json" for each in command.params):
            command.params = [*command.params, _JSON_FLAG]
        return command

    def invoke(self, ctx: Context) -> Any:  # noqa: ANN401 -- as Typer annotates it
        code = super().invoke(ctx)
        if get_invocation().owes_json:
            from canasta_score.cli.event.recording import print_recorded_json

            print_recorded_json()
        return code


event = typer.Typer(name="event", cls=_EventGroup, **TYPER_SETTINGS)


@event.callback()
def _event_callback(context: typer.Context, *, event_file: EventOption = None) -> None:
    """Run a club day: pairs, tables, slips, ranks."""
    if event_file is not None:  # `event -e FILE round` is `event round -e FILE`
        context.default_map = {command: {"event": event_file} for command in EVENT_COMMANDS}
