"""The race of a game as a chart of characters, as large as the terminal allows."""

from collections.abc import Mapping, Sequence

import plotext

from canasta_score.report.charts.race import Race, choose_round_points, separate_labels
from canasta_score.report.text.layout import measure_widest, pad_text, wrap_text
from canasta_score.rules.frozen import Value
from canasta_score.rules.text import escape_unprintable, join_words

SAMPLE = "●■▲◆○□△◇·⣿"  # what a terminal must be able to show; any other gets the signs of ASCII
_SIGNS, _ASCII_SIGNS = (SAMPLE[:8], "braille", "·"), ("ox+*#%@=", ".", "-")  # marks, lines, levels
SIDE_COLORS = (33, 166, 29, 134, 161, 100, 67, 95)  # of 256; each can be read on white and on black
_MIN_WIDTH, _MIN_HEIGHT = 30, 8
_HAND_LABEL_WIDTH = 5
_LINES_PER_FIGURE = 3
_MIN_FIGURE_DISTANCE = 2  # lines
_MIN_END_WIDTH = 16  # of a name and a total; wider ones have a third of the chart
_NEAR_TARGET = 0.75  # of the points; a target farther away would press the lines together


class _Plot(Value):
    """The area of the lines in columns and rows, and the totals at its bottom and at its top."""

    lowest: int
    highest: int
    columns: int
    rows: int

    def find_row(self, points: int) -> int:
        """Return the row of a total; row 0 is the top."""
        return round((self.highest - points) / (self.highest - self.lowest) * (self.rows - 1))


def render_race_chart(
    race: Race, names: Mapping[str, str], width: int, height: int, *, colored: bool, is_ascii: bool
) -> str:
    """Return a line for each side over the hands: marks, at the end the name and the total; sizes are in characters."""
    width, height = max(width, _MIN_WIDTH), max(height, _MIN_HEIGHT)
    lowest, highest, levels = _find_range(race)
    signs = _ASCII_SIGNS if is_ascii else _SIGNS
    figures = _choose_figures(levels, lowest, highest, height)
    ends = _format_ends(race, names, signs[0], max(_MIN_END_WIDTH, width // 3))
    figure_width, room = measure_widest(figures.values()), width - measure_widest(ends) - len("  ")
    if figure_width > room // 2:
        figures, figure_width = {}, 0
    columns = room - figure_width
    plot = _Plot(lowest=lowest, highest=highest, columns=columns, rows=height - 1)
    figures_by_row = {plot.find_row(points): text for points, text in figures.items()}
    ends_by_row = dict(zip(_separate_ends(race, plot), zip(ends, SIDE_COLORS, strict=False), strict=True))
    lines = []
    for row, drawn in enumerate(_draw_lines(race, plot, levels, signs)):
        end, color = ends_by_row.get(row, ("", None))
        text = plotext.colorize(end, color) if color else ""
        lines.append(f"{pad_text(figures_by_row.get(row, ''), figure_width)} {drawn} {text}")
    lines.append(" " * (figure_width + 1) + _format_hand_axis(race, columns))
    return "\n".join((line if colored else plotext.uncolorize(line)).rstrip() for line in lines)


def describe_race_levels(race: Race) -> str:
    """Return what the dotted lines of the chart are, and the target if it is too far away for one."""
    (_, highest, levels), target = _find_range(race), race.game.target
    drawn = [
        f"{'over ' if band.is_over else ''}{band.start:,} (needs {band.label.removeprefix('needs ')})"
        for band in race.bands
        if band.start in levels
    ]
    drawn += [f"{target:,} (target)"] if target in levels else []
    sentences = [f"The dotted {'line is' if len(drawn) == 1 else 'lines are'} {join_words(drawn)}."] if drawn else []
    sentences += [f"The target is {target:,}."] if target is not None and highest < target else []
    return " ".join(sentences)


def _find_range(race: Race) -> tuple[int, int, list[int]]:
    """Return the totals at the bottom and at the top of the chart, and the levels that are drawn between them."""
    reached = [0, *(points for totals in race.totals.values() for points in totals)]
    target = race.game.target
    if target is not None and max(reached) >= target * _NEAR_TARGET:
        reached.append(target)
    lowest, highest = min(reached), max(*reached, min(reached) + 1)
    return lowest, highest, [level for level in race.levels if lowest < level <= highest]


def _choose_figures(levels: Sequence[int], lowest: int, highest: int, height: int) -> dict[int, str]:
    """Return the figures beside the chart by points: of the levels from the top, then round ones between them."""
    figures: dict[int, str] = {}
    for points in (*reversed(levels), *choose_round_points(lowest, highest, height // _LINES_PER_FIGURE)):
        distance = 1 if points in levels else _MIN_FIGURE_DISTANCE
        if all(abs(points - other) * (height - 2) > (highest - lowest) * distance for other in figures):
            figures[points] = f"{points:,}"
    return figures


def _format_ends(race: Race, names: Mapping[str, str], marks: str, width: int) -> list[str]:
    ends = []
    for (side, totals), mark in zip(race.totals.items(), marks, strict=False):
        total = f" {totals[-1]:,}"
        # A name that is too long ends anywhere: its first letters say more than its first words.
        name = escape_unprintable(names[side]).replace(" ", "\N{NO-BREAK SPACE}")
        cut = wrap_text(name, width - len(f"{mark} {total}"), at_hyphens=True)[0].replace("\N{NO-BREAK SPACE}", " ")
        ends.append(f"{mark} {cut}{total}")
    return ends


def _separate_ends(race: Race, plot: _Plot) -> list[int]:
    """Return the row of the name of each side: that of its line, or the next one that is free."""
    by_height = sorted(race.totals, key=lambda side: -race.totals[side][-1])
    middles = [plot.find_row(race.totals[side][-1]) + 0.5 for side in by_height]
    rows = dict(zip(by_height, map(int, separate_labels(middles, 1, plot.rows)), strict=True))
    return [rows[side] for side in race.totals]


def _draw_lines(race: Race, plot: _Plot, levels: Sequence[int], signs: Sequence[str]) -> list[str]:
    last, (marks, line_marker, level_marker) = len(race.hands), signs
    plotext.clear_figure()
    plotext.limit_size(width=False, height=False)  # otherwise the size of the terminal, however narrow
    plotext.theme("clear")
    plotext.plot_size(plot.columns, plot.rows)
    plotext.frame(False)  # noqa: FBT003 -- as plotext has it
    plotext.xticks([])
    plotext.yticks([])
    plotext.xlim(0, last)
    plotext.ylim(plot.lowest, plot.highest)
    for level in levels:
        plotext.plot([0, last], [level] * 2, marker=level_marker)
    for totals, color in zip(race.totals.values(), SIDE_COLORS, strict=False):
        plotext.plot([*range(last + 1)], list(totals), marker=line_marker, color=color)
    taken: set[tuple[int, int]] = set()
    for totals, mark, color in zip(race.totals.values(), marks, SIDE_COLORS, strict=False):
        places = []
        for hand, points in enumerate(totals[1:], 1):
            column, row = round(hand / last * (plot.columns - 1)), plot.find_row(points)
            while (column, row) in taken and column:  # beside the marks of the sides before it that have the same row
                column -= 1
            taken.add((column, row))
            places.append(column / (plot.columns - 1) * last)
        plotext.scatter(places, list(totals[1:]), marker=mark, color=color)
    chart: str = plotext.build()
    return chart.rstrip("\n").split("\n")


def _format_hand_axis(race: Race, columns: int) -> str:
    last = len(race.hands)
    line = " " * columns
    step = -(-last * _HAND_LABEL_WIDTH // columns)
    for place in range(last, 0, -step):
        number = str(race.hands[place - 1])
        start = min(max(round(place / last * (columns - 1)) - len(number) // 2, 0), columns - len(number))
        line = line[:start] + number + line[start + len(number) :]
    return line.rstrip()
