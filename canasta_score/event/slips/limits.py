"""The largest total that is likely: a larger one was misread, or has a digit too many."""

from math import ceil

from canasta_score.event.slips.results import Score
from canasta_score.hand.referee.card_demands import CardDemand, find_largest_quantity
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import Deck
from canasta_score.rules.model.variant import Variant

USUAL_HANDS = 3  # of a game, if its rules do not say


def find_largest_likely_total(variant: Variant) -> int:
    """Return the points of every canasta, three, bonus and card of the deck, once for each three hands of a game.

    Each kind of canasta is counted as if the deck made no other. No side comes near that in one hand, nor in three.
    """
    canastas = sum(
        max(canasta.points, *canasta.points_by_hand, 0) * _count_most(variant.deck, canasta)
        for canasta in variant.canastas
    )
    threes = sum(max(color.values) for color in variant.threes.colors)
    bonuses = sum(bonus.points for bonus in variant.bonuses)
    hands = variant.game.hands or USUAL_HANDS
    return (canastas + threes + bonuses + variant.deck.total_points) * ceil(hands / USUAL_HANDS)


def _count_most(deck: Deck, canasta: Canasta) -> int:
    most = deck.size_without_threes
    demand = CardDemand(side="", fact=canasta.name, place=None, pattern=canasta.cards, quantity=most)
    return find_largest_quantity(deck, (), demand)


def list_unlikely_totals(variant: Variant, score: Score) -> list[int]:
    """Return the totals of a slip that are too large, in points."""
    most = find_largest_likely_total(variant)
    return [points for points in score if abs(points) > most]
