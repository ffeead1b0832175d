"""Ranking pairs by points, and breaking ties by one criterion after the other."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from canasta_score.event.ranking.records import PairRecord, get_half_wins, get_totals
from canasta_score.event.settings import TieBreaker
from canasta_score.rules.frozen import Value, fast_init, frozen

_Records = Sequence[PairRecord]
_ValuesByPair = Mapping[int, int]
_NO_GAME = -(10**12)  # below every result


@fast_init
@frozen
class RankedPair(Value):
    """A pair in a ranking: its rank, what it did, what the ranking goes by, and what parted it from equal ones.

    `tie_broken_by` is the last tie-breaker that parted it from another pair with equal points; None without a tie.
    """

    rank: int
    record: PairRecord
    points: int
    tie_broken_by: TieBreaker | None


def rank_pairs(records: _Records, points: _ValuesByPair, tie_breakers: Sequence[TieBreaker]) -> tuple[RankedPair, ...]:
    """Return pairs by rank, the most points first; pairs that no tie-breaker parts share the rank: 1, 2, 2, 4."""
    ranking: list[RankedPair] = []
    for group in _group_by_value(records, points):
        for equals, tie_breaker in _break_ties(group, tie_breakers):
            rank = len(ranking) + 1
            ranking += [
                RankedPair(rank=rank, record=record, points=points[record.pair.number], tie_broken_by=tie_breaker)
                for record in equals
            ]
    return tuple(ranking)


def _group_by_value(records: _Records, values: _ValuesByPair) -> list[list[PairRecord]]:
    """Return records in groups of equal values, the largest first."""
    groups: dict[int, list[PairRecord]] = {}
    for record in records:
        groups.setdefault(values[record.pair.number], []).append(record)
    return [groups[value] for value in sorted(groups, reverse=True)]


def _break_ties(group: _Records, tie_breakers: Sequence[TieBreaker]) -> Iterable[tuple[_Records, TieBreaker | None]]:
    if len(group) == 1 or not tie_breakers:
        return [(group, None)]
    first, *others = tie_breakers
    parts = _group_by_value(group, _TIE_BREAKING_VALUES[first](group))
    if len(parts) == 1:
        return _break_ties(group, others)
    return [(equals, later or first) for part in parts for equals, later in _break_ties(part, others)]


def _count_wins_among_equals(group: _Records) -> _ValuesByPair:
    """Return the half wins in games between the pairs; zero for all unless each of them has met every other."""
    numbers = {record.pair.number for record in group}
    mutual = {record.pair.number: [game for game in record.played if game.opponent in numbers] for record in group}
    if any(len({game.opponent for game in games}) < len(numbers) - 1 for games in mutual.values()):
        return dict.fromkeys(numbers, 0)
    return {number: sum(game.half_wins for game in games) for number, games in mutual.items()}


def _find_best_games(group: _Records) -> _ValuesByPair:
    return {record.pair.number: max((game.points_for for game in record.played), default=_NO_GAME) for record in group}


def _sum_differences(group: _Records) -> _ValuesByPair:
    return {
        record.pair.number: sum(game.points_for - (game.points_against or 0) for game in record.played)
        for record in group
    }


_TIE_BREAKING_VALUES: Mapping[TieBreaker, Callable[[_Records], _ValuesByPair]] = {
    TieBreaker.WINS: get_half_wins,
    TieBreaker.HEAD_TO_HEAD: _count_wins_among_equals,
    TieBreaker.BEST_GAME: _find_best_games,
    TieBreaker.TOTAL: get_totals,
    TieBreaker.DIFFERENCE: _sum_differences,
}
