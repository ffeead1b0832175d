"""What threes on the table are worth, and with which sign."""

from collections.abc import Iterator

from canasta_score.hand.facts import Told, canastas_of, has_melded
from canasta_score.hand.lines import Line
from canasta_score.rules.facts import Part
from canasta_score.rules.threes import BY_CANASTAS, BY_MELDED, Sign
from canasta_score.rules.variant import Variant

ALL_THREES = "threes"


def lines_of_threes(variant: Variant, told: Told) -> Iterator[Line]:
    """Score the threes of each colour, or all of the deck's in one line where the variant rewards that."""
    laid = [(colour, told[colour.name]) for colour in variant.threes.colours if told.get(colour.name)]
    if not laid:
        return
    sign = sign_of_threes(variant, told).factor
    points = variant.threes.all_points
    if points is not None and holds_all_threes(variant, told):
        number = sum(quantity for _, quantity in laid)
        label = f"All {number} threes"
        yield Line(part=Part.BASE, fact=ALL_THREES, label=label, quantity=number, points=sign * points)
        return
    for colour, quantity in laid:
        value = colour.values[min(quantity, len(colour.values)) - 1]
        yield Line(part=Part.BASE, fact=colour.name, label=colour.label, quantity=quantity, points=sign * value)


def sign_of_threes(variant: Variant, told: Told) -> Sign:
    """Give the sign that a side's threes have, by its canastas or by its having melded."""
    threes = variant.threes
    if threes.sign_by == BY_CANASTAS:
        reached = canastas_of(variant, told)
    elif threes.sign_by == BY_MELDED:
        reached = int(has_melded(variant, told))
    else:
        reached = told.get(threes.sign_by, 0)
    return threes.signs[min(reached, len(threes.signs) - 1)]


def holds_all_threes(variant: Variant, told: Told) -> bool:
    """Tell whether a side has every three of the colours that count."""
    return all(told.get(colour.name, 0) >= len(colour.values) for colour in variant.threes.colours)
