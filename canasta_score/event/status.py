"""A game under way: which slips are missing, unverified or disputed, who may move, and what the clock shows."""

from contextlib import suppress
from datetime import datetime
from itertools import dropwhile

from canasta_score.event.clock import SECONDS_PER_MINUTE, Clock
from canasta_score.event.entries import EventChange, EventEntry, EventEntryKind
from canasta_score.event.errors import EventError, event_error, no_draw_error
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import Direction, Seating, Table, list_pairs
from canasta_score.event.slips import Score, SlipState, TableResult
from canasta_score.rules.frozen import Value


class GameStatus(Value):
    """The tables of a game by what came from them."""

    game: int
    tables: tuple[int, ...]
    missing: tuple[int, ...]
    unverified: tuple[int, ...]
    disputed: dict[int, tuple[Score, ...]]
    waiting: dict[int, str]  # pairs that have not confirmed yet what their opponents entered on a phone
    ready: tuple[int, ...]  # those of the next game whose pairs are all free: their slips are in, and not disputed

    @property
    def is_complete(self) -> bool:
        """Return whether every table has a slip."""
        return not self.missing


def compute_status(event: Event, game: int) -> GameStatus:
    """Return what has come from the tables of a game; raises EventError for an unknown one."""
    seating = find_seating(event, game)
    came = [*event.iter_played_tables(game)]
    played = tuple(table.number for table in seating if table.is_played)
    missing = tuple(event.list_missing(game)) if game in event.seatings else played
    disputed = {table.number: result.reports for table, result in came if result.is_disputed}
    busy = {*missing, *disputed}
    playing = {*list_pairs(table for table in seating if table.number in busy)}
    following: Seating = ()
    with suppress(EventError):  # after the last game, or while who plays whom depends on results that are missing
        following = find_seating(event, game + 1)
    return GameStatus(
        game=game,
        tables=played,
        missing=missing,
        unverified=tuple(table.number for table, result in came if result.state is SlipState.ENTERED),
        disputed=disputed,
        waiting={
            table.number: event.get_name(table.seats[direction], game)
            for table, result in came
            if (direction := result.waits_for)
        },
        ready=tuple(
            table.number
            for table in following
            if table.is_played and table.number not in busy and playing.isdisjoint(table.pairs)
        ),
    )


def is_correction(change: EventChange) -> bool:
    """Return whether the director has put other totals in place of those that counted; not so the end of a dispute."""
    before, after = change.results
    is_changed = (before and before.score) != (after and after.score)
    return change.entry.kind is EventEntryKind.FIX and is_changed


def list_later_decisions(event: Event, game: int) -> list[EventEntry]:
    """Return the corrections and adjustments since a game was announced that count in the ranks after it."""
    announced = (EventEntryKind.ANNOUNCE, game)
    since = dropwhile(lambda change: (change.entry.kind, change.entry.game) != announced, event.applied_changes)
    return [
        change.entry
        for change in since
        if change.entry.kind is EventEntryKind.ADJUST or (is_correction(change) and (change.entry.game or 0) <= game)
    ]


def find_own_table(event: Event, pair: int) -> tuple[Table, Direction] | None:
    """Return the table of a pair in the game under way, and where it sits; None if it has none, or all is announced."""
    game = event.current_game
    if game in event.announced or game not in event.seatings:
        return None
    table = next((table for table in event.seatings[game] if table.is_played and pair in table.pairs), None)
    return table and (table, Direction.NS if table.ns == pair else Direction.EW)


def find_own_result(event: Event, pair: int) -> TableResult:
    """Return what is known of the table of a pair in the game under way; nothing if it has none."""
    found = find_own_table(event, pair)
    return event.get_result(event.current_game, found[0].number) if found else TableResult()


def find_clock(event: Event) -> Clock:
    """Return the clock that was started last, or that of the game to come; raises EventError before the draw."""
    if not event.is_drawn:
        raise no_draw_error()
    latest = max(event.clocks, default=0)
    if latest and latest >= event.current_game:
        return event.clocks[latest]
    return Clock(game=event.current_game, length=event.settings.minutes * SECONDS_PER_MINUTE)


def find_game_to_start(event: Event, now: datetime) -> int:
    """Return the game whose clock to start: the next one once time is up; raises EventError if there is none."""
    clock = find_clock(event)
    if clock.count_left(now) or clock.game not in event.clocks:
        return clock.game
    if clock.game == event.games:
        raise event_error(f"time is up in game {clock.game}, the last game", "to add time", "clock", "add", "5")
    return clock.game + 1
