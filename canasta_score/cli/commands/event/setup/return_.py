"""`canasta-score event return`: take a pair back in."""

from canasta_score.cli.commands.event.setup.presence import print_presence
from canasta_score.cli.event.options import EventOption, FromGameOption, PairArgument
from canasta_score.cli.event.recording import build_entry, record_built_entry
from canasta_score.cli.options import resolve_event_path
from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.pairs import find_pair
from canasta_score.report.event.text import format_numbered_name


def return_(pair: PairArgument, *, from_game: FromGameOption = None, event: EventOption = None) -> None:
    """Take a pair back in.

    The pair plays from the next game on. The games that it missed give nothing.
    """

    def build_return(current: Event) -> EventEntry:
        return build_entry(EventEntryKind.RETURN, pair=find_pair(current.pairs, pair).number, game=from_game)

    _, after = record_built_entry(resolve_event_path(event), build_return)
    entry = after.entries[-1]
    game = entry.game or 0
    print_presence(after, f"{format_numbered_name(after, entry.pair or 0)} is back, from game {game} on.", game)
