"""The race of a game as a chart of signs, as large as the terminal allows."""

from collections.abc import Iterable

from canasta_score.report.charts.race import Race, choose_round_points
from canasta_score.report.text.layout import COLUMN_GAP, INDENT, measure_width, wrap_text

_SIDE_MARKERS = "ox+*#%"  # one for each side, in their order
_SIDE_COLORS = ("blue", "orange", "green", "magenta", "cyan", "red")
_LEVEL_MARKER = "."
_MIN_CHART_WIDTH, _MIN_LABELED_WIDTH, _MIN_CHART_HEIGHT = 30, 50, 8
_HAND_LABEL_WIDTH = 5
_LINES_PER_FIGURE = 3
_MIN_FIGURE_DISTANCE, _MIN_LEVEL_DISTANCE = 2, 1.3  # lines from figure to figure, and from level to level


def render_race_chart(race: Race, width: int, height: int, *, coloured: bool) -> str:
    """Draw a line for each side over the hands, and a dotted one for each level, within columns and lines."""
    import plotext  # noqa: PLC0415 -- start-up

    width, height, end = max(width, _MIN_CHART_WIDTH), max(height, _MIN_CHART_HEIGHT), len(race.hands)
    plotext.clear_figure()
    plotext.limit_size(width=False, height=False)  # which would be that of the terminal, however narrow
    plotext.theme("clear")
    plotext.plot_size(width, height)
    for level in race.levels:
        plotext.plot([0, end], [level.points] * 2, marker=_LEVEL_MARKER)
    for place, totals in enumerate(race.totals.values()):
        plotext.plot([*range(end + 1)], list(totals), marker=_SIDE_MARKERS[place], color=_SIDE_COLORS[place])
    every = -(-end * _HAND_LABEL_WIDTH // width)
    shown = list(range(end, 0, -every))
    plotext.xticks(shown, [str(race.hands[place - 1]) for place in shown])
    figures = choose_axis_labels(race, height, in_words=width >= _MIN_LABELED_WIDTH)
    plotext.yticks(list(figures), list(figures.values()))
    drawn: str = plotext.build()
    lines = (drawn if coloured else plotext.uncolorize(drawn)).rstrip("\n").split("\n")
    return "\n".join(line.rstrip() for line in lines)


def choose_axis_labels(race: Race, height: int, *, in_words: bool) -> dict[int, str]:
    """Give what is told beside the chart, by points: the target, the other levels, then round figures between.

    Where there is no room for words, levels are told by their points alone.
    """
    levels = {level.points: level.label for level in reversed(race.levels)}
    reached = [*levels, *(points for totals in race.totals.values() for points in totals)]
    span = max(reached) - min(reached) or 1
    lines_apart = dict.fromkeys(levels, _MIN_LEVEL_DISTANCE)
    told: dict[int, str] = {}
    for points in (*levels, *choose_round_points(min(reached), max(reached), height // _LINES_PER_FIGURE)):
        if all(abs(points - other) * height >= span * lines_apart.get(points, _MIN_FIGURE_DISTANCE) for other in told):
            told[points] = levels[points] if in_words and points in levels else f"{points:,}"
    return told


def format_race_legend(names: Iterable[str], width: int) -> str:
    """Say which sign is whose, within a width, each name beside its sign."""
    lines: list[str] = []
    for signed in (f"{marker} {name}" for marker, name in zip(_SIDE_MARKERS, names, strict=False)):
        if lines and measure_width(beside := f"{lines[-1]}{COLUMN_GAP}{signed}") <= width:
            lines[-1] = beside
        else:
            lines += wrap_text(signed, width, INDENT)
    return "\n".join(lines)
