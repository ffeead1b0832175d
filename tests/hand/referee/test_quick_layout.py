"""The quick layout promises nothing that the exact search does not find."""

from collections import Counter
from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.strategies.hands import any_facts, hands
from support.timing import HANDS
from support.variants import SAMPLE_THEN_SLOW, variant

from canasta_score import Problem, Variant
from canasta_score.hand.facts import HandFacts, list_card_patterns
from canasta_score.hand.referee.card_checks import CardChecker, QuickLayout
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.referee.exact import find_fewest_points_above, iter_conflicts, list_card_demands
from canasta_score.rules.model.canastas import CardPattern
from canasta_score.rules.model.cards import NATURAL_RANKS, Deck, Rank
from canasta_score.rules.model.rewards import CardPlace

POINTS = ("table", "hand")


def card_facts(rules: Variant) -> st.SearchStrategy[HandFacts]:
    """Return facts of two sides that imply cards, with card points near the fewest possible."""
    quantities = st.dictionaries(
        st.sampled_from(sorted({name for name, _, _ in list_card_patterns(rules)})), st.integers(1, 4), max_size=4
    )
    points = st.fixed_dictionaries({}, optional={name: st.integers(0, 90).map(lambda n: 5 * n) for name in POINTS})
    side = st.builds(lambda some, others: {**some, **others}, quantities, points)
    return st.fixed_dictionaries({"we": side, "they": side})


def check_promise(rules: Variant, facts: HandFacts) -> None:
    quick_layout = QuickLayout(rules)
    for place in (None, *get_args(CardPlace)):
        points = quick_layout.find_points(facts.values(), place)
        if points is not None:
            demands = [demand for demand in list_card_demands(rules, facts) if place in (None, demand.place)]
            assert not list(iter_conflicts(rules.deck, demands))
            groups = Counter(demand.pattern for demand in demands for _ in range(demand.quantity))
            assert find_fewest_points_above(rules.deck, groups, points) is None


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
@given(data=st.data())
def test_a_layout_of_a_shipped_variant_fits_the_deck_and_is_not_too_cheap(name: str, data: st.DataObject) -> None:
    rules = variant(name)
    check_promise(rules, data.draw(st.one_of(card_facts(rules), any_facts(rules))))


@st.composite
def card_patterns(draw: st.DrawFn) -> CardPattern:
    size = draw(st.integers(1, 8))
    if draw(st.integers(0, 4)) == 0:
        return CardPattern(size=size, ranks=(), wilds=(0, 0), jokers=(0, 0), sequence=True)
    fewest_wilds = draw(st.integers(0, size))
    fewest_jokers = draw(st.integers(0, fewest_wilds))
    ranks = draw(st.lists(st.sampled_from(NATURAL_RANKS), unique=True, max_size=11)) if fewest_wilds < size else []
    wilds = (fewest_wilds, draw(st.integers(fewest_wilds, size)))
    jokers = (fewest_jokers, draw(st.integers(fewest_jokers, 8)))
    return CardPattern(size=size, ranks=tuple(ranks), wilds=wilds, jokers=jokers)


CARD_POINTS = st.fixed_dictionaries(dict.fromkeys(Rank, st.sampled_from((0, 5, 10, 20, 50))))
DECKS = st.builds(lambda packs, jokers, points: Deck(packs=packs, jokers=jokers, points=points),
                  st.integers(1, 4), st.integers(0, 8), CARD_POINTS)  # fmt: skip


@given(deck=DECKS, patterns=st.lists(card_patterns(), min_size=1, max_size=4), data=st.data())
def test_a_layout_by_any_rules_fits_the_deck_and_is_not_too_cheap(
    deck: Deck, patterns: list[CardPattern], data: st.DataObject
) -> None:
    canasta = variant("classic").canastas[0]
    canastas = tuple(replace(canasta, name=f"kind-{index}", cards=cards) for index, cards in enumerate(patterns))
    rules = replace(variant("classic"), deck=deck, canastas=canastas)
    check_promise(rules, data.draw(card_facts(rules)))


@pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
@given(data=st.data())
def test_the_referee_finds_the_same_problems_by_the_exact_search_alone(name: str, data: st.DataObject) -> None:
    rules = variant(name)
    facts = data.draw(st.one_of(card_facts(rules), any_facts(rules), hands(rules)))
    assert find_problems(rules, facts) == find_problems_exactly(rules, facts)


def find_problems_exactly(rules: Variant, facts: HandFacts) -> list[Problem]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(QuickLayout, "find_points", lambda *_: None)
        return find_problems(rules, facts)


@pytest.mark.parametrize("facts", HANDS)
def test_usual_hands_need_no_exact_search(facts: HandFacts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(CardChecker, "_exact_checker")
    assert find_problems(variant("nvso"), facts) == []
