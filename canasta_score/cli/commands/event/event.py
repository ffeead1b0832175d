"""`canasta-score event`: the commands of a club day."""

import typer

from canasta_score.cli.event.options import EventOption
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.options import TYPER_SETTINGS, protect_negative_numbers
from canasta_score.cli.registry import EVENT_COMMANDS
from canasta_score.cli.typer_internals import Context


class _EventGroup(LazyGroup):
    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        # Totals may be negative and are typed as they are on the slip.
        return super().parse_args(ctx, protect_negative_numbers(args))


event = typer.Typer(name="event", cls=_EventGroup, **TYPER_SETTINGS)


@event.callback()
def _event_callback(context: typer.Context, *, event_file: EventOption = None) -> None:
    """Run a club day: pairs, tables, slips, ranks."""
    if event_file is not None:  # `event -e FILE round` is `event round -e FILE`
        context.default_map = {command: {"event": event_file} for command in EVENT_COMMANDS}
