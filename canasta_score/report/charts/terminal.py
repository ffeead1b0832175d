"""The race of a game as a chart of characters, as large as the terminal allows."""

from collections.abc import Iterable

import plotext

from canasta_score.report.charts.race import Race, choose_round_points
from canasta_score.report.text.layout import COLUMN_GAP, INDENT, measure_width, wrap_text

_SIDE_MARKERS = "ox+*#%@="  # one for each side, in their order
_SIDE_COLORS = ("blue", "orange", "green", "magenta", "cyan", "red", "gray", "blue+")
_LEVEL_MARKER = "."
_MIN_CHART_WIDTH, _MIN_LABELED_WIDTH, _MIN_CHART_HEIGHT = 30, 50, 8
_HAND_LABEL_WIDTH = 5
_LINES_PER_FIGURE = 3
_MIN_FIGURE_DISTANCE, _MIN_LEVEL_DISTANCE = 2, 1.3  # lines from figure to figure, and from level to level


def render_race_chart(race: Race, width: int, height: int, *, colored: bool) -> str:
    """Return a chart with a line for each side over the hands, and a dotted line for each level.

    `width` and `height` are in columns and lines.
    """
    width, height, last = max(width, _MIN_CHART_WIDTH), max(height, _MIN_CHART_HEIGHT), len(race.hands)
    plotext.clear_figure()
    plotext.limit_size(width=False, height=False)  # otherwise the size of the terminal, however narrow
    plotext.theme("clear")
    plotext.plot_size(width, height)
    for level in race.levels:
        plotext.plot([0, last], [level.points] * 2, marker=_LEVEL_MARKER)
    for totals, marker, color in zip(race.totals.values(), _SIDE_MARKERS, _SIDE_COLORS, strict=False):
        plotext.plot([*range(last + 1)], list(totals), marker=marker, color=color)
    step = -(-last * _HAND_LABEL_WIDTH // width)
    labeled = list(range(last, 0, -step))
    plotext.xticks(labeled, [str(race.hands[position - 1]) for position in labeled])
    figures = choose_axis_labels(race, height, in_words=width >= _MIN_LABELED_WIDTH)
    plotext.yticks(list(figures), list(figures.values()))
    chart: str = plotext.build()
    lines = (chart if colored else plotext.uncolorize(chart)).rstrip("\n").split("\n")
    return "\n".join(line.rstrip() for line in lines)


def choose_axis_labels(race: Race, height: int, *, in_words: bool) -> dict[int, str]:
    """Return the labels beside the chart by points: the target, then the other levels, then round figures between.

    Without room for words, a level is labeled with its points alone.
    """
    levels = {level.points: level.label for level in reversed(race.levels)}
    reached = [*levels, *(points for totals in race.totals.values() for points in totals)]
    span = max(reached) - min(reached) or 1
    distances = dict.fromkeys(levels, _MIN_LEVEL_DISTANCE)
    labels: dict[int, str] = {}
    for points in (*levels, *choose_round_points(min(reached), max(reached), height // _LINES_PER_FIGURE)):
        distance = distances.get(points, _MIN_FIGURE_DISTANCE)
        if all(abs(points - labeled) * height >= span * distance for labeled in labels):
            labels[points] = levels[points] if in_words and points in levels else f"{points:,}"
    return labels


def format_race_legend(names: Iterable[str], width: int) -> str:
    """Return each name beside its marker, within a width."""
    lines: list[str] = []
    for entry in (f"{marker} {name}" for marker, name in zip(_SIDE_MARKERS, names, strict=False)):
        if lines and measure_width(beside := f"{lines[-1]}{COLUMN_GAP}{entry}") <= width:
            lines[-1] = beside
        else:
            lines += wrap_text(entry, width, INDENT)
    return "\n".join(lines)
