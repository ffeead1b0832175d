"""A game as CSV for a spreadsheet: a row for each hand that counts and each side, figures as plain numbers."""

from collections.abc import Iterator

from canasta_score.game.importing.csv_columns import escape_formula, list_columns
from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import iter_running_totals
from canasta_score.hand.opening.need import canasta_to_open, opening_need
from canasta_score.report.text.need import format_opening_need
from canasta_score.rules.model.variant import Variant

_CsvRow = list[str | int]


def format_game_csv(ledger: Ledger) -> str:
    """Give the heads and the rows; a fact that a side has not told is 0, and no name runs as a formula."""
    import csv  # noqa: PLC0415 -- start-up
    import io  # noqa: PLC0415 -- as above

    text = io.StringIO()
    sheet = csv.writer(text, lineterminator="\n")
    sheet.writerow(list_columns(ledger.variant))
    sheet.writerows(_iter_csv_rows(ledger))
    return text.getvalue()


def _iter_csv_rows(ledger: Ledger) -> Iterator[_CsvRow]:
    """Go through the rows; a side's need is that of its next hand, and none is once the game is over."""
    ending = ledger.standing().result
    for played, (hand, running) in enumerate(iter_running_totals(ledger.starting_totals, ledger.hands), 1):
        goes_on = not ending or played < ending.hands_played
        for side in ledger.side_names:
            need = _build_need_cell(ledger.variant, running[side], played + 1) if goes_on else ""
            yield [*_build_csv_row(ledger, hand, side), running[side], need]


def _build_need_cell(variant: Variant, total: int, hand: int) -> str | int:
    """Give the points that a side needs; in words where it needs a canasta, too."""
    return (
        format_opening_need(variant, total, hand)
        if canasta_to_open(variant, total, hand)
        else opening_need(variant, total, hand)
    )


def _build_csv_row(ledger: Ledger, hand: Hand, side: str) -> _CsvRow:
    """Give what a side has of a hand: whose it is, the facts, and the parts of the score in points."""
    told, score = hand.facts[side], hand.score.sides[side]
    about: _CsvRow = [hand.number, hand.recorded_at.isoformat(), side, escape_formula(ledger.side_names[side])]
    facts = [told.get(name, 0) for name in ledger.variant.facts]
    return [*about, *facts, score.base, score.count, score.penalties, score.total]
