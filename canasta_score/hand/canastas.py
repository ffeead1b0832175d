"""What completed canastas are worth."""

from canasta_score.hand.facts import Told
from canasta_score.hand.lines import Line, lines_of_rewards
from canasta_score.rules.variant import Variant


def lines_of_canastas(variant: Variant, told: Told) -> list[Line]:
    """Score each kind of canasta by its bonus."""
    return lines_of_rewards(variant.canastas, told)
