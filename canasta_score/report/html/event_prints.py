"""An event on paper: guide cards, score slips, seating and standings, for A4 and Letter, in black and white."""

from collections.abc import Callable, Iterator, Mapping

from canasta_score.event.event import Event
from canasta_score.event.pairs import Pair
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.seating.rounds import list_known_seatings
from canasta_score.event.seating.tables import Direction, Seating
from canasta_score.event.slips.limits import USUAL_HANDS
from canasta_score.report.event.print_kinds import PrintKind
from canasta_score.report.event.rounds import build_round_view
from canasta_score.report.event.text import build_heading, describe_bell, format_numbered_name
from canasta_score.report.html.event_views import (
    DIRECTION_LABELS,
    SIT_OUT_REMARK,
    GameView,
    build_field_views,
    get_points_label,
)
from canasta_score.report.html.templating import render_with_style
from canasta_score.rules.frozen import Value, frozen

_SLIP_LINES = ("Base", "Count", "Total")
_Values = Mapping[str, object]  # of the template of a kind


@frozen
class _Card(Value):
    """The guide card of a pair: where it sits in each game, and whom it meets."""

    number: int
    name: str
    games: tuple[GameView, ...]


def render_print(event: Event, kind: PrintKind, game: int | None = None) -> str:
    """Return sheets for paper as HTML: of one game, or of all games that are known."""
    rounds = dict(enumerate(list_known_seatings(event), 1))
    chosen = rounds if game is None else {game: rounds[game]} if game in rounds else {}
    return render_with_style(
        "event_print.html.jinja",
        "event_print.css.jinja",
        kind=kind,
        event_name=event.name,
        bell=describe_bell(event.settings),
        **_VALUES[kind](event, chosen),
    )


def _build_guide_cards(event: Event, rounds: Mapping[int, Seating]) -> _Values:
    cards = [
        _Card(number=pair.number, name=pair.name, games=tuple(_iter_card_games(event, pair, rounds)))
        for pair in event.pairs.values()
    ]
    return {"cards": cards}


def _iter_card_games(event: Event, pair: Pair, rounds: Mapping[int, Seating]) -> Iterator[GameView]:
    for game in range(1, event.games + 1):
        if game not in rounds:
            yield GameView(game=game, remark="as announced")
        elif pair.plays_in(game):
            yield _build_card_game(event, pair.number, game, rounds[game])


def _build_card_game(event: Event, pair: int, game: int, seating: Seating) -> GameView:
    for table in seating:
        for own, other, direction in ((table.ns, table.ew, Direction.NS), (table.ew, table.ns, Direction.EW)):
            if own == pair and other is not None:
                opponent = format_numbered_name(event, other)
                label = DIRECTION_LABELS[direction]
                return GameView(game=game, table=table.number, direction=label, opponent=opponent)
    return GameView(game=game, remark=SIT_OUT_REMARK)


def _build_slips(event: Event, rounds: Mapping[int, Seating]) -> _Values:
    hands = range(1, (event.variant.game.hands or USUAL_HANDS) + 1)
    return {"hands": hands, "lines": _SLIP_LINES, **_build_seating(event, rounds)}


def _build_seating(event: Event, rounds: Mapping[int, Seating]) -> _Values:
    return {"rounds": [build_round_view(event, game, seating) for game, seating in rounds.items()]}


def _build_standings(event: Event, _: Mapping[int, Seating]) -> _Values:
    standings = compute_standings(event)
    return {
        "heading": build_heading(standings),
        "points_label": get_points_label(event),
        "fields": build_field_views(event, standings),
        "games": range(1, standings.after + 1),
    }


_VALUES: Mapping[PrintKind, Callable[[Event, Mapping[int, Seating]], _Values]] = {
    PrintKind.GUIDE_CARDS: _build_guide_cards,
    PrintKind.SLIPS: _build_slips,
    PrintKind.SEATING: _build_seating,
    PrintKind.STANDINGS: _build_standings,
}
