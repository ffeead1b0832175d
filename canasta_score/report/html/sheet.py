"""The score sheet of the page: what stands in each cell, and how wide the columns must be."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from math import ceil

from canasta_score.game.journal import Hand
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import iter_running_totals
from canasta_score.report.text.need import format_opening_need
from canasta_score.report.text.score_sheet import (
    PENALTIES_LABEL,
    RUNNING_LABEL,
    SHEET_LABELS,
    SHORT_LABELS,
    format_hand_figures,
    format_special_hands,
    iter_hand_remarks,
)
from canasta_score.rules.frozen import Value, frozen

_NEEDS_LABEL = "Needs"
_NEEDS_FOOTNOTE = "Next need: what a side must lay down to open its next hand."
_CORRECTED_MARK = "*"
_MAX_SIDES_PER_BAND = 3  # more sides than these stand below each other, as they do in a terminal
_CELL_GAP, _HAND_COLUMN_WIDTH = 1.5, 5  # the room between columns and that of the hands' numbers, in characters
_CHARACTER_WIDTH = 0.48  # in rem, so that a figure is read without effort


@frozen
class _PageCell(Value):
    """One figure: the label of its column, and its text, which is empty where there is none."""

    label: str
    text: str


@frozen
class _PageRow(Value):
    """A hand, or what was brought forward: its number or word, its mark, and the cells of each side."""

    hand: str
    mark: str
    sides: tuple[tuple[_PageCell, ...], ...]


@frozen
class _PageBand(Value):
    """The sides that stand beside each other: their names, and every row."""

    names: tuple[str, ...]
    rows: tuple[_PageRow, ...]


@frozen
class PageSheet(Value):
    """The sheet: its bands, the labels of a side's columns, the width of each in characters, and its footnotes."""

    bands: tuple[_PageBand, ...]
    labels: tuple[str, ...]
    widths: tuple[int, ...]
    footnotes: tuple[str, ...]

    @property
    def sides_per_band(self) -> int:
        """Give how many sides stand beside each other at most."""
        return len(self.bands[0].names)

    @property
    def side_width(self) -> int:
        """Give how wide the figures of one side are, in characters, with no more room between them than is needed."""
        return ceil(sum(self.widths) + len(self.widths) / 2)

    @property
    def row_width(self) -> int:
        """Give how wide a row is, in characters."""
        return _HAND_COLUMN_WIDTH + self.sides_per_band * ceil(sum(self.widths) + _CELL_GAP * len(self.widths))

    @property
    def wide_layout_width(self) -> int:
        """Give the width from which on a hand has one row, in rem, with the margins of the page."""
        return ceil(self.row_width * _CHARACTER_WIDTH) + 4


def build_page_sheet(ledger: Ledger, names: Mapping[str, str] | None = None) -> PageSheet:
    """Set out the sheet of a game; `names` are those of the sides as they stand in sentences, where these differ."""
    some = any(score.penalties for hand in _iter_scored_hands(ledger) for score in hand.score.sides.values())
    labels = tuple(label for label in (*SHEET_LABELS, _NEEDS_LABEL) if some or label != PENALTIES_LABEL)
    bands = tuple(
        _PageBand(
            names=tuple(ledger.side_names[side] for side in sides), rows=tuple(_iter_page_rows(ledger, sides, labels))
        )
        for sides in split_into_bands(list(ledger.side_names))
    )
    footnotes = [
        f"{_CORRECTED_MARK} {words}" if words.startswith("Corrected") else words for words in iter_hand_remarks(ledger)
    ]
    footnotes += format_special_hands(ledger, names or ledger.side_names)
    below = (*footnotes, _NEEDS_FOOTNOTE) if bands[0].rows else tuple(footnotes)
    return PageSheet(bands=bands, labels=labels, widths=tuple(_iter_cell_widths(bands, labels)), footnotes=below)


def _iter_scored_hands(ledger: Ledger) -> Iterator[Hand]:
    """Go through the hands that count."""
    return (hand for hand in ledger.hands if not hand.voided)


def split_into_bands(sides: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Go through the sides in bands of about the same size."""
    rest, beside = iter(sides), ceil(len(sides) / ceil(len(sides) / _MAX_SIDES_PER_BAND))
    while band := tuple(islice(rest, beside)):
        yield band


def _iter_page_rows(ledger: Ledger, sides: Sequence[str], labels: Sequence[str]) -> Iterator[_PageRow]:
    """Go through what was brought forward, if anything was, and the hands that count, for some of the sides."""
    ending = ledger.standing().result
    if any(ledger.starting_totals.values()):
        begun = ledger.starting_totals.items()
        start = {
            side: {RUNNING_LABEL: f"{total:,}", _NEEDS_LABEL: format_opening_need(ledger.variant, total, 1)}
            for side, total in begun
        }
        yield _PageRow(hand="Start", mark="", sides=tuple(_build_page_cells(start[side], labels) for side in sides))
    for played, (hand, running) in enumerate(iter_running_totals(ledger.starting_totals, ledger.hands), 1):
        goes_on = not ending or played < ending.hands_played
        needs = {side: format_opening_need(ledger.variant, running[side], played + 1) for side in sides if goes_on}
        yield _PageRow(
            hand=f"{hand.number:,}",
            mark=_CORRECTED_MARK if hand.fixes else "",
            sides=tuple(
                _build_page_cells(format_hand_figures(hand, side, running) | _build_need_figure(needs, side), labels)
                for side in sides
            ),
        )


def _build_need_figure(needs: Mapping[str, str], side: str) -> dict[str, str]:
    """Give what a side needs for its next hand by the label of the sheet; nothing once the game is over."""
    return {_NEEDS_LABEL: needs[side]} if side in needs else {}


def _build_page_cells(texts: dict[str, str], labels: Sequence[str]) -> tuple[_PageCell, ...]:
    """Give the cells of a side in the order of the columns."""
    return tuple(_PageCell(label=label, text=texts.get(label, "")) for label in labels)


def _iter_cell_widths(bands: Sequence[_PageBand], labels: Sequence[str]) -> Iterator[int]:
    """Go through the widths of a side's columns, which are the same for every side, in characters."""
    rows = [of_side for band in bands for row in band.rows for of_side in row.sides]
    for place, label in enumerate(labels):
        yield max(len(SHORT_LABELS.get(label, label)), *(len(row[place].text) for row in rows), 0)
