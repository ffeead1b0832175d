"""What the program finds to open with, held beside the best of all ways, and hands in which to look for it."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from canasta_score import Opening, Variant, check_opening, find_opening
from canasta_score.hand.opening.check import OpeningGroup
from canasta_score.rules.model.canastas import Canasta
from support.oracles.openings import NOTHING, TAKERS, Best, Law, Way, best_of, deal, every_way, is_legal, laid_of
from support.strategies.hands import JOKER, NATURAL, TWO

NEEDS = (0, 15, 50, 90, 120, 125, 135, 150, 155, 180)


def needs_near(law: Law, ways: Sequence[Way], random: Random) -> Iterator[int]:
    """Yield needs to try: usual ones, the points of groups and of wild groups alone, and one point more."""
    yield from random.sample(NEEDS, 3)
    legal = [way.points for way in ways if is_legal(law, 0, way)]
    alone = [way.points_of_wild_groups for way in ways if way.points_of_wild_groups is not None]
    for reached in (legal, legal, alone):
        if reached:
            points = random.choice(reached)
            yield points
            yield points + 1


def takers(law: Law, hand: Sequence[str]) -> list[str]:
    """Return the ranks that can take a pile with this top card, if the deck has one more of them."""
    return [rank for rank in NATURAL if TAKERS <= hand.count(rank) < law.deck()[rank]]


def any_hand(law: Law, random: Random, most: int) -> list[str]:
    """Deal a hand from the whole deck."""
    return random.sample([*law.deck().elements()], random.randint(3, most))


def hands_of(law: Law, random: Random, number: int) -> Iterator[tuple[list[str], str | None]]:
    """Deal some hands, each with the top of a pile that it takes or without one."""
    for place in range(number):
        hand = deal(law, random, max(law.group[0], 3) + 2 + place % 7)
        yield hand, random.choice((None, None, *takers(law, hand)))


def hands_with_pile(law: Law, random: Random, number: int) -> Iterator[tuple[list[str], str]]:
    """Deal hands that take a pile, each with the top card."""
    dealt = 0
    while dealt < number:
        hand = deal(law, random, 3 + dealt % 10)
        if of := takers(law, hand):
            dealt += 1
            yield hand, random.choice(of)


def figures(opening: Opening) -> tuple[bool, bool, int, int, int]:
    """Return the figures of an opening in the form of the search."""
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


def agree_on_hands(variant: Variant, law: Law, random: Random, hands: int, sizes: int) -> None:
    """Hold what is found in some hands beside the best of all ways, with a pile or without."""
    for number in range(hands):
        hand = deal(law, random, max(law.group[0], 3) + number % sizes)
        of = takers(law, hand)
        for top in (None, random.choice(of)) if of else (None,):
            ways = every_way(law, hand, top)
            for need in needs_near(law, ways, random):
                agree(variant, law, need, hand, best_of(law, need, ways, len(hand)), top)


def adds_up(found: Opening, hand: Sequence[str], top_among_groups: str | None) -> None:
    """See that every card is laid down or kept, once, and one is kept."""
    laid = [card for group in found.groups for card in group.cards]
    if found.pile and found.pile not in found.groups:
        laid += found.pile.cards[:TAKERS]
    with_top = [*hand, top_among_groups] if top_among_groups and found.groups else [*hand]
    assert Counter(map(str, [*laid, *found.kept])) == Counter(with_top)


def pile_of(variant: Variant, law: Law, found: Opening, top: str) -> OpeningGroup | None:
    """Return the group that must hold the top card of a pile: a group of its own, or one of the melded groups."""
    if law.top == NOTHING:
        three = check_opening(variant, 0, [[top] * 3]).groups[0]
        return replace(three, points=0, problems=()) if found.opens else None
    return next((group for group in found.groups if top in group.cards), None)


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


def kinds_with_pile(
    law: Law, need: int, hand: Sequence[str], best: Best, others: Mapping[str, Sequence[Way]]
) -> Iterator[str]:
    """Name what a case of the sample with a pile shows beside those with other rules for piles, or without a pile."""
    for counts, ways in others.items():
        other = best_of(replace(law, top=counts) if counts else law, need, ways, len(hand))
        if best.opens is not other.opens:
            yield f"{'' if best.opens else 'not '}opened, other than {f'if {counts} counted' if counts else 'without'}"
