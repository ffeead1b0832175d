"""Claims: the groups of cards that the facts of a hand speak of, and which of them the deck cannot hold together."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canasta_score.hand.facts import HandFacts, Told
from canasta_score.hand.packing import fits, least_points_over
from canasta_score.rules.canastas import CardGroup
from canasta_score.rules.cards import Deck
from canasta_score.rules.penalties import Place
from canasta_score.rules.values import Value, frozen
from canasta_score.rules.variant import Variant


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
    """Go through the canastas, and the open melds and cards caught in hand that penalties tell of."""
    for canasta in variant.canastas:
        if (number := told.get(canasta.name, 0)) > 0:
            yield Claim(side=side, fact=canasta.name, place=Place.TABLE, cards=canasta.cards, number=number)
    for penalty in variant.penalties:
        number = told.get(penalty.name, 0)
        if number > 0 and penalty.cards:
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


def most_beside(deck: Deck, claims: Sequence[Claim], last: Claim) -> int:
    """Give the most groups of the last claim that the deck holds beside the others."""
    number = min(last.number, deck.cards // last.cards.size)
    while number and not hold(deck, [*claims, replace(last, number=number)]):
        number -= 1
    return number


def least_over(deck: Deck, claims: Sequence[Claim], points: int) -> int | None:
    """Give the fewest points of what is claimed where that is over `points`; None where the deck lacks the cards."""
    groups = together(claims)
    return least_points_over(deck, groups, points) if fits(deck, groups) else None


def together(claims: Sequence[Claim]) -> dict[CardGroup, int]:
    """Count the groups of each kind."""
    groups: dict[CardGroup, int] = {}
    for claim in claims:
        groups[claim.cards] = groups.get(claim.cards, 0) + claim.number
    return groups
