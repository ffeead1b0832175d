"""How two variants differ, laid out for a terminal."""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from canasta_score.report.rules.differences import RuleComparison, RuleDifference
from canasta_score.report.text.layout import (
    COLUMN_GAP,
    INDENT,
    MIN_LABEL_WIDTH,
    distribute_width,
    measure_widest,
    measure_width,
    pad_text,
    wrap_text,
)
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import join_words

_MIN_TEXT_WIDTH, _MAX_TEXT_WIDTH = 20, 50  # with less room, the texts of both variants are below the rule
_NO_RULE = "none"
_NO_TEXT = "-"


@frozen
class _Cell(Value):
    """What one variant says, or only the mark that it says nothing."""

    text: str = ""
    is_statement: bool = True


@frozen
class _Row(Value):
    """The title of a section, a rule with what both variants say, more texts of the rule above, or an empty line."""

    name: str = ""
    indent: str = ""
    cells: tuple[_Cell, _Cell] = (_Cell(), _Cell())


def format_rule_comparison(
    comparison: RuleComparison, names: tuple[str, str], titles: tuple[str, str], width: int
) -> str:
    """Return the rules that differ, by the sections of the rule card.

    Each variant has a column below its title and name, unless the columns would be too narrow.
    """
    headers = [_format_variant_title(title, name) for title, name in zip(titles, names, strict=True)]
    lines = _list_difference_lines(comparison.differences, headers, names, width)
    if comparison.reworded_facts:
        also = " also" if comparison.differences else ""
        sentence = f"The explanation{also} differs for {join_words(comparison.reworded_facts)}."
        lines += ["", *_wrap_at_spaces(sentence, width)]
    return "\n".join(lines)


def _format_variant_title(title: str, name: str) -> str:
    # A variant without a title of its own is titled as its parent, with its own name in parentheses.
    return title if title.endswith(f" ({name})") else f"{title} ({name})"


def _list_difference_lines(
    differences: Sequence[RuleDifference], headers: Sequence[str], names: Sequence[str], width: int
) -> list[str]:
    both = join_words(headers)
    if not differences:
        return _wrap_at_spaces(f"{both} have the same rules.", width)
    rows = list(_iter_rows(differences))
    widths = _find_column_widths(rows, headers, width)
    if all(map(int.__ge__, widths[1:], _iter_min_text_widths(rows, headers))):
        return list(_iter_column_lines(rows, headers, widths))
    return [*_wrap_at_spaces(f"{both} differ:", width), "", *_iter_stacked_lines(rows, names, width)]


def _iter_rows(differences: Sequence[RuleDifference]) -> Iterator[_Row]:
    for number, (title, of_section) in enumerate(groupby(differences, key=lambda difference: difference.section)):
        if number:
            yield _Row()
        yield _Row(name=title)
        for difference in of_section:
            name = difference.rule
            for text_a, text_b in difference.pairs:
                cell_a = _build_cell(difference, text_a, has_rule=difference.in_a, is_first=bool(name))
                cell_b = _build_cell(difference, text_b, has_rule=difference.in_b, is_first=bool(name))
                yield _Row(name=name, indent=INDENT, cells=(cell_a, cell_b))
                name = ""


def _build_cell(difference: RuleDifference, text: str, *, has_rule: bool, is_first: bool) -> _Cell:
    if text:
        return _Cell(text=text)
    if has_rule or (is_first and not difference.is_fact):
        return _Cell(text=_NO_TEXT, is_statement=False)
    return _Cell(text=_NO_RULE if is_first else "")


def _find_column_widths(rows: Sequence[_Row], headers: Sequence[str], width: int) -> list[int]:
    name_width = measure_widest(row.indent + row.name for row in rows)
    wanted = [
        min(_MAX_TEXT_WIDTH, max(_measure_texts(rows, a_or_b), measure_width(headers[a_or_b]))) for a_or_b in (0, 1)
    ]
    left = width - name_width - 2 * len(COLUMN_GAP)
    if sum(wanted) > left:
        name_width = min(name_width, max(MIN_LABEL_WIDTH, width * 2 // 5))
        left = width - name_width - 2 * len(COLUMN_GAP)
    return [name_width, *distribute_width(max(left, 2), [1, 1], wanted)]


def _iter_min_text_widths(rows: Sequence[_Row], headers: Sequence[str]) -> Iterator[int]:
    for a_or_b, header in enumerate(headers):
        yield max(measure_widest(header.split()), min(_MIN_TEXT_WIDTH, _measure_texts(rows, a_or_b)))


def _measure_texts(rows: Sequence[_Row], a_or_b: int) -> int:
    return measure_widest(row.cells[a_or_b].text for row in rows)


def _iter_column_lines(rows: Sequence[_Row], headers: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    for row in (_Row(cells=(_Cell(text=headers[0]), _Cell(text=headers[1]))), *rows):
        cells = [_wrap_name(row, widths[0])]
        cells += (_wrap_at_spaces(cell.text, width) for cell, width in zip(row.cells, widths[1:], strict=True))
        for line in zip_longest(*cells, fillvalue="") if any(cells) else [("", "", "")]:
            yield COLUMN_GAP.join(pad_text(text, -width) for text, width in zip(line, widths, strict=True)).rstrip()


def _iter_stacked_lines(rows: Sequence[_Row], names: Sequence[str], width: int) -> Iterator[str]:
    for row in rows:
        if row == _Row():
            yield ""
        yield from _wrap_name(row, width)
        for name, cell in zip(names, row.cells, strict=True):
            if cell.text and cell.is_statement:
                lines = _wrap_at_spaces(f"{name}: {cell.text}", width - 2 * len(INDENT), INDENT)
                yield from (INDENT * 2 + line for line in lines)


def _wrap_name(row: _Row, width: int) -> list[str]:
    return [row.indent + line for line in _wrap_at_spaces(row.name, width - len(row.indent), row.indent)]


def _wrap_at_spaces(text: str, width: int, indent: str = "") -> list[str]:
    # The name of a fact is not broken at its hyphens, so that it can be copied.
    return wrap_text(text, width, indent, at_hyphens=False)
