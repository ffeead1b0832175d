"""What the deck has cards for, held against going through every way of laying the cards out of a small deck."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

from hypothesis import example, given, settings
from hypothesis import strategies as st

from canasta_score.hand.packing import fits, least_points_over
from canasta_score.rules.canastas import CardGroup
from canasta_score.rules.cards import Deck, Rank

FEW_RANKS = (Rank.FOUR, Rank.EIGHT, Rank.ACE)
USUAL = {Rank.JOKER: 50, Rank.TWO: 20, Rank.ACE: 20, Rank.EIGHT: 10, Rank.FOUR: 5}
Groups = Mapping[CardGroup, int]
Left = tuple[int, ...]  # cards left: jokers, twos, then those of the few ranks


def a_deck(jokers: int, points: Mapping[Rank, int]) -> Deck:
    return Deck(packs=1, jokers=jokers, points={rank: points.get(rank, 10) for rank in Rank})


def cheapest_by_trying(deck: Deck, groups: Groups) -> int | None:
    """Give the fewest points of the groups by laying them out in every way; None where there is no way."""
    one_by_one = [group for group, number in groups.items() for _ in range(number)]

    @cache
    def least_from(place: int, left: Left) -> int | None:
        if place == len(one_by_one):
            return 0
        costs = []
        for used in ways_to_lay(one_by_one[place], left):
            rest = least_from(place + 1, tuple(has - takes for has, takes in zip(left, used, strict=True)))
            if rest is not None:
                costs.append(rest + points_of(deck, used))
        return min(costs, default=None)

    return least_from(0, tuple(deck.holds(rank) for rank in (Rank.JOKER, Rank.TWO, *FEW_RANKS)))


def ways_to_lay(group: CardGroup, left: Left) -> Iterator[Left]:
    """Go through the cards that can make a group: how many jokers, twos and cards of each rank."""
    jokers_left, twos_left, *ranks_left = left
    for wilds in range(group.wilds[0], group.wilds[1] + 1):
        naturals = group.size - wilds
        for jokers in range(group.jokers[0], min(group.jokers[1], wilds) + 1):
            if jokers > jokers_left or wilds - jokers > twos_left:
                continue
            for of_ranks in natural_cards(group, naturals):
                if all(number <= has for number, has in zip(of_ranks, ranks_left, strict=True)):
                    yield (jokers, wilds - jokers, *of_ranks)


def natural_cards(group: CardGroup, number: int) -> Iterator[Left]:
    """Go through the natural cards of a group: all of one of its ranks, or any where it names none."""
    for of_ranks in product(range(number + 1), repeat=len(FEW_RANKS)):
        ranks = [rank for rank, cards in zip(FEW_RANKS, of_ranks, strict=True) if cards]
        if sum(of_ranks) == number and (not group.ranks or (len(ranks) <= 1 and set(ranks) <= set(group.ranks))):
            yield of_ranks


def points_of(deck: Deck, used: Left) -> int:
    ranks = (Rank.JOKER, Rank.TWO, *FEW_RANKS)
    return sum(number * deck.points[rank] for rank, number in zip(ranks, used, strict=True))


def group_of(
    size: int, ranks: tuple[Rank, ...], wilds: tuple[int, int], jokers: tuple[int, int] | None = None
) -> CardGroup:
    return CardGroup(size=size, ranks=ranks, wilds=wilds, jokers=jokers or (0, 20))


@st.composite
def ranked_groups(draw: st.DrawFn) -> CardGroup:
    size = draw(st.integers(1, 5))
    fewest = draw(st.integers(0, size - 1))
    ranks = draw(st.lists(st.sampled_from(FEW_RANKS), min_size=1, unique=True).map(tuple))
    return group_of(size, ranks, (fewest, draw(st.integers(fewest, size))))


@st.composite
def wild_groups(draw: st.DrawFn) -> CardGroup:
    size = draw(st.integers(1, 5))
    fewest = draw(st.integers(0, size))
    return group_of(size, (), (size, size), (fewest, draw(st.integers(fewest, 6))))


@st.composite
def groups_of_any_cards(draw: st.DrawFn) -> CardGroup:
    size = draw(st.integers(1, 4))
    fewest = draw(st.integers(0, size))
    return group_of(size, (), (fewest, draw(st.integers(fewest, size))))


POINTS = st.sampled_from((0, 1, 5, 10, 20, 50))
DECKS = st.builds(
    a_deck,
    st.integers(0, 6),
    st.one_of(st.just(USUAL), st.fixed_dictionaries(dict.fromkeys(USUAL, POINTS))),
)
GROUPS = st.dictionaries(st.one_of(ranked_groups(), wild_groups()), st.integers(1, 6), max_size=4)
WITH_ANY_CARDS = st.dictionaries(st.one_of(ranked_groups(), groups_of_any_cards()), st.integers(1, 3), max_size=3)
OF_FOUR = group_of(4, FEW_RANKS, (1, 2))


class TestLittleDeck:
    """For a deck of one pack and groups in three ranks, the answers are those of trying everything."""

    @given(deck=DECKS, groups=GROUPS)
    @example(deck=a_deck(4, USUAL), groups={OF_FOUR: 4})
    @example(deck=a_deck(4, USUAL), groups={OF_FOUR: 3, group_of(3, (), (3, 3)): 1})
    @settings(max_examples=500, deadline=None)
    def test_fits_when_there_is_a_way(self, deck: Deck, groups: Groups) -> None:
        assert fits(deck, groups) == (cheapest_by_trying(deck, groups) is not None)

    @given(deck=DECKS, groups=GROUPS)
    @example(deck=a_deck(4, USUAL), groups={OF_FOUR: 4})
    @settings(max_examples=500, deadline=None)
    def test_least_points_are_those_of_the_cheapest_way(self, deck: Deck, groups: Groups) -> None:
        least = cheapest_by_trying(deck, groups)
        if least is not None:
            assert least_points_over(deck, groups, -1) == least
            assert least_points_over(deck, groups, least - 1) == least
            assert least_points_over(deck, groups, least) is None

    @given(deck=DECKS, groups=WITH_ANY_CARDS)
    @settings(max_examples=250, deadline=None)
    def test_groups_of_any_cards_are_never_refused_where_there_is_a_way(self, deck: Deck, groups: Groups) -> None:
        least = cheapest_by_trying(deck, groups)
        if least is not None:
            assert fits(deck, groups)
            assert least_points_over(deck, groups, least) is None
