"""The columns of a game as CSV; a row is what one side has of one hand."""

import re
from collections.abc import Iterator

from canasta_score.game.columns import SHEET_COLUMNS
from canasta_score.rules.model.facts import Fact
from canasta_score.rules.model.variant import Variant

HAND_COLUMN = "hand"
TIME_COLUMN = "time"
SIDE_COLUMN = "side"
NAME_COLUMN = "name"
ROW_LABEL_COLUMNS = (HAND_COLUMN, TIME_COLUMN, SIDE_COLUMN, NAME_COLUMN)
NEED_COLUMN = "need"
FIGURE_COLUMNS = (*SHEET_COLUMNS, NEED_COLUMN)
_FIXED_COLUMNS = (*ROW_LABEL_COLUMNS, *FIGURE_COLUMNS)
_FORMULA_START = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r']")  # noqa: RUF001 -- the wide signs begin a formula too
_TEXT_MARK = "'"


def list_columns(variant: Variant) -> list[str]:
    """Return the columns in their order: the labels of the row, every fact, and the figures that follow from them."""
    return [*ROW_LABEL_COLUMNS, *(get_column_name(fact) for fact in variant.facts.values()), *FIGURE_COLUMNS]


def get_column_name(fact: Fact) -> str:
    """Return the column of a fact: its name, or its label if a fixed column has that name, as that of the hand has.

    No heading is one that a spreadsheet would run as a formula.

    >>> from canasta_score import load_variant
    >>> facts = load_variant("nvso").facts
    >>> get_column_name(facts["red"]), get_column_name(facts["hand"])
    ('red', 'left-in-hand')
    """
    names = fact.name, "-".join(fact.label.lower().split()), f"{fact.name}-told"
    return next(name for name in names if name not in _FIXED_COLUMNS and not _FORMULA_START.match(name))


def iter_column_names(fact: Fact) -> Iterator[str]:
    """Yield the names that the column of a fact may have: the one in an export, and the label."""
    yield get_column_name(fact)
    if fact.label.lower() not in _FIXED_COLUMNS:
        yield fact.label.lower()


def escape_formula(text: str) -> str:
    """Return a text that a spreadsheet shows and does not run as a formula.

    >>> escape_formula("=1+1"), escape_formula("Ann & Bob"), escape_formula("'t Hart")
    ("'=1+1", 'Ann & Bob', "''t Hart")
    """
    return f"{_TEXT_MARK}{text}" if _FORMULA_START.match(text) else text


def unescape_formula(cell: str) -> str:
    """Return the text from which `escape_formula` made a cell.

    >>> unescape_formula("'=1+1"), unescape_formula("''t Hart"), unescape_formula("'t Hart")
    ('=1+1', "'t Hart", "'t Hart")
    """
    text = cell.removeprefix(_TEXT_MARK)
    return text if escape_formula(text) == cell else cell
