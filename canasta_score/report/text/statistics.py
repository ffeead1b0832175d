"""The statistics of many games: a row for each side, and its figures."""

from collections.abc import Callable, Iterator, Sequence
from math import floor

from canasta_score.game.statistics import FEW_GAMES, HandSum, SideStatistics, Statistics
from canasta_score.report.text.layout import format_name_table, wrap_text
from canasta_score.rules.text import escape_unprintable, format_count, join_words

_NO_FIGURE = "-"
_Column = tuple[str, Callable[[SideStatistics], str]]  # the header, and what is below it


def format_statistics(statistics: Statistics, width: int) -> str:
    """Return the statistics as tables and sentences, one of them about sides with few games."""
    if not statistics.games:
        return "No games yet. A game counts here from its first hand."
    variants = statistics.games_by_variant
    rules = [f"{variant.title} {variant.games:,}" for variant in variants] if len(variants) > 1 else [variants[0].title]
    heading = f"{format_count(statistics.games, 'game')}, {statistics.games_over:,} finished: {', '.join(rules)}"
    tables = [_build_table("", statistics.sides, _GAME_COLUMNS)]
    if statistics.canastas:
        canastas = [
            [side.name, *map(_format_per_hand, (side.all_canastas, *side.canastas.values()))]
            for side in statistics.sides
        ]
        tables.append([["Canastas per hand", "All kinds", *statistics.canastas.values()], *canastas])
    tables.append(_build_table("", statistics.sides, _LOSS_COLUMNS))
    if statistics.players:
        tables.append(_build_table("By player", statistics.players, _PLAYER_COLUMNS))
    if len(statistics.head_to_head) > 1:
        meetings = [
            [" against ".join(meeting.sides), f"{meeting.games:,}", *(f"{won:,}" for won in meeting.games_won)]
            for meeting in statistics.head_to_head
        ]
        tables.append([["Head to head", "Games", "Won", "Lost"], *meetings])
    notes = (line for note in _iter_notes(statistics) for line in wrap_text(note, width))
    paragraphs = [wrap_text(heading, width), *(format_name_table(table, width) for table in tables), notes]
    return "\n\n".join("\n".join(lines) for lines in paragraphs).rstrip()


def _build_table(title: str, sides: Sequence[SideStatistics], columns: Sequence[_Column]) -> list[Sequence[str]]:
    rows = ([side.name, *(format_figure(side) for _, format_figure in columns)] for side in sides)
    return [[title, *(header for header, _ in columns)], *rows]


def _round_half_up(number: float, digits: int = 0) -> float:
    """Return a number rounded as people do: a half goes up."""
    scale = float(10**digits)
    return floor(number * scale + 0.5) / scale


def _format_rate(rate: float | None) -> str:
    return _NO_FIGURE if rate is None else f"{_round_half_up(rate, 2):.0%}"


def _format_per_hand(figure: HandSum) -> str:
    return _NO_FIGURE if figure.per_hand is None else f"{_round_half_up(figure.per_hand, 2):.2f}"


def _format_total(figure: HandSum, suffix: str = "") -> str:
    return f"{figure.total:,}{suffix}" if figure.hands else _NO_FIGURE


_PLAYER_COLUMNS: Sequence[_Column] = (
    ("Games", lambda side: f"{side.games:,}"),
    ("Won", lambda side: f"{side.games_won:,} of {side.games_over:,}"),
    ("Win rate", lambda side: _format_rate(side.win_rate)),
    ("Hands", lambda side: f"{side.points.hands:,}"),
    ("Average hand", lambda side: f"{_round_half_up(side.points.per_hand or 0):,.0f}"),
)
_GAME_COLUMNS: Sequence[_Column] = (
    *_PLAYER_COLUMNS,
    ("Best hand", lambda side: f"{side.best_hand.points:,}" if side.best_hand else _NO_FIGURE),
    ("Biggest comeback", lambda side: f"{side.comeback.points:,}" if side.comeback else _NO_FIGURE),
)
_LOSS_COLUMNS: Sequence[_Column] = (
    ("Going out", lambda side: _format_total(side.going_out, f" ({_format_rate(side.going_out.per_hand)})")),
    ("Special hands", lambda side: _format_total(side.all_special_hands)),
    ("Lost to penalties", lambda side: _format_total(side.penalties)),
    ("Lost to cards in hand", lambda side: _format_total(side.hand_cards)),
)


def _iter_notes(statistics: Statistics) -> Iterator[str]:
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
    if statistics.dealt:
        yield f"Hands dealt: {join_words(f'{player} {hands:,}' for player, hands in statistics.dealt.items())}."
    if statistics.has_different_rules:
        yield "Not all games have the same rules. The figures count all of them."
    few = [side.name for side in statistics.sides if side.games < FEW_GAMES]
    if len(few) == len(statistics.sides):
        yield "No side has played five games yet, so averages say little."
    elif few:
        yield f"Averages say little yet for sides with fewer than five games: {join_words(few)}."
