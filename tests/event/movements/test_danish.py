"""The danish movement: first meets second, third meets fourth, and who has just met does not meet again."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.event_days import Day

from canasta_score.event.entries import EventEntryKind
from canasta_score.event.errors import EventError
from canasta_score.event.movements import MOVEMENTS, MovementName, Situation
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import Table, list_pairs, list_sit_outs, seat_in_order
from canasta_score.event.settings import LastGame, Settings

pytestmark = pytest.mark.usefixtures("sentences")

Couples = list[tuple[int, int]]


def first_pairing(order: Sequence[int], met: set[frozenset[int]]) -> Couples | None:
    """Return who meets whom, by trying: the best pair meets the best that leaves a way for all others."""
    if not order:
        return []
    first, *others = order
    for other in others:
        if frozenset((first, other)) not in met:
            rest = first_pairing([pair for pair in others if pair != other], met)
            if rest is not None:
                return [(first, other), *rest]
    return None


@given(order=st.integers(2, 5).flatmap(lambda half: st.permutations(range(1, 2 * half + 1))))
def test_the_best_meet_the_best_that_they_have_not_just_met(order: Sequence[int]) -> None:
    """In the game before, 1 met 2, 3 met 4, and so on; the ranks are any."""
    before = seat_in_order(sorted(order))
    points = {1: dict.fromkeys(order, 0)}
    situation = Situation(
        game=2, present=tuple(sorted(order)), rounds=(before,), points=points, may_turn=True, ranking=tuple(order)
    )
    seating = MOVEMENTS[MovementName.DANISH].seat(situation)
    couples = first_pairing(order, {frozenset(table.pairs) for table in before})
    assert [(table.ns, table.ew) for table in seating] == couples
    assert [table.number for table in seating] == [*range(1, len(seating) + 1)]


def test_two_pairs_meet_again() -> None:
    day = Day(2, Settings(movement=MovementName.DANISH))
    day.draw()
    day.play(1, (5, 10))
    assert find_seating(day.event, 2) == (Table(1, 2, 1),)


def test_it_needs_every_slip_before_and_the_lowest_that_sat_out_least_sits_out() -> None:
    """Totals after game 1: 4 has 900, 1 has 800, 2 has 700, 3 has 100, and 5 has not played; 5 has sat out already."""
    day = Day(5, Settings(movement=MovementName.DANISH, games=3))
    day.draw()
    day.slip(1, 1, 800, 700)
    with pytest.raises(EventError, match="table 2"):
        find_seating(day.event, 2)
    day.slip(1, 2, 100, 900)
    assert find_seating(day.event, 2) == (Table(1, 4, 1), Table(2, 2, 5), Table(3, 3, None))
    day.record(EventEntryKind.ADJUST, pair=2, points=-1000, text="late")
    assert list_sit_outs(find_seating(day.event, 2)) == [2]
    day.record(EventEntryKind.WITHDRAW, pair=2)
    assert find_seating(day.event, 2) == (Table(1, 4, 1), Table(2, 3, 5))


def test_the_last_game_of_another_movement_goes_by_the_standings() -> None:
    """East-West moves up in game 2; after it 3 has 1,900, 2 has 1,000, 1 has 600 and 4 has 500."""
    day = Day(4, Settings(last_game=LastGame.DANISH))
    day.draw()
    day.play(1, (100, 500), (1000, 400))
    assert find_seating(day.event, 2) == (Table(1, 1, 4), Table(2, 3, 2))
    with pytest.raises(EventError, match="game 2"):
        find_seating(day.event, 3)
    day.play(2, (500, 100), (900, 500))
    assert find_seating(day.event, 3) == (Table(1, 3, 1), Table(2, 2, 4))  # 3 has just met 2
    assert sorted(list_pairs(find_seating(day.event, 3))) == [1, 2, 3, 4]
    single = Day(2, Settings(last_game=LastGame.DANISH, games=1))
    single.draw()
    assert single.event.get_movement(1).goes_by_ranks
