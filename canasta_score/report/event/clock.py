"""The clock of a game in sentences."""

from collections.abc import Iterator
from datetime import datetime

from canasta_score.event.settings import Settings
from canasta_score.event.timing.clock import SECONDS_PER_MINUTE, Clock, ClockState
from canasta_score.report.event.text import describe_bell

CLOCK_LABELS = {
    ClockState.RUNNING: "running",
    ClockState.PAUSED: "stopped",
    ClockState.WARNING: "ends soon",
    ClockState.OVER: "time is up",
}
BELL_STATES = {ClockState.WARNING, ClockState.OVER}  # in which people ask what to do at the bell


def format_time_left(seconds: int) -> str:
    """Return minutes and seconds, as a clock shows them.

    >>> format_time_left(2999)
    '49:59'
    """
    minutes, rest = divmod(seconds, SECONDS_PER_MINUTE)
    return f"{minutes}:{rest:02}"


def iter_clock_lines(clock: Clock, now: datetime, settings: Settings) -> Iterator[str]:
    """Yield how a clock stands, what to do at the bell if that is near, and the tables with extra time."""
    state = clock.get_state(now, settings.warn)
    yield f"Game {clock.game}: {format_time_left(clock.count_left(now))} left, {CLOCK_LABELS[state]}."
    if state in BELL_STATES:
        yield describe_bell(settings)
    for table in sorted(clock.extra):
        yield f"Table {table}: {format_time_left(clock.count_left(now, table))} left."
