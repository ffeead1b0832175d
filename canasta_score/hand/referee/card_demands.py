"""Card demands: the groups of cards that the facts of a hand imply, and those that the deck cannot hold together."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canasta_score.hand.facts import HandFacts, list_card_patterns, list_special_hands
from canasta_score.hand.referee.deck_fit import can_hold_groups, count_required_wilds, find_fewest_group_points_above
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import SEQUENCE_RANKS, CardPattern
from canasta_score.rules.model.cards import Deck, Rank, pluralize_rank
from canasta_score.rules.model.penalties import CardPlace
from canasta_score.rules.model.variant import Variant

_CardNeed = tuple[int, int, str]  # how many cards are needed and how many there are, and what to say of it


@frozen
class CardDemand(Value):
    """Groups of cards that a fact of a side implies: `quantity` groups of one pattern, on the table or in hand."""

    side: str
    fact: str
    place: CardPlace | None
    pattern: CardPattern
    quantity: int


def list_card_demands(variant: Variant, facts: HandFacts, place: CardPlace | None = None) -> list[CardDemand]:
    """Return the card demands of some sides, on the table and in hand or in one place only."""
    # Of special hands, the first counts once: a second one is impossible anyway, and to deal several can take minutes.
    special_hands = [
        (side, hand) for side, side_facts in facts.items() for hand in list_special_hands(variant, side_facts)
    ]
    return [
        CardDemand(side=side, fact=fact, place=fact_place, pattern=pattern, quantity=number if fact_place else 1)
        for side, side_facts in facts.items()
        for fact, fact_place, pattern in list_card_patterns(variant)
        if (number := side_facts.get(fact, 0)) > 0
        and place in (None, fact_place)
        and (side, fact) not in special_hands[1:]
    ]


def iter_conflicts(deck: Deck, demands: Sequence[CardDemand]) -> Iterator[tuple[CardDemand, ...]]:
    """Yield sets of demands that the deck cannot hold together, each as small as can be.

    The last demand of a set counts as the one too many: the search goes on without it.
    """
    left = list(demands)
    while not _can_hold_demands(deck, left):
        conflict = left
        for demand in left:
            fewer = [other for other in conflict if other is not demand]
            if not _can_hold_demands(deck, fewer):
                conflict = fewer
        yield tuple(conflict)
        left = [demand for demand in left if demand is not conflict[-1]]


def _can_hold_demands(deck: Deck, demands: Sequence[CardDemand]) -> bool:
    return can_hold_groups(deck, _count_groups(demands))


def find_largest_quantity(deck: Deck, others: Sequence[CardDemand], demand: CardDemand) -> int:
    """Return the most groups of a demand that the deck holds beside others; -1 if it does not hold even the others."""
    quantity = min(demand.quantity, deck.size_without_threes // demand.pattern.size)
    while quantity >= 0 and not _can_hold_demands(deck, [*others, replace(demand, quantity=quantity)]):
        quantity -= 1
    return quantity


def find_fewest_points_above(deck: Deck, demands: Sequence[CardDemand], points: int) -> int | None:
    """Return the fewest points that the cards of some demands can have, if that is above `points`, or else None.

    Returns None too if the deck does not hold the cards.
    """
    return find_fewest_group_points_above(deck, _count_groups(demands), points) if demands else None


def describe_shortage(deck: Deck, demands: Sequence[CardDemand]) -> str:
    """Return the words for the cards of which the deck has too few for some demands."""
    needs = [*_list_wild_card_needs(deck, demands)]
    if any(demand.pattern.sequence for demand in demands):
        needs += _iter_sequence_needs(deck, demands)
    else:
        needs += _iter_rank_needs(deck, demands)
    needs.append(_build_total_need(deck, demands))
    messages = [message for needed, available, message in needs if needed > available]
    return messages[0] if messages else "the deck does not have these cards"


def _build_need(needed: int, available: int, cards: str) -> _CardNeed:
    return needed, available, f"that takes {needed} {cards}, but the deck has {available}"


def _list_wild_card_needs(deck: Deck, demands: Sequence[CardDemand]) -> list[_CardNeed]:
    jokers, twos = deck.count_rank(Rank.JOKER), deck.count_rank(Rank.TWO)
    required_jokers, required_twos = count_required_wilds(_count_groups(demands))
    wilds = sum(demand.quantity * demand.pattern.wilds[0] for demand in demands)
    return [
        _build_need(wilds, jokers + twos, "wild cards"),
        _build_need(required_jokers, jokers, "jokers"),
        _build_need(required_twos, twos, "twos"),
    ]


def _iter_rank_needs(deck: Deck, demands: Sequence[CardDemand]) -> Iterator[_CardNeed]:
    fewest_naturals = [demand.pattern.natural_range[0] for demand in demands]
    ranks = {rank for demand in demands for rank in demand.pattern.ranks}
    if not ranks or not all(fewest_naturals):
        return
    rank, *other_ranks = ranks
    available = deck.count_rank(rank)  # the same for every natural rank
    if other_ranks:
        quantity = sum(demand.quantity for demand in demands)
        room = len(ranks) * (available // min(fewest_naturals))
        yield quantity, room, f"that makes {quantity}, but the deck has cards for only {room}"
    else:
        naturals = sum(demand.quantity * demand.pattern.natural_range[0] for demand in demands)
        yield _build_need(naturals, available, pluralize_rank(rank))


def _iter_sequence_needs(deck: Deck, demands: Sequence[CardDemand]) -> Iterator[_CardNeed]:
    for rank in SEQUENCE_RANKS:
        cards = 0
        for demand in demands:
            if rank in _find_required_ranks(demand.pattern):
                cards += demand.quantity * (1 if demand.pattern.sequence else demand.pattern.natural_range[0])
        yield _build_need(cards, deck.count_rank(rank), pluralize_rank(rank))


def _find_required_ranks(pattern: CardPattern) -> set[Rank]:
    if pattern.sequence:
        sequences = [set(sequence) for sequence in pattern.iter_sequences()]
        return sequences[0].intersection(*sequences)
    return set(pattern.ranks) if len(pattern.ranks) == 1 else set()


def _build_total_need(deck: Deck, demands: Sequence[CardDemand]) -> _CardNeed:
    cards, available = sum(demand.quantity * demand.pattern.size for demand in demands), deck.size_without_threes
    return cards, available, f"that takes {cards} cards, but the deck has {available} besides threes"


def _count_groups(demands: Sequence[CardDemand]) -> dict[CardPattern, int]:
    groups: dict[CardPattern, int] = {}
    for demand in demands:
        groups[demand.pattern] = groups.get(demand.pattern, 0) + demand.quantity
    return groups
