"""What a special hand is worth, and what it sets aside."""

from canasta_score.hand.facts import SideFacts
from canasta_score.hand.scoring.bonuses import score_pre_play_bonuses
from canasta_score.hand.scoring.lines import ScoreLine, build_line, score_rewards
from canasta_score.rules.model.facts import DIRECT_FACTS, SET_ASIDE_PART
from canasta_score.rules.model.variant import Variant


def score_special_hands(variant: Variant, told: SideFacts) -> list[ScoreLine]:
    """Score a side of which a special hand leaves nothing but its value and what was earned before play."""
    counted = [*score_rewards(variant.specials.hands, told), *score_pre_play_bonuses(variant, told)]
    return counted + _list_unscored_lines(variant, told, {one.fact for one in counted})


def _list_unscored_lines(variant: Variant, told: SideFacts, counted: set[str]) -> list[ScoreLine]:
    """List what a side has told and does not score."""
    labels = {part: part.capitalize() for part in DIRECT_FACTS} | {
        fact.name: fact.label for fact in variant.facts.values()
    }
    return [
        build_line(SET_ASIDE_PART, name, label, number, 0)
        for name, label in labels.items()
        if name not in counted and (number := told.get(name))
    ]
