"""What penalties take off."""

from collections.abc import Iterator

from canasta_score.hand.facts import Told
from canasta_score.hand.lines import Line
from canasta_score.rules.facts import Part
from canasta_score.rules.variant import Variant


def lines_of_penalties(variant: Variant, told: Told) -> Iterator[Line]:
    """Take off each penalty for every time it is told; penalties add up."""
    for penalty in variant.penalties:
        if number := told.get(penalty.name):
            points = -number * penalty.points
            yield Line(part=Part.PENALTIES, fact=penalty.name, label=penalty.label, quantity=number, points=points)
