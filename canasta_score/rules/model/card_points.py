"""The count: points of the cards on the table and left in hand."""

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import CardPoints, read_short_name
from canasta_score.rules.model.threes import Sign
from canasta_score.rules.schema.reader import TableReader

TABLE_FACT = "table"
HAND_FACT = "hand"


@frozen
class CardPointsRules(Value):
    """How card points count; `no_canasta` is the sign of the points on the table for a side without a canasta."""

    no_canasta: Sign
    on_table: CardPoints
    in_hand: CardPoints


def read_card_points(root: TableReader) -> CardPointsRules:
    """Read `[count]`."""
    table = root.table("count")
    short_names = table.table("short")
    on_table = CardPoints(name=TABLE_FACT, label="On the table", short_name=read_short_name(short_names, TABLE_FACT))
    in_hand = CardPoints(name=HAND_FACT, label="Left in hand", short_name=read_short_name(short_names, HAND_FACT))
    short_names.report_unknown_keys()
    no_canasta = table.enum_word("no_canasta", Sign, Sign.PLUS)
    table.report_unknown_keys()
    return CardPointsRules(no_canasta=no_canasta, on_table=on_table, in_hand=in_hand)
