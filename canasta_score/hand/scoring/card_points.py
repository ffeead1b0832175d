"""What the cards on the table and those left in hand count."""

from canasta_score.hand.facts import SideFacts, count_canastas
from canasta_score.hand.scoring.lines import ScoreLine, build_line
from canasta_score.rules.model.facts import COUNT_PART
from canasta_score.rules.model.variant import Variant


def score_card_points(variant: Variant, told: SideFacts) -> list[ScoreLine]:
    """Score the cards on the table, by the variant's sign without a canasta, and deduct those in hand."""
    table, hand = variant.count.table, variant.count.hand
    lines = []
    if points := told.get(table.name):
        sign = 1 if count_canastas(variant, told) else variant.count.no_canasta.factor
        lines.append(build_line(COUNT_PART, table.name, table.label, points, sign * points))
    if points := told.get(hand.name):
        lines.append(build_line(COUNT_PART, hand.name, hand.label, points, -points))
    return lines
