"""`canasta-score event pair`: add pairs before the draw."""

from typing import Annotated

import typer

from canasta_score.cli.event.options import EventOption
from canasta_score.cli.event.recording import record_event_change
from canasta_score.cli.options import FILE_METAVAR
from canasta_score.cli.paths.expansion import expand_path
from canasta_score.cli.terminal import print_result
from canasta_score.cli.usage_errors import usage_error
from canasta_score.event.entries import EventEntryKind
from canasta_score.event.seating.csv_tables import parse_pairs
from canasta_score.game.storage.files import read_bytes

_NamesArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="[NAME...]", help='The name of each pair: "Ann & Bob".', show_default=False),
]
_FromOption = Annotated[
    str | None, typer.Option("--from", metavar=FILE_METAVAR, help="A CSV file with a pair in each row.")
]


def pair(names: _NamesArgument = None, *, source: _FromOption = None, event: EventOption = None) -> None:
    """Add pairs before the draw.

    Pairs are numbered 1, 2, 3 in this order. A file has one column, or a column for each player.
    """
    given = [*(names or []), *(parse_pairs(read_bytes(expand_path(source)), source) if source else [])]
    if not given:
        raise usage_error("no pair entered", "for example", "event", "pair", "Ann & Bob", "Cy & Di")
    before, after = record_event_change(event, EventEntryKind.PAIRS, names=tuple(given))
    for added in list(after.pairs.values())[len(before.pairs) :]:
        print_result(f"Pair {added.number}: {added.name}")
