"""The race of a game: the totals from hand to hand, as a drawing and in words.

A drawing says where lines, levels and labels are, in percent of its width and height. Heights are counted from the top,
as in SVG.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from math import ceil

from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import find_leader
from canasta_score.report.text.standing import format_need
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import GameEnd, Variant
from canasta_score.rules.text import format_count, join_words

_TICK_COUNT, _HAND_LABEL_COUNT = 8, 12  # about how many labels there is room for, on a phone too
_MIN_TICK_STEP = 100  # points from tick to tick
LABEL_HEIGHT, LABEL_WIDTH, _MARK_HALF_HEIGHT = 9, 35, 2  # on a phone, where they take most of the drawing
_LAST_LABEL_START = 100 - LABEL_WIDTH
_LABEL_STARTS = (0, _LAST_LABEL_START, *range(5, _LAST_LABEL_START, 5))  # the best places first


@frozen
class RaceLevel(Value):
    """A total that matters, in points, and what happens there: the game ends, or the need changes."""

    points: int
    label: str


@frozen
class Race(Value):
    """The totals of each side at the start and after every hand that counts, in points; `hands` are their numbers.

    An adjustment counts with the hand before it. `game` says which total is the best.
    """

    game: GameEnd
    hands: tuple[int, ...]
    totals: Mapping[str, tuple[int, ...]]
    levels: tuple[RaceLevel, ...]


@frozen
class _EdgeLabel(Value):
    """A label, and how far along its edge of the drawing it is."""

    at: float
    text: str


@frozen
class _LevelLine(Value):
    """A level: the height of its line, its label, and where the label is; `label_at` is None if there is no room."""

    at: float
    label_at: float | None
    label_start: float
    text: str

    @property
    def is_label_at_end(self) -> bool:
        """Return whether the label ends where the line ends, however long it is."""
        return self.label_start == _LAST_LABEL_START


@frozen
class _Corner(Value):
    """A side's total after a hand: its place in the drawing, and both in words."""

    x: float
    y: float
    text: str


@frozen
class _SideLine(Value):
    """The line of a side: its corners, and the corners with a mark."""

    corners: tuple[_Corner, ...]
    marked: tuple[_Corner, ...]


@frozen
class RaceDrawing(Value):
    """What is drawn: ticks beside the race, numbers of hands below it, the height of zero, levels and lines."""

    ticks: tuple[_EdgeLabel, ...]
    hands: tuple[_EdgeLabel, ...]
    zero: float
    levels: tuple[_LevelLine, ...]
    lines: tuple[_SideLine, ...]


def build_race(ledger: Ledger) -> Race:
    """Return the race of a game so far."""
    played = list(ledger.iter_totals_between_hands())
    return Race(
        game=ledger.variant.game,
        hands=tuple(hand.number for hand, _ in played if hand),
        totals={side: tuple(totals[side] for _, totals in played) for side in ledger.side_names},
        levels=tuple(iter_race_levels(ledger.variant)),
    )


def draw_race(race: Race) -> RaceDrawing:
    """Return the drawing of a race, which needs one hand or more."""
    scale = fit_scale(race)
    ticks = range(scale.lowest, scale.highest + 1, scale.step)
    labeled = choose_labeled_hands(len(race.hands))
    lines = tuple(_draw_side_line(race, side, scale, {0, *labeled, len(race.hands)}) for side in race.totals)
    return RaceDrawing(
        ticks=tuple(_EdgeLabel(at=scale.to_height(points), text=f"{points:,}") for points in ticks),
        hands=tuple(
            _EdgeLabel(at=_to_percent(index, len(race.hands)), text=f"{race.hands[index - 1]:,}") for index in labeled
        ),
        zero=scale.to_height(0),
        levels=tuple(_iter_level_lines(race.levels, scale, lines)),
        lines=lines,
    )


def describe_race(race: Race, names: Mapping[str, str]) -> str:
    """Return sentences with the totals, who led after how many hands, and the biggest lead; needs one hand or more."""
    _, *totals_after = [
        dict(zip(race.totals, totals, strict=True)) for totals in zip(*race.totals.values(), strict=True)
    ]
    scores = join_words(f"{names[side]} {total:,}" for side, total in totals_after[-1].items())
    sentences = [f"After {format_count(len(totals_after), 'hand')}: {scores}."]
    leaders = Counter(find_leader(race.game, totals) for totals in totals_after)
    ties = leaders.pop(None, 0)
    if leaders:
        total = format_count(len(totals_after), "hand")
        led = [f"{names[side]} led after {leaders[side]:,} of {total}" for side in race.totals if leaders[side]]
        sentences.append(f"{join_words(led)}.")
        ranked = [sorted(totals.values(), reverse=not race.game.is_won_by_lowest) for totals in totals_after]
        leads = [abs(first - second) for first, second, *_ in ranked]
        biggest = leads.index(max(leads))
        leader = find_leader(race.game, totals_after[biggest]) or ""
        sentences.append(
            f"The biggest lead was {leads[biggest]:,}, by {names[leader]} after hand {race.hands[biggest]:,}."
        )
    if ties:
        sentences.append(f"The leaders were tied after {format_count(ties, 'hand')}.")
    return " ".join(sentences)


def choose_round_points(lowest: int, highest: int, count: int) -> range:
    """Return about `count` round totals at equal steps from the lowest to the highest, such as for an axis.

    >>> [*choose_round_points(-245, 9810, 6)], [*choose_round_points(0, 300, 4)]
    ([0, 2000, 4000, 6000, 8000], [0, 100, 200, 300])
    """
    step = choose_round_step((highest - lowest) / count, 10)
    return range(-(-lowest // step) * step, highest + 1, step)


def choose_round_step(minimum: float, smallest: int) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50 … times the smallest step that is at least `minimum`."""
    steps = (smallest * digit * int(10**zeros) for zeros in itertools.count() for digit in (1, 2, 5))
    return next(step for step in steps if step >= minimum)


def iter_race_levels(variant: Variant) -> Iterator[RaceLevel]:
    """Yield the totals below the target at which the need changes, and then the target."""
    target = variant.game.target
    at_least = "at least " if variant.need.steps_by_hand else ""  # the hand may ask for more
    for step in variant.need.steps_by_total:
        if step.bound is not None and (target is None or step.bound < target):
            over, need = "over " if step.over else "", format_need(step.need, step.canasta)
            yield RaceLevel(points=step.bound, label=f"{over}{step.bound:,}: needs {at_least}{need}")
    if target is not None:
        yield RaceLevel(points=target, label=f"{target:,}: target")


@frozen
class _Scale(Value):
    """The totals at the bottom and at the top of the drawing, and the step from tick to tick, in points."""

    lowest: int
    highest: int
    step: int

    def to_height(self, points: int) -> float:
        """Return the height of a total."""
        return _to_percent(self.highest - points, self.highest - self.lowest)


def fit_scale(race: Race) -> _Scale:
    """Return a scale from one round figure to another that holds zero, every total and every level."""
    totals = [total for totals in race.totals.values() for total in totals]
    points = [0, *(level.points for level in race.levels), *totals]
    low, high = min(points), max(points)
    step = choose_round_step((high - low) / _TICK_COUNT, _MIN_TICK_STEP)
    lowest = low // step * step
    return _Scale(lowest=lowest, highest=max(ceil(high / step) * step, lowest + step), step=step)


def choose_labeled_hands(hands: int) -> range:
    """Return the hands with a label: all if there is room, or every second, fifth, tenth ..."""
    step = choose_round_step(hands / _HAND_LABEL_COUNT, 1)
    return range(step, hands + 1, step)


def _draw_side_line(race: Race, side: str, scale: _Scale, marked: set[int]) -> _SideLine:
    times = ("Start", *(f"Hand {number:,}" for number in race.hands))
    corners = tuple(
        _Corner(x=_to_percent(index, len(race.hands)), y=scale.to_height(total), text=f"{time}: {total:,}")
        for index, (time, total) in enumerate(zip(times, race.totals[side], strict=True))
    )
    return _SideLine(corners=corners, marked=tuple(corners[index] for index in sorted(marked)))


def _to_percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 2)


def _iter_level_lines(levels: Sequence[RaceLevel], scale: _Scale, lines: Sequence[_SideLine]) -> Iterator[_LevelLine]:
    from_the_top = sorted(levels, key=lambda level: -level.points)
    heights = [scale.to_height(level.points) for level in from_the_top]
    labels = separate_labels(heights[: 100 // LABEL_HEIGHT])  # without room for all, the lowest have no label
    for level, at, label_at in zip_longest(from_the_top, heights, labels):
        label_start = 0
        if label_at is not None:
            # If no place is clear, the label is at the best place, and lines run through it.
            label_start = next((left for left in _LABEL_STARTS if _is_clear(left, label_at, lines)), 0)
        yield _LevelLine(at=at, label_at=label_at, label_start=label_start, text=level.label)


def separate_labels(heights: Sequence[float]) -> list[float]:
    """Return the ascending heights, moved down until no label covers another; none is below the drawing."""
    moved: list[float] = []
    for index, height in enumerate(heights):
        lowest = 100 - (len(heights) - 1 - index) * LABEL_HEIGHT  # leaves room for the labels below
        after_previous = moved[-1] + LABEL_HEIGHT if moved else height
        moved.append(min(max(height, after_previous), lowest))
    return moved


def _is_clear(left: float, bottom: float, lines: Sequence[_SideLine]) -> bool:
    """Return whether no line of a side runs through a label here, and no mark touches it from below."""
    segments = (pair for line in lines for pair in pairwise(line.corners))
    return all(
        max(heights) < bottom - LABEL_HEIGHT or min(heights) > bottom + _MARK_HALF_HEIGHT
        for heights in _iter_heights_at_label(left, segments)
    )


def _iter_heights_at_label(left: float, segments: Iterable[tuple[_Corner, _Corner]]) -> Iterator[tuple[float, float]]:
    """Yield the heights of each segment above or below a label, at both ends of the label."""
    for start, end in segments:
        first, last = max(start.x, left), min(end.x, left + LABEL_WIDTH)
        if first <= last:
            # In a game of more than 10,000 hands, the rounded places of two hands can be the same.
            slope = (end.y - start.y) / (end.x - start.x) if start.x < end.x else 0
            yield start.y + slope * (first - start.x), end.y - slope * (end.x - last)
