"""What `late`, `withdraw` and `return` share: a pair comes, leaves or comes back from a game on."""

from contextlib import suppress

from canasta_score.cli.event.recording import build_entry, record_built_entry
from canasta_score.cli.messages import print_hint
from canasta_score.cli.terminal import print_result
from canasta_score.event.entries import EventEntryKind
from canasta_score.event.errors import EventError
from canasta_score.event.event import Event
from canasta_score.event.pairs import find_pair
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import list_sit_outs
from canasta_score.report.event.text import format_numbered_name
from canasta_score.rules.text import join_words

_REPRINT_COMMAND = ("event", "print", "guide-cards", "-o", "cards.html", "--force")


def record_presence(event: str | None, kind: EventEntryKind, pair: str, from_game: int | None, change: str) -> None:
    """Record that a pair leaves or comes back, and print it; `change` says which, such as "is back"."""
    _, after = record_built_entry(
        event, lambda current: build_entry(kind, pair=find_pair(current.pairs, pair).number, game=from_game)
    )
    entry = after.entries[-1]
    print_presence(after, f"{format_numbered_name(after, entry.pair or 0)} {change}", entry.game or 0)


def print_presence(event: Event, change: str, game: int) -> None:
    """Print what has changed from a game on, and who sits out in that game, as far as that is known."""
    print_result(f"{change} from game {game} on.")
    with suppress(EventError):
        sit_outs = list_sit_outs(find_seating(event, game))
        if sit_outs:
            names = join_words(format_numbered_name(event, pair) for pair in sit_outs)
            print_result(f"Sits out in game {game}: {names}.")
        print_hint("the seats have changed; to print new guide cards", *_REPRINT_COMMAND)
