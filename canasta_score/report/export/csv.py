"""A game as CSV for a spreadsheet: a row for each hand that counts and each side, figures as plain numbers."""

from collections.abc import Iterator

from canasta_score.game.importing.csv_columns import columns, defused
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import running_totals
from canasta_score.hand.opening.need import canasta_to_open, opening_need
from canasta_score.report.text.need import need_at
from canasta_score.rules.model.variant import Variant

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
    """Go through the rows; a side's need is that of its next hand, and none is once the game is over."""
    ending = ledger.standing().ending
    for played, (hand, running) in enumerate(running_totals(ledger.start, ledger.hands), 1):
        goes_on = not ending or played < ending.played
        for side in ledger.names:
            need = need_in_a_cell(ledger.variant, running[side], played + 1) if goes_on else ""
            yield [*row_of(ledger, hand, side), running[side], need]


def need_in_a_cell(variant: Variant, total: int, hand: int) -> str | int:
    """Give the points that a side needs; in words where it needs a canasta, too."""
    return (
        need_at(variant, total, hand) if canasta_to_open(variant, total, hand) else opening_need(variant, total, hand)
    )


def row_of(ledger: Ledger, hand: Hand, side: str) -> Row:
    """Give what a side has of a hand: whose it is, the facts, and the parts of the score in points."""
    told, score = hand.facts[side], hand.score.sides[side]
    about: Row = [hand.number, hand.at.isoformat(), side, defused(ledger.names[side])]
    facts = [told.get(name, 0) for name in ledger.variant.facts]
    return [*about, *facts, score.base, score.count, score.penalties, score.total]
