"""The score of a hand: for every side its lines, and what they add up to."""

from collections.abc import Mapping, Sequence

from canasta_score.hand.facts import HandFacts, SideFacts, is_set_aside, validate_facts
from canasta_score.hand.scoring.bonuses import score_bonuses
from canasta_score.hand.scoring.canastas import score_canastas
from canasta_score.hand.scoring.card_points import score_card_points
from canasta_score.hand.scoring.lines import ScoreLine, build_line
from canasta_score.hand.scoring.penalties import score_penalties
from canasta_score.hand.scoring.special_hands import score_special_hands
from canasta_score.hand.scoring.threes import score_threes
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import BASE_PART, COUNT_PART, DIRECT_FACTS, ScorePart
from canasta_score.rules.model.variant import Variant


@frozen
class SideScore(Value):
    """What one side scores in a hand, in points: each part is the sum of its lines."""

    lines: tuple[ScoreLine, ...]
    base: int
    count: int
    penalties: int

    @property
    def total(self) -> int:
        """Add up base, count and penalties."""
        return self.base + self.count + self.penalties


@frozen
class HandScore(Value):
    """The score of a hand, side by side."""

    sides: Mapping[str, SideScore]


def score_hand(variant: Variant, facts: HandFacts) -> HandScore:
    """Score a hand by a variant's rules, from each side's facts.

    Scores what it is told: whether the hand can be is for the referee. Raises TallyError for a fact that the
    variant does not know, a negative number, or a part given both directly and by its facts.

    >>> from canasta_score import load_variant
    >>> facts = {"we": {"red": 3, "natural": 2, "out": 1, "table": 200}, "they": {"table": 60, "hand": 85}}
    >>> score = score_hand(load_variant("nvso"), facts)
    >>> {side: (s.base, s.count, s.penalties, s.total) for side, s in score.sides.items()}
    {'we': (1600, 200, 0, 1800), 'they': (0, -145, 0, -145)}
    """
    validate_facts(variant, facts)
    return HandScore(
        sides={
            side: sum_lines(score_side(variant, told, set_aside=is_set_aside(variant, facts, side)))
            for side, told in facts.items()
        }
    )


def score_side(variant: Variant, told: SideFacts, *, set_aside: bool) -> list[ScoreLine]:
    """Score one side line by line, in the order of the score sheet."""
    if set_aside:
        return score_special_hands(variant, told)
    return [
        *_score_direct_parts(told),
        *score_threes(variant, told),
        *score_canastas(variant, told),
        *score_bonuses(variant, told),
        *score_card_points(variant, told),
        *score_penalties(variant, told),
    ]


def _score_direct_parts(told: SideFacts) -> list[ScoreLine]:
    """Take over the base or the count of a side that adds up itself."""
    return [
        build_line(ScorePart(name), name, name.capitalize(), points, points)
        for name in DIRECT_FACTS
        if (points := told.get(name))
    ]


def sum_lines(lines: Sequence[ScoreLine]) -> SideScore:
    """Add up the lines of each part."""
    base = count = penalties = 0
    for one in lines:
        if one.part is BASE_PART:
            base += one.points
        elif one.part is COUNT_PART:
            count += one.points
        else:
            penalties += one.points
    return SideScore(lines=tuple(lines), base=base, count=count, penalties=penalties)
