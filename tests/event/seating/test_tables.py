"""Tables of a game: who takes which seat when pairs come and go, and which tables have a number."""

import pytest

from canasta_score.event.errors import EventError
from canasta_score.event.seating.rounds import find_repeats
from canasta_score.event.seating.tables import (
    Seating,
    Table,
    iter_meetings,
    list_pairs,
    list_sit_outs,
    merge_lonely_tables,
    require_table,
    seat_in_order,
    seat_present,
)

pytestmark = pytest.mark.usefixtures("sentences")

SEATING = (Table(1, 1, 2), Table(3, 5, 6), Table(4, 7, None))


def test_pairs_sit_in_their_order_and_an_odd_one_sits_out() -> None:
    assert seat_in_order([4, 2, 7, 1]) == (Table(1, 4, 2), Table(2, 7, 1))
    assert seat_in_order([4, 2, 7]) == (Table(1, 4, 2), Table(2, 7, None))
    assert list_pairs(seat_in_order([4, 2, 7])) == [4, 2, 7]
    assert list_sit_outs(seat_in_order([4, 2, 7])) == [7]


def test_a_meeting_is_one_for_both_pairs() -> None:
    assert {*iter_meetings(SEATING)} == {(1, 2), (2, 1), (5, 6), (6, 5), (7, None), (None, 7)}


@pytest.mark.parametrize("number", [1, 3])
def test_a_table_has_its_number_whatever_its_place(number: int) -> None:
    assert require_table(SEATING, 2, number).number == number


@pytest.mark.parametrize("number", [None, 0, -1, 2, 4, 5])
def test_only_a_table_at_which_two_pairs_meet_can_be_named(number: int | None) -> None:
    with pytest.raises(EventError) as caught:
        require_table(SEATING, 2, number)
    hint = "pair 7 sits out there" if number == 4 else "choose from tables 1 and 3"
    assert caught.value.diagnostics[0].hint == hint


def test_where_nobody_plays_no_table_is_proposed() -> None:
    with pytest.raises(EventError) as caught:
        require_table((Table(1, 5, None),), 1, 1)
    assert "table" not in caught.value.diagnostics[0].hint


@pytest.mark.parametrize(
    ("present", "after"),
    [
        ((1, 2, 5, 6, 7), SEATING),
        ((1, 2, 5, 6), SEATING[:2]),
        ((1, 5, 6, 7), (Table(1, 1, None), *SEATING[1:])),
        ((2, 5, 6, 7), (Table(1, None, 2), *SEATING[1:])),
        ((1, 2, 5, 6, 7, 8), (*SEATING[:2], Table(4, 7, 8))),  # the phantom's seat
        ((2, 5, 6, 7, 8), (Table(1, 8, 2), *SEATING[1:])),  # of two phantoms the first
        ((1, 2, 5, 6, 7, 8, 9), (Table(1, 1, 2), Table(2, 9, None), Table(3, 5, 6), Table(4, 7, 8))),
        ((5, 6, 8), (Table(1, 8, None), Table(3, 5, 6))),  # a table that everybody has left is free
    ],
)
def test_who_leaves_leaves_a_phantom_and_who_comes_takes_the_first_free_seat(
    present: tuple[int, ...], after: Seating
) -> None:
    assert seat_present(SEATING, present) == after


@pytest.mark.parametrize(
    ("before", "may_turn", "after"),
    [
        (((1, 5, None), (2, None, 6)), False, ((1, 5, 6),)),
        (((1, None, 6), (2, 5, None)), False, ((1, 5, 6),)),
        (((1, 5, None), (2, 6, None)), False, ((1, 5, None), (2, 6, None))),
        (((1, 5, None), (2, 6, None)), True, ((1, 5, 6),)),
        (((1, None, 5), (2, None, 6)), True, ((1, 6, 5),)),
        (((1, 5, None), (2, 3, 4), (3, 6, None), (4, None, 7)), False, ((1, 5, 7), (2, 3, 4), (3, 6, None))),
        (((1, 5, None), (2, 6, None), (3, 7, None)), True, ((1, 5, 6), (3, 7, None))),
    ],
)
def test_two_that_would_sit_out_meet_unless_both_would_sit_in_one_direction(
    before: tuple[tuple[int, int | None, int | None], ...],
    may_turn: bool,  # noqa: FBT001 -- a case of the rule
    after: tuple[tuple[int, int | None, int | None], ...],
) -> None:
    assert merge_lonely_tables(tuple(Table(*table) for table in before), may_turn=may_turn) == after


FIRST = (Table(1, 1, 2), Table(2, 3, 4), Table(3, 5, None))
SECOND = (Table(1, 3, 5), Table(2, 2, 1), Table(3, 4, None))
THIRD = (Table(1, 4, 3), Table(2, 1, 6), Table(3, None, 5), Table(4, None, 2))


def test_repeats_are_named_by_game_and_table_in_whatever_directions() -> None:
    assert find_repeats([FIRST, SECOND, THIRD]) == [(2, 2), (3, 1)]
    assert find_repeats([FIRST, FIRST]) == [(2, 1), (2, 2)]
