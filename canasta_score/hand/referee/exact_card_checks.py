"""Exact checks of cards, for the hands of which the quick layout leaves a doubt."""

from collections.abc import Iterator, Mapping, Sequence

from canasta_score.hand.facts import HandFacts, SideFacts
from canasta_score.hand.referee.card_demands import (
    CardDemand,
    describe_shortage,
    find_fewest_points_above,
    find_largest_quantity,
    iter_conflicts,
    list_card_demands,
)
from canasta_score.hand.referee.problems import Problem, build_impossible_problem
from canasta_score.rules.model.cards import Deck
from canasta_score.rules.model.penalties import CardPlace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_MAX_SUGGESTIONS = 3


class ExactCardChecker:
    """Finds what the deck cannot hold, and points too few for the cards, whatever the way the cards lie."""

    def __init__(self, variant: Variant) -> None:
        """Keep the rules."""
        self._variant = variant
        self._deck = variant.deck

    def find_conflicts(self, facts: HandFacts) -> Iterator[Problem]:
        """Yield a problem for each set of facts whose cards the deck does not have together."""
        demands = list_card_demands(self._variant, facts)
        conflicts = list(iter_conflicts(self._deck, demands))
        blamed = [conflict[-1] for conflict in conflicts]
        kept = [demand for demand in demands if demand not in blamed]
        for conflict in conflicts:
            message = f"{join_words(map(str, conflict))}: {describe_shortage(self._deck, conflict)}"
            hint = _suggest_quantities(self._deck, conflict, kept)
            yield build_impossible_problem(conflict[-1].side, conflict[-1].fact, message, hint)

    def find_too_few_points(self, side: str, side_facts: SideFacts, place: CardPlace, name: str) -> Problem | None:
        """Return the problem of a side whose points `name`, in one place, are too few for its cards there, or None."""
        points = side_facts.get(name, 0)
        demands = list_card_demands(self._variant, {side: side_facts}, place)
        fewest = find_fewest_points_above(self._deck, demands, points)
        if not fewest:
            return None
        is_stated = name in side_facts
        stated = f"{name}={points}" if is_stated else f"{name} is not told"
        cards = join_words(f"{demand.fact}={demand.quantity}" for demand in demands)
        message = f"{side} {stated}: {cards} cannot hold less than {fewest} points of cards"
        hint = f"the nearest is {name}={fewest}" if is_stated else f"tell {name}=, {fewest} or more"
        return build_impossible_problem(side, name, message, hint)

    def find_too_few_points_together(self, facts: HandFacts, points: Mapping[str, int]) -> Problem | None:
        """Return the problem of tables that are worth enough alone but not together, or None.

        `points` are those on the table of each side that has cards there.
        """
        table, total = self._variant.count.table.name, sum(points.values())
        demands = list_card_demands(self._variant, facts, CardPlace.TABLE)
        fewest = find_fewest_points_above(self._deck, demands, total)
        if not fewest:
            return None
        *_, side = points
        cards = f"{join_words(map(str, demands))}, of one deck, cannot hold less than {fewest} points of cards"
        message = f"{join_words(points)} have {table}={total} together: {cards}"
        hint = f"the nearest is {side} {table}={points[side] + fewest - total}"
        return build_impossible_problem(side, table, message, hint)

    def find_points_beyond(self, count: int, side: str, side_facts: SideFacts) -> int:
        """Return the points by which the cards of a side are worth more than its count, at least."""
        demands = list_card_demands(self._variant, {side: side_facts})
        fewest = find_fewest_points_above(self._deck, demands, count)
        return fewest - count if fewest else 0


def _suggest_quantities(deck: Deck, conflict: Sequence[CardDemand], kept: Sequence[CardDemand]) -> str:
    """Return the hint that ends a conflict: the nearest figures, the least change first, or what to leave out."""
    nearest = _find_nearest_quantities(deck, conflict, kept) or _find_nearest_quantities(deck, conflict, ())
    if not any(nearest.values()):
        return f"leave out {join_words(map(str, nearest), 'or')}"
    last_first = list(reversed(nearest))
    least_change_first = sorted(last_first, key=lambda demand: demand.quantity - nearest[demand])
    figures: list[str] = []
    for demand in least_change_first[:_MAX_SUGGESTIONS]:
        side = f"{demand.side} " if len(conflict) > 1 else ""
        figures.append(f"{side}{demand.fact}={nearest[demand]}")
    return f"the nearest is {join_words(figures, 'or')}"


def _find_nearest_quantities(
    deck: Deck, conflict: Sequence[CardDemand], kept: Sequence[CardDemand]
) -> dict[CardDemand, int]:
    """Return the largest quantity of each demand that fits with the rest of its conflict and all that is kept.

    A demand is left out if the others do not fit even without it.
    """
    outside = [demand for demand in kept if demand not in conflict]
    nearest: dict[CardDemand, int] = {}
    for demand in conflict:
        others = outside + [other for other in conflict if other != demand]
        quantity = find_largest_quantity(deck, others, demand)
        if quantity >= 0:
            nearest[demand] = quantity
    return nearest
