"""The statistics of many games as they are read: a row for each side, its partners' names before its figures."""

from collections.abc import Callable, Sequence
from math import floor

from canasta_score.game.statistics.statistics import FEW_GAMES, HandSum, Highlight, SideStatistics, Statistics
from canasta_score.report.text.layout import TextRow, format_name_table, wrap_text
from canasta_score.rules.text import escape_unprintable, format_count

_NO_FIGURE = "-"
_HALF = 0.5  # from which on the next figure is meant
_FEW_GAMES_MARK = " *"
_FEW_GAMES_NOTE = "* from fewer than five games"
_StatisticsColumn = tuple[str, Callable[[SideStatistics], str]]


def format_statistics(statistics: Statistics, width: int) -> str:
    """Lay out statistics for a terminal of some width; a figure from few games is marked."""
    if not statistics.games:
        return "No game was played yet: no ledger has a hand that counts."
    tables = [format_name_table(table, width) for table in _build_statistics_tables(statistics)]
    below = [
        *_format_records(statistics),
        *([_FEW_GAMES_NOTE] if any(_FEW_GAMES_MARK in line for lines in tables for line in lines) else []),
    ]
    texts = [
        wrap_text(_format_statistics_heading(statistics), width),
        *tables,
        [line for text in below for line in wrap_text(text, width)],
    ]
    return "\n\n".join("\n".join(lines) for lines in texts)


def _format_statistics_heading(statistics: Statistics) -> str:
    """Say how many games there are, how many are over, and by which rules they were played."""
    games = f"{format_count(statistics.games, 'game')}, {statistics.games_over:,} over"
    if len(statistics.games_by_variant) == 1:
        return f"{games}: {statistics.games_by_variant[0].title}"
    return f"{games}: {', '.join(f'{one.title} {one.games:,}' for one in statistics.games_by_variant)}"


def _build_statistics_tables(statistics: Statistics) -> list[Sequence[TextRow]]:
    """Give the tables: games, canastas where there are any, and what was lost."""
    tables = [_build_statistics_table("", _GAME_COLUMNS, statistics.sides)]
    if statistics.canastas:
        kinds = [_build_canasta_column(fact, label) for fact, label in statistics.canastas.items()]
        tables.append(
            _build_statistics_table(
                "Canastas per hand", [("All kinds", _format_all_canastas), *kinds], statistics.sides
            )
        )
    return [*tables, _build_statistics_table("", _LOSS_COLUMNS, statistics.sides)]


def _build_statistics_table(
    title: str, columns: Sequence[_StatisticsColumn], sides: Sequence[SideStatistics]
) -> list[TextRow]:
    """Give a table with its heads; where a column has marks, what is not marked leaves the room for them."""
    cells = [[side.name for side in sides]]
    for _, figure in columns:
        column = [figure(side) for side in sides]
        room = " " * len(_FEW_GAMES_MARK) if any(cell.endswith(_FEW_GAMES_MARK) for cell in column) else ""
        cells.append([cell if cell.endswith(_FEW_GAMES_MARK) else cell + room for cell in column])
    return [[title, *(head for head, _ in columns)], *zip(*cells, strict=True)]


def _mark_few_games(text: str, games: int) -> str:
    """Give a figure with its mark where it comes from few games."""
    return text + _FEW_GAMES_MARK if games < FEW_GAMES else text


def _format_games_won(side: SideStatistics) -> str:
    """Say how many of the games that are over a side won."""
    return f"{side.games_won:,} of {side.games_over:,}"


def _format_share_won(side: SideStatistics) -> str:
    """Give the share of the games that are over which a side won."""
    return (
        _NO_FIGURE
        if side.win_rate is None
        else _mark_few_games(f"{_round_half_up(side.win_rate, 2):.0%}", side.games_over)
    )


def _format_average_hand(side: SideStatistics) -> str:
    """Give the average hand."""
    return _mark_few_games(f"{_round_half_up(side.points.per_hand or 0):,.0f}", side.points.games)


def _format_best_hand(side: SideStatistics) -> str:
    """Give the best hand."""
    return _mark_few_games(_format_highlight_points(side.best_hand), side.games)


def _format_comeback(side: SideStatistics) -> str:
    """Give the biggest comeback, which the games that were won tell of."""
    return _mark_few_games(_format_highlight_points(side.comeback), side.games_won) if side.comeback else _NO_FIGURE


def _format_highlight_points(highlight: Highlight | None) -> str:
    """Give the points of a highlight."""
    return f"{highlight.points:,}" if highlight else _NO_FIGURE


def _format_all_canastas(side: SideStatistics) -> str:
    """Give the canastas of all kinds per hand."""
    return _format_per_hand(side.all_canastas)


def _build_canasta_column(fact: str, label: str) -> _StatisticsColumn:
    """Give the column of a kind of canasta."""
    return label, lambda side: _format_per_hand(side.canastas[fact])


def _format_per_hand(figure: HandSum) -> str:
    """Give what a side has in a hand."""
    return (
        _NO_FIGURE
        if figure.per_hand is None
        else _mark_few_games(f"{_round_half_up(figure.per_hand, 2):.2f}", figure.games)
    )


def _round_half_up(number: float, places: int = 0) -> float:
    """Round a number as people do: a half goes up.

    >>> _round_half_up(1562.5), _round_half_up(0.125, 2)
    (1563.0, 0.13)
    """
    scale = float(10**places)
    return floor(number * scale + _HALF) / scale


def _format_figure_total(figure: HandSum) -> str:
    """Give a sum of all hands that tell of it."""
    return _mark_few_games(f"{figure.total:,}", figure.games) if figure.hands else _NO_FIGURE


def _format_going_out(side: SideStatistics) -> str:
    """Say how often a side went out, and in which share of the hands that tell of it."""
    out = side.going_out
    return (
        _NO_FIGURE
        if out.per_hand is None
        else _mark_few_games(f"{out.total:,} ({_round_half_up(out.per_hand, 2):.0%})", out.games)
    )


_GAME_COLUMNS: Sequence[_StatisticsColumn] = (
    ("Games", lambda side: f"{side.games:,}"),
    ("Won", _format_games_won),
    ("Share won", _format_share_won),
    ("Hands", lambda side: f"{side.points.hands:,}"),
    ("Average hand", _format_average_hand),
    ("Best hand", _format_best_hand),
    ("Biggest comeback", _format_comeback),
)
_LOSS_COLUMNS: Sequence[_StatisticsColumn] = (
    ("Going out", _format_going_out),
    ("Special hands", lambda side: _format_figure_total(side.all_special_hands)),
    ("Lost in penalties", lambda side: _format_figure_total(side.penalties)),
    ("Lost in hand cards", lambda side: _format_figure_total(side.hand_cards)),
)


def _format_records(statistics: Statistics) -> list[str]:
    """Say where the best hand of all and the biggest comeback are to be found."""
    told = []
    side, highlight = _find_highest([(side, side.best_hand) for side in statistics.sides])
    if highlight:
        told.append(
            f"Best hand: {highlight.points:,} by {side.name}, "
            f"hand {highlight.hand} of {escape_unprintable(highlight.file)}."
        )
    side, highlight = _find_highest([(side, side.comeback) for side in statistics.sides])
    if highlight:
        when = f"after hand {highlight.hand}" if highlight.hand else "at the start"
        behind = f"{highlight.points:,} behind {when} of {escape_unprintable(highlight.file)}"
        told.append(f"Biggest comeback: {side.name}, {behind}.")
    return told


def _find_highest(
    highlights: Sequence[tuple[SideStatistics, Highlight | None]],
) -> tuple[SideStatistics, Highlight | None]:
    """Give the highlight of the most points, with its side; none where there is none."""
    return max(highlights, key=lambda one: one[1].points if one[1] else 0)
