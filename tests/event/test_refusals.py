"""What an event refuses: each refusal proposes the command that does what was meant, and nothing is changed."""

from collections.abc import Callable

import pytest
from support.event_days import TEN, Day

from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.errors import EventError
from canasta_score.event.event_builder import EventBuilder, complete_event_entry
from canasta_score.event.movements import MovementName
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import Table
from canasta_score.event.settings import Settings
from canasta_score.event.status import find_game_to_start
from canasta_score.rules.diagnostics import DiagnosticCode

pytestmark = pytest.mark.usefixtures("sentences")

Action = Callable[[Day], object]


def drawn(pairs: int = 4, games: int = 3, movement: MovementName = MovementName.EAST_WEST_UP) -> Day:
    day = Day(pairs, Settings(games=games, movement=movement))
    day.draw()
    return day


def begun() -> Day:
    """Return a day of which game 1 is announced, and table 1 of game 2 has a slip."""
    day = drawn()
    day.play(1, (5, 0), (5, 0))
    day.slip(2, 1, 5, 0)
    return day


def refuse(day: Day, action: Action) -> tuple[str, tuple[str, ...]]:
    """Return the hint and the command of a refusal that changes nothing."""
    before = day.event
    with pytest.raises(EventError) as caught:
        action(day)
    assert day.event == before
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.hint, diagnostic.command


def add_pair(day: Day) -> object:
    return day.record(EventEntryKind.PAIRS, names=("Ann & Bob",))


def add_late(day: Day, game: int | None = None) -> object:
    return day.record(EventEntryKind.LATE, names=("Ann & Bob",), game=game)


def announce(game: int) -> Action:
    return lambda day: day.record(EventEntryKind.ANNOUNCE, game=game)


def withdraw(pair: int, game: int | None = None) -> Action:
    return lambda day: day.record(EventEntryKind.WITHDRAW, pair=pair, game=game)


@pytest.mark.parametrize(
    ("start", "action", "command"),
    [
        (Day, lambda day: day.slip(1, 1, 5, 0), "draw"),
        (Day, lambda day: day.draw(), "pair/Ann & Bob/Cy & Di"),
        (lambda: Day(1), lambda day: day.draw(), "pair/Ann & Bob/Cy & Di"),
        (lambda: Day(2), add_late, "pair/Ann & Bob"),
        (lambda: Day(2), withdraw(2), "remove/2"),
        (lambda: Day(2), withdraw(2, 2), "draw"),
        (drawn, add_pair, "late/Ann & Bob"),
        (drawn, lambda day: day.draw(), "undo"),
        (drawn, lambda day: day.fix(1, 2, 5, 0), "slip/1/2/NS/EW"),
        (drawn, announce(1), "slip/1/1/NS/EW"),
        (begun, announce(1), "fix/1/TABLE/NS/EW/--why/TEXT"),
        (begun, announce(2), "slip/2/2/NS/EW"),
        (begun, announce(3), "announce/2"),
        (begun, lambda day: day.slip(1, 2, 5, 5), "fix/1/2/NS/EW/--why/TEXT"),
    ],
)
def test_the_command_that_was_meant_is_proposed(start: Callable[[], Day], action: Action, command: str) -> None:
    assert refuse(start(), action)[1] == ("event", *command.split("/"))


def test_who_has_left_can_return() -> None:
    day = drawn()
    day.record(EventEntryKind.WITHDRAW, pair=3)
    assert refuse(day, withdraw(3))[1] == ("event", "return", "3")


def test_a_late_pair_that_was_here_before_returns() -> None:
    day = drawn()
    day.record(EventEntryKind.WITHDRAW, pair=3)
    name = " & ".join(reversed(day.event.pairs[3].name.split(" & ")))
    assert refuse(day, lambda day: day.record(EventEntryKind.LATE, names=(name,)))[1] == ("event", "return", "3")


@pytest.mark.parametrize(
    ("start", "action", "hint"),
    [
        (begun, withdraw(1, 1), "withdraw 1 --from 3"),  # game 1 is announced, game 2 has begun
        (begun, withdraw(1, 2), "withdraw 1 --from 3"),  # table 1 of game 2 has a slip of pair 1
        (lambda: drawn(games=1), add_late, "if the pair plays in game 1"),
        (lambda: drawn(movement=MovementName.KNOCKOUT), add_late, "undo the draw"),
    ],
)
def test_what_comes_too_late_is_told_what_is_left(start: Callable[[], Day], action: Action, hint: str) -> None:
    said, words = refuse(start(), action)
    assert hint in f"{said}: {' '.join(words)}"


def test_a_game_that_depends_on_results_names_the_first_table_without_one() -> None:
    for movement in (MovementName.WINNERS_UP, MovementName.KNOCKOUT):
        day = drawn(8, movement=movement)
        day.slip(1, 1, 5, 0)
        day.slip(1, 3, 5, 0)
        assert refuse(day, lambda day: find_seating(day.event, 2))[1] == ("event", "slip", "1", "2", "NS", "EW")


def test_after_the_last_game_time_can_be_added() -> None:
    day = drawn(games=1)
    day.record(EventEntryKind.CLOCK, game=1)
    day.after(50)
    assert refuse(day, lambda day: find_game_to_start(day.event, day.now))[1] == ("event", "clock", "add", "5")


def test_undo_and_redo_say_that_there_is_nothing_left() -> None:
    for step, code in ((Day.undo, DiagnosticCode.NOTHING_TO_UNDO), (Day.redo, DiagnosticCode.NOTHING_TO_REDO)):
        with pytest.raises(EventError) as caught:
            step(Day())
        assert caught.value.diagnostics[0].code is code


@pytest.mark.parametrize(
    ("seats", "named"),
    [
        ((Table(1, 1, 2), Table(2, 3, None)), "pair 4"),
        ((Table(1, 1, 2), Table(2, 3, 4), Table(3, 1, None)), "pair 1"),
        ((Table(1, 1, 2), Table(2, 3, 4), Table(3, 5, None)), "pair 5"),
        ((Table(1, 1, 3), Table(2, 3, None)), "pairs 2, 3 and 4"),
        ((Table(2, 1, 2), Table(2, 3, 4)), "game 1"),
        ((Table(1, 1, 2), Table(2, 3, 4), Table(7, None, None)), "table 7"),
    ],
)
def test_seats_that_are_not_whole_are_named(seats: tuple[Table, ...], named: str) -> None:
    day = Day(4)
    with pytest.raises(EventError, match=rf"{named}\b"):
        day.record(EventEntryKind.DRAW, seats={1: seats})
    assert not day.event.is_drawn


def test_a_game_that_does_not_exist_is_refused_before_anything_is_settled() -> None:
    day = drawn()
    entry = day.entries[-1]
    with pytest.raises(EventError, match="no game 7"):
        complete_event_entry(day.event, type(entry)(recorded_at=day.now, kind=EventEntryKind.CLOCK, game=7))


def test_a_game_whose_seats_the_file_does_not_have_is_not_announced() -> None:
    day = drawn(2)
    day.slip(1, 1, 5, 0)
    builder = EventBuilder(day.event)
    entries = [EventEntry(recorded_at=TEN, kind=EventEntryKind.ANNOUNCE, game=game) for game in (1, 2)]
    builder.apply(entries[0])
    with pytest.raises(EventError, match="seats of game 2 are missing"):
        builder.apply(entries[1])
