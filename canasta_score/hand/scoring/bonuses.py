"""The score of going out, the exact cut and other bonuses."""

from canasta_score.hand.facts import SideFacts
from canasta_score.hand.scoring.lines import ScoreLine, score_rewards
from canasta_score.rules.model.variant import Variant


def score_bonuses(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score all bonuses."""
    return score_rewards(variant.bonuses, side_facts)


def score_pre_play_bonuses(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score only the bonuses earned before play, which a special hand does not set aside."""
    return score_rewards([bonus for bonus in variant.bonuses if bonus.always], side_facts)
