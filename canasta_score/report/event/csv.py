"""An event as CSV for a spreadsheet: a row for each pair and game, figures as plain numbers."""

import csv
import io
from collections.abc import Iterator

from canasta_score.event.event import Event
from canasta_score.event.ranking.standings import GameRecord, RankedPair, compute_standings
from canasta_score.game.importing.csv import escape_formula
from canasta_score.report.event.json import build_wins

_COLUMNS = (
    "field", "rank", "pair", "name", "total", "wins", "points", "adjustment", "tie_broken_by",
    "game", "table", "direction", "opponent", "opponent_name", "for", "against", "sat_out",
)  # fmt: skip
_CsvRow = dict[str, object]


def format_event_csv(event: Event) -> str:
    """Return a row for each pair and game; no name runs as a formula."""
    text = io.StringIO()
    sheet = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    sheet.writeheader()
    sheet.writerows(_iter_event_rows(event))
    return text.getvalue()


def _iter_event_rows(event: Event) -> Iterator[_CsvRow]:
    for field in compute_standings(event).fields:
        for ranked in field.ranking:
            pair = {"field": field.field, **_build_pair_cells(ranked)}
            for game in ranked.record.games:
                yield {**pair, **_build_game_cells(event, game)}
            if not ranked.record.games:
                yield pair


def _build_pair_cells(ranked: RankedPair) -> _CsvRow:
    record = ranked.record
    return {
        "rank": ranked.rank,
        "pair": record.pair.number,
        "name": escape_formula(record.pair.name),
        "total": record.total,
        "wins": build_wins(record.half_wins),
        "points": ranked.points,
        "adjustment": record.adjustment,
        "tie_broken_by": ranked.tie_broken_by or "",
    }


def _build_game_cells(event: Event, game: GameRecord) -> _CsvRow:
    return {
        "game": game.game,
        "table": game.table,
        "direction": game.direction,
        "opponent": game.opponent,
        "opponent_name": "" if game.opponent is None else escape_formula(event.pairs[game.opponent].name),
        "for": game.points_for,
        "against": game.points_against,
        "sat_out": int(game.is_sit_out),
    }
