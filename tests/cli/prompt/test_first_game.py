"""The questions before a game: each answer can be taken back, and all the answers before it stay."""

from pathlib import Path

import pytest
from support.typist import answering

from canasta_score.cli.prompt.first_game import ask_for_game

pytestmark = pytest.mark.usefixtures("game_folder")


@pytest.mark.parametrize(
    ("answers", "names", "dealer"),
    [
        (["", "", "Ann & Bob", "Cy & Di", "", "y"], ["Ann & Bob", "Cy & Di"], ""),
        (["", "", "Ann & Bo", "<", "Ann & Bob", "Cy & Di", "", "y"], ["Ann & Bob", "Cy & Di"], ""),
        (["", "", "Ann & Bob", "Cy & D", "<", "Cy & Di", "", "y"], ["Ann & Bob", "Cy & Di"], ""),
        (["", "3", "<", "2", "Ann & Bob", "Cy & Di", "", "y"], ["Ann & Bob", "Cy & Di"], ""),
        (["wca", "<", "", "", "Ann & Bob", "Cy & Di", "", "y"], ["Ann & Bob", "Cy & Di"], ""),
        (
            ["", "", "Ann & Bob", "Cy & Di", "Ann, Cy, Bob, Di", "Cy", "<", "Di", "y"],
            ["Ann & Bob", "Cy & Di"],
            "Di",
        ),
        (
            ["", "", "Ann & Bob", "Cy & Di", "Ann, Di, Bob, Cy", "<", "Ann, Cy, Bob, Di", "Bob", "y"],
            ["Ann & Bob", "Cy & Di"],
            "Bob",
        ),
    ],
    ids=["no way back", "the first name", "the second name", "the sides", "the rules", "the dealer", "the order"],
)
def test_a_way_back_asks_the_last_question_again(answers: list[str], names: list[str], dealer: str) -> None:
    choice = ask_for_game(Path("canasta.toml"), answering(*answers))
    assert (choice.variant, [*choice.names.values()]) == ("nvso", names)
    assert (choice.seats.dealer if choice.seats else "") == dealer
    if choice.seats:
        assert choice.seats.order == ("Ann", "Cy", "Bob", "Di")
