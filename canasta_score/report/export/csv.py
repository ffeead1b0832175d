"""A game as CSV for a spreadsheet: a row for each hand that counts and each side, figures as plain numbers."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence

from canasta_score.game.csv_columns import ADJUSTMENT_WORD, Column, escape_formula, get_column_name, list_columns
from canasta_score.game.entries import Entry
from canasta_score.game.ledger import Ledger
from canasta_score.report.labels import format_need, list_figures
from canasta_score.report.text.standing import iter_next_needs
from canasta_score.rules.model.facts import RUNNING, TOTAL


def format_game_csv(ledger: Ledger) -> str:
    """Return the header and the rows; a fact that a side does not have is 0, and no name runs as a formula."""
    reason = [Column.REASON] if any(entry.text for entry in ledger.adjustments) else []
    return format_csv_rows([*list_columns(ledger.variant), *reason], _iter_csv_rows(ledger))


def format_csv_rows(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Return a header and rows as CSV, without what rows have beside the columns."""
    text = io.StringIO()
    sheet = csv.DictWriter(text, columns, extrasaction="ignore", lineterminator="\n")
    sheet.writeheader()
    sheet.writerows(rows)
    return text.getvalue()


def _iter_csv_rows(ledger: Ledger) -> Iterator[dict[str, str | int | None]]:
    facts = {name: get_column_name(fact) for name, fact in ledger.variant.facts.items()}
    needs_after = {hand.number: needs for hand, needs in iter_next_needs(ledger) if hand}
    for step, totals in ledger.iter_steps():
        if isinstance(step, Entry):
            yield {
                Column.HAND: ADJUSTMENT_WORD,
                Column.TIME: step.recorded_at.isoformat(),
                Column.SIDE: step.side,
                Column.NAME: escape_formula(ledger.side_names[step.side]),
                TOTAL: step.points,
                RUNNING: totals[step.side],
                **({Column.REASON: escape_formula(step.text)} if step.text else {}),
            }
            continue
        hand, needs = step, needs_after[step.number]
        partners = dict(zip(hand.partners, reversed(hand.partners), strict=True))
        for side, name in ledger.side_names.items():
            own = hand.get_facts(side)
            need: str | int = ""
            if needs:
                points, canasta = needs[side].needs, needs[side].canasta
                need = format_need(points, canasta) if canasta else points
            yield {
                Column.HAND: hand.number,
                Column.TIME: hand.recorded_at.isoformat(),
                Column.SIDE: side,
                Column.NAME: escape_formula(name),
                **({Column.PARTNER: partners.get(side, "")} if ledger.variant.has_partners_by_hand else {}),
                **{column: own.get(fact, 0) for fact, column in facts.items()},
                **list_figures(hand.score.sides[side]),
                RUNNING: totals[side],
                Column.NEED: need,
            }
