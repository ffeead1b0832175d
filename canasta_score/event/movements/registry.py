"""The movements by name."""

from collections.abc import Callable, Mapping

from canasta_score.event.movements import east_west_up, given, knockout, round_robin, winners_up
from canasta_score.event.movements.situation import Situation
from canasta_score.event.seating.tables import Seating
from canasta_score.event.settings import MovementName

MOVEMENTS: Mapping[MovementName, Callable[[Situation], Seating]] = {
    MovementName.EAST_WEST_UP: east_west_up.seat,
    MovementName.ROUND_ROBIN: round_robin.seat,
    MovementName.WINNERS_UP: winners_up.seat,
    MovementName.KNOCKOUT: knockout.seat,
    MovementName.GIVEN: given.seat,
}
