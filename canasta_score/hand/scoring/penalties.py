"""What penalties take off."""

from canasta_score.hand.facts import Told
from canasta_score.hand.scoring.lines import Line, line
from canasta_score.rules.model.facts import OF_PENALTIES
from canasta_score.rules.model.variant import Variant


def lines_of_penalties(variant: Variant, told: Told) -> list[Line]:
    """Take off each penalty for every time it is told; penalties add up."""
    return [
        line(OF_PENALTIES, penalty.name, penalty.label, number, -number * penalty.points)
        for penalty in variant.penalties
        if (number := told.get(penalty.name))
    ]
