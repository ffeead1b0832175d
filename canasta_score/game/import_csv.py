"""A game from its CSV: each hand's facts, or its base and count as an old score sheet has them, row by row.

Figures that follow from others (total, running and the like) are verified where they are given.
"""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from canasta_score.game.csv_columns import (
    ABOUT,
    FIGURES,
    HAND,
    NAME,
    NEED,
    PENALTIES,
    RUNNING,
    SIDE,
    TIME,
    TOTAL,
    as_meant,
    names_of,
)
from canasta_score.game.entries import Entry, What
from canasta_score.game.errors import refusal
from canasta_score.game.journal import Journal
from canasta_score.game.sides import faults_of_sides
from canasta_score.game.writing import in_whole_minutes
from canasta_score.hand.facts import HandFacts, Refusal, TallyError, Told, part_of
from canasta_score.hand.numbers import WrongWordError, is_in_digits, whole_number
from canasta_score.hand.referee import referee
from canasta_score.hand.score import SideScore, score_hand
from canasta_score.hand.tally import read_so_far
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
REMEDIES = {
    RUNNING: "put right which of them is wrong, here or in a row above",
    PENALTIES: "give each penalty in a column of its own, or take it off the base",
}
Cells = Mapping[str, str]
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


@frozen
class WrittenHand(Value):
    """A hand as it is written: its number, its time if that is given, its facts, and the row of each side."""

    number: int
    at: datetime | None
    facts: HandFacts
    rows: Mapping[str, Row]


@frozen
class WrittenGame(Value):
    """A game as it is written: names and totals brought forward by side, in points, and the hands in order."""

    names: Mapping[str, str]
    start: Told
    hands: tuple[WrittenHand, ...]


def read_game_csv(data: bytes, variant: Variant, file: str) -> WrittenGame:
    """Read a game by a variant's rules.

    Raises LedgerError for what is no table of a game, TallyError with a message for each row that cannot be read.
    """
    heads, *records = records_of(data, file)
    columns = columns_of(variant, heads, file)
    bad: list[Bad] = []
    rows = list(rows_of(columns, records, bad))
    if not (rows or bad):
        raise refusal(file, "holds no hand", "write a row for each hand and side below the heads")
    names = names_of_sides(variant, rows, bad)
    hands = list(hands_of(variant, rows, list(names), bad))
    start = {} if bad else brought_forward(variant, hands, names)
    bad += [] if bad else faults_of_figures(variant, hands, start)
    if bad:
        raise TallyError(Refusal(message=f"{file}, row {row}: {what}", hint=hint) for row, what, hint in sorted(bad))
    return WrittenGame(names=names, start=start, hands=tuple(hands))


def records_of(data: bytes, file: str) -> list[list[str]]:
    """Cut a text into its records; commas, semicolons or tabs set the cells apart, whichever its first line has."""
    import csv  # noqa: PLC0415 -- start-up

    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise refusal(file, "is not UTF-8", "let the spreadsheet save it as 'CSV UTF-8'") from None
    lines = [f"{line}\n" for line in text.split("\n")]
    delimiter = max(DELIMITERS, key=lines[0].count)
    try:
        return [[cell.strip() for cell in record] for record in csv.reader(lines, delimiter=delimiter, strict=True)]
    except csv.Error as error:
        raise refusal(file, f"is no CSV: {error}", "let a spreadsheet save it anew as CSV") from None


def columns_of(variant: Variant, heads: Sequence[str], file: str) -> list[str]:
    """Give for each head the fact that it means, or the other column; raises LedgerError where there are none.

    Raises TallyError with all heads that mean nothing, and those that are there twice.
    """
    facts = {name: f"{fact.name}{IS}" for fact in variant.facts.values() for name in names_of(fact)}
    known = {**dict.fromkeys((*ABOUT, *FIGURES)), **facts}
    columns = [head.lower() for head in heads]
    for needed in (HAND, SIDE):
        if needed not in columns:
            hint = f"head the columns {HAND}, {SIDE} and base, count, or facts such as {', '.join(list(facts)[:3])}"
            raise refusal(file, f"has no column '{needed}'", hint)
    bad = [Refusal(message=f"{file}: a column has no head", hint="name it, or take it out")] if "" in columns else []
    for head in dict.fromkeys(filter(None, columns)):
        if head not in known:
            message = f"{file}: unknown column '{head}'"
            bad.append(Refusal(message=message, hint=f"{did_you_mean(head, known)}; or take it out"))
    meant = [facts.get(head, head) for head in columns]
    twice = dict.fromkeys(column.removesuffix(IS) for column in meant if column and meant.count(column) > 1)
    bad += (Refusal(message=f"{file}: the column '{column}' is there twice", hint="take one out") for column in twice)
    if bad:
        raise TallyError(bad)
    return meant


def rows_of(columns: Sequence[str], records: Sequence[Sequence[str]], bad: list[Bad]) -> Iterator[Row]:
    """Go through the rows that say which hand and side they are about; blank ones are passed over."""
    seen: dict[tuple[int, str], int] = {}
    for number, record in enumerate(records, 2):
        cells = {column: cell for column, cell in zip(columns, record, strict=False) if cell}
        if not any(record):
            continue
        if any(record[len(columns) :]):
            bad.append((number, "has more cells than there are heads", "put the cells under their heads"))
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
            try:
                figures[column] = whole_number(column, plain_number(cells[column]), negative=True)
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
    for place, (side, name) in enumerate(names.items()):
        if name in [*names.values()][:place]:
            bad.append((first[side].number, f"two sides are called '{name}'", "give each its own name"))
    return names


def hands_of(variant: Variant, rows: Sequence[Row], sides: Sequence[str], bad: list[Bad]) -> Iterator[WrittenHand]:
    """Go through the hands in the order of their numbers."""
    for number in sorted({row.hand for row in rows}):
        of_hand = {row.side: row for row in rows if row.hand == number}
        times = [time for row in of_hand.values() if (time := time_of(row, bad))]
        facts = facts_of(variant, of_hand, sides, bad)
        yield WrittenHand(number=number, at=times[0] if times else None, facts=facts, rows=of_hand)


def time_of(row: Row, bad: list[Bad]) -> datetime | None:
    """Read the time of a row, where it has one."""
    cell = row.cells.get(TIME)
    try:
        return in_whole_minutes(datetime.fromisoformat(cell)) if cell else None
    except (ValueError, OverflowError):
        bad.append((row.number, f"'{cell}' is no time", "write it such as 2026-11-21T19:30:00"))
        return None


def facts_of(variant: Variant, rows: Mapping[str, Row], sides: Sequence[str], bad: list[Bad]) -> HandFacts:
    """Read what each side has of a hand, as if it had been told in words."""
    words, numbers = [], []
    for side, row in rows.items():
        told = [side, *words_of(variant, row)]
        words += told
        numbers += [row.number] * len(told)
    facts, refusals = read_so_far(variant, words, sides)
    bad += ((numbers[no.word or 0], no.message, no.hint) for no in refusals)
    return facts


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


def faults_of_figures(variant: Variant, hands: Sequence[WrittenHand], start: Told) -> Iterator[Bad]:
    """Go through the figures that do not follow from the facts, or from those above them."""
    totals = dict(start)
    for hand in hands:
        for side, score in score_hand(variant, hand.facts).sides.items():
            totals[side] += score.total
            if side in hand.rows:
                yield from faults_of_row(hand.rows[side], score, totals[side])


def faults_of_row(row: Row, score: SideScore, running: int) -> Iterator[Bad]:
    """Go through the figures of a row that are not what they should be."""
    follows = {
        **dict(zip(DIRECT, (score.base, score.count), strict=True)),
        PENALTIES: score.penalties,
        TOTAL: score.total,
        RUNNING: running,
    }
    off = {column: figure for column, figure in row.figures.items() if figure != follows[column]}
    for column in off if len(off) == 1 or TOTAL not in off else off.keys() - {TOTAL}:
        message = f"{column} says {off[column]:,}, and the rest gives {follows[column]:,}"
        yield row.number, message, REMEDIES.get(column, "put right which of them is wrong")


def problems_of(variant: Variant, hand: WrittenHand) -> list[str]:
    """List why a hand cannot have happened, each reason with the row that it is told in."""
    somewhere = next(iter(hand.rows.values()))
    return [
        f"row {hand.rows.get(problem.side, somewhere).number}: {problem.severity}: {problem}"
        for problem in referee(variant, hand.facts)
        if problem.is_impossible
    ]


def entries_of(variant: Variant, game: WrittenGame, now: datetime, anyway: Container[int]) -> Iterator[Entry]:
    """Go through the entries that record a game, one for each hand, in the order of their numbers.

    A hand that has no time has that of `now`; those numbers that are in `anyway` are marked as taken as they are told.
    """
    journal = Journal(variant, game.start)
    for number, hand in enumerate(game.hands, 1):
        at, facts, taken = hand.at or now, hand.facts, hand.number in anyway
        entry = Entry(number=number, at=at, what=What.HAND, hand=number, facts=facts, anyway=taken)
        journal.enter(entry)
        yield replace(entry, totals=dict(journal.totals))
