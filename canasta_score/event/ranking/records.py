"""What each pair did in each game: points for and against, wins, victory points, and credits for sitting out."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from canasta_score.event.event import Event
from canasta_score.event.pairs import Pair
from canasta_score.event.seating.tables import Direction, Table
from canasta_score.event.settings import Fields, RankBy, SitOutCredit, VictoryPointStep
from canasta_score.rules.frozen import Value, fast_init, frozen

ALL_FIELD = "all"
WIN, TIE, LOSS = 2, 1, 0  # half wins, so that all figures are whole numbers


@fast_init
@frozen
class GameRecord(Value):
    """What a pair did in a game: its points and its opponent's, half wins, and victory points if they count.

    A pair that sits out has a credit in place of points, and neither table nor opponent.
    """

    game: int
    table: int | None = None
    direction: Direction | None = None
    opponent: int | None = None
    points_for: int
    points_against: int | None = None
    half_wins: int = LOSS
    victory_points: int = 0

    @property
    def is_sit_out(self) -> bool:
        """Return whether the pair sat out."""
        return self.opponent is None


@fast_init
@frozen
class PairRecord(Value):
    """What a pair did in an event: its games, its points with adjustments, half wins, and victory points."""

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
    def victory_points(self) -> int:
        """Return the victory points of all games."""
        return sum(game.victory_points for game in self.games)

    @property
    def played(self) -> tuple[GameRecord, ...]:
        """Return the games in which the pair did not sit out."""
        return tuple(game for game in self.games if not game.is_sit_out)


def get_totals(records: Iterable[PairRecord]) -> Mapping[int, int]:
    """Return the points of each pair, by its number."""
    return {record.pair.number: record.total for record in records}


def get_half_wins(records: Iterable[PairRecord]) -> Mapping[int, int]:
    """Return the half wins of each pair, by its number."""
    return {record.pair.number: record.half_wins for record in records}


def get_victory_points(records: Iterable[PairRecord]) -> Mapping[int, int]:
    """Return the victory points of each pair, by its number."""
    return {record.pair.number: record.victory_points for record in records}


def round_to_unit(total: int, count: int, unit: int) -> int:
    """Return an average rounded to a multiple of a unit; halfway, it goes up.

    >>> round_to_unit(5025, 2, 5), round_to_unit(-25, 2, 5), round_to_unit(7, 3, 5)
    (2515, -10, 0)
    """
    return (2 * total + count * unit) // (2 * count * unit) * unit


def compute_records(event: Event, last_game: int) -> list[PairRecord]:
    """Return what each pair did in the games up to one, in the order of the pairs, without those that came later."""
    games: dict[int, list[GameRecord]] = {pair: [] for pair in event.pairs}
    sit_outs: list[tuple[int, int]] = []
    steps = event.settings.victory_points if event.settings.rank is RankBy.VICTORY_POINTS else ()
    for game in range(1, last_game + 1):
        for table, result in event.iter_played_tables(game):
            if result.score:
                for record, pair in _build_table_records(game, table, result.score, steps):
                    games[pair].append(record)
        if event.has_results(game):
            sit_outs += [(game, pair) for table in event.seatings[game] if not table.is_played for pair in table.pairs]
    calculator = _CreditCalculator(event, games)
    for game, pair in sit_outs:
        games[pair].append(calculator.build_record(game, pair))
    adjustments: defaultdict[int, int] = defaultdict(int)
    for number, points in event.adjustments.values():
        adjustments[number] += points
    return [
        PairRecord(pair=pair, games=tuple(sorted(games[number], key=_get_game)), adjustment=adjustments[number])
        for number, pair in event.pairs.items()
        if pair.has_come_by(last_game)
    ]


def _get_game(record: GameRecord) -> int:
    return record.game


def _build_table_records(
    game: int, table: Table, score: tuple[int, int], steps: Sequence[VictoryPointStep]
) -> Iterable[tuple[GameRecord, int]]:
    ns, ew = score
    for pair, opponent, direction, own, other in (
        (table.ns, table.ew, Direction.NS, ns, ew),
        (table.ew, table.ns, Direction.EW, ew, ns),
    ):
        record = GameRecord(
            game=game,
            table=table.number,
            direction=direction,
            opponent=opponent,
            points_for=own,
            points_against=other,
            half_wins=TIE if own == other else WIN if own > other else LOSS,
            victory_points=_count_victory_points(steps, own - other) if steps else 0,
        )
        yield record, pair or 0


def _count_victory_points(steps: Sequence[VictoryPointStep], difference: int) -> int:
    """Return the victory points for a difference by steps that ascend."""
    step = steps[bisect_right(steps, abs(difference), key=_get_threshold) - 1]
    return step.winner if difference >= 0 else step.loser


def _get_threshold(step: VictoryPointStep) -> int:
    return step.at_least


class _CreditCalculator:
    """Computes what pairs get for games in which they sit out, from the records of those that played."""

    def __init__(self, event: Event, games: Mapping[int, Sequence[GameRecord]]) -> None:
        self._rule = event.settings.sit_out
        self._unit = event.variant.deck.point_unit or 1
        self._games = {pair: tuple(records) for pair, records in games.items()}
        self._fields = find_fields(event)
        self._field_records: dict[tuple[int, str], list[GameRecord]] = {}
        if self._rule is SitOutCredit.FIELD:
            for pair, records in self._games.items():
                for record in records:
                    self._field_records.setdefault((record.game, self._fields[pair]), []).append(record)

    def build_record(self, game: int, pair: int) -> GameRecord:
        records: Sequence[GameRecord] = ()
        if self._rule is SitOutCredit.AVERAGE:
            records = self._games[pair]
        elif self._rule is SitOutCredit.FIELD:
            records = self._field_records.get((game, self._fields[pair]), ())
        if not records:
            return GameRecord(game=game, points_for=0)
        points = sum(record.points_for for record in records)
        victory_points = sum(record.victory_points for record in records)
        return GameRecord(
            game=game,
            points_for=round_to_unit(points, len(records), self._unit),
            victory_points=round_to_unit(victory_points, len(records), 1),
        )


def find_fields(event: Event) -> dict[int, str]:
    """Return the field of each pair: the direction in which it sat first if there are two, else that of all."""
    if event.settings.fields is Fields.ONE:
        return dict.fromkeys(event.pairs, ALL_FIELD)
    fields: dict[int, str] = {}
    for _, seating in sorted(event.seatings.items()):
        for table in seating:
            for pair, direction in ((table.ns, Direction.NS), (table.ew, Direction.EW)):
                if pair is not None:
                    fields.setdefault(pair, direction)
    # Who has no seat yet, as a late pair before its first game, is at the end of the first field.
    return {pair: fields.get(pair, Direction.NS) for pair in event.pairs}
