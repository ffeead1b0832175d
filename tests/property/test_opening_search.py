"""The best opening in any hand, held against trying every way to lay down the cards held."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.oracles.opening_checks import (
    NEEDS,
    adds_up,
    agree,
    agree_on_hands,
    any_hand,
    figures,
    hands_of,
    hands_with_pile,
    needs_near,
    takers,
)
from support.oracles.opening_rules import HOUSES, KINDS, any_law, canastas_made, file_of, file_with_canastas
from support.oracles.openings import (
    LAWS,
    LAWS_WITHOUT_PILE,
    NOTHING,
    NVSO,
    TAKERS,
    THREE,
    Law,
    best_of,
    deal,
    every_way,
    is_made,
)
from support.randomness import chance, rounds
from support.strategies.hands import JOKER, NATURAL, TWO
from support.variants import SAMPLE, SAMPLE_THEN_SLOW, variant

from canasta_score import Opening, check_opening, find_opening, load_variant
from canasta_score.hand.opening.check import GroupKind

LAWS_OF_ALL = {**LAWS, **LAWS_WITHOUT_PILE}
LAWS_SAMPLE_THEN_SLOW = [name if name in SAMPLE else pytest.param(name, marks=pytest.mark.slow) for name in LAWS]
HANDS = rounds(1000)
PILES = rounds(500)
OF_A_HOUSE = rounds(120)
LARGE = rounds(600)
INVENTED = rounds(100)
ACCEPTED = max(120, rounds(1200))  # few groups of some variants open
OF_AN_INVENTED = 10
FULL = 26
BONUSES = (300, 500, 2000, 2500)


class TestBest:
    """What is found is the best of all ways: fewest cards, then fewest wild ones, then most points."""

    @pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
    def test_is_that_of_trying_every_way(self, name: str) -> None:
        law, random = LAWS_OF_ALL[name], chance("best", name)
        for number in range(HANDS):
            hand = deal(law, random, 3 + number % 10)
            ways = every_way(law, hand)
            for need in needs_near(law, ways, random):
                agree(variant(name), law, need, hand, best_of(law, need, ways, len(hand)))


class TestPile:
    """Where the pile is taken to open, what is found is the best of all ways that the rules for its top card leave."""

    @pytest.mark.parametrize("name", LAWS_SAMPLE_THEN_SLOW)
    def test_is_opened_with_as_by_trying_every_way(self, name: str) -> None:
        law, random = LAWS[name], chance("pile", name)
        for hand, top in hands_with_pile(law, random, PILES):
            ways = every_way(law, hand, top)
            for need in needs_near(law, ways, random):
                agree(variant(name), law, need, hand, best_of(law, need, ways, len(hand)), top)

    @pytest.mark.parametrize("name", LAWS_SAMPLE_THEN_SLOW)
    def test_leaves_every_card_laid_down_or_kept(self, name: str) -> None:
        law, random = LAWS[name], chance("kept", name)
        for hand, top in hands_with_pile(law, random, PILES):
            adds_up(
                find_opening(variant(name), random.choice(NEEDS), hand, pile=top),
                hand,
                top if law.top != NOTHING else None,
            )

    @pytest.mark.parametrize("name", LAWS_SAMPLE_THEN_SLOW)
    def test_is_what_the_check_says_with_the_pile(self, name: str) -> None:
        law, random = LAWS[name], chance("checked with the pile", name)
        for hand, top in hands_with_pile(law, random, PILES):
            need = random.choice(NEEDS)
            found = find_opening(variant(name), need, hand, pile=top)
            if found.groups:
                checked = check_opening(variant(name), need, [list(group.cards) for group in found.groups], pile=top)
                assert replace(found, kept=()) == checked


class TestFound:
    """What is found in any hand, however large, is an opening by the judgement of `check_opening`, and adds up."""

    @pytest.mark.parametrize("name", LAWS_SAMPLE_THEN_SLOW)
    def test_is_what_the_check_says_of_its_groups(self, name: str) -> None:
        law, random = LAWS[name], chance("found", name)
        for number in range(LARGE):
            hand = deal(law, random, 3 + number % (FULL - 2)) if number % 3 else any_hand(law, random, FULL)
            need = random.choice((*NEEDS, random.randint(0, 600)))
            found = find_opening(variant(name), need, hand)
            adds_up(found, hand, None)
            if found.groups:
                checked = check_opening(variant(name), need, [list(group.cards) for group in found.groups])
                assert replace(found, kept=()) == checked
                assert found.legal
                assert not any(group.problems for group in found.groups)


class TestAccepted:
    """Whatever `check_opening` accepts, `find_opening` opens with, as long as the cards to keep are left over."""

    @pytest.mark.parametrize("name", SAMPLE_THEN_SLOW)
    def test_opens(self, name: str) -> None:
        rules, law, random = variant(name), LAWS_OF_ALL[name], chance("accepted", name)
        accepted = 0
        for _ in range(ACCEPTED):
            groups, need = list(any_groups(law, random)), random.choice(NEEDS)
            tops = [group[0] for group in groups if group.count(group[0]) > TAKERS and group[0] in NATURAL]
            top = random.choice((None, *tops)) if rules.opening.pile in {"all", "pair"} else None
            checked = check_opening(rules, need, groups, pile=top)
            if not checked.opens or any(group.kind is GroupKind.SEQUENCE for group in checked.groups):
                continue
            accepted += 1
            laid = Counter(card for group in groups for card in group)
            if top and checked.pile:
                laid[top] -= 1
            left = law.deck() - laid
            keep = 0 if top and checked.pile else rules.opening.keep
            hand = [*laid.elements(), *random.sample([*left.elements()], keep)]
            if len(hand) >= law.group[0]:
                assert find_opening(rules, need, hand, pile=top if checked.pile else None).opens, (need, groups, hand)
        assert accepted


def any_groups(law: Law, random: Random) -> Iterator[list[str]]:
    """Lay down a few groups of any size, of cards that the deck has."""
    left = law.deck()
    for _ in range(random.choice((1, 2, 2, 3, 3, 4))):
        rank = random.choice((*NATURAL, JOKER))
        size, wilds = random.choice((3, 3, 3, 4, 4, 5, 6, 7, 7)), random.choice((0, 0, 1, 1, 2, 3))
        group = [rank] * (size - wilds) + random.choices((JOKER, TWO, TWO), k=wilds)
        if not Counter(group) - left:
            left -= Counter(group)
            yield group


@st.composite
def cards(draw: st.DrawFn) -> list[str]:
    """Return cards of few ranks, no more of each than two packs have."""
    left = NVSO.deck()
    hand: list[str] = []
    for card in draw(
        st.lists(st.sampled_from((JOKER, TWO, "A", "Q", "9", "7", "4", THREE)), min_size=6, max_size=FULL)
    ):
        if left[card]:
            left[card] -= 1
            hand.append(card)
    return hand


HELD = cards().filter(lambda hand: len(hand) >= 4)
NEEDED = st.one_of(st.sampled_from(NEEDS), st.integers(0, 60).map(lambda number: 5 * number))
OF_ANY = st.sampled_from(sorted(LAWS))


class TestCards:
    """What is found depends on the cards, and more cards never make it worse."""

    @given(name=OF_ANY, need=NEEDED, hand=HELD, data=st.data())
    def test_in_any_order_give_an_opening_as_good(
        self, name: str, need: int, hand: list[str], data: st.DataObject
    ) -> None:
        shuffled = data.draw(st.permutations(hand))
        assert figures(find_opening(variant(name), need, shuffled)) == figures(find_opening(variant(name), need, hand))

    @given(name=OF_ANY, need=NEEDED, hand=HELD, data=st.data())
    def test_in_any_order_give_the_same_opening(
        self, name: str, need: int, hand: list[str], data: st.DataObject
    ) -> None:
        shuffled = data.draw(st.permutations(hand))
        assert find_opening(variant(name), need, shuffled) == find_opening(variant(name), need, hand)

    @given(name=OF_ANY, need=NEEDED, hand=HELD)
    def test_with_another_one_never_give_a_worse_opening(self, name: str, need: int, hand: list[str]) -> None:
        *fewer, _ = hand
        assert not worse(find_opening(variant(name), need, hand), find_opening(variant(name), need, fewer))

    @given(name=OF_ANY, need=NEEDED, hand=HELD, higher=st.integers(1, 50))
    def test_at_a_higher_need_never_give_a_better_opening(
        self, name: str, need: int, hand: list[str], higher: int
    ) -> None:
        low, high = find_opening(variant(name), need, hand), find_opening(variant(name), need + higher, hand)
        assert low.opens or not high.opens
        if high.opens:
            assert not worse(low, high)

    @given(name=OF_ANY, need=NEEDED, hand=HELD, data=st.data())
    def test_with_another_one_never_shut_a_pile(
        self, name: str, need: int, hand: list[str], data: st.DataObject
    ) -> None:
        *fewer, more = hand
        of = [rank for rank in takers(LAWS[name], fewer) if rank in takers(LAWS[name], hand)]
        if of and len(fewer) >= 3:
            top = data.draw(st.sampled_from(of))
            less = find_opening(variant(name), need, fewer, pile=top)
            assert not worse(find_opening(variant(name), need, hand, pile=top), less), more


def worse(one: Opening, other: Opening) -> bool:
    """Return whether an opening is worse than another: it does not open, needs more cards, or falls shorter."""
    if one.opens and other.opens:
        return rank_of(one) > rank_of(other)
    return other.opens or (not one.opens and one.points < other.points)


def rank_of(opening: Opening) -> tuple[int, int, int]:
    """Return the sort key of an opening; the smallest is the best."""
    _, _, number, wilds, points = figures(opening)
    return number, wilds, -points


class TestHouseRules:
    """What is found is the best of all ways by other rules, too."""

    @pytest.mark.parametrize("house", HOUSES)
    def test_of_a_house_change_what_is_best(self, house: str, tmp_path: Path) -> None:
        law, text = HOUSES[house]
        path = tmp_path / "house.toml"
        path.write_text(text)
        agree_on_hands(load_variant(path), law, chance("house", house), OF_A_HOUSE, 10)

    def test_of_any_kind_change_what_is_best(self, tmp_path: Path) -> None:
        for number in range(INVENTED):
            random = chance("any", number)
            law = any_law(random)
            path = tmp_path / f"any-{number}.toml"
            path.write_text(file_of(law))
            agree_on_hands(load_variant(path), law, random, OF_AN_INVENTED, 7)


class TestCanastaAsked:
    """Where a canasta is asked for beside the need, that one or a better one, what is found is the best of all ways."""

    def test_by_any_rules_is_laid_down(self, tmp_path: Path) -> None:
        for number in range(INVENTED):
            random = chance("asked", number)
            size = random.choice((3, 4, 4, 5, 5, 6))
            law = any_law(random)
            law = replace(law, canastas=dict.fromkeys(NATURAL, size) if random.random() < 0.3 else {})
            law = replace(law, wild_canasta=size if law.wild_canasta else 0)
            bonuses = {name: random.choice(BONUSES) for name in KINDS}
            path = tmp_path / f"asked-{number}.toml"
            path.write_text(file_with_canastas(law, size, bonuses))
            rules, asked = load_variant(path), random.choice(KINDS)
            better = tuple(made for name, made in canastas_made(size).items() if bonuses[name] >= bonuses[asked])
            canasta = next(one for one in rules.canastas if one.name == asked)
            for hand, top in hands_of(law, random, OF_AN_INVENTED):
                ways = every_way(law, hand, top)
                asking = [
                    way._replace(has_asked=any(is_made(m, g) for m in better for g in way.groups)) for way in ways
                ]
                for need in (0, *needs_near(law, ways, random)):
                    best = best_of(law, need, asking, len(hand))
                    agree(rules, law, need, hand, best, top, canasta)
