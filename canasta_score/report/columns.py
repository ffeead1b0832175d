"""Columns for a terminal: labels to the left, numbers to the right, each column as wide as its widest."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from math import ceil
from textwrap import wrap

GAP = "   "
Cells = Sequence[str]


def table(rows: Sequence[Cells], width: int) -> list[str]:
    """Lay out labels and a column for each side, under the names in the first row, within a width.

    Where there is no room for all, long names go on several lines, and sides that do not fit beside the others stand
    below them.
    """
    lines = list(aligned(rows))
    if widest(lines) <= width:
        return lines
    label, *columns = widths_of(rows[1:])
    fit = max(1, (width - label) // (max(columns) + len(GAP)))
    bands = ceil(len(columns) / fit)
    beside = ceil(len(columns) / bands)
    room = (width - label) // beside - len(GAP)
    starts = range(1, len(columns) + 1, beside)
    return "\n\n".join("\n".join(narrow(rows, first, first + beside, room)) for first in starts).split("\n")


def narrow(rows: Sequence[Cells], first: int, end: int, room: int) -> Iterator[str]:
    """Lay out the labels and some of the columns, the names over them no wider than there is room."""
    heads, *body = ([cells[0], *cells[first:end]] for cells in rows)
    yield from aligned([*(["", *names] for names in wrapped(heads[1:], room)), *body])


def wrapped(names: Sequence[str], room: int) -> list[Cells]:
    """Give names over narrow columns, long ones on several lines, all ending on the last."""
    lines = [list(reversed(wrap(name, max(room, 1)))) for name in names]
    return list(reversed(list(zip_longest(*lines, fillvalue=""))))


def aligned(rows: Sequence[Cells], gap: str = GAP) -> Iterator[str]:
    """Set the first cell of each row to the left and the others to the right."""
    label, *columns = widths_of(rows)
    for first, *others in rows:
        row = [padded(first, -label), *(padded(cell, width) for cell, width in zip(others, columns, strict=True))]
        yield gap.join(row).rstrip()


def widths_of(rows: Sequence[Cells]) -> list[int]:
    """Give the width of each column."""
    return [widest(column) for column in zip(*rows, strict=True)]


def widest(texts: Iterable[str]) -> int:
    """Give the width of the widest text."""
    return max(map(width_of, texts))


def padded(text: str, width: int) -> str:
    """Set a text to the right within a width, or to the left where the width is negative."""
    space = " " * (abs(width) - width_of(text))
    return text + space if width < 0 else space + text


def width_of(text: str) -> int:
    """Give the places that a text takes in a terminal, where some characters take two and some none."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth  # noqa: PLC0415 -- start-up: most names are plain

    return max(wcswidth(text), 0)
