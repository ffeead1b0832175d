"""The rows of a game as CSV: each cell under the fact or the figure that the heading of its column names."""

import csv
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest

from canasta_score.game.columns import BASE, COUNT
from canasta_score.game.errors import ledger_error
from canasta_score.game.importing.csv_columns import (
    FIGURE_COLUMNS,
    HAND_COLUMN,
    NEED_COLUMN,
    ROW_LABEL_COLUMNS,
    SIDE_COLUMN,
    iter_column_names,
)
from canasta_score.game.storage.entry_format import LARGEST_TOTAL
from canasta_score.hand.facts import SideFacts, TallyError, WordError
from canasta_score.hand.tally.amounts import parse_integer
from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.catalog.lookup import collect_rule_files
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, Location, RuleError, format_suggestion
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.raw_tables import MAX_NUMBER, MAX_ORDINAL
from canasta_score.rules.text import join_words, parse_digits

_DELIMITERS = ",;\t"
_DELIMITER_SAMPLE_LINES = 20
_MAX_CELL_LENGTH = 200
_MAX_COLUMNS = 500
_MAX_ROWS = 60_000  # six sides in 10,000 hands
_GROUPED_NUMBER = re.compile(r"-?\d{1,3}(?P<sign>[,.'\u00a0\u2009\u202f ])\d{3}((?P=sign)\d{3})*")
_ZERO_DECIMALS = re.compile(r"(?P<whole>.*\d)[.,]0+")
_BRACKETED_NUMBER = re.compile(r"\((?P<number>\d.*)\)")  # how bookkeepers write a number below zero
_NON_NUMBER_CHARACTERS = re.compile(r"[^\d-]")
_DASH_TRANSLATION = str.maketrans("\u2212\u2013\u2014", "---")
_TICK_VALUES = {"true": "1", "yes": "1", "x": "1", "false": "0", "no": "0", "-": "0"}
_CellsByColumn = Mapping[str, str]
_CsvRecord = tuple[int, Sequence[str]]  # its row in the file, and its cells


@frozen
class CsvColumn(Value):
    """A column: a fact by its name, or a label or figure of the row; a fact may have the name of one of these."""

    name: str
    is_fact: bool = False


@frozen
class CsvRow(Value):
    """A row of the file: its number, the hand and the side it is about, and its cells.

    `labels` are the cells that are no facts, and `facts` those that are, by the names of their columns; `figures` are
    points that follow from the facts. Base and count may be given instead of facts.
    """

    number: int
    hand: int
    side: str
    labels: _CellsByColumn
    facts: _CellsByColumn
    figures: SideFacts


def build_row_error(
    row: int, message: str, hint: str, *, code: DiagnosticCode = DiagnosticCode.OTHER, fact: str = ""
) -> Diagnostic:
    """Build the error of a row; the file is not known yet."""
    return Diagnostic(code=code, message=message, hint=hint, location=Location(row=row, fact=fact))


def move_to_row(error: Diagnostic, row: int) -> Diagnostic:
    """Return the same error as one of a row."""
    return replace(error, location=replace(error.location, row=row))


def parse_records(data: bytes, file: str) -> Sequence[_CsvRecord]:
    """Parse a file into its records without blank ones and those above the headings, each with its row in the file.

    Cells are separated by commas, semicolons or tabs, whichever the first lines have most of.
    """
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise ledger_error(file, "is not UTF-8 text", 'in the spreadsheet, save it as "CSV UTF-8"') from None
    lines = [f"{line}\n" for line in text.split("\n")]
    delimiter = max(_DELIMITERS, key="".join(lines[:_DELIMITER_SAMPLE_LINES]).count)
    try:
        records = [[cell.strip() for cell in record] for record in csv.reader(lines, delimiter=delimiter, strict=True)]
    except csv.Error as error:
        raise ledger_error(file, f"is not a CSV file: {error}", "in a spreadsheet, save it again as CSV") from None
    numbered = [(number, record) for number, record in enumerate(records, 1) if any(record)]
    if len(numbered) > _MAX_ROWS:
        raise ledger_error(file, f"has more than {_MAX_ROWS:,} rows", "make several games of it")
    first = next((index for index, (_, record) in enumerate(numbered) if _is_header(record)), 0)
    return numbered[first:]


def _is_header(record: Sequence[str]) -> bool:
    return {HAND_COLUMN, SIDE_COLUMN} <= {cell.lower() for cell in record}


def match_columns(variant: Variant, headings: Sequence[str], file: str) -> list[CsvColumn]:
    """Return the column that each heading names; raises LedgerError if those of the hand or the side are missing.

    Raises TallyError with all headings that mean nothing or are there twice.
    """
    facts = {
        name: CsvColumn(name=fact.name, is_fact=True)
        for fact in variant.facts.values()
        for name in iter_column_names(fact)
    }
    names = [heading.lower() for heading in headings]
    if len(list(filter(None, names))) > _MAX_COLUMNS:
        raise ledger_error(file, f"has more than {_MAX_COLUMNS} columns", "take out those that are no items")
    _check_required_columns(variant, headings, names, file)
    columns: list[CsvColumn] = []
    for index, name in enumerate(names):
        # A second column "hand" is the fact of that name, the cards left in hand.
        is_second = name in variant.facts and name in names[:index]
        columns.append(CsvColumn(name=name, is_fact=True) if is_second else facts.get(name, CsvColumn(name=name)))
    errors = [*_find_unknown_columns(variant, names, file), *_find_duplicate_columns(columns, file)]
    if errors:
        raise TallyError([*errors, build_rules_note(variant)])
    return columns


def _check_required_columns(variant: Variant, headings: Sequence[str], names: Sequence[str], file: str) -> None:
    for required in (HAND_COLUMN, SIDE_COLUMN):
        if required not in names:
            given = f"; its columns are {', '.join(filter(None, headings))[:_MAX_CELL_LENGTH]}" if headings else ""
            examples = ", ".join(list(variant.facts)[:3])
            hint = f"name the columns {HAND_COLUMN}, {SIDE_COLUMN} and base, count, or items such as {examples}"
            raise ledger_error(file, f'has no column "{required}"{given}', hint)


def _find_unknown_columns(variant: Variant, names: Sequence[str], file: str) -> Iterator[Diagnostic]:
    """Yield an error for each unknown column; raises TallyError if other rules have all of the columns."""
    known = _list_known_columns(variant)
    unknown = [name for name in dict.fromkeys(filter(None, names)) if name not in known]
    location = Location(file=file)
    if variants := _find_variants_with_columns(names) if unknown else []:
        message = f"the rules {variant.title} have no column {join_words(unknown, 'or')}"
        hint = f"add the rules, such as -v {join_words(variants, 'or')}"
        raise TallyError([Diagnostic(message=message, hint=hint, location=location)])
    for name in unknown:
        hint = format_suggestion(name, known, fallback="remove it, or use the name of an item")
        yield Diagnostic(message=f'unknown column "{name}"', hint=hint, location=location)


def _list_known_columns(variant: Variant) -> list[str]:
    facts = [name for fact in variant.facts.values() for name in iter_column_names(fact)]
    return [*ROW_LABEL_COLUMNS, *FIGURE_COLUMNS, *facts]


def _find_variants_with_columns(names: Sequence[str]) -> list[str]:
    fitting: list[str] = []
    for name, path in sorted(collect_rule_files().items()):
        with suppress(RuleError):
            if {*names} <= {"", *_list_known_columns(load_variant(path))}:
                fitting.append(name)
    return fitting


def _find_duplicate_columns(columns: Sequence[CsvColumn], file: str) -> Iterator[Diagnostic]:
    counts = Counter(columns)
    duplicates = dict.fromkeys(column.name for column in columns if column.name and counts[column] > 1)
    for name in duplicates:
        message = f'the column "{name}" appears twice'
        yield Diagnostic(message=message, hint="remove one", location=Location(file=file))


def build_rules_note(variant: Variant) -> Diagnostic:
    """Build the note that says by which rules a table is read, for errors whose reason may be other rules."""
    hint = "for different rules add -v, and for house rules add --set"
    return Diagnostic(message=f"the file was read with the rules {variant.title}", hint=hint)


def parse_rows(columns: Sequence[CsvColumn], records: Sequence[_CsvRecord]) -> tuple[list[CsvRow], list[Diagnostic]]:
    """Return the rows that name their hand and side, and what is wrong with these and the others."""
    rows: list[CsvRow] = []
    errors: list[Diagnostic] = []
    first_rows: dict[tuple[int, str], int] = {}
    for number, record in records:
        labels, facts = _split_cells(columns, record)
        error = _find_cell_error(number, columns, record) or _find_hand_or_side_error(number, labels)
        if error:
            errors.append(error)
            continue
        hand, side = int(_normalize_number(labels[HAND_COLUMN])), labels[SIDE_COLUMN]
        first = first_rows.setdefault((hand, side.lower()), number)
        if first != number:
            message = f"hand {hand} for {side} is already in row {first}"
            errors.append(build_row_error(number, message, "remove one, or correct its number"))
            continue
        figures, figure_errors = _parse_figures(number, labels)
        rows.append(CsvRow(number=number, hand=hand, side=side, labels=labels, facts=facts, figures=figures))
        errors += figure_errors
    return rows, errors


def _split_cells(columns: Sequence[CsvColumn], record: Sequence[str]) -> tuple[dict[str, str], dict[str, str]]:
    labels: dict[str, str] = {}
    facts: dict[str, str] = {}
    for column, cell in zip(columns, record, strict=False):
        if cell:
            (facts if column.is_fact else labels)[column.name] = cell
    return labels, facts


def _find_cell_error(row: int, columns: Sequence[CsvColumn], record: Sequence[str]) -> Diagnostic | None:
    names = [column.name for column in columns]
    if any(cell and not name for cell, name in zip_longest(record, names, fillvalue="")):
        return build_row_error(row, "has a cell without a column name", "name its column, or remove the cell")
    longest = max(map(len, record))
    if longest > _MAX_CELL_LENGTH:
        return build_row_error(row, f"has a cell of {longest:,} characters", f"use at most {_MAX_CELL_LENGTH}")
    return None


def _find_hand_or_side_error(row: int, labels: _CellsByColumn) -> Diagnostic | None:
    hand = _normalize_number(labels.get(HAND_COLUMN, ""))
    if not hand:
        return build_row_error(row, "has no hand number", "enter the number, or remove the row")
    if parse_digits(hand, MAX_ORDINAL) is None:
        hint = "hands are counted from 1; correct the number, or remove the row"
        return build_row_error(row, f'"{labels[HAND_COLUMN]}" is not a hand', hint)
    if SIDE_COLUMN not in labels:
        return build_row_error(row, "has no side", "enter we or they, or the names, in the column side")
    return None


def _parse_figures(row: int, labels: _CellsByColumn) -> tuple[dict[str, int], list[Diagnostic]]:
    """Return the figures of a row in points, without the need, and what is wrong with the others."""
    figures: dict[str, int] = {}
    errors: list[Diagnostic] = []
    for column in FIGURE_COLUMNS:
        if column in labels and column != NEED_COLUMN:
            number = _normalize_number(labels[column])
            largest = MAX_NUMBER if column in (BASE, COUNT) else LARGEST_TOTAL
            try:
                figures[column] = parse_integer(column, number, negative=True, largest=largest)
            except WordError as error:
                errors.append(move_to_row(error.diagnostic, row))
    return figures, errors


def _normalize_number(cell: str) -> str:
    """Return a number as a tally has it: without separators between its digits, and without empty decimals.

    >>> [_normalize_number(cell) for cell in ("2,525", "2.000", "-1 065", "3.0", "1,800.00", "(265)", "100+35")]
    ['2525', '2000', '-1065', '3', '1800', '-265', '100+35']
    """
    cell = cell.translate(_DASH_TRANSLATION)
    if bracketed := _BRACKETED_NUMBER.fullmatch(cell):
        cell = f"-{bracketed['number']}"
    if not _GROUPED_NUMBER.fullmatch(cell) and (decimal := _ZERO_DECIMALS.fullmatch(cell)):
        cell = decimal["whole"]
    return _NON_NUMBER_CHARACTERS.sub("", cell) if _GROUPED_NUMBER.fullmatch(cell) else cell


def normalize_fact_number(cell: str) -> str:
    """Return the number of a fact, which may be a tick: TRUE, x or yes for 1; FALSE, no or a dash for 0."""
    number = _normalize_number(cell)
    return _TICK_VALUES.get(number.lower(), number)
