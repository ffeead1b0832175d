"""The best opening, found by trying every way, by the rules that the other tests of the search leave out."""

from collections import Counter

import pytest
from support.oracles.openings import LAWS_WITHOUT_PILE, best_of, deal, every_way
from support.randomness import chance
from support.strategies.hands import JOKER, TWO

from canasta_score import find_opening, load_variant

NEEDS = (15, 50, 90, 120, 150, 160, 200)
HANDS = 60


@pytest.mark.parametrize("name", LAWS_WITHOUT_PILE)
def test_no_way_to_open_is_better_than_the_one_found(name: str) -> None:
    law, random, variant = LAWS_WITHOUT_PILE[name], chance("brute force", name), load_variant(name)
    outcomes: Counter[bool] = Counter()
    for number in range(HANDS):
        hand = deal(law, random, 3 + number % 8)
        ways = every_way(law, hand)
        for need in random.sample(NEEDS, 3):
            best, found = best_of(law, need, ways, len(hand)), find_opening(variant, need, hand)
            cards = [card for group in found.groups for card in group.cards]
            wild_cards = sum(card in {JOKER, TWO} for card in cards)
            figures = (found.legal, found.opens, len(cards), wild_cards, found.points)
            assert figures == best.figures(), f"{name} {need} {' '.join(hand)}"
            outcomes[found.opens] += 1
    assert len(outcomes) == 2
