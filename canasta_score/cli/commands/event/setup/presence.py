"""What `late`, `withdraw` and `return` print: from which game on, and where the pair sits or who sits out."""

from contextlib import suppress

from canasta_score.cli.messages import print_hint
from canasta_score.cli.terminal import print_result
from canasta_score.event.errors import EventError
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import list_sit_outs
from canasta_score.report.event.text import format_numbered_name
from canasta_score.rules.text import join_words

_PRINT_AGAIN = ("event", "print", "guide-cards", "-o", "cards.html", "--force")


def print_presence(event: Event, message: str, game: int) -> None:
    """Print what was done, and who sits out in the game from which it holds, as far as that is known."""
    print_result(message)
    with suppress(EventError):
        sit_outs = list_sit_outs(find_seating(event, game))
        if sit_outs:
            names = join_words(format_numbered_name(event, pair) for pair in sit_outs)
            print_result(f"Sits out in game {game}: {names}.")
        print_hint("the sheets have changed; to print new guide cards", *_PRINT_AGAIN)
