"""The rows of a game as CSV: cut into cells, each cell under the fact or the figure that its head means."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

from canasta_score.game.csv_columns import ABOUT, FIGURES, HAND, NEED, SIDE, column_of, names_of
from canasta_score.game.entries import MOST
from canasta_score.game.errors import refusal
from canasta_score.hand.facts import Refusal, TallyError, Told
from canasta_score.hand.numbers import WrongWordError, is_in_digits, whole_number
from canasta_score.rules.errors import did_you_mean
from canasta_score.rules.facts import DIRECT
from canasta_score.rules.keys import LARGEST
from canasta_score.rules.values import Value, frozen
from canasta_score.rules.variant import Variant

IS = "="  # behind the name of a fact, for a fact may be called as another column
DELIMITERS = ",;\t"
GROUPED = re.compile(r"(-?\d{1,3})((?:[,.'\u00a0\u2009\u202f ]\d{3})+)")
DECIMALS = re.compile(r"(-?\d+)[.,]0+")
NOT_OF_A_NUMBER = re.compile(r"[^\d-]")
MINUS = "\u2212"
Cells = Mapping[str, str]
Record = tuple[int, Sequence[str]]  # its number in the sheet, and its cells
Bad = tuple[int, str, str]  # the row, what is wrong, and the remedy


@frozen
class Row(Value):
    """A row: its number in the sheet, the hand and the side that it is about, its cells by their columns.

    `figures` are those that follow from the facts, in points; base and count may be given instead of them.
    """

    number: int
    hand: int
    side: str
    cells: Cells
    figures: Told


def records_of(data: bytes, file: str) -> list[Record]:
    """Cut a text into its records, but for blank ones, each with its number in the sheet.

    Commas, semicolons or tabs set the cells apart, whichever the first line has most.
    """
    import csv  # noqa: PLC0415 -- start-up

    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise refusal(file, "is not UTF-8", "let the spreadsheet save it as 'CSV UTF-8'") from None
    lines = [f"{line}\n" for line in text.split("\n")]
    delimiter = max(DELIMITERS, key=next((line for line in lines if line.strip()), "").count)
    try:
        records = [[cell.strip() for cell in record] for record in csv.reader(lines, delimiter=delimiter, strict=True)]
    except csv.Error as error:
        raise refusal(file, f"is no CSV: {error}", "let a spreadsheet save it anew as CSV") from None
    return [(number, record) for number, record in enumerate(records, 1) if any(record)]


def columns_of(variant: Variant, heads: Sequence[str], file: str) -> list[str]:
    """Give for each head the fact that it means, or the other column; raises LedgerError where there are none.

    Raises TallyError with all heads that mean nothing, and those that are there twice.
    """
    facts = {name: f"{fact.name}{IS}" for fact in variant.facts.values() for name in names_of(fact)}
    known = {**dict.fromkeys((*ABOUT, *FIGURES)), **facts}
    columns = [head.lower() for head in heads]
    for needed in (HAND, SIDE):
        if needed not in columns:
            some = ", ".join(list(variant.facts)[:3])
            hint = f"head the columns {HAND}, {SIDE} and base, count, or facts such as {some}"
            raise refusal(file, f"has no column '{needed}'", hint)
    bad: list[Refusal] = []
    for head in dict.fromkeys(filter(None, columns)):
        if head not in known:
            near = did_you_mean(head, known)
            hint = near if near.startswith("did you mean") else "take it out, or head it by the name of a fact"
            bad.append(Refusal(message=f"{file}: unknown column '{head}'", hint=hint))
    meant = [facts.get(head, head) for head in columns]
    twice = dict.fromkeys(column.removesuffix(IS) for column in meant if column and meant.count(column) > 1)
    others = {fact.name: f"the fact goes under '{column_of(fact)}'" for fact in variant.facts.values()}
    for column in twice:
        hint = others.get(column, "take one out") if column in ABOUT else "take one out"
        bad.append(Refusal(message=f"{file}: the column '{column}' is there twice", hint=hint))
    if bad:
        raise TallyError(bad)
    return meant


def rows_of(columns: Sequence[str], records: Sequence[Record], bad: list[Bad]) -> Iterator[Row]:
    """Go through the rows that say which hand and side they are about."""
    seen: dict[tuple[int, str], int] = {}
    for number, record in records:
        cells = {column: cell for column, cell in zip(columns, record, strict=False) if cell}
        if any(cell for cell, column in zip_longest(record, columns, fillvalue="") if not column):
            bad.append((number, "has a cell without a head above it", "put it under a head, or take it out"))
            continue
        hand, side = plain_number(cells.get(HAND, "")), cells.get(SIDE, "").lower()
        if not (is_in_digits(hand) and len(hand) < len(str(LARGEST)) and int(hand)):
            bad.append((number, f"'{cells.get(HAND, '')}' is no number of a hand", "hands are counted from 1"))
        elif not side:
            bad.append((number, "names no side", "write we or they in the column 'side'"))
        elif (int(hand), side) in seen:
            message = f"hand {hand} of {side} is there already, in row {seen[int(hand), side]}"
            bad.append((number, message, "take one out, or put its number right"))
        else:
            seen[int(hand), side] = number
            figures = figures_of(number, cells, bad)
            yield Row(number=number, hand=int(hand), side=side, cells=cells, figures=figures)


def figures_of(number: int, cells: Cells, bad: list[Bad]) -> dict[str, int]:
    """Read the figures of a row that follow from others, but for the need, which is left to the rules."""
    figures: dict[str, int] = {}
    for column in FIGURES:
        if column in cells and column != NEED:
            largest = LARGEST if column in DIRECT else MOST
            try:
                figures[column] = whole_number(column, plain_number(cells[column]), negative=True, largest=largest)
            except WrongWordError as wrong:
                bad.append((number, wrong.message, wrong.hint))
    return figures


def plain_number(cell: str) -> str:
    """Give a number as a tally has it: without the signs that group its digits, and without empty decimals.

    >>> [plain_number(cell) for cell in ("2,525", "2.525", "-1 065", "3.0", "100+35")]
    ['2525', '2525', '-1065', '3', '100+35']
    """
    cell = cell.replace(MINUS, "-")
    if GROUPED.fullmatch(cell):
        return NOT_OF_A_NUMBER.sub("", cell)
    return whole[1] if (whole := DECIMALS.fullmatch(cell)) else cell
