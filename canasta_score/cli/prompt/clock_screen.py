"""The clock on the whole screen: large figures, and a bell at the warning and at the end."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.layout import FormattedTextControl, Layout, Window, WindowAlign

from canasta_score.cli.event.recording import open_event
from canasta_score.cli.terminal import get_terminal_height, get_terminal_width
from canasta_score.clock import get_local_time
from canasta_score.event.clock import SECONDS_PER_MINUTE, Clock
from canasta_score.event.entries import ClockAction
from canasta_score.event.event import Event
from canasta_score.event.status import find_clock
from canasta_score.event.storage.event_files import read_event
from canasta_score.recording.events import SetClock
from canasta_score.report.event.countdown import BELL_STATES, CLOCK_LABELS, format_big_figures, format_time_left
from canasta_score.report.event.text import describe_bell
from canasta_score.rules.diagnostics import CanastaError
from canasta_score.rules.text import escape_unprintable

_REFRESH_SECONDS = 0.25
_RINGS_AT_END = 3
_OTHER_LINES = 9  # of the screen, besides the figures
_KEYS_HINT = "space: start or stop   +: one minute more   q: close (the clock keeps running)"


class Bell:
    """Counts how often to ring: once at the warning, three times at the end, and once for a table with extra time."""

    def __init__(self, clock: Clock, now: datetime, warn_minutes: int) -> None:
        """Start with the time that is left now; bells that are already past do not ring."""
        self._warn = warn_minutes * SECONDS_PER_MINUTE
        self._game = clock.game
        self._left = clock.count_left(now)
        self._tables = {table: clock.count_left(now, table) for table in clock.extra}

    def count_rings(self, clock: Clock, now: datetime) -> int:
        """Return how often to ring since the last call."""
        left = clock.count_left(now)
        tables = {table: clock.count_left(now, table) for table in clock.extra}
        rings = 0
        if clock.game == self._game:
            rings += left <= self._warn < self._left
            rings += _RINGS_AT_END * (left == 0 < self._left)
            rings += sum(not seconds and self._tables.get(table, 0) > 0 for table, seconds in tables.items())
        self._game, self._left, self._tables = clock.game, left, tables
        return rings


def iter_screen_lines(event: Event, now: datetime, width: int, height: int) -> Iterator[str]:
    """Yield the lines of the screen: the game, the figures as large as they fit, and tables with extra time."""
    clock = find_clock(event)
    yield escape_unprintable(f"{event.name}, game {clock.game} of {event.games}")
    yield ""
    figures = format_time_left(clock.count_left(now))
    scale = max((scale for scale in (1, 2, 3, 4) if _fits(figures, scale, width, height)), default=1)
    yield from format_big_figures(figures, scale)
    yield ""
    state = clock.get_state(now, event.settings.warn)
    yield CLOCK_LABELS[state].upper()
    if state in BELL_STATES:
        yield describe_bell(event.settings)
    for table in sorted(clock.extra):
        yield f"Table {table}: {format_time_left(clock.count_left(now, table))}"
    yield ""
    yield _KEYS_HINT


def _fits(figures: str, scale: int, width: int, height: int) -> bool:
    lines = format_big_figures(figures, scale)
    return max(map(len, lines)) <= width and len(lines) + _OTHER_LINES <= height


class ClockScreen:
    """The screen of a clock, which follows the event file."""

    def __init__(self, path: Path) -> None:
        """Start with an event; raises CanastaError if its file cannot be read."""
        self._path, self._event = path, read_event(path)
        clock = find_clock(self._event)
        self._bell = Bell(clock, get_local_time(), self._event.settings.warn)
        self._stamp = path.stat().st_mtime_ns

    def build_text(self) -> str:
        """Return the screen as it is now."""
        # What is wrong with the file is said by the next command; until then the clock goes on as it was.
        with suppress(CanastaError, OSError):
            stamp = self._path.stat().st_mtime_ns
            if stamp != self._stamp:
                self._event, self._stamp = read_event(self._path), stamp
        lines = list(iter_screen_lines(self._event, get_local_time(), get_terminal_width(), get_terminal_height()))
        width = max(map(len, lines))
        return "\n".join(line.ljust(width) for line in lines)

    def count_rings(self) -> int:
        """Return how often to ring now."""
        return self._bell.count_rings(find_clock(self._event), get_local_time())

    def toggle(self) -> None:
        """Start the clock, or stop it if it runs."""
        clock = find_clock(self._event)
        is_running = clock.running_since and clock.count_left(get_local_time())
        self._act(ClockAction.PAUSE if is_running else ClockAction.START)

    def add_minute(self) -> None:
        """Add one minute for everybody."""
        self._act(ClockAction.ADD)

    def _act(self, action: ClockAction) -> None:
        with suppress(CanastaError):  # as after the last game, where nothing is left to start
            minutes = 1 if action is ClockAction.ADD else None
            self._event = open_event(self._path).record(SetClock(action=action, minutes=minutes)).after


def show_clock(path: Path) -> None:
    """Show the clock of an event until the person closes it; raises CanastaError if the file cannot be read."""
    screen = ClockScreen(path)
    window = Window(FormattedTextControl(screen.build_text), align=WindowAlign.CENTER)
    application: Application[None] = Application(
        layout=Layout(window), key_bindings=_build_keys(screen), full_screen=True, refresh_interval=_REFRESH_SECONDS
    )

    def ring(_: Application[None]) -> None:
        for _ring in range(screen.count_rings()):
            application.output.bell()

    application.after_render += ring
    application.run()


def _build_keys(screen: ClockScreen) -> KeyBindings:
    keys = KeyBindings()

    @keys.add("q")
    @keys.add("c-c")
    @keys.add("c-d")
    def close(event: KeyPressEvent) -> None:
        event.app.exit()

    @keys.add(" ")
    def toggle(event: KeyPressEvent) -> None:
        del event
        screen.toggle()

    @keys.add("+")
    def add_minute(event: KeyPressEvent) -> None:
        del event
        screen.add_minute()

    return keys
