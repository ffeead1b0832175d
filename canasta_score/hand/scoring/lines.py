"""A line of a score: which part it belongs to, the fact it comes from, and its points."""

from collections.abc import Iterable
from functools import lru_cache

from canasta_score.hand.facts import Told
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.facts import OF_BASE, Part
from canasta_score.rules.model.special_hands import SpecialHand


@frozen
class Line(Value):
    """One line of a side's score: `quantity` is the number told (cards, canastas, points), `points` what it gives."""

    part: Part
    fact: str
    label: str
    quantity: int
    points: int


@lru_cache(maxsize=4096, typed=True)
def line(part: Part, fact: str, label: str, quantity: int, points: int) -> Line:
    """Give the line of a fact: one that was made for another hand serves again, for it cannot be changed."""
    return Line(part=part, fact=fact, label=label, quantity=quantity, points=points)


def lines_of_rewards(rewards: Iterable[Canasta | Bonus | SpecialHand], told: Told) -> list[Line]:
    """Score what gives its points each time it is told."""
    return [
        line(OF_BASE, reward.name, reward.label, number, number * reward.points)
        for reward in rewards
        if (number := told.get(reward.name))
    ]
