"""Tables of an event for the terminal: rounds, standings and seasons, by the library tabulate."""

from collections.abc import Sequence
from typing import Any

from tabulate import tabulate

from canasta_score.event.event import Event
from canasta_score.event.ranking.season import Season, SeasonEntry
from canasta_score.event.ranking.standings import FieldRanking, Standings
from canasta_score.event.ranking.ties import RankedPair
from canasta_score.event.seating.rounds import find_repeats
from canasta_score.event.seating.tables import Seating
from canasta_score.report.event.rounds import build_round_view
from canasta_score.report.event.text import (
    FIELD_LABELS,
    build_heading,
    describe_bell,
    format_game_points,
    format_wins,
    iter_broken_ties,
)
from canasta_score.report.text.layout import TextRow, fill_text, measure_widest
from canasta_score.rules.text import format_count, join_words

_RIGHT, _LEFT = "right", "left"
_MOST_GAMES_IN_COLUMNS = 6
_MIN_NAME_WIDTH = 12


def format_round(event: Event, rounds: Sequence[Seating], width: int) -> str:
    """Return who plays whom in the last of some games, who sits out, and what to do at the bell."""
    game = len(rounds)
    view = build_round_view(event, game, rounds[-1])
    repeats = {repeat.table for repeat in find_repeats(list(rounds)) if repeat.game == game}
    rows = [
        [str(seat.table), seat.ns, seat.ew, *(["meet again" if seat.table in repeats else ""] if repeats else [])]
        for seat in view.seats
    ]
    headers = ["Table", "North-South", "East-West", *([""] if repeats else [])]
    lines = [
        f"Game {game} of {event.games}",
        _format_grid(rows, headers, [_RIGHT, *[_LEFT] * (len(headers) - 1)], width),
    ]
    if view.sits_out:
        lines.append(fill_text(f"Sits out: {join_words(view.sits_out)}.", width))
    lines.append(fill_text(describe_bell(event.settings), width))
    return "\n\n".join(lines)


def format_standings(event: Event, standings: Standings, width: int) -> str:
    """Return the standings after a game: a table for each field, and what broke ties."""
    heading = build_heading(standings)
    blocks = [f"{event.name}: {heading}"]
    for field in standings.fields:
        label = FIELD_LABELS[field.field]
        blocks.append((f"{label}\n" if label else "") + _format_field(standings, field, width))
        blocks += [fill_text(line, width) for line in iter_broken_ties(field)]
    return "\n\n".join(blocks)


def _format_field(standings: Standings, field: FieldRanking, width: int) -> str:
    """Return a ranking, with a column for each game if there is room for them."""
    games = range(1, standings.after + 1) if standings.after <= _MOST_GAMES_IN_COLUMNS else range(0)
    headers, rows = _build_field_rows(field, games)
    alignment = [_RIGHT, _RIGHT, _LEFT, *[_RIGHT] * (len(headers) - 3)]
    if rows and _measure_room_for_names(_tabulate(rows, headers, alignment), alignment, width) < _MIN_NAME_WIDTH:
        headers, rows = _build_field_rows(field, range(0))
        alignment = alignment[: len(headers)]
    return _format_grid(rows, headers, alignment, width)


def _build_field_rows(field: FieldRanking, games: Sequence[int]) -> tuple[list[str], list[TextRow]]:
    has_points = any(ranked.points != ranked.record.total for ranked in field.ranking)
    has_adjustments = any(ranked.record.adjustment for ranked in field.ranking)
    headers = ["Rank", "Pair", "Name", *(f"Game {game}" for game in games)]
    headers += [*(["Adjusted"] if has_adjustments else []), "Total", "Wins", *(["Points"] if has_points else [])]
    rows: list[TextRow] = [
        [
            str(ranked.rank),
            str(ranked.record.pair.number),
            ranked.record.pair.name,
            *_list_game_cells(ranked, games),
            *([f"{ranked.record.adjustment:,}"] if has_adjustments else []),
            f"{ranked.record.total:,}",
            format_wins(ranked.record.half_wins),
            *([f"{ranked.points:,}"] if has_points else []),
        ]
        for ranked in field.ranking
    ]
    return headers, rows


def _list_game_cells(ranked: RankedPair, games: Sequence[int]) -> list[str]:
    cells = {game.game: format_game_points(game) for game in ranked.record.games}
    return [cells.get(game, "") for game in games]


def format_season(season: Season, width: int) -> str:
    """Return the rankings of a season, by pair and by player."""
    return "\n\n".join(
        [
            f"Season of {format_count(season.events, 'event')}",
            _format_season_table("Pair", season.pairs, width),
            _format_season_table("Player", season.players, width),
        ]
    )


def _format_season_table(label: str, entries: Sequence[SeasonEntry], width: int) -> str:
    rows = [
        [
            str(entry.rank),
            entry.name,
            f"{entry.events}",
            f"{entry.points:,}",
            f"{entry.total:,}",
            format_wins(entry.half_wins),
            f"{entry.best_place}",
        ]
        for entry in entries
    ]
    headers = ["Rank", label, "Events", "Points", "Total", "Wins", "Best place"]
    return _format_grid(rows, headers, [_RIGHT, _LEFT, *[_RIGHT] * (len(headers) - 2)], width)


def _format_grid(rows: Sequence[TextRow], headers: Sequence[str], alignment: Sequence[str], width: int) -> str:
    """Return a table; where it is wider than the terminal, names are wrapped."""
    if not rows:
        return "  ".join(headers).strip()
    grid = _tabulate(rows, headers, alignment)
    room = _measure_room_for_names(grid, alignment, width)
    if measure_widest(grid.split("\n")) <= width:
        return grid
    names = alignment.count(_LEFT)
    most = [max(_MIN_NAME_WIDTH, room // names) if side == _LEFT else None for side in alignment]
    return _tabulate(rows, headers, alignment, maxcolwidths=most)


def _measure_room_for_names(grid: str, alignment: Sequence[str], width: int) -> int:
    """Return how many columns of the terminal the figures of a table leave to its names."""
    rules = grid.split("\n")[1].split("  ")  # the line below the headers
    gaps = 2 * (len(rules) - 1)
    return width - gaps - sum(len(rule) for rule, side in zip(rules, alignment, strict=True) if side != _LEFT)


def _tabulate(rows: Sequence[TextRow], headers: Sequence[str], alignment: Sequence[str], **options: Any) -> str:  # noqa: ANN401 -- those of tabulate
    return tabulate(rows, headers, tablefmt="simple", disable_numparse=True, colalign=alignment, **options)
