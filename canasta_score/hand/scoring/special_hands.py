"""What a special hand is worth, and what it sets aside."""

from canasta_score.hand.facts import Told
from canasta_score.hand.scoring.bonuses import lines_earned_before_play
from canasta_score.hand.scoring.lines import Line, line, lines_of_rewards
from canasta_score.rules.model.facts import DIRECT, SET_ASIDE
from canasta_score.rules.model.variant import Variant


def lines_beside_special_hand(variant: Variant, told: Told) -> list[Line]:
    """Score a side of which a special hand leaves nothing but its value and what was earned before play."""
    counted = [*lines_of_rewards(variant.specials.hands, told), *lines_earned_before_play(variant, told)]
    return counted + lines_set_aside(variant, told, {one.fact for one in counted})


def lines_set_aside(variant: Variant, told: Told, counted: set[str]) -> list[Line]:
    """List what a side has told and does not score."""
    labels = {part: part.capitalize() for part in DIRECT} | {fact.name: fact.label for fact in variant.facts.values()}
    return [
        line(SET_ASIDE, name, label, number, 0)
        for name, label in labels.items()
        if name not in counted and (number := told.get(name))
    ]
