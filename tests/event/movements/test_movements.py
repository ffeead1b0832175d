"""What every movement holds: everybody plays or sits out once a game, and nobody meets the same pair without need."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.events import Coming, Couple, Seat, check_everybody_once, couples, fewest_repeats, play, seat_first

from canasta_score.event.movements import MOVEMENTS, MovementName
from canasta_score.event.seating.tables import Table, list_sit_outs

pytestmark = pytest.mark.usefixtures("sentences")

NUMBERS = st.integers(2, 60)
EAST_WEST_UP, ROUND_ROBIN, WINNERS_UP, DANISH = (
    MOVEMENTS[name].seat
    for name in (MovementName.EAST_WEST_UP, MovementName.ROUND_ROBIN, MovementName.WINNERS_UP, MovementName.DANISH)
)
EVERY_MOVEMENT = pytest.mark.parametrize("seat", [EAST_WEST_UP, ROUND_ROBIN, WINNERS_UP, DANISH])


@st.composite
def comings(draw: st.DrawFn, games: int = 8, most_late: int = 3) -> Coming:
    """Return pairs that come late and pairs that leave; any two of the first stay."""
    late = draw(st.dictionaries(st.integers(2, games), st.integers(1, most_late), max_size=3))
    left = draw(st.dictionaries(st.integers(2, games), st.lists(st.integers(3, 62), max_size=4), max_size=3))
    return Coming(
        late=late,
        left={game: sorted({pair for g in left if g <= game for pair in left[g]}) for game in range(2, games + 1)},
    )


def test_every_name_has_a_movement() -> None:
    assert {*MOVEMENTS} == {*MovementName}


def test_the_draw_that_the_guide_shows_is_drawn_again() -> None:
    """docs/events.md: the number of the draw is kept so that anyone can check it, with any later version."""
    drawn = seat_first(MovementName.EAST_WEST_UP, range(1, 8), 7)
    assert drawn == (Table(1, 3, 7), Table(2, 6, 1), Table(3, 4, 2), Table(4, 5, None))


def test_the_same_number_repeats_a_draw_and_another_one_does_not() -> None:
    for name, movement in MOVEMENTS.items():
        if movement.seat_first is not None:
            first, again, other = (seat_first(name, range(1, 61), seed) for seed in (7, 7, 8))
            check_everybody_once(range(1, 61), first)
            assert first == again
            assert (first != other) == (not movement.eliminates)  # a bracket goes by the numbers of the pairs


@EVERY_MOVEMENT
@given(pairs=NUMBERS, games=st.integers(1, 8), coming=comings())
def test_everybody_plays_or_sits_out_once(seat: Seat, pairs: int, games: int, coming: Coming) -> None:
    for present, seating in play(seat, pairs, games, coming):
        check_everybody_once(present, seating)


@EVERY_MOVEMENT
@given(pairs=NUMBERS, games=st.integers(1, 8), coming=comings())
def test_at_most_one_pair_sits_out(seat: Seat, pairs: int, games: int, coming: Coming) -> None:
    for present, seating in play(seat, pairs, games, coming):
        assert len(list_sit_outs(seating)) == len(present) % 2


@given(pairs=NUMBERS, games=st.integers(1, 20))
def test_in_a_round_robin_nobody_meets_twice_before_everybody_has_met(pairs: int, games: int) -> None:
    rounds = [couples(seating) for _, seating in play(ROUND_ROBIN, pairs, games)]
    in_a_circle = pairs - 1 + pairs % 2
    first = [couple for round_ in rounds[:in_a_circle] for couple in round_]
    assert len(first) == len(set(first))
    if games >= in_a_circle:
        assert set(first) == {frozenset(couple) for couple in combinations(range(1, pairs + 1), 2)}


@given(pairs=NUMBERS, games=st.integers(1, 12), coming=comings(12))
def test_in_a_round_robin_nobody_sits_out_again_before_all_others_have(pairs: int, games: int, coming: Coming) -> None:
    sat_out: dict[int, int] = {}
    for present, seating in play(ROUND_ROBIN, pairs, games, coming):
        for pair in list_sit_outs(seating):
            assert sat_out.get(pair, 0) == min(sat_out.get(other, 0) for other in present)
            sat_out[pair] = sat_out.get(pair, 0) + 1


@given(pairs=st.integers(2, 8), coming=comings(6, 1))
def test_in_a_round_robin_as_few_meet_again_as_can_be(pairs: int, coming: Coming) -> None:
    met: set[Couple] = set()
    sat_out: dict[int, int] = {}
    played = play(ROUND_ROBIN, pairs, 6, coming)
    for present, seating in played:
        everybody_stayed = played[0][0] == present
        if not everybody_stayed or len(met) < len([*combinations(present, 2)]):
            fewest = min(sat_out.get(pair, 0) for pair in present)
            candidates = [pair for pair in present if sat_out.get(pair, 0) == fewest] if len(present) % 2 else [0]
            best = min(fewest_repeats([pair for pair in present if pair != out], met) for out in candidates)
            assert sum(couple in met for couple in couples(seating)) == best
        met |= {*couples(seating)}
        for pair in list_sit_outs(seating):
            sat_out[pair] = sat_out.get(pair, 0) + 1


@given(pairs=NUMBERS, games=st.integers(1, 8))
def test_east_west_moves_up_one_table_and_north_south_stays(pairs: int, games: int) -> None:
    played = [seating for _, seating in play(EAST_WEST_UP, pairs, games)]
    tables = len(played[0])
    for before, after in pairwise(played):
        assert [table.ns for table in after] == [table.ns for table in before]
        if len(played) <= tables:
            assert {table.ew: table.number for table in after} == {
                table.ew: table.number % tables + 1 for table in before
            }


@given(pairs=st.integers(2, 8), coming=comings(5, 1), may_turn=st.booleans())
def test_moving_up_nobody_meets_again_who_need_not(pairs: int, coming: Coming, may_turn: bool) -> None:  # noqa: FBT001
    played = play(EAST_WEST_UP, pairs, 5, coming, may_turn=may_turn)
    met: set[tuple[int | None, int | None]] = set()
    for _, seating in played:
        north_south, east_west = [table.ns for table in seating], [table.ew for table in seating]
        repeats = sum((table.ns, table.ew) in met for table in seating)
        assert repeats == fewest_in_seats(north_south, east_west, met)
        met |= {(table.ns, table.ew) for table in seating} | {(table.ew, table.ns) for table in seating}


def fewest_in_seats(
    north_south: list[int | None], east_west: list[int | None], met: set[tuple[int | None, int | None]]
) -> int:
    if not north_south:
        return 0
    first, *others = north_south
    return min(
        ((first, pair) in met) + fewest_in_seats(others, [*east_west[:place], *east_west[place + 1 :]], met)
        for place, pair in enumerate(east_west)
    )


@pytest.mark.parametrize("name", [MovementName.EAST_WEST_UP, MovementName.ROUND_ROBIN, MovementName.WINNERS_UP])
def test_who_keeps_directions_keeps_them_with_two_fields(name: MovementName) -> None:
    coming = Coming(late={3: 1}, left={2: [1, 3], 4: [1, 3, 5, 8]})
    played = play(MOVEMENTS[name].seat, 12, 6, coming, may_turn=False)
    north_south = {table.ns for _, seating in played for table in seating}
    east_west = {table.ew for _, seating in played for table in seating}
    assert (north_south & east_west <= {None}) == MOVEMENTS[name].keeps_directions


def test_the_movement_of_the_document() -> None:
    """Eight pairs, three games: East-West goes from table 1 to 2, from 4 to 1."""
    played = [seating for _, seating in play(EAST_WEST_UP, 8, 3)]
    assert played == [
        ((1, 1, 2), (2, 3, 4), (3, 5, 6), (4, 7, 8)),
        ((1, 1, 8), (2, 3, 2), (3, 5, 4), (4, 7, 6)),
        ((1, 1, 6), (2, 3, 8), (3, 5, 2), (4, 7, 4)),
    ]


def test_a_late_pair_takes_the_place_of_the_phantom() -> None:
    played = play(EAST_WEST_UP, 5, 2, Coming(late={2: 1}))
    assert played[1][1] == (Table(1, 1, 6), Table(2, 3, 2), Table(3, 5, 4))


def test_a_late_pair_without_a_phantom_takes_a_new_table() -> None:
    played = play(EAST_WEST_UP, 4, 2, Coming(late={2: 1}))
    assert played[1][1] == (Table(1, 1, None), Table(2, 3, 2), Table(3, 5, 4))


def test_a_pair_that_leaves_leaves_a_phantom() -> None:
    played = play(EAST_WEST_UP, 6, 2, Coming(left={2: [4]}))
    assert played[1][1] == (Table(1, 1, 6), Table(2, 3, 2), Table(3, 5, None))


def test_winners_move_toward_the_first_table() -> None:
    """The lower number wins: 1 and 3 meet at the top, 6 stays at the bottom with the loser from above."""
    played = play(WINNERS_UP, 6, 2)
    assert played[1][1] == (Table(1, 1, 3), Table(2, 2, 5), Table(3, 4, 6))


def test_at_a_single_table_winners_and_losers_stay() -> None:
    assert play(WINNERS_UP, 2, 2)[1][1] == (Table(1, 1, 2),)
