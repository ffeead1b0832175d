"""Columns for a terminal: labels to the left, numbers to the right, each column as wide as its widest."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, zip_longest
from math import ceil
from textwrap import fill, wrap

GAP = "   "
INDENT = "  "
LEAST_NAME = 16  # places, before columns beside it go below
LINES_OF_A_HEAD = 2
LEAST_SIDE = 9  # places for the name of a side, before others go below
Cells = Sequence[str]


def table(rows: Sequence[Cells], width: int) -> list[str]:
    """Lay out labels and a column for each side, under the names in the first row, within a width.

    Where there is no room for all, long labels and long names go on several lines, and sides that do not fit beside
    the others stand below them.
    """
    lines = list(aligned(rows))
    if widest(lines) <= width:
        return lines
    rows = [rows[0], *with_labels_within(rows[1:], room_for_labels(rows, width))]
    label, *columns = widths_of(rows[1:])
    broadest = max(*columns, min(LEAST_SIDE, widest(rows[0][1:])))
    fit = max(1, (width - label) // (broadest + len(GAP)))
    beside = ceil(len(columns) / ceil(len(columns) / fit))
    bands = ([[cells[0], *cells[first : first + beside]] for cells in rows] for first in range(1, len(rows[0]), beside))
    return "\n\n".join("\n".join(narrow(band, width)) for band in bands).split("\n")


def room_for_labels(rows: Sequence[Cells], width: int) -> int:
    """Give the places for labels: what the columns leave that have their names on two lines."""
    names, *body = rows
    columns = map(max, map(on_two_lines, names[1:]), widths_of(body)[1:])
    return max(LEAST_NAME, width - sum(len(GAP) + column for column in columns))


def with_labels_within(rows: Iterable[Cells], room: int) -> Iterator[Cells]:
    """Set labels that are wider than their room on several lines, the first of them with the figures."""
    for label, *figures in rows:
        first, *others = label_lines(label, room)
        yield [first, *figures]
        for other in others:
            yield [other, *("" for _ in figures)]


def label_lines(label: str, room: int) -> list[str]:
    """Give a label on as many lines as it takes, all but the first indented below it."""
    indent = label[: len(label) - len(label.lstrip())] + INDENT
    return [label] if width_of(label) <= room else wrapped(label, room, indent)


def lines_of_rows(rows: Sequence[Cells], width: int) -> Iterator[Sequence[str]]:
    """Give the lines of each row within a width: the figures stand on the first, a long label goes on below."""
    room = max(LEAST_NAME, width - sum(len(GAP) + column for column in widths_of(rows)[1:]))
    labels = [label_lines(label, room) for label, *_ in rows]
    firsts = aligned([[lines[0], *figures] for lines, (_, *figures) in zip(labels, rows, strict=True)])
    for first, (_, *others) in zip(firsts, labels, strict=True):
        yield [first, *others]


def rows_of_names(rows: Sequence[Cells], width: int) -> list[str]:
    """Lay out a row for each name and a column for each figure, under the heads in the first row, within a width.

    Where there is no room for all, heads go on several lines, then long names, and columns that do not fit beside the
    others stand below them.
    """
    lines = list(aligned(rows))
    if widest(lines) <= width:
        return lines
    names, *columns = zip(*rows, strict=True)
    least = [len(GAP) + max(on_two_lines(head), widest(figures)) for head, *figures in columns]
    for_names = min(widest(names), max(LEAST_NAME, width // 3))
    beside = ([(columns[one], least[one]) for one in band] for band in balanced(least, width - for_names))
    return "\n\n".join("\n".join(band_of_names(names, band, width)) for band in beside).split("\n")


def balanced(least: Sequence[int], room: int) -> list[list[int]]:
    """Part the places of columns into as few bands as there is room for, none with many more columns than others.

    >>> balanced([30, 30, 30, 30, 30], 120)
    [[0, 1, 2], [3, 4]]
    """
    fewest = len(bands_within(least, room, len(least)))
    parted = (bands_within(least, room, most) for most in range(ceil(len(least) / fewest), len(least) + 1))
    return next(bands for bands in parted if len(bands) == fewest)


def bands_within(least: Sequence[int], room: int, most: int) -> list[list[int]]:
    """Part the places of columns into bands that are full with their widths, or with so many columns."""
    bands: list[list[int]] = [[]]
    for place, needed in enumerate(least):
        if bands[-1] and (len(bands[-1]) == most or sum(least[one] for one in bands[-1]) + needed > room):
            bands.append([])
        bands[-1].append(place)
    return bands


def band_of_names(names: Cells, columns: Sequence[tuple[Cells, int]], width: int) -> Iterator[str]:
    """Lay out names and columns, each of which takes at least some places, the gap before it included."""
    heads, least = [head for (head, *_), _ in columns], [places for _, places in columns]
    for_names = min(widest(names), max(1, width - sum(least)))
    room = shared_out(width - for_names, least, [len(GAP) + width_of(head) for head in heads])
    above = [wrapped(names[0], for_names)]
    above += (wrapped(head, places - len(GAP)) for head, places in zip(heads, room, strict=True))
    below: list[Cells] = []
    for name, *figures in list(zip(names, *(cells for cells, _ in columns), strict=True))[1:]:
        first, *others = wrapped(name, for_names, INDENT)
        below += [[first, *figures], *([other, *("" for _ in figures)] for other in others)]
    yield from aligned([*ending_together(above), *below])


def on_two_lines(head: str) -> int:
    """Give the places that a head takes at least on two lines, without a word torn apart."""
    return next(room for room in count(widest(head.split())) if len(wrapped(head, room)) <= LINES_OF_A_HEAD)


def ending_together(texts: Iterable[Sequence[str]]) -> Sequence[Cells]:
    """Set texts of several lines beside each other so that all end in the last line."""
    return [*zip_longest(*(reversed(lines) for lines in texts), fillvalue="")][::-1]


def narrow(rows: Sequence[Cells], width: int) -> Iterator[str]:
    """Lay out columns with their names no wider than there is room for, which goes to those that need it."""
    heads, *body = rows
    label, *columns = widths_of(body)
    places = width - label - len(GAP) * len(columns)
    for_words = shared_out(places, columns, [longest_word(name) for name in heads[1:]])
    room = shared_out(places, for_words, [width_of(name) for name in heads[1:]])
    above = ending_together(wrapped(name, places) for name, places in zip(heads[1:], room, strict=True))
    yield from aligned([*(["", *line] for line in above), *body])


def longest_word(name: str) -> int:
    """Give the places that a name takes at least on several lines, without a word torn apart."""
    return widest(wrap(name, 1, break_long_words=False) or [""])


def shared_out(places: int, least: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """Share out the places of a line among columns: to each the least it needs, the rest to those that want more."""
    room = list(least)
    for _ in range(max(0, places - sum(room))):
        lacking = [column for column, has in enumerate(room) if has < wanted[column]]
        if not lacking:
            break
        room[min(lacking, key=room.__getitem__)] += 1
    return room


def wrapped(name: str, room: int, indent: str = "", *, at_hyphens: bool = True) -> list[str]:
    """Give a name on as many lines as it takes, all but the first indented, where some characters take two places."""
    for characters in range(room, 1, -1):
        lines = wrap(name, characters, subsequent_indent=indent, break_on_hyphens=at_hyphens)
        if all(width_of(line) <= room for line in lines):
            return lines
    return wrap(name, 1)


def aligned(rows: Sequence[Cells], gap: str = GAP) -> Iterator[str]:
    """Set the first cell of each row to the left and the others to the right."""
    label, *columns = widths_of(rows)
    for first, *others in rows:
        row = [padded(first, -label), *(padded(cell, width) for cell, width in zip(others, columns, strict=True))]
        yield gap.join(row).rstrip()


def within(text: str, width: int) -> str:
    """Break lines that are wider than the terminal."""
    return "\n".join(fill(line, width) for line in text.split("\n"))


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
