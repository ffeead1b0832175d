"""The chart of signs: every side is seen, with its name and total at the end of its line, in any room there is."""

import re
from collections.abc import Mapping

import pytest
from wcwidth import wcswidth

from canasta_score import load_variant
from canasta_score.report.charts.race import Race, iter_need_bands
from canasta_score.report.charts.terminal import SIDE_COLORS, describe_race_levels, render_race_chart

MARKS = "●■▲◆○□△◇"
NVSO = load_variant("nvso")


def build(totals: Mapping[str, tuple[int, ...]], *, numbers: tuple[int, ...] = ()) -> Race:
    """Build the race of a game by the rules of NVSO."""
    hands = numbers or tuple(range(1, len(next(iter(totals.values())))))
    return Race(game=NVSO.game, hands=hands, totals=totals, bands=tuple(iter_need_bands(NVSO)))


def draw(race: Race, width: int = 80, height: int = 24, *, colored: bool = False, is_ascii: bool = False) -> list[str]:
    """Return the lines of a chart in which each side is called by its id."""
    names = {side: side for side in race.totals}
    return render_race_chart(race, names, width, height, colored=colored, is_ascii=is_ascii).split("\n")


@pytest.mark.parametrize(("width", "height"), [(10, 2), (33, 9), (40, 60), (80, 24), (120, 40)])
@pytest.mark.parametrize("points", [0, 5, -145, 2525, 999_999_999_995])
@pytest.mark.parametrize("name", ["Di", "陳大文 & 李小明李小明李小明", "Margaretha von Hohenstein & Bartholomew"])
def test_whatever_the_totals_and_the_room_the_chart_fits(width: int, height: int, points: int, name: str) -> None:
    lines = draw(build({name: (0, points), "Cy": (0, 0)}), width, height)
    assert len(lines) == max(height, 8)
    assert max(map(wcswidth, lines)) <= max(width, 30)
    assert f"{points:,}" in "\n".join(lines)
    assert all(mark in "\n".join(lines) for mark in "●■")


@pytest.mark.parametrize("is_ascii", [False, True])
def test_no_side_hides_another_not_even_where_all_have_the_same_totals(is_ascii: bool) -> None:  # noqa: FBT001
    marks = "ox+*#%@=" if is_ascii else MARKS
    chart = "\n".join(draw(build(dict.fromkeys("abcdefgh", (0, 400, 900, 900))), is_ascii=is_ascii))
    assert [chart.count(mark) for mark in marks] == [4] * 8  # three hands, and before the name
    ends = [line[line.rindex(mark + " ") :] for mark in marks for line in chart.split("\n") if mark + " " in line]
    assert ends == [f"{mark} {name} 900" for mark, name in zip(marks, "abcdefgh", strict=True)]
    assert chart.isascii() == is_ascii


def test_names_are_where_the_lines_end_in_the_order_of_the_totals() -> None:
    lines = draw(build({"Ann": (0, 2000, 0), "Bob": (0, 1000, 2000), "Cy": (0, 1500, 1990)}))
    rows = [next(row for row, line in enumerate(lines) if name in line) for name in ("Bob", "Cy", "Ann")]
    assert rows == [0, 1, len(lines) - 2]
    assert lines[0].endswith("■ ■ Bob 2,000")
    low = draw(build({"Ann": (0, 2000), "Bob": (0, 0), "Cy": (0, 0)}))
    assert [line.split()[-2:] for line in low[-3:-1]] == [["Bob", "0"], ["Cy", "0"]]


@pytest.mark.parametrize(
    ("best", "figures", "sentence"),
    [
        (2000, ["2,000", "0"], "The target is 8,500."),
        (4000, ["3,000", "0"], "The dotted line is 3,000 (needs 155). The target is 8,500."),
        (6370, ["5,000"], "The dotted lines are 3,000 (needs 155) and over 5,000 (needs 180). The target is 8,500."),
        (6375, ["8,500"], "The dotted lines are 3,000 (needs 155), over 5,000 (needs 180) and 8,500 (target)."),
    ],
)  # fmt: skip
def test_the_target_is_drawn_when_someone_is_near(best: int, figures: list[str], sentence: str) -> None:
    race = build({"Ann": (0, best), "Bob": (0, 100)})
    lines = draw(race)
    assert describe_race_levels(race) == sentence
    shown = [line.split()[0] for line in lines if line.strip()]
    assert [figure for figure in figures if figure not in shown] == []
    assert sum("·····" in line for line in lines) == sentence.count("(")


# At height 8 a line is a sixth of the totals. Levels are more than one line apart, round figures more than two.
@pytest.mark.parametrize(
    ("best", "figures"),
    [(8500, "8,500 5,000 3,000 0"), (4000, "3,000 0"), (3600, "3,000 0"), (3010, "3,000 0")],
)
def test_figures_keep_the_distance_of_a_line_or_two(best: int, figures: str) -> None:
    lines = draw(build({"Ann": (0, best), "Bob": (0, 100)}), height=8)
    assert " ".join(line.split()[0] for line in lines[:-1] if line[:1] != " " or line[:6].strip()) == figures


def test_a_game_without_a_target_or_levels_has_no_sentence() -> None:
    hands_alone = load_variant("nvso-tournament")
    race = Race(game=hands_alone.game, hands=(1,), totals={"Ann": (0, 500)})
    assert describe_race_levels(race) == ""


def test_hands_have_their_own_numbers_which_stand_apart() -> None:
    totals = {"Ann": (0, 100, 300, 300), "Bob": (0, 0, 0, 500)}
    assert draw(build(totals, numbers=(1, 3, 4)), 60)[-1].split() == ["1", "3", "4"]
    many = draw(build({"Ann": tuple(range(0, 3100, 100)), "Bob": (0,) * 31}), 60)[-1]
    numbers = [int(number) for number in many.split()]
    assert numbers[-1] == 30
    assert numbers == sorted(numbers)
    assert 4 < len(numbers) <= 8


def test_the_number_of_a_hand_is_below_its_mark_and_the_last_one_ends_below_it() -> None:
    *lines, axis = draw(build({"Ann": (0, 100, 200, 300)}, numbers=(98, 99, 100)), 60)
    columns = sorted(line.index("●") for line in lines if "●" in line and "Ann" not in line.partition("●")[0])
    assert [axis.index("98") + 1, axis.index("99") + 1, axis.index("100") + 2] == columns[-3:]


def test_colors_say_nothing_more_and_can_be_read_on_white_and_on_black() -> None:
    race = build({name: (0, 100 * place) for place, name in enumerate("abcdefgh", 1)})
    plain, colored = draw(race), draw(race, colored=True)
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in colored] == plain
    assert all(
        f"\x1b[38;5;{color}m{mark} " in "\n".join(colored) for color, mark in zip(SIDE_COLORS, MARKS, strict=True)
    )
    assert len({*SIDE_COLORS}) == len(MARKS)
    for color in SIDE_COLORS:
        luminance = _measure_luminance(color)
        assert min(1.05 / (luminance + 0.05), (luminance + 0.05) / 0.05) > 3.5


def _measure_luminance(color: int) -> float:
    """Return the relative luminance of one of 256 colors, those of the cube of six levels."""
    levels = (0, 95, 135, 175, 215, 255)
    place = color - 16
    parts = (levels[place // 36], levels[place // 6 % 6], levels[place % 6])
    red, green, blue = (((part / 255 + 0.055) / 1.055) ** 2.4 if part > 10 else part / 255 / 12.92 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
