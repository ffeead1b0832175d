"""The clock on the whole screen: large figures, and a bell at the warning and at the end."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import FormattedTextControl, Layout, Window, WindowAlign

from canasta_score.cli.event.recording import open_event
from canasta_score.cli.terminal import get_terminal_height, get_terminal_width
from canasta_score.clock import get_local_time
from canasta_score.disk.files import identify_file
from canasta_score.event.clock import SECONDS_PER_MINUTE
from canasta_score.event.entries import ClockAction
from canasta_score.event.event import Event
from canasta_score.event.status import find_clock
from canasta_score.event.storage.event_files import read_event
from canasta_score.recording.events import set_clock
from canasta_score.report.event.countdown import BELL_STATES, CLOCK_LABELS, format_big_figures, format_time_left
from canasta_score.report.event.text import describe_bell
from canasta_score.report.text.layout import wrap_text
from canasta_score.rules.diagnostics import CanastaError
from canasta_score.rules.text import escape_unprintable

_REFRESH_SECONDS = 0.25
_RINGS_AT_END = 3
_OTHER_LINES = 9  # of the screen, besides the figures
_KEYS_HINT = "space: start or stop   +: one minute more   q: close (the clock keeps running)"


class Bell:
    """Counts how often to ring: once at the warning, three times at the end, and once for a table with extra time."""

    def __init__(self) -> None:
        """Start without a game."""
        # The seconds that were left by game and table: those with extra time, and by None the others.
        self._left: Mapping[tuple[int, int | None], int] = {}

    def count_rings(self, event: Event, now: datetime) -> int:
        """Return how often to ring since the last call for this game; what is past at the first one does not ring."""
        if not event.is_drawn:
            return 0
        clock, before, warning = find_clock(event), self._left, event.settings.warn * SECONDS_PER_MINUTE
        self._left = {(clock.game, table): clock.count_left(now, table) for table in (None, *clock.extra)}
        ended = [table for (game, table), left in self._left.items() if not left and before.get((game, table))]
        rings = sum(_RINGS_AT_END if table is None else 1 for table in ended)
        return rings + (self._left[clock.game, None] <= warning < before.get((clock.game, None), 0))


class EventWatch:
    """An event file that is read again whenever it has changed, and the bell of its clock."""

    def __init__(self, path: Path) -> None:
        """Start with the event as it is now; raises CanastaError if its file cannot be read."""
        self.path, self._identity = path, identify_file(path)  # before the file is read, so that no change is missed
        self.event = read_event(path)
        self._bell = Bell()

    def refresh(self) -> Event:
        """Return the event as it is now."""
        if (identity := identify_file(self.path)) != self._identity:
            # What is wrong with the file is said by the next command; until then the event is as it was.
            with suppress(CanastaError):
                self.event, self._identity = read_event(self.path), identity
        return self.event

    def ring(self, application: Application[Any]) -> None:
        """Ring the bell of a terminal as often as is due."""
        for _ in range(self._bell.count_rings(self.event, get_local_time())):
            application.output.bell()


def iter_screen_lines(event: Event, now: datetime, width: int, height: int) -> Iterator[str]:
    """Yield the lines of the screen: the game, the figures as large as they fit, and tables with extra time."""
    clock = find_clock(event)
    yield escape_unprintable(f"{event.name}, game {clock.game} of {event.games}")
    yield ""
    figures = format_time_left(clock.count_left(now))
    sizes = [format_big_figures(figures, scale) for scale in (1, 2, 3, 4)]
    fitting = [lines for lines in sizes if max(map(len, lines)) <= width and len(lines) + _OTHER_LINES <= height]
    yield from (fitting or sizes[:1])[-1]
    yield ""
    state = clock.get_state(now, event.settings.warn)
    yield CLOCK_LABELS[state].upper()
    if state in BELL_STATES:
        yield from wrap_text(describe_bell(event.settings), width)
    for table in sorted(clock.extra):
        yield f"Table {table}: {format_time_left(clock.count_left(now, table))}"
    yield ""
    yield from wrap_text(_KEYS_HINT, width)


class ClockScreen:
    """The screen of a clock, which follows the event file."""

    def __init__(self, path: Path) -> None:
        """Start with an event; raises CanastaError if its file cannot be read, or it has no tables yet."""
        self.watch = EventWatch(path)
        find_clock(self.watch.event)

    def build_text(self) -> str:
        """Return the screen as it is now."""
        size = get_terminal_width(), get_terminal_height()
        lines = list(iter_screen_lines(self.watch.refresh(), get_local_time(), *size))
        width = max(map(len, lines))
        return "\n".join(line.ljust(width) for line in lines)

    def toggle(self) -> None:
        """Start the clock, or stop it if it runs."""
        clock = find_clock(self.watch.event)
        is_running = clock.running_since and clock.count_left(get_local_time())
        self._act(ClockAction.PAUSE if is_running else ClockAction.START)

    def add_minute(self) -> None:
        """Add one minute for everybody."""
        self._act(ClockAction.ADD, minutes=1)

    def _act(self, action: ClockAction, *, minutes: int | None = None) -> None:
        with suppress(CanastaError):  # as after the last game, where nothing is left to start
            self.watch.event = open_event(self.watch.path).record(set_clock(action=action, minutes=minutes)).after


def show_clock(path: Path) -> None:
    """Show the clock of an event until the person closes it; raises CanastaError if the file cannot be read."""
    screen = ClockScreen(path)
    window = Window(FormattedTextControl(screen.build_text), align=WindowAlign.CENTER)
    keys = KeyBindings()
    for key in ("q", "c-c", "c-d"):
        keys.add(key)(lambda event: event.app.exit())
    keys.add(" ")(lambda _: screen.toggle())
    keys.add("+")(lambda _: screen.add_minute())
    application: Application[None] = Application(
        layout=Layout(window), key_bindings=keys, full_screen=True, refresh_interval=_REFRESH_SECONDS
    )
    application.after_render += screen.watch.ring
    application.run()
