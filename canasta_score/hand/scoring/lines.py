"""A line of a score: which part it belongs to, the fact it comes from, and its points."""

from collections.abc import Iterable
from functools import lru_cache

from canasta_score.hand.facts import SideFacts
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.facts import BASE_PART, ScorePart
from canasta_score.rules.model.special_hands import SpecialHand


@frozen
class ScoreLine(Value):
    """One line of a side's score: `quantity` is the number told (cards, canastas, points), `points` what it gives."""

    part: ScorePart
    fact: str
    label: str
    quantity: int
    points: int


@lru_cache(maxsize=4096, typed=True)
def build_line(part: ScorePart, fact: str, label: str, quantity: int, points: int) -> ScoreLine:
    """Give the line of a fact: one that was made for another hand serves again, for it cannot be changed."""
    return ScoreLine(part=part, fact=fact, label=label, quantity=quantity, points=points)


def score_rewards(rewards: Iterable[Canasta | Bonus | SpecialHand], told: SideFacts) -> list[ScoreLine]:
    """Score what gives its points each time it is told."""
    return [
        build_line(BASE_PART, reward.name, reward.label, number, number * reward.points)
        for reward in rewards
        if (number := told.get(reward.name))
    ]
