"""What can be printed of an event."""

from canasta_score.rules.frozen import FastStrEnum


class PrintKind(FastStrEnum):
    """What can be printed."""

    GUIDE_CARDS = "guide-cards"
    SLIPS = "slips"
    SEATING = "seating"
    STANDINGS = "standings"
