"""What the deck has cards for: whether groups of cards fit it all at once, and how few points they can have.

A group of one rank must find its natural cards within one rank. A plain packing, the cheapest rank first, answers for
nearly every hand; where it does not, every way of filling the ranks one after the other is gone through, so that the
answer is exact. Cards may lie anywhere at the table: what is refused, no dealing of the deck could give.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product

from canasta_score.rules.canastas import CardGroup
from canasta_score.rules.cards import NATURAL, WILD, Deck, Rank

Groups = Mapping[CardGroup, int]
Cost = Callable[[Rank, int, int], int]


def fits(deck: Deck, groups: Groups) -> bool:
    """Tell whether the deck has the cards for all the groups at once."""
    cards = sum(number * group.size for group, number in groups.items())
    if cards > deck.cards:
        return False
    packed = plain_packing(deck, groups)
    if packed and wilds_suffice(deck, groups, packed[1]):
        return True
    least_wilds = cheapest(deck, groups, wild_cards)
    return least_wilds is not None and wilds_suffice(deck, groups, least_wilds)


def least_points_over(deck: Deck, groups: Groups, points: int) -> int | None:
    """Give the fewest points that cards of these groups can have, where that is over `points`, else None.

    The groups must fit the deck.
    """
    packed = plain_packing(deck, groups)
    if packed and packed[0] <= points:
        return None
    least = (cheapest(deck, groups, points_of(deck)) or 0) + extra_for_jokers(deck, groups)
    return least if least > points else None


def wild_cards(_rank: Rank, _naturals: int, wilds: int) -> int:
    """Cost in wild cards."""
    return wilds


def points_of(deck: Deck) -> Cost:
    """Cost in points, every wild card taken for one of the cheaper kind."""
    cheaper = min(deck.points[rank] for rank in WILD)
    return lambda rank, naturals, wilds: naturals * deck.points[rank] + wilds * cheaper


def extra_for_jokers(deck: Deck, groups: Groups) -> int:
    """Give what jokers that must be in groups of wild cards are worth more than twos."""
    dearer = max(0, deck.points[Rank.JOKER] - deck.points[Rank.TWO])
    return dearer * sum(number * group.jokers[0] for group, number in groups.items() if is_wild(group))


def wilds_suffice(deck: Deck, groups: Groups, wilds: int) -> bool:
    """Tell whether jokers and twos are enough: by kind for groups of wild cards alone, and `wilds` of them in all."""
    jokers, twos = deck.holds(Rank.JOKER), deck.holds(Rank.TWO)
    alone = {group: number for group, number in groups.items() if is_wild(group)}
    cards = sum(number * group.size for group, number in alone.items())
    fewest = sum(number * min(group.jokers[0], group.size) for group, number in alone.items())
    most = sum(number * min(group.jokers[1], group.size) for group, number in alone.items())
    return wilds <= jokers + twos and max(fewest, cards - twos) <= min(most, jokers)


def is_wild(group: CardGroup) -> bool:
    """Tell whether a group is of wild cards alone."""
    return group.wilds[0] == group.size


def plain_packing(deck: Deck, groups: Groups) -> tuple[int, int] | None:
    """Put every group into the cheapest rank with room; give its points and wild cards, or None where that fails."""
    room = {rank: deck.holds(rank) for rank in sorted(NATURAL, key=deck.points.__getitem__)}
    cost = points_of(deck)
    points, wilds = extra_for_jokers(deck, groups), 0
    for group in sorted(groups, key=lambda group: (len(group.ranks), -group.naturals[1])):
        for _ in range(groups[group]):
            rank = next((rank for rank in room if rank in group.ranks and room[rank] >= group.naturals[0]), None)
            if rank:
                naturals = min(room[rank], group.naturals[1])
                room[rank] -= naturals
                points += cost(rank, naturals, group.size - naturals)
                wilds += group.size - naturals
            elif group.ranks:
                return None
            else:
                points += any_cards(deck, group, cost)
                wilds += any_cards(deck, group, wild_cards)
    return points, wilds


def any_cards(deck: Deck, group: CardGroup, cost: Cost) -> int:
    """Give the lowest cost of a group whose natural cards may be any."""
    rank = min(NATURAL, key=deck.points.__getitem__)
    return min(cost(rank, naturals, group.size - naturals) for naturals in group.naturals)


def cheapest(deck: Deck, groups: Groups, cost: Cost) -> int | None:
    """Give the lowest cost of the groups, or None where their natural cards do not fit the ranks.

    At each rank every number of groups of each kind that its cards allow is tried; the rest is left to the ranks
    that follow, and the best answer for what is left is kept.
    """
    kinds = [group for group in groups if group.ranks]

    @cache
    def from_rank(place: int, left: tuple[int, ...]) -> int | None:
        if not any(left):
            return 0
        if place == len(NATURAL):
            return None
        rank = NATURAL[place]
        prices = []
        for here in choices(deck, rank, dict(zip(kinds, left, strict=True))):
            rest = from_rank(place + 1, tuple(number - taken for number, taken in zip(left, here, strict=True)))
            if rest is not None:
                prices.append(rest + price(deck, rank, dict(zip(kinds, here, strict=True)), cost))
        return min(prices, default=None)

    ranked = from_rank(0, tuple(groups[kind] for kind in kinds))
    anywhere = sum(any_cards(deck, group, cost) * number for group, number in groups.items() if not group.ranks)
    return None if ranked is None else ranked + anywhere


def choices(deck: Deck, rank: Rank, left: Groups) -> Iterator[tuple[int, ...]]:
    """Go through how many groups of each kind one rank has natural cards for."""
    room = deck.holds(rank)
    most = [
        (min(number, room // kind.naturals[0]) if kind.naturals[0] else number) if rank in kind.ranks else 0
        for kind, number in left.items()
    ]
    for here in product(*(range(number + 1) for number in most)):
        if sum(number * kind.naturals[0] for kind, number in zip(left, here, strict=True)) <= room:
            yield here


def price(deck: Deck, rank: Rank, here: Groups, cost: Cost) -> int:
    """Give the lowest cost of the groups of one rank, which may all share its natural cards as suits best."""
    fewest = sum(number * kind.naturals[0] for kind, number in here.items())
    most = min(deck.holds(rank), sum(number * kind.naturals[1] for kind, number in here.items()))
    cards = sum(number * kind.size for kind, number in here.items())
    return min(cost(rank, naturals, cards - naturals) for naturals in (fewest, most))
