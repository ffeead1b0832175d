"""The draw: the tables and directions of the first game."""

from collections.abc import Sequence
from hashlib import sha256

from canasta_score.event.movements import knockout
from canasta_score.event.seating.tables import Seating, seat_in_order
from canasta_score.event.settings import MovementName


def draw_seating(movement: MovementName, pairs: Sequence[int], seed: int) -> Seating:
    """Return the tables of the first game; the same seed always gives the same draw.

    A knockout goes by the numbers of the pairs, whatever the seed.
    """
    if movement is MovementName.KNOCKOUT:
        return knockout.seat_first(pairs)
    return seat_in_order(sorted(pairs, key=lambda pair: _hash_pair(seed, pair)))


def _hash_pair(seed: int, pair: int) -> bytes:
    # A hash, because the results of `random` may differ between versions of Python.
    return sha256(f"{seed} {pair}".encode()).digest()
