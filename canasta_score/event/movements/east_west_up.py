"""East-West up: North-South stays, East-West moves to the next higher table, from the highest to the lowest.

Source: Northern Virginia Senior Olympics, canasta rules of 2023, section B.
"""

from collections.abc import Iterator, Sequence

from canasta_score.event.movements.matching import find_largest_matching
from canasta_score.event.movements.situation import Situation
from canasta_score.event.seating.tables import Seating, Table, merge_lonely_tables, seat_present

_Meetings = set[tuple[int | None, int | None]]
_Places = Sequence[int | None]


def seat(situation: Situation) -> Seating:
    """Return the seating of a game after the first.

    Where moving up by one table would repeat a meeting, which happens only after pairs came or left, East-West moves
    by the fewest tables that repeat none, or else as everybody meets someone new.
    """
    tables = seat_present(situation.rounds[-1], situation.present)
    tables = merge_lonely_tables(tables, may_turn=situation.may_turn)
    met = situation.list_meetings()
    north_south, east_west = [table.ns for table in tables], [table.ew for table in tables]
    moved = _choose_fewest_repeats(north_south, east_west, met)
    return tuple(Table(table.number, table.ns, pair) for table, pair in zip(tables, moved, strict=True))


def _choose_fewest_repeats(north_south: _Places, east_west: _Places, met: _Meetings) -> _Places:
    best, fewest = east_west, len(east_west) + 1
    for moved in _iter_moves(north_south, east_west, met):
        repeats = sum(meeting in met for meeting in zip(north_south, moved, strict=True))
        if repeats < fewest:
            best, fewest = moved, repeats
        if not fewest:
            break
    return best


def _iter_moves(north_south: _Places, east_west: _Places, met: _Meetings) -> Iterator[_Places]:
    for step in range(1, max(len(east_west), 2)):
        yield [*east_west[-step:], *east_west[:-step]]
    yield _match_strangers(north_south, east_west, met)


def _match_strangers(north_south: _Places, east_west: _Places, met: _Meetings) -> _Places:
    """Return East-West in an order in which as many as possible have not met the pair North-South there."""
    size = len(north_south)
    above = [*range(1, size), 0]
    neighbors: list[list[int]] = [
        [size + other for other in range(size) if (pair, east_west[other]) not in met] for pair in north_south
    ]
    neighbors += [
        [table for table in (*above[place:], *above[:place]) if (north_south[table], pair) not in met]
        for place, pair in enumerate(east_west)
    ]
    mates = find_largest_matching(neighbors)[:size]
    left = [place for place in range(size) if size + place not in mates]
    return [east_west[left.pop(0) if mate is None else mate - size] for mate in mates]
