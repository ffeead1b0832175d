"""A line of a score: which part it belongs to, the fact it comes from, and its points."""

from canasta_score.rules.facts import Part
from canasta_score.rules.values import Value, frozen


@frozen
class Line(Value):
    """One line of a side's score: `quantity` is the number told (cards, canastas, points), `points` what it gives."""

    part: Part
    fact: str
    label: str
    quantity: int
    points: int
