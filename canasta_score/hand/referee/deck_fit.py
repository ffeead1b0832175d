"""What the deck has cards for: whether groups of cards fit it all at once, and how few points they can have.

A group of one rank must find its natural cards within one rank. A plain packing, the cheapest rank first, answers for
nearly every hand; where it does not, every way of filling the ranks one after the other is gone through, so that the
answer is exact. Cards may lie anywhere at the table: what is refused, no dealing of the deck could give.

Sequences take one card of each of their ranks, and are laid out first, in every way. Of which suit they are makes no
difference: those that the cards of the ranks allow can always be shared out among the suits.

A group of at least so many jokers has at least as many wild cards. The most jokers of a group are reckoned among the
wild cards that it must have; what it may have in place of natural ones is taken to be of either kind.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from operator import sub
from typing import NamedTuple

from canasta_score.rules.model.canastas import CardPattern
from canasta_score.rules.model.cards import NATURAL_RANKS, WILD_RANKS, Deck, Rank

_GroupCounts = Mapping[CardPattern, int]
_RankRoom = Mapping[Rank, int]  # how many natural cards of each rank there are


class _CardAllocation(NamedTuple):
    """One way to find the cards of some groups: how many wild ones, and the points with those taken for the cheaper."""

    wilds: int
    points: int

    def combine(self, other: "_CardAllocation") -> "_CardAllocation":
        """Put two packings together."""
        return _CardAllocation(self.wilds + other.wilds, self.points + other.points)


_EMPTY_ALLOCATION = _CardAllocation(0, 0)
_AllocationFinder = Callable[[_RankRoom], tuple[_CardAllocation, ...]]
_RankOption = tuple[tuple[int, ...], tuple[_CardAllocation, ...]]  # how many groups of each kind, and their packings
# The ranks in which sequences differ come first, and those that have a card of each of the usual seven cards last.
_RANK_ORDER = tuple(map(Rank, ("4", "J", "5", "Q", "6", "K", "7", "A", "8", "9", "10")))


def can_hold_groups(deck: Deck, groups: _GroupCounts) -> bool:
    """Tell whether the deck has the cards for all the groups at once."""
    if _count_cards(groups) > deck.size_without_threes:
        return False
    others = {group: number for group, number in groups.items() if not group.sequence}
    packings = _build_allocation_finder(deck, others)
    return any(_can_hold_with_room(deck, others, room, packings) for _, room in _iter_sequence_layouts(deck, groups))


def _can_hold_with_room(deck: Deck, groups: _GroupCounts, room: _RankRoom, packings: _AllocationFinder) -> bool:
    """Tell whether there are the cards for all the groups, none a sequence, where the ranks have some room."""
    plain = _allocate_greedily(deck, groups, room)
    if plain and _has_enough_wilds(deck, groups, plain):
        return True
    return _has_room(groups, room) and any(_has_enough_wilds(deck, groups, packing) for packing in packings(room))


def _iter_sequence_layouts(deck: Deck, groups: _GroupCounts) -> Iterator[tuple[int, _RankRoom]]:
    """Go through the ways to lay out all the sequences: each with its points, and the room that it leaves."""
    sequences = {group: number for group, number in groups.items() if group.sequence}
    if sequences and sum(sequences.values()) > _count_most_sequences(deck, min(group.size for group in sequences)):
        return
    whole: _RankRoom = {rank: deck.count_rank(rank) for rank in NATURAL_RANKS}
    for room in _iter_remaining_rooms(
        whole, [(tuple(group.iter_sequences()), number) for group, number in sequences.items()]
    ):
        yield sum((whole[rank] - left) * deck.points[rank] for rank, left in room.items()), room


def _iter_remaining_rooms(
    room: _RankRoom, sequences: Sequence[tuple[Sequence[tuple[Rank, ...]], int]]
) -> Iterator[_RankRoom]:
    """Go through the room that is left beside sequences: for each size the rows that they can be of, and their number.

    As many as can be are of the first row, then one fewer, and so on; the others are of the rows that follow.
    """
    if not sequences:
        yield room
        return
    (rows, number), *others = sequences
    if not number:
        yield from _iter_remaining_rooms(room, others)
        return
    for laid in range(min(number, *(room[rank] for rank in rows[0])), -1, -1) if rows else ():
        left = {rank: cards - laid * (rank in rows[0]) for rank, cards in room.items()}
        yield from _iter_remaining_rooms(left, [(rows[1:], number - laid), *others])


def _count_most_sequences(deck: Deck, size: int) -> int:
    """Give the most sequences of a size that the deck has cards for: one behind the other in every row of a suit."""
    return deck.count_rank(NATURAL_RANKS[0]) * (len(NATURAL_RANKS) // size)


def find_fewest_group_points_above(deck: Deck, groups: _GroupCounts, points: int) -> int | None:
    """Give the fewest points that cards of these groups can have, where that is over `points`.

    None where it is not, and where the groups do not fit the deck.
    """
    if _count_cards(groups) > deck.size_without_threes:
        return None
    others = {group: number for group, number in groups.items() if not group.sequence}
    leasts: list[int] = []
    packings = _build_allocation_finder(deck, others)
    for in_sequences, room in _iter_sequence_layouts(deck, groups):
        least = _find_fewest_points_with_room(deck, others, room, points - in_sequences, packings)
        if least is None:
            continue
        if least <= points - in_sequences:
            return None
        leasts.append(in_sequences + least)
    return min(leasts, default=None)


def _find_fewest_points_with_room(
    deck: Deck, groups: _GroupCounts, room: _RankRoom, points: int, packings: _AllocationFinder
) -> int | None:
    """Give the fewest points of some groups where the ranks have some room, or a number that is no more than `points`.

    None where the groups do not fit.
    """
    plain = _allocate_greedily(deck, groups, room)
    if (
        plain
        and _has_enough_wilds(deck, groups, plain)
        and (found := _count_allocation_points(deck, groups, plain)) <= points
    ):
        return found
    if not _has_room(groups, room):
        return None
    enough = (packing for packing in packings(room) if _has_enough_wilds(deck, groups, packing))
    return min((_count_allocation_points(deck, groups, packing) for packing in enough), default=None)


def _has_room(groups: _GroupCounts, room: _RankRoom) -> bool:
    """Tell whether the ranks have room for the groups of each kind alone; if not, no packing need be tried."""
    return all(
        sum(room[rank] // group.natural_range[0] for rank in group.ranks) >= number
        for group, number in groups.items()
        if group.ranks and group.natural_range[0]
    )


def _count_cards(groups: _GroupCounts) -> int:
    """Count the cards of some groups."""
    return sum(number * group.size for group, number in groups.items())


def _has_enough_wilds(deck: Deck, groups: _GroupCounts, packing: _CardAllocation) -> bool:
    """Tell whether jokers and twos are enough, each for what must be of them, and both for all."""
    jokers, twos = deck.count_rank(Rank.JOKER), deck.count_rank(Rank.TWO)
    fewest_jokers, fewest_twos = count_required_wilds(groups)
    return fewest_jokers <= jokers and fewest_twos <= twos and packing.wilds <= jokers + twos


def _count_allocation_points(deck: Deck, groups: _GroupCounts, packing: _CardAllocation) -> int:
    """Give the points of a packing with as few of the dearer wild cards as the deck and the groups allow."""
    jokers, twos = deck.count_rank(Rank.JOKER), deck.count_rank(Rank.TWO)
    fewest_jokers, fewest_twos = count_required_wilds(groups)
    dearer = deck.points[Rank.JOKER] - deck.points[Rank.TWO]
    if dearer > 0:
        return packing.points + dearer * max(fewest_jokers, packing.wilds - twos)
    return packing.points - dearer * max(fewest_twos, packing.wilds - jokers)


def count_required_wilds(groups: _GroupCounts) -> tuple[int, int]:
    """Count the fewest jokers, and the fewest twos, that some groups have; of what may be natural no two is asked."""
    jokers = sum(number * group.jokers[0] for group, number in groups.items())
    twos = sum(number * max(0, group.wilds[0] - group.jokers[1]) for group, number in groups.items())
    return jokers, twos


def _allocate_rank_cards(deck: Deck, rank: Rank, naturals: int, wilds: int) -> _CardAllocation:
    """Give the packing of so many cards of a rank and so many wild ones."""
    return _CardAllocation(wilds, naturals * deck.points[rank] + wilds * min(deck.points[wild] for wild in WILD_RANKS))


def _allocate_greedily(deck: Deck, groups: _GroupCounts, whole: _RankRoom) -> _CardAllocation | None:
    """Put every group into the cheapest rank with room, with as many natural cards as may be; None where that fails."""
    room = {rank: whole[rank] for rank in _sort_ranks_by_points(deck)}
    packing = _EMPTY_ALLOCATION
    for group in sorted(groups, key=lambda group: (len(group.ranks), -group.natural_range[1])):
        for _ in range(groups[group]):
            rank = next((rank for rank in room if rank in group.ranks and room[rank] >= group.natural_range[0]), None)
            if group.ranks and not rank:
                return None
            naturals = min(room[rank], group.natural_range[1]) if rank else group.natural_range[1]
            if rank:
                room[rank] -= naturals
            cards = _allocate_rank_cards(deck, rank or next(iter(room)), naturals, group.size - naturals)
            packing = packing.combine(cards)
    return packing


def _sort_ranks_by_points(deck: Deck) -> list[Rank]:
    """List the natural ranks by the points of a card."""
    return sorted(NATURAL_RANKS, key=deck.points.__getitem__)


def _build_allocation_finder(deck: Deck, groups: _GroupCounts) -> _AllocationFinder:
    """Give what lists, for some room, the packings that no other betters in wild cards and in points.

    At each rank every number of groups of each kind that its cards allow is tried, and what is left goes to the ranks
    that follow. Groups that may be of any cards are taken to find those of the cheapest rank. What the last ranks give
    is reckoned once for all rooms in which they are alike.
    """
    shared = [group for group in groups if len(group.ranks) > 1]

    @cache
    def ways(place: int, room: int) -> list[_RankOption]:
        return list(_iter_rank_options(deck, _RANK_ORDER[place], groups, shared, room))

    @cache
    def from_rank(place: int, rooms: tuple[int, ...], left: tuple[int, ...]) -> tuple[_CardAllocation, ...]:
        if place == len(_RANK_ORDER):
            return () if any(left) else (_EMPTY_ALLOCATION,)
        packings: list[_CardAllocation] = []
        for taken, here in ways(place, rooms[0]):
            rest = tuple(map(sub, left, taken))
            if min(rest, default=0) >= 0:
                packings += _combine_allocations(here, from_rank(place + 1, rooms[1:], rest))
        return _keep_best_allocations(packings)

    anywhere = {group: number for group, number in groups.items() if not group.ranks}
    of_any_cards = _list_rank_allocations(deck, _sort_ranks_by_points(deck)[0], anywhere, deck.size_without_threes)
    left = tuple(groups[group] for group in shared)
    return lambda room: _keep_best_allocations(
        _combine_allocations(of_any_cards, from_rank(0, tuple(map(room.__getitem__, _RANK_ORDER)), left))
    )


def _iter_rank_options(
    deck: Deck, rank: Rank, groups: _GroupCounts, shared: Sequence[CardPattern], room: int
) -> Iterator[_RankOption]:
    """Go through the numbers of groups that can be of one rank, beside those that must be, each with its packings."""
    bound = {group: number for group, number in groups.items() if group.ranks == (rank,)}
    most = [_count_most_groups(rank, room, group, groups[group]) for group in shared]
    for numbers in product(*(range(number + 1) for number in most)):
        packings = _list_rank_allocations(deck, rank, bound | dict(zip(shared, numbers, strict=True)), room)
        if packings:
            yield numbers, packings


def _count_most_groups(rank: Rank, room: int, group: CardPattern, number: int) -> int:
    """Give how many of some groups can be of a rank that has room for so many natural cards."""
    if rank not in group.ranks:
        return 0
    fewest = group.natural_range[0]
    return min(number, room // fewest) if fewest else number


def _list_rank_allocations(deck: Deck, rank: Rank, here: _GroupCounts, room: int) -> tuple[_CardAllocation, ...]:
    """List the best packings of groups that share the natural cards of one rank; none where there are too few."""
    fewest, most = (sum(number * group.natural_range[end] for group, number in here.items()) for end in (0, 1))
    cards = sum(number * group.size for group, number in here.items())
    return _keep_best_allocations(
        _allocate_rank_cards(deck, rank, naturals, cards - naturals) for naturals in range(fewest, min(room, most) + 1)
    )


def _combine_allocations(some: Iterable[_CardAllocation], others: Iterable[_CardAllocation]) -> list[_CardAllocation]:
    """Put every one of some packings together with every one of the others."""
    return [one.combine(other) for one, other in product(some, others)]


def _keep_best_allocations(packings: Iterable[_CardAllocation]) -> tuple[_CardAllocation, ...]:
    """Keep the packings that no other betters, the fewest wild cards first."""
    kept: list[_CardAllocation] = []
    for packing in sorted(packings):
        if not kept or packing.points < kept[-1].points:
            kept.append(packing)
    return tuple(kept)
