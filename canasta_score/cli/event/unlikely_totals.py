"""A warning after a slip with totals that are too large to be right."""

from canasta_score.cli.messages import print_warning
from canasta_score.event.event import Event
from canasta_score.event.slips.limits import list_unlikely_totals


def print_unlikely_totals(event: Event) -> None:
    """Print a warning for each total of the last entry that is too large to be right."""
    score = event.entries[-1].score
    for points in list_unlikely_totals(event.variant, score) if score else ():
        message = f"{points:,} is unlikely, even with every canasta of the deck"
        print_warning(message, "look at the slip again; if it was a typo", "event", "undo")
