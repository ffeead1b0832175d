"""A game from its CSV: each hand's facts, or its base and count as an old score sheet has them, row by row.

Figures that follow from others (total, running and the like) are verified where they are given.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from canasta_score.game.entries import Entry, EntryKind, PointsBySide
from canasta_score.game.errors import ledger_error
from canasta_score.game.importing.csv_columns import (
    NAME_COLUMN,
    PENALTIES_COLUMN,
    RUNNING_TOTAL_COLUMN,
    TIME_COLUMN,
    TOTAL_COLUMN,
    unescape_formula,
)
from canasta_score.game.importing.csv_rows import (
    FACT_COLUMN_SUFFIX,
    CsvRow,
    RowFault,
    build_rules_note,
    match_columns,
    normalize_fact_number,
    parse_records,
    parse_rows,
)
from canasta_score.game.journal import Journal
from canasta_score.game.sides import MAX_SIDES, find_duplicate_name_faults, find_side_faults, find_side_word_faults
from canasta_score.game.storage.writer import normalize_utc_offset
from canasta_score.hand.facts import HandFacts, TallyError, find_direct_part
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.scoring.score import HandScore, score_hand
from canasta_score.hand.tally.parser import parse_partial_tally
from canasta_score.rules.diagnostics import Diagnostic, Severity
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import format_count

_ANYWAY_HINT = "correct the rows, or take what cannot have happened as it is with --anyway"
_TIME_HINT = "write it such as 2026-11-21T19:30:00, or take the column out"
_DEFAULT_FIGURE_HINT = "put right which of them is wrong"
_FIGURE_HINTS = {
    PENALTIES_COLUMN: "give each penalty in a column of its own, or take it off the base; "
    "or was it by another rule? name it with -v or --set",
    RUNNING_TOTAL_COLUMN: "put right which of them is wrong, here or in a row above",
}
_BARE_TOTAL_HINT = "give base and count, or facts; else put the whole total under base"


@frozen
class ImportedHand(Value):
    """A hand as it is written: its number, its time if that is given, its facts, and the row of each side.

    `faults` say why it cannot be read, `impossible` why it cannot have happened; one that cannot be read has no score.
    """

    number: int
    played_at: datetime | None
    facts: HandFacts
    rows: Mapping[str, CsvRow]
    score: HandScore
    faults: tuple[RowFault, ...] = ()
    impossibilities: tuple[RowFault, ...] = ()


@frozen
class ImportedGame(Value):
    """A game as it is written: names and totals brought forward by side, in points, and the hands in order."""

    side_names: Mapping[str, str]
    starting_totals: PointsBySide
    hands: tuple[ImportedHand, ...]


def parse_game_csv(data: bytes, variant: Variant, file: str, *, anyway: bool = False) -> ImportedGame:
    """Read a game by a variant's rules; hands that cannot have happened are taken only where they may be `anyway`.

    Raises LedgerError for what is no table of a game, TallyError with a message for each row that cannot be.
    """
    (_, heads), *records = parse_records(data, file) or [(1, ())]
    columns = match_columns(variant, heads, file)
    rows, bad = parse_rows(columns, records)
    if not (rows or bad):
        raise ledger_error(file, "holds no hand", "write a row for each hand and side below the heads")
    names, rows = _resolve_sides(variant, rows)
    bad += _find_row_name_faults(variant, names, rows, complete=not bad)
    hands = list(_iter_hands(variant, rows, names, {number for number, *_ in bad}))
    bad += (one for hand in hands for one in (*hand.faults, *(() if anyway else hand.impossibilities)))
    start = {} if bad else _compute_starting_totals(hands[0], names)
    bad += [] if bad else _find_running_total_faults(hands, start)
    if bad:
        raise TallyError(_iter_refusals(file, variant, bad))
    return ImportedGame(side_names=names, starting_totals=start, hands=tuple(hands))


def _iter_refusals(file: str, variant: Variant, bad: Sequence[RowFault]) -> Iterator[Diagnostic]:
    """Go through what is wrong with rows in their order, and then what else may be the matter."""
    times = [row for row, _, hint in bad if hint == _TIME_HINT]
    for row, message, hint in sorted(bad, key=lambda one: one[0]):
        if row not in times[1:] or hint != _TIME_HINT:
            more = (
                f", as in {format_count(len(times) - 1, 'other row')}" if hint == _TIME_HINT and len(times) > 1 else ""
            )
            yield Diagnostic(message=f"{file}, row {row}: {message}{more}", hint=hint)
    if any(message.startswith(DIRECT_FACTS) for _, message, _ in bad):
        yield build_rules_note(variant)
    if any(message.startswith(Severity.IMPOSSIBLE) for _, message, _ in bad):
        yield Diagnostic(message="nothing is written", hint=_ANYWAY_HINT)


def _resolve_sides(variant: Variant, rows: Sequence[CsvRow]) -> tuple[dict[str, str], list[CsvRow]]:
    """Give the sides with their names, in the order in which they come, and the rows with the sides' words.

    Where the column of the sides has their names, they get words here; one that is not named goes by its word.
    """
    sides = dict.fromkeys(row.side.lower() for row in rows)
    if not any(NAME_COLUMN in row.cells for row in rows) and any(
        any(find_side_word_faults(variant, side)) for side in sides
    ):
        return _assign_side_words(sides, rows)
    names = {side: side.capitalize() for side in sides}
    names |= {
        row.side.lower(): unescape_formula(row.cells[NAME_COLUMN]) for row in reversed(rows) if NAME_COLUMN in row.cells
    }
    return names, [replace(row, side=row.side.lower()) for row in rows]


def _assign_side_words(sides: Collection[str], rows: Sequence[CsvRow]) -> tuple[dict[str, str], list[CsvRow]]:
    """Give the sides that are called by their names a word each, and the rows with those words."""
    words = (
        DEFAULT_SIDES if len(sides) == len(DEFAULT_SIDES) else [f"side-{place}" for place in range(1, len(sides) + 1)]
    )
    word_of = dict(zip(sides, words, strict=True))
    written = {row.side.lower(): row.side for row in reversed(rows)}
    names = {word: unescape_formula(written[side]) for side, word in word_of.items()}
    return names, [replace(row, side=word_of[row.side.lower()]) for row in rows]


def _find_row_name_faults(
    variant: Variant, names: Mapping[str, str], rows: Sequence[CsvRow], *, complete: bool
) -> Iterator[RowFault]:
    """Go through what is wrong with sides and names; how many there are matters only where no row is lacking."""
    first = {row.side: row.number for row in reversed(rows)}
    for side, fault in find_side_faults(variant, names):
        if side:
            yield first[side], *fault
        elif complete or len(names) > MAX_SIDES:
            yield rows[0].number, *fault
    for side, fault in find_duplicate_name_faults(names):
        yield first[side], *fault
    for row in rows:
        name = unescape_formula(row.cells.get(NAME_COLUMN, names[row.side]))
        if name != names[row.side]:
            yield row.number, f"{row.side} is called '{name}' here and '{names[row.side]}' before", "name it once"


def _iter_hands(
    variant: Variant, rows: Sequence[CsvRow], names: Mapping[str, str], bad: Collection[int]
) -> Iterator[ImportedHand]:
    """Go through the hands in the order of their numbers, none where there are too many sides for a game."""
    by_hand: dict[int, dict[str, CsvRow]] = {}
    for row in rows if len(names) <= MAX_SIDES else ():
        by_hand.setdefault(row.hand, {})[row.side] = row
    for number, of_hand in sorted(by_hand.items()):
        yield _parse_imported_hand(variant, number, of_hand, names, bad)


def _parse_imported_hand(
    variant: Variant, number: int, rows: Mapping[str, CsvRow], names: Mapping[str, str], bad: Collection[int]
) -> ImportedHand:
    """Read a hand from the row of each side; one with a row that is bad already is not reckoned with."""
    times = [(row, _parse_row_time(row)) for row in rows.values() if TIME_COLUMN in row.cells]
    facts, faults = _parse_facts(variant, rows, list(names))
    faults += ((row.number, f"'{row.cells[TIME_COLUMN]}' is no time", _TIME_HINT) for row, time in times if not time)
    faults += () if bad else _find_missing_rows(number, rows, names)
    is_sound = not (faults or any(row.number in bad for row in rows.values()))
    score = score_hand(variant, facts) if is_sound else HandScore(sides={})
    return ImportedHand(
        number=number,
        played_at=next((time for _, time in times if time), None),
        facts=facts,
        rows=rows,
        score=score,
        faults=tuple(_find_score_faults(score, facts, rows) if is_sound else faults),
        impossibilities=tuple(_find_impossibilities(variant, facts, rows)) if is_sound else (),
    )


def _find_missing_rows(hand: int, rows: Mapping[str, CsvRow], names: Mapping[str, str]) -> Iterator[RowFault]:
    """Go through the sides that have no row of a hand."""
    last = max(row.number for row in rows.values())
    for side in names:
        if side not in rows:
            yield last, f"hand {hand} has no row of {side}", "write one, with 0 where it had nothing"


def _parse_row_time(row: CsvRow) -> datetime | None:
    """Read the time of a row; None where it is none."""
    try:
        return normalize_utc_offset(datetime.fromisoformat(row.cells[TIME_COLUMN]))
    except (ValueError, OverflowError):
        return None


def _parse_facts(
    variant: Variant, rows: Mapping[str, CsvRow], sides: Sequence[str]
) -> tuple[HandFacts, list[RowFault]]:
    """Read what each side has of a hand, as if it had been told in words, and why it cannot be taken."""
    words, numbers = [], []
    for side, row in rows.items():
        told = [side, *_iter_tally_words(variant, row)]
        words += told
        numbers += [row.number] * len(told)
    parsed = parse_partial_tally(variant, words, sides)
    return parsed.facts, [(numbers[error.word_index or 0], error.message, error.hint) for error in parsed.errors]


def _iter_tally_words(variant: Variant, row: CsvRow) -> Iterator[str]:
    """Go through the words of a tally that a row stands for; a part is given directly where none of its facts is."""
    cells = {
        column: normalize_fact_number(cell) for column, cell in row.cells.items() if column.endswith(FACT_COLUMN_SUFFIX)
    }
    told = {column.removesuffix(FACT_COLUMN_SUFFIX): number for column, number in cells.items() if number != "0"}
    parts = {find_direct_part(variant, fact) for fact in told}
    yield from (f"{fact}{FACT_COLUMN_SUFFIX}{number}" for fact, number in told.items())
    yield from (
        f"{part}{FACT_COLUMN_SUFFIX}{row.figures[part]}"
        for part in DIRECT_FACTS
        if row.figures.get(part) and part not in parts
    )


def _find_impossibilities(variant: Variant, facts: HandFacts, rows: Mapping[str, CsvRow]) -> Iterator[RowFault]:
    """Go through the reasons why a hand cannot have happened, each with the row that it is told in."""
    somewhere = next(iter(rows.values()))
    for problem in referee(variant, facts):
        if problem.is_impossible:
            yield rows.get(problem.side, somewhere).number, f"{problem.severity}: {problem.message}", problem.hint


def _find_score_faults(score: HandScore, facts: HandFacts, rows: Mapping[str, CsvRow]) -> Iterator[RowFault]:
    """Go through the figures of a hand that do not follow from its facts; the total only where its parts are right."""
    for side, row in rows.items():
        own = score.sides[side]
        parts = {**dict(zip(DIRECT_FACTS, (own.base, own.count), strict=True)), PENALTIES_COLUMN: own.penalties}
        wrong = [*_find_figure_faults(row, parts)]
        if not wrong and not facts[side] and row.figures.get(TOTAL_COLUMN):
            yield row.number, "tells a total and nothing that it comes from", _BARE_TOTAL_HINT
        else:
            yield from wrong or _find_figure_faults(row, {TOTAL_COLUMN: own.total})


def _find_figure_faults(row: CsvRow, follows: Mapping[str, int]) -> Iterator[RowFault]:
    """Go through the figures of a row that are not those that follow."""
    for column, figure in follows.items():
        said = row.figures.get(column, figure)
        if said != figure:
            yield (
                row.number,
                f"{column} says {said:,}, and the rest gives {figure:,}",
                _FIGURE_HINTS.get(column, _DEFAULT_FIGURE_HINT),
            )


def _compute_starting_totals(first: ImportedHand, names: Iterable[str]) -> dict[str, int]:
    """Give what each side had before the first hand, in points: its running total less what the hand gives."""
    running = {
        side: row.figures[RUNNING_TOTAL_COLUMN]
        for side, row in first.rows.items()
        if RUNNING_TOTAL_COLUMN in row.figures
    }
    return {side: running[side] - first.score.sides[side].total if side in running else 0 for side in names}


def _find_running_total_faults(hands: Sequence[ImportedHand], start: PointsBySide) -> Iterator[RowFault]:
    """Go through the running totals that do not follow from those above; one slip is told once, where it begins."""
    totals, off = dict(start), dict.fromkeys(start, 0)
    for hand in hands:
        for side, score in hand.score.sides.items():
            totals[side] += score.total
            row, follows = hand.rows[side], totals[side] + off[side]
            yield from _find_figure_faults(row, {RUNNING_TOTAL_COLUMN: follows})
            off[side] = row.figures.get(RUNNING_TOTAL_COLUMN, follows) - totals[side]


def iter_hand_entries(variant: Variant, game: ImportedGame, now: datetime) -> Iterator[Entry]:
    """Go through the entries that record a game, one for each hand, in the order of their numbers.

    A hand that has no time has that of `now`; one that cannot have happened is marked as taken anyway.
    """
    journal = Journal(variant, game.starting_totals)
    for number, hand in enumerate(game.hands, 1):
        at, facts, anyway = hand.played_at or now, hand.facts, bool(hand.impossibilities)
        entry = Entry(
            number=number, recorded_at=at, kind=EntryKind.HAND, hand=number, facts=facts, accepted_anyway=anyway
        )
        journal.apply(entry)
        yield replace(entry, totals=dict(journal.totals))
