"""The drawing of the race: where its lines, levels and labels stand, in percent of its width and height.

Heights are counted from the top, as drawings are.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import ceil

from canasta_score.report.charts.race import Race, RaceLevel, choose_round_step
from canasta_score.rules.frozen import Value, frozen

_TICK_COUNT, _HAND_LABEL_COUNT = 8, 12  # about how many labels there is room for, on a phone too
_MIN_TICK_STEP = 100  # points from tick to tick
LABEL_HEIGHT, LABEL_WIDTH, _MARK_HALF_HEIGHT = (
    9,
    35,
    2,
)  # the height of a label, the width of one on a phone, and half the height of a mark there
_LAST_LABEL_START = 100 - LABEL_WIDTH
_LABEL_STARTS = (
    0,
    _LAST_LABEL_START,
    *range(5, _LAST_LABEL_START, 5),
)  # where a label may begin, the best places first


@frozen
class _EdgeLabel(Value):
    """A label, and how far along its edge of the drawing it stands."""

    at: float
    text: str


@frozen
class _LevelLine(Value):
    """A level: the height of its line, and its label with its height; None where there is no room for one.

    The label stands where the line begins, or else at its end or somewhere between, clear of the lines of the sides.
    """

    at: float
    label_at: float | None
    label_start: float
    text: str

    @property
    def is_label_at_end(self) -> bool:
        """Tell whether the label ends where the line does, however long it is."""
        return self.label_start == _LAST_LABEL_START


@frozen
class _Corner(Value):
    """A side's total after a hand: the place in the drawing, and both in words."""

    x: float
    y: float
    text: str


@frozen
class _SideLine(Value):
    """The line of a side: its corners, and those of them that have a mark."""

    side: str
    corners: tuple[_Corner, ...]
    marked: tuple[_Corner, ...]


@frozen
class _Scale(Value):
    """The totals at the bottom and at the top of the drawing, and the step from tick to tick, in points."""

    lowest: int
    highest: int
    step: int

    def to_height(self, points: int) -> float:
        """Give the height at which a total stands."""
        return _to_percent(self.highest - points, self.highest - self.lowest)


@frozen
class RaceDrawing(Value):
    """What is drawn of a race: ticks beside it, numbers of hands below it, the height of nought, levels and lines."""

    ticks: tuple[_EdgeLabel, ...]
    hands: tuple[_EdgeLabel, ...]
    zero: float
    levels: tuple[_LevelLine, ...]
    lines: tuple[_SideLine, ...]


def draw_race(race: Race) -> RaceDrawing:
    """Draw a race of one hand or more."""
    scale = fit_scale(race)
    ticks = range(scale.lowest, scale.highest + 1, scale.step)
    shown = choose_labeled_hands(len(race.hands))
    lines = tuple(_draw_side_line(race, side, scale, {0, *shown, len(race.hands)}) for side in race.totals)
    return RaceDrawing(
        ticks=tuple(_EdgeLabel(at=scale.to_height(points), text=f"{points:,}") for points in ticks),
        hands=tuple(
            _EdgeLabel(at=_to_percent(place, len(race.hands)), text=f"{race.hands[place - 1]:,}") for place in shown
        ),
        zero=scale.to_height(0),
        levels=tuple(_iter_level_lines(race.levels, scale, lines)),
        lines=lines,
    )


def fit_scale(race: Race) -> _Scale:
    """Fit nought, every total and every level between round figures."""
    points = [0, *(level.points for level in race.levels), *(one for totals in race.totals.values() for one in totals)]
    low, high = min(points), max(points)
    step = choose_round_step((high - low) / _TICK_COUNT, _MIN_TICK_STEP)
    lowest = low // step * step
    return _Scale(lowest=lowest, highest=max(ceil(high / step) * step, lowest + step), step=step)


def choose_labeled_hands(hands: int) -> range:
    """Choose the hands that have a label: all where there is room, else every second, or fifth, or tenth, and so on."""
    step = choose_round_step(hands / _HAND_LABEL_COUNT, 1)
    return range(step, hands + 1, step)


def _iter_level_lines(levels: Sequence[RaceLevel], scale: _Scale, lines: Sequence[_SideLine]) -> Iterator[_LevelLine]:
    """Go through the levels from the highest down; where not all labels find room, the lowest have none."""
    falling = sorted(levels, key=lambda level: -level.points)
    heights = [scale.to_height(level.points) for level in falling]
    labels = separate_labels(heights[: 100 // LABEL_HEIGHT])
    for place, (level, at) in enumerate(zip(falling, heights, strict=True)):
        label_at = labels[place] if place < len(labels) else None
        label_from = 0 if label_at is None else _find_label_start(label_at, lines)
        yield _LevelLine(at=at, label_at=label_at, label_start=label_from, text=level.label)


def _find_label_start(bottom: float, lines: Sequence[_SideLine]) -> float:
    """Give the best place for a label to begin; where it is clear nowhere, the lines run over its beginning."""
    return next((left for left in _LABEL_STARTS if _is_clear(left, bottom, lines)), 0)


def _is_clear(left: float, bottom: float, lines: Sequence[_SideLine]) -> bool:
    """Tell whether no line of a side runs through a label that stands here, and no mark touches it from below."""
    corners = (pair for line in lines for pair in pairwise(line.corners))
    return all(
        max(within) < bottom - LABEL_HEIGHT or min(within) > bottom + _MARK_HALF_HEIGHT
        for within in _iter_heights_at_label(left, corners)
    )


def _iter_heights_at_label(left: float, parts: Iterable[tuple[_Corner, _Corner]]) -> Iterator[tuple[float, float]]:
    """Go through the parts of lines that run over or under a label, each with its heights at both ends of this."""
    for start, end in parts:
        first, last = max(start.x, left), min(end.x, left + LABEL_WIDTH)
        if first <= last:
            rise = (end.y - start.y) / (end.x - start.x)
            yield start.y + rise * (first - start.x), start.y + rise * (last - start.x)


def separate_labels(heights: Sequence[float]) -> list[float]:
    """Move labels down from their heights, which rise, until none covers another, but none below the drawing."""
    moved: list[float] = []
    for place, height in enumerate(heights):
        least = moved[-1] + LABEL_HEIGHT if moved else height
        moved.append(max(height, least))
        below = len(heights) - 1 - place
        moved[place] = min(moved[place], 100 - below * LABEL_HEIGHT)
    return moved


def _draw_side_line(race: Race, side: str, scale: _Scale, marked: set[int]) -> _SideLine:
    """Draw the line of a side, with marks after some of the hands."""
    before = ("Start", *(f"Hand {number:,}" for number in race.hands))
    corners = tuple(
        _Corner(x=_to_percent(place, len(race.hands)), y=scale.to_height(total), text=f"{when}: {total:,}")
        for place, (when, total) in enumerate(zip(before, race.totals[side], strict=True))
    )
    return _SideLine(side=side, corners=corners, marked=tuple(corners[place] for place in sorted(marked)))


def _to_percent(part: int, whole: int) -> float:
    """Give a part of a whole in percent, as exactly as a drawing needs it."""
    return round(100 * part / whole, 2)
