"""The rows of a game as CSV: cut into cells, each cell under the fact or the figure that its head means."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest

from canasta_score.game.entries import LARGEST_TOTAL
from canasta_score.game.errors import ledger_error
from canasta_score.game.importing.csv_columns import (
    FIGURE_COLUMNS,
    HAND_COLUMN,
    NEED_COLUMN,
    ROW_LABEL_COLUMNS,
    SIDE_COLUMN,
    iter_column_names,
)
from canasta_score.hand.facts import SideFacts, TallyError, WordError
from canasta_score.hand.tally.amounts import parse_integer
from canasta_score.rules.diagnostics import Diagnostic, RuleError, format_suggestion
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DIRECT_FACTS
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.raw_tables import MAX_NUMBER
from canasta_score.rules.text import is_ascii_digits, join_words

FACT_COLUMN_SUFFIX = "="  # behind the name of a fact, for a fact may be called as another column
_DELIMITERS = ",;\t"
_DELIMITER_SAMPLE_LINES = 20
_MAX_CELL_LENGTH = 200
_GROUPED_NUMBER = re.compile(r"-?\d{1,3}(?P<sign>[,.'\u00a0\u2009\u202f ])\d{3}((?P=sign)\d{3})*")
_ZERO_DECIMALS = re.compile(r"(?P<whole>.*\d)[.,]0+")
_BRACKETED_NUMBER = re.compile(r"\((?P<number>\d.*)\)")  # as book-keepers write what is below nought
_NON_NUMBER_CHARACTERS = re.compile(r"[^\d-]")
_DASH_TRANSLATION = str.maketrans("\u2212\u2013\u2014", "---")
_TICK_VALUES = {"true": "1", "yes": "1", "x": "1", "false": "0", "no": "0", "-": "0"}
_CellsByColumn = Mapping[str, str]
_CsvRecord = tuple[int, Sequence[str]]  # its number in the sheet, and its cells
RowFault = tuple[int, str, str]  # the row, what is wrong, and the remedy


@frozen
class CsvRow(Value):
    """A row: its number in the sheet, the hand and the side that it is about, its cells by their columns.

    `figures` are those that follow from the facts, in points; base and count may be given instead of them.
    """

    number: int
    hand: int
    side: str
    cells: _CellsByColumn
    figures: SideFacts


def parse_records(data: bytes, file: str) -> Sequence[_CsvRecord]:
    """Cut a text into its records, but for blank ones and those above the heads, each with its number in the sheet.

    Commas, semicolons or tabs set the cells apart, whichever the first lines have most.
    """
    import csv  # noqa: PLC0415 -- start-up

    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise ledger_error(file, "is not UTF-8", "let the spreadsheet save it as 'CSV UTF-8'") from None
    lines = [f"{line}\n" for line in text.split("\n")]
    delimiter = max(_DELIMITERS, key="".join(lines[:_DELIMITER_SAMPLE_LINES]).count)
    try:
        records = [[cell.strip() for cell in record] for record in csv.reader(lines, delimiter=delimiter, strict=True)]
    except csv.Error as error:
        raise ledger_error(file, f"is no CSV: {error}", "let a spreadsheet save it anew as CSV") from None
    numbered = [(number, record) for number, record in enumerate(records, 1) if any(record)]
    return numbered[next((place for place, (_, record) in enumerate(numbered) if _is_header(record)), 0) :]


def _is_header(record: Sequence[str]) -> bool:
    """Tell whether a record has the heads that every table of a game has."""
    return {HAND_COLUMN, SIDE_COLUMN} <= {cell.lower() for cell in record}


def match_columns(variant: Variant, heads: Sequence[str], file: str) -> list[str]:
    """Give for each head the fact that it means, or the other column; raises LedgerError where there are none.

    Raises TallyError with all heads that mean nothing, and those that are there twice.
    """
    facts = {
        name: f"{fact.name}{FACT_COLUMN_SUFFIX}" for fact in variant.facts.values() for name in iter_column_names(fact)
    }
    named = [head.lower() for head in heads]
    _check_required_columns(variant, heads, named, file)
    columns = [
        f"{head}{FACT_COLUMN_SUFFIX}" if head in variant.facts and head in named[:place] else facts.get(head, head)
        for place, head in enumerate(named)
    ]  # a fact that is called as a column before it, as the cards left in hand are
    bad = [*_find_unknown_columns(variant, named, file), *_find_duplicate_columns(columns, file)]
    if bad:
        raise TallyError([*bad, build_rules_note(variant)])
    return columns


def _check_required_columns(variant: Variant, heads: Sequence[str], named: Sequence[str], file: str) -> None:
    """Raise LedgerError where the column of the hands or that of the sides is not among those that are named."""
    for needed in (HAND_COLUMN, SIDE_COLUMN):
        if needed not in named:
            given = f": its heads are {', '.join(filter(None, heads))[:_MAX_CELL_LENGTH]}" if heads else ""
            some = ", ".join(list(variant.facts)[:3])
            hint = f"head the columns {HAND_COLUMN}, {SIDE_COLUMN} and base, count, or facts such as {some}"
            raise ledger_error(file, f"has no column '{needed}'{given}", hint)


def _find_unknown_columns(variant: Variant, named: Sequence[str], file: str) -> Iterator[Diagnostic]:
    """Go through the columns that are named and mean nothing; raises TallyError where other rules have them all."""
    known = _list_known_columns(variant)
    unknown = [head for head in dict.fromkeys(filter(None, named)) if head not in known]
    if others := _find_variants_with_columns(named) if unknown else []:
        message = f"{file}: {variant.title} has no column {join_words(map(repr, unknown), 'or')}"
        raise TallyError([Diagnostic(message=message, hint=f"name the rules with -v {join_words(others, 'or')}")])
    for head in unknown:
        near = format_suggestion(head, known)
        hint = near if near.startswith("did you mean") else "take it out, or head it by the name of a fact"
        yield Diagnostic(message=f"{file}: unknown column '{head}'", hint=hint)


def _list_known_columns(variant: Variant) -> list[str]:
    """List all that a column may be called."""
    return [
        *ROW_LABEL_COLUMNS,
        *FIGURE_COLUMNS,
        *(name for fact in variant.facts.values() for name in iter_column_names(fact)),
    ]


def _find_variants_with_columns(named: Sequence[str]) -> list[str]:
    """List the variants that have all the columns that are named."""
    from canasta_score.rules.catalog.loading import load_variant  # noqa: PLC0415 -- only for what cannot be read
    from canasta_score.rules.catalog.lookup import collect_rule_files  # noqa: PLC0415 -- only for what cannot be read

    fitting: list[str] = []
    for name, path in sorted(collect_rule_files().items()):
        with suppress(RuleError):
            if {*named} <= {"", *_list_known_columns(load_variant(path))}:
                fitting.append(name)
    return fitting


def _find_duplicate_columns(columns: Sequence[str], file: str) -> Iterator[Diagnostic]:
    """Go through the columns that are there twice."""
    twice = dict.fromkeys(
        column.removesuffix(FACT_COLUMN_SUFFIX) for column in columns if column and columns.count(column) > 1
    )
    for column in twice:
        yield Diagnostic(message=f"{file}: the column '{column}' is there twice", hint="take one out")


def build_rules_note(variant: Variant) -> Diagnostic:
    """Say by which rules a table is read, where the reason why it cannot be may be that they are others."""
    hint = "if they were others, name them with -v, and house rules with --set"
    return Diagnostic(message=f"the table is read by the rules of {variant.title}", hint=hint)


def parse_rows(columns: Sequence[str], records: Sequence[_CsvRecord]) -> tuple[list[CsvRow], list[RowFault]]:
    """Give the rows that say which hand and side they are about, and what is wrong with these and the others."""
    rows: list[CsvRow] = []
    bad: list[RowFault] = []
    seen: dict[tuple[int, str], int] = {}
    for number, record in records:
        cells = {column: cell for column, cell in zip(columns, record, strict=False) if cell}
        fault = _find_cell_fault(columns, record) or _find_hand_or_side_fault(cells)
        if not fault:
            hand, side = int(_normalize_number(cells[HAND_COLUMN])), cells[SIDE_COLUMN]
            first = seen.setdefault((hand, side.lower()), number)
            if first == number:
                figures, no_numbers = _parse_figures(number, cells)
                rows.append(CsvRow(number=number, hand=hand, side=side, cells=cells, figures=figures))
                bad += no_numbers
                continue
            fault = f"hand {hand} of {side} is there already, in row {first}", "take one out, or put its number right"
        bad.append((number, *fault))
    return rows, bad


def _find_cell_fault(columns: Sequence[str], record: Sequence[str]) -> tuple[str, str] | None:
    """Say what is wrong with the cells of a row."""
    if any(cell for cell, column in zip_longest(record, columns, fillvalue="") if not column):
        return "has a cell without a head above it", "put it under a head, or take it out"
    longest = max(map(len, record))
    if longest > _MAX_CELL_LENGTH:
        return f"has a cell of {longest:,} characters", f"write at most {_MAX_CELL_LENGTH}"
    return None


def _find_hand_or_side_fault(cells: _CellsByColumn) -> tuple[str, str] | None:
    """Say what is wrong with the hand and the side that a row is about."""
    hand = _normalize_number(cells.get(HAND_COLUMN, ""))
    if not hand:
        return "names no hand", "give its number, or take the row out"
    if not (is_ascii_digits(hand) and len(hand) < len(str(MAX_NUMBER)) and int(hand)):
        hint = "hands are counted from 1; put its number right, or take the row out"
        return f"'{cells[HAND_COLUMN]}' is no number of a hand", hint
    return None if SIDE_COLUMN in cells else ("names no side", "write we or they in the column 'side', or the names")


def _parse_figures(number: int, cells: _CellsByColumn) -> tuple[dict[str, int], list[RowFault]]:
    """Read the figures of a row: those that follow from facts, or base and count in their place; not the need.

    Give also which of them are no numbers.
    """
    figures: dict[str, int] = {}
    bad: list[RowFault] = []
    for column in FIGURE_COLUMNS:
        if column in cells and column != NEED_COLUMN:
            largest = MAX_NUMBER if column in DIRECT_FACTS else LARGEST_TOTAL
            try:
                figures[column] = parse_integer(
                    column, _normalize_number(cells[column]), negative=True, largest=largest
                )
            except WordError as error:
                bad.append((number, error.diagnostic.message, error.diagnostic.hint))
    return figures, bad


def _normalize_number(cell: str) -> str:
    """Give a number as a tally has it: without the signs that group its digits, and without empty decimals.

    >>> [_normalize_number(cell) for cell in ("2,525", "2.000", "-1 065", "3.0", "1,800.00", "(265)", "100+35")]
    ['2525', '2000', '-1065', '3', '1800', '-265', '100+35']
    """
    cell = cell.translate(_DASH_TRANSLATION)
    if below := _BRACKETED_NUMBER.fullmatch(cell):
        cell = f"-{below['number']}"
    if not _GROUPED_NUMBER.fullmatch(cell) and (whole := _ZERO_DECIMALS.fullmatch(cell)):
        cell = whole["whole"]
    return _NON_NUMBER_CHARACTERS.sub("", cell) if _GROUPED_NUMBER.fullmatch(cell) else cell


def normalize_fact_number(cell: str) -> str:
    """Give the number of a fact, which may be a tick: TRUE, x or yes for 1, FALSE, no or a dash for none."""
    number = _normalize_number(cell)
    return _TICK_VALUES.get(number.lower(), number)
