"""The score of a hand: the lines of every side, and their sums."""

from collections.abc import Mapping, Sequence

from canasta_score.hand.facts import (
    BASE,
    COUNT,
    TOTAL,
    HandFacts,
    SideFacts,
    has_stated_total,
    is_set_aside,
    validate_facts,
)
from canasta_score.hand.scoring.adjustments import score_adjustments
from canasta_score.hand.scoring.bonuses import score_bonuses
from canasta_score.hand.scoring.canastas import score_canastas
from canasta_score.hand.scoring.card_points import score_card_points
from canasta_score.hand.scoring.lines import ScoreLine, build_line
from canasta_score.hand.scoring.penalties import score_penalties
from canasta_score.hand.scoring.special_hands import score_special_hands
from canasta_score.hand.scoring.threes import score_threes
from canasta_score.rules.frozen import Value, fast_init, frozen
from canasta_score.rules.model.facts import BASE_PART, COUNT_PART, TOTAL_PART, ScorePart
from canasta_score.rules.model.variant import Variant


@fast_init
@frozen
class SideScore(Value):
    """What one side scores in a hand, in points: the total and each part are the sums of their lines.

    The parts of a side whose hand is entered as one number are not known: they are None.
    """

    lines: tuple[ScoreLine, ...]
    base: int | None
    count: int | None
    penalties: int | None
    total: int


@fast_init
@frozen
class HandScore(Value):
    """The score of a hand, by side."""

    sides: Mapping[str, SideScore]


def score_hand(variant: Variant, facts: HandFacts, hand: int = 1) -> HandScore:
    """Score a hand by a variant's rules, from each side's facts; some rules go by the number of the `hand`.

    Facts are scored as they are entered: whether the hand can have happened is a question for the referee. Raises
    TallyError for a fact that the variant does not know, a negative number, or a part entered both as one figure and by
    its facts.

    >>> from canasta_score import load_variant
    >>> facts = {"we": {"red": 3, "natural": 2, "out": 1, "table": 200}, "they": {"table": 60, "hand": 85}}
    >>> score = score_hand(load_variant("nvso"), facts)
    >>> {side: (s.base, s.count, s.penalties, s.total) for side, s in score.sides.items()}
    {'we': (1600, 200, 0, 1800), 'they': (0, -145, 0, -145)}
    """
    if hand != 1:
        variant = variant.at_hand(hand)
    validate_facts(variant, facts)
    sides: dict[str, SideScore] = {}
    for side, side_facts in facts.items():
        lines = score_side(variant, side_facts, set_aside=is_set_aside(variant, facts, side))
        sides[side] = sum_lines(lines)
    return HandScore(sides=sides)


def score_side(variant: Variant, side_facts: SideFacts, *, set_aside: bool) -> list[ScoreLine]:
    """Return the lines of one side, in the order of the score sheet; `set_aside` is what `is_set_aside` answers."""
    if has_stated_total(variant, side_facts):
        return [build_line(TOTAL_PART, TOTAL, "Total", side_facts[TOTAL], side_facts[TOTAL])]
    if set_aside:
        return score_special_hands(variant, side_facts)
    lines = [
        *score_threes(variant, side_facts),
        *score_canastas(variant, side_facts),
        *score_bonuses(variant, side_facts),
        *score_card_points(variant, side_facts),
    ]
    if variant.usual_facts.issuperset(side_facts):
        return lines
    return [
        *_score_direct_parts(side_facts),
        *lines,
        *score_penalties(variant, side_facts),
        *score_adjustments(variant, side_facts),
    ]


def _score_direct_parts(side_facts: SideFacts) -> list[ScoreLine]:
    return [
        build_line(ScorePart(name), name, name.capitalize(), points, points)
        for name in (BASE, COUNT)
        if (points := side_facts.get(name))
    ]


def sum_lines(lines: Sequence[ScoreLine]) -> SideScore:
    """Return the score of a side with these lines; what is set aside adds nothing."""
    if lines and lines[0].part is TOTAL_PART:
        return SideScore(lines=tuple(lines), base=None, count=None, penalties=None, total=lines[0].points)
    base = count = penalties = 0
    for line in lines:
        if line.part is BASE_PART:
            base += line.points
        elif line.part is COUNT_PART:
            count += line.points
        else:
            penalties += line.points
    return SideScore(lines=tuple(lines), base=base, count=count, penalties=penalties, total=base + count + penalties)
