"""The score sheet of the page: the figure in each cell, and how wide the columns must be."""

from collections.abc import Iterator, Mapping, Sequence
from math import ceil

from canasta_score.game.columns import PENALTIES, RUNNING, SHEET_COLUMNS
from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import SideStanding, compute_side_standing
from canasta_score.report.labels import LABELS, SHORT_LABELS
from canasta_score.report.text.need import format_need
from canasta_score.report.text.score_sheet import (
    START_LABEL,
    iter_hand_remarks,
    list_hand_figures,
    list_special_hand_remarks,
)
from canasta_score.report.text.standing import iter_next_needs
from canasta_score.rules.frozen import Value, frozen

_NEEDS_FOOTNOTE = "Next need: what a side must meld to open the next hand."
_CORRECTED_MARK = "*"
_MAX_SIDES_PER_BAND = 3
_CELL_GAP, _HAND_COLUMN_WIDTH = 1.5, 5  # characters
_CHARACTER_WIDTH = 0.48  # rem, so that a figure is read without effort


@frozen
class _PageColumn(Value):
    """A column of each side: its CSS class, its label, a shorter one for narrow screens, its width in characters."""

    key: str
    label: str
    short_label: str
    min_width: int


@frozen
class _PageCell(Value):
    """One figure, whose text can be empty; `column` is its CSS class."""

    column: str
    text: str
    is_loss: bool = False


@frozen
class PageRow(Value):
    """A hand or the starting totals: the number or word, the mark of a corrected hand, and the cells of each side."""

    hand: str
    is_start: bool = False
    mark: str = ""
    sides: tuple[tuple[_PageCell, ...], ...]


@frozen
class _PageBand(Value):
    """The sides that are beside each other: their names, and every row."""

    names: tuple[str, ...]
    rows: tuple[PageRow, ...]


@frozen
class PageSheet(Value):
    """The sheet: its bands, the columns of a side with their widths in characters, and its footnotes."""

    bands: tuple[_PageBand, ...]
    columns: tuple[_PageColumn, ...]
    widths: tuple[int, ...]
    footnotes: tuple[str, ...]

    @property
    def sides_per_band(self) -> int:
        """Return how many sides are beside each other at most."""
        return len(self.bands[0].names)

    @property
    def side_width(self) -> int:
        """Return the width of one side's figures, in characters, with the smallest gaps."""
        return ceil(sum(self.widths) + len(self.widths) / 2)

    @property
    def row_width(self) -> int:
        """Return the width of a row, in characters."""
        return _HAND_COLUMN_WIDTH + self.sides_per_band * ceil(sum(self.widths) + _CELL_GAP * len(self.widths))

    @property
    def wide_layout_width(self) -> int:
        """Return from which width, in rem, each hand has one row, the margins of the page included."""
        return ceil(self.row_width * _CHARACTER_WIDTH) + 4


# The label wraps, so the column can be narrower.
_NEED_COLUMN = _PageColumn(key="needs", label="Next need", short_label="Next need", min_width=5)


def build_page_sheet(ledger: Ledger, names: Mapping[str, str] | None = None) -> PageSheet:
    """Build the sheet of a game; `names` are those of the sides in sentences, if they differ."""
    scores = [score for hand in ledger.hands if not hand.voided for score in hand.score.sides.values()]
    has_penalties = any(score.penalties for score in scores)
    keys = [key for key in SHEET_COLUMNS if has_penalties or key != PENALTIES]
    columns = (*map(_build_column, keys), _NEED_COLUMN)
    bands = tuple(
        _PageBand(
            names=tuple(ledger.side_names[side] for side in sides), rows=tuple(_iter_page_rows(ledger, sides, keys))
        )
        for sides in split_into_bands(list(ledger.side_names))
    )
    footnotes = [*iter_hand_remarks(ledger, corrected_mark=f"{_CORRECTED_MARK} ")]
    footnotes += list_special_hand_remarks(ledger, names or ledger.side_names)
    footnotes += [_NEEDS_FOOTNOTE] if bands[0].rows else []
    widths = _iter_column_widths(bands, columns)
    return PageSheet(bands=bands, columns=columns, widths=tuple(widths), footnotes=tuple(footnotes))


def _build_column(key: str) -> _PageColumn:
    short_label = SHORT_LABELS[key]
    return _PageColumn(key=key, label=LABELS[key], short_label=short_label, min_width=len(short_label))


def split_into_bands(sides: Sequence[str]) -> list[Sequence[str]]:
    """Return the sides in bands of about the same size."""
    band_count = ceil(len(sides) / _MAX_SIDES_PER_BAND)
    size = ceil(len(sides) / band_count)
    return [sides[first : first + size] for first in range(0, len(sides), size)]


def _iter_page_rows(ledger: Ledger, sides: Sequence[str], keys: Sequence[str]) -> Iterator[PageRow]:
    start = ledger.starting_totals
    if any(start.values()):
        standings = {side: compute_side_standing(ledger.variant, "", start[side], 1) for side in sides}
        cells = tuple(_build_cells(keys, {RUNNING: start[side]}, standings[side]) for side in sides)
        yield PageRow(hand=START_LABEL, is_start=True, sides=cells)
    for hand, totals, needs in iter_next_needs(ledger):
        yield PageRow(
            hand=f"{hand.number:,}",
            mark=_CORRECTED_MARK if hand.fixes else "",
            sides=tuple(_build_cells(keys, list_hand_figures(hand, side, totals), needs.get(side)) for side in sides),
        )


def _build_cells(
    keys: Sequence[str], figures: Mapping[str, int], standing: SideStanding | None
) -> tuple[_PageCell, ...]:
    cells = [
        _PageCell(column=key, text=f"{figures[key]:,}" if key in figures else "", is_loss=figures.get(key, 0) < 0)
        for key in keys
    ]
    need = format_need(standing.needs, standing.canasta) if standing else ""
    return (*cells, _PageCell(column=_NEED_COLUMN.key, text=need))


def _iter_column_widths(bands: Sequence[_PageBand], columns: Sequence[_PageColumn]) -> Iterator[int]:
    sides = [cells for band in bands for row in band.rows for cells in row.sides]
    for index, column in enumerate(columns):
        yield max(column.min_width, *(len(cells[index].text) for cells in sides), 0)
