"""The count: the points of the cards on the table and left in hand."""

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import CardPoints, read_short
from canasta_score.rules.model.threes import Sign
from canasta_score.rules.schema.reader import Table

TABLE, HAND = "table", "hand"
LABELS = {TABLE: "On the table", HAND: "Left in hand"}


@frozen
class Count(Value):
    """How card points count: `no_canasta` is the sign of the table for a side with no canasta."""

    no_canasta: Sign
    table: CardPoints
    hand: CardPoints


def read_count(root: Table) -> Count:
    """Read `[count]`."""
    table = root.table("count")
    short = table.table("short")
    facts = {name: CardPoints(name=name, label=label, short=read_short(short, name)) for name, label in LABELS.items()}
    short.close()
    count = Count(no_canasta=table.word("no_canasta", Sign, Sign.PLUS), table=facts[TABLE], hand=facts[HAND])
    table.close()
    return count
