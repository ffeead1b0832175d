"""Round robin: everybody meets everybody, as far as the games go, by the circle method."""

from collections import Counter
from collections.abc import Iterable, Sequence

from canasta_score.event.movements.matching import find_largest_matching
from canasta_score.event.movements.situation import Situation
from canasta_score.event.seating.tables import Seating, Table, list_pairs, list_sit_outs

_Couple = tuple[int, int]


def seat(situation: Situation) -> Seating:
    """Return the seating of a game after the first.

    While the same pairs play, one place of the circle is fixed and the others rotate. Once pairs have come or left,
    each game is seated separately: no pair sits out twice before all others have, and as few as possible meet again.
    """
    if situation.present and all(set(list_pairs(seating)) == set(situation.present) for seating in situation.rounds):
        return _rotate_circle(situation.rounds[0], situation.game)
    return _seat_strangers(situation)


def _rotate_circle(first: Seating, game: int) -> Seating:
    fixed, *others = [*(table.ns for table in first), *(table.ew for table in reversed(first))]
    steps = (game - 1) % len(others)
    circle = [fixed, *others[len(others) - steps :], *others[: len(others) - steps]]
    return tuple(Table(number, circle[number - 1], circle[-number]) for number in range(1, len(first) + 1))


def _seat_strangers(situation: Situation) -> Seating:
    met = situation.list_meetings()
    best: list[_Couple] = []
    most = -1
    sits_out = None
    for candidate in _list_sit_out_candidates(situation):
        players = [pair for pair in situation.present if pair != candidate]
        couples, strangers = _couple_strangers(players, met)
        if strangers > most:
            best, most, sits_out = couples, strangers, candidate
        if most == len(best):
            break
    tables = tuple(Table(number, *couple) for number, couple in enumerate(best, 1))
    return tables if sits_out is None else (*tables, Table(len(best) + 1, sits_out, None))


def _list_sit_out_candidates(situation: Situation) -> Sequence[int | None]:
    """Return the pairs that may sit out: with the fewest sit-outs, those with the most games before the others."""
    if len(situation.present) % 2 == 0:
        return [None]
    sat_out = Counter(pair for seating in situation.rounds for pair in list_sit_outs(seating))
    played = Counter(pair for seating in situation.rounds for pair in list_pairs(seating))
    fewest = min(sat_out[pair] for pair in situation.present)
    candidates = [pair for pair in situation.present if sat_out[pair] == fewest]
    return sorted(candidates, key=lambda pair: (-played[pair], -pair))


def _couple_strangers(players: Sequence[int], met: set[tuple[int | None, int | None]]) -> tuple[list[_Couple], int]:
    """Return couples of all players, and how many of them have not met before, which is as many as can be."""
    neighbors = [
        [place for place, other in enumerate(players) if other != pair and (pair, other) not in met] for pair in players
    ]
    mates = find_largest_matching(neighbors)
    couples = [(players[place], players[mate]) for place, mate in enumerate(mates) if mate is not None and place < mate]
    left = [players[place] for place, mate in enumerate(mates) if mate is None]
    return [*couples, *_couple_in_order(left)], len(couples)


def _couple_in_order(pairs: Iterable[int]) -> list[_Couple]:
    places = list(pairs)
    return [*zip(places[::2], places[1::2], strict=True)]
