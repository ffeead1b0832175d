"""The columns of a game as CSV, in which a row is what one side has of one hand."""

import re
from collections.abc import Iterator

from canasta_score.rules.model.facts import DIRECT, Fact
from canasta_score.rules.model.variant import Variant

HAND, TIME, SIDE, NAME = ABOUT = ("hand", "time", "side", "name")
PENALTIES, TOTAL, RUNNING, NEED = "penalties", "total", "running", "need"
FIGURES = (*DIRECT, PENALTIES, TOTAL, RUNNING, NEED)
FORMULA = re.compile(r"\s*[=+\-@＝＋－＠]|[\t\r']")  # noqa: RUF001 -- the wide signs begin a formula too
TAKEN_FOR_TEXT = "'"


def columns(variant: Variant) -> list[str]:
    """Give the columns in their order: whose row it is, every fact, what it comes to."""
    return [*ABOUT, *(column_of(fact) for fact in variant.facts.values()), *FIGURES]


def column_of(fact: Fact) -> str:
    """Give the column of a fact: its name, or its label where another column has that name, as that of the hand has.

    >>> from canasta_score import load_variant
    >>> facts = load_variant("nvso").facts
    >>> column_of(facts["red"]), column_of(facts["hand"])
    ('red', 'left-in-hand')
    """
    names = fact.name, "-".join(fact.label.lower().split()), f"{fact.name}-told"
    return next(name for name in names if name not in (*ABOUT, *FIGURES))


def names_of(fact: Fact) -> Iterator[str]:
    """Go through what the column of a fact may be called: the name that it has here, or its label."""
    yield column_of(fact)
    if fact.label.lower() not in (*ABOUT, *FIGURES):
        yield fact.label.lower()


def defused(text: str) -> str:
    """Give a text that a spreadsheet shows and does not run as a formula.

    >>> defused("=1+1"), defused("Ann & Bob"), defused("'t Hart")
    ("'=1+1", 'Ann & Bob', "''t Hart")
    """
    return f"{TAKEN_FOR_TEXT}{text}" if FORMULA.match(text) else text


def as_meant(cell: str) -> str:
    """Give the text that a cell was made of.

    >>> as_meant("'=1+1"), as_meant("''t Hart"), as_meant("'t Hart")
    ('=1+1', "'t Hart", "'t Hart")
    """
    meant = cell.removeprefix(TAKEN_FOR_TEXT)
    return meant if defused(meant) == cell else cell
