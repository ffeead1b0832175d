"""The lines of a score: the part that each belongs to, the fact that it comes from, and its points."""

from collections.abc import Iterable
from functools import lru_cache

from canasta_score.hand.facts import SideFacts
from canasta_score.rules.frozen import Value, fast_init, frozen
from canasta_score.rules.model.bonuses import Bonus
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.facts import BASE_PART, ScorePart
from canasta_score.rules.model.special_hands import SpecialHand


@fast_init
@frozen
class ScoreLine(Value):
    """One line of a side's score: `quantity` is the number entered, of things or of points, `points` what it scores."""

    part: ScorePart
    fact: str
    label: str
    quantity: int
    points: int


# The hands of a game share most of their lines, and lines never change: to look one up takes a third of the time of
# building it, a fifth of the time of scoring a hand. Typed, because 1 and True are equal but written differently.
@lru_cache(maxsize=4096, typed=True)
def build_line(part: ScorePart, fact: str, label: str, quantity: int, points: int) -> ScoreLine:
    """Build the line of a fact."""
    return ScoreLine(part=part, fact=fact, label=label, quantity=quantity, points=points)


def score_rewards(rewards: Iterable[Canasta | Bonus | SpecialHand], side_facts: SideFacts) -> list[ScoreLine]:
    """Score facts that are worth the same points each time."""
    return [
        build_line(BASE_PART, reward.name, reward.label, number, number * reward.points)
        for reward in rewards
        if (number := side_facts.get(reward.name))
    ]
