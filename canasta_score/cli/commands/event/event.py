"""`canasta-score event`: the commands of a club day."""

import typer

from canasta_score.cli.event.options import EventOption
from canasta_score.cli.lazy_group import LazyGroup
from canasta_score.cli.options import TYPER_SETTINGS
from canasta_score.cli.registry import EVENT_COMMANDS

event = typer.Typer(name="event", cls=LazyGroup, **TYPER_SETTINGS)


@event.callback()
def _event_callback(context: typer.Context, *, event_file: EventOption = None) -> None:
    """Run a club day: pairs, tables, slips, ranks."""
    if event_file is not None:  # `event -e FILE round` is `event round -e FILE`
        context.default_map = {command: {"event": event_file} for command in EVENT_COMMANDS}
