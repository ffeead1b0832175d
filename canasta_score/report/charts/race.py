"""The race of a game as a drawing, in percent of its width and of its height from the top, and in words."""

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from textwrap import wrap
from typing import Any

from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import find_leader
from canasta_score.report.labels import format_need
from canasta_score.report.text.layout import measure_width
from canasta_score.rules.frozen import Value
from canasta_score.rules.model.variant import GameEnd, Variant
from canasta_score.rules.text import format_count, join_words

_TICK_COUNT, _HAND_LABEL_COUNT, _NARROW_HAND_LABEL_COUNT = 5, 12, 6  # about how many labels there is room for
_SMALLEST_RANGE = 100  # points from the bottom of the drawing to its top
_LINE_HEIGHT = 6.0  # of a label, in percent of the height of the drawing on a phone, where it takes most
_BAND_LABEL_WIDTH, _NAME_WIDTH, _MAX_LABEL_LINES = 13, 11, 5  # characters, and lines at the end of a side's line
_FAR_TARGET = 4  # levels beyond this many times the highest total are left out, so that the lines are not flat
RaceDrawing = Mapping[str, Any]  # what templates show of a race, or of a part of it


class NeedBand(Value):
    """The totals, in points, at which a side needs the same to open: from `start`, or any lower total, up to `end`."""

    start: int | None
    end: int | None
    label: str
    is_over: bool = False  # a side that has just the start needs less


class Race(Value):
    """The totals of each side, in points, at the start and after every hand that counts."""

    game: GameEnd  # says which total is the best
    hands: tuple[int, ...]  # the numbers of those that count
    totals: Mapping[str, tuple[int, ...]]  # an adjustment counts with the hand before it
    bands: tuple[NeedBand, ...] = ()

    @property
    def levels(self) -> list[int]:
        """Return the totals that matter, from the lowest: where the need changes, and the target."""
        starts = [band.start for band in self.bands if band.start is not None]
        return starts if self.game.target is None else [*starts, self.game.target]


def build_race(ledger: Ledger) -> Race:
    """Return the race of a game so far."""
    played = list(ledger.iter_totals_between_hands())
    return Race(
        game=ledger.variant.game,
        hands=tuple(hand.number for hand, _ in played if hand),
        totals={side: tuple(totals[side] for _, totals in played) for side in ledger.side_names},
        bands=tuple(iter_need_bands(ledger.variant)),
    )


def draw_race(race: Race, names: Iterable[str]) -> RaceDrawing:
    """Return the drawing of a race, which needs one hand or more; `names` are those of the sides."""
    scale, target = fit_scale(race), race.game.target
    step = choose_round_step(len(race.hands) / _HAND_LABEL_COUNT, 1)
    labeled = range(step, len(race.hands) + 1, step)
    hands = [
        {
            "at": _to_percent(index, len(race.hands)),
            "number": race.hands[index - 1],
            # A phone has no room for it.
            "is_minor": len(labeled) > _NARROW_HAND_LABEL_COUNT and (len(labeled) - place) % 2 == 0,
        }
        for place, index in enumerate(labeled)
    ]
    longest = max(-(-measure_width(name) // _NAME_WIDTH) for name in names)
    label_lines = min(1 + longest, _MAX_LABEL_LINES, int(100 / len(race.totals) / _LINE_HEIGHT))
    label_height = label_lines * _LINE_HEIGHT
    ends = [scale.to_height(totals[-1]) for totals in race.totals.values()]
    times = ("Start", *(f"Hand {number:,}" for number in race.hands))
    marked = sorted({0, *labeled, len(race.hands)})
    lines = []
    for totals, label_at in zip(race.totals.values(), separate_labels(ends, label_height), strict=True):
        corners = [
            {"x": _to_percent(index, len(race.hands)), "y": scale.to_height(total), "text": f"{time}: {total:,}"}
            for index, (time, total) in enumerate(zip(times, totals, strict=True))
        ]
        marks = [corners[index] for index in marked]
        lines.append({"corners": corners, "marked": marks, "label_at": round(label_at, 2)})
    grid, labels = _place_labels(race, scale)
    return {
        "bands": [(top, height) for top, height in map(scale.place_band, race.bands) if height > 0],
        "grid": grid,
        "labels": labels,  # beside the grid
        "hands": hands,  # the numbers below it
        "zero": scale.to_height(0),
        "target": scale.to_height(target) if target is not None and target <= scale.highest else None,
        "lines": lines,
        "label_lines": label_lines,  # for which the label at the end of each line has room
        "label_height": round(label_height, 2),
    }


def describe_race(race: Race, names: Mapping[str, str]) -> str:
    """Return sentences with the totals, who led after how many hands, and the biggest lead; needs one hand or more."""
    _, *totals_after = [
        dict(zip(race.totals, totals, strict=True)) for totals in zip(*race.totals.values(), strict=True)
    ]
    scores = join_words(f"{names[side]} {total:,}" for side, total in totals_after[-1].items())
    hands = format_count(len(totals_after), "hand")
    sentences = [f"After {hands}: {scores}."]
    leaders = Counter(find_leader(race.game, totals) for totals in totals_after)
    ties = leaders.pop(None, 0)
    if leaders:
        led = [f"{names[side]} led after {leaders[side]:,} of {hands}" for side in race.totals if leaders[side]]
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
    """Return about `count` round totals at equal steps from the lowest to the highest, such as for an axis."""
    step = choose_round_step((highest - lowest) / count, 10)
    return range(-(-lowest // step) * step, highest + 1, step)


def choose_round_step(minimum: float, smallest: int) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50 … times the smallest step that is at least `minimum`."""
    steps = (smallest * digit * int(10**zeros) for zeros in itertools.count() for digit in (1, 2, 5))
    return next(step for step in steps if step >= minimum)


def iter_need_bands(variant: Variant) -> Iterator[NeedBand]:
    """Yield the needs by the total, from the lowest total to the target."""
    steps, target = variant.need.steps_by_total, variant.game.target
    at_least = "at least " if variant.need.steps_by_hand else ""  # the hand may ask for more
    for step, following in zip(steps, (*steps[1:], None), strict=False):
        label = f"{'' if step.canasta else 'needs '}{at_least}{format_need(step.need, step.canasta)}"
        bounds = (following.bound if following else None, target)
        end = min((bound for bound in bounds if bound is not None), default=None)
        if step.bound is None or end is None or step.bound < end:
            yield NeedBand(start=step.bound, end=end, label=label, is_over=step.over)


class _Scale(Value):
    """The totals at the bottom and at the top of the drawing, in points."""

    lowest: int
    highest: int

    def to_height(self, points: int) -> float:
        """Return the height of a total."""
        return _to_percent(self.highest - points, self.highest - self.lowest)

    def place_band(self, band: NeedBand) -> tuple[float, float]:
        """Return where a band begins in the drawing and how high it is there: zero or less if nothing of it is."""
        end = self.highest if band.end is None else min(band.end, self.highest)
        start = self.lowest if band.start is None else max(band.start, self.lowest)
        top = self.to_height(end)
        return top, round(self.to_height(start) - top, 2)


def fit_scale(race: Race) -> _Scale:
    """Return the scale that holds zero, every total and the levels, but for those that are far beyond all totals."""
    totals = [total for totals in race.totals.values() for total in totals]
    reach = max([_FAR_TARGET * max(totals), *race.levels[:1]])
    low, high = min(0, *totals), max(0, *totals, *(level for level in race.levels if level <= reach))
    return _Scale(lowest=low, highest=max(high, low + _SMALLEST_RANGE))


def _to_percent(part: int, whole: int) -> float:
    return round(100 * part / whole, 2)


def _place_labels(race: Race, scale: _Scale) -> tuple[list[float], list[RaceDrawing]]:
    """Return the heights of the grid's lines, and labels while there is room: needs, then levels, then round totals."""
    labels: list[RaceDrawing] = []

    def place(at: float, *lines: str, gap: float = 0, lines_below: int = 0) -> bool:
        distances = ((abs(label["at"] - at), len(label["lines"]) + len(lines)) for label in labels)
        is_free = all(distance >= (count / 2 + gap) * _LINE_HEIGHT for distance, count in distances)
        if is_free:
            # On paper a line takes less of the height, so the anchor is the middle of the label that this one is below.
            anchor = round(round(at, 2) - lines_below * _LINE_HEIGHT, 2)
            labels.append({"at": round(at, 2), "lines": lines, "lines_below": lines_below, "anchor": anchor})
        return is_free

    for band in race.bands:
        (top, height), lines = scale.place_band(band), wrap(band.label, _BAND_LABEL_WIDTH)
        if height >= len(lines) * _LINE_HEIGHT:
            place(top + height / 2, *lines)
    levels = [level for level in reversed(race.levels) if level <= scale.highest]
    for points in (*levels, 0):
        at = scale.to_height(points)
        if place(at, f"{points:,}") and points == race.game.target:
            any(place(at + lines * _LINE_HEIGHT, "target", lines_below=lines) for lines in (1, -1))
    round_points = choose_round_points(scale.lowest, scale.highest, _TICK_COUNT)
    between = [points for points in round_points if place(scale.to_height(points), f"{points:,}", gap=1)]
    return [scale.to_height(points) for points in (*levels, *between)], labels


def separate_labels(heights: Sequence[float], distance: float, room: float = 100) -> list[float]:
    """Return the heights of labels, moved as little as it takes until none covers another or leaves the room."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    moved, above = list(heights), -distance / 2
    for index in order:
        above = moved[index] = max(moved[index], above + distance)
    for place, index in enumerate(reversed(order)):
        moved[index] = min(moved[index], room - distance / 2 - place * distance)
    return moved
