"""The drawing of the race: lines within the frame, labels beside them; and the race in words."""

from itertools import pairwise

import pytest
from support.wording import Wording

from canasta_score import load_variant
from canasta_score.report.charts.race import (
    NeedBand,
    Race,
    RaceDrawing,
    choose_round_points,
    choose_round_step,
    describe_race,
    draw_race,
    fit_scale,
    separate_labels,
)

BANDS = (
    NeedBand(start=None, end=3000, label="needs 125"),
    NeedBand(start=3000, end=5000, label="needs 155"),
    NeedBand(start=5000, end=8500, label="needs 180"),
)
NAMES = {"we": "Ann & Bob", "they": "Cy & Di"}


def race(bands: tuple[NeedBand, ...] = BANDS, /, **totals: tuple[int, ...]) -> Race:
    hands = len(next(iter(totals.values()))) - 1
    has_target = any(band.end == 8500 for band in bands)
    game = load_variant("nvso" if has_target else "nvso-tournament").game
    return Race(game=game, hands=tuple(range(1, hands + 1)), totals=totals, bands=bands)


def drawing(
    *names: str,
    bands: tuple[NeedBand, ...] = BANDS,
    **totals: tuple[int, ...],
) -> RaceDrawing:
    return draw_race(race(bands, **totals), names or NAMES.values())


def labels(drawn: RaceDrawing) -> dict[str, float]:
    """Return the labels beside the drawing and their heights, from the top."""
    return {" ".join(label["lines"]): label["at"] for label in sorted(drawn["labels"], key=lambda label: label["at"])}


@pytest.mark.parametrize(
    ("totals", "lowest", "highest"),
    [
        ((0, 2525), 0, 8500),
        ((0, 9810), 0, 9810),
        ((0, -775, 5000), -775, 8500),
        ((0, 2000), 0, 5000),  # the target is more than four times as far
        ((0, 5), 0, 3000),
        ((-7_777_777, 8_888_888), -7_777_777, 8_888_888),
    ],
)
def test_a_scale_holds_zero_every_total_and_the_levels_that_are_near(
    totals: tuple[int, ...], lowest: int, highest: int
) -> None:
    scale = fit_scale(race(we=totals, they=totals))
    assert (scale.lowest, scale.highest) == (lowest, highest)


def test_a_game_without_levels_and_points_has_a_scale_too() -> None:
    scale = fit_scale(race((), we=(0, 0), they=(0, 0)))
    assert (scale.lowest, scale.highest) == (0, 100)


@pytest.mark.parametrize(("least", "step"), [(0, 1), (1, 1), (1.1, 2), (2.5, 5), (5.5, 10), (11, 20), (21, 50)])
def test_steps_are_one_two_or_five_of_tens(least: float, step: int) -> None:
    assert choose_round_step(least, 1) == step


def test_an_axis_has_about_as_many_round_totals_as_it_has_room_for() -> None:
    assert [*choose_round_points(-245, 9810, 6)] == [0, 2000, 4000, 6000, 8000]
    assert [*choose_round_points(0, 300, 4)] == [0, 100, 200, 300]


@pytest.mark.parametrize(
    ("hands", "labeled"),
    [(1, [1]), (12, [*range(1, 13)]), (13, [2, 4, 6, 8, 10, 12]), (40, [5, 10, 15, 20, 25, 30, 35, 40])],
)
def test_hands_are_labeled_as_far_as_there_is_room(hands: int, labeled: list[int]) -> None:
    drawn = drawing(we=(0,) * (hands + 1), they=(0,) * (hands + 1))
    assert [hand["number"] for hand in drawn["hands"]] == labeled


def test_a_phone_has_room_for_every_second_hand_and_the_last_one() -> None:
    hands = drawing(we=(0,) * 13, they=(0,) * 13)["hands"]
    assert [hand["number"] for hand in hands] == [*range(1, 13)]
    assert [hand["number"] for hand in hands if not hand["is_minor"]] == [2, 4, 6, 8, 10, 12]
    assert not any(hand["is_minor"] for hand in drawing(we=(0,) * 7, they=(0,) * 7)["hands"])


def test_lines_run_from_the_left_to_the_right_and_from_the_bottom_to_the_top() -> None:
    drawn = drawing(we=(0, 2500, 10_000), they=(0, 5000, 0))
    we, they = drawn["lines"]
    assert [(place["x"], place["y"]) for place in we["corners"]] == [(0, 100), (50, 75), (100, 0)]
    assert [(place["x"], place["y"]) for place in they["corners"]] == [(0, 100), (50, 50), (100, 100)]
    assert [place["text"] for place in we["marked"]] == ["Start: 0", "Hand 1: 2,500", "Hand 2: 10,000"]
    assert (drawn["zero"], drawn["target"]) == (100, 15)
    assert drawn["bands"] == [(70, 30), (50, 20), (15, 35)]


def test_only_the_bands_that_are_in_the_drawing_are_drawn() -> None:
    assert drawing(we=(0, 100), they=(0, 50))["bands"] == [(0, 100)]


def test_the_target_is_drawn_up_to_the_top_and_left_out_where_it_is_far_above() -> None:
    # The lowest is 0 and the highest 8,500, the target; with 10,000, the target is at 15 percent; 500 is far below it.
    assert drawing(we=(0, 2525), they=(0, 0))["target"] == 0
    assert {"8,500", "target"} <= labels(drawing(we=(0, 2525), they=(0, 0))).keys()
    assert drawing(we=(0, 10_000), they=(0, 0))["target"] == 15
    assert drawing(we=(0, 500), they=(0, 0))["target"] is None


def test_zero_is_above_the_bottom_where_a_total_is_below_it() -> None:
    assert drawing(we=(0, -2000), they=(0, 8500))["zero"] == pytest.approx(80.95)


def test_what_a_side_needs_is_in_the_middle_of_its_band_and_the_levels_are_at_their_lines() -> None:
    """From -775 to 9,810: 8,500 is at 12.37 %, 5,000 at 45.44 %, 3,000 at 64.34 % and zero at 92.68 %."""
    drawn = drawing(we=(0, -775, 9810), they=(0, 0, 0))
    found = labels(drawn)
    assert list(found) == ["8,500", "target", "needs 180", "5,000", "needs 155", "3,000", "needs 125", "0"]
    assert (found["needs 180"], found["needs 155"]) == pytest.approx(
        ((12.37 + 45.44) / 2, (45.44 + 64.34) / 2), abs=0.02
    )
    assert (found["8,500"], found["3,000"], found["0"]) == pytest.approx((12.37, 64.34, 92.68), abs=0.02)
    assert sorted(drawn["grid"]) == pytest.approx([12.37, 45.44, 64.34], abs=0.02)


def test_round_totals_stand_where_there_is_room_between_the_levels() -> None:
    found = labels(drawing(we=(0, -6000), they=(0, 8500)))
    assert "-5,000" in found
    assert "8,000" in labels(drawing(bands=(), we=(0, 9000), they=(0, 0)))


def test_the_word_target_is_above_its_line_where_a_need_is_close_below() -> None:
    bands = (NeedBand(start=None, end=7000, label="needs 125"), NeedBand(start=7000, end=8500, label="needs 180"))
    drawn = drawing(bands=bands, we=(0, 10_000), they=(0, 0))
    found = labels(drawn)
    assert found["target"] < found["8,500"] < found["needs 180"]
    # On paper, where a line of text takes less of the height, it stays next to its figure.
    (word,) = (label for label in drawn["labels"] if label["lines"] == ("target",))
    assert (word["lines_below"], word["anchor"]) == (-1, found["8,500"])


@pytest.mark.parametrize("lowest", range(-4000, 1, 500))
@pytest.mark.parametrize("highest", [100, 3000, 5200, 8600, 15_000, 99_995])
def test_no_label_is_on_another_one_and_every_need_is_inside_its_band(lowest: int, highest: int) -> None:
    bands = (*BANDS[:2], NeedBand(start=5000, end=8500, label="mixed canasta and 200"))
    drawn = drawing(bands=bands, we=(0, lowest, highest), they=(0, 0, 0))
    found = sorted(drawn["labels"], key=lambda label: label["at"])
    assert found
    for above, below in pairwise(found):
        assert below["at"] - above["at"] >= 6 * (len(above["lines"]) + len(below["lines"])) / 2 - 0.01
    for label in found:
        half = 3 * len(label["lines"])
        inside = [
            top
            for top, height in drawn["bands"]
            if top - 0.01 <= label["at"] - half <= label["at"] + half <= top + height + 0.01
        ]
        assert inside or not {"needs", "canasta"} & {word for line in label["lines"] for word in line.split()}


def test_a_long_need_is_in_two_lines() -> None:
    bands = (NeedBand(start=None, end=None, label="mixed canasta and 200"),)
    found = drawing(bands=bands, we=(0, 5000), they=(0, 0))["labels"]
    assert ("mixed canasta", "and 200") in [label["lines"] for label in found]


def test_forty_hands_have_eight_marks_and_the_start() -> None:
    line = drawing(we=tuple(range(0, 4100, 100)), they=(0,) * 41)["lines"][0]
    assert len(line["corners"]) == 41
    assert len(line["marked"]) == 9


@pytest.mark.parametrize("heights", [[15, 50, 70], [12, 10, 11], [100, 99, 98], [0, 0, 50, 99, 99, 99, 3, 4]])
def test_names_at_the_ends_of_the_lines_keep_their_order_and_a_distance(heights: list[float]) -> None:
    moved = separate_labels(heights, 12)
    order = sorted(range(len(heights)), key=heights.__getitem__)
    assert all(moved[below] - moved[above] >= 12 for above, below in pairwise(order))
    assert (min(moved) >= 6, max(moved) <= 94) == (True, True)


def test_names_with_room_between_them_are_at_the_ends_of_their_lines() -> None:
    assert separate_labels([15, 70, 50], 9) == [15, 70, 50]


def test_the_name_of_a_side_is_at_its_last_total_whatever_it_had_before() -> None:
    for line in drawing(we=(0, 8000, 1000), they=(0, 500, 5000))["lines"]:
        assert line["label_at"] == pytest.approx(line["corners"][-1]["y"], abs=0.01)


@pytest.mark.parametrize(
    ("names", "lines"),
    [
        (("Ann & Bob", "Cy & Di"), 2),
        (("Ann & Bob", "Christopher Montgomery-Smith"), 4),
        (("W" * 60, "Di"), 5),
        (("王小明和李小龙", "Di"), 3),
        (("A", "B", "C", "D", "E", "F", "G", "Christopher Montgomery"), 2),
    ],
)
def test_long_names_have_more_lines_as_far_as_there_is_room(names: tuple[str, ...], lines: int) -> None:
    sides = {f"side{place}": (0, 100 * place) for place in range(len(names))}
    drawn = draw_race(race(**sides), names)
    assert drawn["label_lines"] == lines
    assert drawn["label_height"] == 6 * lines
    assert drawn["label_height"] * len(names) <= 100


def test_a_race_is_described_by_its_leaders_and_the_biggest_lead(wording: Wording) -> None:
    description = describe_race(race(we=(0, 2525, 2970, 2725, 9810), they=(0, 2525, 3125, 4290, 8665)), NAMES)
    assert "1,565" in description  # 4,290 - 2,725
    wording.check_wording("race", ["described", "four hands"], description)


def test_a_race_that_nobody_ever_led_is_described_as_level(wording: Wording) -> None:
    wording.check_wording("race", ["described", "level"], describe_race(race(we=(0, 50), they=(0, 50)), NAMES))
