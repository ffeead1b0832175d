"""The race of a game as a chart of signs, as large as the terminal allows."""

from collections.abc import Iterable

from canasta_score.report.charts.race import Race, round_points
from canasta_score.report.text.layout import GAP, INDENT, width_of, wrapped

MARKERS = "ox+*#%"  # one for each side, in their order
COLOURS = ("blue", "orange", "green", "magenta", "cyan", "red")
OF_A_LEVEL = "."
NARROWEST, NARROW, LOWEST = 30, 50, 8
PLACES_OF_A_HAND = 5
LINES_OF_A_FIGURE = 3
APART, LEAST_APART = 2, 1.3  # lines from figure to figure, and from level to level


def race_chart(race: Race, width: int, height: int, *, coloured: bool) -> str:
    """Draw a line for each side over the hands, and a dotted one for each level, within columns and lines."""
    import plotext  # noqa: PLC0415 -- start-up

    width, height, end = max(width, NARROWEST), max(height, LOWEST), len(race.hands)
    plotext.clear_figure()
    plotext.limit_size(width=False, height=False)  # which would be that of the terminal, however narrow
    plotext.theme("clear")
    plotext.plot_size(width, height)
    for level in race.levels:
        plotext.plot([0, end], [level.points] * 2, marker=OF_A_LEVEL)
    for place, totals in enumerate(race.totals.values()):
        plotext.plot([*range(end + 1)], list(totals), marker=MARKERS[place], color=COLOURS[place])
    every = -(-end * PLACES_OF_A_HAND // width)
    shown = list(range(end, 0, -every))
    plotext.xticks(shown, [str(race.hands[place - 1]) for place in shown])
    figures = figures_beside(race, height, in_words=width >= NARROW)
    plotext.yticks(list(figures), list(figures.values()))
    drawn: str = plotext.build()
    lines = (drawn if coloured else plotext.uncolorize(drawn)).rstrip("\n").split("\n")
    return "\n".join(line.rstrip() for line in lines)


def figures_beside(race: Race, height: int, *, in_words: bool) -> dict[int, str]:
    """Give what is told beside the chart, by points: the target, the other levels, then round figures between.

    Where there is no room for words, levels are told by their points alone.
    """
    levels = {level.points: level.label for level in reversed(race.levels)}
    reached = [*levels, *(points for totals in race.totals.values() for points in totals)]
    span = max(reached) - min(reached) or 1
    lines_apart = dict.fromkeys(levels, LEAST_APART)
    told: dict[int, str] = {}
    for points in (*levels, *round_points(min(reached), max(reached), height // LINES_OF_A_FIGURE)):
        if all(abs(points - other) * height >= span * lines_apart.get(points, APART) for other in told):
            told[points] = levels[points] if in_words and points in levels else f"{points:,}"
    return told


def legend(names: Iterable[str], width: int) -> str:
    """Say which sign is whose, within a width, each name beside its sign."""
    lines: list[str] = []
    for signed in (f"{marker} {name}" for marker, name in zip(MARKERS, names, strict=False)):
        if lines and width_of(beside := f"{lines[-1]}{GAP}{signed}") <= width:
            lines[-1] = beside
        else:
            lines += wrapped(signed, width, INDENT)
    return "\n".join(lines)
