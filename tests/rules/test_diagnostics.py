"""Diagnostics: how the place of a mistake is read."""

import pytest

from canasta_score.rules.diagnostics import Location


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ("game.target", "game.target"),
        ("need.steps[0]", "need.steps, first step"),
        ("need.steps[1].over", "need.steps, second step, over"),
        ("canastas.wild.ranks[9]", "canastas.wild.ranks, tenth value"),
        ("need.steps[10].need", "need.steps, step 11, need"),
    ],
)
def test_a_place_in_a_list_is_counted_as_people_count(place: str, shown: str) -> None:
    assert str(Location(file="house.toml", place=place)) == f"house.toml: {shown}: "
