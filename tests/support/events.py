"""Movements as tests play them: pairs come and go, and every game is seated from those before."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from canasta_score.event.movements import MOVEMENTS, MovementName, Situation
from canasta_score.event.seating.tables import Seating, list_pairs, list_sit_outs, seat_in_order

Seat = Callable[[Situation], Seating]
Couple = frozenset[int]


@dataclass(frozen=True, kw_only=True)
class Coming:
    """Who comes and who leaves before a game, by the number of the game."""

    late: Mapping[int, int] = field(default_factory=dict)
    left: Mapping[int, Sequence[int]] = field(default_factory=dict)


def seat_first(movement: MovementName, pairs: Sequence[int], seed: int = 1) -> Seating:
    """Return the first game of a movement that no file gives."""
    seat = MOVEMENTS[movement].seat_first
    assert seat is not None
    return seat(pairs, seed)


def play(
    seat: Seat, pairs: int, games: int, coming: Coming | None = None, *, may_turn: bool = True
) -> list[tuple[tuple[int, ...], Seating]]:
    """Return who is there in each game, and the seating; the pair with the lower number always wins."""
    coming = coming or Coming()
    present = tuple(range(1, pairs + 1))
    newest = pairs
    played = [(present, seat_in_order(present))]
    for game in range(2, games + 1):
        arrivals = range(newest + 1, newest + 1 + coming.late.get(game, 0))
        newest += len(arrivals)
        present = tuple(pair for pair in (*present, *arrivals) if pair not in coming.left.get(game, ()))
        rounds = tuple(seating for _, seating in played)
        points = {before: {pair: -pair for pair in list_pairs(seating)} for before, seating in enumerate(rounds, 1)}
        situation = Situation(
            game=game, present=present, rounds=rounds, points=points, may_turn=may_turn, ranking=present
        )
        played.append((present, seat(situation)))
    return played


def couples(seating: Seating) -> list[Couple]:
    """Return who meets whom."""
    return [frozenset(table.pairs) for table in seating if table.is_played]


def check_everybody_once(present: Sequence[int], seating: Seating) -> None:
    """Check that every pair plays or sits out once, and that tables have a number of their own."""
    assert sorted(list_pairs(seating)) == [*present]
    assert len({table.number for table in seating}) == len(seating)
    assert sorted([*list_sit_outs(seating), *(pair for couple in couples(seating) for pair in couple)]) == [*present]


def fewest_repeats(
    players: Sequence[int], met: set[Couple], *, allowed: Callable[[int, int], bool] | None = None
) -> int:
    """Return how few of the couples of all players must meet again: by trying every way, one player after the other."""
    if not players:
        return 0
    first, *others = players
    counts = [
        (frozenset((first, other)) in met)
        + fewest_repeats([player for player in others if player != other], met, allowed=allowed)
        for other in others
        if allowed is None or allowed(first, other)
    ]
    return min(counts, default=len(players))
