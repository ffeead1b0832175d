"""The page of an event as HTML: the ranks and the games of each pair."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from canasta_score.event.event import Event
from canasta_score.event.ranking.standings import RankedPair, compute_public_standings, count_slips
from canasta_score.event.seating.rounds import list_known_seatings
from canasta_score.event.seating.tables import Direction
from canasta_score.event.settings import RankBy
from canasta_score.report.event import text as event_text
from canasta_score.report.html.templating import render_with_style
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.text import format_count

_DIRECTION_LABELS = {Direction.NS: "N-S", Direction.EW: "E-W"}
_SIT_OUT_REMARK = "sits out"


class GameView(Value):
    """A game of a pair: where it sits and whom it meets, or a remark in their place, and the points once it has any."""

    game: int
    table: int | str = ""
    direction: str = ""
    opponent: str = ""
    remark: str = ""
    points_for: int | None = None
    points_against: int | None = None


class PageLink(Value):
    """What leads to the page of a pair: its address, and the address as a QR code in SVG."""

    address: str
    code: str


class PairView(Value):
    """A pair in a ranking, or among those that have come."""

    rank: int | None
    number: int
    name: str
    points: float
    wins: str
    tie: str
    adjustment: int
    games: tuple[GameView, ...]  # with points, and those to come
    next: GameView | None  # the one that is played now or next
    cells: Mapping[int, str]  # the points by game, in parentheses for a sit-out


class FieldView(Value):
    """A ranking with its label, which is empty if there is only one."""

    label: str
    pairs: tuple[PairView, ...]
    broken_ties: tuple[str, ...]
    adjusted: str

    @property
    def has_sit_outs(self) -> bool:
        """Return whether a pair sat out in a game, so that its points are in parentheses."""
        games = (game for pair in self.pairs for game in pair.games)
        return any(game.remark == _SIT_OUT_REMARK and game.points_for is not None for game in games)


class EventPage(Value):
    """Everything on the page, in order."""

    name: str
    rules: tuple[str, ...]
    played: datetime | None
    heading: str
    points_label: str
    fields: tuple[FieldView, ...]
    notes: tuple[str, ...]
    after: int  # the game after which the ranks are; 0: there are none that the room may see
    is_final: bool
    slips_in: str  # how many slips of the game under way are in


def render_event_page(event: Event) -> str:
    """Return the page of an event as HTML; the same event always gives the same page."""
    return render_with_style("event_page.html.jinja", "event_page.css.jinja", page=build_event_page(event))


def build_event_page(event: Event) -> EventPage:
    """Build everything that the page of an event shows; the ranks are those that the room may see."""
    standings = compute_public_standings(event)
    planned = plan_games(event)
    is_by_total = event.settings.rank is RankBy.TOTAL and not event.movement.eliminates
    _, came, expected = count_slips(event, event.current_game)
    return EventPage(
        name=event.name,
        rules=tuple(event_text.list_event_rules(event)),
        played=event.started_at,
        heading=event_text.build_heading(standings) if standings.after else "Pairs",
        points_label="Total" if is_by_total else "Points",
        fields=tuple(
            FieldView(
                label=event_text.FIELD_LABELS[field.field],
                pairs=tuple(
                    _build_pair_view(event, ranked, planned[ranked.record.pair.number]) for ranked in field.ranking
                ),
                broken_ties=tuple(event_text.iter_broken_ties(event, field)),
                adjusted=event_text.describe_adjustments(field),
            )
            for field in standings.fields
        ),
        notes=event_text.list_notes(event),
        after=standings.after,
        is_final=standings.is_final,
        slips_in=f"{came} of {format_count(expected, 'slip')} in" if came and not standings.is_final else "",
    )


def _build_pair_view(event: Event, ranked: RankedPair, planned: Sequence[GameView]) -> PairView:
    record = ranked.record
    scored = {game.game: game for game in record.games}
    games = [
        replace(view, points_for=scored[view.game].points_for, points_against=scored[view.game].points_against)
        if view.game in scored
        else view
        for view in planned
    ]
    if record.adjustment:
        games.append(GameView(game=0, remark="adjustment", points_for=record.adjustment))
    return PairView(
        rank=ranked.rank,
        number=record.pair.number,
        name=record.pair.name,
        points=ranked.points,
        wins=event_text.format_wins(record.half_wins),
        tie=event_text.TIE_LABELS[ranked.tie_broken_by] if ranked.tie_broken_by else "",
        adjustment=record.adjustment,
        games=tuple(games),
        next=next((game for game in planned if game.game not in event.announced), None),
        cells={number: event_text.format_game_points(game) for number, game in scored.items()},
    )


def plan_games(event: Event) -> Mapping[int, tuple[GameView, ...]]:
    """Return the games of each pair, by its number, as far as it is known where it sits and whom it meets."""
    rounds = list_known_seatings(event)
    seats = {
        (game, pair): GameView(
            game=game,
            table=table.number,
            direction=_DIRECTION_LABELS[direction],
            opponent=event_text.format_numbered_name(event, opponent, game),
        )
        for game, seating in enumerate(rounds, 1)
        for table in seating
        if table.is_played
        for pair, opponent, direction in zip(table.pairs, reversed(table.pairs), Direction, strict=True)
    }
    return {
        pair.number: tuple(
            seats.get((game, pair.number))
            or GameView(game=game, remark=_SIT_OUT_REMARK if game <= len(rounds) else "as announced")
            for game in range(1, event.games + 1)
            if pair.plays_in(game)
        )
        for pair in event.pairs.values()
    }
