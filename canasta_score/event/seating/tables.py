"""Who sits where in a game: tables with a pair North-South and a pair East-West, or with one pair that sits out."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import count
from typing import NamedTuple

from canasta_score.event.errors import event_error
from canasta_score.rules.frozen import FastStrEnum
from canasta_score.rules.text import name_numbers


class Direction(FastStrEnum):
    """Where a pair sits at a table, and the field of the pairs that sit so."""

    NS = "ns"
    EW = "ew"


class Table(NamedTuple):  # no `Value`: there is one for each table of each game
    """A table in a game: its number and the numbers of the pairs; None for the phantom, whose opponent sits out."""

    number: int
    ns: int | None
    ew: int | None

    @property
    def pairs(self) -> tuple[int, ...]:
        """Return the pairs at the table, North-South first."""
        if self.ns is not None and self.ew is not None:
            return self.ns, self.ew
        return tuple(pair for pair in (self.ns, self.ew) if pair is not None)

    @property
    def is_played(self) -> bool:
        """Return whether two pairs meet at the table."""
        return self.ns is not None and self.ew is not None

    @property
    def seats(self) -> dict[Direction, int]:
        """Return who sits where at a table that is played."""
        return dict(zip(Direction, self.pairs, strict=True))


Seating = tuple[Table, ...]
Meeting = tuple[int | None, int | None]  # a pair and its opponent; None is the phantom


def list_pairs(seating: Iterable[Table]) -> list[int]:
    """Return the pairs of a seating, in the order of the tables."""
    return [pair for table in seating for pair in table.pairs]


def list_sit_outs(seating: Iterable[Table]) -> list[int]:
    """Return the pairs that sit out, in the order of the tables."""
    return [pair for table in seating if not table.is_played for pair in table.pairs]


def iter_meetings(seating: Iterable[Table]) -> Iterator[Meeting]:
    """Yield who meets whom, each meeting in both orders."""
    for table in seating:
        yield table.ns, table.ew
        yield table.ew, table.ns


def require_table(seating: Seating, game: int, number: int | None) -> Table:
    """Return the table with a number at which two pairs meet; raises EventError if there is none in the game."""
    if number is not None:
        for table in (*seating[number - 1 : number], *seating):  # as a rule they are numbered without a gap
            if table.number == number and table.is_played:
                return table
    numbers = [table.number for table in seating if table.is_played]
    one_of = "from " if len(numbers) > 1 else ""
    hint = f"choose {one_of}{name_numbers('table', numbers)}" if numbers else "no two pairs meet in this game"
    if alone := [pair for table in seating if table.number == number for pair in table.pairs]:
        hint = f"{name_numbers('pair', alone)} sits out there"
    raise event_error(f"there is no table {number} in game {game}", hint)


def seat_in_order(pairs: Sequence[int]) -> Seating:
    """Return the tables at which pairs sit in their order, two at each; of an odd number, the last one sits out."""
    places: list[int | None] = [*pairs, *([None] if len(pairs) % 2 else [])]
    couples = zip(places[::2], places[1::2], strict=True)
    return tuple(Table(number, ns, ew) for number, (ns, ew) in enumerate(couples, 1))


def seat_present(seating: Seating, present: Collection[int]) -> Seating:
    """Return a seating of the present pairs: who left leaves a phantom, whose place or a new table a new pair takes."""
    stays = {*present}
    tables = [Table(table.number, *(pair if pair in stays else None for pair in table[1:])) for table in seating]
    seated = {*list_pairs(tables)}
    for pair in [pair for pair in present if pair not in seated]:
        if lonely := [index for index, table in enumerate(tables) if len(table.pairs) == 1]:
            tables[lonely[0]] = _replace_phantom(tables[lonely[0]], pair)
        else:
            taken = {table.number for table in tables if table.pairs}
            tables.append(Table(next(number for number in count(1) if number not in taken), pair, None))
    return tuple(sorted(table for table in tables if table.pairs))


def merge_lonely_tables(seating: Seating, *, may_turn: bool) -> Seating:
    """Return a seating in which two lonely pairs meet at the first of their tables, facing alike only if `may_turn`."""
    tables: list[Table] = []
    for table in seating:
        others = [
            index
            for index, other in enumerate(tables)
            if not (table.is_played or other.is_played) and (may_turn or (other.ns is None) != (table.ns is None))
        ]
        if others:
            tables[others[0]] = _replace_phantom(tables[others[0]], *table.pairs)
        else:
            tables.append(table)
    return tuple(tables)


def _replace_phantom(table: Table, pair: int) -> Table:
    return table._replace(ns=pair) if table.ns is None else table._replace(ew=pair)
