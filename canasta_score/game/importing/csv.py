"""A game from its CSV: each hand's facts, or its base and count as an old score sheet has them, row by row.

Figures that follow from others (total, running and the like) are verified where they are given.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from canasta_score.game.entries import Entry, PointsBySide, What
from canasta_score.game.errors import ledger_error
from canasta_score.game.importing.csv_columns import NAME, PENALTIES, RUNNING, TIME, TOTAL, as_meant
from canasta_score.game.importing.csv_rows import (
    IS,
    Row,
    RowFault,
    by_rules_of,
    columns_of,
    plain_fact,
    records_of,
    rows_of,
)
from canasta_score.game.journal import Journal
from canasta_score.game.sides import MOST, faults_of_sides, faults_of_twins, faults_of_word
from canasta_score.game.storage.writer import in_whole_minutes
from canasta_score.hand.facts import HandFacts, Refusal, TallyError, part_of
from canasta_score.hand.referee.checks import Severity, referee
from canasta_score.hand.scoring.score import HandScore, score_hand
from canasta_score.hand.tally.parser import read_so_far
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DIRECT, SIDES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import counted

TAKE_ANYWAY = "correct the rows, or take what cannot have happened as it is with --anyway"
NO_TIME = "write it such as 2026-11-21T19:30:00, or take the column out"
REMEDY = "put right which of them is wrong"
REMEDIES = {
    PENALTIES: "give each penalty in a column of its own, or take it off the base; "
    "or was it by another rule? name it with -v or --set",
    RUNNING: "put right which of them is wrong, here or in a row above",
}
WHAT_IT_COMES_FROM = "give base and count, or facts; else put the whole total under base"


@frozen
class WrittenHand(Value):
    """A hand as it is written: its number, its time if that is given, its facts, and the row of each side.

    `faults` say why it cannot be read, `impossible` why it cannot have happened; one that cannot be read has no score.
    """

    number: int
    at: datetime | None
    facts: HandFacts
    rows: Mapping[str, Row]
    score: HandScore
    faults: tuple[RowFault, ...] = ()
    impossible: tuple[RowFault, ...] = ()


@frozen
class WrittenGame(Value):
    """A game as it is written: names and totals brought forward by side, in points, and the hands in order."""

    names: Mapping[str, str]
    start: PointsBySide
    hands: tuple[WrittenHand, ...]


def read_game_csv(data: bytes, variant: Variant, file: str, *, anyway: bool = False) -> WrittenGame:
    """Read a game by a variant's rules; hands that cannot have happened are taken only where they may be `anyway`.

    Raises LedgerError for what is no table of a game, TallyError with a message for each row that cannot be.
    """
    (_, heads), *records = records_of(data, file) or [(1, ())]
    columns = columns_of(variant, heads, file)
    rows, bad = rows_of(columns, records)
    if not (rows or bad):
        raise ledger_error(file, "holds no hand", "write a row for each hand and side below the heads")
    names, rows = named_sides(variant, rows)
    bad += faults_of_names(variant, names, rows, complete=not bad)
    hands = list(hands_of(variant, rows, names, {number for number, *_ in bad}))
    bad += (one for hand in hands for one in (*hand.faults, *(() if anyway else hand.impossible)))
    start = {} if bad else brought_forward(hands[0], names)
    bad += [] if bad else faults_of_running(hands, start)
    if bad:
        raise TallyError(refusals(file, variant, bad))
    return WrittenGame(names=names, start=start, hands=tuple(hands))


def refusals(file: str, variant: Variant, bad: Sequence[RowFault]) -> Iterator[Refusal]:
    """Go through what is wrong with rows in their order, and then what else may be the matter."""
    times = [row for row, _, hint in bad if hint == NO_TIME]
    for row, message, hint in sorted(bad, key=lambda one: one[0]):
        if row not in times[1:] or hint != NO_TIME:
            more = f", as in {counted(len(times) - 1, 'other row')}" if hint == NO_TIME and len(times) > 1 else ""
            yield Refusal(message=f"{file}, row {row}: {message}{more}", hint=hint)
    if any(message.startswith(DIRECT) for _, message, _ in bad):
        yield by_rules_of(variant)
    if any(message.startswith(Severity.IMPOSSIBLE) for _, message, _ in bad):
        yield Refusal(message="nothing is written", hint=TAKE_ANYWAY)


def named_sides(variant: Variant, rows: Sequence[Row]) -> tuple[dict[str, str], list[Row]]:
    """Give the sides with their names, in the order in which they come, and the rows with the sides' words.

    Where the column of the sides has their names, they get words here; one that is not named goes by its word.
    """
    sides = dict.fromkeys(row.side.lower() for row in rows)
    if not any(NAME in row.cells for row in rows) and any(any(faults_of_word(variant, side)) for side in sides):
        return sides_given_words(sides, rows)
    names = {side: side.capitalize() for side in sides}
    names |= {row.side.lower(): as_meant(row.cells[NAME]) for row in reversed(rows) if NAME in row.cells}
    return names, [replace(row, side=row.side.lower()) for row in rows]


def sides_given_words(sides: Collection[str], rows: Sequence[Row]) -> tuple[dict[str, str], list[Row]]:
    """Give the sides that are called by their names a word each, and the rows with those words."""
    words = SIDES if len(sides) == len(SIDES) else [f"side-{place}" for place in range(1, len(sides) + 1)]
    word_of = dict(zip(sides, words, strict=True))
    written = {row.side.lower(): row.side for row in reversed(rows)}
    names = {word: as_meant(written[side]) for side, word in word_of.items()}
    return names, [replace(row, side=word_of[row.side.lower()]) for row in rows]


def faults_of_names(
    variant: Variant, names: Mapping[str, str], rows: Sequence[Row], *, complete: bool
) -> Iterator[RowFault]:
    """Go through what is wrong with sides and names; how many there are matters only where no row is lacking."""
    first = {row.side: row.number for row in reversed(rows)}
    for side, fault in faults_of_sides(variant, names):
        if side:
            yield first[side], *fault
        elif complete or len(names) > MOST:
            yield rows[0].number, *fault
    for side, fault in faults_of_twins(names):
        yield first[side], *fault
    for row in rows:
        name = as_meant(row.cells.get(NAME, names[row.side]))
        if name != names[row.side]:
            yield row.number, f"{row.side} is called '{name}' here and '{names[row.side]}' before", "name it once"


def hands_of(
    variant: Variant, rows: Sequence[Row], names: Mapping[str, str], bad: Collection[int]
) -> Iterator[WrittenHand]:
    """Go through the hands in the order of their numbers, none where there are too many sides for a game."""
    by_hand: dict[int, dict[str, Row]] = {}
    for row in rows if len(names) <= MOST else ():
        by_hand.setdefault(row.hand, {})[row.side] = row
    for number, of_hand in sorted(by_hand.items()):
        yield written_hand(variant, number, of_hand, names, bad)


def written_hand(
    variant: Variant, number: int, rows: Mapping[str, Row], names: Mapping[str, str], bad: Collection[int]
) -> WrittenHand:
    """Read a hand from the row of each side; one with a row that is bad already is not reckoned with."""
    times = [(row, time_of(row)) for row in rows.values() if TIME in row.cells]
    facts, faults = facts_of(variant, rows, list(names))
    faults += ((row.number, f"'{row.cells[TIME]}' is no time", NO_TIME) for row, time in times if not time)
    faults += () if bad else lacking(number, rows, names)
    is_sound = not (faults or any(row.number in bad for row in rows.values()))
    score = score_hand(variant, facts) if is_sound else HandScore(sides={})
    return WrittenHand(
        number=number,
        at=next((time for _, time in times if time), None),
        facts=facts,
        rows=rows,
        score=score,
        faults=tuple(faults_of_scores(score, facts, rows) if is_sound else faults),
        impossible=tuple(why_impossible(variant, facts, rows)) if is_sound else (),
    )


def lacking(hand: int, rows: Mapping[str, Row], names: Mapping[str, str]) -> Iterator[RowFault]:
    """Go through the sides that have no row of a hand."""
    last = max(row.number for row in rows.values())
    for side in names:
        if side not in rows:
            yield last, f"hand {hand} has no row of {side}", "write one, with 0 where it had nothing"


def time_of(row: Row) -> datetime | None:
    """Read the time of a row; None where it is none."""
    try:
        return in_whole_minutes(datetime.fromisoformat(row.cells[TIME]))
    except (ValueError, OverflowError):
        return None


def facts_of(variant: Variant, rows: Mapping[str, Row], sides: Sequence[str]) -> tuple[HandFacts, list[RowFault]]:
    """Read what each side has of a hand, as if it had been told in words, and why it cannot be taken."""
    words, numbers = [], []
    for side, row in rows.items():
        told = [side, *words_of(variant, row)]
        words += told
        numbers += [row.number] * len(told)
    facts, refused = read_so_far(variant, words, sides)
    return facts, [(numbers[no.word or 0], no.message, no.hint) for no in refused]


def words_of(variant: Variant, row: Row) -> Iterator[str]:
    """Go through the words of a tally that a row stands for; a part is given directly where none of its facts is."""
    cells = {column: plain_fact(cell) for column, cell in row.cells.items() if column.endswith(IS)}
    told = {column.removesuffix(IS): number for column, number in cells.items() if number != "0"}
    parts = {part_of(variant, fact) for fact in told}
    yield from (f"{fact}{IS}{number}" for fact, number in told.items())
    yield from (f"{part}{IS}{row.figures[part]}" for part in DIRECT if row.figures.get(part) and part not in parts)


def why_impossible(variant: Variant, facts: HandFacts, rows: Mapping[str, Row]) -> Iterator[RowFault]:
    """Go through the reasons why a hand cannot have happened, each with the row that it is told in."""
    somewhere = next(iter(rows.values()))
    for problem in referee(variant, facts):
        if problem.is_impossible:
            yield rows.get(problem.side, somewhere).number, f"{problem.severity}: {problem.message}", problem.hint


def faults_of_scores(score: HandScore, facts: HandFacts, rows: Mapping[str, Row]) -> Iterator[RowFault]:
    """Go through the figures of a hand that do not follow from its facts; the total only where its parts are right."""
    for side, row in rows.items():
        own = score.sides[side]
        parts = {**dict(zip(DIRECT, (own.base, own.count), strict=True)), PENALTIES: own.penalties}
        wrong = [*faults_of_figures(row, parts)]
        if not wrong and not facts[side] and row.figures.get(TOTAL):
            yield row.number, "tells a total and nothing that it comes from", WHAT_IT_COMES_FROM
        else:
            yield from wrong or faults_of_figures(row, {TOTAL: own.total})


def faults_of_figures(row: Row, follows: Mapping[str, int]) -> Iterator[RowFault]:
    """Go through the figures of a row that are not those that follow."""
    for column, figure in follows.items():
        said = row.figures.get(column, figure)
        if said != figure:
            yield row.number, f"{column} says {said:,}, and the rest gives {figure:,}", REMEDIES.get(column, REMEDY)


def brought_forward(first: WrittenHand, names: Iterable[str]) -> dict[str, int]:
    """Give what each side had before the first hand, in points: its running total less what the hand gives."""
    running = {side: row.figures[RUNNING] for side, row in first.rows.items() if RUNNING in row.figures}
    return {side: running[side] - first.score.sides[side].total if side in running else 0 for side in names}


def faults_of_running(hands: Sequence[WrittenHand], start: PointsBySide) -> Iterator[RowFault]:
    """Go through the running totals that do not follow from those above; one slip is told once, where it begins."""
    totals, off = dict(start), dict.fromkeys(start, 0)
    for hand in hands:
        for side, score in hand.score.sides.items():
            totals[side] += score.total
            row, follows = hand.rows[side], totals[side] + off[side]
            yield from faults_of_figures(row, {RUNNING: follows})
            off[side] = row.figures.get(RUNNING, follows) - totals[side]


def entries_of(variant: Variant, game: WrittenGame, now: datetime) -> Iterator[Entry]:
    """Go through the entries that record a game, one for each hand, in the order of their numbers.

    A hand that has no time has that of `now`; one that cannot have happened is marked as taken anyway.
    """
    journal = Journal(variant, game.start)
    for number, hand in enumerate(game.hands, 1):
        at, facts, anyway = hand.at or now, hand.facts, bool(hand.impossible)
        entry = Entry(number=number, at=at, what=What.HAND, hand=number, facts=facts, anyway=anyway)
        journal.enter(entry)
        yield replace(entry, totals=dict(journal.totals))
