"""The cards of special hands."""

import pytest
from support.variants import variant


@pytest.mark.parametrize("rules", ["nvso", "modern-american"])
def test_two_wild_cards_may_be_jokers_or_twos(rules: str) -> None:
    groups = [group for hand in variant(rules).specials.hands for group in hand.cards if group.wilds == (2, 2)]
    assert groups
    assert {(group.size, group.jokers) for group in groups} == {(2, (0, 2))}
