"""What the cards on the table and those left in hand count."""

from canasta_score.hand.facts import Told, canastas_of
from canasta_score.hand.scoring.lines import Line, line
from canasta_score.rules.model.facts import OF_COUNT
from canasta_score.rules.model.variant import Variant


def lines_of_count(variant: Variant, told: Told) -> list[Line]:
    """Score the cards on the table, by the variant's sign without a canasta, and deduct those in hand."""
    table, hand = variant.count.table, variant.count.hand
    lines = []
    if points := told.get(table.name):
        sign = 1 if canastas_of(variant, told) else variant.count.no_canasta.factor
        lines.append(line(OF_COUNT, table.name, table.label, points, sign * points))
    if points := told.get(hand.name):
        lines.append(line(OF_COUNT, hand.name, hand.label, points, -points))
    return lines
