"""Columns for a terminal: labels to the left, numbers to the right, each column as wide as its widest."""

from collections.abc import Iterable, Iterator, Sequence

GAP = "   "
Cells = Sequence[str]


def aligned(rows: Sequence[Cells]) -> Iterator[str]:
    """Set the first cell of each row to the left and the others to the right."""
    label, *columns = widths_of(rows)
    for first, *others in rows:
        row = [padded(first, -label), *(padded(cell, width) for cell, width in zip(others, columns, strict=True))]
        yield GAP.join(row).rstrip()


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
