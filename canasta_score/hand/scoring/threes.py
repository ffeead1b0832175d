"""What threes on the table are worth, and with which sign."""

from canasta_score.hand.facts import SideFacts, count_canastas, has_melded
from canasta_score.hand.scoring.lines import ScoreLine, build_line
from canasta_score.rules.model.facts import BASE_PART
from canasta_score.rules.model.threes import ALL_THREES, SIGN_BY_CANASTAS, SIGN_BY_MELDED, Sign, ThreesOfColor
from canasta_score.rules.model.variant import Variant


def score_threes(variant: Variant, told: SideFacts) -> list[ScoreLine]:
    """Score the threes of each colour, or all of the deck's in one line where the variant rewards that."""
    laid = [(colour, number) for colour in variant.threes.colours if (number := told.get(colour.name))]
    if not laid:
        return []
    sign = find_threes_sign(variant, told)
    points = variant.threes.all_points
    if points is not None and _has_all_threes(variant, told) and _has_uniform_sign(variant, sign):
        number = sum(number for _, number in laid)
        label = f"All {number} threes"
        return [build_line(BASE_PART, ALL_THREES, label, number, sign.factor * points)]
    return [_score_color(variant, colour, number, sign if colour.turns else Sign.PLUS) for colour, number in laid]


def _has_uniform_sign(variant: Variant, sign: Sign) -> bool:
    """Tell whether the points of every three have one sign, and none of their own for each that counts minus."""
    if sign is Sign.MINUS and variant.threes.minus_each is not None:
        return False
    return sign is Sign.PLUS or all(colour.turns for colour in variant.threes.colours)


def _score_color(variant: Variant, colour: ThreesOfColor, number: int, sign: Sign) -> ScoreLine:
    """Score the threes of one colour; more than the packs hold count as all of them."""
    held = min(number, len(colour.values))
    each = variant.threes.minus_each if sign is Sign.MINUS else None
    points = colour.values[held - 1] if each is None else held * each
    return build_line(BASE_PART, colour.name, colour.label, number, sign.factor * points)


def find_threes_sign(variant: Variant, told: SideFacts) -> Sign:
    """Give the sign that a side's threes have, by its canastas or by its having melded."""
    threes = variant.threes
    if threes.sign_by == SIGN_BY_CANASTAS:
        reached = count_canastas(variant, told, counted=True)
    elif threes.sign_by == SIGN_BY_MELDED:
        reached = int(has_melded(variant, told))
    else:
        reached = told.get(threes.sign_by, 0)
    return threes.signs[min(reached, len(threes.signs) - 1)]


def _has_all_threes(variant: Variant, told: SideFacts) -> bool:
    """Tell whether a side has every three of the colours that count."""
    return all(told.get(colour.name, 0) >= len(colour.values) for colour in variant.threes.colours)
