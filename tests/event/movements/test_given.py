"""Pairings from a file: everybody sits where the file says; to name a pair twice, or not at all, is refused."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.event_days import Day
from support.events import check_everybody_once

from canasta_score.event.entries import EventEntryKind
from canasta_score.event.errors import EventError
from canasta_score.event.event import list_present
from canasta_score.event.movements import MovementName
from canasta_score.event.seating.csv_tables import parse_seats
from canasta_score.event.seating.rounds import list_seatings
from canasta_score.event.seating.tables import Seating, Table, list_sit_outs
from canasta_score.event.settings import Settings

pytestmark = pytest.mark.usefixtures("sentences")

Rows = list[tuple[int, int, int]]  # table, North-South, East-West; 0 is nobody


@dataclass(frozen=True, kw_only=True)
class Pairings:
    """The rows of a file for so many pairs, by game."""

    pairs: int
    games: list[Rows]

    def start(self) -> Day:
        """Return a day with the pairs and the games of the file, before the draw."""
        return Day(self.pairs, Settings(movement=MovementName.GIVEN, games=len(self.games)))

    def draw(self, day: Day) -> None:
        """Draw the tables by the file."""
        lines = [f"{game},{table},{ns},{ew}" for game, rows in enumerate(self.games, 1) for table, ns, ew in rows]
        text = "\n".join(["game,table,ns,ew", *lines])
        seats = parse_seats(text.encode(), "pairings.csv", day.event.pairs)
        day.record(EventEntryKind.DRAW, seats=seats)

    def list_seatings(self) -> list[Seating]:
        return [tuple(Table(table, ns or None, ew or None) for table, ns, ew in rows) for rows in self.games]


@st.composite
def pairings(draw: st.DrawFn) -> Pairings:
    pairs = draw(st.integers(2, 60))
    phantom = [0] * (pairs % 2)
    games: list[Rows] = []
    for _ in range(draw(st.integers(1, 4))):
        order = draw(st.permutations([*range(1, pairs + 1), *phantom]))
        games.append([(table, *order[2 * table - 2 : 2 * table]) for table in range(1, len(order) // 2 + 1)])
    return Pairings(pairs=pairs, games=games)


@given(pairings())
@pytest.mark.slow
def test_everybody_sits_as_in_the_file(file: Pairings) -> None:
    day = file.start()
    file.draw(day)
    seatings = list_seatings(day.event, len(file.games))
    assert seatings == file.list_seatings()
    for seating in seatings:
        check_everybody_once(range(1, file.pairs + 1), seating)
        assert len(list_sit_outs(seating)) == file.pairs % 2


@given(file=pairings(), data=st.data())
def test_a_game_that_names_a_pair_twice_is_refused(file: Pairings, data: st.DataObject) -> None:
    rows, table, pair = choose_row(file, data)
    others = sorted({*range(1, file.pairs + 1)} - {pair, *rows[table][1:]})
    other = data.draw(st.sampled_from(others or [pair]))
    rows.append((len(rows) + 1, other, 0))
    check_refused(file, other)


@given(file=pairings(), data=st.data())
def test_a_game_that_misses_a_pair_is_refused(file: Pairings, data: st.DataObject) -> None:
    rows, table, pair = choose_row(file, data)
    number, ns, ew = rows[table]
    rows[table] = (number, 0 if ns == pair else ns, 0 if ew == pair else ew)
    check_refused(file, pair)


def choose_row(file: Pairings, data: st.DataObject) -> tuple[Rows, int, int]:
    """Return the rows of a game, the index of one, and a pair in it."""
    rows = data.draw(st.sampled_from(file.games))
    table = data.draw(st.integers(0, len(rows) - 1))
    return rows, table, data.draw(st.sampled_from([pair for pair in rows[table][1:] if pair]))


def check_refused(file: Pairings, pair: int) -> None:
    """Check that the draw is refused with a sentence that names the pair, and that nothing is recorded."""
    day = file.start()
    with pytest.raises(EventError, match=rf"look at pairs? .*\b{pair}\b") as caught:
        file.draw(day)
    assert all(diagnostic.hint for diagnostic in caught.value.diagnostics)
    assert not day.event.is_drawn


@given(file=pairings(), coming=st.lists(st.tuples(st.booleans(), st.integers(1, 60)), max_size=6))
def test_pairs_that_come_late_and_go_leave_the_others_where_the_file_has_them(
    file: Pairings, coming: list[tuple[bool, int]]
) -> None:
    day = file.start()
    file.draw(day)
    for is_late, pair in coming:
        if is_late:
            day.record(EventEntryKind.LATE, names=(f"Late {len(day.event.pairs)} & Later",), game=len(file.games))
        elif pair <= file.pairs and not day.event.pairs[pair].has_left:
            day.record(EventEntryKind.WITHDRAW, pair=pair, game=len(file.games))
    (*before, last), present = list_seatings(day.event, len(file.games)), list_present(day.event.pairs, len(file.games))
    assert before == file.list_seatings()[:-1]
    check_everybody_once(present, last)
    places = {(table.number, side, pair) for table in last for side, pair in zip("ne", table[1:], strict=True)}
    for number, ns, ew in file.games[-1]:
        assert {(number, side, pair) for side, pair in (("n", ns), ("e", ew)) if pair in present} <= places


def test_a_late_pair_sits_where_the_phantom_was_or_at_a_new_table() -> None:
    file = Pairings(pairs=3, games=[[(1, 1, 2), (2, 3, 0)], [(1, 2, 3), (2, 0, 1)]])
    day = file.start()
    file.draw(day)
    day.record(EventEntryKind.LATE, names=("Late & Later",), game=2)
    day.record(EventEntryKind.LATE, names=("Latest & Last",), game=2)
    assert list_seatings(day.event, 2)[-1] == (Table(1, 2, 3), Table(2, 4, 1), Table(3, 5, None))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([(1, 1, 2), (1, 3, 0)], "same number"),
        ([(1, 1, 2), (1, 0, 3)], "same number"),
        ([(1, 1, 2), (2, 3, 0), (3, 0, 0)], "nobody sits at table 3"),
    ],
)
def test_tables_with_one_number_or_with_nobody_are_refused(rows: Rows, message: str) -> None:
    file = Pairings(pairs=3, games=[rows])
    with pytest.raises(EventError, match=message):
        file.draw(file.start())


@pytest.mark.parametrize("rows", [[(1, 1, 2), (2, 0, 0)], [(1, 1, 2)], [(1, 1, 2), (2, 1, 0)]])
def test_a_pair_without_a_seat_is_named_before_an_empty_table(rows: Rows) -> None:
    check_refused(Pairings(pairs=3, games=[rows]), 3)
