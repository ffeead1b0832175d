"""The views of an event: ranks, seats, the clock, and the pages that the board turns."""

import re
from datetime import datetime
from pathlib import Path

import pytest
from support.command_line import run_ok
from support.event_commands import start, start_drawn
from support.event_days import TEN, Day

from canasta_score.event.entries import ClockAction, EventEntryKind
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.settings import Settings
from canasta_score.event.storage.event_files import read_event
from canasta_score.report.html.event_page import build_event_page
from canasta_score.report.html.event_views import describe_event_news, render_event_views
from canasta_score.report.html.live import LiveView, render_document


def begin(pairs: int, *options: str) -> None:
    start(*options, names=names(pairs))


def begin_drawn(pairs: int, *options: str) -> None:
    start_drawn(*options, names=names(pairs), seed=1)


def names(pairs: int) -> tuple[str, ...]:
    return tuple(f"North {number} & South {number}" for number in range(1, pairs + 1))


def views() -> dict[str, LiveView]:
    event = read_event("event.toml")
    return dict(render_event_views(event, build_event_page(event)))


def play_games(*games: int) -> None:
    """Enter the slips of a day of two tables, and announce each game."""
    for game in games:
        for table in played_tables(game):
            run_ok("event", "slip", f"{game}", table, "2525", "2075")
        run_ok("event", "announce", f"{game}")


def played_tables(game: int) -> list[str]:
    return [str(table.number) for table in find_seating(read_event("event.toml"), game) if table.is_played]


@pytest.mark.parametrize("name", ["page", "board"])
def test_each_part_is_in_the_document(game_folder: Path, name: str) -> None:
    begin_drawn(5)
    play_games(1)
    view = views()[name]
    document = render_document(name, LiveView(
        parts={**view.parts, "news": "", "trouble": ""}, style=view.style, template=view.template
    ), "run.1", "<svg></svg>")  # fmt: skip
    ids = re.findall(r' id="([^"]+)"', document)
    assert len(ids) == len(set(ids))
    assert {*view.parts} <= {*ids}
    assert "style=" not in document
    assert "2,525" in document
    assert ("<svg></svg>" in document) == (name == "board")


def test_the_rules_follow_whatever_the_event_is_called(game_folder: Path) -> None:
    run_ok("event", "new", "Spring cup: Sunday")
    parts = views()["page"].parts
    assert "<bdi>Spring cup: Sunday</bdi>" in parts["header"]
    assert "<p>NVSO" in parts["notes"].partition("<summary>Rules of the day</summary>")[2]


def test_before_the_draw_there_is_no_clock_and_nobody_has_a_seat(game_folder: Path) -> None:
    begin(4)
    assert "time" not in views()["page"].parts["clock"].replace('role="timer"', "")
    assert "hidden" in views()["page"].parts["seats"]
    assert "Seats" not in views()["board"].parts["leaves"]


def test_the_seats_are_those_of_the_game_that_is_played(game_folder: Path) -> None:
    begin_drawn(5)
    assert "Seats for game 1" in views()["page"].parts["seats"]
    assert "Sits out" in views()["page"].parts["seats"]
    run_ok("event", "slip", "1", "1", "2525", "2075")
    run_ok("event", "slip", "1", "2", "25", "75")
    run_ok("event", "announce")
    seats = re.sub("<[^>]+>|\\s+", " ", views()["page"].parts["seats"])
    (bye,) = (table.ns for table in find_seating(read_event("event.toml"), 2) if not table.is_played)
    assert "Seats for game 2" in seats
    assert re.search(rf"Sits out\W*{bye} +North", seats)


def test_a_clock_that_runs_has_its_end_and_one_that_stands_has_what_is_left(game_folder: Path) -> None:
    begin_drawn(4, "--minutes", "50")
    assert ">50:00<" in views()["board"].parts["clock"]
    run_ok("event", "clock", "start")
    run_ok("event", "clock", "add", "5", "--table", "2")
    started = read_event("event.toml").clocks[1].running_since
    assert isinstance(started, datetime)
    ends = [int(end) / 1000 for end in re.findall(r'data-ends="(\d+)"', views()["board"].parts["clock"])]
    assert ends == [started.timestamp() + 50 * 60, started.timestamp() + 55 * 60]
    run_ok("event", "clock", "pause")
    assert "data-ends" not in views()["board"].parts["clock"]


@pytest.mark.parametrize(
    ("hour", "minute", "end"),
    [(0, 0, "12:50 AM"), (10, 0, "10:50 AM"), (11, 15, "12:05 PM"), (12, 15, "1:05 PM"), (23, 15, "12:05 AM")],
)
def test_without_javascript_a_clock_that_runs_shows_the_time_of_its_end(hour: int, minute: int, end: str) -> None:
    day = Day(4, Settings(minutes=50))
    day.draw()
    day.now = TEN.replace(hour=hour, minute=minute)
    event = day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.START)
    board = render_event_views(event, build_event_page(event))["board"]
    assert f">until {end}<" in board.parts["clock"]


def test_a_clock_from_which_more_is_taken_than_is_left_has_nothing_left(game_folder: Path) -> None:
    begin_drawn(4)
    run_ok("event", "clock", "add", "-60")
    assert ">0:00<" in views()["board"].parts["clock"]


def test_the_clock_says_once_what_to_do_at_the_bell(game_folder: Path) -> None:
    begin_drawn(4, "--unfinished", "finish")
    run_ok("event", "clock", "add", "5", "--table", "2")
    for view in views().values():
        assert view.parts["clock"].count("finish the hand") == 1


def leaves() -> dict[str, int]:
    """Return the lists of the board by their headings, each with the number of its rows."""
    parts = views()["board"].parts["leaves"].split("<section")[1:]
    headings = [re.findall("<h2><span>(.*?)</span>", part)[0] for part in parts]
    return {heading: part.partition("<tbody>")[2].count("<tr>") for heading, part in zip(headings, parts, strict=True)}


def test_the_board_shows_what_the_room_needs_at_each_stage(game_folder: Path) -> None:
    begin(5)
    assert leaves() == {"Pairs": 5}
    run_ok("event", "draw", "--seed", "1")
    assert leaves() == {"Seats for game 1": 3}  # two tables, and who sits out
    assert 'class="leaves before"' in views()["board"].parts["leaves"]
    play_games(1)
    assert leaves() == {"Seats for game 2": 3, "After game 1": 5}
    assert "before" not in views()["board"].parts["leaves"]
    play_games(2, 3)
    assert leaves() == {"Final standings": 5}
    assert "hidden" in views()["board"].parts["clock"]
    assert "hidden" in views()["page"].parts["seats"]


def test_the_room_sees_how_many_slips_are_in(game_folder: Path) -> None:
    begin_drawn(4)
    assert "slip" not in views()["board"].parts["leaves"]
    run_ok("event", "slip", "1", "1", "2525", "2075")
    assert "(1 of 2 slips in)" in views()["board"].parts["leaves"]
    assert "1 of 2 slips in" in views()["page"].parts["seats"]
    assert "2,525" not in "".join(part for view in views().values() for part in view.parts.values())


def test_each_column_of_the_board_has_a_head(game_folder: Path) -> None:
    begin_drawn(5)
    play_games(1)
    heads = re.findall("<th .*?>(.*?)</th>", views()["board"].parts["leaves"])
    assert heads == ["Table", "North-South", "East-West", "Rank", "Pair", "Names", "Total", "Wins"]


def test_a_phone_can_choose_any_pair(game_folder: Path) -> None:
    begin_drawn(12)
    chosen = re.findall(r'<option value="(\d+)">(.*?)</option>', views()["page"].parts["pair"])
    assert chosen == [(str(number), f"{number} North {number} &amp; South {number}") for number in range(1, 13)]


def test_who_leads_is_announced(game_folder: Path) -> None:
    begin_drawn(4)
    assert describe_event_news(build_event_page(read_event("event.toml"))) == ""
    play_games(1)
    news = describe_event_news(build_event_page(read_event("event.toml")))
    assert "2,525" in news
    assert "2,075" not in news


def test_names_are_shown_as_text(game_folder: Path) -> None:
    run_ok("event", "new", "<script>alert(1)</script>")
    run_ok("event", "pair", "<img src=x onerror=alert(2)> & Bob", "Cy & Di")
    run_ok("event", "draw")
    for view in views().values():
        assert not re.search(r"<(script|img)", "".join(view.parts.values()))
