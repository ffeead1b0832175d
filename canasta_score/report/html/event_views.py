"""What pages and paper show of an event, as values."""

from collections.abc import Iterator, Mapping

from canasta_score.event.event import Event
from canasta_score.event.ranking.standings import Standings
from canasta_score.event.ranking.ties import RankedPair
from canasta_score.event.seating.tables import Direction
from canasta_score.event.settings import MovementName, RankBy
from canasta_score.report.event.text import FIELD_LABELS, TIE_LABELS, format_game_points, format_wins, iter_broken_ties
from canasta_score.rules.frozen import Value, frozen

DIRECTION_LABELS = {Direction.NS: "N-S", Direction.EW: "E-W"}
SIT_OUT_REMARK = "sits out"


@frozen
class GameView(Value):
    """A game of a pair: the table, the opponent by number and name, or a remark in their place, and the points."""

    game: int
    table: int | str = ""
    direction: str = ""
    opponent: str = ""
    remark: str = ""
    points_for: int = 0
    points_against: int | None = None


@frozen
class PairView(Value):
    """A pair in a ranking; `cells` are its points by game, in parentheses where it sat out."""

    rank: int
    number: int
    name: str
    points: int
    wins: str
    tie: str
    adjustment: int
    games: tuple[GameView, ...]
    cells: Mapping[int, str]


@frozen
class FieldView(Value):
    """A ranking with its label, which is empty if there is only one."""

    label: str
    pairs: tuple[PairView, ...]
    broken_ties: tuple[str, ...]

    @property
    def has_adjustments(self) -> bool:
        """Return whether a pair has a penalty or an award."""
        return any(pair.adjustment for pair in self.pairs)

    @property
    def has_sit_outs(self) -> bool:
        """Return whether a pair sat out in a game, so that its points are in parentheses."""
        return any(game.remark == SIT_OUT_REMARK for pair in self.pairs for game in pair.games)


def get_points_label(event: Event) -> str:
    """Return what the points are called by which an event ranks."""
    is_total = event.settings.rank is RankBy.TOTAL and event.settings.movement is not MovementName.KNOCKOUT
    return "Total" if is_total else "Points"


def build_field_views(event: Event, standings: Standings) -> tuple[FieldView, ...]:
    """Return the rankings of an event."""
    return tuple(
        FieldView(
            label=FIELD_LABELS[field.field],
            pairs=tuple(_build_pair_view(event, ranked, standings.after) for ranked in field.ranking),
            broken_ties=tuple(iter_broken_ties(field)),
        )
        for field in standings.fields
    )


def _build_pair_view(event: Event, ranked: RankedPair, last_game: int) -> PairView:
    cells = {game.game: format_game_points(game) for game in ranked.record.games}
    return PairView(
        rank=ranked.rank,
        number=ranked.record.pair.number,
        name=ranked.record.pair.name,
        points=ranked.points,
        wins=format_wins(ranked.record.half_wins),
        tie=TIE_LABELS[ranked.tie_broken_by] if ranked.tie_broken_by else "",
        adjustment=ranked.record.adjustment,
        games=tuple(_iter_game_views(event, ranked)),
        cells={game: cells.get(game, "") for game in range(1, last_game + 1)},
    )


def _iter_game_views(event: Event, ranked: RankedPair) -> Iterator[GameView]:
    for game in ranked.record.games:
        yield GameView(
            game=game.game,
            table=game.table or "",
            direction=DIRECTION_LABELS[game.direction] if game.direction else "",
            opponent=event.pairs[game.opponent].name if game.opponent else "",
            remark=SIT_OUT_REMARK if game.is_sit_out else "",
            points_for=game.points_for,
            points_against=game.points_against,
        )
    if ranked.record.adjustment:
        yield GameView(game=0, remark="adjustment", points_for=ranked.record.adjustment)
