"""Events as CSV for a spreadsheet, with figures as plain numbers; no name runs as a formula."""

from canasta_score.event.event import Event
from canasta_score.event.ranking.season import Season
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.game.csv_columns import escape_formula
from canasta_score.report.event.json import build_game_json, build_ranked_json, build_season_entry_json
from canasta_score.report.export.csv import format_csv_rows

_COLUMNS = (
    "field", "rank", "pair", "name", "total", "wins", "points", "adjustment", "tie_broken_by",
    "game", "table", "direction", "opponent", "opponent_name", "for", "against", "sat_out",
)  # fmt: skip
_PAIR_COLUMNS = _COLUMNS[: _COLUMNS.index("game")]
_SEASON_COLUMNS = ("ranking", "rank", "name", "events", "points", "average", "total", "wins", "best_place")


def format_event_csv(event: Event) -> str:
    """Return a row for each pair and game; its columns are keys of an event as JSON."""
    rows: list[dict[str, object]] = []
    for field in compute_standings(event).fields:
        for ranked in field.ranking:
            pair = {"field": field.field, **build_ranked_json(ranked)}
            number = ranked.record.pair.number
            for game in ranked.record.games:
                opponent = "" if game.opponent is None else escape_formula(event.get_name(game.opponent, game.game))
                names = {"name": escape_formula(event.get_name(number, game.game)), "opponent_name": opponent}
                rows.append({**pair, **build_game_json(game), **names, "sat_out": int(game.is_sit_out)})
            if not ranked.record.games:
                rows.append({**pair, "name": escape_formula(ranked.record.pair.name)})
    return format_csv_rows(_COLUMNS, rows)


def format_pairs_csv(event: Event) -> str:
    """Return a row for each pair, with its points in each game."""
    standings = compute_standings(event)
    columns = (*_PAIR_COLUMNS, *(f"game_{game}" for game in range(1, standings.after + 1)))
    rows = (
        {
            "field": field.field,
            **build_ranked_json(ranked),
            "name": escape_formula(ranked.record.pair.name),
            **{f"game_{game.game}": game.points_for for game in ranked.record.games},
        }
        for field in standings.fields
        for ranked in field.ranking
    )
    return format_csv_rows(columns, rows)


def format_season_csv(season: Season) -> str:
    """Return a row for each pair, then for each player."""
    rows = (
        {"ranking": ranking, **build_season_entry_json(entry), "name": escape_formula(entry.name)}
        for ranking, entries in (("pairs", season.pairs), ("players", season.players))
        for entry in entries
    )
    return format_csv_rows(_SEASON_COLUMNS, rows)
