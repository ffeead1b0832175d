"""What the deck has cards for, held against going through every way of laying the cards out of a small deck."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations, product

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from support.randomness import rounds

from canasta_score.hand.referee.exact import can_hold_groups, find_fewest_points_above
from canasta_score.rules.model.canastas import CardPattern
from canasta_score.rules.model.cards import NATURAL_RANKS, Deck, Rank

FEW_RANKS = (Rank.FOUR, Rank.EIGHT, Rank.ACE)
USUAL = {Rank.JOKER: 50, Rank.TWO: 20, Rank.ACE: 20, Rank.EIGHT: 10, Rank.FOUR: 5}
Groups = Mapping[CardPattern, int]
Left = tuple[int, ...]  # cards left: jokers, twos, then those of the few ranks


def a_deck(jokers: int, points: Mapping[Rank, int]) -> Deck:
    return Deck(packs=1, jokers=jokers, points={rank: points.get(rank, 10) for rank in Rank})


def cheapest_by_trying(deck: Deck, groups: Groups) -> int | None:
    """Return the fewest points of the groups over all layouts; None if there is none."""
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

    return least_from(0, tuple(deck.count_rank(rank) for rank in (Rank.JOKER, Rank.TWO, *FEW_RANKS)))


def ways_to_lay(group: CardPattern, left: Left) -> Iterator[Left]:
    """Yield the cards that can make a group, as numbers of jokers, twos and cards of each rank."""
    jokers_left, twos_left, *ranks_left = left
    for wilds in range(group.wilds[0], group.wilds[1] + 1):
        naturals = group.size - wilds
        for jokers in range(group.jokers[0], min(group.jokers[1], wilds) + 1):
            if jokers > jokers_left or wilds - jokers > twos_left:
                continue
            for of_ranks in natural_cards(group, naturals):
                if all(number <= has for number, has in zip(of_ranks, ranks_left, strict=True)):
                    yield (jokers, wilds - jokers, *of_ranks)


def natural_cards(group: CardPattern, number: int) -> Iterator[Left]:
    """Yield the natural cards of a group: all of one of its ranks, or of any rank if it names none."""
    for of_ranks in product(range(number + 1), repeat=len(FEW_RANKS)):
        ranks = [rank for rank, cards in zip(FEW_RANKS, of_ranks, strict=True) if cards]
        if sum(of_ranks) == number and (not group.ranks or (len(ranks) <= 1 and set(ranks) <= set(group.ranks))):
            yield of_ranks


def points_of(deck: Deck, used: Left) -> int:
    ranks = (Rank.JOKER, Rank.TWO, *FEW_RANKS)
    return sum(number * deck.points[rank] for rank, number in zip(ranks, used, strict=True))


def group_of(
    size: int, ranks: tuple[Rank, ...], wilds: tuple[int, int], jokers: tuple[int, int] | None = None
) -> CardPattern:
    return CardPattern(size=size, ranks=ranks, wilds=wilds, jokers=jokers or (0, 20))


@st.composite
def ranked_groups(draw: st.DrawFn) -> CardPattern:
    size = draw(st.integers(1, 5))
    fewest = draw(st.integers(0, size - 1))
    ranks = draw(st.lists(st.sampled_from(FEW_RANKS), min_size=1, unique=True).map(tuple))
    return group_of(size, ranks, (fewest, draw(st.integers(fewest, size))), (draw(st.integers(0, fewest)), 20))


@st.composite
def groups_of_few_jokers(draw: st.DrawFn) -> CardPattern:
    group = draw(ranked_groups())
    return replace(group, jokers=(group.jokers[0], draw(st.integers(group.jokers[0], group.size))))


@st.composite
def wild_groups(draw: st.DrawFn) -> CardPattern:
    size = draw(st.integers(1, 5))
    fewest = draw(st.integers(0, size))
    return group_of(size, (), (size, size), (fewest, draw(st.integers(fewest, 6))))


@st.composite
def groups_of_any_cards(draw: st.DrawFn) -> CardPattern:
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
WITH_ANY_CARDS = st.dictionaries(
    st.one_of(ranked_groups(), groups_of_any_cards(), groups_of_few_jokers()), st.integers(1, 3), max_size=3
)
OF_FOUR = group_of(4, FEW_RANKS, (1, 2))


class TestLittleDeck:
    """For a deck of one pack and groups in three ranks, the answers are those of trying everything."""

    @given(deck=DECKS, groups=GROUPS)
    @example(deck=a_deck(4, USUAL), groups={OF_FOUR: 4})
    @example(deck=a_deck(4, USUAL), groups={OF_FOUR: 3, group_of(3, (), (3, 3)): 1})
    @example(deck=a_deck(2, {**USUAL, Rank.JOKER: 21}), groups={group_of(5, (), (5, 5)): 1})
    @settings(max_examples=rounds(500))
    def test_fits_when_there_is_a_way_and_costs_what_the_cheapest_does(self, deck: Deck, groups: Groups) -> None:
        least = cheapest_by_trying(deck, groups)
        assert can_hold_groups(deck, groups) == (least is not None)
        if least is not None:
            assert find_fewest_points_above(deck, groups, -1) == least
            assert find_fewest_points_above(deck, groups, least - 1) == least
            assert find_fewest_points_above(deck, groups, least) is None

    @given(deck=DECKS, groups=WITH_ANY_CARDS)
    @settings(max_examples=rounds(250))
    def test_groups_of_any_cards_are_never_refused_where_there_is_a_way(self, deck: Deck, groups: Groups) -> None:
        least = cheapest_by_trying(deck, groups)
        if least is not None:
            assert can_hold_groups(deck, groups)
            assert find_fewest_points_above(deck, groups, least) is None


SUITS = 4
LOWEST_FIRST = NATURAL_RANKS[::-1]
Dealt = tuple[
    tuple[int, ...], ...
]  # what is left of each suit: cards of the ranks from four to ace, in one pack 1 or 0


def cheapest_in_suits(deck: Deck, groups: Groups) -> int | None:
    """Return the fewest points of sequences and natural groups over all layouts of the suits."""
    one_by_one = [group for group, number in groups.items() for _ in range(number)]

    @cache
    def least_from(place: int, left: Dealt) -> int | None:
        if place == len(one_by_one):
            return 0
        costs = []
        for after, points in ways_in_suits(deck, one_by_one[place], left):
            rest = least_from(place + 1, tuple(sorted(after)))
            if rest is not None:
                costs.append(rest + points)
        return min(costs, default=None)

    return least_from(0, ((1,) * len(LOWEST_FIRST),) * SUITS)


def ways_in_suits(deck: Deck, group: CardPattern, left: Dealt) -> Iterator[tuple[list[tuple[int, ...]], int]]:
    """Yield each way to take a sequence or natural cards of one rank: the cards left and the points taken."""
    for lowest in range(len(LOWEST_FIRST)):
        places = range(lowest, lowest + group.size) if group.sequence else range(lowest, lowest + 1)
        if places[-1] >= len(LOWEST_FIRST) or (group.ranks and LOWEST_FIRST[lowest] not in group.ranks):
            continue
        for suits in combinations(range(SUITS), 1 if group.sequence else group.size):
            if all(left[suit][place] for suit in suits for place in places):
                points = sum(deck.points[LOWEST_FIRST[place]] for place in places) * len(suits)
                yield [without(row, places) if suit in suits else row for suit, row in enumerate(left)], points


def without(row: tuple[int, ...], places: range) -> tuple[int, ...]:
    return tuple(0 if place in places else has for place, has in enumerate(row))


def sequence_of(size: int) -> CardPattern:
    return CardPattern(size=size, ranks=(), wilds=(0, 0), jokers=(0, 0), sequence=True)


@st.composite
def natural_groups(draw: st.DrawFn) -> CardPattern:
    ranks = draw(st.lists(st.sampled_from((*FEW_RANKS, Rank.NINE, Rank.TEN)), min_size=1, unique=True).map(tuple))
    return CardPattern(size=draw(st.integers(1, 4)), ranks=ranks, wilds=(0, 0), jokers=(0, 0))


SEQUENCES = st.dictionaries(st.integers(2, 11).map(sequence_of), st.integers(1, 4), min_size=1, max_size=2)
NATURALS = st.dictionaries(natural_groups(), st.integers(1, 2), max_size=2)
PRICED = st.lists(POINTS, min_size=len(NATURAL_RANKS), max_size=len(NATURAL_RANKS)).map(
    lambda points: a_deck(2, dict(zip(NATURAL_RANKS, points, strict=True)))
)
EIGHTS = CardPattern(size=4, ranks=(Rank.EIGHT,), wilds=(0, 0), jokers=(0, 0))

DEAR = USUAL | {Rank.SEVEN: 50, Rank.NINE: 50}  # rows from ten on are the cheapest, beside fours and an eight
ONE_OF_TWO = CardPattern(size=1, ranks=(Rank.FOUR, Rank.EIGHT), wilds=(0, 0), jokers=(0, 0))
FOUR_OF_THREE = CardPattern(size=4, ranks=FEW_RANKS, wilds=(0, 0), jokers=(0, 0))


def few(groups: Groups) -> bool:
    return sum(groups.values()) <= 5


class TestSequences:
    """For one pack of four suits, the answers for sequences are those of trying everything suit by suit."""

    @given(deck=st.one_of(st.just(a_deck(2, USUAL)), PRICED), sequences=SEQUENCES, naturals=NATURALS)
    @example(deck=a_deck(2, USUAL), sequences={sequence_of(7): 4}, naturals={})
    @example(deck=a_deck(2, USUAL), sequences={sequence_of(7): 5}, naturals={})
    @example(deck=a_deck(2, USUAL), sequences={sequence_of(7): 1}, naturals={EIGHTS: 1})
    @example(deck=a_deck(2, USUAL), sequences={sequence_of(6): 2, sequence_of(5): 3}, naturals={})
    @example(deck=a_deck(2, DEAR), sequences={sequence_of(4): 1}, naturals={ONE_OF_TWO: 1, FOUR_OF_THREE: 1})
    def test_fit_and_cost_what_the_cheapest_way_does(self, deck: Deck, sequences: Groups, naturals: Groups) -> None:
        groups = {**sequences, **naturals}
        assume(few(groups))
        least = cheapest_in_suits(deck, groups)
        assert can_hold_groups(deck, groups) == (least is not None)
        if least is None:
            assert find_fewest_points_above(deck, groups, -1) is None
        else:
            assert find_fewest_points_above(deck, groups, -1) == least
            assert find_fewest_points_above(deck, groups, least - 1) == least
            assert find_fewest_points_above(deck, groups, least) is None

    def test_of_three_packs_leave_the_other_canastas_their_cards(self) -> None:
        deck = Deck(packs=3, jokers=6, points={rank: USUAL.get(rank, 10) for rank in Rank})
        natural = CardPattern(size=7, ranks=NATURAL_RANKS, wilds=(0, 0), jokers=(0, 0))
        mixed = CardPattern(size=7, ranks=NATURAL_RANKS, wilds=(1, 2), jokers=(0, 6))
        assert can_hold_groups(deck, {sequence_of(7): 12, natural: 4})
        assert not can_hold_groups(deck, {sequence_of(7): 12, natural: 5})
        assert can_hold_groups(deck, {sequence_of(7): 12, natural: 4, mixed: 1})
