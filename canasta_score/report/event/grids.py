"""The grids of an event for the terminal: rounds, standings and seasons."""

from collections.abc import Container, Mapping, Sequence
from itertools import compress, zip_longest

from canasta_score.event.event import Event
from canasta_score.event.ranking.season import Season
from canasta_score.event.ranking.standings import FieldRanking, RankedPair, Standings
from canasta_score.event.seating.rounds import find_repeats
from canasta_score.event.seating.tables import Seating
from canasta_score.report.event import text as event_text
from canasta_score.report.text.layout import COLUMN_GAP, INDENT, fill_text, measure_columns, pad_text, wrap_text
from canasta_score.rules.text import join_words, name_numbers

_ADJUSTED = "Adjusted"
_MOST_GAMES_IN_COLUMNS = 6
_MIN_NAME_WIDTH = 12
_Headers = Sequence[str]
_Cells = Mapping[str, str]  # a cell for each header


def format_round(event: Event, rounds: Sequence[Seating], width: int) -> str:
    """Return who plays whom in the last of some games, who sits out, and what to do at the bell."""
    game = len(rounds)
    view = event_text.build_round_view(event, game, rounds[-1])
    repeats = [table for repeated, table in find_repeats(rounds) if repeated == game]
    rows = [{"Table": str(seat.table), "North-South": seat.ns, "East-West": seat.ew} for seat in view.seats]
    names = ["North-South", "East-West"]
    lines = [f"Game {game} of {event.games}", _format_columns(rows, ["Table", *names], names, width)]
    if repeats:
        lines.append(fill_text(f"Meet again: {name_numbers('table', repeats)}.", width))
    if view.sits_out:
        lines.append(fill_text(f"Sits out: {join_words(view.sits_out)}.", width))
    lines.append(fill_text(event_text.describe_bell(event.settings), width))
    return "\n\n".join(lines)


def format_standings(event: Event, standings: Standings, width: int) -> str:
    """Return the standings after a game: a table for each field, and what broke ties."""
    blocks = [fill_text(f"{event.name}: {event_text.build_heading(standings)}", width)]
    for field in standings.fields:
        headers, rows = _choose_field_columns(standings, field, width), [*map(_build_field_row, field.ranking)]
        label, adjusted = event_text.FIELD_LABELS[field.field], event_text.describe_adjustments(field)
        has_stars = adjusted and _ADJUSTED not in headers
        if has_stars:
            rows = [{**row, "Name": f"{row['Name']}*"} if row[_ADJUSTED] else row for row in rows]
        blocks.append((f"{label}\n" if label else "") + _format_columns(rows, headers, ["Name"], width))
        blocks += [fill_text(adjusted, width)] if has_stars else []
        blocks += [fill_text(line, width) for line in event_text.iter_broken_ties(event, field)]
    return "\n\n".join(blocks)


def list_hidden_games(standings: Standings, width: int) -> list[int]:
    """Return the games of which standings have no column within a width."""
    shown = {header for field in standings.fields for header in _choose_field_columns(standings, field, width)}
    return [game for game in range(1, standings.after + 1) if f"Game {game}" not in shown]


def _choose_field_columns(standings: Standings, field: FieldRanking, width: int) -> _Headers:
    """Return the columns of a ranking: games if there is room, adjustments if all names stay on a line beside them."""
    games = range(1, standings.after + 1) if standings.after <= _MOST_GAMES_IN_COLUMNS else range(0)
    has_points = any(ranked.points != ranked.record.total for ranked in field.ranking)
    points = ["Points"] if has_points else []
    first, result = ["Rank", "Pair", "Name", *(f"Game {game}" for game in games)], ["Total", "Wins", *points]
    rows = [*map(_build_field_row, field.ranking)]
    with_adjusted = [*first, _ADJUSTED, *result]
    if any(row[_ADJUSTED] for row in rows) and _measure_columns(rows, with_adjusted) <= width:
        return with_adjusted
    choices = [[*first, *result], ["Rank", "Pair", "Name", *result], ["Rank", "Name", *(points or ["Total"])]]
    return _choose_columns(rows, choices, "Name", width)


def _build_field_row(ranked: RankedPair) -> _Cells:
    record = ranked.record
    return {
        "Rank": str(ranked.rank or "-"),
        "Pair": str(record.pair.number),
        "Name": record.pair.name,
        **{f"Game {game.game}": event_text.format_game_points(game) for game in record.games},
        _ADJUSTED: f"{record.adjustment:,}" if record.adjustment else "",
        "Total": f"{record.total:,}" if ranked.rank else "not played",
        "Wins": event_text.format_wins(record.half_wins),
        "Points": f"{ranked.points:,}",
    }


def format_season(season: Season, width: int) -> str:
    """Return the rankings of a season, by pair and by player."""
    counted = fill_text(event_text.describe_counted_events(season), width)
    blocks = ["\n".join(filter(None, (event_text.format_season_title(season), counted)))]
    average = ["Average"] if season.by_average else []
    for label, entries in (("Pair", season.pairs), ("Player", season.players)):
        rows = event_text.build_season_rows(label, entries)
        choices = [
            ["Rank", label, "Events", "Points", *average, "Total", "Wins", "Best place"],
            ["Rank", label, *(average or ["Points"]), "Total"],
        ]
        blocks.append(_format_columns(rows, _choose_columns(rows, choices, label, width), [label], width))
        blocks += filter(None, [event_text.describe_season_ties(season, entries)])
    return "\n\n".join(blocks)


def _choose_columns(rows: Sequence[_Cells], choices: Sequence[_Headers], name: str, width: int) -> _Headers:
    """Return the first choice of columns that leaves room for names, or else the last one."""
    for headers in choices:
        others = [header for header in headers if header != name]
        if _measure_columns(rows, others) + len(COLUMN_GAP) + _MIN_NAME_WIDTH <= width:
            break
    return headers


def _measure_columns(rows: Sequence[_Cells], headers: _Headers) -> int:
    sizes = measure_columns([headers, *([row.get(header, "") for header in headers] for row in rows)])
    return sum(sizes) + len(COLUMN_GAP) * (len(sizes) - 1)


def _format_columns(cells: Sequence[_Cells], headers: _Headers, names: Container[str], width: int) -> str:
    """Return a table with names to the left; where it is wider than the terminal, they wrap within their columns."""
    rows = [headers, *([row.get(header, "") for header in headers] for row in cells)]
    are_names = [header in names for header in headers]
    excess = _measure_columns(cells, headers) - width
    if excess > 0:
        sizes = measure_columns(rows)
        room = max(_MIN_NAME_WIDTH, (sum(compress(sizes, are_names)) - excess) // sum(are_names))
        wrapped = (
            [
                wrap_text(cell, room, INDENT, at_hyphens=True) if is_name else [cell]
                for cell, is_name in zip(row, are_names, strict=True)
            ]
            for row in rows
        )
        rows = [line for columns in wrapped for line in zip_longest(*columns, fillvalue="")]
    widths = [-size if is_name else size for size, is_name in zip(measure_columns(rows), are_names, strict=True)]
    return "\n".join(COLUMN_GAP.join(map(pad_text, row, widths)).rstrip() for row in rows)
