"""The standings of an event after a game: a ranking of all pairs, or one for each field."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from canasta_score.event.event import Event, Pair
from canasta_score.event.movements import rank_at_table
from canasta_score.event.seating.tables import Direction, Table
from canasta_score.event.settings import Fields, RankBy, Show, SitOutCredit, TieBreaker
from canasta_score.event.slips import Score
from canasta_score.rules.frozen import Value, fast_init

ALL_FIELD = "all"
_WIN, _TIE, _LOSS = 2, 1, 0  # half wins, so that all figures are whole numbers

_ValuesByPair = Mapping[int, float]


@fast_init
class GameRecord(Value):
    """What a pair did in a game: its points and its opponent's, half wins, and half victory points if they count."""

    game: int
    table: int | None = None
    direction: Direction | None = None
    opponent: int | None = None  # None for a pair that sits out, which has a credit in place of points
    points_for: int
    points_against: int | None = None
    half_wins: int = _LOSS
    half_victory_points: int = 0

    @property
    def is_sit_out(self) -> bool:
        """Return whether the pair sat out."""
        return self.opponent is None


@fast_init
class PairRecord(Value):
    """What a pair did in an event: its games, its points with adjustments, half wins, and half victory points."""

    pair: Pair
    games: tuple[GameRecord, ...]
    adjustment: int

    @property
    def total(self) -> int:
        """Return the points of all games and adjustments."""
        return sum(game.points_for for game in self.games) + self.adjustment

    @property
    def half_wins(self) -> int:
        """Return 2 for each win and 1 for each tie."""
        return sum(game.half_wins for game in self.games)

    @property
    def played(self) -> tuple[GameRecord, ...]:
        """Return the games in which the pair did not sit out."""
        return tuple(game for game in self.games if not game.is_sit_out)


def halve(halves: int) -> float:
    """Return how much some halves are: a whole number where they are even."""
    return halves / 2 if halves % 2 else halves // 2


_RANKING_POINTS: Mapping[RankBy, Callable[[PairRecord], float]] = {
    RankBy.TOTAL: lambda record: record.total,
    RankBy.WINS: lambda record: record.half_wins,
    RankBy.VICTORY_POINTS: lambda record: halve(sum(game.half_victory_points for game in record.games)),
}
_TIE_BREAKING_VALUES: Mapping[TieBreaker, Callable[[PairRecord], float]] = {
    TieBreaker.WINS: lambda record: record.half_wins,
    TieBreaker.BEST_GAME: lambda record: max(game.points_for for game in record.played),  # who is ranked has played
    TieBreaker.TOTAL: lambda record: record.total,
    TieBreaker.DIFFERENCE: lambda record: sum(game.points_for - (game.points_against or 0) for game in record.played),
}
_Records = Sequence[PairRecord]
_Games = dict[int, list[GameRecord]]  # by pair


@fast_init
class RankedPair(Value):
    """A pair in a ranking: its rank, its record, and the points that the ranking goes by."""

    rank: int | None  # None for a pair that has not played, which comes last
    record: PairRecord
    points: float
    tie_broken_by: TieBreaker | None  # the last one that separated it from a pair with equal points


class FieldRanking(Value):
    """The ranking of a field: of all pairs, or of those that sit North-South or East-West."""

    field: str
    ranking: tuple[RankedPair, ...]


class GameSlips(NamedTuple):
    """How many slips of a game are in, of how many."""

    game: int
    came: int
    expected: int


class Standings(Value):
    """The standings after a game."""

    after: int
    is_complete: bool  # every slip of every game is in, and none is left out
    is_final: bool  # the last game is announced
    slips: tuple[GameSlips, ...]  # of the games up to it that are settled
    announced: int  # the last announced game, 0 for none
    fields: tuple[FieldRanking, ...]

    def get_ranks(self) -> dict[int, int]:
        """Return the rank of each pair that has one, by its number."""
        return {
            ranked.record.pair.number: ranked.rank
            for field in self.fields
            for ranked in field.ranking
            if ranked.rank is not None
        }


def compute_public_standings(event: Event) -> Standings:
    """Return the standings that the room may see: those after the last announced game, unless all are shown."""
    return compute_standings(event, None if event.settings.show is Show.ALL else len(event.announced))


def compute_standings(event: Event, after: int | None = None) -> Standings:
    """Return the standings after a game, or the last one with results; raises EventError if there is no such game."""
    if after:
        event.require_game(after)
    games = range(1, event.games + 1)
    begun = (game for game in games if game in event.announced or event.has_results(game))
    last = max(begun, default=0) if after is None else after
    fields = _find_fields(event)
    records = _compute_records(event, last, fields)
    if event.movement.eliminates:
        points = _count_games_survived(event, records, last)
    else:
        points = _compute_values(records, _RANKING_POINTS[event.settings.rank])
    names = Direction if event.settings.fields is Fields.TWO else (ALL_FIELD,)
    members = {name: [record for record in records if fields[record.pair.number] == name] for name in names}
    return Standings(
        after=last,
        is_complete=last == event.games and all(map(event.is_complete, games)),
        is_final=last == len(event.announced) == event.games,
        slips=tuple(count_slips(event, game) for game in games if game <= last and game in event.seatings),
        announced=len(event.announced),
        fields=tuple(
            FieldRanking(field=name, ranking=_rank_pairs(own, points, event.settings.ties))
            for name, own in members.items()
        ),
    )


def count_slips(event: Event, game: int) -> GameSlips:
    """Return how many slips of a game are in, of how many."""
    results = [result.score for _, result in event.iter_played_tables(game)]
    return GameSlips(game, len(results) - results.count(None), len(results))


def find_rank_changes(before: Event, after: Event, *, are_public: bool) -> dict[int, tuple[int, int]]:
    """Return the old and the new rank of the pairs that moved, in ranks that are public or in those of all slips."""
    compute = compute_public_standings if are_public else compute_standings
    old, new = compute(before).get_ranks(), compute(after).get_ranks()
    return {pair: (old[pair], rank) for pair, rank in new.items() if old.get(pair, rank) != rank}


def _compute_records(event: Event, last_game: int, fields: Mapping[int, str]) -> _Records:
    """Return what each pair did in the games up to one, in the order of the pairs."""
    games: _Games = {pair: [] for pair in event.pairs}
    sit_outs: list[tuple[int, int]] = []
    for game in range(1, last_game + 1):
        for table, result in event.iter_played_tables(game):
            for pair, record in _iter_table_records(event, game, table, result.score) if result.score else ():
                games[pair].append(record)
        if event.is_complete(game):  # or who sits out would lead while the others play
            sit_outs += [(game, pair) for table in event.seatings[game] if not table.is_played for pair in table.pairs]
    for pair, record in _list_credits(event, games, sit_outs, fields):
        games[pair].append(record)
    adjustments: defaultdict[int, int] = defaultdict(int)
    for pair, points in event.adjustments.values():
        adjustments[pair] += points
    played = {pair: tuple(sorted(records, key=lambda record: record.game)) for pair, records in games.items()}
    return [
        PairRecord(pair=pair, games=played[number], adjustment=adjustments[number])
        for number, pair in event.pairs.items()
    ]


def _iter_table_records(event: Event, game: int, table: Table, score: Score) -> Iterator[tuple[int, GameRecord]]:
    steps = event.settings.victory_points if event.settings.rank is RankBy.VICTORY_POINTS else ()
    last_step = bisect_right(steps, abs(score.ns - score.ew), key=attrgetter("at_least")) - 1
    winner, loser = (steps[last_step].winner, steps[last_step].loser) if steps else (0, 0)
    ns, ew = table.pairs
    played = ((ns, ew, Direction.NS, score.ns, score.ew), (ew, ns, Direction.EW, score.ew, score.ns))
    for pair, opponent, direction, own, other in played:
        is_tie, has_won = own == other, own > other
        record = GameRecord(
            game=game,
            table=table.number,
            direction=direction,
            opponent=opponent,
            points_for=own,
            points_against=other,
            half_wins=_TIE if is_tie else _WIN if has_won else _LOSS,
            half_victory_points=winner + loser if is_tie else 2 * (winner if has_won else loser),
        )
        yield pair, record


def _list_credits(
    event: Event, games: _Games, sit_outs: Sequence[tuple[int, int]], fields: Mapping[int, str]
) -> list[tuple[int, GameRecord]]:
    """Return pairs and what they get for the games in which they sit out, from the records of those that played."""
    rule, unit = event.settings.sit_out, event.variant.deck.point_unit or 1
    field_records: defaultdict[tuple[int, str], list[GameRecord]] = defaultdict(list)
    if rule is SitOutCredit.FIELD:
        for pair, records in games.items():
            for record in records:
                field_records[record.game, fields[pair]].append(record)
    credit: list[tuple[int, GameRecord]] = []
    for game, pair in sit_outs:
        basis = games[pair] if rule is SitOutCredit.AVERAGE else field_records[game, fields[pair]]
        points = _round_average([record.points_for for record in basis], unit)
        half_victory_points = _round_average([record.half_victory_points for record in basis], 2)
        credit.append((pair, GameRecord(game=game, points_for=points, half_victory_points=half_victory_points)))
    return credit


def _round_average(values: Sequence[int], unit: int) -> int:
    """Return an average rounded to a multiple of a unit; halfway, it goes up; zero if there is nothing to average.

    >>> _round_average([5000, 25], 5), _round_average([-25, 0], 5), _round_average([7, 0, 0], 5)
    (2515, -10, 0)
    """
    count = len(values)
    return 0 if not count else (2 * sum(values) + count * unit) // (2 * count * unit) * unit


def _find_fields(event: Event) -> dict[int, str]:
    """Return the field of each pair: the direction in which it sat first if there are two, else that of all."""
    if event.settings.fields is Fields.ONE:
        return dict.fromkeys(event.pairs, ALL_FIELD)
    # Who has no seat yet, as a late pair before its first game, is at the end of the first field.
    fields: dict[int, str] = dict.fromkeys(event.pairs, Direction.NS)
    for _, seating in sorted(event.seatings.items(), reverse=True):  # the first game comes last, and counts
        fields |= dict.fromkeys((table.ns for table in seating if table.ns is not None), Direction.NS)
        fields |= dict.fromkeys((table.ew for table in seating if table.ew is not None), Direction.EW)
    return fields


def _compute_values(records: _Records, get_value: Callable[[PairRecord], float]) -> _ValuesByPair:
    return {record.pair.number: get_value(record) for record in records}


def _count_games_survived(event: Event, records: _Records, last_game: int) -> _ValuesByPair:
    """Return how many games of a knockout each pair has come through, byes among them."""
    survived = {record.pair.number: 0 for record in records}
    for game in range(1, last_game + 1):
        points = event.get_points(game)
        for table in event.seatings.get(game, ()):
            if table.ns in points if table.is_played else event.is_complete(game):
                winner, _ = rank_at_table(table, points)
                survived[winner or 0] += 1
    return survived


def _rank_pairs(records: _Records, points: _ValuesByPair, tie_breakers: Sequence[TieBreaker]) -> tuple[RankedPair, ...]:
    """Return pairs by rank, the most points first; pairs that no tie-breaker separates share the rank: 1, 2, 2, 4."""
    ordered: list[tuple[int | None, PairRecord, TieBreaker | None]] = []
    for group in _group_by_value([record for record in records if record.played], points):
        for equals, tie_breaker in _break_ties(group, tie_breakers):
            rank = len(ordered) + 1
            ordered += ((rank, record, tie_breaker) for record in equals)
    ordered += ((None, record, None) for record in records if not record.played)
    return tuple(
        RankedPair(rank=rank, record=record, points=points[record.pair.number], tie_broken_by=tie_breaker)
        for rank, record, tie_breaker in ordered
    )


def _group_by_value(records: _Records, values: _ValuesByPair) -> list[_Records]:
    """Return records in groups of equal values, the largest first."""
    groups: dict[float, list[PairRecord]] = {}
    for record in records:
        groups.setdefault(values[record.pair.number], []).append(record)
    return [groups[value] for value in sorted(groups, reverse=True)]


def _break_ties(group: _Records, tie_breakers: Sequence[TieBreaker]) -> list[tuple[_Records, TieBreaker | None]]:
    """Return the pairs of a group that stay equal, in their order, each time with what broke their tie last."""
    if len(group) == 1 or not tie_breakers:
        return [(group, None)]
    first, *others = tie_breakers
    is_head_to_head = first is TieBreaker.HEAD_TO_HEAD
    values = _count_wins_among_equals(group) if is_head_to_head else _compute_values(group, _TIE_BREAKING_VALUES[first])
    parts = _group_by_value(group, values)
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
