"""What two variants play otherwise, laid out for a terminal."""

from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from canasta_score.report.rules.differences import Comparison, Difference
from canasta_score.report.text.layout import GAP, INDENT, LEAST_NAME, padded, shared_out, widest, width_of, wrapped
from canasta_score.rules.schema.reader import listed

LEAST_TEXT, MOST_TEXT = 20, 50  # places for what one of the two says; with fewer it goes below that of the other
NOT_THERE = "none"
NOT_SAID = "-"
Row = tuple[str, str, str]


def differences_table(comparison: Comparison, names: tuple[str, str], titles: tuple[str, str], width: int) -> str:
    """Lay out what two variants play otherwise, by the sections of the rule card, within a width.

    What each says stands in a column below its title and name, or where that would be too narrow, below the rule.
    """
    heads = [title_with_name(title, name) for title, name in zip(titles, names, strict=True)]
    both = listed(heads)
    if not comparison.differences:
        lines = in_words(f"{both} play by the same rules.", width)
    else:
        rows = list(rows_of(comparison.differences))
        room = rooms(rows, heads, width)
        in_columns = all(places >= least for places, least in zip(room[1:], least_places(rows, heads), strict=True))
        lines = list(columns(rows, heads, room) if in_columns else one_below_the_other(rows, both, names, width))
    return "\n".join([*lines, *explained_otherwise(comparison, width)])


def title_with_name(title: str, name: str) -> str:
    """Give a title with the name behind it, which one that was taken over has there already."""
    return title if title.endswith(f" ({name})") else f"{title} ({name})"


def explained_otherwise(comparison: Comparison, width: int) -> Iterator[str]:
    """Say which facts are explained in other words, which alone is no other rule."""
    if comparison.explained_otherwise:
        facts = listed(comparison.explained_otherwise)
        yield ""
        yield from in_words(f"Explained in other words{', too' if comparison.differences else ''}: {facts}.", width)


def rows_of(differences: Sequence[Difference]) -> Iterator[Row]:
    """Go through the rows: the title of each section, then for each rule its name and what each of the two says."""
    for number, (title, of_section) in enumerate(groupby(differences, key=lambda one: one.section)):
        if number:
            yield "", "", ""
        yield title, "", ""
        for one in of_section:
            name = INDENT + one.rule
            for a, b in one.pairs:
                yield name, a or lacking(one, name, there=one.in_a), b or lacking(one, name, there=one.in_b)
                name = ""


def lacking(one: Difference, name: str, *, there: bool) -> str:
    """Say that one of the two says nothing; of a rule that it has not, only once."""
    if there or not one.is_fact:
        return NOT_SAID if there or name else ""
    return NOT_THERE if name else ""


def rooms(rows: Sequence[Row], heads: Sequence[str], width: int) -> list[int]:
    """Give the places for the names of rules and for what each of the two says."""
    names = widest(name for name, *_ in rows)
    texts = (max(widest(row[column] for row in rows), width_of(head)) for column, head in enumerate(heads, 1))
    wanted = [min(MOST_TEXT, places) for places in texts]
    left = width - names - 2 * len(GAP)
    if sum(wanted) > left:
        names = min(names, max(LEAST_NAME, width * 2 // 5))
        left = width - names - 2 * len(GAP)
    return [names, *shared_out(max(left, 2), [1, 1], wanted)]


def least_places(rows: Sequence[Row], heads: Sequence[str]) -> Iterator[int]:
    """Go through the places that what each of the two says takes at least, to be read in a column."""
    for column, head in enumerate(heads, 1):
        yield max(widest(head.split()), min(LEAST_TEXT, widest(row[column] for row in rows)))


def columns(rows: Sequence[Row], heads: Sequence[str], room: Sequence[int]) -> Iterator[str]:
    """Lay out the rows in columns, each text on as many lines as it takes."""
    for row in [("", *heads), *rows]:
        cells = [cell_lines(cell, places) for cell, places in zip(row, room, strict=True)]
        for line in zip_longest(*cells, fillvalue="") if any(cells) else [("", "", "")]:
            yield GAP.join(padded(text, -places) for text, places in zip(line, room, strict=True)).rstrip()


def cell_lines(text: str, room: int) -> list[str]:
    """Give a text on as many lines as it takes, all indented as its first one."""
    indent = INDENT if text.startswith(INDENT) else ""
    return [indent + line for line in in_words(text.removeprefix(INDENT), room - len(indent), indent)]


def in_words(text: str, room: int, indent: str = "") -> list[str]:
    """Give a text on as many lines as it takes, no name of a fact torn apart at its hyphen."""
    return wrapped(text, room, indent, at_hyphens=False)


def one_below_the_other(rows: Sequence[Row], both: str, names: Sequence[str], width: int) -> Iterator[str]:
    """Lay out what each of the two says below the rule, each behind its name."""
    yield from in_words(f"{both} differ:", width)
    yield ""
    for name, *texts in rows:
        yield from cell_lines(name, width) if name or not any(texts) else ()
        if not name and not any(texts):
            yield ""
        for of, text in zip(names, texts, strict=True):
            if text not in {"", NOT_SAID}:
                yield from (INDENT * 2 + line for line in in_words(f"{of}: {text}", width - 2 * len(INDENT), INDENT))
