"""An event as CSV for a spreadsheet: a row for each pair and game, figures as plain numbers."""

import csv
import io
from collections.abc import Iterator

from canasta_score.event.event import Event
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.game.importing.csv import escape_formula
from canasta_score.report.event.json import build_game_json, build_ranked_json
from canasta_score.report.json import JsonObject

_COLUMNS = (
    "field", "rank", "pair", "name", "total", "wins", "points", "adjustment", "tie_broken_by",
    "game", "table", "direction", "opponent", "opponent_name", "for", "against", "sat_out",
)  # fmt: skip


def format_event_csv(event: Event) -> str:
    """Return a row for each pair and game; no name runs as a formula."""
    text = io.StringIO()
    sheet = csv.DictWriter(text, _COLUMNS, extrasaction="ignore", lineterminator="\n")
    sheet.writeheader()
    sheet.writerows(_iter_event_rows(event))
    return text.getvalue()


def _iter_event_rows(event: Event) -> Iterator[JsonObject]:
    """Yield rows that have the keys of an event as JSON as their columns."""
    for field in compute_standings(event).fields:
        for ranked in field.ranking:
            name = escape_formula(ranked.record.pair.name)
            pair = {"field": field.field, **build_ranked_json(ranked), "name": name}
            for game in ranked.record.games:
                opponent = "" if game.opponent is None else escape_formula(event.pairs[game.opponent].name)
                sat_out = int(game.is_sit_out)
                yield {**pair, **build_game_json(game), "opponent_name": opponent, "sat_out": sat_out}
            if not ranked.record.games:
                yield pair
