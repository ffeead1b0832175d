"""The cards of special hands."""

import pytest
from support.variants import variant

from canasta_score import referee
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.diagnostics import Severity


@pytest.mark.parametrize("rules", ["nvso", "modern-american"])
def test_two_wild_cards_may_be_jokers_or_twos(rules: str) -> None:
    groups = [group for hand in variant(rules).specials.hands for group in hand.cards if group.wilds == (2, 2)]
    assert groups
    assert {(group.size, group.jokers) for group in groups} == {(2, (0, 2))}


def test_a_special_hand_that_sets_nothing_aside_ends_the_hand_as_going_out_does() -> None:
    """Nobody expects cards in the hand of the player who laid all of them down; what is below the need is unlikely."""
    _, rules = load_with_overrides("nvso", ["specials.straight.own=score"])
    they = {"hand": 85}
    assert referee(rules, {"we": {"straight": 1}, "they": they}) == []
    (problem,) = [
        found
        for found in referee(rules, {"we": {"straight": 1, "table": 60}, "they": they})
        if found.severity is Severity.UNLIKELY
    ]
    assert (problem.side, problem.fact) == ("we", "table")
