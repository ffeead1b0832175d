"""The standings of an event after a game: a ranking of all pairs, or one for each field."""

from collections.abc import Iterable, Mapping

from canasta_score.event.event import Event
from canasta_score.event.movements.situation import rank_at_table
from canasta_score.event.ranking.records import (
    ALL_FIELD,
    PairRecord,
    compute_records,
    find_fields,
    get_half_wins,
    get_totals,
    get_victory_points,
)
from canasta_score.event.ranking.ties import RankedPair, rank_pairs
from canasta_score.event.seating.tables import Direction
from canasta_score.event.settings import Fields, MovementName, RankBy
from canasta_score.rules.frozen import Value, frozen


@frozen
class FieldRanking(Value):
    """The ranking of a field: of all pairs, or of those that sit North-South or East-West."""

    field: str
    ranking: tuple[RankedPair, ...]


@frozen
class Standings(Value):
    """The standings after a game; complete once every slip of every game is in, and none is left out."""

    after: int
    is_complete: bool
    fields: tuple[FieldRanking, ...]

    def get_ranks(self) -> dict[int, int]:
        """Return the rank of each pair by its number."""
        return {ranked.record.pair.number: ranked.rank for field in self.fields for ranked in field.ranking}


@frozen
class RankChange(Value):
    """A pair that moved: its number, its rank before and its rank after."""

    pair: int
    before: int
    after: int


def compute_standings(event: Event, after: int | None = None) -> Standings:
    """Return the standings after a game, or after the last one with results; raises EventError for an unknown game."""
    if after is not None:
        event.require_game(after)
    games = range(1, event.games + 1)
    last = max((game for game in games if event.has_results(game)), default=0) if after is None else after
    records = compute_records(event, last)
    points = _RANKING_POINTS[event.settings.rank](records)
    if event.settings.movement is MovementName.KNOCKOUT:
        points = _count_games_survived(event, records, last)
    fields = find_fields(event)
    return Standings(
        after=last,
        is_complete=last == event.games and all(map(event.is_complete, games)),
        fields=tuple(
            FieldRanking(
                field=field,
                ranking=rank_pairs(
                    [record for record in records if fields[record.pair.number] == field], points, event.settings.ties
                ),
            )
            for field in (Direction if event.settings.fields is Fields.TWO else (ALL_FIELD,))
        ),
    )


def find_rank_changes(before: Standings, after: Standings) -> list[RankChange]:
    """Return the pairs that have another rank, in the order of their new ranks."""
    ranks = before.get_ranks()
    return [
        RankChange(pair=pair, before=ranks[pair], after=rank)
        for pair, rank in after.get_ranks().items()
        if pair in ranks and ranks[pair] != rank
    ]


_RANKING_POINTS = {
    RankBy.TOTAL: get_totals,
    RankBy.WINS: get_half_wins,
    RankBy.VICTORY_POINTS: get_victory_points,
}


def _count_games_survived(event: Event, records: Iterable[PairRecord], last_game: int) -> Mapping[int, int]:
    """Return how many games of a knockout each pair has come through, byes among them."""
    survived = {record.pair.number: 0 for record in records}
    for game in range(1, last_game + 1):
        points = event.get_points(game)
        for table in event.seatings.get(game, ()):
            if not table.is_played or table.ns in points:
                winner, _ = rank_at_table(table, points)
                survived[winner or 0] += 1
    return survived
