"""An event as HTML: its page, with the ranks and the games of each pair, and its sheets for paper."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field

from canasta_score.event.event import Event, Pair
from canasta_score.event.ranking.standings import RankedPair, Standings, compute_standings
from canasta_score.event.seating.rounds import list_known_seatings
from canasta_score.event.seating.tables import Direction, Seating
from canasta_score.event.settings import RankBy
from canasta_score.event.slips import count_hands
from canasta_score.report.event import text as event_text
from canasta_score.report.html.page import PageTime, build_page_day
from canasta_score.report.html.templating import render_with_style
from canasta_score.rules.frozen import FastStrEnum, Value, frozen

_DIRECTION_LABELS = {Direction.NS: "N-S", Direction.EW: "E-W"}
_SIT_OUT_REMARK = "sits out"

_Values = Mapping[str, object]  # of the template of a print


class PrintKind(FastStrEnum):
    """What can be printed."""

    GUIDE_CARDS = "guide-cards"
    SLIPS = "slips"
    SEATING = "seating"
    STANDINGS = "standings"


@frozen
class GameView(Value):
    """A game of a pair: where it sits and whom it meets, or a remark in their place, and the points once it has any."""

    game: int
    table: int | str = ""
    direction: str = ""
    opponent: str = ""
    remark: str = ""
    points_for: int | None = None
    points_against: int | None = None


_Planned = Mapping[int, tuple[GameView, ...]]  # by the number of the pair


@frozen
class PairView(Value):
    """A pair in a ranking, or among those that have come; `cells` are its points by game, in parentheses for a sit-out.

    `games` are those that it has points for and those to come, `next` is the one that is played now or next.
    """

    rank: int | None = None
    number: int
    name: str
    points: int = 0
    wins: str = ""
    tie: str = ""
    adjustment: int = 0
    games: tuple[GameView, ...]
    next: GameView | None
    cells: Mapping[int, str] = field(default_factory=dict)


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
        return any(game.remark == _SIT_OUT_REMARK for pair in self.pairs for game in pair.games)


@frozen
class EventPage(Value):
    """Everything on the page, in order. The ranks are those that are announced; before that, pairs have none."""

    name: str
    rules: tuple[str, ...]
    played: PageTime | None
    heading: str
    points_label: str
    fields: tuple[FieldView, ...]
    notes: tuple[str, ...]
    has_ranks: bool
    is_final: bool


def render_event_page(event: Event) -> str:
    """Return the page of an event as HTML; the same event always gives the same page."""
    return render_with_style("event_page.html.jinja", "event_page.css.jinja", page=build_event_page(event))


def build_event_page(event: Event) -> EventPage:
    """Build everything that the page of an event shows."""
    last_game = max(event.announced, default=0)
    standings = compute_standings(event, last_game) if last_game else None
    planned = _plan_games(event)
    return EventPage(
        name=event.name,
        rules=tuple(event_text.list_event_rules(event)),
        played=build_page_day(event.started_at) if event.started_at else None,
        heading=event_text.build_heading(standings) if standings else "Pairs",
        points_label=_get_points_label(event),
        fields=_build_field_views(event, standings, planned) if standings else (_build_list_of_pairs(event, planned),),
        notes=event_text.list_notes(event),
        has_ranks=standings is not None,
        is_final=last_game == event.games,
    )


def _get_points_label(event: Event) -> str:
    """Return what the points are called by which an event ranks."""
    is_total = event.settings.rank is RankBy.TOTAL and not event.movement.eliminates
    return "Total" if is_total else "Points"


def _build_list_of_pairs(event: Event, planned: _Planned) -> FieldView:
    pairs = (
        PairView(number=pair.number, name=pair.name, games=planned[pair.number], next=_find_next(event, planned, pair))
        for pair in event.pairs.values()
    )
    return FieldView(label="", pairs=tuple(pairs), broken_ties=())


def _build_field_views(event: Event, standings: Standings, planned: _Planned) -> tuple[FieldView, ...]:
    return tuple(
        FieldView(
            label=event_text.FIELD_LABELS[field.field],
            pairs=tuple(_build_pair_view(event, ranked, standings.after, planned) for ranked in field.ranking),
            broken_ties=tuple(event_text.iter_broken_ties(field)),
        )
        for field in standings.fields
    )


def _build_pair_view(event: Event, ranked: RankedPair, last_game: int, planned: _Planned) -> PairView:
    pair = ranked.record.pair
    cells = {game.game: event_text.format_game_points(game) for game in ranked.record.games}
    to_come = (game for game in planned[pair.number] if game.game > last_game)
    return PairView(
        rank=ranked.rank,
        number=pair.number,
        name=pair.name,
        points=ranked.points,
        wins=event_text.format_wins(ranked.record.half_wins),
        tie=event_text.TIE_LABELS[ranked.tie_broken_by] if ranked.tie_broken_by else "",
        adjustment=ranked.record.adjustment,
        games=(*_iter_game_views(event, ranked), *to_come),
        next=_find_next(event, planned, pair),
        cells={game: cells.get(game, "") for game in range(1, last_game + 1)},
    )


def _find_next(event: Event, planned: _Planned, pair: Pair) -> GameView | None:
    """Return the game of a pair that is played now, or the next one; None once all games are announced."""
    return next((game for game in planned[pair.number] if game.game not in event.announced), None)


def _iter_game_views(event: Event, ranked: RankedPair) -> Iterator[GameView]:
    for game in ranked.record.games:
        yield GameView(
            game=game.game,
            table=game.table or "",
            direction=_DIRECTION_LABELS[game.direction] if game.direction else "",
            opponent=event_text.format_numbered_name(event, game.opponent) if game.opponent else "",
            remark=_SIT_OUT_REMARK if game.is_sit_out else "",
            points_for=game.points_for,
            points_against=game.points_against,
        )
    if ranked.record.adjustment:
        yield GameView(game=0, remark="adjustment", points_for=ranked.record.adjustment)


def _plan_games(event: Event) -> _Planned:
    """Return the games of each pair, by its number, as far as it is known where it sits and whom it meets."""
    rounds = list_known_seatings(event) if event.is_drawn else []
    seats = {
        (game, pair): GameView(
            game=game,
            table=table.number,
            direction=_DIRECTION_LABELS[direction],
            opponent=event_text.format_numbered_name(event, opponent),
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


def render_print(event: Event, kind: PrintKind, game: int | None = None) -> str:
    """Return sheets for paper as HTML: of one game, or of all games that are known."""
    rounds = dict(enumerate(list_known_seatings(event), 1))
    chosen = rounds if game is None else {game: rounds[game]} if game in rounds else {}
    return render_with_style(
        "event_print.html.jinja",
        "event_print.css.jinja",
        kind=kind,
        event_name=event.name,
        bell=event_text.describe_bell(event.settings),
        **_VALUES[kind](event, chosen),
    )


@frozen
class _Card(Value):
    """The guide card of a pair: where it sits in each game, and whom it meets."""

    number: int
    name: str
    games: tuple[GameView, ...]


def _build_guide_cards(event: Event, rounds: Mapping[int, Seating]) -> _Values:
    views = {
        (game, pair): GameView(
            game=game,
            table=table.number,
            direction=_DIRECTION_LABELS[direction],
            opponent=event_text.format_numbered_name(event, opponent),
        )
        for game, seating in rounds.items()
        for table in seating
        if table.is_played
        for pair, opponent, direction in zip(table.pairs, reversed(table.pairs), Direction, strict=True)
    }
    cards: list[_Card] = []
    for pair in event.pairs.values():
        games: list[GameView] = []
        for game in range(1, event.games + 1):
            if game not in rounds:
                games.append(GameView(game=game, remark="as announced"))
            elif pair.plays_in(game):
                games.append(views.get((game, pair.number)) or GameView(game=game, remark=_SIT_OUT_REMARK))
        cards.append(_Card(number=pair.number, name=pair.name, games=tuple(games)))
    return {"cards": cards}


def _build_slips(event: Event, rounds: Mapping[int, Seating]) -> _Values:
    hands = range(1, count_hands(event.variant) + 1)
    return {"hands": hands, "lines": ("Base", "Count", "Total"), **_build_seating(event, rounds)}


def _build_seating(event: Event, rounds: Mapping[int, Seating]) -> _Values:
    return {"rounds": [event_text.build_round_view(event, game, seating) for game, seating in rounds.items()]}


def _build_standings(event: Event, _: Mapping[int, Seating]) -> _Values:
    standings = compute_standings(event)
    return {
        "heading": event_text.build_heading(standings),
        "points_label": _get_points_label(event),
        "fields": _build_field_views(event, standings, _plan_games(event)),
        "games": range(1, standings.after + 1),
    }


_VALUES: Mapping[PrintKind, Callable[[Event, Mapping[int, Seating]], _Values]] = {
    PrintKind.GUIDE_CARDS: _build_guide_cards,
    PrintKind.SLIPS: _build_slips,
    PrintKind.SEATING: _build_seating,
    PrintKind.STANDINGS: _build_standings,
}
