"""`show --chart`: the race, as large as the terminal, and without color where none is wanted."""

import pytest
from support.command_line import run, run_ok, run_refused
from support.hostile_names import HOSTILE, hostile_game
from support.wording import Wording

pytestmark = pytest.mark.usefixtures("ten_hands", "sentences")


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
            "The dotted lines are 3,000 (needs 155), over 5,000 (needs 180) and 8,500 (target).",
            "● Ann & Bob 9,810",
            "■ Cy & Di 8,665",
            "Ann & Bob won",
        ):
            assert told in shown
        assert "\x1b" not in shown

    def test_where_its_signs_are_unknown_it_has_those_of_ascii(self) -> None:
        done = run("show", "--chart", encoding="cp1252")
        assert "o Ann & Bob 9,810" in done.out
        assert done.out.isascii()
        assert "\\u" not in done.out

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
        assert all(f"{mark} " in shown for mark in "●■▲◆○□"[: len(HOSTILE)])

    @pytest.mark.slow
    def test_a_terminal_that_is_said_to_be_boundless_has_a_chart(self) -> None:
        assert "●" in run_ok("show", "--chart", COLUMNS="9" * 20, LINES="9" * 20)
