"""What going out, the exact cut and other bonuses are worth."""

from collections.abc import Iterator

from canasta_score.hand.facts import Told
from canasta_score.hand.lines import Line
from canasta_score.rules.facts import Part
from canasta_score.rules.variant import Variant


def lines_of_bonuses(variant: Variant, told: Told, *, earned_before_play: bool = False) -> Iterator[Line]:
    """Score the bonuses, or only those earned before play, which a special hand leaves standing."""
    for bonus in variant.bonuses:
        number = told.get(bonus.name)
        if number and (bonus.always or not earned_before_play):
            points = number * bonus.points
            yield Line(part=Part.BASE, fact=bonus.name, label=bonus.label, quantity=number, points=points)
