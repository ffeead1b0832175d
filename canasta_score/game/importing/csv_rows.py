"""The rows of a game as CSV: cut into cells, each cell under the fact or the figure that its head means."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest

from canasta_score.game.entries import MOST
from canasta_score.game.errors import ledger_error
from canasta_score.game.importing.csv_columns import ABOUT, FIGURES, HAND, NEED, SIDE, names_of
from canasta_score.hand.facts import Refusal, TallyError, Told
from canasta_score.hand.tally.amounts import WrongWordError, is_in_digits, whole_number
from canasta_score.rules.diagnostics import RuleError, did_you_mean
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DIRECT
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import LARGEST, listed

IS = "="  # behind the name of a fact, for a fact may be called as another column
DELIMITERS = ",;\t"
LINES_TO_TELL = 20
LONGEST_CELL = 200
GROUPED = re.compile(r"-?\d{1,3}(?P<sign>[,.'\u00a0\u2009\u202f ])\d{3}((?P=sign)\d{3})*")
DECIMALS = re.compile(r"(?P<whole>.*\d)[.,]0+")
IN_BRACKETS = re.compile(r"\((?P<number>\d.*)\)")  # as book-keepers write what is below nought
NOT_OF_A_NUMBER = re.compile(r"[^\d-]")
DASHES = str.maketrans("\u2212\u2013\u2014", "---")
TICKS = {"true": "1", "yes": "1", "x": "1", "false": "0", "no": "0", "-": "0"}
Cells = Mapping[str, str]
Record = tuple[int, Sequence[str]]  # its number in the sheet, and its cells
RowFault = tuple[int, str, str]  # the row, what is wrong, and the remedy


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


def records_of(data: bytes, file: str) -> Sequence[Record]:
    """Cut a text into its records, but for blank ones and those above the heads, each with its number in the sheet.

    Commas, semicolons or tabs set the cells apart, whichever the first lines have most.
    """
    import csv  # noqa: PLC0415 -- start-up

    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise ledger_error(file, "is not UTF-8", "let the spreadsheet save it as 'CSV UTF-8'") from None
    lines = [f"{line}\n" for line in text.split("\n")]
    delimiter = max(DELIMITERS, key="".join(lines[:LINES_TO_TELL]).count)
    try:
        records = [[cell.strip() for cell in record] for record in csv.reader(lines, delimiter=delimiter, strict=True)]
    except csv.Error as error:
        raise ledger_error(file, f"is no CSV: {error}", "let a spreadsheet save it anew as CSV") from None
    numbered = [(number, record) for number, record in enumerate(records, 1) if any(record)]
    return numbered[next((place for place, (_, record) in enumerate(numbered) if are_heads(record)), 0) :]


def are_heads(record: Sequence[str]) -> bool:
    """Tell whether a record has the heads that every table of a game has."""
    return {HAND, SIDE} <= {cell.lower() for cell in record}


def columns_of(variant: Variant, heads: Sequence[str], file: str) -> list[str]:
    """Give for each head the fact that it means, or the other column; raises LedgerError where there are none.

    Raises TallyError with all heads that mean nothing, and those that are there twice.
    """
    facts = {name: f"{fact.name}{IS}" for fact in variant.facts.values() for name in names_of(fact)}
    named = [head.lower() for head in heads]
    check_needed(variant, heads, named, file)
    columns = [
        f"{head}{IS}" if head in variant.facts and head in named[:place] else facts.get(head, head)
        for place, head in enumerate(named)
    ]  # a fact that is called as a column before it, as the cards left in hand are
    bad = [*unknown_columns(variant, named, file), *columns_twice(columns, file)]
    if bad:
        raise TallyError([*bad, by_rules_of(variant)])
    return columns


def check_needed(variant: Variant, heads: Sequence[str], named: Sequence[str], file: str) -> None:
    """Raise LedgerError where the column of the hands or that of the sides is not among those that are named."""
    for needed in (HAND, SIDE):
        if needed not in named:
            given = f": its heads are {', '.join(filter(None, heads))[:LONGEST_CELL]}" if heads else ""
            some = ", ".join(list(variant.facts)[:3])
            hint = f"head the columns {HAND}, {SIDE} and base, count, or facts such as {some}"
            raise ledger_error(file, f"has no column '{needed}'{given}", hint)


def unknown_columns(variant: Variant, named: Sequence[str], file: str) -> Iterator[Refusal]:
    """Go through the columns that are named and mean nothing; raises TallyError where other rules have them all."""
    known = known_columns(variant)
    unknown = [head for head in dict.fromkeys(filter(None, named)) if head not in known]
    if others := variants_with(named) if unknown else []:
        message = f"{file}: {variant.title} has no column {listed(map(repr, unknown), 'or')}"
        raise TallyError([Refusal(message=message, hint=f"name the rules with -v {listed(others, 'or')}")])
    for head in unknown:
        near = did_you_mean(head, known)
        hint = near if near.startswith("did you mean") else "take it out, or head it by the name of a fact"
        yield Refusal(message=f"{file}: unknown column '{head}'", hint=hint)


def known_columns(variant: Variant) -> list[str]:
    """List all that a column may be called."""
    return [*ABOUT, *FIGURES, *(name for fact in variant.facts.values() for name in names_of(fact))]


def variants_with(named: Sequence[str]) -> list[str]:
    """List the variants that have all the columns that are named."""
    from canasta_score.rules.catalog.lookup import load_variant, rule_files  # noqa: PLC0415 -- only for what cannot be read

    fitting: list[str] = []
    for name, path in sorted(rule_files().items()):
        with suppress(RuleError):
            if {*named} <= {"", *known_columns(load_variant(path))}:
                fitting.append(name)
    return fitting


def columns_twice(columns: Sequence[str], file: str) -> Iterator[Refusal]:
    """Go through the columns that are there twice."""
    twice = dict.fromkeys(column.removesuffix(IS) for column in columns if column and columns.count(column) > 1)
    for column in twice:
        yield Refusal(message=f"{file}: the column '{column}' is there twice", hint="take one out")


def by_rules_of(variant: Variant) -> Refusal:
    """Say by which rules a table is read, where the reason why it cannot be may be that they are others."""
    hint = "if they were others, name them with -v, and house rules with --set"
    return Refusal(message=f"the table is read by the rules of {variant.title}", hint=hint)


def rows_of(columns: Sequence[str], records: Sequence[Record]) -> tuple[list[Row], list[RowFault]]:
    """Give the rows that say which hand and side they are about, and what is wrong with these and the others."""
    rows: list[Row] = []
    bad: list[RowFault] = []
    seen: dict[tuple[int, str], int] = {}
    for number, record in records:
        cells = {column: cell for column, cell in zip(columns, record, strict=False) if cell}
        fault = fault_of_cells(columns, record) or fault_of_place(cells)
        if not fault:
            hand, side = int(plain_number(cells[HAND])), cells[SIDE]
            first = seen.setdefault((hand, side.lower()), number)
            if first == number:
                figures, no_numbers = figures_of(number, cells)
                rows.append(Row(number=number, hand=hand, side=side, cells=cells, figures=figures))
                bad += no_numbers
                continue
            fault = f"hand {hand} of {side} is there already, in row {first}", "take one out, or put its number right"
        bad.append((number, *fault))
    return rows, bad


def fault_of_cells(columns: Sequence[str], record: Sequence[str]) -> tuple[str, str] | None:
    """Say what is wrong with the cells of a row."""
    if any(cell for cell, column in zip_longest(record, columns, fillvalue="") if not column):
        return "has a cell without a head above it", "put it under a head, or take it out"
    longest = max(map(len, record))
    if longest > LONGEST_CELL:
        return f"has a cell of {longest:,} characters", f"write at most {LONGEST_CELL}"
    return None


def fault_of_place(cells: Cells) -> tuple[str, str] | None:
    """Say what is wrong with the hand and the side that a row is about."""
    hand = plain_number(cells.get(HAND, ""))
    if not hand:
        return "names no hand", "give its number, or take the row out"
    if not (is_in_digits(hand) and len(hand) < len(str(LARGEST)) and int(hand)):
        hint = "hands are counted from 1; put its number right, or take the row out"
        return f"'{cells[HAND]}' is no number of a hand", hint
    return None if SIDE in cells else ("names no side", "write we or they in the column 'side', or the names")


def figures_of(number: int, cells: Cells) -> tuple[dict[str, int], list[RowFault]]:
    """Read the figures of a row: those that follow from facts, or base and count in their place; not the need.

    Give also which of them are no numbers.
    """
    figures: dict[str, int] = {}
    bad: list[RowFault] = []
    for column in FIGURES:
        if column in cells and column != NEED:
            largest = LARGEST if column in DIRECT else MOST
            try:
                figures[column] = whole_number(column, plain_number(cells[column]), negative=True, largest=largest)
            except WrongWordError as wrong:
                bad.append((number, wrong.message, wrong.hint))
    return figures, bad


def plain_number(cell: str) -> str:
    """Give a number as a tally has it: without the signs that group its digits, and without empty decimals.

    >>> [plain_number(cell) for cell in ("2,525", "2.000", "-1 065", "3.0", "1,800.00", "(265)", "100+35")]
    ['2525', '2000', '-1065', '3', '1800', '-265', '100+35']
    """
    cell = cell.translate(DASHES)
    if below := IN_BRACKETS.fullmatch(cell):
        cell = f"-{below['number']}"
    if not GROUPED.fullmatch(cell) and (whole := DECIMALS.fullmatch(cell)):
        cell = whole["whole"]
    return NOT_OF_A_NUMBER.sub("", cell) if GROUPED.fullmatch(cell) else cell


def plain_fact(cell: str) -> str:
    """Give the number of a fact, which may be a tick: TRUE, x or yes for 1, FALSE, no or a dash for none."""
    number = plain_number(cell)
    return TICKS.get(number.lower(), number)
