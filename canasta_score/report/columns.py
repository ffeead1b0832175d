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
    beside = ceil(len(columns) / ceil(len(columns) / fit))
    bands = ([[cells[0], *cells[first : first + beside]] for cells in rows] for first in range(1, len(rows[0]), beside))
    return "\n\n".join("\n".join(narrow(band, width)) for band in bands).split("\n")


def narrow(rows: Sequence[Cells], width: int) -> Iterator[str]:
    """Lay out columns with their names no wider than there is room for, which goes to those that need it."""
    heads, *body = rows
    label, *columns = widths_of(body)
    room = shared_out(width - label - len(GAP) * len(columns), columns, [width_of(name) for name in heads[1:]])
    names = [list(reversed(wrapped(name, places))) for name, places in zip(heads[1:], room, strict=True)]
    above = reversed(list(zip_longest(*names, fillvalue="")))
    yield from aligned([*(["", *line] for line in above), *body])


def shared_out(places: int, least: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """Share out the places of a line among columns: to each the least it needs, the rest to those that want more."""
    room = list(least)
    for _ in range(max(0, places - sum(room))):
        lacking = [column for column, has in enumerate(room) if has < wanted[column]]
        if not lacking:
            break
        room[min(lacking, key=room.__getitem__)] += 1
    return room


def wrapped(name: str, room: int) -> list[str]:
    """Give a name on as many lines as it takes, where some characters take two places."""
    return wrap(name, max(1, room * len(name) // width_of(name)))


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
