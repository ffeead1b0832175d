"""`show --chart`: the race, as large as the terminal, and without color where none is wanted."""

import re

import pytest
from support.command_line import run_ok, run_refused
from support.hostile_names import HOSTILE, hostile_game
from support.wording import Wording

pytestmark = pytest.mark.usefixtures("ten_hands")


class TestChart:
    """`show --chart`: the race, as large as the terminal, and without color where none is wanted."""

    @pytest.mark.parametrize(("columns", "lines"), [(100, 40), (80, 24), (60, 30), (40, 24), (200, 60)])
    def test_it_fills_the_terminal_and_no_more(self, columns: int, lines: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", str(columns))
        monkeypatch.setenv("LINES", str(lines))
        shown = run_ok("show", "--chart").splitlines()
        assert lines - 3 <= len(shown) < lines
        assert max(map(len, shown)) == columns

    def test_it_tells_the_levels_the_sides_and_who_has_won(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "100")
        shown = run_ok("show", "--chart")
        for told in (
            "8,500: target",
            "3,000: needs 155",
            "over 5,000: needs 180",
            "o Ann & Bob   x Cy & Di",
            "Ann & Bob won",
        ):
            assert told in shown
        assert "\x1b" not in shown

    def test_the_lines_end_where_the_totals_do(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "100")
        monkeypatch.setenv("LINES", "60")
        drawn = [line for line in run_ok("show", "--chart").splitlines() if "│" in line or "┤" in line]
        highest = next(line for line in drawn if re.search("[ox]", line.partition("│")[2] or line.partition("┤")[2]))
        assert highest.rstrip("│").endswith("o")  # 9,810 is above 8,665

    def test_a_game_without_a_hand_has_no_chart(self, wording: Wording) -> None:
        run_ok("new", "-l", "empty.toml")
        shown = run_ok("show", "-l", "empty.toml")
        chart = run_ok("show", "--chart", "-l", "empty.toml")
        assert chart.startswith(shown)
        wording.check_wording("export", ["chart", "without a hand"], chart.removeprefix(shown))

    @pytest.mark.parametrize("other", [["--json"], ["--all"], ["--format", "github"]])
    def test_it_stands_alone(self, other: list[str]) -> None:
        assert "--chart" in run_refused(2, "show", "--chart", *other)

    def test_one_hand_and_equal_totals_and_six_sides_can_be_drawn(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("COLUMNS", "100")
        run_ok("new", "-l", "even.toml", "-v", "catawba")
        run_ok("add", "-l", "even.toml", "we", "base=0", "count=-100", "they", "base=0", "count=-100")
        assert "-100" in run_ok("show", "--chart", "-l", "even.toml")
        shown = run_ok("show", "--chart", "-l", str(hostile_game()))
        assert all(name in " ".join(shown.split()) for name in HOSTILE.values())
