"""What the cards on the table and those left in hand count."""

from collections.abc import Iterator

from canasta_score.hand.facts import Told, canastas_of
from canasta_score.hand.lines import Line
from canasta_score.rules.facts import Part
from canasta_score.rules.variant import Variant


def lines_of_count(variant: Variant, told: Told) -> Iterator[Line]:
    """Score the cards on the table, by the variant's sign without a canasta, and deduct those in hand."""
    table, hand = variant.count.table, variant.count.hand
    if points := told.get(table.name):
        sign = 1 if canastas_of(variant, told) else variant.count.no_canasta.factor
        yield Line(part=Part.COUNT, fact=table.name, label=table.label, quantity=points, points=sign * points)
    if points := told.get(hand.name):
        yield Line(part=Part.COUNT, fact=hand.name, label=hand.label, quantity=points, points=-points)
