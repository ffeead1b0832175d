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

from canasta_score.rules.model.canastas import CardGroup
from canasta_score.rules.model.cards import NATURAL, WILD, Deck, Rank

Groups = Mapping[CardGroup, int]
Room = Mapping[Rank, int]  # how many natural cards of each rank there are


class Packing(NamedTuple):
    """One way to find the cards of some groups: how many wild ones, and the points with those taken for the cheaper."""

    wilds: int
    points: int

    def with_more(self, other: "Packing") -> "Packing":
        """Put two packings together."""
        return Packing(self.wilds + other.wilds, self.points + other.points)


NOTHING = Packing(0, 0)
Packings = Callable[[Room], tuple[Packing, ...]]
Way = tuple[tuple[int, ...], tuple[Packing, ...]]  # how many groups of each kind, and their packings
# The ranks in which sequences differ come first, and those that have a card of each of the usual seven cards last.
ONE_AFTER_THE_OTHER = tuple(map(Rank, ("4", "J", "5", "Q", "6", "K", "7", "A", "8", "9", "10")))


def fits(deck: Deck, groups: Groups) -> bool:
    """Tell whether the deck has the cards for all the groups at once."""
    if cards_in(groups) > deck.cards:
        return False
    others = {group: number for group, number in groups.items() if not group.sequence}
    packings = best_packings(deck, others)
    return any(fit_beside(deck, others, room, packings) for _, room in beside_sequences(deck, groups))


def fit_beside(deck: Deck, groups: Groups, room: Room, packings: Packings) -> bool:
    """Tell whether there are the cards for all the groups, none a sequence, where the ranks have some room."""
    plain = plain_packing(deck, groups, room)
    if plain and wilds_suffice(deck, groups, plain):
        return True
    return has_room(groups, room) and any(wilds_suffice(deck, groups, packing) for packing in packings(room))


def beside_sequences(deck: Deck, groups: Groups) -> Iterator[tuple[int, Room]]:
    """Go through the ways to lay out all the sequences: each with its points, and the room that it leaves."""
    sequences = {group: number for group, number in groups.items() if group.sequence}
    if sequences and sum(sequences.values()) > most_sequences(deck, min(group.size for group in sequences)):
        return
    whole: Room = {rank: deck.holds(rank) for rank in NATURAL}
    for room in rooms_left(whole, [(tuple(group.sequences()), number) for group, number in sequences.items()]):
        yield sum((whole[rank] - left) * deck.points[rank] for rank, left in room.items()), room


def rooms_left(room: Room, sequences: Sequence[tuple[Sequence[tuple[Rank, ...]], int]]) -> Iterator[Room]:
    """Go through the room that is left beside sequences: for each size the rows that they can be of, and their number.

    As many as can be are of the first row, then one fewer, and so on; the others are of the rows that follow.
    """
    if not sequences:
        yield room
        return
    (rows, number), *others = sequences
    if not number:
        yield from rooms_left(room, others)
        return
    for laid in range(min(number, *(room[rank] for rank in rows[0])), -1, -1) if rows else ():
        left = {rank: cards - laid * (rank in rows[0]) for rank, cards in room.items()}
        yield from rooms_left(left, [(rows[1:], number - laid), *others])


def most_sequences(deck: Deck, size: int) -> int:
    """Give the most sequences of a size that the deck has cards for: one behind the other in every row of a suit."""
    return deck.holds(NATURAL[0]) * (len(NATURAL) // size)


def least_points_over(deck: Deck, groups: Groups, points: int) -> int | None:
    """Give the fewest points that cards of these groups can have, where that is over `points`.

    None where it is not, and where the groups do not fit the deck.
    """
    if cards_in(groups) > deck.cards:
        return None
    others = {group: number for group, number in groups.items() if not group.sequence}
    leasts: list[int] = []
    packings = best_packings(deck, others)
    for in_sequences, room in beside_sequences(deck, groups):
        least = least_beside(deck, others, room, points - in_sequences, packings)
        if least is None:
            continue
        if least <= points - in_sequences:
            return None
        leasts.append(in_sequences + least)
    return min(leasts, default=None)


def least_beside(deck: Deck, groups: Groups, room: Room, points: int, packings: Packings) -> int | None:
    """Give the fewest points of some groups where the ranks have some room, or a number that is no more than `points`.

    None where the groups do not fit.
    """
    plain = plain_packing(deck, groups, room)
    if plain and wilds_suffice(deck, groups, plain) and (found := all_points(deck, groups, plain)) <= points:
        return found
    if not has_room(groups, room):
        return None
    enough = (packing for packing in packings(room) if wilds_suffice(deck, groups, packing))
    return min((all_points(deck, groups, packing) for packing in enough), default=None)


def has_room(groups: Groups, room: Room) -> bool:
    """Tell whether the ranks have room for the groups of each kind alone; if not, no packing need be tried."""
    return all(
        sum(room[rank] // group.naturals[0] for rank in group.ranks) >= number
        for group, number in groups.items()
        if group.ranks and group.naturals[0]
    )


def cards_in(groups: Groups) -> int:
    """Count the cards of some groups."""
    return sum(number * group.size for group, number in groups.items())


def wilds_suffice(deck: Deck, groups: Groups, packing: Packing) -> bool:
    """Tell whether jokers and twos are enough, each for what must be of them, and both for all."""
    jokers, twos = deck.holds(Rank.JOKER), deck.holds(Rank.TWO)
    fewest_jokers, fewest_twos = fewest_wilds(groups)
    return fewest_jokers <= jokers and fewest_twos <= twos and packing.wilds <= jokers + twos


def all_points(deck: Deck, groups: Groups, packing: Packing) -> int:
    """Give the points of a packing with as few of the dearer wild cards as the deck and the groups allow."""
    jokers, twos = deck.holds(Rank.JOKER), deck.holds(Rank.TWO)
    fewest_jokers, fewest_twos = fewest_wilds(groups)
    dearer = deck.points[Rank.JOKER] - deck.points[Rank.TWO]
    if dearer > 0:
        return packing.points + dearer * max(fewest_jokers, packing.wilds - twos)
    return packing.points - dearer * max(fewest_twos, packing.wilds - jokers)


def fewest_wilds(groups: Groups) -> tuple[int, int]:
    """Count the fewest jokers, and the fewest twos, that some groups have; of what may be natural no two is asked."""
    jokers = sum(number * group.jokers[0] for group, number in groups.items())
    twos = sum(number * max(0, group.wilds[0] - group.jokers[1]) for group, number in groups.items())
    return jokers, twos


def cards_of(deck: Deck, rank: Rank, naturals: int, wilds: int) -> Packing:
    """Give the packing of so many cards of a rank and so many wild ones."""
    return Packing(wilds, naturals * deck.points[rank] + wilds * min(deck.points[wild] for wild in WILD))


def plain_packing(deck: Deck, groups: Groups, whole: Room) -> Packing | None:
    """Put every group into the cheapest rank with room, with as many natural cards as may be; None where that fails."""
    room = {rank: whole[rank] for rank in cheapest_first(deck)}
    packing = NOTHING
    for group in sorted(groups, key=lambda group: (len(group.ranks), -group.naturals[1])):
        for _ in range(groups[group]):
            rank = next((rank for rank in room if rank in group.ranks and room[rank] >= group.naturals[0]), None)
            if group.ranks and not rank:
                return None
            naturals = min(room[rank], group.naturals[1]) if rank else group.naturals[1]
            if rank:
                room[rank] -= naturals
            cards = cards_of(deck, rank or next(iter(room)), naturals, group.size - naturals)
            packing = packing.with_more(cards)
    return packing


def cheapest_first(deck: Deck) -> list[Rank]:
    """List the natural ranks by the points of a card."""
    return sorted(NATURAL, key=deck.points.__getitem__)


def best_packings(deck: Deck, groups: Groups) -> Packings:
    """Give what lists, for some room, the packings that no other betters in wild cards and in points.

    At each rank every number of groups of each kind that its cards allow is tried, and what is left goes to the ranks
    that follow. Groups that may be of any cards are taken to find those of the cheapest rank. What the last ranks give
    is reckoned once for all rooms in which they are alike.
    """
    shared = [group for group in groups if len(group.ranks) > 1]

    @cache
    def ways(place: int, room: int) -> list[Way]:
        return list(ways_at(deck, ONE_AFTER_THE_OTHER[place], groups, shared, room))

    @cache
    def from_rank(place: int, rooms: tuple[int, ...], left: tuple[int, ...]) -> tuple[Packing, ...]:
        if place == len(ONE_AFTER_THE_OTHER):
            return () if any(left) else (NOTHING,)
        packings: list[Packing] = []
        for taken, here in ways(place, rooms[0]):
            rest = tuple(map(sub, left, taken))
            if min(rest, default=0) >= 0:
                packings += joined(here, from_rank(place + 1, rooms[1:], rest))
        return best(packings)

    anywhere = {group: number for group, number in groups.items() if not group.ranks}
    of_any_cards = packings_in(deck, cheapest_first(deck)[0], anywhere, deck.cards)
    left = tuple(groups[group] for group in shared)
    return lambda room: best(
        joined(of_any_cards, from_rank(0, tuple(map(room.__getitem__, ONE_AFTER_THE_OTHER)), left))
    )


def ways_at(deck: Deck, rank: Rank, groups: Groups, shared: Sequence[CardGroup], room: int) -> Iterator[Way]:
    """Go through the numbers of groups that can be of one rank, beside those that must be, each with its packings."""
    bound = {group: number for group, number in groups.items() if group.ranks == (rank,)}
    most = [most_in(rank, room, group, groups[group]) for group in shared]
    for numbers in product(*(range(number + 1) for number in most)):
        packings = packings_in(deck, rank, bound | dict(zip(shared, numbers, strict=True)), room)
        if packings:
            yield numbers, packings


def most_in(rank: Rank, room: int, group: CardGroup, number: int) -> int:
    """Give how many of some groups can be of a rank that has room for so many natural cards."""
    if rank not in group.ranks:
        return 0
    fewest = group.naturals[0]
    return min(number, room // fewest) if fewest else number


def packings_in(deck: Deck, rank: Rank, here: Groups, room: int) -> tuple[Packing, ...]:
    """List the best packings of groups that share the natural cards of one rank; none where there are too few."""
    fewest, most = (sum(number * group.naturals[end] for group, number in here.items()) for end in (0, 1))
    cards = sum(number * group.size for group, number in here.items())
    return best(cards_of(deck, rank, naturals, cards - naturals) for naturals in range(fewest, min(room, most) + 1))


def joined(some: Iterable[Packing], others: Iterable[Packing]) -> list[Packing]:
    """Put every one of some packings together with every one of the others."""
    return [one.with_more(other) for one, other in product(some, others)]


def best(packings: Iterable[Packing]) -> tuple[Packing, ...]:
    """Keep the packings that no other betters, the fewest wild cards first."""
    kept: list[Packing] = []
    for packing in sorted(packings):
        if not kept or packing.points < kept[-1].points:
            kept.append(packing)
    return tuple(kept)
