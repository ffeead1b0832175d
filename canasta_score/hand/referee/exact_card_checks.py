"""Exact checks of cards, for the hands of which the quick layout leaves a doubt."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from canasta_score.hand.facts import HandFacts, SideFacts
from canasta_score.hand.referee.card_demands import (
    CardDemand,
    describe_shortage,
    find_fewest_points_above,
    find_largest_quantity,
    iter_conflicts,
    list_card_demands,
)
from canasta_score.hand.referee.problems import Problem, SideNames, build_impossible_problem, format_nearest
from canasta_score.rules.model.cards import Deck
from canasta_score.rules.model.penalties import CardPlace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_MAX_SUGGESTIONS = 3


class ExactCardChecker:
    """Finds what the deck cannot hold, and points too few for the cards, whatever the way the cards lie."""

    def __init__(self, variant: Variant, names: SideNames) -> None:
        """Keep the rules, and what to call the sides."""
        self._variant, self._names = variant, names
        self._deck = variant.deck

    def find_conflicts(self, facts: HandFacts) -> Iterator[Problem]:
        """Yield a problem for each set of facts whose cards the deck does not have together."""
        demands = list_card_demands(self._variant, facts)
        conflicts = list(iter_conflicts(self._deck, demands))
        blamed = [conflict[-1] for conflict in conflicts]
        kept = [demand for demand in demands if demand not in blamed]
        for conflict in conflicts:
            message = f"{self._format_demands(conflict)}: {describe_shortage(self._deck, conflict)}"
            hint = self._suggest_quantities(conflict, kept)
            yield build_impossible_problem(conflict[-1].side, conflict[-1].fact, message, hint)

    def find_too_few_points(self, side: str, side_facts: SideFacts, place: CardPlace, name: str) -> Problem | None:
        """Return the problem of a side whose points `name`, in one place, are too few for its cards there, or None."""
        points = side_facts.get(name, 0)
        demands = list_card_demands(self._variant, {side: side_facts}, place)
        fewest = find_fewest_points_above(self._deck, demands, points)
        if not fewest:
            return None
        cards = join_words(f"{demand.fact}={demand.quantity}" for demand in demands)
        needed = f"the cards of {cards} are worth at least {fewest:,} points"
        if name in side_facts:
            message = f"{name}={points} is too low for {self._names[side]}: {needed}"
            return build_impossible_problem(side, name, message, format_nearest(name, fewest))
        message = f"{name} was not entered for {self._names[side]}: {needed}"
        return build_impossible_problem(side, name, message, f"enter {name}={fewest} or more")

    def find_too_few_points_together(self, facts: HandFacts, points: Mapping[str, int]) -> Problem | None:
        """Return the problem of tables that are worth enough alone but not together, or None.

        `points` are those on the table of each side that has cards there.
        """
        table, total = self._variant.card_points.on_table.name, sum(points.values())
        demands = list_card_demands(self._variant, facts, CardPlace.TABLE)
        fewest = find_fewest_points_above(self._deck, demands, total)
        if not fewest:
            return None
        *_, side = points
        sides = join_words(self._names[owner] for owner in points)
        message = f"{table}={total} for {sides} together is too low: their cards are worth at least {fewest:,} points"
        hint = format_nearest(table, points[side] + fewest - total, self._names[side])
        return build_impossible_problem(side, table, message, hint)

    def find_points_beyond(self, count: int, side: str, side_facts: SideFacts) -> int:
        """Return the points by which the cards of a side are worth more than its count, at least."""
        demands = list_card_demands(self._variant, {side: side_facts})
        fewest = find_fewest_points_above(self._deck, demands, count)
        return fewest - count if fewest else 0

    def _format_demands(self, demands: Iterable[CardDemand], conjunction: str = "and") -> str:
        items_by_side: dict[str, list[str]] = {}
        for demand in demands:
            items_by_side.setdefault(self._names[demand.side], []).append(f"{demand.fact}={demand.quantity}")
        return join_words(
            (f"{join_words(items, conjunction)} for {side}" for side, items in items_by_side.items()), conjunction
        )

    def _suggest_quantities(self, conflict: Sequence[CardDemand], kept: Sequence[CardDemand]) -> str:
        """Return the hint that ends a conflict: the nearest figures, the least change first, or what to leave out."""
        deck = self._deck
        nearest = _find_nearest_quantities(deck, conflict, kept) or _find_nearest_quantities(deck, conflict, ())
        if not any(nearest.values()):
            return f"remove {self._format_demands(nearest, 'or')}"
        last_first = list(reversed(nearest))
        least_change_first = sorted(last_first, key=lambda demand: demand.quantity - nearest[demand])
        possible = [replace(demand, quantity=nearest[demand]) for demand in least_change_first[:_MAX_SUGGESTIONS]]
        return f"the nearest possible is {self._format_demands(possible, 'or')}"


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
