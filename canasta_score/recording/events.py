"""What can be entered in an event. Each request is a value; `EventRecorder` records it or raises why it cannot."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from canasta_score.disk.files import Notify
from canasta_score.event.entries import ClockAction, EventEntry, EventEntryKind
from canasta_score.event.errors import event_error
from canasta_score.event.event import FIRST_GAME, Event, check_players, find_pair, list_present
from canasta_score.event.seating.csv_tables import parse_seats, parse_slips
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import Direction, Table, require_table
from canasta_score.event.settings import UnfinishedHand
from canasta_score.event.slip_totals import (
    check_points,
    find_table_score,
    list_unlikely_totals,
)
from canasta_score.event.slips import Score, TableResult, require_hand_number
from canasta_score.event.status import find_clock, find_game_to_start, find_own_table
from canasta_score.event.storage.event_files import EventJournal, format_event
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.referee.checks import referee
from canasta_score.hand.referee.problems import Problem, refuse_impossible
from canasta_score.recording.recorder import Clock, Proposal, Recorded, Recorder, Request
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, Severity
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import name_numbers

EventRequest = Request[Event, EventEntry]
RecordedEvent = Recorded[Event]


class EventRecorder(Recorder[Event, EventEntry]):
    """Records requests in an event file."""

    def __init__(
        self,
        path: Path,
        clock: Clock,
        notify: Notify = lambda _: None,
        on_recorded: Callable[[Event], object] = lambda _: None,
    ) -> None:
        """Start with nothing recorded."""
        super().__init__(EventJournal(path, notify=notify), clock, on_recorded)

    def create(self, event: Event) -> Event:
        """Write a new event and return it; raises EventError if something is already there."""
        return self._finish(lambda: self._journal.create(format_event(event))).after


@frozen
class AddPairs(Value):
    """Pairs that play, in the order of their numbers."""

    names: tuple[str, ...]

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the pairs; raises EventError for a player who would be in two pairs."""
        check_players(event.pairs, self.names)
        return Proposal(entry=EventEntry(recorded_at=time, kind=EventEntryKind.PAIRS, names=self.names))


@frozen
class AddLatePair(Value):
    """A pair that comes late, from a game on; without one, from the next."""

    name: str
    game: int | None = None

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the pair; raises EventError for a player who would be in two pairs."""
        check_players(event.pairs, [self.name])
        entry = EventEntry(recorded_at=time, kind=EventEntryKind.LATE, names=(self.name,), game=self.game)
        return Proposal(entry=entry)


@frozen
class WithdrawPair(Value):
    """A pair, by its number or name, that leaves from a game on; without one, from the next."""

    pair: str
    game: int | None = None

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the pair; raises EventError for an unknown one."""
        return _change_presence(event, time, EventEntryKind.WITHDRAW, self.pair, self.game)


@frozen
class ReturnPair(Value):
    """A pair, by its number or name, that comes back from a game on; without one, from the next."""

    pair: str
    game: int | None = None

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the pair; raises EventError for an unknown one, or a player who is in another one."""
        check_players(event.pairs, [find_pair(event.pairs, self.pair).name])
        return _change_presence(event, time, EventEntryKind.RETURN, self.pair, self.game)


def _change_presence(
    event: Event, time: datetime, kind: EventEntryKind, pair: str, game: int | None
) -> Proposal[EventEntry]:
    number = find_pair(event.pairs, pair).number
    return Proposal(entry=EventEntry(recorded_at=time, kind=kind, pair=number, game=game))


@frozen
class RenamePair(Value):
    """Another name for a pair, by its number or name: put right, or with a substitute."""

    pair: str
    name: str

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the name; raises EventError for an unknown pair, or a player who is in another one."""
        pair = find_pair(event.pairs, self.pair)
        if pair.name == self.name:
            raise event_error(f"pair {pair.number} already has this name", "enter its new name")
        check_players({number: other for number, other in event.pairs.items() if other is not pair}, [self.name])
        entry = EventEntry(recorded_at=time, kind=EventEntryKind.RENAME, pair=pair.number, names=(self.name,))
        return Proposal(entry=entry)


@frozen
class RemovePair(Value):
    """A pair, by its number or name, that is taken out before the draw."""

    pair: str

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the pair; raises EventError for an unknown one."""
        number = find_pair(event.pairs, self.pair).number
        return Proposal(entry=EventEntry(recorded_at=time, kind=EventEntryKind.REMOVE, pair=number))


@frozen
class DrawSeats(Value):
    """A draw of the tables of the first game, which its seed repeats."""

    seed: int

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the draw; raises EventError if the pairings of the event come from a file."""
        seat_first = event.movement.seat_first
        if seat_first is None:
            message = "the pairings of this event come from a file"
            raise event_error(message, "to read it", "draw", "--seats", "seats.csv")
        seats = {FIRST_GAME: seat_first(list_present(event.pairs, FIRST_GAME), self.seed)}
        return Proposal(entry=EventEntry(recorded_at=time, kind=EventEntryKind.DRAW, seed=self.seed, seats=seats))


@frozen
class SetSeats(Value):
    """The seats of the first game, or of all games, as a CSV file has them."""

    data: bytes
    file: str

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the seats; raises EventError for a file that does not fit the event."""
        if event.movement.eliminates:
            message = "in a knockout the numbers of the pairs decide who meets"
            raise event_error(message, "to draw without a file", "draw")
        seats = parse_seats(self.data, self.file, event.pairs)
        wanted = [game for game in range(1, event.games + 1) if game == FIRST_GAME or event.get_movement(game).is_given]
        if sorted(seats) != wanted:
            message = f"the file must have the seats of {name_numbers('game', wanted)}"
            raise event_error(message, "look at the column game", file=self.file)
        return Proposal(entry=EventEntry(recorded_at=time, kind=EventEntryKind.DRAW, seats=seats))


@frozen
class EnterSlip(Value):
    """The totals of a table in a game, in points; `anyway` takes a game that is not under way yet.

    `source` is the file that they come from, if they do: again from that file, they take the place of those before.
    `phone` is the pair that enters them itself, if one does.
    """

    game: int
    table: int
    score: Score
    source: str = ""
    phone: Direction | None = None
    anyway: bool = False

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the slip; the problems are totals too large to be right.

        Raises EventError for a table that the game does not have, or a later game, then TallyError for totals that the
        rules do not give.
        """
        _check_game_is_under_way(event, self.game, anyway=self.anyway)
        entry = _build_score_entry(event, time, EventEntryKind.SLIP, self.game, self.table, self.score, self.source)
        result = event.results.get((self.game, self.table))
        replaces = bool(self.source and result and self.source in result.sources and self.score not in result.reports)
        entry = replace(entry, phone=self.phone, replaces=replaces)
        return Proposal(entry=entry, problems=_list_score_problems(event, self.score))


def list_new_slips(event: Event, data: bytes, file: str, time: datetime, *, anyway: bool) -> list[EnterSlip]:
    """Return the slips of a CSV file from which an event learns something.

    Those that came from this file before teach nothing, nor do those that agree with verified or announced totals.
    Raises EventError with everything that is wrong in the file.
    """
    source = Path(file).name

    def build(game: int, table: int, score: Score) -> EnterSlip | None:
        slip = EnterSlip(game=game, table=table, score=score, source=source, anyway=anyway)
        slip.propose(event, time)
        result, is_closed = event.results.get((game, table)) or TableResult(), game in event.announced
        if (result.score == score and (result.is_verified or is_closed)) or (score, source) in result.entered:
            return None
        if is_closed:
            words = ("fix", str(game), str(table), *map(str, score), "--why", "TEXT")
            raise event_error(f"game {game} is already announced with other totals", "to correct them", *words)
        return slip

    return [slip for slip in parse_slips(data, file, build) if slip]


@frozen
class TakeTable(Value):
    """The totals of a table in a game, from the game that the table has kept in a file of its own, `source`."""

    game: int
    table: int
    ledger: Ledger
    source: str
    anyway: bool = False

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the slip; the problems are what makes it uncertain.

        Raises EventError for a table that the game does not have, or a later game, then TallyError for totals that the
        rules do not give.
        """
        seats = require_table(find_seating(event, self.game), self.game, self.table)
        score, is_sure = find_table_score(event, seats, self.ledger)
        slip = EnterSlip(game=self.game, table=self.table, score=score, source=self.source, anyway=self.anyway).propose(
            event, time
        )
        problems: list[Problem] = []
        if not is_sure:
            first, *_ = self.ledger.side_names.values()
            message = f"no side in {self.source} has the name of a pair; {first} is entered as North-South"
            problems.append(Diagnostic(severity=Severity.WARNING, message=message))
        if not self.ledger.standing().over:
            message = f"the game in {self.source} is not over; its totals so far are entered"
            problems.append(Diagnostic(severity=Severity.WARNING, message=message))
        return Proposal(entry=slip.entry, problems=[*problems, *slip.problems])


@frozen
class EnterHand(Value):
    """A hand of a table in a game; `phone` is the pair that enters it itself, if one does.

    `anyway` records it although it is impossible, or its game is not under way yet.
    """

    game: int
    table: int
    hand: int
    facts: HandFacts
    phone: Direction | None = None
    anyway: bool = False

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the hand.

        Raises EventError for a table or a hand that the game does not have, or a later game, HandRefusedError for a
        hand that cannot have happened.
        """
        _check_game_is_under_way(event, self.game, anyway=self.anyway)
        seats = require_table(find_seating(event, self.game), self.game, self.table)
        number = require_hand_number(event.variant, self.hand)
        problems = referee(event.variant.at_hand(number), self.facts, name_sides(event, seats))
        entry = EventEntry(
            recorded_at=time,
            kind=EventEntryKind.HAND,
            game=self.game,
            table=self.table,
            hand=self.hand,
            facts=self.facts,
            phone=self.phone,
            accepted_anyway=refuse_impossible(problems, anyway=self.anyway),
        )
        return Proposal(entry=entry, problems=problems)


@frozen
class FinishTable(Value):
    """The end of a game that a table has entered hand by hand: the hands that are there count.

    `phone` is the pair that ends it itself, if one does.
    """

    game: int
    table: int
    phone: Direction | None = None

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the table; raises EventError for a table that the game does not have."""
        return Proposal(entry=_build_table_entry(event, time, EventEntryKind.DONE, self.game, self.table, self.phone))


@frozen
class EnterAtOwnTable(Value):
    """What a pair enters itself: `build` makes the request for its table, from where it sits, in the game under way.

    `game` is the one that the pair means. `confirms` are the totals that it saw and agrees with, if it does.
    """

    pair: int
    game: int
    build: Callable[[int, Direction], EventRequest]
    confirms: Score | None = None

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the request.

        Raises EventError if the pair has no such table now, if the slip is verified already, or if the totals are not
        those that it confirms.
        """
        found = find_own_table(event, self.pair)
        if found is None or self.game != event.current_game:
            raise event_error("this game takes no slips from phones now", "load the page again")
        table, direction = found
        result = event.results.get((self.game, table.number), TableResult())
        if result.is_verified:
            raise event_error("the slip is verified already", "call the director if it is wrong")
        if self.confirms and self.confirms not in result.reports:
            raise event_error("the totals have changed meanwhile", "load the page again")
        return self.build(table.number, direction).propose(event, time)


@frozen
class VoidSlip(Value):
    """Everything that came from a table in a game is taken away, and the reason; the table is missing again."""

    game: int
    table: int
    why: str

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the table; raises EventError for a table that the game does not have."""
        entry = _build_table_entry(event, time, EventEntryKind.VOID, self.game, self.table)
        return Proposal(entry=replace(entry, text=self.why))


@frozen
class SwapTable(Value):
    """North-South and East-West change places at a table in a game; totals stay those of the directions."""

    game: int
    table: int

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the table; raises EventError for a table that the game does not have."""
        return Proposal(entry=_build_table_entry(event, time, EventEntryKind.SWAP, self.game, self.table))


def _build_table_entry(
    event: Event, time: datetime, kind: EventEntryKind, game: int, table: int, phone: Direction | None = None
) -> EventEntry:
    require_table(find_seating(event, game), game, table)
    return EventEntry(recorded_at=time, kind=kind, game=game, table=table, phone=phone)


@frozen
class FixSlip(Value):
    """Other totals for a table in a game, in points, and the reason."""

    game: int
    table: int
    score: Score
    why: str

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the correction.

        Raises EventError for a table that the game does not have, then TallyError for totals that the rules do not
        give.
        """
        entry = _build_score_entry(event, time, EventEntryKind.FIX, self.game, self.table, self.score, self.why)
        return Proposal(entry=entry)


@frozen
class AdjustPair(Value):
    """Points that a pair, by its number or name, gets or loses, and the reason, for the director unless public."""

    pair: str
    points: int
    why: str
    is_public: bool = False

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the adjustment; raises EventError for an unknown pair, TallyError for wrong points."""
        number = find_pair(event.pairs, self.pair).number
        check_points(event.variant, self.points)
        entry = EventEntry(
            recorded_at=time,
            kind=EventEntryKind.ADJUST,
            pair=number,
            points=self.points,
            is_public=self.is_public,
            text=self.why,
        )
        return Proposal(entry=entry)


@frozen
class AnnounceGame(Value):
    """The end of a game, whose ranks are announced; without a number, of the first that is not announced."""

    game: int | None = None

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the announcement, which ends the hands of tables that have no other slip.

        Unless a hand that is not finished at the bell counts, only a whole game is a slip.
        """
        game = event.current_game if self.game is None else self.game
        drops = event.settings.unfinished is UnfinishedHand.DROP
        done = [table.number for table, result in event.iter_played_tables(game) if result.hands and not result.reports]
        problems = [
            Diagnostic(
                severity=Severity.WARNING,
                message=f"table {table} has entered {name_numbers('hand', event.results[game, table].hands)} only",
                hint="these hands count; to correct the totals",
                command=("event", "fix", str(game), str(table), "NS", "EW", "--why", "TEXT"),
            )
            for table in done
        ]
        entry = EventEntry(recorded_at=time, kind=EventEntryKind.ANNOUNCE, game=game, done=tuple(done) if drops else ())
        return Proposal(entry=entry, problems=problems if drops else ())


@frozen
class SetClock(Value):
    """The clock is started, is stopped, or gets more minutes, of all tables or of one."""

    action: ClockAction
    minutes: int | None = None
    table: int | None = None

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the clock of the game that is played, or that can start now; raises EventError."""
        is_start = self.action is ClockAction.START
        game = find_game_to_start(event, time) if is_start else find_clock(event).game
        entry = EventEntry(
            recorded_at=time,
            kind=EventEntryKind.CLOCK,
            game=game,
            action=self.action,
            minutes=self.minutes,
            table=self.table,
        )
        return Proposal(entry=entry)


@frozen
class AddNote(Value):
    """A note about the event."""

    text: str

    def propose(self, _: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the note."""
        return Proposal(entry=EventEntry(recorded_at=time, kind=EventEntryKind.NOTE, text=self.text))


@frozen
class Undo(Value):
    """The last entry in effect is undone; only if it has the number `entry`, where that is given."""

    entry: int | None = None

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the undo; raises EventError if another entry is the last one."""
        if self.entry is not None and [change.entry.number for change in event.applied_changes[-1:]] != [self.entry]:
            message = "something else has been entered since then"
            raise event_error(message, "type the right totals, or take the slip away with void")
        return Proposal(entry=EventEntry(recorded_at=time, kind=EventEntryKind.UNDO))


@frozen
class Redo(Value):
    """The entry that was undone last is brought back."""

    def propose(self, _: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the redo."""
        return Proposal(entry=EventEntry(recorded_at=time, kind=EventEntryKind.REDO))


def name_sides(event: Event, seats: Table) -> dict[str, str]:
    """Return the names of the pairs at a table, by the direction for which their items are entered."""
    return {str(direction): event.pairs[pair].name for direction, pair in zip(Direction, seats.pairs, strict=True)}


def _check_game_is_under_way(event: Event, game: int, *, anyway: bool) -> None:
    if event.require_game(game) > event.current_game and not anyway:
        message = f"game {game} is not under way yet; game {event.current_game} is not announced"
        hint = f"if the slip really belongs to game {game}, add --anyway"
        raise event_error(message, hint, code=DiagnosticCode.LATER_GAME)


def _build_score_entry(
    event: Event, time: datetime, kind: EventEntryKind, game: int, table: int, score: Score, text: str
) -> EventEntry:
    require_table(find_seating(event, game), game, table)
    check_points(event.variant, *score)
    return EventEntry(recorded_at=time, kind=kind, game=game, table=table, score=score, text=text)


def _list_score_problems(event: Event, score: Score) -> Sequence[Problem]:
    hint = "look at the slip again; if it was a typo"
    return [
        Diagnostic(
            severity=Severity.WARNING,
            message=f"{points:,} is unlikely, even with every canasta of the deck",
            hint=hint,
            command=("event", "undo"),
        )
        for points in list_unlikely_totals(event.variant, score)
    ]
