"""The score of penalties."""

from canasta_score.hand.facts import SideFacts
from canasta_score.hand.scoring.lines import ScoreLine, build_line
from canasta_score.rules.model.facts import PENALTIES_PART
from canasta_score.rules.model.variant import Variant


def score_penalties(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score each penalty as often as it is due; penalties add up."""
    return [
        build_line(PENALTIES_PART, penalty.name, penalty.label, number, -number * penalty.points)
        for penalty in variant.penalties
        if (number := side_facts.get(penalty.name))
    ]
