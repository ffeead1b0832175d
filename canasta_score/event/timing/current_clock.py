"""Which clock of an event is meant: that of the game that is played now, or the next one to start."""

from datetime import datetime

from canasta_score.event.errors import event_error
from canasta_score.event.event import Event, no_draw_error
from canasta_score.event.timing.clock import SECONDS_PER_MINUTE, Clock


def find_clock(event: Event) -> Clock:
    """Return the clock that was started last, or that of the game to come; raises EventError before the draw."""
    if not event.is_drawn:
        raise no_draw_error()
    latest = max(event.clocks, default=0)
    if latest and latest >= event.current_game:
        return event.clocks[latest]
    return Clock(game=event.current_game, length=event.settings.minutes * SECONDS_PER_MINUTE)


def find_game_to_start(event: Event, now: datetime) -> int:
    """Return the game whose clock a start means: the one that was stopped, else the next one.

    Raises EventError before the draw, and after the last game.
    """
    clock = find_clock(event)
    if clock.count_left(now) or clock.game not in event.clocks:
        return clock.game
    if clock.game == event.games:
        raise event_error(f"time is up in game {clock.game}, the last game", "to add time", "clock", "add", "5")
    return clock.game + 1
