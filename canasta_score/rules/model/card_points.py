"""The count: the points of the cards on the table and left in hand."""

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import CardPoints, read_short_name
from canasta_score.rules.model.threes import Sign
from canasta_score.rules.schema.reader import TableReader

TABLE_FACT, HAND_FACT = "table", "hand"
_CARD_POINT_LABELS = {TABLE_FACT: "On the table", HAND_FACT: "Left in hand"}


@frozen
class CountRules(Value):
    """How card points count: `no_canasta` is the sign of the table for a side with no canasta."""

    no_canasta: Sign
    table: CardPoints
    hand: CardPoints


def read_count(root: TableReader) -> CountRules:
    """Read `[count]`."""
    table = root.table("count")
    short = table.table("short")
    facts = {
        name: CardPoints(name=name, label=label, short=read_short_name(short, name))
        for name, label in _CARD_POINT_LABELS.items()
    }
    short.report_unknown_keys()
    count = CountRules(
        no_canasta=table.enum_word("no_canasta", Sign, Sign.PLUS), table=facts[TABLE_FACT], hand=facts[HAND_FACT]
    )
    table.report_unknown_keys()
    return count
