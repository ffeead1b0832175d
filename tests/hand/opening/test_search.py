"""The best opening, held against trying every way to lay down the cards held."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.oracles.openings import (
    ALL,
    CATAWBA,
    LAWS,
    NOTHING,
    NVSO,
    PAIR,
    POINTS,
    TAKERS,
    THREE,
    WCA,
    Best,
    Law,
    Made,
    Way,
    best_of,
    deal,
    every_way,
    is_legal,
    is_made,
    laid_of,
)
from support.randomness import chance, examples, times
from support.strategies.hands import JOKER, NATURAL, TWO
from support.variants import SHIPPED

from canasta_score import Opening, Variant, check_opening, find_opening, load_variant
from canasta_score.hand.facts import TallyError
from canasta_score.hand.opening.check import OpeningGroup
from canasta_score.hand.opening.search import can_open_only_without_discard
from canasta_score.rules.model.canastas import Canasta

NEEDS = (0, 15, 50, 90, 120, 125, 135, 150, 155, 180)
HANDS = times(1000)
PILES = times(500)
OF_A_HOUSE = times(120)
LARGE = times(600)
INVENTED = times(100)
OF_AN_INVENTED = 10
OFTEN = 20
FULL = 26


@cache
def rules(name: str) -> Variant:
    return load_variant(name)


def needs_near(law: Law, ways: Sequence[Way], random: Random) -> Iterator[int]:
    """Go through some needs: usual ones, and points that groups or wild groups alone reach, and one point more."""
    yield from random.sample(NEEDS, 3)
    legal = [way.points for way in ways if is_legal(law, 0, way)]
    alone = [way.points_of_wild_groups for way in ways if way.points_of_wild_groups is not None]
    for reached in (legal, legal, alone):
        if reached:
            points = random.choice(reached)
            yield points
            yield points + 1


def figures(opening: Opening) -> tuple[bool, bool, int, int, int]:
    """Give the figures of an opening as those of the search are given."""
    cards = [card for group in opening.groups for card in group.cards]
    wilds = sum(card in {JOKER, TWO} for card in cards)
    return opening.legal, opening.opens, len(cards), wilds, opening.points


def agree(
    variant: Variant,
    law: Law,
    need: int,
    hand: Sequence[str],
    best: Best,
    top: str | None = None,
    canasta: Canasta | None = None,
) -> None:
    """Hold what is found beside the best of all ways, in all figures and in the groups themselves."""
    found = find_opening(variant, need, hand, pile=top, canasta=canasta)
    called = f"find_opening({variant.name!r}, {need}, {' '.join(hand)!r}.split(), pile={top!r}, canasta={canasta!r})"
    assert figures(found) == best.figures(), called
    assert found.needs == need, called
    assert found.short == (0 if best.opens else max(0, need - found.points)), called
    assert bool(found.problems) is not best.opens, called
    assert found.points == sum(group.points for group in found.groups), called
    laid = tuple(sorted(laid_of([str(card) for card in group.cards]) for group in found.groups))
    assert laid in ({way.groups for way in best.ways} if best.ways else {()}), called
    if top:
        assert found.pile == pile_of(variant, law, found, top), called


def adds_up(found: Opening, hand: Sequence[str], top_among_groups: str | None) -> None:
    """See that every card is laid down or kept, once, and one is kept."""
    laid = [card for group in found.groups for card in group.cards]
    if found.pile and found.pile not in found.groups:
        laid += found.pile.cards[:TAKERS]
    with_top = [*hand, top_among_groups] if top_among_groups and found.groups else [*hand]
    assert Counter(map(str, [*laid, *found.kept])) == Counter(with_top)
    assert found.kept


def pile_of(variant: Variant, law: Law, found: Opening, top: str) -> OpeningGroup | None:
    """Give the group in which the top card of a pile must lie: beside what opens, or one of the groups laid down."""
    if law.top == NOTHING:
        three = check_opening(variant, 0, [[top] * 3]).groups[0]
        return replace(three, points=0, problems=()) if found.opens else None
    return next((group for group in found.groups if top in group.cards), None)


class TestSearch:
    """The search that tries every way gives what the rules' examples give."""

    HAND = "10 10 10 Q Q JK 9 9 9 A 7 5".split()

    def test_finds_the_opening_that_the_rules_show(self) -> None:
        best = best_of(NVSO, 125, every_way(NVSO, self.HAND), len(self.HAND))
        assert best.figures() == (True, True, 9, 1, 130)
        assert {group.rank for group in best.ways[0].groups} == {"10", "Q", "9"}

    def test_finds_nine_cards_where_a_two_takes_the_place_of_a_nine(self) -> None:
        hand = "10 10 10 Q Q JK 9 9 2 4".split()
        assert best_of(NVSO, 125, every_way(NVSO, hand), len(hand)).figures() == (True, True, 9, 2, 140)

    def test_opens_with_seven_sixes_at_any_level(self) -> None:
        hand = "6 6 6 6 6 6 6 4".split()
        for law, opens in ((NVSO, True), (WCA, True), (CATAWBA, False)):
            assert best_of(law, 180, every_way(law, hand), len(hand)).figures() == (True, opens, 7, 0, 35)

    def test_opens_with_wild_cards_alone_where_they_meet_the_need(self) -> None:
        hand = "JK JK 2 2 4".split()
        assert best_of(WCA, 120, every_way(WCA, hand), len(hand)).figures() == (True, True, 3, 3, 120)
        assert best_of(WCA, 125, every_way(WCA, hand), len(hand)).figures() == (True, True, 4, 4, 140)
        assert best_of(WCA, 141, every_way(WCA, hand), len(hand)).figures() == (False, False, 0, 0, 0)
        assert best_of(NVSO, 125, every_way(NVSO, hand), len(hand)).figures() == (False, False, 0, 0, 0)

    def test_takes_a_pile_as_each_of_the_rules_has_it(self) -> None:
        hand = "A A A K K Q".split()
        for law, cards, points in ((NVSO, 3, 60), (WCA, 6, 80), (CATAWBA, 6, 90)):
            best = best_of(law, 50, every_way(law, hand, "K"), len(hand))
            assert best.figures() == (True, True, cards, 0, points)


def kinds_of(law: Law, need: int, ways: Sequence[Way], hand: int, best: Best) -> Iterator[str]:
    """Name what a case of the sample shows."""
    way = best.way
    yield "opens" if best.opens else "falls short" if way else "nothing to lay down"
    if best.opens and way:
        if way.points == need:
            yield "just enough"
        if way.points < need:
            yield "canasta below the need"
        if way.points_of_wild_groups is not None:
            yield "wild group beside others" if way.has_natural_group else "wild group alone"
    if best.figures() != best_of(law, need, ways, hand, keep=0).figures():
        yield "one card kept"
    if best.figures() != best_of(replace(law, natural_group=False), need, ways, hand).figures():
        yield "natural group"


EVERYWHERE = {"opens", "falls short", "nothing to lay down", "just enough", "one card kept"}
CLEAN = {"canasta below the need", "natural group"}
WILD = {"wild group beside others", "wild group alone"}
SHOWN = {
    "nvso": EVERYWHERE | CLEAN,
    "nvso-tournament": EVERYWHERE | CLEAN,
    "wca": EVERYWHERE | CLEAN | WILD,
    "catawba": EVERYWHERE,
    "classic": EVERYWHERE,
    "uruguay": EVERYWHERE | WILD,
    "cuban": EVERYWHERE | WILD,
    "modern-american": EVERYWHERE | CLEAN | WILD,
    "canasta-league": EVERYWHERE | {"natural group", "wild group beside others"},
    "hand-and-foot": EVERYWHERE | WILD,
    "pennies-from-heaven": EVERYWHERE | WILD,
    "good-sams": EVERYWHERE,
}


class TestBest:
    """What is found is the best of all ways: fewest cards, then fewest wild ones, then most points."""

    @pytest.mark.parametrize("name", LAWS)
    def test_is_that_of_trying_every_way(self, name: str) -> None:
        law, random = LAWS[name], chance("best", name)
        shown: Counter[str] = Counter()
        for number in range(HANDS):
            hand = deal(law, random, 3 + number % 10)
            ways = every_way(law, hand)
            for need in needs_near(law, ways, random):
                best = best_of(law, need, ways, len(hand))
                agree(rules(name), law, need, hand, best)
                shown.update(kinds_of(law, need, ways, len(hand), best))
        assert {kind for kind, times in shown.items() if times >= OFTEN} == SHOWN[name], shown
        assert shown.keys() == SHOWN[name], shown


def takers(law: Law, hand: Sequence[str]) -> list[str]:
    """Give the ranks that take a pile with such a card on top, and of which the deck has one more."""
    return [rank for rank in NATURAL if TAKERS <= hand.count(rank) < law.deck()[rank]]


def kinds_with_pile(
    law: Law, need: int, hand: Sequence[str], best: Best, others: Mapping[str, Sequence[Way]]
) -> Iterator[str]:
    """Name what a case of the sample with a pile shows beside those with other rules for piles, or without a pile."""
    for counts, ways in others.items():
        other = best_of(replace(law, top=counts) if counts else law, need, ways, len(hand))
        if best.opens is not other.opens:
            yield f"{'' if best.opens else 'not '}opened, other than {f'if {counts} counted' if counts else 'without'}"


PILES_EVERYWHERE = {"opens", "falls short", "just enough", "one card kept", "of the rank on top"}
PILES_SHOWN = {
    "nvso": {
        "nothing to lay down",
        "natural group",
        "not opened, other than without",
        "not opened, other than if pair counted",
        "not opened, other than if all counted",
    },
    "wca": {
        "canasta below the need",
        "natural group",
        "opened, other than without",
        "not opened, other than without",
        "opened, other than if nothing counted",
        "not opened, other than if all counted",
    },
    "catawba": {
        "opened, other than without",
        "opened, other than if nothing counted",
        "opened, other than if pair counted",
    },
}
PILES_SHOWN |= dict.fromkeys(("nvso-tournament", "modern-american", "canasta-league"), PILES_SHOWN["nvso"])
PILES_SHOWN |= dict.fromkeys(("classic", "uruguay", "cuban"), PILES_SHOWN["catawba"])
PILES_SHOWN |= dict.fromkeys(("hand-and-foot", "pennies-from-heaven", "good-sams"), PILES_SHOWN["catawba"])


def hands_with_pile(law: Law, random: Random, number: int) -> Iterator[tuple[list[str], str]]:
    """Deal hands that take a pile, each with the top card."""
    dealt = 0
    while dealt < number:
        hand = deal(law, random, 3 + dealt % 10)
        if of := takers(law, hand):
            dealt += 1
            yield hand, random.choice(of)


class TestPile:
    """Where the pile is taken to open, what is found is the best of all ways that the rules for its top card leave."""

    @pytest.mark.parametrize("name", LAWS)
    def test_is_opened_with_as_by_trying_every_way(self, name: str) -> None:
        law, random = LAWS[name], chance("pile", name)
        shown: Counter[str] = Counter()
        for hand, top in hands_with_pile(law, random, PILES):
            ways = every_way(law, hand, top)
            others = {
                counts: every_way(replace(law, top=counts), hand, top) for counts in {ALL, PAIR, NOTHING} - {law.top}
            }
            others[""] = every_way(law, hand)
            for need in needs_near(law, ways, random):
                best = best_of(law, need, ways, len(hand))
                agree(rules(name), law, need, hand, best, top)
                shown.update(kinds_of(law, need, ways, len(hand), best))
                shown.update(kinds_with_pile(law, need, hand, best, others))
                shown["of the rank on top"] += bool(best.way and any(group.rank == top for group in best.way.groups))
        assert {kind for kind, times in shown.items() if times >= OFTEN} >= PILES_EVERYWHERE | PILES_SHOWN[name], shown

    @pytest.mark.parametrize("name", LAWS)
    def test_leaves_every_card_laid_down_or_kept(self, name: str) -> None:
        law, random = LAWS[name], chance("kept", name)
        for hand, top in hands_with_pile(law, random, PILES):
            adds_up(
                find_opening(rules(name), random.choice(NEEDS), hand, pile=top),
                hand,
                top if law.top != NOTHING else None,
            )

    @pytest.mark.parametrize("name", LAWS)
    def test_is_what_the_check_says_with_the_pile(self, name: str) -> None:
        law, random = LAWS[name], chance("checked with the pile", name)
        opened = 0
        for hand, top in hands_with_pile(law, random, PILES):
            need = random.choice(NEEDS)
            found = find_opening(rules(name), need, hand, pile=top)
            if found.groups:
                checked = check_opening(rules(name), need, [list(group.cards) for group in found.groups], pile=top)
                assert replace(found, kept=()) == checked
                opened += found.opens
        assert opened >= OFTEN

    def test_takes_no_eighth_card_into_a_group(self) -> None:
        six = "Q Q Q Q Q Q JK A A A 4".split()
        for name in ("nvso", "nvso-tournament"):
            assert find_opening(rules(name), 151, six, pile="Q").points == 150
            assert find_opening(rules(name), 151, ["Q", *six], pile="Q").points == 150
            assert find_opening(rules(name), 41, "Q Q Q Q Q Q Q 4".split(), pile="Q").points == 40
            assert find_opening(rules(name), 41, "Q Q Q Q Q Q Q 4".split()).points == 50


class TestFound:
    """What is found in any hand, however large, is an opening by the judgement of `check_opening`, and adds up."""

    @pytest.mark.parametrize("name", LAWS)
    def test_is_what_the_check_says_of_its_groups(self, name: str) -> None:
        law, random = LAWS[name], chance("found", name)
        for number in range(LARGE):
            hand = deal(law, random, 3 + number % (FULL - 2)) if number % 3 else any_hand(law, random, FULL)
            need = random.choice((*NEEDS, random.randint(0, 600)))
            found = find_opening(rules(name), need, hand)
            adds_up(found, hand, None)
            if found.groups:
                checked = check_opening(rules(name), need, [list(group.cards) for group in found.groups])
                assert replace(found, kept=()) == checked
                assert found.legal
                assert not any(group.problems for group in found.groups)


def any_hand(law: Law, random: Random, most: int) -> list[str]:
    """Deal a hand from the whole deck."""
    return random.sample([*law.deck().elements()], random.randint(3, most))


@st.composite
def cards(draw: st.DrawFn) -> list[str]:
    """Give a hand of few ranks, and no more of them than two packs have."""
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

    @examples(70)
    @given(name=OF_ANY, need=NEEDED, hand=HELD, data=st.data())
    def test_in_any_order_give_an_opening_as_good(
        self, name: str, need: int, hand: list[str], data: st.DataObject
    ) -> None:
        shuffled = data.draw(st.permutations(hand))
        assert figures(find_opening(rules(name), need, shuffled)) == figures(find_opening(rules(name), need, hand))

    @examples(70)
    @given(name=OF_ANY, need=NEEDED, hand=HELD, data=st.data())
    def test_in_any_order_give_the_same_opening(
        self, name: str, need: int, hand: list[str], data: st.DataObject
    ) -> None:
        shuffled = data.draw(st.permutations(hand))
        assert find_opening(rules(name), need, shuffled) == find_opening(rules(name), need, hand)

    @examples(150)
    @given(name=OF_ANY, need=NEEDED, hand=HELD)
    def test_with_another_one_never_give_a_worse_opening(self, name: str, need: int, hand: list[str]) -> None:
        *fewer, _ = hand
        assert not worse(find_opening(rules(name), need, hand), find_opening(rules(name), need, fewer))

    @examples(150)
    @given(name=OF_ANY, need=NEEDED, hand=HELD, higher=st.integers(1, 50))
    def test_at_a_higher_need_never_give_a_better_opening(
        self, name: str, need: int, hand: list[str], higher: int
    ) -> None:
        low, high = find_opening(rules(name), need, hand), find_opening(rules(name), need + higher, hand)
        assert low.opens or not high.opens
        if high.opens:
            assert not worse(low, high)

    @examples(150)
    @given(name=OF_ANY, need=NEEDED, hand=HELD, data=st.data())
    def test_with_another_one_never_shut_a_pile(
        self, name: str, need: int, hand: list[str], data: st.DataObject
    ) -> None:
        *fewer, more = hand
        of = [rank for rank in takers(LAWS[name], fewer) if rank in takers(LAWS[name], hand)]
        if of and len(fewer) >= 3:
            top = data.draw(st.sampled_from(of))
            less = find_opening(rules(name), need, fewer, pile=top)
            assert not worse(find_opening(rules(name), need, hand, pile=top), less), more


def worse(one: Opening, other: Opening) -> bool:
    """Tell whether an opening is worse than another: it does not open, or with more cards, or falls shorter."""
    if one.opens and other.opens:
        return rank_of(one) > rank_of(other)
    return other.opens or (not one.opens and one.points < other.points)


def rank_of(opening: Opening) -> tuple[int, int, int]:
    """Give by what openings are told apart, the better the less."""
    _, _, number, wilds, points = figures(opening)
    return number, wilds, -points


def file_of(law: Law) -> str:
    """Write a rule file with a law's opening, over the rules of a variant with two packs."""
    points = "\n".join(f"{card} = {worth}" for card, worth in law.points.items())
    sizes = {"natural": law.canastas.get("4", 7), "aces": law.canastas.get("A", 7), "sevens": law.canastas.get("7", 7)}
    canastas = "\n".join(f"[canastas.{name}]\ncards = {size}" for name, size in sizes.items())
    return f"""
extends = "nvso"
[cards]
{points}
[opening]
group = {list(law.group)}
naturals = {law.naturals}
wilds = {law.wilds}
wilds_up_to_naturals = {word(law.no_more_wilds_than_naturals)}
natural_only = {sorted(law.never_wild)}
natural_group = {word(law.natural_group)}
wild_groups = {law.wild_groups}
wild_groups_alone = {word(law.wild_groups_alone)}
wilds_together = {word(law.wilds_together)}
natural_canasta = {word(law.canastas)}
pile = "{law.top}"
{canastas}
"""


def word(yes: object) -> str:
    """Write a flag."""
    return "true" if yes else "false"


DEAR_TWOS = {TWO: 60}
ODD = {JOKER: 7, TWO: 40, "A": 0, "K": 13, "Q": 12, "J": 11, "4": 60}
HOUSES = {
    "two wild groups": (replace(WCA, wild_groups=2), 'extends = "wca"\n[opening]\nwild_groups = 2'),
    "wild cards together": (replace(WCA, wilds_together=True), 'extends = "wca"\n[opening]\nwilds_together = true'),
    "two wild groups together": (
        replace(WCA, wild_groups=2, wilds_together=True),
        'extends = "wca"\n[opening]\nwild_groups = 2\nwilds_together = true',
    ),
    "wild group never alone": (
        replace(WCA, wild_groups_alone=False),
        'extends = "wca"\n[opening]\nwild_groups_alone = false',
    ),
    "small groups": (
        replace(WCA, group=(3, 5), naturals=1, wild_groups=2, canastas={}),
        'extends = "wca"\n[opening]\ngroup = [3, 5]\nnaturals = 1\nwild_groups = 2\nnatural_canasta = false',
    ),
    "small wild group full": (
        replace(WCA, group=(3, 4), naturals=1, wilds_together=True),
        'extends = "wca"\n[opening]\ngroup = [3, 4]\nnaturals = 1\nwilds_together = true',
    ),
    "no natural group": (
        replace(NVSO, natural_group=False, never_wild=frozenset()),
        'extends = "nvso"\n[opening]\nnatural_group = false\nnatural_only = []',
    ),
    "groups of four": (replace(CATAWBA, group=(4, 6)), 'extends = "catawba"\n[opening]\ngroup = [4, 6]'),
    "dear twos": (replace(WCA, points=POINTS | DEAR_TWOS), 'extends = "wca"\n[cards]\n2 = 60'),
    "odd points": (
        replace(WCA, points=POINTS | ODD),
        'extends = "wca"\n[cards]\nJK = 7\n2 = 40\nA = 0\nK = 13\nQ = 12\nJ = 11\n4 = 60',
    ),
    "little canastas": (
        replace(NVSO, canastas=dict.fromkeys(NATURAL, 5) | {"A": 7, "7": 7}),
        'extends = "nvso"\n[canastas.natural]\ncards = 5',
    ),
    "no canasta of sevens": (
        replace(NVSO, canastas={rank: 7 for rank in NATURAL if rank != "7"}),
        'extends = "nvso"\nwithout = ["canastas.sevens"]',
    ),
    "whole pile": (replace(NVSO, top=ALL), 'extends = "nvso"\n[opening]\npile = "all"'),
    "pair of the pile": (replace(CATAWBA, top=PAIR), 'extends = "catawba"\n[opening]\npile = "pair"'),
    "pile beside": (replace(WCA, top=NOTHING), 'extends = "wca"\n[opening]\npile = "nothing"'),
}


def any_law(random: Random) -> Law:
    """Think up rules for an opening. Where wild cards lie together, there is one group of them at most."""
    fewest = random.choice((2, 3, 3, 3, 4))
    most = fewest + random.choice((0, 1, 2, 3, 4, 5))
    wilds_together = random.choice((True, False))
    canasta = random.choice((None, 5, 6, 7))
    law = Law(
        points={card: random.choice((0, 5, 5, 10, 10, 11, 20, 50, 60)) for card in (*NATURAL, JOKER, TWO)},
        group=(fewest, most),
        naturals=min(most, random.choice((1, 1, 2, 2, 3))),
        wilds=random.choice((0, 1, 2, 2, 3, 9)),
        no_more_wilds_than_naturals=random.choice((True, False)),
        never_wild=frozenset(random.sample(NATURAL, random.choice((0, 1, 5)))),
        natural_group=random.choice((True, False)),
        wild_groups=random.choice((0, 1, 1) if wilds_together else (0, 1, 2, 3)),
        wild_groups_alone=random.choice((True, False)),
        wilds_together=wilds_together,
        canastas=dict.fromkeys(NATURAL, canasta) | {"A": 7, "7": 6} if canasta else {},
        top=random.choice((ALL, PAIR, NOTHING) if fewest <= 3 else (ALL, PAIR)),
        holds_threes=False,
    )
    return replace(law, points=dict(law.points) | {JOKER: random.choice((5, 20, 50)), TWO: random.choice((5, 20, 60))})


def hands_of(law: Law, random: Random, number: int) -> Iterator[tuple[list[str], str | None]]:
    """Deal some hands, each with the top of a pile that it takes or without one."""
    for place in range(number):
        hand = deal(law, random, max(law.group[0], 3) + 2 + place % 7)
        yield hand, random.choice((None, None, *takers(law, hand)))


def agree_on_hands(variant: Variant, law: Law, random: Random, hands: int, sizes: int) -> None:
    """Hold what is found in some hands beside the best of all ways, with a pile or without."""
    for number in range(hands):
        hand = deal(law, random, max(law.group[0], 3) + number % sizes)
        of = takers(law, hand)
        for top in (None, random.choice(of)) if of else (None,):
            ways = every_way(law, hand, top)
            for need in needs_near(law, ways, random):
                agree(variant, law, need, hand, best_of(law, need, ways, len(hand)), top)


LAID_AT_ONCE = {"nvso", "nvso-tournament", "wca", "modern-american", "canasta-league"}


class TestThrees:
    """Red threes are never held; black ones are, but where they lie on the table with the red ones (all eight, wca)."""

    @pytest.mark.parametrize("name", [name for name in SHIPPED if name in LAID_AT_ONCE])
    def test_where_both_colours_are_laid_at_once_none_is_in_a_hand(self, name: str) -> None:
        with pytest.raises(TallyError) as raised:
            find_opening(rules(name), 30, "K K K 3")
        assert list(raised.value.sentences) == [
            "threes are never laid down to open; they lie on the table at once: leave them out"
        ]

    @pytest.mark.parametrize("name", [name for name in SHIPPED if name not in LAID_AT_ONCE])
    def test_elsewhere_a_black_three_is_held_and_is_a_discard(self, name: str) -> None:
        found = find_opening(rules(name), 15, "K K K 3")
        assert (found.opens, found.kept) == (True, ("3",))


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


KINDS = ("natural", "mixed", "aces", "sevens", "wild")
BONUSES = (300, 500, 2000, 2500)


def canastas_made(size: int) -> Mapping[str, Made]:
    """Give what makes each kind of canasta, of so many cards."""
    plain = frozenset(NATURAL) - {"A", "7"}
    return {
        "natural": Made(plain, size, 0, 0),
        "mixed": Made(plain | {"A"}, size, 1, 2),
        "aces": Made(frozenset({"A"}), size, 0, 0),
        "sevens": Made(frozenset({"7"}), size, 0, 0),
        "wild": Made(frozenset(), size, size, size),
    }


def file_with_canastas(law: Law, size: int, bonuses: Mapping[str, int]) -> str:
    """Write a rule file with a law's opening, and canastas of so many cards with some bonuses."""
    opening, _, _ = file_of(law).partition("[canastas.natural]")
    text = opening.replace('extends = "nvso"', 'extends = "nvso"\nwithout = ["canastas", "bonuses", "penalties"]')
    text += '[threes]\nsign_by = "melded"\nsign = ["plus"]\n'
    for name, made in canastas_made(size).items():
        ranks = ", ".join(f'"{rank}"' for rank in sorted(made.ranks))
        wilds = [made.fewest, made.most]
        text += f"[canastas.{name}]\npoints = {bonuses[name]}\ncards = {size}\nranks = [{ranks}]\nwilds = {wilds}\n"
    return text


class TestCanastaAsked:
    """Where a canasta is asked for beside the need, that one or a better one, what is found is the best of all ways."""

    def test_by_any_rules_is_laid_down(self, tmp_path: Path) -> None:
        shown: Counter[str] = Counter()
        for number in range(INVENTED):
            random = chance("asked", number)
            size = random.choice((3, 4, 4, 5, 5, 6))
            law = any_law(random)
            law = replace(law, canastas=dict.fromkeys(NATURAL, size) if random.random() < 0.3 else {})
            bonuses = {name: random.choice(BONUSES) for name in KINDS}
            path = tmp_path / f"asked-{number}.toml"
            path.write_text(file_with_canastas(law, size, bonuses))
            variant, asked = load_variant(path), random.choice(KINDS)
            better = tuple(made for name, made in canastas_made(size).items() if bonuses[name] >= bonuses[asked])
            canasta = next(one for one in variant.canastas if one.name == asked)
            for hand, top in hands_of(law, random, OF_AN_INVENTED):
                ways = every_way(law, hand, top)
                asking = [
                    way._replace(has_asked=any(is_made(m, g) for m in better for g in way.groups)) for way in ways
                ]
                for need in (0, *needs_near(law, ways, random)):
                    best = best_of(law, need, asking, len(hand))
                    agree(variant, law, need, hand, best, top, canasta)
                    plain = best_of(law, need, ways, len(hand))
                    shown["opens"] += best.opens
                    shown["opens otherwise"] += best.opens and best.figures() != plain.figures()
                    shown["lacks the canasta"] += plain.opens and not best.opens
        assert min(shown[kind] for kind in ("opens", "opens otherwise", "lacks the canasta")) >= OFTEN, shown


class TestAmongEqual:
    """Of openings that are equal by the rules' measures, that is found which costs least if it is not completed."""

    def test_sevens_are_left_where_other_groups_do(self) -> None:
        held = "7 7 7 5 5 5 4 4 4 A A JK Q Q 2 K"
        for name in ("nvso", "wca"):
            found = find_opening(rules(name), 125, held)
            assert [" ".join(group.cards) for group in found.groups] == ["A A JK 2", "5 5 5"]
            assert found.points == 125

    def test_wild_cards_alone_are_left_where_natural_groups_do(self) -> None:
        equal = find_opening(rules("wca"), 60, "2 2 2 K K K 10 10 10 4")
        assert [group.kind for group in equal.groups] == ["wild"]
        house = "A A A 2 2 2 K"
        assert [group.kind for group in find_opening(rules("wca"), 60, house).groups] == ["natural"]

    def test_clean_aces_are_laid_where_only_they_are_best(self) -> None:
        found = find_opening(rules("nvso"), 60, "A A A K K K 10 10 10 4")
        assert [group.cards for group in found.groups] == [("A", "A", "A")]


class TestDiscard:
    """A player who has an opening but no card to discard is told so."""

    @pytest.mark.parametrize(
        ("held", "lacks"),
        [
            ("10 10 10 Q Q JK 9 9 9", True),
            ("10 10 10 Q Q JK 9 9 9 4", False),
            ("10 10 10 Q Q JK 9 9", False),
            ("6 6 6 6 6 6 6", True),
            ("A K Q", False),
        ],
    )
    def test_is_all_that_is_lacking(self, held: str, *, lacks: bool) -> None:
        assert can_open_only_without_discard(rules("nvso"), 125, held) is lacks
        assert not (lacks and find_opening(rules("nvso"), 125, held).opens)

    def test_is_lacking_beside_the_pile(self) -> None:
        held = "A A A K K JK Q Q"
        assert can_open_only_without_discard(rules("nvso"), 125, held, pile="Q")
        assert not can_open_only_without_discard(rules("nvso"), 125, held)


def test_two_kings_beside_the_opening_are_not_those_in_it_where_kings_are_worth_nothing(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('extends = "nvso"\n[cards]\nK = 0\n')
    found = find_opening(load_variant(str(house)), 90, "K K K K K A A JK 5", pile="K")
    assert [" ".join(group.cards) for group in found.groups] == ["A A JK", "K K K"]
    assert found.kept == ("5",)
