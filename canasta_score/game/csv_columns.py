"""CSV as the program reads and writes it: its rows, the columns of a game, and cells that no spreadsheet runs."""

import csv
import re
from collections.abc import Iterator
from enum import StrEnum

from canasta_score.rules.model.facts import SHEET_COLUMNS, Fact
from canasta_score.rules.model.variant import Variant


class Column(StrEnum):
    """The columns beside the items and the figures of a game."""

    HAND = "hand"
    TIME = "time"
    SIDE = "side"
    NAME = "name"
    PARTNER = "partner"  # in this hand alone
    REASON = "why"  # of an adjustment; only there if one has a reason
    NEED = "need"


ADJUSTMENT_WORD = "adjust"  # in place of the number of a hand
ROW_LABEL_COLUMNS = (Column.HAND, Column.TIME, Column.SIDE, Column.NAME)
FIGURE_COLUMNS = (*SHEET_COLUMNS, Column.NEED)
_FIXED_COLUMNS = (*Column, *SHEET_COLUMNS)
# At the start of a cell, and where a spreadsheet that does not split at commas may start another one.
_FORMULA_START = re.compile(r"(?:^|(?<=[;|]))(?=\s*[=+\-@＝＋－＠]|[\t\r'])")  # noqa: RUF001 -- the wide signs begin a formula too
_MARKED_START = re.compile(r"(?:^|(?<=[;|]))'")
_DELIMITER_SAMPLE_LINES = 20


def parse_csv_rows(data: bytes) -> list[tuple[int, list[str]]]:
    """Return the rows that are not blank, with their numbers; raises UnicodeDecodeError and csv.Error."""
    text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    lines = [f"{line}\n" for line in text.split("\n")]  # splitlines would also split names, at U+2028 and others
    delimiter = max(",;\t", key="".join(lines[:_DELIMITER_SAMPLE_LINES]).count)  # whichever these have most of
    rows = ([cell.strip() for cell in row] for row in csv.reader(lines, delimiter=delimiter, strict=True))
    return [(number, row) for number, row in enumerate(rows, 1) if any(row)]


def list_columns(variant: Variant) -> list[str]:
    """Return the columns in their order: the labels of the row, every fact, and the figures that follow from them."""
    return [*list_label_columns(variant), *(get_column_name(fact) for fact in variant.facts.values()), *FIGURE_COLUMNS]


def list_label_columns(variant: Variant) -> list[str]:
    """Return the columns that say whose row it is, the partner in that hand among them where rules have such."""
    return [*ROW_LABEL_COLUMNS, *([Column.PARTNER] if variant.has_partners_by_hand else [])]


def get_column_name(fact: Fact) -> str:
    """Return the column of a fact, never a formula: its name, or its label if a fixed column has the name."""
    names = fact.name, "-".join(fact.label.lower().split()), f"{fact.name}-told"
    return next(name for name in names if name not in _FIXED_COLUMNS and not _FORMULA_START.match(name))


def iter_column_names(fact: Fact) -> Iterator[str]:
    """Yield the names that the column of a fact may have: its name in an export, and its label."""
    yield get_column_name(fact)
    if fact.label.lower() not in _FIXED_COLUMNS:
        yield fact.label.lower()


def escape_formula(text: str) -> str:
    """Return a text that a spreadsheet shows and does not run as a formula, with an apostrophe where one begins."""
    return _FORMULA_START.sub("'", text)


def unescape_formula(cell: str) -> str:
    """Return the text that `escape_formula` escaped; an apostrophe that was there before, as in 't Hart, stays."""
    text = _MARKED_START.sub("", cell)
    return text if escape_formula(text) == cell else cell
