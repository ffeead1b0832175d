"""The score of the cards on the table and of those left in hand."""

from canasta_score.hand.facts import SideFacts, has_canasta
from canasta_score.hand.scoring.lines import ScoreLine, build_line
from canasta_score.rules.model.facts import COUNT_PART
from canasta_score.rules.model.threes import PLUS_SIGN, Sign
from canasta_score.rules.model.variant import Variant


def score_card_points(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score the cards on the table, with the variant's sign for a side without a canasta, and deduct those in hand."""
    table, hand = variant.card_points.on_table, variant.card_points.in_hand
    lines: list[ScoreLine] = []
    if points := side_facts.get(table.name):
        sign = find_table_sign(variant, side_facts)
        lines.append(build_line(COUNT_PART, table.name, table.label, points, sign.factor * points))
    if points := side_facts.get(hand.name):
        lines.append(build_line(COUNT_PART, hand.name, hand.label, points, -points))
    return lines


def find_table_sign(variant: Variant, side_facts: SideFacts) -> Sign:
    """Return the sign of a side's cards on the table."""
    return PLUS_SIGN if has_canasta(variant, side_facts) else variant.card_points.no_canasta
