"""A line of a score: which part it belongs to, the fact it comes from, and its points."""

from dataclasses import dataclass

from canasta_score.rules.facts import Part


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of a side's score: `quantity` is the number told (cards, canastas, points), `points` what it gives."""

    part: Part
    fact: str
    label: str
    quantity: int
    points: int
