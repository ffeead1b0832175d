"""The score of a hand: for every side its lines, and what they add up to."""

from collections.abc import Mapping, Sequence

from canasta_score.hand.facts import HandFacts, Told, special_hands_of, verify_facts
from canasta_score.hand.scoring.bonuses import lines_of_bonuses
from canasta_score.hand.scoring.canastas import lines_of_canastas
from canasta_score.hand.scoring.card_points import lines_of_count
from canasta_score.hand.scoring.lines import Line, line
from canasta_score.hand.scoring.penalties import lines_of_penalties
from canasta_score.hand.scoring.special_hands import lines_beside_special_hand
from canasta_score.hand.scoring.threes import lines_of_threes
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DIRECT, OF_BASE, OF_COUNT, Part
from canasta_score.rules.model.special_hands import Opponents
from canasta_score.rules.model.variant import Variant


@frozen
class SideScore(Value):
    """What one side scores in a hand, in points: each part is the sum of its lines."""

    lines: tuple[Line, ...]
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
    verify_facts(variant, facts)
    special = [side for side, told in facts.items() if special_hands_of(variant, told)]
    nothing_beside = bool(special) and variant.specials.opponents is Opponents.NOTHING
    return HandScore(
        sides={
            side: added_up(lines_of_side(variant, told, set_aside=nothing_beside or side in special))
            for side, told in facts.items()
        }
    )


def lines_of_side(variant: Variant, told: Told, *, set_aside: bool) -> list[Line]:
    """Score one side line by line, in the order of the score sheet."""
    if set_aside:
        return lines_beside_special_hand(variant, told)
    return [
        *lines_given_directly(told),
        *lines_of_threes(variant, told),
        *lines_of_canastas(variant, told),
        *lines_of_bonuses(variant, told),
        *lines_of_count(variant, told),
        *lines_of_penalties(variant, told),
    ]


def lines_given_directly(told: Told) -> list[Line]:
    """Take over the base or the count of a side that adds up itself."""
    return [line(Part(name), name, name.capitalize(), points, points) for name in DIRECT if (points := told.get(name))]


def added_up(lines: Sequence[Line]) -> SideScore:
    """Add up the lines of each part."""
    base = count = penalties = 0
    for one in lines:
        if one.part is OF_BASE:
            base += one.points
        elif one.part is OF_COUNT:
            count += one.points
        else:
            penalties += one.points
    return SideScore(lines=tuple(lines), base=base, count=count, penalties=penalties)
