"""The score of completed canastas, each and as a set."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from canasta_score.hand.facts import BASE, SideFacts, count_canastas, count_canastas_of_kind
from canasta_score.hand.scoring.lines import ScoreLine, build_line
from canasta_score.rules.model.canastas import ALL_CANASTAS
from canasta_score.rules.model.facts import BASE_PART
from canasta_score.rules.model.variant import Variant

if TYPE_CHECKING:
    from canasta_score.rules.model.canasta_sets import CanastaSet


def score_canastas(variant: Variant, side_facts: SideFacts) -> list[ScoreLine]:
    """Score each kind of canasta by its bonus, and the sets that the canastas make.

    Some kinds score only for a side that has a certain bonus too. A base entered as one figure includes the sets.
    """
    lines: list[ScoreLine] = []
    for canasta in variant.canastas:
        if number := side_facts.get(canasta.name):
            is_scored = not canasta.scores_with or side_facts.get(canasta.scores_with)
            points = number * canasta.points if is_scored else 0
            lines.append(build_line(BASE_PART, canasta.name, canasta.label, number, points))
    if variant.sets and BASE not in side_facts:
        lines += _score_canasta_sets(variant, side_facts)
    return lines


def _score_canasta_sets(variant: Variant, side_facts: SideFacts) -> Iterator[ScoreLine]:
    complete = {canasta_set.name for canasta_set in variant.sets if _has_canasta_set(variant, canasta_set, side_facts)}
    for canasta_set in variant.sets:
        if canasta_set.name in complete and not complete.intersection(canasta_set.gives_way_to):
            yield build_line(BASE_PART, canasta_set.name, canasta_set.label, 1, canasta_set.points)


def _has_canasta_set(variant: Variant, canasta_set: "CanastaSet", side_facts: SideFacts) -> bool:
    for kind, needed in canasta_set.canastas.items():
        number = count_canastas_of_kind(variant, kind, side_facts)
        if kind == ALL_CANASTAS:
            number = count_canastas(variant, side_facts)  # with those that do not count where bonuses need canastas
        if number < needed:
            return False
    return True
