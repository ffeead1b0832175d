"""A table's own game file: which of its sides sits North-South."""

from dataclasses import replace

import pytest
from support.event_days import Day, rules_of
from support.game_files import begun_game

from canasta_score.event.seating.tables import Table
from canasta_score.event.slip_totals import find_table_score
from canasta_score.event.slips import Score
from canasta_score.game.entries import GameRules

pytestmark = pytest.mark.usefixtures("sentences")


@pytest.mark.parametrize(
    ("we", "they", "known"),
    [
        ("P1 & Q1", "P2 & Q2", (Score(300, 100), True)),
        ("P2 & Q2", "P1 & Q1", (Score(100, 300), True)),
        ("P1 & Q1", "They", (Score(300, 100), True)),
        ("P2 & Q2", "They", (Score(100, 300), True)),
        ("We", "P1 & Q1", (Score(100, 300), True)),
        ("We", "P2 & Q2", (Score(300, 100), True)),
        ("We", "They", (Score(300, 100), False)),
    ],
)
def test_one_name_is_enough_and_without_names_the_first_side_is_north_south(
    we: str, they: str, known: tuple[Score, bool]
) -> None:
    day = Day(2)
    day.draw()
    game = begun_game({"we": we, "they": they})
    game = replace(
        game, rules=GameRules(variant=rules_of("nvso-tournament")[1], keys={}), totals={"we": 300, "they": 100}
    )
    assert find_table_score(day.event, Table(1, 1, 2), game) == known
