"""Exact answers for groups of cards: whether the deck holds them all at once, and how few points they can have.

A group of one rank must find its natural cards within one rank. Every way to fill the ranks one after the other is
tried, so only what no deal of the deck could give is refused.

Sequences take one card of each of their ranks, and are laid out first, in every way. Their suits make no difference:
sequences that the cards of the ranks allow can always be shared out among the suits.

A group of at least so many jokers has at least as many wild cards. The most jokers of a group limit the wild cards that
it must have; those that it may have in place of natural cards count as of either kind.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from operator import sub
from typing import NamedTuple

from canasta_score.hand.facts import HandFacts, NamedPoints, SideFacts, list_card_patterns, list_special_hands
from canasta_score.hand.referee.problems import Problem, SideNames, build_impossible_problem, format_nearest
from canasta_score.hand.tally.names import spell_name
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.canastas import SEQUENCE_RANKS, CardPattern
from canasta_score.rules.model.cards import NATURAL_RANKS, WILD_RANKS, Deck, Rank, format_rank_count, pluralize_rank
from canasta_score.rules.model.rewards import CardPlace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

# The ranks in which sequences differ come first; the ranks that are in every sequence of seven cards come last.
_RANK_ORDER = tuple(map(Rank, ("4", "J", "5", "Q", "6", "K", "7", "A", "8", "9", "10")))
_MAX_SUGGESTIONS = 3
_GroupCounts = Mapping[CardPattern, int]
_RankRoom = Mapping[Rank, int]  # how many natural cards of each rank are left


class CardDemand(Value):
    """Groups of cards that a fact of a side implies: `quantity` groups of one pattern, on the table or in hand."""

    side: str
    fact: str
    place: CardPlace | None
    pattern: CardPattern
    quantity: int


class ExactCardChecker:
    """Finds cards that the deck does not have, and points that are too few for the cards, however they are melded."""

    def __init__(self, variant: Variant, names: SideNames) -> None:
        """Keep the rules, and what to call the sides."""
        self._variant, self._names = variant, names
        self._deck = variant.deck

    def find_conflicts(self, facts: HandFacts) -> Iterator[Problem]:
        """Yield a problem for each set of facts whose cards the deck does not have together."""
        yield from self._find_conflicts(self._deck, list_card_demands(self._variant, facts))

    def find_named_card_conflicts(self, facts: HandFacts) -> Iterator[Problem]:
        """Yield a problem for each set of facts whose cards are not among those that were entered card by card."""
        demands = list_card_demands(self._variant, facts)
        if not can_hold_groups(self._deck, _count_groups(demands)):
            return  # that is a problem of its own
        left = Counter({rank: self._deck.count_rank(rank) for rank in Rank})
        points = self._variant.card_points
        for side, side_facts in facts.items():
            for place, name in (("table", points.on_table.name), ("hand", points.in_hand.name)):
                number = side_facts.get(name)
                if not isinstance(number, NamedPoints):
                    continue
                own = [demand for demand in demands if (demand.side, demand.place) == (side, place)]
                demands = [demand for demand in demands if demand not in own]
                cards = [format_rank_count(count, rank) for rank, count in number.cards.items()]
                shortage = f"{name}= has only {join_words(cards)}"
                advice = f"; or check the cards in {name}="
                yield from self._find_conflicts(self._select_cards(number.cards), own, shortage, advice)
                if not list_special_hands(self._variant, side_facts):  # these may be the cards of the special hand
                    left.subtract(number.cards)
        # All other items, also special hands, take what these cards leave of the deck.
        shortage = "the cards that were entered leave too few in the deck"
        yield from self._find_conflicts(self._select_cards(left), demands, shortage)

    def _select_cards(self, counts: Mapping[Rank, int]) -> Deck:
        deck = self._deck
        return _NamedCards(packs=deck.packs, jokers=deck.jokers, points=deck.points, counts=counts)

    def _find_conflicts(
        self, deck: Deck, demands: Sequence[CardDemand], shortage: str = "", advice: str = ""
    ) -> Iterator[Problem]:
        """Yield each conflict; it hints at the nearest figures, the least change first, or at what to leave out."""
        conflicts = list(iter_conflicts(deck, demands))
        blamed = [conflict[-1] for conflict in conflicts]
        kept = [demand for demand in demands if demand not in blamed]
        for conflict in conflicts:
            nearest = _find_nearest_quantities(deck, conflict, kept) or _find_nearest_quantities(deck, conflict, ())
            changes = {demand: demand.quantity - number for demand, number in reversed(nearest.items())}
            least_change_first = sorted(changes, key=changes.__getitem__)[:_MAX_SUGGESTIONS]
            possible = [replace(demand, quantity=nearest[demand]) for demand in least_change_first]
            hint = f"the nearest possible is {self._format_demands(possible, 'or')}"
            if not any(nearest.values()):
                hint = f"remove {self._format_demands(nearest, 'or')}"
            message = f"{self._format_demands(conflict)}: {shortage or _describe_shortage(deck, conflict)}"
            yield build_impossible_problem(conflict[-1].side, conflict[-1].fact, message, hint + advice)

    def find_too_few_points(self, side: str, side_facts: SideFacts, place: CardPlace, name: str) -> Iterator[Problem]:
        """Yield the problem of a side whose points `name`, in one place, are too few for its cards there."""
        points = side_facts.get(name, 0)
        demands = list_card_demands(self._variant, {side: side_facts}, place)
        fewest = find_fewest_points_above(self._deck, _count_groups(demands), points)
        if not fewest:
            return
        cards = join_words(map(self._format_demand, demands))
        reason, hint = f'"{name}" was not entered', f"enter {name}={fewest} or more"
        if name in side_facts:
            reason, hint = f"{name}={points} is too low", format_nearest(name, fewest)
        message = f"{reason} for {self._names[side]}: the cards of {cards} are worth at least {fewest:,} points"
        yield build_impossible_problem(side, name, message, hint)

    def find_too_few_points_together(self, facts: HandFacts, points: Mapping[str, int]) -> Iterator[Problem]:
        """Yield the problem of `points` on tables that are enough by side but not together."""
        table, total = self._variant.card_points.on_table.name, sum(points.values())
        demands = list_card_demands(self._variant, facts, "table")
        fewest = find_fewest_points_above(self._deck, _count_groups(demands), total)
        if not fewest:
            return
        *_, side = points
        sides = join_words(self._names[owner] for owner in points)
        message = f"{table}={total} for {sides} together is too low: their cards are worth at least {fewest:,} points"
        hint = format_nearest(table, points[side] + fewest - total, self._names[side])
        yield build_impossible_problem(side, table, message, hint)

    def find_points_beyond(self, count: int, side: str, side_facts: SideFacts) -> int:
        """Return by how many points, at least, the cards of a side are worth more than its count."""
        demands = list_card_demands(self._variant, {side: side_facts})
        fewest = find_fewest_points_above(self._deck, _count_groups(demands), count)
        return fewest - count if fewest else 0

    def _format_demand(self, demand: CardDemand) -> str:
        return f"{spell_name(self._variant, demand.fact)}={demand.quantity}"

    def _format_demands(self, demands: Iterable[CardDemand], conjunction: str = "and") -> str:
        items_by_side: dict[str, list[str]] = {}
        for demand in demands:
            items_by_side.setdefault(self._names[demand.side], []).append(self._format_demand(demand))
        owned = (f"{join_words(items, conjunction)} for {side}" for side, items in items_by_side.items())
        return join_words(owned, conjunction)


class _NamedCards(Deck):
    """Some cards of a deck, given by the number of each rank, in which groups are looked for as in the whole deck."""

    counts: Mapping[Rank, int]

    def count_rank(self, rank: Rank) -> int:
        return self.counts.get(rank, 0)


def list_card_demands(variant: Variant, facts: HandFacts, place: CardPlace | None = None) -> list[CardDemand]:
    """Return the card demands of some sides, on the table and in hand or in one place only."""
    # Only the first special hand counts: a second one is impossible anyway, and a search with several can take minutes.
    special_hands = [(side, hand) for side, own in facts.items() for hand in list_special_hands(variant, own)]
    return [
        CardDemand(side=side, fact=fact, place=fact_place, pattern=pattern, quantity=number if fact_place else 1)
        for side, side_facts in facts.items()
        for fact, fact_place, pattern in list_card_patterns(variant)
        if (number := side_facts.get(fact, 0)) > 0
        and place in (None, fact_place)
        and (side, fact) not in special_hands[1:]
    ]


def iter_conflicts(deck: Deck, demands: Sequence[CardDemand]) -> Iterator[tuple[CardDemand, ...]]:
    """Yield sets of demands that the deck cannot hold together, each as small as possible."""
    left = list(demands)  # without the last demand of each set, which counts as the one too many
    while not can_hold_groups(deck, _count_groups(left)):
        conflict = left
        for demand in left:
            fewer = [other for other in conflict if other is not demand]
            if not can_hold_groups(deck, _count_groups(fewer)):
                conflict = fewer
        yield tuple(conflict)
        left = [demand for demand in left if demand is not conflict[-1]]


def find_largest_quantity(deck: Deck, others: Sequence[CardDemand], demand: CardDemand) -> int:
    """Return the most groups of a demand that the deck holds beside others; -1 if it does not hold even the others."""
    most = min(demand.quantity, deck.size_without_threes // demand.pattern.size)
    groups = [_count_groups([*others, replace(demand, quantity=quantity)]) for quantity in range(most + 1)]
    return bisect(groups, False, key=lambda several: not can_hold_groups(deck, several)) - 1  # noqa: FBT003


def can_hold_groups(deck: Deck, groups: _GroupCounts) -> bool:
    """Return whether the deck has the cards for all groups at once."""
    if _count_cards(groups) > deck.size_without_threes:
        return False
    search = _AllocationSearch(deck, groups)
    return any(search.find_fewest_points(room) is not None for _, room in _iter_sequence_layouts(deck, groups))


def find_fewest_points_above(deck: Deck, groups: _GroupCounts, points: int) -> int | None:
    """Return the fewest points of cards for groups, if above `points`; None if not, or if the deck lacks the cards."""
    if _count_cards(groups) > deck.size_without_threes:
        return None
    fewest: int | None = None
    search = _AllocationSearch(deck, groups)
    for sequence_points, room in _iter_sequence_layouts(deck, groups):
        others = search.find_fewest_points(room)
        if others is None:
            continue
        total = sequence_points + others
        if total <= points:
            return None
        fewest = total if fewest is None else min(fewest, total)
    return fewest


def _describe_shortage(deck: Deck, demands: Sequence[CardDemand]) -> str:
    """Return the words for the cards of which the deck has too few for some demands."""
    jokers, twos = deck.count_rank(Rank.JOKER), deck.count_rank(Rank.TWO)
    required_jokers, required_twos = _count_required_wilds(_count_groups(demands))
    wilds = sum(demand.quantity * demand.pattern.wilds[0] for demand in demands)
    needs = [(wilds, jokers + twos, "wild cards"), (required_jokers, jokers, "jokers"), (required_twos, twos, "twos")]
    ranks = {rank for demand in demands for rank in demand.pattern.ranks}
    room, quantity = deck.size_without_threes, sum(demand.quantity for demand in demands)
    fewest_naturals = [demand.pattern.natural_range[0] for demand in demands]
    if any(demand.pattern.sequence for demand in demands):
        for needed_rank in SEQUENCE_RANKS:
            required = [demand for demand in demands if needed_rank in _find_required_ranks(demand.pattern)]
            each = (1 if demand.pattern.sequence else demand.pattern.natural_range[0] for demand in required)
            taken = sum(number * demand.quantity for number, demand in zip(each, required, strict=True))
            needs.append((taken, deck.count_rank(needed_rank), pluralize_rank(needed_rank)))
    elif ranks and all(fewest_naturals):
        rank, *others = ranks
        available = deck.count_rank(rank)  # the same for every natural rank
        room = len(ranks) * (available // min(fewest_naturals))
        if not others:
            naturals = sum(demand.quantity * demand.pattern.natural_range[0] for demand in demands)
            needs.append((naturals, available, pluralize_rank(rank)))
    for needed, available, cards in needs:
        if needed > available:
            return f"that takes {needed} {cards}, but the deck has {available}"
    if quantity > room:
        return f"that makes {quantity}, but the deck has cards for only {room}"
    total = sum(demand.quantity * demand.pattern.size for demand in demands)
    if total > deck.size_without_threes:
        return f"that takes {total} cards, but the deck has {deck.size_without_threes} besides threes"
    return "the deck does not have these cards"


def _find_required_ranks(pattern: CardPattern) -> set[Rank]:
    if pattern.sequence:
        return set.intersection(*map(set, pattern.iter_sequences()))
    return set(pattern.ranks) if len(pattern.ranks) == 1 else set()


def _count_required_wilds(groups: _GroupCounts) -> tuple[int, int]:
    """Return the fewest jokers, and the fewest twos, that some groups have."""
    jokers = sum(number * group.jokers[0] for group, number in groups.items())
    twos = sum(number * max(0, group.wilds[0] - group.jokers[1]) for group, number in groups.items())
    return jokers, twos


def _count_groups(demands: Sequence[CardDemand]) -> dict[CardPattern, int]:
    groups: dict[CardPattern, int] = {}
    for demand in demands:
        groups[demand.pattern] = groups.get(demand.pattern, 0) + demand.quantity
    return groups


def _find_nearest_quantities(
    deck: Deck, conflict: Sequence[CardDemand], kept: Sequence[CardDemand]
) -> dict[CardDemand, int]:
    """Return the largest quantity of each demand that fits with all others, if these fit without it."""
    outside = [demand for demand in kept if demand not in conflict]
    nearest: dict[CardDemand, int] = {}
    for demand in conflict:
        others = outside + [other for other in conflict if other != demand]
        quantity = find_largest_quantity(deck, others, demand)
        if quantity >= 0:
            nearest[demand] = quantity
    return nearest


def _count_cards(groups: _GroupCounts) -> int:
    return sum(number * group.size for group, number in groups.items())


class _CardAllocation(NamedTuple):
    """A way to find cards: the wild cards, and the points if these are the cheaper kind; made by the thousand."""

    wilds: int
    points: int


# How many groups of each kind that fits several ranks are of one rank, and the allocations of its cards.
_RankOption = tuple[tuple[int, ...], Sequence[_CardAllocation]]


class _AllocationSearch:
    """Finds cards for groups that are no sequences, rank after rank, in every number that the cards of a rank allow."""

    def __init__(self, deck: Deck, groups: _GroupCounts) -> None:
        self._deck = deck
        self._groups = {group: number for group, number in groups.items() if not group.sequence}
        self._shared = [group for group in self._groups if len(group.ranks) > 1]
        self._jokers, self._twos = deck.count_rank(Rank.JOKER), deck.count_rank(Rank.TWO)
        self._required_jokers, self._required_twos = _count_required_wilds(self._groups)
        self._wild_points = min(deck.points[wild] for wild in WILD_RANKS)
        self._cheapest_rank = min(NATURAL_RANKS, key=deck.points.__getitem__)
        # The result for the last ranks is the same whenever these ranks have the same room.
        self._list_rank_options = cache(self._build_rank_options)
        self._allocate_from = cache(self._build_allocations_from)

    def find_fewest_points(self, room: _RankRoom) -> int | None:
        """Return the fewest points of all groups, given the natural cards that are left; None if they do not fit."""
        if self._required_jokers > self._jokers or self._required_twos > self._twos:
            return None
        possible = (each for each in self._find_best(room) if each.wilds <= self._jokers + self._twos)
        return min(map(self._count_points, possible), default=None)

    def _count_points(self, allocation: _CardAllocation) -> int:
        # The dearer wild cards are used only where the deck runs out of the cheaper ones, or the groups require them.
        dearer = self._deck.points[Rank.JOKER] - self._deck.points[Rank.TWO]
        if dearer > 0:
            return allocation.points + dearer * max(self._required_jokers, allocation.wilds - self._twos)
        return allocation.points - dearer * max(self._required_twos, allocation.wilds - self._jokers)

    def _find_best(self, room: _RankRoom) -> Sequence[_CardAllocation]:
        """Return the allocations for which no other one has both fewer wild cards and fewer points."""
        # A quick check before the search: is there room for the groups of each kind alone?
        for group, number in self._groups.items():
            fewest = group.natural_range[0]
            if group.ranks and fewest and sum(room[rank] // fewest for rank in group.ranks) < number:
                return ()
        # Groups of any cards take those of the cheapest rank.
        anywhere = {group: number for group, number in self._groups.items() if not group.ranks}
        of_any_cards = self._list_rank_allocations(self._cheapest_rank, anywhere, self._deck.size_without_threes)
        rooms = tuple(room[rank] for rank in _RANK_ORDER)
        quantities = tuple(self._groups[group] for group in self._shared)
        return _keep_best(_combine(of_any_cards, self._allocate_from(0, rooms, quantities)))

    def _build_allocations_from(
        self, rank_index: int, rooms: tuple[int, ...], quantities: tuple[int, ...]
    ) -> Sequence[_CardAllocation]:
        if rank_index == len(_RANK_ORDER):
            return () if any(quantities) else (_CardAllocation(0, 0),)
        allocations: list[_CardAllocation] = []
        for taken, of_rank in self._list_rank_options(rank_index, rooms[0]):
            left = tuple(map(sub, quantities, taken))
            if min(left, default=0) >= 0 and (others := self._allocate_from(rank_index + 1, rooms[1:], left)):
                allocations += _combine(of_rank, others)
        return _keep_best(allocations)

    def _build_rank_options(self, rank_index: int, room: int) -> list[_RankOption]:
        rank = _RANK_ORDER[rank_index]
        bound = {group: number for group, number in self._groups.items() if group.ranks == (rank,)}
        most = [_count_most_groups(rank, room, group, self._groups[group]) for group in self._shared]
        options: list[_RankOption] = []
        for quantities in product(*(range(number + 1) for number in most)):
            groups = bound | dict(zip(self._shared, quantities, strict=True))
            if allocations := self._list_rank_allocations(rank, groups, room):
                options.append((quantities, allocations))
        return options

    def _list_rank_allocations(self, rank: Rank, groups: _GroupCounts, room: int) -> Sequence[_CardAllocation]:
        """Return the best allocations of groups that share the natural cards of one rank; none if there are too few."""
        fewest = sum(number * group.natural_range[0] for group, number in groups.items())
        most = sum(number * group.natural_range[1] for group, number in groups.items())
        cards, points = _count_cards(groups), self._deck.points[rank]
        return _keep_best(
            _CardAllocation(cards - naturals, naturals * points + (cards - naturals) * self._wild_points)
            for naturals in range(fewest, min(room, most) + 1)
        )


def _keep_best(allocations: Iterable[_CardAllocation]) -> Sequence[_CardAllocation]:
    # From the fewest wild cards on, an allocation is kept only if it has fewer points than those before it.
    kept: list[_CardAllocation] = []
    for allocation in sorted(allocations):
        if not kept or allocation.points < kept[-1].points:
            kept.append(allocation)
    return kept


def _combine(some: Iterable[_CardAllocation], others: Iterable[_CardAllocation]) -> list[_CardAllocation]:
    return [_CardAllocation(one.wilds + two.wilds, one.points + two.points) for one, two in product(some, others)]


def _count_most_groups(rank: Rank, room: int, group: CardPattern, number: int) -> int:
    if rank not in group.ranks:
        return 0
    fewest = group.natural_range[0]
    return min(number, room // fewest) if fewest else number


def _iter_sequence_layouts(deck: Deck, groups: _GroupCounts) -> Iterator[tuple[int, _RankRoom]]:
    """Yield each way to lay out all sequences: its points, and the natural cards that are left of each rank."""
    full_room: _RankRoom = {rank: deck.count_rank(rank) for rank in NATURAL_RANKS}
    sequences = {group: number for group, number in groups.items() if group.sequence}
    if sequences:
        # A suit holds the most sequences if they do not overlap.
        per_suit = len(NATURAL_RANKS) // min(group.size for group in sequences)
        if sum(sequences.values()) > max(full_room.values()) * per_suit:
            return
    to_lay = [(list(group.iter_sequences()), number) for group, number in sequences.items()]
    for room in _iter_remaining_rooms(full_room, to_lay):
        yield sum((full_room[rank] - room[rank]) * deck.points[rank] for rank in room), room


def _iter_remaining_rooms(
    room: _RankRoom, to_lay: Sequence[tuple[Sequence[tuple[Rank, ...]], int]]
) -> Iterator[_RankRoom]:
    """Yield what is left of each rank after each way to lay out sequences, some of them along each row."""
    if not to_lay:
        yield room
        return
    (rows, number), *others = to_lay
    if not (rows and number):
        yield from () if number else _iter_remaining_rooms(room, others)
        return
    first_row, *other_rows = rows
    most = min(number, *(room[rank] for rank in first_row))
    for laid in range(most, -1, -1):
        left = {rank: cards - laid if rank in first_row else cards for rank, cards in room.items()}
        yield from _iter_remaining_rooms(left, [(other_rows, number - laid), *others])
