"""Importing a game from CSV: row by row the facts of each hand, or its base and count as on an old score sheet.

Figures that follow from others, such as totals, are verified where they are given.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from canasta_score.game.columns import BASE, COUNT, PENALTIES, RUNNING, TOTAL
from canasta_score.game.entries import Entry, EntryKind, PointsBySide
from canasta_score.game.errors import ledger_error
from canasta_score.game.importing.csv_columns import NAME_COLUMN, TIME_COLUMN, unescape_formula
from canasta_score.game.importing.csv_rows import (
    CsvRow,
    build_row_error,
    build_rules_note,
    match_columns,
    move_to_row,
    normalize_fact_number,
    parse_records,
    parse_rows,
)
from canasta_score.game.sides import MAX_SIDES, find_duplicate_name_errors, find_side_errors, find_side_word_errors
from canasta_score.game.timestamps import parse_timestamp
from canasta_score.hand.facts import HandFacts, TallyError, find_direct_part
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.scoring.score import HandScore, score_hand
from canasta_score.hand.tally.lexer import Token
from canasta_score.hand.tally.parser import parse_tokens
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count

_ANYWAY_HINT = "correct the rows, or add --anyway to record impossible hands as they are"
_TIME_HINT = "use the form 2026-11-21T19:30:00, or remove the column"
_WRONG_FIGURE_HINT = "correct the number that is wrong"
_WRONG_FIGURE_HINTS = {
    PENALTIES: "put each penalty in its own column, or subtract it from the base; "
    "if your rules were different, add -v or --set",
    RUNNING: "correct the number that is wrong, here or in a row above",
}
_BARE_TOTAL_HINT = "enter base and count, or items, or put the whole total under base"


@frozen
class ImportedHand(Value):
    """A hand as the file has it: its number, its time if there is one, its facts, and the row of each side.

    `errors` say why it cannot be read, and then it has no score; `impossibilities` why it cannot have happened.
    """

    number: int
    played_at: datetime | None
    facts: HandFacts
    rows: Mapping[str, CsvRow]
    score: HandScore
    errors: tuple[Diagnostic, ...] = ()
    impossibilities: tuple[Diagnostic, ...] = ()


@frozen
class ImportedGame(Value):
    """A game as the file has it: names and totals brought forward in points, by side, and the hands in order."""

    side_names: Mapping[str, str]
    starting_totals: PointsBySide
    hands: tuple[ImportedHand, ...]


def parse_game_csv(data: bytes, variant: Variant, file: str, *, anyway: bool = False) -> ImportedGame:
    """Parse a game by the rules of a variant; `anyway` accepts hands that cannot have happened.

    Raises LedgerError if the file is no table of a game, TallyError with every row that is wrong.
    """
    (_, headings), *records = parse_records(data, file) or [(1, ())]
    columns = match_columns(variant, headings, file)
    rows, errors = parse_rows(columns, records)
    if not (rows or errors):
        raise ledger_error(file, "has no hands", "add a row for each hand and side below the column names")
    names, rows = _resolve_sides(variant, rows)
    errors += _find_row_name_errors(variant, names, rows, is_complete=not errors)
    hands = list(_iter_hands(variant, rows, names, {error.location.row for error in errors}))
    for hand in hands:
        errors += hand.errors
        errors += () if anyway else hand.impossibilities
    start = {} if errors else _compute_starting_totals(hands[0], names)
    errors += () if errors else _find_running_total_errors(hands, start)
    if errors:
        raise TallyError(_complete_errors(file, variant, errors))
    return ImportedGame(side_names=names, starting_totals=start, hands=tuple(hands))


def _complete_errors(file: str, variant: Variant, errors: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
    """Yield the errors in the order of their rows, unreadable times only once, and then what may be the reason."""
    times = [error for error in errors if error.code is DiagnosticCode.UNREADABLE_TIME]
    for error in sorted(errors, key=lambda error: error.location.row or 0):
        message = error.message
        if error.code is DiagnosticCode.UNREADABLE_TIME:
            if error is not times[0]:
                continue
            message += f", and the same in {format_count(len(times) - 1, 'other row')}" if len(times) > 1 else ""
        yield replace(error, message=message).at(file)
    if any(error.code is DiagnosticCode.WRONG_FIGURE and error.fact in (BASE, COUNT) for error in errors):
        yield build_rules_note(variant)
    if any(error.is_impossible for error in errors):
        yield Diagnostic(message="nothing was imported", hint=_ANYWAY_HINT)


def _resolve_sides(variant: Variant, rows: Sequence[CsvRow]) -> tuple[dict[str, str], list[CsvRow]]:
    """Return the names of the sides by their words, in the order of the rows, and the rows with these words.

    If the column of the sides has their names, they get words here; a side without a name gets its word for a name.
    """
    sides = dict.fromkeys(row.side.lower() for row in rows)
    has_names = any(NAME_COLUMN in row.labels for row in rows)
    if not has_names and any(any(find_side_word_errors(variant, side)) for side in sides):
        return _assign_side_words(sides, rows)
    names = {side: side.capitalize() for side in sides}
    for row in reversed(rows):  # the first row of a side counts
        if NAME_COLUMN in row.labels:
            names[row.side.lower()] = unescape_formula(row.labels[NAME_COLUMN])
    return names, [replace(row, side=row.side.lower()) for row in rows]


def _assign_side_words(sides: Collection[str], rows: Sequence[CsvRow]) -> tuple[dict[str, str], list[CsvRow]]:
    words = list(DEFAULT_SIDES)
    if len(sides) != len(DEFAULT_SIDES):
        words = [f"side-{number}" for number in range(1, len(sides) + 1)]
    word_of = dict(zip(sides, words, strict=True))
    written = {row.side.lower(): row.side for row in reversed(rows)}
    names = {word: unescape_formula(written[side]) for side, word in word_of.items()}
    return names, [replace(row, side=word_of[row.side.lower()]) for row in rows]


def _find_row_name_errors(
    variant: Variant, names: Mapping[str, str], rows: Sequence[CsvRow], *, is_complete: bool
) -> Iterator[Diagnostic]:
    """Yield what is wrong with sides and names; too few sides count only if no row was left out."""
    first_rows = {row.side: row.number for row in reversed(rows)}
    for error in find_side_errors(variant, names):
        if error.side:
            yield move_to_row(error, first_rows[error.side])
        elif is_complete or len(names) > MAX_SIDES:
            yield move_to_row(error, rows[0].number)
    for error in find_duplicate_name_errors(names):
        yield move_to_row(error, first_rows[error.side])
    for row in rows:
        name = unescape_formula(row.labels.get(NAME_COLUMN, names[row.side]))
        if name != names[row.side]:
            message = f'{row.side} is called "{name}" here, but "{names[row.side]}" before'
            yield build_row_error(row.number, message, "use one name")


def _iter_hands(
    variant: Variant, rows: Sequence[CsvRow], names: Mapping[str, str], bad_rows: Collection[int | None]
) -> Iterator[ImportedHand]:
    """Yield the hands in the order of their numbers; none if there are too many sides for a game."""
    by_hand: dict[int, dict[str, CsvRow]] = {}
    for row in rows if len(names) <= MAX_SIDES else ():
        by_hand.setdefault(row.hand, {})[row.side] = row
    for number, hand_rows in sorted(by_hand.items()):
        yield _parse_imported_hand(variant, number, hand_rows, names, bad_rows)


def _parse_imported_hand(
    variant: Variant,
    number: int,
    rows: Mapping[str, CsvRow],
    names: Mapping[str, str],
    bad_rows: Collection[int | None],
) -> ImportedHand:
    times = [(row, parse_timestamp(row.labels[TIME_COLUMN])) for row in rows.values() if TIME_COLUMN in row.labels]
    facts, errors = _parse_facts(variant, rows, list(names))
    errors += (_build_time_error(row) for row, time in times if time is None)
    errors += () if bad_rows else _find_missing_rows(number, rows, names)
    is_sound = not (errors or any(row.number in bad_rows for row in rows.values()))
    score = score_hand(variant, facts) if is_sound else HandScore(sides={})
    return ImportedHand(
        number=number,
        played_at=next((time for _, time in times if time), None),
        facts=facts,
        rows=rows,
        score=score,
        errors=tuple(_find_score_errors(score, facts, rows) if is_sound else errors),
        impossibilities=tuple(_find_impossibilities(variant, facts, rows)) if is_sound else (),
    )


def _build_time_error(row: CsvRow) -> Diagnostic:
    message = f'"{row.labels[TIME_COLUMN]}" is not a time'
    return build_row_error(row.number, message, _TIME_HINT, code=DiagnosticCode.UNREADABLE_TIME)


def _find_missing_rows(hand: int, rows: Mapping[str, CsvRow], names: Mapping[str, str]) -> Iterator[Diagnostic]:
    last = max(row.number for row in rows.values())
    for side in names:
        if side not in rows:
            yield build_row_error(last, f"hand {hand} has no row for {side}", "add one, with 0 where it had nothing")


def _parse_facts(
    variant: Variant, rows: Mapping[str, CsvRow], sides: Sequence[str]
) -> tuple[HandFacts, list[Diagnostic]]:
    """Parse the facts of a hand as the words of a tally, and return what is wrong with them by row."""
    words: list[str] = []
    row_numbers: list[int] = []
    for side, row in rows.items():
        side_words = [side, *_iter_tally_words(variant, row)]
        words += side_words
        row_numbers += [row.number] * len(side_words)
    # A cell is taken as it is: a comma after a number belongs to no list.
    parsed = parse_tokens(variant, [Token(text=word, index=index) for index, word in enumerate(words)], words, sides)
    return parsed.facts, [move_to_row(error, row_numbers[error.word_index or 0]) for error in parsed.errors]


def _iter_tally_words(variant: Variant, row: CsvRow) -> Iterator[str]:
    """Yield the words of a tally for a row; base or count stands for itself only if none of its facts is given."""
    numbers = {fact: normalize_fact_number(cell) for fact, cell in row.facts.items()}
    given = {fact: number for fact, number in numbers.items() if number != "0"}
    parts = {find_direct_part(variant, fact) for fact in given}
    yield from (f"{fact}={number}" for fact, number in given.items())
    for part in (BASE, COUNT):
        if row.figures.get(part) and part not in parts:
            yield f"{part}={row.figures[part]}"
    is_bare_total = TOTAL in row.figures and row.figures.keys().isdisjoint((BASE, COUNT, PENALTIES))
    if is_bare_total and not given and TOTAL not in variant.facts:
        yield f"{TOTAL}={row.figures[TOTAL]}"


def _find_impossibilities(variant: Variant, facts: HandFacts, rows: Mapping[str, CsvRow]) -> Iterator[Diagnostic]:
    first = next(iter(rows.values()))
    for problem in find_problems(variant, facts):
        if problem.is_impossible:
            yield move_to_row(problem, rows.get(problem.side, first).number)


def _find_score_errors(score: HandScore, facts: HandFacts, rows: Mapping[str, CsvRow]) -> Iterator[Diagnostic]:
    """Yield the figures of a hand that do not follow from its facts; the total only if its parts are right."""
    for side, row in rows.items():
        own = score.sides[side]
        parts = {BASE: own.base, COUNT: own.count, PENALTIES: own.penalties}
        wrong = list(_find_figure_errors(row, parts))
        if not wrong and not facts[side] and row.figures.get(TOTAL):
            yield build_row_error(row.number, "has only a total", _BARE_TOTAL_HINT)
        else:
            yield from wrong or _find_figure_errors(row, {TOTAL: own.total})


def _find_figure_errors(row: CsvRow, expected: Mapping[str, int | None]) -> Iterator[Diagnostic]:
    for column, figure in expected.items():
        stated = row.figures.get(column, figure)
        if figure is not None and stated is not None and stated != figure:
            message = f"{column} is {stated:,}, but the other numbers add up to {figure:,}"
            hint = _WRONG_FIGURE_HINTS.get(column, _WRONG_FIGURE_HINT)
            yield build_row_error(row.number, message, hint, code=DiagnosticCode.WRONG_FIGURE, fact=column)


def _compute_starting_totals(first: ImportedHand, names: Iterable[str]) -> dict[str, int]:
    """Return what each side had before the first hand: its running total without the hand, in points."""
    start = dict.fromkeys(names, 0)
    for side, row in first.rows.items():
        if RUNNING in row.figures:
            start[side] = row.figures[RUNNING] - first.score.sides[side].total
    return start


def _find_running_total_errors(hands: Sequence[ImportedHand], start: PointsBySide) -> Iterator[Diagnostic]:
    """Yield the running totals that do not follow from the earlier ones: one mistake once, where it begins."""
    totals, differences = dict(start), dict.fromkeys(start, 0)
    for hand in hands:
        for side, score in hand.score.sides.items():
            totals[side] += score.total
            row, expected = hand.rows[side], totals[side] + differences[side]
            yield from _find_figure_errors(row, {RUNNING: expected})
            differences[side] = row.figures.get(RUNNING, expected) - totals[side]


def iter_hand_entries(game: ImportedGame, now: datetime) -> Iterator[Entry]:
    """Yield the entries that record a game, one for each hand in order.

    A hand without a time gets that of `now`; a hand that cannot have happened is marked as accepted anyway.
    """
    totals = game.starting_totals
    for number, hand in enumerate(game.hands, 1):
        totals = {side: total + hand.score.sides[side].total for side, total in totals.items()}
        yield Entry(
            number=number,
            recorded_at=hand.played_at or now,
            kind=EntryKind.HAND,
            hand=number,
            facts=hand.facts,
            accepted_anyway=bool(hand.impossibilities),
            totals=totals,
        )
