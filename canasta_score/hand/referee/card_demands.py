"""Claims: the groups of cards that the facts of a hand speak of, and which of them the deck cannot hold together."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace

from canasta_score.hand.facts import HandFacts, Told
from canasta_score.hand.referee.deck_fit import fewest_wilds, fits, least_points_over
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import IN_A_ROW, CardGroup
from canasta_score.rules.model.cards import Deck, Rank
from canasta_score.rules.model.penalties import Place
from canasta_score.rules.model.variant import Variant

Lack = tuple[str, int, int]  # what to say of it, how many are needed, how many there are


@frozen
class Claim(Value):
    """Groups of cards that a side says it has: the fact that says so, where they lie, how many there are."""

    side: str
    fact: str
    place: Place
    cards: CardGroup
    number: int

    def __str__(self) -> str:
        """Give the claim as it is typed."""
        return f"{self.side} {self.fact}={self.number}"


def claims_of(variant: Variant, facts: HandFacts) -> list[Claim]:
    """List the groups of cards that the sides speak of."""
    return [claim for side, told in facts.items() for claim in claims_of_side(variant, side, told)]


def claims_of_side(variant: Variant, side: str, told: Told) -> Iterator[Claim]:
    """Go through the canastas, and the open melds and cards caught in hand whose number penalties tell."""
    for canasta in variant.canastas:
        if (number := told.get(canasta.name, 0)) > 0:
            yield Claim(side=side, fact=canasta.name, place=Place.TABLE, cards=canasta.cards, number=number)
    for penalty in variant.penalties:
        number = told.get(penalty.name, 0)
        if number > 0 and penalty.cards and not penalty.in_points:
            yield Claim(side=side, fact=penalty.name, place=penalty.place, cards=penalty.cards, number=number)


def conflicts(deck: Deck, claims: Sequence[Claim]) -> Iterator[tuple[Claim, ...]]:
    """Go through sets of claims that the deck cannot hold together, each as small as can be.

    The last claim of a set is taken to be the one too many: without it the search goes on.
    """
    left = list(claims)
    while not hold(deck, left):
        culprits = left
        for claim in left:
            fewer = [other for other in culprits if other is not claim]
            if not hold(deck, fewer):
                culprits = fewer
        yield tuple(culprits)
        left = [claim for claim in left if claim is not culprits[-1]]


def hold(deck: Deck, claims: Sequence[Claim]) -> bool:
    """Tell whether the deck has the cards for all the claims."""
    return fits(deck, together(claims))


def most_beside(deck: Deck, claims: Sequence[Claim], claim: Claim) -> int:
    """Give the most groups of a claim that the deck holds beside others; -1 where it does not hold even those."""

    def too_many(number: int) -> bool:
        return not hold(deck, [*claims, replace(claim, number=number)])

    numbers = range(min(claim.number, deck.cards // claim.cards.size) + 1)
    return bisect_left(numbers, x=True, key=too_many) - 1


def least_over(deck: Deck, claims: Sequence[Claim], points: int) -> int | None:
    """Give the fewest points of what is claimed where that is over `points`; None where the deck lacks the cards."""
    return least_points_over(deck, together(claims), points) if claims else None


def shortage(deck: Deck, claims: Sequence[Claim]) -> str:
    """Say of what the deck has too little for some claims."""
    of_ranks = needs_of_sequences if any(claim.cards.sequence for claim in claims) else needs_of_ranks
    needs = (*needs_of_wild_cards(deck, claims), *of_ranks(deck, claims), need_of_cards(deck, claims))
    short = (sentence.format(needed, has) for sentence, needed, has in needs if needed > has)
    return next(short, "the deck has not the cards for that")


def needs_of_wild_cards(deck: Deck, claims: Sequence[Claim]) -> Iterator[Lack]:
    """Go through what claims need at least of wild cards, and of jokers and twos apart."""
    jokers, twos = deck.holds(Rank.JOKER), deck.holds(Rank.TWO)
    fewest_jokers, fewest_twos = fewest_wilds(together(claims))
    wilds = sum(claim.number * claim.cards.wilds[0] for claim in claims)
    yield "that takes {} wild cards, and the deck has {}", wilds, jokers + twos
    yield "that takes {} jokers, and the deck has {}", fewest_jokers, jokers
    yield "that takes {} twos, and the deck has {}", fewest_twos, twos


def needs_of_ranks(deck: Deck, claims: Sequence[Claim]) -> Iterator[Lack]:
    """Go through what claims need of the one rank that they share, or how many groups their ranks have room for."""
    fewest = [claim.cards.naturals[0] for claim in claims]
    ranks = {rank for claim in claims for rank in claim.cards.ranks}
    if not ranks or not all(fewest):
        return
    rank, *others = ranks
    if others:
        number = sum(claim.number for claim in claims)
        yield "that makes {}, and the ranks have room for {}", number, len(ranks) * (deck.holds(rank) // min(fewest))
    else:
        naturals = sum(claim.number * each for claim, each in zip(claims, fewest, strict=True))
        yield f"that takes {{}} cards of rank {rank}, and the deck has {{}}", naturals, deck.holds(rank)


def needs_of_sequences(deck: Deck, claims: Sequence[Claim]) -> Iterator[Lack]:
    """Go through what sequences need of a rank that none can do without, with the other claims that must be of it."""
    for rank in IN_A_ROW:
        certain = [claim for claim in claims if rank in ranks_it_must_have(claim.cards)]
        cards = sum(claim.number * (1 if claim.cards.sequence else claim.cards.naturals[0]) for claim in certain)
        yield f"that takes {{}} cards of rank {rank}, and the deck has {{}}", cards, deck.holds(rank)


def ranks_it_must_have(cards: CardGroup) -> set[Rank]:
    """Give the ranks that a group cannot do without: the one that it is of, or those that every sequence has."""
    if not cards.sequence:
        return set(cards.ranks) if len(cards.ranks) == 1 else set()
    return set[Rank].intersection(*map(set, cards.sequences()))


def need_of_cards(deck: Deck, claims: Sequence[Claim]) -> Lack:
    """Give how many cards claims need in all."""
    cards = sum(claim.number * claim.cards.size for claim in claims)
    return "that takes {} cards, and the deck has {} that are no threes", cards, deck.cards


def together(claims: Sequence[Claim]) -> dict[CardGroup, int]:
    """Count the groups of each kind."""
    groups: dict[CardGroup, int] = {}
    for claim in claims:
        groups[claim.cards] = groups.get(claim.cards, 0) + claim.number
    return groups
