"""An event on paper: guide cards, score slips, seating and standings, for A4 and Letter, in black and white."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from canasta_score.event.event import Event
from canasta_score.event.pairs import Pair
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.seating.rounds import list_known_seatings
from canasta_score.event.seating.tables import Direction, Seating, list_sit_outs
from canasta_score.report.event.print_kinds import PrintKind
from canasta_score.report.event.text import build_heading, format_numbered_name
from canasta_score.report.html.event_views import (
    DIRECTION_LABELS,
    SIT_OUT_REMARK,
    FieldView,
    GameView,
    build_field_views,
    get_points_label,
)
from canasta_score.report.html.templating import render_with_style
from canasta_score.rules.frozen import Value, frozen

_SLIP_LINES = ("Base", "Count", "Total")


@frozen
class _Card(Value):
    """The guide card of a pair: where it sits in each game, and whom it meets."""

    number: int
    name: str
    games: tuple[GameView, ...]


@frozen
class _Slip(Value):
    """The score slip of a table in a game."""

    game: int
    table: int
    ns: str
    ew: str


@frozen
class _TableRow(Value):
    """A table in a list of seats."""

    number: int
    ns: str
    ew: str


@frozen
class _Round(Value):
    """The seats of a game."""

    game: int
    tables: tuple[_TableRow, ...]
    sits_out: tuple[str, ...]


@frozen
class _Print(Value):
    """Everything on the sheets; each kind uses its own part."""

    template: str
    title: str
    name: str
    cards: tuple[_Card, ...] = ()
    slips: tuple[_Slip, ...] = ()
    hands: Sequence[int] = ()
    lines: tuple[str, ...] = _SLIP_LINES
    rounds: tuple[_Round, ...] = ()
    heading: str = ""
    points_label: str = ""
    fields: tuple[FieldView, ...] = ()
    games: Sequence[int] = ()


def render_print(event: Event, kind: PrintKind, game: int | None = None) -> str:
    """Return sheets for paper as HTML: of one game, or of all games that are known."""
    rounds = dict(enumerate(list_known_seatings(event), 1))
    chosen = rounds if game is None else {game: rounds[game]} if game in rounds else {}
    page = _BUILDERS[kind](event, chosen)
    return render_with_style("event_print.html.jinja", "event_print.css.jinja", page=page)


def _build_guide_cards(event: Event, rounds: Mapping[int, Seating]) -> _Print:
    cards = tuple(
        _Card(number=pair.number, name=pair.name, games=tuple(_iter_card_games(event, pair, rounds)))
        for pair in event.pairs.values()
    )
    return _Print(template="event_guide_cards.html.jinja", title="guide cards", name=event.name, cards=cards)


def _iter_card_games(event: Event, pair: Pair, rounds: Mapping[int, Seating]) -> Iterator[GameView]:
    for game in range(1, event.games + 1):
        if game not in rounds:
            yield GameView(game=game, remark="as announced")
        elif pair.plays_in(game):
            yield _build_card_game(event, pair.number, game, rounds[game])


def _build_card_game(event: Event, pair: int, game: int, seating: Seating) -> GameView:
    for table in seating:
        for own, other, direction in (
            (table.ns, table.ew, Direction.NS),
            (table.ew, table.ns, Direction.EW),
        ):
            if own == pair and other is not None:
                opponent = format_numbered_name(event, other)
                label = DIRECTION_LABELS[direction]
                return GameView(game=game, table=table.number, direction=label, opponent=opponent)
    return GameView(game=game, remark=SIT_OUT_REMARK)


def _build_slips(event: Event, rounds: Mapping[int, Seating]) -> _Print:
    slips = tuple(
        _Slip(
            game=game,
            table=table.number,
            ns=format_numbered_name(event, table.ns),
            ew=format_numbered_name(event, table.ew),
        )
        for game, seating in rounds.items()
        for table in seating
        if table.ns is not None and table.ew is not None
    )
    hands = range(1, (event.variant.game.hands or 3) + 1)
    return _Print(template="event_slips.html.jinja", title="slips", name=event.name, slips=slips, hands=hands)


def _build_seating(event: Event, rounds: Mapping[int, Seating]) -> _Print:
    views = tuple(
        _Round(
            game=game,
            tables=tuple(
                _TableRow(
                    number=table.number,
                    ns=format_numbered_name(event, table.ns),
                    ew=format_numbered_name(event, table.ew),
                )
                for table in seating
                if table.ns is not None and table.ew is not None
            ),
            sits_out=tuple(format_numbered_name(event, pair) for pair in list_sit_outs(seating)),
        )
        for game, seating in rounds.items()
    )
    return _Print(template="event_seating.html.jinja", title="seating", name=event.name, rounds=views)


def _build_standings(event: Event, rounds: Mapping[int, Seating]) -> _Print:
    del rounds
    standings = compute_standings(event)
    return _Print(
        template="event_standings.html.jinja",
        title="standings",
        name=event.name,
        heading=build_heading(standings),
        points_label=get_points_label(event),
        fields=build_field_views(event, standings),
        games=range(1, standings.after + 1),
    )


_BUILDERS: Mapping[PrintKind, Callable[[Event, Mapping[int, Seating]], _Print]] = {
    PrintKind.GUIDE_CARDS: _build_guide_cards,
    PrintKind.SLIPS: _build_slips,
    PrintKind.SEATING: _build_seating,
    PrintKind.STANDINGS: _build_standings,
}
