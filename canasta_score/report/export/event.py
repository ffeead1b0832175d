"""An event as CSV for a spreadsheet, and as JSON with everything in it."""

import csv
import io
from collections.abc import Iterator

from canasta_score.event.event import Event
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.seating.rounds import list_known_seatings
from canasta_score.event.status import compute_status
from canasta_score.game.importing.csv_columns import escape_formula
from canasta_score.report.event.json import build_round_json, build_standings_json, build_status_json, build_wins
from canasta_score.report.html.event_views import list_notes
from canasta_score.report.json.values import JsonObject

_COLUMNS = (
    "field", "rank", "pair", "name", "total", "wins", "points", "adjustment", "tie_broken_by",
    "game", "table", "direction", "opponent", "opponent_name", "for", "against", "sat_out",
)  # fmt: skip


def format_event_csv(event: Event) -> str:
    """Return a row for each pair and game; no name runs as a formula."""
    text = io.StringIO()
    sheet = csv.DictWriter(text, _COLUMNS, lineterminator="\n")
    sheet.writeheader()
    sheet.writerows(_iter_ranked_pairs(event))
    return text.getvalue()


def _iter_ranked_pairs(event: Event) -> Iterator[dict[str, object]]:
    for standing in compute_standings(event).fields:
        for ranked in standing.ranking:
            record = ranked.record
            pair = {
                "field": standing.field,
                "rank": ranked.rank,
                "pair": record.pair.number,
                "name": escape_formula(record.pair.name),
                "total": record.total,
                "wins": build_wins(record.half_wins),
                "points": ranked.points,
                "adjustment": record.adjustment,
                "tie_broken_by": ranked.tie_broken_by or "",
            }
            for game in record.games:
                opponent = "" if game.opponent is None else escape_formula(event.pairs[game.opponent].name)
                yield {
                    **pair,
                    "game": game.game,
                    "table": game.table,
                    "direction": game.direction,
                    "opponent": game.opponent,
                    "opponent_name": opponent,
                    "for": game.points_for,
                    "against": game.points_against,
                    "sat_out": int(game.is_sit_out),
                }
            if not record.games:
                yield dict(pair)


def build_event_json(event: Event) -> JsonObject:
    """Return everything about an event: its settings, its pairs, the games that are known, and the standings."""
    settings = event.settings
    rounds = list_known_seatings(event) if event.is_drawn else []
    return {
        "event": event.name,
        "started": event.started_at and event.started_at.isoformat(),
        "variant": event.variant.name,
        "settings": {
            "games": event.games,
            "minutes": settings.minutes,
            "warn": settings.warn,
            "movement": settings.movement,
            "rank": settings.rank,
            "ties": list(settings.ties),
            "sit_out": settings.sit_out,
            "fields": settings.fields,
            "unfinished": settings.unfinished,
        },
        "pairs": [
            {"pair": pair.number, "name": pair.name, "withdrawn": pair.has_left} for pair in event.pairs.values()
        ],
        "rounds": [build_round_json(event, rounds[:game]) for game in range(1, len(rounds) + 1)],
        "status": [build_status_json(event, compute_status(event, game)) for game in range(1, len(rounds) + 1)],
        "standings": build_standings_json(event, compute_standings(event)),
        "notes": list(list_notes(event)),
    }
