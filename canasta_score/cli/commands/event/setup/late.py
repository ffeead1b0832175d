"""`canasta-score event late`: add a pair that comes late."""

from typing import Annotated

import typer

from canasta_score.cli.commands.event.setup.presence import print_presence
from canasta_score.cli.event.options import EventOption, FromGameOption
from canasta_score.cli.event.recording import record_event_change
from canasta_score.event.entries import EventEntryKind

_NewPairArgument = Annotated[
    str, typer.Argument(metavar="NAME", help='The name of the pair: "Ann & Bob".', show_default=False)
]


def late(name: _NewPairArgument, *, from_game: FromGameOption = None, event: EventOption = None) -> None:
    """Add a pair that comes late.

    The pair plays from the next game on. It takes the place of the pair that sits out, or a new table.
    """
    _, after = record_event_change(event, EventEntryKind.LATE, names=(name,), game=from_game)
    print_presence(after, f"Pair {len(after.pairs)}: {name}, playing", after.entries[-1].game or 0)
