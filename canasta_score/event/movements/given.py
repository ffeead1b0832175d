"""Pairings that are given in a file."""

from canasta_score.event.movements.situation import Situation
from canasta_score.event.seating.tables import Seating, seat_present


def seat(situation: Situation) -> Seating:
    """Return the seating that the file gives for a game, without pairs that are not there.

    A pair that the file does not have takes the place of a phantom, or else a new table.
    """
    return seat_present(situation.given[situation.game], situation.present)
