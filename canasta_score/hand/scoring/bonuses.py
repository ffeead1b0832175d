"""What going out, the exact cut and other bonuses are worth."""

from canasta_score.hand.facts import Told
from canasta_score.hand.scoring.lines import Line, lines_of_rewards
from canasta_score.rules.model.variant import Variant


def lines_of_bonuses(variant: Variant, told: Told) -> list[Line]:
    """Score the bonuses."""
    return lines_of_rewards(variant.bonuses, told)


def lines_earned_before_play(variant: Variant, told: Told) -> list[Line]:
    """Score the bonuses earned before play, which a special hand leaves standing."""
    return lines_of_rewards((bonus for bonus in variant.bonuses if bonus.always), told)
