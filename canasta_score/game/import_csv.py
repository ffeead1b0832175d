"""A game from its CSV: each hand's facts, or its base and count as an old score sheet has them, row by row.

Figures that follow from others (total, running and the like) are verified where they are given.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from canasta_score.game.csv_columns import NAME, PENALTIES, RUNNING, TIME, TOTAL, as_meant
from canasta_score.game.csv_rows import IS, Bad, Row, columns_of, plain_number, records_of, rows_of
from canasta_score.game.entries import Entry, What
from canasta_score.game.errors import refusal
from canasta_score.game.journal import Journal
from canasta_score.game.sides import faults_of_sides
from canasta_score.game.writing import in_whole_minutes
from canasta_score.hand.facts import HandFacts, Refusal, TallyError, Told, part_of
from canasta_score.hand.referee import referee
from canasta_score.hand.score import score_hand
from canasta_score.hand.tally import read_so_far
from canasta_score.rules.facts import DIRECT
from canasta_score.rules.values import Value, frozen
from canasta_score.rules.variant import Variant

NOTHING_WRITTEN = Refusal(
    message="nothing is written", hint="correct the rows, or take what cannot have happened as it is with --anyway"
)
REMEDIES = {
    RUNNING: "put right which of them is wrong, here or in a row above",
    PENALTIES: "give each penalty in a column of its own, or take it off the base",
}


@frozen
class WrittenHand(Value):
    """A hand as it is written: its number, its time if that is given, its facts, and the row of each side.

    `impossible` says why it cannot have happened, if it cannot.
    """

    number: int
    at: datetime | None
    facts: HandFacts
    rows: Mapping[str, Row]
    impossible: tuple[Bad, ...] = ()


@frozen
class WrittenGame(Value):
    """A game as it is written: names and totals brought forward by side, in points, and the hands in order."""

    names: Mapping[str, str]
    start: Told
    hands: tuple[WrittenHand, ...]


def read_game_csv(data: bytes, variant: Variant, file: str, *, anyway: bool = False) -> WrittenGame:
    """Read a game by a variant's rules; hands that cannot have happened are taken only where they may be `anyway`.

    Raises LedgerError for what is no table of a game, TallyError with a message for each row that cannot be.
    """
    (_, heads), *records = records_of(data, file) or [(1, ())]
    columns = columns_of(variant, heads, file)
    bad: list[Bad] = []
    rows = list(rows_of(columns, records, bad))
    if not (rows or bad):
        raise refusal(file, "holds no hand", "write a row for each hand and side below the heads")
    names = names_of_sides(variant, rows, bad)
    hands = list(hands_of(variant, rows, list(names), bad))
    start = {} if bad else brought_forward(variant, hands, names)
    bad += [] if bad else faults_of_running(variant, hands, start)
    bad += [] if anyway else [one for hand in hands for one in hand.impossible]
    if bad:
        bad.sort(key=lambda one: one[0])
        told = [Refusal(message=f"{file}, row {row}: {what}", hint=hint) for row, what, hint in bad]
        raise TallyError([*told, NOTHING_WRITTEN] if any(hand.impossible for hand in hands) else told)
    return WrittenGame(names=names, start=start, hands=tuple(hands))


def names_of_sides(variant: Variant, rows: Sequence[Row], bad: list[Bad]) -> dict[str, str]:
    """Give the sides with their names, in the order in which they come; one that is not named goes by its word."""
    first: dict[str, Row] = {}
    names: dict[str, str] = {}
    for row in rows:
        first.setdefault(row.side, row)
        name = as_meant(row.cells.get(NAME, ""))
        if name and names.setdefault(row.side, name) != name:
            bad.append(
                (row.number, f"{row.side} is called '{name}' here and '{names[row.side]}' before", "name it once")
            )
    names = {side: names.get(side, side.capitalize()) for side in first}
    for side, (message, hint) in faults_of_sides(variant, names) if rows else ():
        bad.append((first[side].number if side else rows[0].number, message, hint))
    owners: dict[str, str] = {}
    for side, name in names.items():
        if owners.setdefault(name, side) != side:
            bad.append((first[side].number, f"two sides are called '{name}'", "give each its own name"))
    return names


def hands_of(variant: Variant, rows: Sequence[Row], sides: Sequence[str], bad: list[Bad]) -> Iterator[WrittenHand]:
    """Go through the hands in the order of their numbers."""
    by_hand: dict[int, dict[str, Row]] = {}
    for row in rows:
        by_hand.setdefault(row.hand, {})[row.side] = row
    for number, of_hand in sorted(by_hand.items()):
        times = [time for row in of_hand.values() if (time := time_of(row, bad))]
        facts, refused = facts_of(variant, of_hand, sides)
        bad += refused or faults_of_scores(variant, facts, of_hand)
        cannot_be = () if refused else tuple(why_impossible(variant, facts, of_hand))
        at = times[0] if times else None
        yield WrittenHand(number=number, at=at, facts=facts, rows=of_hand, impossible=cannot_be)


def time_of(row: Row, bad: list[Bad]) -> datetime | None:
    """Read the time of a row, where it has one."""
    cell = row.cells.get(TIME)
    try:
        return in_whole_minutes(datetime.fromisoformat(cell)) if cell else None
    except (ValueError, OverflowError):
        bad.append((row.number, f"'{cell}' is no time", "write it such as 2026-11-21T19:30:00"))
        return None


def facts_of(variant: Variant, rows: Mapping[str, Row], sides: Sequence[str]) -> tuple[HandFacts, list[Bad]]:
    """Read what each side has of a hand, as if it had been told in words, and why it cannot be taken."""
    words, numbers = [], []
    for side, row in rows.items():
        told = [side, *words_of(variant, row)]
        words += told
        numbers += [row.number] * len(told)
    facts, refusals = read_so_far(variant, words, sides)
    return facts, [(numbers[no.word or 0], no.message, no.hint) for no in refusals]


def why_impossible(variant: Variant, facts: HandFacts, rows: Mapping[str, Row]) -> Iterator[Bad]:
    """Go through the reasons why a hand cannot have happened, each with the row that it is told in."""
    somewhere = next(iter(rows.values()))
    for problem in referee(variant, facts):
        if problem.is_impossible:
            yield rows.get(problem.side, somewhere).number, f"{problem.severity}: {problem.message}", problem.hint


def words_of(variant: Variant, row: Row) -> Iterator[str]:
    """Go through the words of a tally that a row stands for; a part is given directly where none of its facts is."""
    cells = {column: plain_number(cell) for column, cell in row.cells.items() if column.endswith(IS)}
    told = {column.removesuffix(IS): number for column, number in cells.items() if number != "0"}
    parts = {part_of(variant, fact) for fact in told}
    yield from (f"{fact}{IS}{number}" for fact, number in told.items())
    yield from (f"{part}{IS}{row.figures[part]}" for part in DIRECT if row.figures.get(part) and part not in parts)


def brought_forward(variant: Variant, hands: Sequence[WrittenHand], names: Iterable[str]) -> dict[str, int]:
    """Give what each side had before the first hand, in points: its running total less what the hand gives."""
    first, scores = hands[0], score_hand(variant, hands[0].facts).sides
    running = {side: row.figures[RUNNING] for side, row in first.rows.items() if RUNNING in row.figures}
    return {side: running[side] - scores[side].total if side in running else 0 for side in names}


def faults_of_running(variant: Variant, hands: Sequence[WrittenHand], start: Told) -> Iterator[Bad]:
    """Go through the running totals that do not follow from those above them."""
    totals = dict(start)
    for hand in hands:
        for side, score in score_hand(variant, hand.facts).sides.items():
            totals[side] += score.total
            if side in hand.rows:
                yield from faults_of_figures(hand.rows[side], {RUNNING: totals[side]})


def faults_of_scores(variant: Variant, facts: HandFacts, rows: Mapping[str, Row]) -> Iterator[Bad]:
    """Go through the figures of a hand that do not follow from its facts; the total only where its parts are right."""
    for side, row in rows.items():
        score = score_hand(variant, facts).sides[side]
        parts = {**dict(zip(DIRECT, (score.base, score.count), strict=True)), PENALTIES: score.penalties}
        wrong = list(faults_of_figures(row, parts))
        yield from wrong or faults_of_figures(row, {TOTAL: score.total})


def faults_of_figures(row: Row, follows: Mapping[str, int]) -> Iterator[Bad]:
    """Go through the figures of a row that are not those that follow."""
    for column, figure in follows.items():
        said = row.figures.get(column, figure)
        if said != figure:
            message = f"{column} says {said:,}, and the rest gives {figure:,}"
            yield row.number, message, REMEDIES.get(column, "put right which of them is wrong")


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
