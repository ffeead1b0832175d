"""The knockout: the first meets the last, byes go to the lowest numbers, who loses is out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.events import couples

from canasta_score.event.errors import EventError
from canasta_score.event.movements import knockout
from canasta_score.event.movements.situation import Situation
from canasta_score.event.seating.tables import Seating, list_pairs, list_sit_outs


def situation(rounds: list[Seating], points: dict[int, dict[int, int]], *gone: int) -> Situation:
    present = tuple(pair for pair in sorted(list_pairs(rounds[0])) if pair not in gone)
    return Situation(game=len(rounds) + 1, present=present, rounds=tuple(rounds), points=points)


def scores(rounds: list[Seating], winners: list[set[int]]) -> dict[int, dict[int, int]]:
    return {
        game: {pair: 100 if pair in won else 0 for pair in list_pairs(seating)}
        for game, (seating, won) in enumerate(zip(rounds, winners, strict=True), 1)
    }


def test_eight_pairs() -> None:
    first = knockout.seat_first(range(1, 9))
    assert couples(first) == [{1, 8}, {4, 5}, {2, 7}, {3, 6}]
    second = knockout.seat(situation([first], scores([first], [{8, 4, 7, 3}])))
    assert couples(second) == [{8, 4}, {7, 3}]
    third = knockout.seat(situation([first, second], scores([first, second], [{8, 4, 7, 3}, {4, 7}])))
    assert couples(third) == [{4, 7}]


def test_five_pairs_have_three_byes_in_the_first_game_only() -> None:
    first = knockout.seat_first([5, 3, 1, 2, 4])
    assert couples(first) == [{4, 5}]
    assert list_sit_outs(first) == [1, 2, 3]
    second = knockout.seat(situation([first], scores([first], [{5}])))
    assert couples(second) == [{1, 5}, {2, 3}]
    assert list_sit_outs(second) == []


def test_after_a_tie_the_lower_number_goes_on() -> None:
    first = knockout.seat_first(range(1, 5))
    points = {1: {1: 50, 4: 50, 2: 10, 3: 20}}
    assert couples(knockout.seat(situation([first], points))) == [{1, 3}]


def test_a_pair_that_left_loses_to_its_next_opponent() -> None:
    first = knockout.seat_first(range(1, 5))
    points = scores([first], [{1, 2}])
    second = knockout.seat(situation([first], points, 2))
    assert couples(second) == []
    assert list_sit_outs(second) == [1]


def test_a_missing_result_is_named() -> None:
    first = knockout.seat_first(range(1, 5))
    with pytest.raises(EventError, match="tables 1 and 2"):
        knockout.seat(situation([first], {1: {}}))
    with pytest.raises(EventError, match="table 2"):
        knockout.seat(situation([first], {1: {1: 100, 4: 0}}))


@given(pairs=st.integers(2, 60), data=st.data())
def test_one_is_left_after_the_last_game(pairs: int, data: st.DataObject) -> None:
    rounds = [knockout.seat_first(range(1, pairs + 1))]
    points: dict[int, dict[int, int]] = {}
    alive = set(range(1, pairs + 1))
    for game in range(1, knockout.count_games(pairs) + 1):
        seating = rounds[-1]
        assert set(list_pairs(seating)) == alive
        assert not list_sit_outs(seating) or game == 1
        points[game] = {}
        for couple in couples(seating):
            winner, loser = data.draw(st.permutations(sorted(couple)))
            points[game] |= {winner: 5, loser: 0}
            alive.remove(loser)
        if len(alive) > 1:
            rounds.append(knockout.seat(situation(rounds, points)))
    assert len(alive) == 1
