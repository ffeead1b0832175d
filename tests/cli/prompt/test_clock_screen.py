"""The clock on the whole screen: what it shows, when it rings, and what its keys do."""

from datetime import timedelta
from pathlib import Path
from threading import Timer

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from support.command_line import run_json, run_ok
from support.event_commands import start_drawn
from support.event_days import Day

from canasta_score.cli.prompt.clock_screen import Bell, ClockScreen, EventWatch, iter_screen_lines, show_clock
from canasta_score.event.entries import ClockAction, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.storage.event_files import read_event
from canasta_score.report.event.countdown import format_big_figures


def started() -> Day:
    day = Day(4)
    day.draw()
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.START)
    return day


def rings(day: Day, bell: Bell, minutes: float) -> int:
    return bell.count_rings(day.event, day.now + timedelta(minutes=minutes))


def open_bell(day: Day, minutes: float = 0) -> Bell:
    bell = Bell()
    assert rings(day, bell, minutes) == 0
    return bell


def test_it_rings_once_at_the_warning_and_three_times_at_the_end() -> None:
    day = started()
    bell = open_bell(day)
    assert [rings(day, bell, minutes) for minutes in (1, 39.9, 40, 40.1, 49.9, 50, 50.1)] == [0, 0, 1, 0, 0, 3, 0]


def test_a_clock_that_is_opened_late_does_not_ring_for_what_is_past() -> None:
    day = started()
    bell = open_bell(day, 45)
    assert [rings(day, bell, minutes) for minutes in (46, 50)] == [0, 3]


def test_a_table_with_extra_time_has_a_bell_of_its_own() -> None:
    day = started()
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=5, table=2)
    bell = open_bell(day)
    assert [rings(day, bell, minutes) for minutes in (40, 50, 54, 55, 56)] == [1, 3, 0, 1, 0]


def test_extra_time_for_all_rings_again_and_the_next_game_begins_silently() -> None:
    day = started()
    bell = open_bell(day)
    assert rings(day, bell, 45) == 1
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=20)
    assert [rings(day, bell, 46), rings(day, bell, 61)] == [0, 1]
    day.after(80).record(EventEntryKind.CLOCK, game=2, action=ClockAction.START)
    assert rings(day, bell, 0) == 0


@pytest.mark.parametrize(("width", "height"), [(30, 10), (80, 24), (200, 60)])
def test_the_figures_are_as_large_as_they_fit(width: int, height: int) -> None:
    day = started()
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=5, table=2)
    lines = list(iter_screen_lines(day.event, day.now + timedelta(minutes=41), width, height))
    assert "Club day, game 1 of 3" in lines[0]
    assert "Table 2: 14:00" in lines
    assert [line for line in lines if line.isupper()]
    figures = [line for line in lines if "█" in line]
    assert max(map(len, figures)) <= width
    assert max(map(len, lines)) <= width
    assert len(figures) > 4 * (width // 80)
    for minutes, is_told in ((1, False), (41, True), (51, True)):  # what to do at the bell
        shown = " ".join(iter_screen_lines(day.event, day.now + timedelta(minutes=minutes), width, height))
        assert ("At the bell, stop playing." in shown) == is_told


# Four digits and a colon are 29 columns wide for each step of the scale, and 5, 5, 10 or 15 lines high, below 9 others.
@pytest.mark.parametrize(
    ("width", "height", "scale"),
    [
        (28, 99, 1),
        (57, 14, 1),
        (58, 13, 1),
        (58, 14, 2),
        (115, 19, 2),
        (116, 18, 2),
        (116, 19, 3),
        (173, 24, 3),
        (174, 23, 3),
        (174, 24, 4),
        (999, 99, 4),
    ],
)
def test_the_figures_grow_with_the_screen_on_both_sides_of_every_edge(width: int, height: int, scale: int) -> None:
    day = started()
    figures = "\n".join(format_big_figures("50:00", scale))
    assert f"\n\n{figures}\n\n" in "\n".join(iter_screen_lines(day.event, day.now, width, height))


def test_figures_of_every_scale_are_whole() -> None:
    for scale in (1, 2, 3, 4):
        lines = format_big_figures("0123456789:", scale)
        assert len(lines) == 5 * max(1, scale - 1)


def test_keys_stop_and_start_it_and_add_minutes(game_folder: Path) -> None:
    start_drawn(names=("Ann & Bob", "Cy & Di"))
    screen = ClockScreen(game_folder / "event.toml")
    assert "STOPPED" in screen.build_text()
    screen.toggle()
    assert "RUNNING" in screen.build_text()
    screen.add_minute()
    assert 3050 < run_json("event", "clock", "--json")["left_s"] <= 3060
    screen.toggle()
    assert run_json("event", "clock", "--json")["state"] == "paused"
    before = screen.build_text()
    run_ok("event", "clock", "add", "-30")
    assert screen.build_text() != before  # it follows the file


@pytest.mark.parametrize(
    ("typed", "state"), [("q", "STOPPED"), ("\x03", "STOPPED"), ("\x04", "STOPPED"), (" +q", "RUNNING")]
)
def test_its_keys_are_those_that_it_names(typed: str, state: str, game_folder: Path) -> None:
    start_drawn(names=("Ann & Bob", "Cy & Di"))
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):
        keys.send_text(typed)
        show_clock(game_folder / "event.toml")
    assert state in ClockScreen(game_folder / "event.toml").build_text()


def test_it_is_drawn_again_without_a_key(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    start_drawn(names=("Ann & Bob", "Cy & Di"))
    drawn, late = list[int](), list[int]()
    with create_pipe_input() as keys, create_app_session(input=keys, output=DummyOutput()):

        def count(*_: object) -> None:
            drawn.append(1)
            if len(drawn) == 2:
                keys.send_text("q")

        def give_up() -> None:
            late.append(1)
            keys.send_text("q")

        monkeypatch.setattr(EventWatch, "ring", count)
        too_late = Timer(2, give_up)
        too_late.start()
        show_clock(game_folder / "event.toml")
        too_late.cancel()
    assert late == []


def test_an_event_without_tables_never_rings() -> None:
    day = Day(4)
    assert [rings(day, Bell(), minutes) for minutes in (0, 40, 50)] == [0, 0, 0]


def test_what_is_written_while_the_file_is_read_is_seen(game_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run_ok("event", "new", "Club day")

    def read_and_write(path: Path) -> Event:
        event = read_event(path)
        run_ok("event", "pair", "Ann & Bob")
        return event

    module = "canasta_score.cli.prompt.clock_screen.read_event"
    with monkeypatch.context() as patch:
        patch.setattr(module, read_and_write)
        watch = EventWatch(game_folder / "event.toml")
    assert (len(watch.event.pairs), len(watch.refresh().pairs)) == (0, 1)


def test_it_goes_on_while_the_file_is_broken(game_folder: Path) -> None:
    start_drawn(names=("Ann & Bob", "Cy & Di"))
    path = game_folder / "event.toml"
    screen = ClockScreen(path)
    path.write_text("broken", "utf-8")
    assert "Club day" in screen.build_text()
    screen.toggle()
    path.unlink()
    assert "STOPPED" in screen.build_text()


def test_bells_that_fall_together_ring_one_after_the_other() -> None:
    day = started()
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=5, table=2)
    bell = open_bell(day)
    assert [rings(day, bell, minutes) for minutes in (45, 60, 61)] == [1, 4, 0]


def test_extra_time_that_is_over_before_it_is_seen_does_not_ring() -> None:
    day = started()
    bell = open_bell(day)
    assert rings(day, bell, 51) == 4
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=5, table=2)
    assert rings(day, bell, 56) == 0
