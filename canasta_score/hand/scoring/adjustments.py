"""The score of points that people agreed on or a director ruled."""

from canasta_score.hand.facts import SideFacts
from canasta_score.hand.scoring.lines import ScoreLine, build_line
from canasta_score.rules.model.variant import Variant


def score_adjustments(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score extra points and penalties as they are entered; no special hand sets them aside."""
    return [
        build_line(adjustment.part, adjustment.name, adjustment.label, number, adjustment.sign * number)
        for adjustment in variant.adjustments
        if (number := side_facts.get(adjustment.name))
    ]
