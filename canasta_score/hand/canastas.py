"""What completed canastas are worth."""

from collections.abc import Iterator

from canasta_score.hand.facts import Told
from canasta_score.hand.lines import Line
from canasta_score.rules.facts import Part
from canasta_score.rules.variant import Variant


def lines_of_canastas(variant: Variant, told: Told) -> Iterator[Line]:
    """Score each kind of canasta by its bonus."""
    for canasta in variant.canastas:
        if number := told.get(canasta.name):
            points = number * canasta.points
            yield Line(part=Part.BASE, fact=canasta.name, label=canasta.label, quantity=number, points=points)
