"""The drawing of the race: round ticks, lines within the frame, labels beside each other; and the race in words."""

from itertools import pairwise

import pytest
from support.wording import Wording

from canasta_score import load_variant
from canasta_score.report.charts.race import (
    LABEL_HEIGHT,
    LABEL_WIDTH,
    Race,
    RaceLevel,
    choose_labeled_hands,
    choose_round_step,
    describe_race,
    draw_race,
    fit_scale,
    separate_labels,
)

LEVELS = (
    RaceLevel(points=3000, label="3,000: needs 155"),
    RaceLevel(points=5000, label="5,000: needs 180"),
    RaceLevel(points=8500, label="8,500: target"),
)
NAMES = {"we": "Ann & Bob", "they": "Cy & Di"}


def race(*, levels: tuple[RaceLevel, ...] = LEVELS, **totals: tuple[int, ...]) -> Race:
    hands = len(next(iter(totals.values()))) - 1
    game = load_variant("nvso").game
    return Race(game=game, hands=tuple(range(1, hands + 1)), totals=totals, levels=levels)


@pytest.mark.parametrize(
    ("totals", "lowest", "highest", "step"),
    [
        ((0, 2525), 0, 10_000, 2000),
        ((0, 10_000), 0, 10_000, 2000),
        ((0, 10_005), 0, 12_000, 2000),
        ((0, -5), -2000, 10_000, 2000),
        ((-7_777_777, 8_888_888), -10_000_000, 10_000_000, 5_000_000),
    ],
)
def test_ticks_are_round_and_hold_nought_every_total_and_every_level(
    totals: tuple[int, ...], lowest: int, highest: int, step: int
) -> None:
    scale = fit_scale(race(we=totals, they=totals))
    assert (scale.lowest, scale.highest, scale.step) == (lowest, highest, step)


def test_a_game_without_levels_and_points_has_a_scale_too() -> None:
    scale = fit_scale(race(levels=(), we=(0, 0), they=(0, 0)))
    assert (scale.lowest, scale.highest) == (0, 100)


@pytest.mark.parametrize(("least", "step"), [(0, 1), (1, 1), (1.1, 2), (2.5, 5), (5.5, 10), (11, 20), (21, 50)])
def test_steps_are_one_two_or_five_of_tens(least: float, step: int) -> None:
    assert choose_round_step(least, 1) == step


@pytest.mark.parametrize(
    ("hands", "labeled"),
    [(1, [1]), (12, [*range(1, 13)]), (13, [2, 4, 6, 8, 10, 12]), (40, [5, 10, 15, 20, 25, 30, 35, 40])],
)
def test_hands_are_labeled_as_far_as_there_is_room(hands: int, labeled: list[int]) -> None:
    assert list(choose_labeled_hands(hands)) == labeled


def test_lines_run_from_the_left_to_the_right_and_from_the_bottom_to_the_top() -> None:
    drawing = draw_race(race(we=(0, 2500, 10_000), they=(0, 5000, 0)))
    we, they = drawing.lines
    assert [(place.x, place.y) for place in we.corners] == [(0, 100), (50, 75), (100, 0)]
    assert [(place.x, place.y) for place in they.corners] == [(0, 100), (50, 50), (100, 100)]
    assert [place.text for place in we.marked] == ["Start: 0", "Hand 1: 2,500", "Hand 2: 10,000"]
    assert [(tick.at, tick.text) for tick in drawing.ticks][:2] == [(100, "0"), (80, "2,000")]
    assert (drawing.levels[0].at, drawing.levels[0].text) == (15, "8,500: target")
    assert drawing.zero == 100


def test_nought_stands_above_the_bottom_where_a_total_is_below_it() -> None:
    assert draw_race(race(we=(0, -2000), they=(0, 10_000))).zero == pytest.approx(83.33)


def test_forty_hands_have_eight_marks_and_the_start() -> None:
    line = draw_race(race(we=tuple(range(0, 4100, 100)), they=(0,) * 41)).lines[0]
    assert len(line.corners) == 41
    assert len(line.marked) == 9


@pytest.mark.parametrize("heights", [[15, 50, 70], [10, 11, 12], [98, 99, 100], [0, 0, 50, 99, 99, 99]])
def test_labels_stand_beside_each_other_within_the_drawing(heights: list[float]) -> None:
    labels = separate_labels(heights)
    assert all(below - above >= LABEL_HEIGHT for above, below in pairwise(labels))
    assert labels[-1] <= 100


def test_labels_with_room_between_them_stand_at_their_lines() -> None:
    assert separate_labels([15, 50, 70]) == [15, 50, 70]


def test_where_there_are_too_many_levels_the_lowest_have_no_label() -> None:
    many = tuple(RaceLevel(points=points, label=str(points)) for points in range(100, 2100, 100))
    levels = draw_race(race(levels=many, we=(0, 2000), they=(0, 0))).levels
    assert [level.text for level in levels if level.label_at is None] == [str(points) for points in range(900, 0, -100)]
    assert levels[0].label_at == levels[0].at


def test_a_label_stands_at_the_end_where_lines_run_through_its_beginning_only() -> None:
    through = draw_race(race(we=(0, 3200, 6000, 9000), they=(0, 0, 0, 0))).levels[-1]
    clear = draw_race(race(we=(0, 0, 0, 3000), they=(0, 0, 0, 0))).levels[-1]
    assert through.text == clear.text == "3,000: needs 155"
    assert (through.is_label_at_end, clear.is_label_at_end) == (True, False)


def test_a_label_stands_between_where_lines_run_through_both_its_ends() -> None:
    """3,260 and 2,960 lie where the label would begin, 3,100 where it would end."""
    level = draw_race(race(we=(0, 3260, 2960, 0, 0, 0, 0, 0, 3100), they=(0,) * 9)).levels[-1]
    assert level.text == "3,000: needs 155"
    assert 25 < level.label_start < 100 - LABEL_WIDTH
    assert not level.is_label_at_end


def test_a_mark_touches_no_label_from_below() -> None:
    """The mark of 2,950 reaches above the line of 3,000."""
    assert draw_race(race(we=(0, 2950, 0, 0), they=(0, 0, 0, 0))).levels[-1].label_start == 65


def test_a_label_that_is_clear_nowhere_stands_at_the_beginning() -> None:
    assert draw_race(race(we=(3100,) * 3, they=(0, 0, 0))).levels[-1].label_start == 0


def test_a_race_is_described_by_its_leaders_and_the_biggest_lead(wording: Wording) -> None:
    description = describe_race(race(we=(0, 2525, 2970, 2725, 9810), they=(0, 2525, 3125, 4290, 8665)), NAMES)
    assert "1,565" in description  # 4,290 - 2,725
    wording.check_wording("race", ["described", "four hands"], description)


def test_a_race_that_nobody_ever_led_is_described_as_level(wording: Wording) -> None:
    wording.check_wording("race", ["described", "level"], describe_race(race(we=(0, 50), they=(0, 50)), NAMES))


@pytest.mark.slow
def test_a_race_of_very_many_hands_is_drawn_too() -> None:
    """With more than 10,000 hands, some are in the same place; the label of 3,000 is clear of both lines."""
    drawing = draw_race(race(levels=LEVELS[:1], we=(0,) * 10_500, they=(0, *(3000,) * 10_499)))
    assert len({corner.x for corner in drawing.lines[0].corners}) < 10_500
    assert [level.label_start for level in drawing.levels] == [0]
