"""Columns of text for a terminal: labels to the left, numbers to the right, each column as wide as its widest cell."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, zip_longest
from math import ceil

COLUMN_GAP = "   "
INDENT = "  "
MIN_LABEL_WIDTH = 16  # below this, columns move to a band of their own
_MAX_HEADER_LINES = 2
_MIN_SIDE_WIDTH = 9  # for the name of a side; below this, sides move to a band of their own
TextRow = Sequence[str]


def format_side_table(rows: Sequence[TextRow], width: int) -> list[str]:
    """Return the lines of a table with a label column, and a column or, where they do not fit, bands of each side."""
    lines = list(align_columns(rows))
    if measure_widest(lines) <= width:
        return lines
    names, *body = rows
    min_widths = map(max, map(_find_min_header_width, names[1:]), measure_columns(body)[1:])
    label_width = max(MIN_LABEL_WIDTH, width - sum(len(COLUMN_GAP) + column for column in min_widths))
    rows = [names, *_wrap_labels(body, label_width)]
    label_width, *columns = measure_columns(rows[1:])
    widest_column = max(*columns, min(_MIN_SIDE_WIDTH, measure_widest(rows[0][1:])))
    fitting = max(1, (width - label_width) // (widest_column + len(COLUMN_GAP)))
    sides_per_band = ceil(len(columns) / ceil(len(columns) / fitting))
    bands = ([[row[0], *row[i : i + sides_per_band]] for row in rows] for i in range(1, len(rows[0]), sides_per_band))
    return [line for band in bands for line in ("", *_format_side_band(band, width))][1:]


def _wrap_labels(rows: Iterable[TextRow], width: int) -> Iterator[TextRow]:
    for label, *figures in rows:
        first, *others = _wrap_label(label, width)
        yield [first, *figures]
        for line in others:
            yield [line, *("" for _ in figures)]


def _wrap_label(label: str, width: int) -> list[str]:
    indent = label[: len(label) - len(label.lstrip())] + INDENT
    return [label] if measure_width(label) <= width else wrap_text(label, width, indent, at_hyphens=True)


def iter_row_lines(rows: Sequence[TextRow], width: int) -> Iterator[Sequence[str]]:
    """Yield the lines of each row within `width`: a long label is wrapped, and the figures are on its first line."""
    label_width = max(MIN_LABEL_WIDTH, width - sum(len(COLUMN_GAP) + column for column in measure_columns(rows)[1:]))
    labels = [_wrap_label(label, label_width) for label, *_ in rows]
    firsts = align_columns([[lines[0], *figures] for lines, (_, *figures) in zip(labels, rows, strict=True)])
    for first, (_, *others) in zip(firsts, labels, strict=True):
        yield [first, *others]


def format_name_table(rows: Sequence[TextRow], width: int) -> list[str]:
    """Return the lines of a table with a row for each name; where it is too wide, half of its columns move below."""
    lines = list(align_columns(rows))
    if measure_widest(lines) <= width:
        return lines
    (title, *headers), *body = rows
    header_widths = [*map(_find_min_header_width, headers)]
    columns = map(max, header_widths, measure_columns(body)[1:])
    name_width = width - sum(len(COLUMN_GAP) + column for column in columns)
    if len(headers) > 1 and name_width < min(measure_columns(rows)[0], max(MIN_LABEL_WIDTH, width // 3)):
        half = ceil(len(headers) / 2) + 1
        left, right = [row[:half] for row in rows], [[row[0], *row[half:]] for row in rows]
        return [*format_name_table(left, width), "", *format_name_table(right, width)]
    wrapped_headers = map(wrap_text, headers, header_widths)
    header_rows = _align_bottom([wrap_text(title, name_width, at_hyphens=True), *wrapped_headers])
    return list(align_columns([*header_rows, *_wrap_labels(body, name_width)]))


def _find_min_header_width(header: str) -> int:
    longest_word = measure_widest(header.split())
    return next(
        width for width in count(longest_word) if len(wrap_text(header, width, at_hyphens=True)) <= _MAX_HEADER_LINES
    )


def _align_bottom(texts: Iterable[Sequence[str]]) -> Sequence[TextRow]:
    return [*zip_longest(*(reversed(lines) for lines in texts), fillvalue="")][::-1]


def _format_side_band(rows: Sequence[TextRow], width: int) -> Iterator[str]:
    (_, *names), *body = rows
    label_width, *columns = measure_columns(body)
    places = width - label_width - len(COLUMN_GAP) * len(columns)
    # Every name first gets room for its longest word, so that a long name does not break the words of another.
    longest_words = [measure_widest(wrap_text(name, 1, at_hyphens=True, in_words=False) or [""]) for name in names]
    min_widths = distribute_width(places, columns, longest_words)
    widths = distribute_width(places, min_widths, [measure_width(name) for name in names])
    header = _align_bottom(wrap_text(name, column, at_hyphens=True) for name, column in zip(names, widths, strict=True))
    yield from align_columns([*(["", *line] for line in header), *body])


def distribute_width(width: int, min_widths: Sequence[int], wanted: Sequence[int]) -> list[int]:
    """Return a width for each column: its minimum, and more for the narrowest of those that want more."""
    widths = list(min_widths)
    for _ in range(max(0, width - sum(widths))):
        growing = [column for column, current in enumerate(widths) if current < wanted[column]]
        if not growing:
            break
        widths[min(growing, key=widths.__getitem__)] += 1
    return widths


def wrap_text(
    text: str, width: int, indent: str = "", *, first: str = "", at_hyphens: bool = False, in_words: bool = True
) -> list[str]:
    """Return the lines of a text; `at_hyphens` is not for words to type, which nobody should type in two halves."""
    if text.isascii():
        from textwrap import wrap
    else:
        from wcwidth import wrap
    return wrap(
        text,
        max(width, 1),
        initial_indent=first,
        subsequent_indent=indent,
        break_on_hyphens=at_hyphens,
        break_long_words=in_words,
    )


def align_columns(rows: Sequence[TextRow]) -> Iterator[str]:
    """Yield a line for each row: the first cell aligned left, the others right."""
    label_width, *widths = measure_columns(rows)
    for label, *cells in rows:
        row = [pad_text(label, -label_width), *map(pad_text, cells, widths)]
        yield COLUMN_GAP.join(row).rstrip()


def fill_text(text: str, width: int, indent: str = "", *, first: str = "", in_words: bool = True) -> str:
    """Return a text whose lines are wrapped, each as `wrap_text` does."""
    lines = (wrap_text(line, width, indent, first=first, in_words=in_words) for line in text.split("\n"))
    return "\n".join("\n".join(wrapped) for wrapped in lines)


def measure_columns(rows: Sequence[TextRow]) -> list[int]:
    """Return the width of each column."""
    return [measure_widest(column) for column in zip(*rows, strict=True)]


def measure_widest(texts: Iterable[str]) -> int:
    """Return the width of the widest text."""
    return max(map(measure_width, texts))


def pad_text(text: str, width: int) -> str:
    """Return a text aligned right within a width, or left if the width is negative."""
    space = " " * (abs(width) - measure_width(text))
    return text + space if width < 0 else space + text


def measure_width(text: str) -> int:
    """Return how many columns of a terminal a text takes; a character can take none, one or two."""
    if text.isascii():
        return len(text)
    from wcwidth import wcswidth  # start-up: most names are plain ASCII

    return max(wcswidth(text), 0)
