"""The score of threes on the table, and its sign."""

from canasta_score.hand.facts import SideFacts, count_canastas, has_melded
from canasta_score.hand.scoring.lines import ScoreLine, build_line
from canasta_score.rules.model.facts import BASE_PART
from canasta_score.rules.model.threes import (
    ALL_THREES,
    MINUS_SIGN,
    PLUS_SIGN,
    SIGN_BY_CANASTAS,
    SIGN_BY_MELDED,
    Sign,
    ThreesOfColor,
)
from canasta_score.rules.model.variant import Variant


def score_threes(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score the threes of each color, or all of the deck's in one line if the variant rewards having them all."""
    on_table = [color for color in variant.threes.colors if side_facts.get(color.name)]
    if not on_table:
        return []
    sign = find_threes_sign(variant, side_facts)
    points = variant.threes.all_points
    if points is not None and _has_all_threes(variant, side_facts) and _has_uniform_sign(variant, sign):
        number = sum(side_facts[color.name] for color in on_table)
        return [build_line(BASE_PART, ALL_THREES, f"All {number} threes", number, sign.factor * points)]
    return [_score_color(variant, color, side_facts[color.name], sign) for color in on_table]


def _has_all_threes(variant: Variant, side_facts: SideFacts) -> bool:
    missing = [color for color in variant.threes.colors if side_facts.get(color.name, 0) < len(color.values)]
    return not missing


def _has_uniform_sign(variant: Variant, sign: Sign) -> bool:
    # The points for all threes have one sign; they do not apply where each three counts minus by its own points.
    if sign is PLUS_SIGN:
        return True
    if sign is MINUS_SIGN and variant.threes.minus_each is not None:
        return False
    return all(color.turns for color in variant.threes.colors)


def _score_color(variant: Variant, color: ThreesOfColor, number: int, sign: Sign) -> ScoreLine:
    held = min(number, len(color.values))  # more than the packs hold count as all of them
    points = color.values[held - 1]
    if color.turns:
        minus_each = variant.threes.minus_each
        if minus_each is not None and sign is MINUS_SIGN:
            points = held * minus_each
        points *= sign.factor
    return build_line(BASE_PART, color.name, color.label, number, points)


def find_threes_sign(variant: Variant, side_facts: SideFacts) -> Sign:
    """Return the sign of a side's threes, by its canastas, by one kind of them, or by whether it has melded."""
    threes = variant.threes
    if threes.sign_by == SIGN_BY_CANASTAS:
        reached = count_canastas(variant, side_facts, counted=True)
    elif threes.sign_by == SIGN_BY_MELDED:
        reached = int(has_melded(variant, side_facts))
    else:
        reached = side_facts.get(threes.sign_by, 0)
    return threes.signs[min(reached, len(threes.signs) - 1)]
