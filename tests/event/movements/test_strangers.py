"""In a round robin that pairs have left, as few as possible meet again: who sits out decides it."""

import pytest

from canasta_score.event.movements import MOVEMENTS, MovementName, Situation
from canasta_score.event.seating.tables import Table, list_sit_outs

# 2, 3, 4 and 5 have all met one another; 1 has met only 6, who has left. So if 1 sits out, no strangers can meet.
ALL_BUT_ONE = ((2, 3, 4, 5, 1, 6), (2, 4, 3, 5, 1, 6), (2, 5, 3, 4, 1, 6))
# 1, 2, 3 and 4 have all met one another; 5 has met only 6. So if 5 sits out, no strangers can meet.
ALL_BUT_LAST = ((1, 2, 3, 4, 5, 6), (1, 3, 2, 4, 5, 6), (1, 4, 2, 3, 5, 6))


@pytest.mark.parametrize(("games", "alone"), [(ALL_BUT_ONE, 1), (ALL_BUT_LAST, 5)])
def test_the_only_one_who_knows_nobody_plays(games: tuple[tuple[int, ...], ...], alone: int) -> None:
    rounds = tuple(tuple(Table(number, *game[2 * number - 2 : 2 * number]) for number in (1, 2, 3)) for game in games)
    situation = Situation(game=4, present=(1, 2, 3, 4, 5), rounds=rounds, may_turn=True)
    seating = MOVEMENTS[MovementName.ROUND_ROBIN].seat(situation)
    assert alone not in list_sit_outs(seating)
    assert len([*list_sit_outs(seating)]) == 1
