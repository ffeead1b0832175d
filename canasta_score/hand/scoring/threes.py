"""What threes on the table are worth, and with which sign."""

from canasta_score.hand.facts import Told, canastas_of, has_melded
from canasta_score.hand.scoring.lines import Line, line
from canasta_score.rules.model.facts import OF_BASE
from canasta_score.rules.model.threes import ALL_THREES, BY_CANASTAS, BY_MELDED, Sign, ThreesOfColour
from canasta_score.rules.model.variant import Variant


def lines_of_threes(variant: Variant, told: Told) -> list[Line]:
    """Score the threes of each colour, or all of the deck's in one line where the variant rewards that."""
    laid = [(colour, number) for colour in variant.threes.colours if (number := told.get(colour.name))]
    if not laid:
        return []
    sign = sign_of_threes(variant, told)
    points = variant.threes.all_points
    if points is not None and holds_all_threes(variant, told) and count_alike(variant, sign):
        number = sum(number for _, number in laid)
        label = f"All {number} threes"
        return [line(OF_BASE, ALL_THREES, label, number, sign.factor * points)]
    return [line_of_colour(variant, colour, number, sign if colour.turns else Sign.PLUS) for colour, number in laid]


def count_alike(variant: Variant, sign: Sign) -> bool:
    """Tell whether the points of every three have one sign, and none of their own for each that counts minus."""
    if sign is Sign.MINUS and variant.threes.minus_each is not None:
        return False
    return sign is Sign.PLUS or all(colour.turns for colour in variant.threes.colours)


def line_of_colour(variant: Variant, colour: ThreesOfColour, number: int, sign: Sign) -> Line:
    """Score the threes of one colour; more than the packs hold count as all of them."""
    held = min(number, len(colour.values))
    each = variant.threes.minus_each if sign is Sign.MINUS else None
    points = colour.values[held - 1] if each is None else held * each
    return line(OF_BASE, colour.name, colour.label, number, sign.factor * points)


def sign_of_threes(variant: Variant, told: Told) -> Sign:
    """Give the sign that a side's threes have, by its canastas or by its having melded."""
    threes = variant.threes
    if threes.sign_by == BY_CANASTAS:
        reached = canastas_of(variant, told, counted=True)
    elif threes.sign_by == BY_MELDED:
        reached = int(has_melded(variant, told))
    else:
        reached = told.get(threes.sign_by, 0)
    return threes.signs[min(reached, len(threes.signs) - 1)]


def holds_all_threes(variant: Variant, told: Told) -> bool:
    """Tell whether a side has every three of the colours that count."""
    return all(told.get(colour.name, 0) >= len(colour.values) for colour in variant.threes.colours)
