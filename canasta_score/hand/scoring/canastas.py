"""What completed canastas are worth, each and as a set."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from canasta_score.hand.facts import BASE, SideFacts, count_canastas, count_canastas_of_kind
from canasta_score.hand.scoring.lines import ScoreLine, build_line
from canasta_score.rules.model.canastas import ALL_CANASTAS
from canasta_score.rules.model.facts import BASE_PART
from canasta_score.rules.model.variant import Variant

if TYPE_CHECKING:
    from canasta_score.rules.model.canasta_sets import CanastaSet


def score_canastas(variant: Variant, told: SideFacts) -> list[ScoreLine]:
    """Score each kind of canasta by its bonus, and the sets that the canastas make; a base in one figure has all.

    Some kinds are scored only by a side that has a bonus, too.
    """
    lines = [
        build_line(
            BASE_PART,
            canasta.name,
            canasta.label,
            number,
            number * canasta.points if not canasta.scores_with or told.get(canasta.scores_with) else 0,
        )
        for canasta in variant.canastas
        if (number := told.get(canasta.name))
    ]
    return [*lines, *_score_canasta_sets(variant, told)] if variant.sets and BASE not in told else lines


def _score_canasta_sets(variant: Variant, told: SideFacts) -> Iterator[ScoreLine]:
    """Score the sets of canastas that a side has; one that gives way to another that it has, too, is not scored."""
    made = {one.name for one in variant.sets if _has_canasta_set(variant, one, told)}
    for one in variant.sets:
        if one.name in made and not made.intersection(one.gives_way_to):
            yield build_line(BASE_PART, one.name, one.label, 1, one.points)


def _has_canasta_set(variant: Variant, one: "CanastaSet", told: SideFacts) -> bool:
    """Tell whether a side has the canastas of a set; those of all kinds are of any kind, also one not counted."""
    return all(
        (count_canastas(variant, told) if kind == ALL_CANASTAS else count_canastas_of_kind(variant, kind, told))
        >= number
        for kind, number in one.canastas.items()
    )
