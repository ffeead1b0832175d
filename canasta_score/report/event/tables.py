"""Tables of an event for the terminal: rounds, standings and seasons, by the library tabulate."""

from collections.abc import Sequence

from tabulate import tabulate

from canasta_score.event.event import Event
from canasta_score.event.ranking.season import Season, SeasonEntry
from canasta_score.event.ranking.standings import FieldRanking, Standings
from canasta_score.event.ranking.ties import RankedPair
from canasta_score.event.seating.rounds import find_repeats
from canasta_score.event.seating.tables import Direction, Seating, list_sit_outs
from canasta_score.report.event.json import build_wins
from canasta_score.report.event.text import build_heading, format_numbered_name
from canasta_score.rules.text import join_words

FIELD_LABELS = {"all": "", Direction.NS: "North-South", Direction.EW: "East-West"}
_RIGHT, _LEFT = "right", "left"
_MOST_GAMES_IN_COLUMNS = 6


def format_round(event: Event, rounds: Sequence[Seating]) -> str:
    """Return who plays whom in the last of some games, and who sits out."""
    game, seating = len(rounds), rounds[-1]
    repeats = {repeat.table for repeat in find_repeats(list(rounds)) if repeat.game == game}
    rows = [
        [
            str(table.number),
            format_numbered_name(event, table.ns),
            format_numbered_name(event, table.ew),
            *(["meet again" if table.number in repeats else ""] if repeats else []),
        ]
        for table in seating
        if table.ns is not None and table.ew is not None
    ]
    headers = ["Table", "North-South", "East-West", *([""] if repeats else [])]
    lines = [f"Game {game} of {event.games}", _format_grid(rows, headers, [_RIGHT, *[_LEFT] * (len(headers) - 1)])]
    sit_outs = list_sit_outs(seating)
    if sit_outs:
        lines.append(f"Sits out: {join_words(format_numbered_name(event, pair) for pair in sit_outs)}.")
    return "\n\n".join(lines)


def format_standings(event: Event, standings: Standings) -> str:
    """Return the standings after a game: a table for each field, and what broke ties."""
    heading = build_heading(standings)
    blocks = [f"{event.name}: {heading}"]
    for field in standings.fields:
        label = FIELD_LABELS[field.field]
        blocks.append((f"{label}\n" if label else "") + _format_field(standings, field))
        ties = [
            f"{ranked.rank} {ranked.record.pair.name}: {ranked.tie_broken_by}"
            for ranked in field.ranking
            if ranked.tie_broken_by
        ]
        if ties:
            blocks.append(f"Ties were broken by: {', '.join(ties)}.")
    return "\n\n".join(blocks)


def _format_field(standings: Standings, field: FieldRanking) -> str:
    has_points = any(ranked.points != ranked.record.total for ranked in field.ranking)
    has_adjustments = any(ranked.record.adjustment for ranked in field.ranking)
    games = range(1, standings.after + 1) if standings.after <= _MOST_GAMES_IN_COLUMNS else ()
    headers = ["Rank", "Pair", "Name", *(f"Game {game}" for game in games)]
    headers += [*(["Adjusted"] if has_adjustments else []), "Total", "Wins", *(["Points"] if has_points else [])]
    rows = [
        [
            str(ranked.rank),
            str(ranked.record.pair.number),
            ranked.record.pair.name,
            *_list_game_cells(ranked, games),
            *([f"{ranked.record.adjustment:,}"] if has_adjustments else []),
            f"{ranked.record.total:,}",
            f"{build_wins(ranked.record.half_wins):g}",
            *([f"{ranked.points:,}"] if has_points else []),
        ]
        for ranked in field.ranking
    ]
    return _format_grid(rows, headers, [_RIGHT, _RIGHT, _LEFT, *[_RIGHT] * (len(headers) - 3)])


def _list_game_cells(ranked: RankedPair, games: Sequence[int]) -> list[str]:
    cells = {
        game.game: f"({game.points_for:,})" if game.is_sit_out else f"{game.points_for:,}"
        for game in ranked.record.games
    }
    return [cells.get(game, "") for game in games]


def format_season(season: Season) -> str:
    """Return the rankings of a season, by pair and by player."""
    events = f"{season.events} {'event' if season.events == 1 else 'events'}"
    return "\n\n".join(
        [
            f"Season of {events}",
            _format_season_table("Pair", season.pairs),
            _format_season_table("Player", season.players),
        ]
    )


def _format_season_table(label: str, entries: Sequence[SeasonEntry]) -> str:
    rows = [
        [
            str(entry.rank),
            entry.name,
            f"{entry.events}",
            f"{entry.points:,}",
            f"{entry.total:,}",
            f"{build_wins(entry.half_wins):g}",
            f"{entry.best_place}",
        ]
        for entry in entries
    ]
    headers = ["Rank", label, "Events", "Points", "Total", "Wins", "Best place"]
    return _format_grid(rows, headers, [_RIGHT, _LEFT, *[_RIGHT] * (len(headers) - 2)])


def _format_grid(rows: Sequence[Sequence[str]], headers: Sequence[str], alignment: Sequence[str]) -> str:
    if not rows:
        return "  ".join(headers).strip()
    return tabulate(rows, headers, tablefmt="simple", disable_numparse=True, colalign=alignment)
