"""The clock of a game in sentences and in big figures."""

from collections.abc import Iterator
from datetime import datetime

from canasta_score.event.clock import SECONDS_PER_MINUTE, Clock, ClockState
from canasta_score.event.settings import Settings
from canasta_score.report.event.text import describe_bell

_ROWS = {
    "0": ("█████", "█   █", "█   █", "█   █", "█████"),
    "1": ("  █  ", " ██  ", "  █  ", "  █  ", "█████"),
    "2": ("█████", "    █", "█████", "█    ", "█████"),
    "3": ("█████", "    █", " ████", "    █", "█████"),
    "4": ("█   █", "█   █", "█████", "    █", "    █"),
    "5": ("█████", "█    ", "█████", "    █", "█████"),
    "6": ("█████", "█    ", "█████", "█   █", "█████"),
    "7": ("█████", "    █", "   █ ", "  █  ", "  █  "),
    "8": ("█████", "█   █", "█████", "█   █", "█████"),
    "9": ("█████", "█   █", "█████", "    █", "█████"),
    ":": (" ", "█", " ", "█", " "),
}


def format_big_figures(text: str, scale: int = 1) -> list[str]:
    """Return the lines of figures and colons; from scale 2 on, a dot is twice as many characters wide as high."""
    lines = []
    for parts in zip(*(_ROWS[char] for char in text), strict=True):
        line = "  ".join(parts)
        wide = line if scale == 1 else "".join(char * 2 * (scale - 1) for char in line)
        lines += [wide.rstrip()] * max(1, scale - 1)
    return lines


CLOCK_LABELS = {
    ClockState.RUNNING: "running",
    ClockState.PAUSED: "stopped",
    ClockState.WARNING: "ends soon",
    ClockState.OVER: "time is up",
}
BELL_STATES = {ClockState.WARNING, ClockState.OVER}  # in which people ask what to do at the bell


def format_time_left(seconds: int) -> str:
    """Return minutes and seconds, as a clock shows them: `49:59`."""
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
