"""Importing a game from a table in CSV, an export or a score sheet; figures that follow from others are verified."""

import csv
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import pairwise, product, takewhile, zip_longest

from canasta_score.game import csv_columns
from canasta_score.game.csv_columns import ADJUSTMENT_WORD, FIGURE_COLUMNS, Column, unescape_formula
from canasta_score.game.entries import Entry, EntryKind, PointsBySide, ledger_error, parse_timestamp
from canasta_score.game.importing.paper_sheet import Record, is_score_sheet, unfold_score_sheet
from canasta_score.game.sides import MAX_SIDES, find_duplicate_name_errors, find_side_errors, find_side_id_errors
from canasta_score.hand.amounts import parse_integer, remove_separators
from canasta_score.hand.facts import PAIR_SIGN, HandFacts, SideFacts, TallyError, WordError, find_direct_part
from canasta_score.hand.partners import join_partners, select_facts, share_out
from canasta_score.hand.referee.card_checks import find_total_unit
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.referee.problems import Problem
from canasta_score.hand.scoring import HandScore, score_hand
from canasta_score.hand.tally.names import find_side
from canasta_score.hand.tally.parser import parse_tokens
from canasta_score.hand.tally.tokens import Token
from canasta_score.rules.catalog.files import collect_rule_files
from canasta_score.rules.catalog.loading import load_variant
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, RuleError, Severity, format_suggestion
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.facts import BASE, COUNT, DEFAULT_SIDES, PENALTIES, RUNNING, TOTAL
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.limits import MAX_NUMBER, MAX_ORDINAL, MAX_TOTAL
from canasta_score.rules.text import format_count, join_words, parse_digits

_MAX_CELL_LENGTH, _MAX_REASON_LENGTH = 200, 10_000  # a reason may be as long as in a game file
_BEFORE_FIRST_HAND = -1
_FEWEST_POINTS = 100  # of a canasta, a three or a bonus; nobody has as many
_MAX_COLUMNS = 500
_MAX_ROWS = 20_000  # two sides in 10,000 hands, which take some seconds
_ZERO_DECIMALS = re.compile(r"(?P<whole>.*\d)[.,]0+")
_BRACKETED_NUMBER = re.compile(r"\((?P<number>\d.*)\)")  # bookkeepers write numbers below zero in brackets
_DASH_TRANSLATION = str.maketrans("\u2212\u2013\u2014", "---")
_TICK_VALUES = {"true": "1", "yes": "1", "x": "1", "false": "0", "no": "0", "-": "0"}
_WRONG_FIGURE_HINTS = {
    PENALTIES: "put each penalty in its own column, or subtract it from the base; "
    "if your rules were different, add -v or --set",
    RUNNING: "correct the number that is wrong, here or in a row above",
}
_NOTHING_SCORED = {  # what to enter for it, by whether a sheet has running totals: no, yes, or not known yet
    False: "enter 0",
    True: "repeat the total before (in the first row 0)",
    None: "enter 0 (in running totals the total before)",
}


_CellsByColumn = Mapping[str, str]
_CsvColumn = tuple[str, bool]  # a fact by its name, or a label or figure, which may have the name of a fact


class CsvRow(Value):
    """A row of the file: its number, the hand and the side it is about, and its cells by the names of their columns."""

    number: int
    hand: int  # of an adjustment the last one before it
    side: str
    labels: _CellsByColumn  # cells that are no facts
    facts: _CellsByColumn  # or base and count in their place
    figures: SideFacts  # points that follow from the facts

    @property
    def is_adjustment(self) -> bool:
        """Return whether it has points between two hands."""
        return self.labels[Column.HAND].lower() == ADJUSTMENT_WORD


class ImportedHand(Value):
    """A hand as the file has it: its number, its time if there is one, its facts, and the row of each side."""

    number: int
    played_at: datetime | None
    facts: HandFacts
    rows: Mapping[str, CsvRow]
    score: HandScore
    errors: tuple[Diagnostic, ...] = ()  # why it cannot be read; then it has no score
    impossibilities: tuple[Diagnostic, ...] = ()  # why it cannot have happened


_RowsBySide = Mapping[str, CsvRow]
_Names = Mapping[str, str]  # of the sides, by their ids
_Errors = list[Diagnostic]


class ImportedGame(Value):
    """A game as the file has it: names and totals brought forward in points, by side, and the hands in order."""

    side_names: Mapping[str, str]
    starting_totals: PointsBySide
    hands: tuple[ImportedHand, ...]
    steps: tuple[ImportedHand | CsvRow, ...]  # the hands, and the adjustments between them
    has_running_totals: bool | None = None  # how a sheet with a column for each side was read, if it is one


def parse_game_csv(
    data: bytes, variant: Variant, file: str, *, anyway: bool = False, is_running: bool | None = None
) -> ImportedGame:
    """Parse a game by the rules of a variant; raises LedgerError for no such table, TallyError with every wrong row."""
    records = _parse_records(data, file) or [(1, ())]
    if is_score_sheet(records[0][1] or [""], _list_known_columns(variant)):
        _check_sheet_rows(records, file, is_running=is_running)
        records, is_running = unfold_score_sheet(variant, records, file, _parse_points, is_running=is_running)
    else:
        is_running = None
    (_, headings), *records = records
    rows, errors = _parse_rows(_match_columns(variant, headings, file), records)
    if all(row.is_adjustment for row in rows) and not errors:
        raise ledger_error(file, "has no hands", "add a row for each hand and side below the column names")
    names, rows = _resolve_sides(variant, rows)
    errors += _find_row_name_errors(variant, names, rows, is_complete=not errors)
    adjustments: defaultdict[int, list[CsvRow]] = defaultdict(list)
    by_hand: defaultdict[int, dict[str, CsvRow]] = defaultdict(dict)
    for row in rows if len(names) <= MAX_SIDES else ():
        if row.is_adjustment:
            adjustments[row.hand].append(row)
        else:
            by_hand[row.hand][row.side] = row
    bad_rows = {error.row for error in errors}
    hands = [
        _parse_imported_hand(variant.at_hand(place), number, by_hand[number], names, bad_rows)
        for place, number in enumerate(sorted(by_hand), 1)
    ]
    steps: list[ImportedHand | CsvRow] = [*adjustments[_BEFORE_FIRST_HAND]]
    for hand in hands:
        steps += [hand, *adjustments[hand.number]]
        errors += hand.errors
        errors += () if anyway or is_running else hand.impossibilities
    errors += () if anyway or not is_running else _find_impossible_running_totals(variant, hands, names)
    start, wrong_totals = ({}, []) if errors else _follow_running_totals(steps, hands[0], names)
    errors += wrong_totals
    if errors:
        raise TallyError(_complete_errors(file, variant, errors))
    return ImportedGame(
        side_names=names, starting_totals=start, hands=tuple(hands), steps=tuple(steps), has_running_totals=is_running
    )


def iter_hand_entries(game: ImportedGame, now: datetime) -> Iterator[Entry]:
    """Yield the entries that record a game, one for each hand and adjustment; `now` is for those without a time."""
    totals, hands = game.starting_totals, 0
    for number, step in enumerate(game.steps, 1):
        if isinstance(step, ImportedHand):
            hands += 1
            totals = {side: total + step.score.sides[side].total for side, total in totals.items()}
            time, anyway = step.played_at or now, bool(step.impossibilities)
            entry = Entry(recorded_at=time, kind=EntryKind.HAND, hand=hands, facts=step.facts, accepted_anyway=anyway)
        else:
            side, points, why = step.side, step.figures[TOTAL], unescape_formula(step.labels.get(Column.REASON, ""))
            totals = {**totals, side: totals[side] + points}
            time, last = parse_timestamp(step.labels.get(Column.TIME, "")) or now, hands or None
            entry = Entry(recorded_at=time, kind=EntryKind.ADJUST, hand=last, side=side, points=points, text=why)
        yield replace(entry, number=number, totals=totals)


def find_falls_to_zero(game: ImportedGame, file: str) -> Iterator[Diagnostic]:
    """Yield a warning for each running total of 0 that follows others: rather, a side scored nothing in the hand."""
    for (before, hand), side in product(pairwise(game.hands if game.has_running_totals else ()), game.side_names):
        total, row = before.rows[side].figures[RUNNING], hand.rows[side]
        if total and not row.figures[RUNNING]:
            message = f"the total of {game.side_names[side]} falls from {total:,} to 0"
            hint = "if it scored nothing in this hand, repeat the total before in this row and import the sheet again"
            severity = Severity.UNLIKELY
            yield Diagnostic(severity=severity, message=message, hint=hint, file=file, row=row.number, side=side)


def _parse_records(data: bytes, file: str) -> Sequence[Record]:
    """Parse a file into records with their rows, without what is blank, above the headings, or behind them."""
    try:
        numbered = csv_columns.parse_csv_rows(data)
    except UnicodeDecodeError:
        raise ledger_error(file, "is not UTF-8 text", 'in the spreadsheet, save it as "CSV UTF-8"') from None
    except csv.Error as error:
        raise ledger_error(file, f"is not a CSV file: {error}", "in a spreadsheet, save it again as CSV") from None
    if len(numbered) > _MAX_ROWS:
        raise ledger_error(file, f"has more than {_MAX_ROWS:,} rows", "make several games of it")
    headings = [[cell.lower() for cell in record] for _, record in numbered]
    tables = (index for index, names in enumerate(headings) if {Column.HAND, Column.SIDE} <= {*names})
    sheets = (index for index, names in enumerate(headings) if names[0] == Column.HAND and len(names) > 1)
    table = numbered[next(tables, next(sheets, 0)) :]
    width = max((place for _, names in table[:1] for place, name in enumerate(names, 1) if name), default=0)
    return [(number, record if any(record[width:]) else record[:width]) for number, record in table]


def _match_columns(variant: Variant, headings: Sequence[str], file: str) -> list[_CsvColumn]:
    """Return the column that each heading names; raises LedgerError or TallyError for what is missing or wrong."""
    facts = {name: fact.name for fact in variant.facts.values() for name in csv_columns.iter_column_names(fact)}
    names = [heading.lower() for heading in headings]
    if sum(map(bool, names)) > _MAX_COLUMNS:
        raise ledger_error(file, f"has more than {_MAX_COLUMNS} columns", "take out those that are no items")
    for required in (Column.HAND, Column.SIDE):
        if required not in names:
            given = f"; its columns are {', '.join(filter(None, headings))[:_MAX_CELL_LENGTH]}" if headings else ""
            examples = ", ".join(list(variant.facts)[:3])
            hint = f"name the columns hand, side and base, count, or items such as {examples}"
            if names[:1] != [Column.HAND]:
                mend = "remove those before hand" if Column.HAND in names else "name the first one hand"
                hint = f"if each side has a column, {mend}; if not, {hint}"
            raise ledger_error(file, f'has no column "{required}"{given}', hint)
    columns: list[_CsvColumn] = []
    for index, name in enumerate(names):
        # A second column "hand" is the fact of that name, the cards left in hand.
        is_second = name in variant.facts and name in names[:index]
        columns.append((name if is_second else facts.get(name, name), is_second or name in facts))
    errors = list(_find_unknown_columns(variant, names, file))
    for (name, _), times in Counter(columns).items():
        if name and times > 1:
            errors.append(Diagnostic(message=f'the column "{name}" appears twice', hint="remove one", file=file))
    if errors:
        raise TallyError([*errors, _build_rules_note(file, variant)])
    return columns


def _find_unknown_columns(variant: Variant, names: Sequence[str], file: str) -> Iterator[Diagnostic]:
    """Yield an error for each unknown column; raises TallyError if other rules have all of the columns."""
    known = _list_known_columns(variant)
    unknown = [name for name in dict.fromkeys(filter(None, names)) if name not in known]
    fitting: list[str] = []
    for name, path in sorted(collect_rule_files().items()) if unknown else ():
        with suppress(RuleError):
            if {*names} <= {"", *_list_known_columns(load_variant(path))}:
                fitting.append(name)
    if fitting:
        message = f"the rules {variant.title} have no column {join_words(unknown, 'or')}"
        hint = f"add the rules, such as -v {join_words(fitting, 'or')}"
        raise TallyError([Diagnostic(message=message, hint=hint, file=file)])
    for name in unknown:
        meant = Column.TIME if name == "date" else name
        hint = format_suggestion(meant, known, fallback="remove it, or use the name of an item")
        yield Diagnostic(message=f'unknown column "{name}"', hint=hint, file=file)


def _list_known_columns(variant: Variant) -> list[str]:
    facts = [name for fact in variant.facts.values() for name in csv_columns.iter_column_names(fact)]
    return [*csv_columns.list_label_columns(variant), *FIGURE_COLUMNS, Column.REASON, *facts]


def _parse_rows(columns: Sequence[_CsvColumn], records: Sequence[Record]) -> tuple[list[CsvRow], list[Diagnostic]]:
    rows: list[CsvRow] = []
    errors: list[Diagnostic] = []
    first_rows: dict[tuple[int, str], int] = {}
    last_hand = _BEFORE_FIRST_HAND
    names = [name for name, _ in columns]
    for number, record in records:
        labels: dict[str, str] = {}
        facts: dict[str, str] = {}
        for (name, is_fact), cell in zip(columns, record, strict=False):
            if cell:
                (facts if is_fact else labels)[name] = cell
        if error := _find_cell_error(number, names, record) or _find_hand_or_side_error(number, labels):
            errors.append(error)
            continue
        side, is_adjustment = labels[Column.SIDE], labels[Column.HAND].lower() == ADJUSTMENT_WORD
        if not is_adjustment:
            last_hand = int(_normalize_number(labels[Column.HAND]))
        first = number if is_adjustment else first_rows.setdefault((last_hand, side.lower()), number)
        if first != number:
            message = f"hand {last_hand} for {side} is already in row {first}"
            errors.append(_build_row_error(number, message, "remove one, or correct its number"))
            continue
        figures, figure_errors = _parse_figures(number, labels)
        if is_adjustment and not figures.get(TOTAL) and not figure_errors:
            errors.append(_build_row_error(number, "is an adjustment without points", "enter them under total"))
            continue
        rows.append(CsvRow(number=number, hand=last_hand, side=side, labels=labels, facts=facts, figures=figures))
        errors += figure_errors
    return rows, errors


def _check_sheet_rows(records: Sequence[Record], file: str, *, is_running: bool | None) -> None:
    (_, headings), *rows = records
    errors: list[Diagnostic] = []
    hint = f"{_NOTHING_SCORED[is_running]} if it had none, or remove a column that is no side"
    for number, cells in rows:
        missing = [side for side, cell in zip(headings[1:], cells[1:], strict=False) if not cell]
        gaps = [_build_row_error(number, f"has no points for {side}", hint) for side in missing]
        error = _find_cell_error(number, headings, cells)
        errors += [error] if error else gaps
    if errors:
        raise TallyError([error.at(file) for error in errors])


def _parse_points(cell: str) -> int | None:
    try:
        return parse_integer(TOTAL, _normalize_number(cell), negative=True, largest=MAX_TOTAL)
    except WordError:
        return None


def _find_cell_error(row: int, names: Sequence[str], record: Sequence[str]) -> Diagnostic | None:
    if any(cell and not name for cell, name in zip_longest(record, names, fillvalue="")):
        return _build_row_error(row, "has a cell without a column name", "name its column, or remove the cell")
    if len(record) < len(names):
        message = f"has only {len(record)} of {format_count(len(names), 'cell')}"
        return _build_row_error(row, message, "complete the row; the file may have been cut off")
    for cell, name in zip(record, names, strict=False):
        most = _MAX_REASON_LENGTH if name == Column.REASON else _MAX_CELL_LENGTH
        if len(cell) > most:
            return _build_row_error(row, f"has a cell of {len(cell):,} characters", f"use at most {most}")
    return None


def _find_hand_or_side_error(row: int, labels: _CellsByColumn) -> Diagnostic | None:
    hand = _normalize_number(labels.get(Column.HAND, ""))
    if not hand:
        return _build_row_error(row, "has no hand number", "enter the number, or remove the row")
    if parse_digits(hand, MAX_ORDINAL) is None and hand.lower() != ADJUSTMENT_WORD:
        hint = "hands are counted from 1; correct the number, or remove the row"
        return _build_row_error(row, f'"{labels[Column.HAND]}" is not a hand', hint)
    if Column.SIDE not in labels:
        return _build_row_error(row, "has no side", "enter we or they, or the names, in the column side")
    return None


def _parse_figures(row: int, labels: _CellsByColumn) -> tuple[dict[str, int], list[Diagnostic]]:
    figures: dict[str, int] = {}
    errors: list[Diagnostic] = []
    for column in FIGURE_COLUMNS:
        if column in labels and column != Column.NEED:
            number = _normalize_number(labels[column])
            largest = MAX_NUMBER if column in (BASE, COUNT) else MAX_TOTAL
            try:
                figures[column] = parse_integer(column, number, negative=True, largest=largest)
            except WordError as error:
                errors.append(replace(error.diagnostic, row=row))
    return figures, errors


def _normalize_number(cell: str) -> str:
    """Return a number as a tally has it: 2525 for `2,525`, -265 for `(265)`, 1800 for `1,800.00`."""
    cell = cell.translate(_DASH_TRANSLATION)
    if bracketed := _BRACKETED_NUMBER.fullmatch(cell):
        cell = f"-{bracketed['number']}"
    number = remove_separators(cell)
    if number == cell and (decimal := _ZERO_DECIMALS.fullmatch(cell)):
        number = remove_separators(decimal["whole"])
    return number


def _resolve_sides(variant: Variant, rows: Sequence[CsvRow]) -> tuple[dict[str, str], list[CsvRow]]:
    """Return the names of the sides by their ids, new ones if their column has names, and the rows with these ids."""
    first_rows = {row.side.lower(): row for row in reversed(rows)}  # the first row of a side counts
    ids = {row.side.lower(): row.side.lower() for row in rows}
    names = {side: side.capitalize() for side in ids}
    named = {row.side.lower(): row.labels[Column.NAME] for row in reversed(rows) if Column.NAME in row.labels}
    if not named and any(any(find_side_id_errors(variant, side)) for side in ids):
        numbered = [f"side-{number}" for number in range(1, len(ids) + 1)]
        ids = dict(zip(ids, DEFAULT_SIDES if len(ids) == len(DEFAULT_SIDES) else numbered, strict=True))
        names = {own: unescape_formula(first_rows[side].side) for side, own in ids.items()}
    names |= {side: unescape_formula(name) for side, name in named.items()}
    return names, [replace(row, side=ids[row.side.lower()]) for row in rows]


def _find_row_name_errors(
    variant: Variant, names: _Names, rows: Sequence[CsvRow], *, is_complete: bool
) -> Iterator[Diagnostic]:
    first_rows = {row.side: row.number for row in reversed(rows)}
    for error in find_side_errors(variant, names):
        if error.side:
            yield replace(error, row=first_rows[error.side])
        elif is_complete or len(names) > MAX_SIDES:
            yield replace(error, row=rows[0].number)
    for error in find_duplicate_name_errors(names):
        yield replace(error, row=first_rows[error.side])
    for row in rows:
        name = unescape_formula(row.labels.get(Column.NAME, names[row.side]))
        if name != names[row.side]:
            message = f'{row.side} is called "{name}" here, but "{names[row.side]}" before'
            yield _build_row_error(row.number, message, "use one name")


def _parse_imported_hand(
    variant: Variant, number: int, rows: _RowsBySide, names: _Names, bad_rows: Collection[int | None]
) -> ImportedHand:
    times = [(row, parse_timestamp(row.labels[Column.TIME])) for row in rows.values() if Column.TIME in row.labels]
    facts, errors = _parse_facts(variant, rows, list(names))
    if not errors:
        facts, errors = _join_partners(variant, facts, rows, names)
    for row in (row for row, time in times if time is None):
        message, code = f'"{row.labels[Column.TIME]}" is not a time', DiagnosticCode.UNREADABLE_TIME
        hint = "use the form 2026-11-21T19:30:00, or remove the column"
        errors.append(_build_row_error(row.number, message, hint, code))
    last, hint = max(row.number for row in rows.values()), "add one, with 0 where it had nothing"
    missing = () if bad_rows else [side for side in names if side not in rows]
    errors += (_build_row_error(last, f"hand {number} has no row for {side}", hint) for side in missing)
    is_sound = not (errors or any(row.number in bad_rows for row in rows.values()))
    score = score_hand(variant, facts) if is_sound else HandScore(sides={})
    first = next(iter(rows.values()))
    return ImportedHand(
        number=number,
        played_at=next((time for _, time in times if time), None),
        facts=facts,
        rows=rows,
        score=score,
        errors=tuple(_find_score_errors(score, facts, rows) if is_sound else errors),
        impossibilities=tuple(
            _place_problem(problem, variant, facts, rows.get(problem.side.partition(PAIR_SIGN)[0], first))
            for problem in (find_problems(variant, facts, names) if is_sound else ())
            if problem.is_impossible
        ),
    )


def _place_problem(problem: Problem, variant: Variant, facts: HandFacts, row: CsvRow) -> Problem:
    quantity, fact = facts.get(problem.side, {}).get(problem.fact, 0), variant.facts.get(problem.fact)
    are_points = fact and not fact.is_in_points and quantity >= _FEWEST_POINTS
    hint = "enter how many there are, not their points" if are_points else problem.hint
    return replace(problem, row=row.number, hint=hint)


def _parse_facts(variant: Variant, rows: _RowsBySide, sides: Sequence[str]) -> tuple[HandFacts, _Errors]:
    words: list[str] = []
    row_numbers: list[int] = []
    for side, row in rows.items():
        side_words = [side, *_iter_tally_words(variant, row)]
        words += side_words
        row_numbers += [row.number] * len(side_words)
    # Each cell is one token, taken as it is: a comma after a number does not end it.
    parsed = parse_tokens(variant, [Token(text=word, index=index) for index, word in enumerate(words)], words, sides)
    return parsed.facts, [replace(error, row=row_numbers[error.word_index or 0]) for error in parsed.errors]


def _join_partners(variant: Variant, facts: HandFacts, rows: _RowsBySide, names: _Names) -> tuple[HandFacts, _Errors]:
    """Return the facts with what partners have together under the pair, and what is wrong with the partners by row."""
    pairs: dict[tuple[str, ...], CsvRow] = {}
    row = next(iter(rows.values()))
    try:
        for row in rows.values():
            if Column.PARTNER in row.labels:
                partner = find_side(unescape_formula(row.labels[Column.PARTNER]), names)
                pairs.setdefault(tuple(sorted((row.side, partner))), row)
            if len(pairs) > 1:
                hint = "a hand has only one pair of partners"
                raise WordError("this partner differs from the partner in a row above", hint)
        pair, row = next(iter(pairs.items()), ((), row))
        base = _find_common_base(variant, facts, rows, pair)
        return join_partners(variant, {**facts, **{side: {**base, **facts[side]} for side in pair}}, pair), []
    except TallyError as error:
        return facts, [replace(each, row=row.number) for each in error.diagnostics]


def _find_common_base(variant: Variant, facts: HandFacts, rows: _RowsBySide, pair: Sequence[str]) -> SideFacts:
    """Return the base that partners entered as one figure, in points, or nothing; what is a player's own is no part."""
    shared = {name for side in pair for name in select_facts(variant, facts[side], own=False)}
    stated = {side: rows[side].figures[BASE] for side in pair if side in rows and BASE in rows[side].figures}
    if not stated or any(find_direct_part(variant, name) == BASE for name in shared & variant.facts.keys()):
        return {}
    # About this base is enough for the sign of the threes: a base can prove that there is a canasta.
    trial = min(stated.values())
    sides = {side: {**facts[side], BASE: trial} for side in pair}
    scored = score_hand(variant, join_partners(variant, {**facts, **sides}, pair)).sides
    bases = {base - (scored[side].base or 0) + trial for side, base in stated.items()}
    base = bases.pop()
    return {BASE: base} if base and not bases else {}


def _iter_tally_words(variant: Variant, row: CsvRow) -> Iterator[str]:
    """Yield the words of a tally for a row; base or count stands for itself only if none of its facts is given."""
    numbers = {fact: _normalize_number(cell) for fact, cell in row.facts.items()}
    numbers = {fact: _TICK_VALUES.get(number.lower(), number) for fact, number in numbers.items()}
    given = {fact: number for fact, number in numbers.items() if number != "0"}
    parts = {find_direct_part(variant, fact) for fact in given}
    yield from (f"{fact}={number}" for fact, number in given.items())
    for part in (BASE, COUNT):
        if row.figures.get(part) and part not in parts:
            yield f"{part}={row.figures[part]}"
    is_bare_total = TOTAL in row.figures and row.figures.keys().isdisjoint((BASE, COUNT, PENALTIES))
    if is_bare_total and not given and TOTAL not in variant.facts:
        yield f"{TOTAL}={row.figures[TOTAL]}"


def _find_impossible_running_totals(variant: Variant, hands: Sequence[ImportedHand], names: _Names) -> _Errors:
    first: dict[str, Diagnostic] = {}
    for place, hand in enumerate(hands, 1):
        unit = find_total_unit(variant.at_hand(place))
        for problem in hand.impossibilities:
            row = hand.rows[problem.side]
            lower = row.figures[RUNNING] - row.figures[TOTAL] % unit
            message = f"{row.labels[RUNNING]} for {names[problem.side]} is impossible as a running total; "
            message += f"all points are worth multiples of {unit}"
            hint = f"check it on the sheet; the nearest possible are {lower} and {lower + unit}"
            first.setdefault(problem.side, replace(problem, message=message, hint=hint))
    return [*first.values()]


def _find_score_errors(score: HandScore, facts: HandFacts, rows: _RowsBySide) -> Iterator[Diagnostic]:
    facts = share_out(facts)
    for side, row in rows.items():
        own = score.sides[side]
        wrong = list(_find_figure_errors(row, {BASE: own.base, COUNT: own.count, PENALTIES: own.penalties}))
        if not wrong and not facts[side] and row.figures.get(TOTAL):
            hint = "enter base and count, or items, or put the whole total under base"
            yield _build_row_error(row.number, "has only a total", hint)
        else:
            yield from wrong or _find_figure_errors(row, {TOTAL: own.total})


def _find_figure_errors(row: CsvRow, expected: Mapping[str, int | None]) -> Iterator[Diagnostic]:
    for column, figure in expected.items():
        if figure is not None and (stated := row.figures.get(column, figure)) != figure:
            message = f"{column} is {stated:,}, but the other numbers add up to {figure:,}"
            hint = _WRONG_FIGURE_HINTS.get(column, "correct the number that is wrong")
            error = _build_row_error(row.number, message, hint, DiagnosticCode.WRONG_FIGURE)
            yield replace(error, fact=column, side=row.side)


def _follow_running_totals(
    steps: Sequence[ImportedHand | CsvRow], first: ImportedHand, names: _Names
) -> tuple[dict[str, int], _Errors]:
    """Return the totals before the first hand, in points, and running totals that do not follow."""
    start, errors = dict.fromkeys(names, 0), list[Diagnostic]()
    for side, row in first.rows.items():
        if RUNNING in row.figures:
            early = takewhile(lambda step: step is not first, steps)
            adjusted = sum(step.figures[TOTAL] for step in early if isinstance(step, CsvRow) and step.side == side)
            start[side] = row.figures[RUNNING] - first.score.sides[side].total - adjusted
    totals = dict(start)
    for step in steps:
        rows = [(step, step.figures[TOTAL])] if isinstance(step, CsvRow) else []
        if isinstance(step, ImportedHand):
            rows = [(step.rows[side], score.total) for side, score in step.score.sides.items()]
        for row, points in rows:
            expected = totals[row.side] + points
            errors += _find_figure_errors(row, {RUNNING: expected})
            totals[row.side] = row.figures.get(RUNNING, expected)
    return start, errors


def _complete_errors(file: str, variant: Variant, errors: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the errors in the order of their rows, unreadable times only once, and then what may be the reason."""
    times = [error for error in errors if error.code is DiagnosticCode.UNREADABLE_TIME]
    same = f", and the same in {format_count(len(times) - 1, 'other row')}" if times[1:] else ""
    for error in sorted(errors, key=lambda error: error.row or 0):
        is_first_time = bool(times) and error is times[0]
        if is_first_time or error.code is not DiagnosticCode.UNREADABLE_TIME:
            message = error.message + (same if is_first_time else "")
            yield replace(error, message=message, word_index=None).at(file)  # nobody typed the words of a row
    if any(error.code is DiagnosticCode.WRONG_FIGURE and error.fact in (BASE, COUNT) for error in errors):
        yield _build_rules_note(file, variant)


def _build_rules_note(file: str, variant: Variant) -> Diagnostic:
    hint = "for different rules add -v, and for house rules add --set"
    return Diagnostic(message=f"was read with the rules {variant.title}", hint=hint, file=file)


def _build_row_error(row: int, message: str, hint: str, code: DiagnosticCode = DiagnosticCode.OTHER) -> Diagnostic:
    return Diagnostic(code=code, message=message, hint=hint, row=row)
