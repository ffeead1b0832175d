"""The drawing of the race: where its lines, levels and labels stand, in percent of its width and height.

Heights are counted from the top, as drawings are.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil

from canasta_score.report.charts.race import Level, Race, round_step
from canasta_score.rules.frozen import Value, frozen

TICKS, HANDS = 8, 12  # about how many labels there is room for, on a phone too
LEAST_STEP = 100  # points from tick to tick
LABEL, LONG, MARK = 9, 35, 2  # the height of a label, the width of one on a phone, and half the height of a mark there
END = 100 - LONG
BEGINNINGS = (0, END, *range(5, END, 5))  # where a label may begin, the best places first


@frozen
class Label(Value):
    """A label, and how far along its edge of the drawing it stands."""

    at: float
    text: str


@frozen
class LevelLine(Value):
    """A level: the height of its line, and its label with its height; None where there is no room for one.

    The label stands where the line begins, or else at its end or somewhere between, clear of the lines of the sides.
    """

    at: float
    label_at: float | None
    label_from: float
    text: str

    @property
    def label_at_end(self) -> bool:
        """Tell whether the label ends where the line does, however long it is."""
        return self.label_from == END


@frozen
class Corner(Value):
    """A side's total after a hand: the place in the drawing, and both in words."""

    x: float
    y: float
    text: str


@frozen
class SideLine(Value):
    """The line of a side: its corners, and those of them that have a mark."""

    side: str
    corners: tuple[Corner, ...]
    marked: tuple[Corner, ...]


@frozen
class Scale(Value):
    """The totals at the bottom and at the top of the drawing, and the step from tick to tick, in points."""

    lowest: int
    highest: int
    step: int

    def height(self, points: int) -> float:
        """Give the height at which a total stands."""
        return percent(self.highest - points, self.highest - self.lowest)


@frozen
class Drawing(Value):
    """What is drawn of a race: ticks beside it, numbers of hands below it, the height of nought, levels and lines."""

    ticks: tuple[Label, ...]
    hands: tuple[Label, ...]
    zero: float
    levels: tuple[LevelLine, ...]
    lines: tuple[SideLine, ...]


def drawing_of(race: Race) -> Drawing:
    """Draw a race of one hand or more."""
    scale = scale_of(race)
    ticks = range(scale.lowest, scale.highest + 1, scale.step)
    shown = labelled_hands(len(race.hands))
    lines = tuple(line_of(race, side, scale, {0, *shown, len(race.hands)}) for side in race.totals)
    return Drawing(
        ticks=tuple(Label(at=scale.height(points), text=f"{points:,}") for points in ticks),
        hands=tuple(Label(at=percent(place, len(race.hands)), text=f"{race.hands[place - 1]:,}") for place in shown),
        zero=scale.height(0),
        levels=tuple(level_lines(race.levels, scale, lines)),
        lines=lines,
    )


def scale_of(race: Race) -> Scale:
    """Fit nought, every total and every level between round figures."""
    points = [0, *(level.points for level in race.levels), *(one for totals in race.totals.values() for one in totals)]
    low, high = min(points), max(points)
    step = round_step((high - low) / TICKS, LEAST_STEP)
    lowest = low // step * step
    return Scale(lowest=lowest, highest=max(ceil(high / step) * step, lowest + step), step=step)


def labelled_hands(hands: int) -> range:
    """Choose the hands that have a label: all where there is room, else every second, or fifth, or tenth, and so on."""
    step = round_step(hands / HANDS, 1)
    return range(step, hands + 1, step)


def level_lines(levels: Sequence[Level], scale: Scale, lines: Sequence[SideLine]) -> Iterator[LevelLine]:
    """Go through the levels from the highest down; where not all labels find room, the lowest have none."""
    falling = sorted(levels, key=lambda level: -level.points)
    heights = [scale.height(level.points) for level in falling]
    labels = spread(heights[: 100 // LABEL])
    for place, (level, at) in enumerate(zip(falling, heights, strict=True)):
        label_at = labels[place] if place < len(labels) else None
        label_from = 0 if label_at is None else beginning_of_label(label_at, lines)
        yield LevelLine(at=at, label_at=label_at, label_from=label_from, text=level.label)


def beginning_of_label(bottom: float, lines: Sequence[SideLine]) -> float:
    """Give the best place for a label to begin; where it is clear nowhere, the lines run over its beginning."""
    return next((left for left in BEGINNINGS if is_clear(left, bottom, lines)), 0)


def is_clear(left: float, bottom: float, lines: Sequence[SideLine]) -> bool:
    """Tell whether no line of a side runs through a label that stands here, and no mark touches it from below."""
    corners = (pair for line in lines for pair in pairwise(line.corners))
    return all(max(within) < bottom - LABEL or min(within) > bottom + MARK for within in heights_within(left, corners))


def heights_within(left: float, parts: Iterable[tuple[Corner, Corner]]) -> Iterator[tuple[float, float]]:
    """Go through the parts of lines that run over or under a label, each with its heights at both ends of this."""
    for start, end in parts:
        first, last = max(start.x, left), min(end.x, left + LONG)
        if first <= last:
            rise = (end.y - start.y) / (end.x - start.x)
            yield start.y + rise * (first - start.x), start.y + rise * (last - start.x)


def spread(heights: Sequence[float]) -> list[float]:
    """Move labels down from their heights, which rise, until none covers another, but none below the drawing."""
    moved: list[float] = []
    for place, height in enumerate(heights):
        least = moved[-1] + LABEL if moved else height
        moved.append(max(height, least))
        below = len(heights) - 1 - place
        moved[place] = min(moved[place], 100 - below * LABEL)
    return moved


def line_of(race: Race, side: str, scale: Scale, marked: set[int]) -> SideLine:
    """Draw the line of a side, with marks after some of the hands."""
    before = ("Start", *(f"Hand {number:,}" for number in race.hands))
    corners = tuple(
        Corner(x=percent(place, len(race.hands)), y=scale.height(total), text=f"{when}: {total:,}")
        for place, (when, total) in enumerate(zip(before, race.totals[side], strict=True))
    )
    return SideLine(side=side, corners=corners, marked=tuple(corners[place] for place in sorted(marked)))


def percent(part: int, whole: int) -> float:
    """Give a part of a whole in percent, as exactly as a drawing needs it."""
    return round(100 * part / whole, 2)
