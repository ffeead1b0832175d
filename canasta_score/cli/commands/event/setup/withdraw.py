"""`canasta-score event withdraw`: take out a pair that leaves."""

from canasta_score.cli.commands.event.setup.presence import record_presence
from canasta_score.cli.event.options import EventOption, FromGameOption, PairArgument
from canasta_score.event.entries import EventEntryKind


def withdraw(pair: PairArgument, *, from_game: FromGameOption = None, event: EventOption = None) -> None:
    """Take out a pair that leaves.

    It leaves after the game that is played now. Its results stay, and its next opponent sits out.
    """
    record_presence(event, EventEntryKind.WITHDRAW, pair, from_game, "is out")
