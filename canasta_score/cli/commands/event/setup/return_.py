"""`canasta-score event return`: take a pair back in."""

from canasta_score.cli.commands.event.setup.presence import record_presence
from canasta_score.cli.event.options import EventOption, FromGameOption, PairArgument
from canasta_score.event.entries import EventEntryKind


def return_(pair: PairArgument, *, from_game: FromGameOption = None, event: EventOption = None) -> None:
    """Take a pair back in.

    The pair plays from the next game on. The games that it missed give nothing.
    """
    record_presence(event, EventEntryKind.RETURN, pair, from_game, "is back")
