"""The hands of a game, and what entries changed in them."""

from datetime import datetime

from canasta_score.game.entries import Entry, PointsBySide
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.scoring.score import HandScore
from canasta_score.rules.frozen import Value, fast_init, frozen


@fast_init
@frozen
class Hand(Value):
    """One hand of a game: its number, its corrected facts and score, and the entries that corrected it.

    `place` is its number among the hands that counted when it was recorded, if points go by the hand.
    """

    number: int
    recorded_at: datetime
    facts: HandFacts
    score: HandScore
    accepted_anyway: bool
    voided: bool = False
    place: int = 1
    fixes: tuple[Entry, ...] = ()


@fast_init
@frozen
class Change(Value):
    """What an entry did: the hand before it and the hand after it; None where there was no hand."""

    entry: Entry
    before: Hand | None = None
    after: Hand | None = None


def get_hand_points(hand: Hand) -> PointsBySide:
    """Return what each side scored in a hand, in points; nothing if the hand is voided."""
    return {} if hand.voided else {side: score.total for side, score in hand.score.sides.items()}
