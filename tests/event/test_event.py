"""Where a day stands: which game is played, which comes next, and what each pair scored."""

from dataclasses import replace

import pytest
from support.event_days import Day

from canasta_score.event.clock import Clock
from canasta_score.event.entries import ClockAction, EventEntryKind
from canasta_score.event.errors import EventError
from canasta_score.event.event import Pair, get_pair, label_pair
from canasta_score.event.movements import MovementName
from canasta_score.event.settings import Settings
from canasta_score.event.status import compute_status, find_clock

pytestmark = pytest.mark.usefixtures("sentences")


def games(day: Day) -> tuple[int, int]:
    return day.event.current_game, day.event.next_game


def test_before_the_draw_the_first_game_is_next() -> None:
    day = Day(4)
    assert (day.event.is_drawn, games(day)) == (False, (1, 1))
    day.draw()
    assert (day.event.is_drawn, games(day)) == (True, (1, 2))


def test_a_game_is_under_way_until_it_is_announced() -> None:
    day = Day(4)
    day.draw()
    day.slip(1, 1, 5, 0)
    assert games(day) == (1, 2)
    day.slip(1, 2, 5, 0)
    day.slip(2, 1, 5, 0)
    assert games(day) == (1, 3)  # a slip for a later game moves nothing
    assert find_clock(day.event).game == 1
    day.record(EventEntryKind.ANNOUNCE, game=1)
    day.slip(2, 2, 5, 0)
    day.record(EventEntryKind.ANNOUNCE, game=2)
    assert games(day) == (3, 3)
    day.slip(3, 1, 5, 0)
    assert games(day) == (3, 4)
    day.slip(3, 2, 5, 0)
    day.record(EventEntryKind.ANNOUNCE, game=3)
    assert games(day) == (3, 4)


def test_a_game_that_misses_a_slip_stays_the_one_that_is_played() -> None:
    day = Day(4)
    day.draw()
    day.slip(1, 1, 5, 0)
    day.slip(2, 1, 5, 0)
    assert games(day) == (1, 3)


def test_an_announced_game_has_begun_and_so_has_one_with_a_clock() -> None:
    day = Day(4)
    day.draw()
    day.play(1, (5, 0), (5, 0))
    assert [day.event.has_begun(game) for game in (1, 2, 3)] == [True, False, False]
    day.record(EventEntryKind.CLOCK, game=3, action=ClockAction.START)
    assert [day.event.has_begun(game) for game in (1, 2, 3)] == [True, False, True]


def test_a_knockout_has_as_many_games_as_its_bracket() -> None:
    for pairs, number in ((2, 1), (4, 2), (5, 3), (8, 3), (9, 4)):
        day = Day(pairs, Settings(movement=MovementName.KNOCKOUT, games=7))
        assert day.event.games == 7
        day.draw()
        assert day.event.games == number


def test_points_of_a_game_are_those_of_the_totals_that_count() -> None:
    day = Day(5)
    day.draw()
    day.slip(1, 2, 700, -5)
    assert day.event.get_points(1) == {3: 700, 4: -5}
    assert (day.event.list_missing(1), day.event.is_complete(1)) == ([1], False)
    day.slip(1, 2, 705, -5)
    assert day.event.get_points(1) == {3: 700, 4: -5}
    assert day.event.get_points(2) == {}
    assert not day.event.is_complete(2)


@pytest.mark.parametrize("game", [None, 0, -1, 4])
def test_a_game_that_is_not_played_is_refused(game: int | None) -> None:
    day = Day(4)
    with pytest.raises(EventError, match="not drawn"):
        day.event.require_game(1)
    day.draw()
    assert [day.event.require_game(number) for number in (1, 3)] == [1, 3]
    with pytest.raises(EventError) as caught:
        day.event.require_game(game)
    assert "3" in caught.value.diagnostics[0].hint


def test_a_pair_is_there_in_its_spells() -> None:
    pair = Pair(number=1, name="Ann & Bob", spells=((2, 4),))
    assert [pair.plays_in(game) for game in (1, 2, 3, 4)] == [False, True, True, False]
    back = replace(pair, spells=((2, 4), (6, None)))
    assert [back.plays_in(game) for game in (3, 4, 5, 6, 7)] == [True, False, False, True, True]
    assert back.withdraw(7).spells == ((2, 4), (6, 7))
    late = Pair(number=1, name="Late & Later", spells=((3, None),)).withdraw(2)
    assert late.has_left
    assert not any(late.plays_in(game) for game in (1, 2, 3, 4))
    assert back.withdraw(3).spells == ((2, 3),)  # what was said of later games no longer holds


def test_a_pair_is_found_by_its_number() -> None:
    pairs = {1: Pair(number=1, name="Ann & Bob"), 2: Pair(number=2, name="Cy & Di")}
    assert (get_pair(pairs, 2).name, label_pair(get_pair(pairs, 1))) == ("Cy & Di", "1 (Ann & Bob)")
    for number in (None, 0, 3):
        with pytest.raises(EventError) as caught:
            get_pair(pairs, number)
        assert caught.value.diagnostics[0].hint == "pairs are numbered 1 to 2"


def test_the_clock_of_a_game_to_come_is_full() -> None:
    day = Day(4, Settings(minutes=45))
    day.draw()
    assert find_clock(day.event) == Clock(game=1, length=45 * 60)


def test_tables_of_the_next_game_are_ready_once_nobody_there_is_playing() -> None:
    """In game 2 table 1 has 1 and 6, table 2 has 3 and 2, table 3 has 5 and 4."""
    for done, ready in (({1}, ()), ({1, 2}, (2,)), ({1, 3}, (1,)), ({2, 3}, (3,)), ({1, 2, 3}, (1, 2, 3))):
        day = Day(6)
        day.draw()
        for table in done:
            day.slip(1, table, 5, 0)
        status = compute_status(day.event, 1)
        assert (status.ready, status.missing) == (ready, tuple(sorted({1, 2, 3} - done)))
        assert status.is_complete == (len(done) == 3)
