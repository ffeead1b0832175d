"""An event as JSON: stable keys that other people's programs rely on."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from canasta_score.event.clock import Clock
from canasta_score.event.entries import EventEntry
from canasta_score.event.event import Event
from canasta_score.event.ranking import standings as ranking
from canasta_score.event.ranking.season import Season, SeasonEntry
from canasta_score.event.seating.rounds import find_repeats, list_known_seatings, list_seatings
from canasta_score.event.seating.tables import Seating, list_sit_outs
from canasta_score.event.slips import Score, TableResult
from canasta_score.event.status import GameStatus, compute_status, find_own_result, find_own_table
from canasta_score.recording.events import RecordedEvent, find_meant_entry
from canasta_score.report.event.text import list_notes
from canasta_score.report.json import JsonObject, build_refusal_json
from canasta_score.rules.diagnostics import Diagnostic

_SETTINGS = ("minutes", "warn", "movement", "last_game", "rank", "ties", "sit_out", "fields", "unfinished", "show")
_ENTRY_KEYS = ("game", "table", "other_table", "hand", "pair", "names", "points", "seed", "text")


def build_event_json(event: Event) -> JsonObject:
    """Return everything about an event: its settings, its pairs, the games that are known, and the standings."""
    rounds = list_known_seatings(event)
    return {
        "event": event.name,
        "started": event.started_at and event.started_at.isoformat(),
        "variant": event.variant.name,
        "settings": {"games": event.games, **{key: getattr(event.settings, key) for key in _SETTINGS}},
        "pairs": _build_pairs_json(event),
        "rounds": [build_round_json(event, rounds[:game]) for game in range(1, len(rounds) + 1)],
        "status": [build_status_json(event, compute_status(event, game)) for game in range(1, len(rounds) + 1)],
        "standings": build_standings_json(event, ranking.compute_standings(event)),
        "notes": list(list_notes(event)),
    }


def build_recorded_json(recorded: RecordedEvent, problems: Sequence[Diagnostic]) -> JsonObject:
    """Return what was recorded, the pairs and, after the draw, the round and the status of the game in question."""
    after = recorded.after
    entries = [(entry, find_meant_entry(recorded, entry)) for entry in after.entries[len(recorded.before.entries) :]]
    shown: JsonObject = {
        "event": after.name,
        "recorded": [_build_entry_json(after, entry, meant) for entry, meant in entries],
        **build_refusal_json(problems),
        "pairs": _build_pairs_json(after),
    }
    if after.is_drawn:
        game = next((meant.game for _, meant in entries if meant.game and meant.table), after.current_game)
        shown |= build_round_json(after, list_seatings(after, game))
        shown |= build_status_json(after, compute_status(after, game))
    return shown


def _build_entry_json(event: Event, entry: EventEntry, meant: EventEntry) -> JsonObject:
    """Return an entry, with what it means or undoes, and what is known of its table now."""
    keys = {key: getattr(meant, key) for key in _ENTRY_KEYS}
    about: JsonObject = {"entry": entry.number, "at": entry.recorded_at.isoformat(), "what": entry.kind, **keys}
    if meant.game and meant.table:
        result = event.get_result(meant.game, meant.table)
        about |= {**_build_result_json(result), "entered": [score._asdict() for score in result.reports]}
    return about


def _build_result_json(result: TableResult) -> JsonObject:
    ns, ew = result.score or (None, None)
    return {"state": result.state, "ns": ns, "ew": ew}


def _build_pairs_json(event: Event) -> list[JsonObject]:
    return [{"pair": pair.number, "name": pair.name, "withdrawn": pair.has_left} for pair in event.pairs.values()]


def build_round_json(event: Event, rounds: list[Seating]) -> JsonObject:
    """Return who plays whom in the last of some games, where, and who sits out."""
    repeats = find_repeats(rounds)
    game, seating = len(rounds), rounds[-1]
    tables = [
        {
            "table": table.number,
            "ns": _build_pair_json(event, game, table.ns),
            "ew": _build_pair_json(event, game, table.ew),
            "repeat": (game, table.number) in repeats,
        }
        for table in seating
        if table.is_played
    ]
    sits_out = [_build_pair_json(event, game, pair) for pair in list_sit_outs(seating)]
    return {"event": event.name, "game": game, "tables": tables, "sits_out": sits_out}


def _build_pair_json(event: Event, game: int, pair: int | None) -> JsonObject:
    return {"pair": pair, "name": event.get_name(pair or 0, game)}


def build_status_json(event: Event, status: GameStatus) -> JsonObject:
    """Return which slips of a game are missing, unverified or disputed."""
    return {
        "event": event.name,
        "game": status.game,
        "missing": list(status.missing),
        "unverified": list(status.unverified),
        "disputed": list(status.disputed),
        "complete": status.is_complete,
    }


def build_standings_json(event: Event, standings: ranking.Standings) -> JsonObject:
    """Return the standings after a game, with every game of each pair, and how many slips of the latest game are in."""
    slips = standings.slips[-1] if standings.slips else ranking.GameSlips(0, 0, 0)
    return {
        "event": event.name,
        "after": standings.after,
        "complete": standings.is_complete,
        "slips": {"in": slips.came, "of": slips.expected},
        "announced": standings.announced,
        "fields": [
            {"field": field.field, "ranking": [build_ranked_json(ranked) for ranked in field.ranking]}
            for field in standings.fields
        ],
    }


def build_ranked_json(ranked: ranking.RankedPair) -> JsonObject:
    """Return a pair in a ranking, with its games."""
    record = ranked.record
    return {
        "rank": ranked.rank,
        "pair": record.pair.number,
        "name": record.pair.name,
        "total": record.total,
        "wins": ranking.halve(record.half_wins),
        "points": ranked.points,
        "adjustment": record.adjustment,
        "tie_broken_by": ranked.tie_broken_by,
        "games": [build_game_json(game) for game in record.games],
    }


def build_game_json(game: ranking.GameRecord) -> JsonObject:
    """Return a game of a pair, in points."""
    return {
        "game": game.game,
        "table": game.table,
        "direction": game.direction,
        "opponent": game.opponent,
        "for": game.points_for,
        "against": game.points_against,
        "sat_out": game.is_sit_out,
    }


def build_correction_json(
    event: Event, game: int, table: int, scores: tuple[Score, Score], changes: Mapping[int, tuple[int, int]]
) -> JsonObject:
    """Return a corrected slip before and after, and the pairs whose rank it changed."""
    before, after = (score._asdict() for score in scores)
    moved = [
        {"pair": pair, "name": event.pairs[pair].name, "before": old, "after": new}
        for pair, (old, new) in changes.items()
    ]
    return {"event": event.name, "game": game, "table": table, "before": before, "after": after, "moved": moved}


def build_season_json(season: Season) -> JsonObject:
    """Return the rankings of a season, by pair and by player."""
    return {
        "events": season.events,
        "pairs": [build_season_entry_json(entry) for entry in season.pairs],
        "players": [build_season_entry_json(entry) for entry in season.players],
    }


def build_season_entry_json(entry: SeasonEntry) -> JsonObject:
    """Return a pair or a player in a season."""
    return {
        "rank": entry.rank,
        "name": entry.name,
        "events": entry.events,
        "points": entry.points,
        "average": round(entry.average, 2),
        "total": entry.total,
        "wins": ranking.halve(entry.half_wins),
        "best_place": entry.best_place,
    }


def build_slip_json(event: Event, pair: int, messages: Sequence[str]) -> JsonObject:
    """Return the slip of the table of a pair in the game under way; `messages` say what is wrong with what was sent."""
    found, result = find_own_table(event, pair), find_own_result(event, pair)
    return {
        "game": event.current_game,
        "pair": pair,
        "table": found and found[0].number,
        **_build_result_json(result),
        "problems": [{"message": message} for message in messages],
    }


def build_clock_json(clock: Clock, now: datetime, warn_minutes: int) -> JsonObject:
    """Return how a clock stands: the seconds that are left, and those of tables with extra time."""
    return {
        "game": clock.game,
        "state": clock.get_state(now, warn_minutes),
        "left_s": clock.count_left(now),
        "tables": {str(table): clock.count_left(now, table) for table in sorted(clock.extra)},
    }
