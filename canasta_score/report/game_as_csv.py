"""A game as CSV for a spreadsheet: a row for each hand that counts and each side, figures as plain numbers."""

from collections.abc import Iterator

from canasta_score.game.csv_columns import columns, defused
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import needs_after, running_totals
from canasta_score.hand.facts import Told

Row = list[str | int]


def csv_of(ledger: Ledger) -> str:
    """Give the heads and the rows; a fact that a side has not told is 0, and no name runs as a formula."""
    import csv  # noqa: PLC0415 -- start-up
    import io  # noqa: PLC0415 -- as above

    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\n")
    sheet.writerow(columns(ledger.variant))
    sheet.writerows(rows_of(ledger))
    return text.getvalue()


def rows_of(ledger: Ledger) -> Iterator[Row]:
    """Go through the rows; a side's need is that of its next hand."""
    for played, (hand, running) in enumerate(running_totals(ledger.start, ledger.hands), 1):
        needs = needs_after(ledger.variant, running, played)
        for side in ledger.names:
            yield [*row_of(ledger, hand, side), running[side], needs[side]]


def row_of(ledger: Ledger, hand: Hand, side: str) -> Row:
    """Give what a side has of a hand: whose it is, the facts, and the parts of the score in points."""
    told: Told = hand.facts[side]
    score = hand.score.sides[side]
    about: Row = [hand.number, hand.at.isoformat(), side, defused(ledger.names[side])]
    facts = [told.get(name, 0) for name in ledger.variant.facts]
    return [*about, *facts, score.base, score.count, score.penalties, score.total]
