"""The score of a side whose other facts a special hand sets aside."""

from canasta_score.hand.facts import SideFacts
from canasta_score.hand.scoring.adjustments import score_adjustments
from canasta_score.hand.scoring.bonuses import score_pre_play_bonuses
from canasta_score.hand.scoring.lines import ScoreLine, build_line, score_rewards
from canasta_score.rules.model.facts import DIRECT_FACTS, SET_ASIDE_PART
from canasta_score.rules.model.variant import Variant


def score_special_hands(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score only the side's special hands and what it earned before play; its other facts give lines without points."""
    scored = [
        *score_rewards(variant.specials.hands, side_facts),
        *score_pre_play_bonuses(variant, side_facts),
        *score_adjustments(variant, side_facts),
    ]
    return scored + _list_unscored_lines(variant, side_facts, {line.fact for line in scored})


def _list_unscored_lines(variant: Variant, side_facts: SideFacts, scored: set[str]) -> list[ScoreLine]:
    labels = {part: part.capitalize() for part in DIRECT_FACTS}
    labels |= {fact.name: fact.label for fact in variant.facts.values()}
    return [
        build_line(SET_ASIDE_PART, name, label, number, 0)
        for name, label in labels.items()
        if name not in scored and (number := side_facts.get(name))
    ]
