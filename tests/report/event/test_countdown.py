"""The time left in a game: minutes and seconds, what to do at the bell, and the tables with extra time."""

from datetime import timedelta

import pytest
from support.event_days import TEN

from canasta_score.event.clock import Clock
from canasta_score.event.settings import Settings
from canasta_score.report.event.countdown import format_time_left, iter_clock_lines
from canasta_score.report.event.text import describe_bell

CLOCK = Clock(game=2, length=3000, extra={7: 300, 3: -60}, running_since=TEN)


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (9, "0:09"), (60, "1:00"), (2999, "49:59"), (3600, "60:00"), (6005, "100:05")]
)
def test_time_is_minutes_and_seconds(seconds: int, text: str) -> None:
    assert format_time_left(seconds) == text


@pytest.mark.parametrize(
    ("minutes", "left", "has_bell", "tables"),
    [
        (0, "50:00", False, ["49:00", "55:00"]),
        (39.5, "10:30", False, ["9:30", "15:30"]),
        (40, "10:00", True, ["9:00", "15:00"]),
        (49.5, "0:30", True, ["0:00", "5:30"]),
        (52, "0:00", True, ["0:00", "3:00"]),
    ],
)
def test_what_to_do_at_the_bell_is_said_from_the_warning_on(
    minutes: float,
    left: str,
    has_bell: bool,  # noqa: FBT001 -- a case of the rule
    tables: list[str],
) -> None:
    settings = Settings(warn=10)
    first, *others = iter_clock_lines(CLOCK, TEN + timedelta(minutes=minutes), settings)
    assert first.startswith(f"Game 2: {left} ")
    assert (describe_bell(settings) in others) == has_bell
    lines = [line for line in others if line.startswith("Table")]
    assert [line.split(" ")[:3] for line in lines] == [["Table", "3:", tables[0]], ["Table", "7:", tables[1]]]


def test_every_state_has_a_word_of_its_own() -> None:
    stopped = Clock(game=2, length=3000)
    now = [(stopped, 0), (CLOCK, 0), (CLOCK, 45), (CLOCK, 60)]
    lines = [next(iter_clock_lines(clock, TEN + timedelta(minutes=minutes), Settings())) for clock, minutes in now]
    assert len({line.split(", ")[1] for line in lines}) == len(lines)
