"""The statistics of many games: a row for each side, and its figures."""

from collections.abc import Callable, Iterator, Sequence
from math import floor

from canasta_score.game.statistics import FEW_GAMES, HandSum, SideStatistics, Statistics
from canasta_score.report.text.layout import format_name_table, wrap_text
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import escape_unprintable, format_count

_NO_FIGURE = "-"
_FEW_GAMES_MARK = " *"
_DIFFERENT_RULES_NOTE = "Not all games have the same rules. The figures count all of them."
_FEW_GAMES_NOTE = "* from fewer than five games"


@frozen
class _Figure(Value):
    """A figure, and from how many games it comes; `games` is None where their number does not matter."""

    text: str = _NO_FIGURE
    games: int | None = None

    @property
    def is_marked(self) -> bool:
        """Return whether the figure comes from too few games to say much."""
        return self.games is not None and self.games < FEW_GAMES


_Column = tuple[str, Callable[[SideStatistics], _Figure]]  # the header, and what is below it


def format_statistics(statistics: Statistics, width: int) -> str:
    """Return the statistics as tables and sentences; a figure that comes from few games is marked."""
    if not statistics.games:
        return "No games yet. A game counts here from its first hand."
    names = [side.name for side in statistics.sides]
    notes = list(_iter_records(statistics))
    paragraphs = [wrap_text(_format_statistics_heading(statistics), width)]
    has_marks = False
    for title, columns in _list_tables(statistics):
        figures = [[build_figure(side) for side in statistics.sides] for _, build_figure in columns]
        header = [title, *(header for header, _ in columns)]
        rows = zip(names, *map(_format_column, figures), strict=True)
        paragraphs.append(format_name_table([header, *rows], width))
        has_marks = has_marks or any(figure.is_marked for column in figures for figure in column)
    notes += [_DIFFERENT_RULES_NOTE] if statistics.has_different_rules else []
    notes += [_FEW_GAMES_NOTE] if has_marks else []
    paragraphs.append([line for note in notes for line in wrap_text(note, width)])
    return "\n\n".join("\n".join(lines) for lines in paragraphs)


def _format_statistics_heading(statistics: Statistics) -> str:
    games = f"{format_count(statistics.games, 'game')}, {statistics.games_over:,} finished"
    if len(statistics.games_by_variant) == 1:
        return f"{games}: {statistics.games_by_variant[0].title}"
    return f"{games}: {', '.join(f'{variant.title} {variant.games:,}' for variant in statistics.games_by_variant)}"


def _list_tables(statistics: Statistics) -> list[tuple[str, Sequence[_Column]]]:
    tables = [("", _GAME_COLUMNS)]
    if statistics.canastas:
        kinds = [_build_canasta_column(fact, label) for fact, label in statistics.canastas.items()]
        tables.append(("Canastas per hand", [("All kinds", lambda side: _build_per_hand(side.all_canastas)), *kinds]))
    return [*tables, ("", _LOSS_COLUMNS)]


def _build_canasta_column(fact: str, label: str) -> _Column:
    return label, lambda side: _build_per_hand(side.canastas[fact])


def _format_column(figures: Sequence[_Figure]) -> list[str]:
    # In a column with a mark, a figure without one leaves room for it, so that the digits are aligned.
    padding = " " * len(_FEW_GAMES_MARK) if any(figure.is_marked for figure in figures) else ""
    return [figure.text + (_FEW_GAMES_MARK if figure.is_marked else padding) for figure in figures]


def _round_half_up(number: float, digits: int = 0) -> float:
    """Return a number rounded as people do: a half goes up.

    >>> _round_half_up(1562.5), _round_half_up(0.125, 2)
    (1563.0, 0.13)
    """
    scale = float(10**digits)
    return floor(number * scale + 0.5) / scale


def _build_win_rate(side: SideStatistics) -> _Figure:
    if side.win_rate is None:
        return _Figure()
    return _Figure(text=f"{_round_half_up(side.win_rate, 2):.0%}", games=side.games_over)


def _build_comeback(side: SideStatistics) -> _Figure:
    # A comeback is always in a game that was won.
    return _Figure(text=f"{side.comeback.points:,}", games=side.games_won) if side.comeback else _Figure()


def _build_going_out(side: SideStatistics) -> _Figure:
    out = side.going_out
    if out.per_hand is None:
        return _Figure()
    return _Figure(text=f"{out.total:,} ({_round_half_up(out.per_hand, 2):.0%})", games=out.games)


def _build_per_hand(figure: HandSum) -> _Figure:
    if figure.per_hand is None:
        return _Figure()
    return _Figure(text=f"{_round_half_up(figure.per_hand, 2):.2f}", games=figure.games)


def _build_total(figure: HandSum) -> _Figure:
    return _Figure(text=f"{figure.total:,}", games=figure.games) if figure.hands else _Figure()


_GAME_COLUMNS: Sequence[_Column] = (
    ("Games", lambda side: _Figure(text=f"{side.games:,}")),
    ("Won", lambda side: _Figure(text=f"{side.games_won:,} of {side.games_over:,}")),
    ("Win rate", _build_win_rate),
    ("Hands", lambda side: _Figure(text=f"{side.points.hands:,}")),
    (
        "Average hand",
        lambda side: _Figure(text=f"{_round_half_up(side.points.per_hand or 0):,.0f}", games=side.points.games),
    ),
    (
        "Best hand",
        lambda side: _Figure(text=f"{side.best_hand.points:,}" if side.best_hand else _NO_FIGURE, games=side.games),
    ),
    ("Biggest comeback", _build_comeback),
)
_LOSS_COLUMNS: Sequence[_Column] = (
    ("Going out", _build_going_out),
    ("Special hands", lambda side: _build_total(side.all_special_hands)),
    ("Lost to penalties", lambda side: _build_total(side.penalties)),
    ("Lost to cards in hand", lambda side: _build_total(side.hand_cards)),
)


def _iter_records(statistics: Statistics) -> Iterator[str]:
    best = [(side.best_hand, side.name) for side in statistics.sides if side.best_hand]
    if best:
        pick = min if statistics.is_lowest_best else max
        hand, name = pick(best, key=lambda record: record[0].points)
        yield f"Best hand: {hand.points:,} by {name}, hand {hand.hand} of {escape_unprintable(hand.file)}."
    comebacks = [(side.comeback, side.name) for side in statistics.sides if side.comeback]
    if comebacks:
        comeback, name = max(comebacks, key=lambda record: record[0].points)
        when = f"after hand {comeback.hand}" if comeback.hand else "at the start"
        behind = f"{comeback.points:,} behind {when} of {escape_unprintable(comeback.file)}"
        yield f"Biggest comeback: {name}, {behind}."
