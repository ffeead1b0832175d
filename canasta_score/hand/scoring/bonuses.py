"""What going out, the exact cut and other bonuses are worth."""

from canasta_score.hand.facts import SideFacts
from canasta_score.hand.scoring.lines import ScoreLine, score_rewards
from canasta_score.rules.model.variant import Variant


def score_bonuses(variant: Variant, told: SideFacts) -> list[ScoreLine]:
    """Score the bonuses."""
    return score_rewards(variant.bonuses, told)


def score_pre_play_bonuses(variant: Variant, told: SideFacts) -> list[ScoreLine]:
    """Score the bonuses earned before play, which a special hand leaves standing."""
    return score_rewards((bonus for bonus in variant.bonuses if bonus.always), told)
