"""What completed canastas are worth, each and as a set."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from canasta_score.hand.facts import BASE, Told, canastas_needed, canastas_of
from canasta_score.hand.scoring.lines import Line, line
from canasta_score.rules.model.canastas import CANASTAS
from canasta_score.rules.model.facts import OF_BASE
from canasta_score.rules.model.variant import Variant

if TYPE_CHECKING:
    from canasta_score.rules.model.canasta_sets import CanastaSet


def lines_of_canastas(variant: Variant, told: Told) -> list[Line]:
    """Score each kind of canasta by its bonus, and the sets that the canastas make; a base in one figure has all.

    Some kinds are scored only by a side that has a bonus, too.
    """
    lines = [
        line(
            OF_BASE,
            canasta.name,
            canasta.label,
            number,
            number * canasta.points if not canasta.scores_with or told.get(canasta.scores_with) else 0,
        )
        for canasta in variant.canastas
        if (number := told.get(canasta.name))
    ]
    return [*lines, *lines_of_sets(variant, told)] if variant.sets and BASE not in told else lines


def lines_of_sets(variant: Variant, told: Told) -> Iterator[Line]:
    """Score the sets of canastas that a side has; one that gives way to another that it has, too, is not scored."""
    made = {one.name for one in variant.sets if makes(variant, one, told)}
    for one in variant.sets:
        if one.name in made and not made.intersection(one.gives_way_to):
            yield line(OF_BASE, one.name, one.label, 1, one.points)


def makes(variant: Variant, one: "CanastaSet", told: Told) -> bool:
    """Tell whether a side has the canastas of a set; those of all kinds are of any kind, also one not counted."""
    return all(
        (canastas_of(variant, told) if kind == CANASTAS else canastas_needed(variant, kind, told)) >= number
        for kind, number in one.canastas.items()
    )
