"""The columns of a game as CSV, in which a row is what one side has of one hand."""

import re
from collections.abc import Iterator

from canasta_score.rules.model.facts import DIRECT_FACTS, Fact
from canasta_score.rules.model.variant import Variant

HAND_COLUMN, TIME_COLUMN, SIDE_COLUMN, NAME_COLUMN = ROW_LABEL_COLUMNS = ("hand", "time", "side", "name")
PENALTIES_COLUMN, TOTAL_COLUMN, RUNNING_TOTAL_COLUMN, NEED_COLUMN = "penalties", "total", "running", "need"
FIGURE_COLUMNS = (*DIRECT_FACTS, PENALTIES_COLUMN, TOTAL_COLUMN, RUNNING_TOTAL_COLUMN, NEED_COLUMN)
_FORMULA_START = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r']")  # noqa: RUF001 -- the wide signs begin a formula too
_TEXT_MARK = "'"


def list_columns(variant: Variant) -> list[str]:
    """Give the columns in their order: whose row it is, every fact, what it comes to."""
    return [*ROW_LABEL_COLUMNS, *(get_column_name(fact) for fact in variant.facts.values()), *FIGURE_COLUMNS]


def get_column_name(fact: Fact) -> str:
    """Give the column of a fact: its name, or its label where another column has that name, as that of the hand has.

    >>> from canasta_score import load_variant
    >>> facts = load_variant("nvso").facts
    >>> get_column_name(facts["red"]), get_column_name(facts["hand"])
    ('red', 'left-in-hand')
    """
    names = fact.name, "-".join(fact.label.lower().split()), f"{fact.name}-told"
    return next(name for name in names if name not in (*ROW_LABEL_COLUMNS, *FIGURE_COLUMNS))


def iter_column_names(fact: Fact) -> Iterator[str]:
    """Go through what the column of a fact may be called: the name that it has here, or its label."""
    yield get_column_name(fact)
    if fact.label.lower() not in (*ROW_LABEL_COLUMNS, *FIGURE_COLUMNS):
        yield fact.label.lower()


def escape_formula(text: str) -> str:
    """Give a text that a spreadsheet shows and does not run as a formula.

    >>> escape_formula("=1+1"), escape_formula("Ann & Bob"), escape_formula("'t Hart")
    ("'=1+1", 'Ann & Bob', "''t Hart")
    """
    return f"{_TEXT_MARK}{text}" if _FORMULA_START.match(text) else text


def unescape_formula(cell: str) -> str:
    """Give the text that a cell was made of.

    >>> unescape_formula("'=1+1"), unescape_formula("''t Hart"), unescape_formula("'t Hart")
    ('=1+1', "'t Hart", "'t Hart")
    """
    meant = cell.removeprefix(_TEXT_MARK)
    return meant if escape_formula(meant) == cell else cell
