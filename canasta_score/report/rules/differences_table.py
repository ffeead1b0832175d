"""What two variants play otherwise, laid out for a terminal."""

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
from canasta_score.rules.text import join_words

_MIN_TEXT_WIDTH, _MAX_TEXT_WIDTH = (
    20,
    50,
)  # places for what one of the two says; with fewer it goes below that of the other
_NO_RULE = "none"
_NO_TEXT = "-"
_DifferenceRow = tuple[str, str, str]


def format_rule_comparison(
    comparison: RuleComparison, names: tuple[str, str], titles: tuple[str, str], width: int
) -> str:
    """Lay out what two variants play otherwise, by the sections of the rule card, within a width.

    What each says stands in a column below its title and name, or where that would be too narrow, below the rule.
    """
    heads = [_format_variant_title(title, name) for title, name in zip(titles, names, strict=True)]
    both = join_words(heads)
    if not comparison.differences:
        lines = _wrap_at_spaces(f"{both} play by the same rules.", width)
    else:
        rows = list(_iter_difference_rows(comparison.differences))
        room = _find_column_widths(rows, heads, width)
        in_columns = all(
            places >= least for places, least in zip(room[1:], _iter_min_text_widths(rows, heads), strict=True)
        )
        lines = list(
            _iter_column_lines(rows, heads, room) if in_columns else _iter_stacked_lines(rows, both, names, width)
        )
    return "\n".join([*lines, *_iter_reworded_fact_lines(comparison, width)])


def _format_variant_title(title: str, name: str) -> str:
    """Give a title with the name behind it, which one that was taken over has there already."""
    return title if title.endswith(f" ({name})") else f"{title} ({name})"


def _iter_reworded_fact_lines(comparison: RuleComparison, width: int) -> Iterator[str]:
    """Say which facts are explained in other words, which alone is no other rule."""
    if comparison.reworded_facts:
        facts = join_words(comparison.reworded_facts)
        yield ""
        yield from _wrap_at_spaces(
            f"Explained in other words{', too' if comparison.differences else ''}: {facts}.", width
        )


def _iter_difference_rows(differences: Sequence[RuleDifference]) -> Iterator[_DifferenceRow]:
    """Go through the rows: the title of each section, then for each rule its name and what each of the two says."""
    for number, (title, of_section) in enumerate(groupby(differences, key=lambda one: one.section)):
        if number:
            yield "", "", ""
        yield title, "", ""
        for one in of_section:
            name = INDENT + one.rule
            for a, b in one.pairs:
                yield (
                    name,
                    a or _format_missing_text(one, name, there=one.in_a),
                    b or _format_missing_text(one, name, there=one.in_b),
                )
                name = ""


def _format_missing_text(one: RuleDifference, name: str, *, there: bool) -> str:
    """Say that one of the two says nothing; of a rule that it has not, only once."""
    if there or not one.is_fact:
        return _NO_TEXT if there or name else ""
    return _NO_RULE if name else ""


def _find_column_widths(rows: Sequence[_DifferenceRow], heads: Sequence[str], width: int) -> list[int]:
    """Give the places for the names of rules and for what each of the two says."""
    names = measure_widest(name for name, *_ in rows)
    texts = (
        max(measure_widest(row[column] for row in rows), measure_width(head)) for column, head in enumerate(heads, 1)
    )
    wanted = [min(_MAX_TEXT_WIDTH, places) for places in texts]
    left = width - names - 2 * len(COLUMN_GAP)
    if sum(wanted) > left:
        names = min(names, max(MIN_LABEL_WIDTH, width * 2 // 5))
        left = width - names - 2 * len(COLUMN_GAP)
    return [names, *distribute_width(max(left, 2), [1, 1], wanted)]


def _iter_min_text_widths(rows: Sequence[_DifferenceRow], heads: Sequence[str]) -> Iterator[int]:
    """Go through the places that what each of the two says takes at least, to be read in a column."""
    for column, head in enumerate(heads, 1):
        yield max(measure_widest(head.split()), min(_MIN_TEXT_WIDTH, measure_widest(row[column] for row in rows)))


def _iter_column_lines(rows: Sequence[_DifferenceRow], heads: Sequence[str], room: Sequence[int]) -> Iterator[str]:
    """Lay out the rows in columns, each text on as many lines as it takes."""
    for row in [("", *heads), *rows]:
        cells = [_wrap_cell(cell, places) for cell, places in zip(row, room, strict=True)]
        for line in zip_longest(*cells, fillvalue="") if any(cells) else [("", "", "")]:
            yield COLUMN_GAP.join(pad_text(text, -places) for text, places in zip(line, room, strict=True)).rstrip()


def _wrap_cell(text: str, room: int) -> list[str]:
    """Give a text on as many lines as it takes, all indented as its first one."""
    indent = INDENT if text.startswith(INDENT) else ""
    return [indent + line for line in _wrap_at_spaces(text.removeprefix(INDENT), room - len(indent), indent)]


def _wrap_at_spaces(text: str, room: int, indent: str = "") -> list[str]:
    """Give a text on as many lines as it takes, no name of a fact torn apart at its hyphen."""
    return wrap_text(text, room, indent, at_hyphens=False)


def _iter_stacked_lines(rows: Sequence[_DifferenceRow], both: str, names: Sequence[str], width: int) -> Iterator[str]:
    """Lay out what each of the two says below the rule, each behind its name."""
    yield from _wrap_at_spaces(f"{both} differ:", width)
    yield ""
    for name, *texts in rows:
        yield from _wrap_cell(name, width) if name or not any(texts) else ()
        if not name and not any(texts):
            yield ""
        for of, text in zip(names, texts, strict=True):
            if text not in {"", _NO_TEXT}:
                yield from (
                    INDENT * 2 + line for line in _wrap_at_spaces(f"{of}: {text}", width - 2 * len(INDENT), INDENT)
                )
