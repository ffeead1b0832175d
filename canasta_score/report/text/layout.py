"""Columns for a terminal: labels to the left, numbers to the right, each column as wide as its widest."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, zip_longest
from math import ceil
from textwrap import fill, wrap

COLUMN_GAP = "   "
INDENT = "  "
MIN_LABEL_WIDTH = 16  # places, before columns beside it go below
_MAX_HEADER_LINES = 2
_MIN_SIDE_WIDTH = 9  # places for the name of a side, before others go below
TextRow = Sequence[str]


def format_side_table(rows: Sequence[TextRow], width: int) -> list[str]:
    """Lay out labels and a column for each side, under the names in the first row, within a width.

    Where there is no room for all, long labels and long names go on several lines, and sides that do not fit beside
    the others stand below them.
    """
    lines = list(align_columns(rows))
    if measure_widest(lines) <= width:
        return lines
    rows = [rows[0], *_wrap_labels(rows[1:], _find_label_width(rows, width))]
    label, *columns = measure_columns(rows[1:])
    broadest = max(*columns, min(_MIN_SIDE_WIDTH, measure_widest(rows[0][1:])))
    fit = max(1, (width - label) // (broadest + len(COLUMN_GAP)))
    beside = ceil(len(columns) / ceil(len(columns) / fit))
    bands = ([[cells[0], *cells[first : first + beside]] for cells in rows] for first in range(1, len(rows[0]), beside))
    return "\n\n".join("\n".join(_format_side_band(band, width)) for band in bands).split("\n")


def _find_label_width(rows: Sequence[TextRow], width: int) -> int:
    """Give the places for labels: what the columns leave that have their names on two lines."""
    names, *body = rows
    columns = map(max, map(_find_min_header_width, names[1:]), measure_columns(body)[1:])
    return max(MIN_LABEL_WIDTH, width - sum(len(COLUMN_GAP) + column for column in columns))


def _wrap_labels(rows: Iterable[TextRow], room: int) -> Iterator[TextRow]:
    """Set labels that are wider than their room on several lines, the first of them with the figures."""
    for label, *figures in rows:
        first, *others = _wrap_label(label, room)
        yield [first, *figures]
        for other in others:
            yield [other, *("" for _ in figures)]


def _wrap_label(label: str, room: int) -> list[str]:
    """Give a label on as many lines as it takes, all but the first indented below it."""
    indent = label[: len(label) - len(label.lstrip())] + INDENT
    return [label] if measure_width(label) <= room else wrap_text(label, room, indent)


def iter_row_lines(rows: Sequence[TextRow], width: int) -> Iterator[Sequence[str]]:
    """Give the lines of each row within a width: the figures stand on the first, a long label goes on below."""
    room = max(MIN_LABEL_WIDTH, width - sum(len(COLUMN_GAP) + column for column in measure_columns(rows)[1:]))
    labels = [_wrap_label(label, room) for label, *_ in rows]
    firsts = align_columns([[lines[0], *figures] for lines, (_, *figures) in zip(labels, rows, strict=True)])
    for first, (_, *others) in zip(firsts, labels, strict=True):
        yield [first, *others]


def format_name_table(rows: Sequence[TextRow], width: int) -> list[str]:
    """Lay out a row for each name and a column for each figure, under the heads in the first row, within a width.

    Where there is no room for all, heads go on several lines, then long names, and columns that do not fit beside the
    others stand below them.
    """
    lines = list(align_columns(rows))
    if measure_widest(lines) <= width:
        return lines
    names, *columns = zip(*rows, strict=True)
    least = [len(COLUMN_GAP) + max(_find_min_header_width(head), measure_widest(figures)) for head, *figures in columns]
    for_names = min(measure_widest(names), max(MIN_LABEL_WIDTH, width // 3))
    beside = ([(columns[one], least[one]) for one in band] for band in _balance_bands(least, width - for_names))
    return "\n\n".join("\n".join(_format_name_band(names, band, width)) for band in beside).split("\n")


def _balance_bands(least: Sequence[int], room: int) -> list[list[int]]:
    """Part the places of columns into as few bands as there is room for, none with many more columns than others.

    >>> _balance_bands([30, 30, 30, 30, 30], 120)
    [[0, 1, 2], [3, 4]]
    """
    fewest = len(_fill_bands(least, room, len(least)))
    parted = (_fill_bands(least, room, most) for most in range(ceil(len(least) / fewest), len(least) + 1))
    return next(bands for bands in parted if len(bands) == fewest)


def _fill_bands(least: Sequence[int], room: int, most: int) -> list[list[int]]:
    """Part the places of columns into bands that are full with their widths, or with so many columns."""
    bands: list[list[int]] = [[]]
    for place, needed in enumerate(least):
        if bands[-1] and (len(bands[-1]) == most or sum(least[one] for one in bands[-1]) + needed > room):
            bands.append([])
        bands[-1].append(place)
    return bands


def _format_name_band(names: TextRow, columns: Sequence[tuple[TextRow, int]], width: int) -> Iterator[str]:
    """Lay out names and columns, each of which takes at least some places, the gap before it included."""
    heads, least = [head for (head, *_), _ in columns], [places for _, places in columns]
    for_names = min(measure_widest(names), max(1, width - sum(least)))
    room = distribute_width(width - for_names, least, [len(COLUMN_GAP) + measure_width(head) for head in heads])
    above = [wrap_text(names[0], for_names)]
    above += (wrap_text(head, places - len(COLUMN_GAP)) for head, places in zip(heads, room, strict=True))
    below: list[TextRow] = []
    for name, *figures in list(zip(names, *(cells for cells, _ in columns), strict=True))[1:]:
        first, *others = wrap_text(name, for_names, INDENT)
        below += [[first, *figures], *([other, *("" for _ in figures)] for other in others)]
    yield from align_columns([*_align_bottom(above), *below])


def _find_min_header_width(head: str) -> int:
    """Give the places that a head takes at least on two lines, without a word torn apart."""
    return next(room for room in count(measure_widest(head.split())) if len(wrap_text(head, room)) <= _MAX_HEADER_LINES)


def _align_bottom(texts: Iterable[Sequence[str]]) -> Sequence[TextRow]:
    """Set texts of several lines beside each other so that all end in the last line."""
    return [*zip_longest(*(reversed(lines) for lines in texts), fillvalue="")][::-1]


def _format_side_band(rows: Sequence[TextRow], width: int) -> Iterator[str]:
    """Lay out columns with their names no wider than there is room for, which goes to those that need it."""
    heads, *body = rows
    label, *columns = measure_columns(body)
    places = width - label - len(COLUMN_GAP) * len(columns)
    for_words = distribute_width(places, columns, [_measure_longest_word(name) for name in heads[1:]])
    room = distribute_width(places, for_words, [measure_width(name) for name in heads[1:]])
    above = _align_bottom(wrap_text(name, places) for name, places in zip(heads[1:], room, strict=True))
    yield from align_columns([*(["", *line] for line in above), *body])


def _measure_longest_word(name: str) -> int:
    """Give the places that a name takes at least on several lines, without a word torn apart."""
    return measure_widest(wrap(name, 1, break_long_words=False) or [""])


def distribute_width(places: int, least: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """Share out the places of a line among columns: to each the least it needs, the rest to those that want more."""
    room = list(least)
    for _ in range(max(0, places - sum(room))):
        lacking = [column for column, has in enumerate(room) if has < wanted[column]]
        if not lacking:
            break
        room[min(lacking, key=room.__getitem__)] += 1
    return room


def wrap_text(name: str, room: int, indent: str = "", *, at_hyphens: bool = True) -> list[str]:
    """Give a name on as many lines as it takes, all but the first indented, where some characters take two places."""
    for characters in range(room, 1, -1):
        lines = wrap(name, characters, subsequent_indent=indent, break_on_hyphens=at_hyphens)
        if all(measure_width(line) <= room for line in lines):
            return lines
    return wrap(name, 1)


def align_columns(rows: Sequence[TextRow], gap: str = COLUMN_GAP) -> Iterator[str]:
    """Set the first cell of each row to the left and the others to the right."""
    label, *columns = measure_columns(rows)
    for first, *others in rows:
        row = [pad_text(first, -label), *(pad_text(cell, width) for cell, width in zip(others, columns, strict=True))]
        yield gap.join(row).rstrip()


def fill_text(text: str, width: int) -> str:
    """Break lines that are wider than the terminal."""
    return "\n".join(fill(line, width) for line in text.split("\n"))


def measure_columns(rows: Sequence[TextRow]) -> list[int]:
    """Give the width of each column."""
    return [measure_widest(column) for column in zip(*rows, strict=True)]


def measure_widest(texts: Iterable[str]) -> int:
    """Give the width of the widest text."""
    return max(map(measure_width, texts))


def pad_text(text: str, width: int) -> str:
    """Set a text to the right within a width, or to the left where the width is negative."""
    space = " " * (abs(width) - measure_width(text))
    return text + space if width < 0 else space + text


def measure_width(text: str) -> int:
    """Give the places that a text takes in a terminal, where some characters take two and some none."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth  # noqa: PLC0415 -- start-up: most names are plain

    return max(wcswidth(text), 0)
