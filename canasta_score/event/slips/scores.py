"""Slips as they are entered: whether cards can make the totals, and whether a game has such a hand."""

from canasta_score.event.errors import event_error
from canasta_score.event.slips.results import Score
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.variant import Variant


def check_score(variant: Variant, score: Score) -> None:
    """Raise TallyError for totals that are no multiple of the rules' unit."""
    unit = variant.deck.point_unit or 1
    wrong = [points for points in score if points % unit]
    if wrong:
        hint = f"in these rules all points are multiples of {unit}; look at the slip again"
        raise TallyError([Diagnostic(message=f"{points:,} cannot be a total", hint=hint) for points in wrong])


def require_hand_number(variant: Variant, number: int | None) -> int:
    """Return the number of a hand; raises EventError for none, and for one after the last hand of a game."""
    hands = variant.game.hands
    if number is None:
        raise event_error("the number of the hand is missing", "count from 1")
    if hands is not None and number > hands:
        raise event_error(f"there is no hand {number}", f"in these rules a game has {hands} hands")
    return number
