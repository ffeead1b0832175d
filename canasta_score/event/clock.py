"""The clock of a game: what is left for all tables, and for those that got extra time."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from canasta_score.event.entries import ClockAction
from canasta_score.rules.frozen import FastStrEnum, Value, field, replace

SECONDS_PER_MINUTE = 60


class ClockState(FastStrEnum):
    """What the tables see on a clock; it warns shortly before the end."""

    RUNNING = "running"
    PAUSED = "paused"
    WARNING = "warning"
    OVER = "over"


class Clock(Value):
    """The clock of a game, as the entries leave it, in seconds."""

    game: int
    length: int  # with the time added for all tables
    extra: Mapping[int, int] = field(default_factory=dict)  # the time added for single tables
    used: int = 0  # before `running_since`
    running_since: datetime | None = None  # None: the clock does not run

    def act(self, action: ClockAction, at: datetime, minutes: int, table: int | None) -> "Clock":
        """Return the clock after something was done to it; starting a clock that runs changes nothing."""
        if action is ClockAction.START:
            return self if self.running_since else replace(self, running_since=at)
        if action is ClockAction.PAUSE:
            return replace(self, used=self._count_used(at), running_since=None)
        seconds = minutes * SECONDS_PER_MINUTE
        if table is None:
            return replace(self, length=self.length + seconds)
        return replace(self, extra={**self.extra, table: self.extra.get(table, 0) + seconds})

    def count_left(self, now: datetime, table: int | None = None) -> int:
        """Return the seconds that are left for a table, or for those without extra time; never less than zero."""
        extra = 0 if table is None else self.extra.get(table, 0)
        return max(0, self.length + extra - self._count_used(now))

    def get_state(self, now: datetime, warn_minutes: int) -> ClockState:
        """Return what the tables without extra time see."""
        left = self.count_left(now)
        if not left:
            return ClockState.OVER
        if self.running_since is None:
            return ClockState.PAUSED
        return ClockState.WARNING if left <= warn_minutes * SECONDS_PER_MINUTE else ClockState.RUNNING

    def _count_used(self, now: datetime) -> int:
        running = now - self.running_since if self.running_since else timedelta()
        return self.used + max(0, int(running.total_seconds()))
