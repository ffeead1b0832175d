"""`canasta-score event withdraw`: take out a pair that leaves."""

from canasta_score.cli.commands.event.setup.presence import print_presence
from canasta_score.cli.event.options import EventOption, FromGameOption, PairArgument
from canasta_score.cli.event.recording import build_entry, record_built_entry
from canasta_score.cli.options import resolve_event_path
from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.pairs import find_pair
from canasta_score.report.event.text import format_numbered_name


def withdraw(pair: PairArgument, *, from_game: FromGameOption = None, event: EventOption = None) -> None:
    """Take out a pair that leaves.

    It leaves after the game that is played now. Its results stay, and its next opponent sits out.
    """

    def build_withdrawal(current: Event) -> EventEntry:
        return build_entry(EventEntryKind.WITHDRAW, pair=find_pair(current.pairs, pair).number, game=from_game)

    _, after = record_built_entry(resolve_event_path(event), build_withdrawal)
    entry = after.entries[-1]
    game = entry.game or 0
    print_presence(after, f"{format_numbered_name(after, entry.pair or 0)} has left, from game {game} on.", game)
