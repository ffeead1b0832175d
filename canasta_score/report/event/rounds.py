"""Who sits where in a game, with names."""

from canasta_score.event.event import Event
from canasta_score.event.seating.tables import Seating, list_sit_outs
from canasta_score.report.event.text import format_numbered_name
from canasta_score.rules.frozen import Value, frozen


@frozen
class SeatView(Value):
    """A table where two pairs play, and these by number and name."""

    table: int
    ns: str
    ew: str


@frozen
class RoundView(Value):
    """The tables of a game, and the pairs that sit out."""

    game: int
    seats: tuple[SeatView, ...]
    sits_out: tuple[str, ...]


def build_round_view(event: Event, game: int, seating: Seating) -> RoundView:
    """Build what is shown of the seats of a game."""
    return RoundView(
        game=game,
        seats=tuple(
            SeatView(
                table=table.number, ns=format_numbered_name(event, table.ns), ew=format_numbered_name(event, table.ew)
            )
            for table in seating
            if table.ns is not None and table.ew is not None
        ),
        sits_out=tuple(format_numbered_name(event, pair) for pair in list_sit_outs(seating)),
    )
