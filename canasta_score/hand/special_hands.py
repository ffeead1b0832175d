"""What a special hand is worth, and what it sets aside."""

from collections.abc import Iterator

from canasta_score.hand.bonuses import lines_of_bonuses
from canasta_score.hand.facts import Told
from canasta_score.hand.lines import Line
from canasta_score.rules.facts import DIRECT, Part
from canasta_score.rules.variant import Variant


def lines_beside_special_hand(variant: Variant, told: Told) -> Iterator[Line]:
    """Score a side of which a special hand leaves nothing but its value and what was earned before play."""
    counted = [
        *lines_of_special_hands(variant, told),
        *lines_of_bonuses(variant, told, earned_before_play=True),
    ]
    yield from counted
    yield from lines_set_aside(variant, told, {line.fact for line in counted})


def lines_of_special_hands(variant: Variant, told: Told) -> Iterator[Line]:
    """Score the special hand that a side has laid."""
    for hand in variant.specials.hands:
        if number := told.get(hand.name):
            points = number * hand.points
            yield Line(part=Part.BASE, fact=hand.name, label=hand.label, quantity=number, points=points)


def lines_set_aside(variant: Variant, told: Told, counted: set[str]) -> Iterator[Line]:
    """List what a side has told and does not score."""
    for name in (*DIRECT, *variant.facts):
        if name not in counted and (number := told.get(name)):
            label = variant.facts[name].label if name in variant.facts else name.capitalize()
            yield Line(part=Part.SET_ASIDE, fact=name, label=label, quantity=number, points=0)
