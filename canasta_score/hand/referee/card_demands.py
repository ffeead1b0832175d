"""Claims: the groups of cards that the facts of a hand speak of, and which of them the deck cannot hold together."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from canasta_score.hand.facts import HandFacts, SideFacts
from canasta_score.hand.referee.deck_fit import can_hold_groups, count_required_wilds, find_fewest_group_points_above
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import SEQUENCE_RANKS, CardPattern
from canasta_score.rules.model.cards import Deck, Rank
from canasta_score.rules.model.penalties import CardPlace
from canasta_score.rules.model.variant import Variant

_CardNeed = tuple[str, int, int]  # what to say of it, how many are needed, how many there are


@frozen
class CardDemand(Value):
    """Groups of cards that a side says it has: the fact that says so, where they lie, how many there are."""

    side: str
    fact: str
    place: CardPlace
    cards: CardPattern
    number: int

    def __str__(self) -> str:
        """Give the claim as it is typed."""
        return f"{self.side} {self.fact}={self.number}"


def list_card_demands(variant: Variant, facts: HandFacts) -> list[CardDemand]:
    """List the groups of cards that the sides speak of."""
    return [claim for side, told in facts.items() for claim in iter_side_demands(variant, side, told)]


def iter_side_demands(variant: Variant, side: str, told: SideFacts) -> Iterator[CardDemand]:
    """Go through the canastas, and the open melds and cards caught in hand whose number penalties tell."""
    for canasta in variant.canastas:
        if (number := told.get(canasta.name, 0)) > 0:
            yield CardDemand(side=side, fact=canasta.name, place=CardPlace.TABLE, cards=canasta.cards, number=number)
    for penalty in variant.penalties:
        number = told.get(penalty.name, 0)
        if number > 0 and penalty.cards and not penalty.is_in_points:
            yield CardDemand(side=side, fact=penalty.name, place=penalty.place, cards=penalty.cards, number=number)


def iter_conflicts(deck: Deck, claims: Sequence[CardDemand]) -> Iterator[tuple[CardDemand, ...]]:
    """Go through sets of claims that the deck cannot hold together, each as small as can be.

    The last claim of a set is taken to be the one too many: without it the search goes on.
    """
    left = list(claims)
    while not _can_hold_demands(deck, left):
        culprits = left
        for claim in left:
            fewer = [other for other in culprits if other is not claim]
            if not _can_hold_demands(deck, fewer):
                culprits = fewer
        yield tuple(culprits)
        left = [claim for claim in left if claim is not culprits[-1]]


def _can_hold_demands(deck: Deck, claims: Sequence[CardDemand]) -> bool:
    """Tell whether the deck has the cards for all the claims."""
    return can_hold_groups(deck, _count_card_groups(claims))


def find_largest_demand(deck: Deck, claims: Sequence[CardDemand], claim: CardDemand) -> int:
    """Give the most groups of a claim that the deck holds beside others; -1 where it does not hold even those."""

    def too_many(number: int) -> bool:
        return not _can_hold_demands(deck, [*claims, replace(claim, number=number)])

    numbers = range(min(claim.number, deck.size_without_threes // claim.cards.size) + 1)
    return bisect_left(numbers, x=True, key=too_many) - 1


def find_fewest_points_above(deck: Deck, claims: Sequence[CardDemand], points: int) -> int | None:
    """Give the fewest points of what is claimed where that is over `points`; None where the deck lacks the cards."""
    return find_fewest_group_points_above(deck, _count_card_groups(claims), points) if claims else None


def describe_shortage(deck: Deck, claims: Sequence[CardDemand]) -> str:
    """Say of what the deck has too little for some claims."""
    of_ranks = _iter_sequence_needs if any(claim.cards.sequence for claim in claims) else _iter_rank_needs
    needs = (*_iter_wild_card_needs(deck, claims), *of_ranks(deck, claims), _build_total_need(deck, claims))
    short = (sentence.format(needed, has) for sentence, needed, has in needs if needed > has)
    return next(short, "the deck has not the cards for that")


def _iter_wild_card_needs(deck: Deck, claims: Sequence[CardDemand]) -> Iterator[_CardNeed]:
    """Go through what claims need at least of wild cards, and of jokers and twos apart."""
    jokers, twos = deck.count_rank(Rank.JOKER), deck.count_rank(Rank.TWO)
    fewest_jokers, fewest_twos = count_required_wilds(_count_card_groups(claims))
    wilds = sum(claim.number * claim.cards.wilds[0] for claim in claims)
    yield "that takes {} wild cards, and the deck has {}", wilds, jokers + twos
    yield "that takes {} jokers, and the deck has {}", fewest_jokers, jokers
    yield "that takes {} twos, and the deck has {}", fewest_twos, twos


def _iter_rank_needs(deck: Deck, claims: Sequence[CardDemand]) -> Iterator[_CardNeed]:
    """Go through what claims need of the one rank that they share, or how many groups their ranks have room for."""
    fewest = [claim.cards.natural_range[0] for claim in claims]
    ranks = {rank for claim in claims for rank in claim.cards.ranks}
    if not ranks or not all(fewest):
        return
    rank, *others = ranks
    if others:
        number = sum(claim.number for claim in claims)
        yield (
            "that makes {}, and the ranks have room for {}",
            number,
            len(ranks) * (deck.count_rank(rank) // min(fewest)),
        )
    else:
        naturals = sum(claim.number * each for claim, each in zip(claims, fewest, strict=True))
        yield f"that takes {{}} cards of rank {rank}, and the deck has {{}}", naturals, deck.count_rank(rank)


def _iter_sequence_needs(deck: Deck, claims: Sequence[CardDemand]) -> Iterator[_CardNeed]:
    """Go through what sequences need of a rank that none can do without, with the other claims that must be of it."""
    for rank in SEQUENCE_RANKS:
        certain = [claim for claim in claims if rank in _find_required_ranks(claim.cards)]
        cards = sum(claim.number * (1 if claim.cards.sequence else claim.cards.natural_range[0]) for claim in certain)
        yield f"that takes {{}} cards of rank {rank}, and the deck has {{}}", cards, deck.count_rank(rank)


def _find_required_ranks(cards: CardPattern) -> set[Rank]:
    """Give the ranks that a group cannot do without: the one that it is of, or those that every sequence has."""
    if not cards.sequence:
        return set(cards.ranks) if len(cards.ranks) == 1 else set()
    return set[Rank].intersection(*map(set, cards.iter_sequences()))


def _build_total_need(deck: Deck, claims: Sequence[CardDemand]) -> _CardNeed:
    """Give how many cards claims need in all."""
    cards = sum(claim.number * claim.cards.size for claim in claims)
    return "that takes {} cards, and the deck has {} that are no threes", cards, deck.size_without_threes


def _count_card_groups(claims: Sequence[CardDemand]) -> dict[CardPattern, int]:
    """Count the groups of each kind."""
    groups: dict[CardPattern, int] = {}
    for claim in claims:
        groups[claim.cards] = groups.get(claim.cards, 0) + claim.number
    return groups
