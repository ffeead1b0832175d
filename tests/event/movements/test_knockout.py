"""The knockout: the first meets the last, byes go to the lowest numbers, who loses is out."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.events import check_everybody_once, couples, seat_first

from canasta_score.event.errors import EventError
from canasta_score.event.movements import MOVEMENTS, MovementName, Situation, count_knockout_games
from canasta_score.event.seating.tables import Seating, list_pairs, list_sit_outs

pytestmark = pytest.mark.usefixtures("sentences")

seat_knockout = MOVEMENTS[MovementName.KNOCKOUT].seat


def test_each_game_leaves_half_of_the_pairs() -> None:
    assert [count_knockout_games(pairs) for pairs in (2, 3, 4, 5, 8, 9)] == [1, 2, 2, 3, 3, 4]


def situation(rounds: list[Seating], points: dict[int, dict[int, int]], *gone: int) -> Situation:
    present = tuple(pair for pair in sorted(list_pairs(rounds[0])) if pair not in gone)
    return Situation(
        game=len(rounds) + 1,
        present=present,
        rounds=tuple(rounds),
        may_turn=True,
        points=points,
        drawn={1: rounds[0]},
    )


def scores(rounds: list[Seating], winners: list[set[int]]) -> dict[int, dict[int, int]]:
    return {
        game: {pair: 100 if pair in won else 0 for pair in list_pairs(seating)}
        for game, (seating, won) in enumerate(zip(rounds, winners, strict=True), 1)
    }


def test_eight_pairs() -> None:
    first = seat_first(MovementName.KNOCKOUT, range(1, 9))
    assert couples(first) == [{1, 8}, {4, 5}, {2, 7}, {3, 6}]
    second = seat_knockout(situation([first], scores([first], [{8, 4, 7, 3}])))
    assert couples(second) == [{8, 4}, {7, 3}]
    third = seat_knockout(situation([first, second], scores([first, second], [{8, 4, 7, 3}, {4, 7}])))
    assert couples(third) == [{4, 7}]


def test_five_pairs_have_three_byes_in_the_first_game_only() -> None:
    first = seat_first(MovementName.KNOCKOUT, [5, 3, 1, 2, 4])
    assert couples(first) == [{4, 5}]
    assert list_sit_outs(first) == [1, 2, 3]
    second = seat_knockout(situation([first], scores([first], [{5}])))
    assert couples(second) == [{1, 5}, {2, 3}]
    assert list_sit_outs(second) == []


def test_after_a_tie_the_lower_number_goes_on() -> None:
    first = seat_first(MovementName.KNOCKOUT, range(1, 5))
    points = {1: {1: 50, 4: 50, 2: 10, 3: 20}}
    assert couples(seat_knockout(situation([first], points))) == [{1, 3}]


def test_a_pair_that_left_loses_to_its_next_opponent() -> None:
    first = seat_first(MovementName.KNOCKOUT, range(1, 5))
    points = scores([first], [{1, 2}])
    second = seat_knockout(situation([first], points, 2))
    assert couples(second) == []
    assert list_sit_outs(second) == [1]


def test_a_missing_result_is_named() -> None:
    first = seat_first(MovementName.KNOCKOUT, range(1, 5))
    with pytest.raises(EventError, match="tables 1 and 2"):
        seat_knockout(situation([first], {1: {}}))
    with pytest.raises(EventError, match="table 2"):
        seat_knockout(situation([first], {1: {1: 100, 4: 0}}))


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game of a knock-out: its seating, who has left before it, who had not lost by then, and who lost in it."""

    seating: Seating
    left: frozenset[int]
    unbeaten: frozenset[int]
    losers: frozenset[int]


@st.composite
def knockouts(draw: st.DrawFn, most_left: int = 0) -> list[Game]:
    """Return all games of a knock-out, with ties; before each game but the first some pairs leave."""
    pairs = draw(st.integers(2, 60))
    seating = seat_first(MovementName.KNOCKOUT, draw(st.permutations(range(1, pairs + 1))))
    left: set[int] = set()
    unbeaten = set(range(1, pairs + 1))
    games: list[Game] = []
    points: dict[int, dict[int, int]] = {}
    last = count_knockout_games(pairs)
    for game in range(1, last + 1):
        points[game] = {pair: draw(st.sampled_from([-5, 0, 5])) for couple in couples(seating) for pair in couple}
        losers = frozenset(min(couple, key=lambda pair: (points[game][pair], -pair)) for couple in couples(seating))
        games.append(Game(seating=seating, left=frozenset(left), unbeaten=frozenset(unbeaten), losers=losers))
        unbeaten -= losers
        if game < last:
            left |= draw(st.sets(st.integers(1, pairs), max_size=most_left))
            seating = seat_knockout(situation([each.seating for each in games], points, *left))
    return games


@given(knockouts(most_left=3))
def test_everybody_who_has_not_lost_or_left_plays_or_sits_out_once(games: list[Game]) -> None:
    for game in games:
        check_everybody_once(sorted(game.unbeaten - game.left), game.seating)


@given(knockouts(most_left=3))
def test_byes_go_to_the_lowest_numbers_in_the_first_game_only(games: list[Game]) -> None:
    pairs = len(games[0].unbeaten)
    byes = 2 ** (pairs - 1).bit_length() - pairs
    assert sorted(list_sit_outs(games[0].seating)) == [*range(1, byes + 1)]
    for game in games[1:]:
        assert len(list_sit_outs(game.seating)) <= len(game.unbeaten & game.left)


@given(knockouts())
def test_one_is_left_after_the_last_game(games: list[Game]) -> None:
    assert all(len(game.unbeaten) == 2 ** (len(games) - number) for number, game in enumerate(games[1:], 1))
    assert len(games[-1].unbeaten - games[-1].losers) == 1


@given(knockouts())
def test_the_two_halves_of_the_bracket_meet_in_the_last_game(games: list[Game]) -> None:
    """1 meets the last, 2 the last but one: those who sum to one more than the places of the bracket."""
    places = 2 ** len(games)
    assert {sum(couple) for couple in couples(games[0].seating)} <= {places + 1}
