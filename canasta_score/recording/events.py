"""What can be entered in an event. `EventRecorder` records these requests, or raises why it cannot.

Requests raise EventError for a pair, a game or a table that the event does not have, TallyError for impossible points.
"""

from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from canasta_score.event.entries import ClockAction, EventEntry, EventEntryKind
from canasta_score.event.errors import event_error
from canasta_score.event.event import FIRST_GAME, Event, check_players, find_pair, list_present, next_pair_number
from canasta_score.event.seating.csv_tables import parse_seats, parse_slips
from canasta_score.event.seating.rounds import find_table
from canasta_score.event.seating.tables import Direction, Table, list_sit_outs
from canasta_score.event.settings import UnfinishedHand
from canasta_score.event.slip_totals import check_points, find_largest_likely_total, find_table_score
from canasta_score.event.slips import Score, TableResult, find_needs, require_hand_number, sum_hands
from canasta_score.event.status import find_clock, find_game_to_start, find_own_table
from canasta_score.event.storage.event_files import EventJournal, format_event
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.journal import Recorded
from canasta_score.hand.facts import HandFacts, drop_zeros
from canasta_score.hand.referee.checks import find_problems, list_unlikely_problems
from canasta_score.hand.referee.problems import Problem, refuse_impossible
from canasta_score.recording.recorder import Proposal, Recorder, Request, request
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, Severity
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.text import name_numbers, split_players

EventRequest = Request[Event, EventEntry]
RecordedEvent = Recorded[Event]


class EventRecorder(Recorder[Event, EventEntry]):
    """Records requests in an event file."""

    _journal_type = EventJournal

    def create(self, event: Event) -> Event:
        """Write a new event and return it; raises EventError if something is already there."""
        return self._finish(lambda: self._journal.create(format_event(event))).after


class AddPairs(Value):
    """Pairs, in the order of their numbers."""

    names: tuple[str, ...]

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the pairs; the problems are those of one player, each with the index of its name."""
        check_players(event.pairs, self.names)
        first, problems = next_pair_number(event.pairs), list[Problem]()
        for index, name in enumerate(self.names):
            if len(split_players(name)) == 1:
                message, command = f"pair {first + index} has only one player: {name}", ("rename", str(first + index))
                doubt = _doubt(message, "to add the other one", *command, f"{name} & NAME")
                problems.append(replace(doubt, word_index=index))
        entry = EventEntry(recorded_at=time, kind=EventEntryKind.PAIRS, names=self.names)
        return Proposal(entry=entry, problems=problems)


@request
def add_late_pair(event: Event, time: datetime, *, name: str, game: int | None = None) -> EventEntry:
    """Return the entry of a pair that comes late, from a game on; without one, from the next."""
    check_players(event.pairs, [name])
    return EventEntry(recorded_at=time, kind=EventEntryKind.LATE, names=(name,), game=game)


@request
def withdraw_pair(event: Event, time: datetime, *, pair: str, game: int | None = None) -> EventEntry:
    """Return the entry of a pair that leaves from a game on; without one, from the next."""
    number = find_pair(event.pairs, pair).number
    return EventEntry(recorded_at=time, kind=EventEntryKind.WITHDRAW, pair=number, game=game)


@request
def return_pair(event: Event, time: datetime, *, pair: str, game: int | None = None) -> EventEntry:
    """Return the entry of a pair that comes back from a game on; without one, from the next."""
    returning = find_pair(event.pairs, pair)
    check_players(event.pairs, [returning.name])
    return EventEntry(recorded_at=time, kind=EventEntryKind.RETURN, pair=returning.number, game=game)


@request
def rename_pair(event: Event, time: datetime, *, pair: str, name: str, game: int | None = None) -> EventEntry:
    """Return the entry of another name for a pair, or from a game on with a substitute."""
    renamed = find_pair(event.pairs, pair)
    if name == renamed.name == renamed.get_name(game or FIRST_GAME):
        message, code = f"pair {renamed.number} already has this name", DiagnosticCode.NO_CHANGE
        raise event_error(message, "enter its new name", code=code)
    check_players({number: other for number, other in event.pairs.items() if other is not renamed}, [name])
    return EventEntry(recorded_at=time, kind=EventEntryKind.RENAME, pair=renamed.number, names=(name,), game=game)


@request
def remove_pair(event: Event, time: datetime, *, pair: str) -> EventEntry:
    """Return the entry that takes a pair out before the draw."""
    return EventEntry(recorded_at=time, kind=EventEntryKind.REMOVE, pair=find_pair(event.pairs, pair).number)


@request
def draw_seats(event: Event, time: datetime, *, seed: int) -> EventEntry:
    """Return the entry of a draw of the first seats, which its seed repeats; raises EventError if a file has them."""
    if event.movement.seat_first is None:
        raise event_error("the pairings of this event come from a file", "to read it", "draw", "--seats", "seats.csv")
    seats = {FIRST_GAME: event.movement.seat_first(list_present(event.pairs, FIRST_GAME), seed)}
    return EventEntry(recorded_at=time, kind=EventEntryKind.DRAW, seed=seed, seats=seats)


@request
def set_seats(event: Event, time: datetime, *, data: bytes, file: str) -> EventEntry:
    """Return the entry of the seats that a CSV file has, of the first game or of all."""
    if event.movement.eliminates:
        raise event_error("in a knockout the numbers of the pairs decide who meets", "to draw without a file", "draw")
    seats = parse_seats(data, file, event.pairs)
    wanted = [game for game in range(1, event.games + 1) if game == FIRST_GAME or event.get_movement(game).is_given]
    if sorted(seats) != wanted:
        message = f"the file must have the seats of {name_numbers('game', wanted)}"
        raise event_error(message, "look at the column game", file=file)
    return EventEntry(recorded_at=time, kind=EventEntryKind.DRAW, seats=seats)


class _FromTable(Value):
    """What comes from a table in a game."""

    game: int
    table: int
    phone: Direction | None = None  # the pair that enters it itself, if one does

    def _build_entry(self, time: datetime, kind: EventEntryKind) -> EventEntry:
        return EventEntry(recorded_at=time, kind=kind, game=self.game, table=self.table, phone=self.phone)


class EnterSlip(_FromTable):
    """The totals of a table in a game, in points."""

    score: Score
    source: str = ""  # the file that they come from: again from it, they take the place of those before
    file: str = ""  # its path, if they are a `row` of a list
    row: int | None = None
    anyway: bool = False  # takes unlikely ones from a phone, and a game to come

    def is_entered(self, result: TableResult) -> bool:
        """Return whether the pair has entered these totals already, or they are verified."""
        is_own = self.phone is not None and result.is_only_from(self.phone)
        return self.score == result.score and (result.is_verified or is_own)

    def check(self, event: Event) -> None:
        """Raise the error of a game or a table that takes no slip, or of totals that cannot be."""
        _check_game_is_under_way(event, self.game, anyway=self.anyway)
        find_table(event, self.game, self.table)
        check_points(event.variant, *self.score)

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the slip; the problems are totals that are too large or those of an earlier game."""
        self.check(event)
        result = event.get_result(self.game, self.table)
        replaces = self.source != "" and self.source in result.sources and self.score not in result.reports
        doubts = [*list_doubts(event, self.game, self.table, self.score), *_list_early_doubts(event, self)]
        problems = [replace(doubt, file=self.file, row=self.row) for doubt in doubts]
        if self.phone:
            problems += list_doubts_by_hands(result, self.score)
            refuse_impossible(problems, anyway=self.anyway, is_from_phone=True)
        entry = self._build_entry(time, EventEntryKind.SLIP)
        entry = replace(entry, score=self.score, text=self.source, replaces=replaces)
        return Proposal(entry=entry, problems=problems)


def list_new_slips(event: Event, data: bytes, file: str, *, anyway: bool) -> list[EnterSlip]:
    """Return the slips of a CSV file that were not entered from it before, nor verified or announced."""
    source = Path(file).name

    def build(row: int, game: int, table: int, score: Score) -> EnterSlip | None:
        slip = EnterSlip(game=game, table=table, score=score, source=source, file=file, row=row, anyway=anyway)
        slip.check(event)
        result, is_closed = event.get_result(game, table), game in event.announced
        if (result.score == score and (result.is_verified or is_closed)) or (score, source) in result.entered:
            return None
        if is_closed:
            words = ("fix", str(game), str(table), *map(str, score), "--why", "TEXT")
            raise event_error(f"game {game} is already announced with other totals", "to correct them", *words)
        return slip

    return [slip for slip in parse_slips(data, file, build) if slip]


class TakeTable(Value):
    """The totals of a table in a game, from the game that the table has kept in a file of its own, `source`."""

    game: int
    table: int
    ledger: Ledger
    source: str
    anyway: bool = False

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the slip; the problems are what makes it uncertain."""
        score, is_sure = find_table_score(event, find_table(event, self.game, self.table), self.ledger)
        slip = EnterSlip(game=self.game, table=self.table, score=score, source=self.source, anyway=self.anyway)
        proposal, problems = slip.propose(event, time), list[Diagnostic]()
        if not is_sure:
            first, *_ = self.ledger.side_names.values()
            message = f"no side in {self.source} has the name of a pair; {first} is entered as North-South"
            problems.append(_doubt(message))
        if not self.ledger.standing().over:
            problems.append(_doubt(f"the game in {self.source} is not over; its totals so far are entered"))
        return replace(proposal, problems=[*problems, *proposal.problems])


class EnterHand(_FromTable):
    """A hand of a table in a game."""

    hand: int
    facts: HandFacts
    corrects: bool = False  # a phone may replace a hand that is there
    anyway: bool = False  # although it is impossible, or its game is not under way yet

    def is_entered(self, result: TableResult) -> bool:
        """Return whether the table has this hand already."""
        hand = result.hands.get(self.hand)
        return hand is not None and drop_zeros(hand.facts) == drop_zeros(self.facts)

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the hand; raises HandRefusedError for one that only `anyway` records."""
        _check_game_is_under_way(event, self.game, anyway=self.anyway)
        seats = find_table(event, self.game, self.table)
        number, hands = require_hand_number(event.variant, self.hand), event.get_result(self.game, self.table).hands
        if self.phone and not self.corrects and number in hands:
            raise event_error(f"hand {number} was entered meanwhile", "to correct it, open it below")
        variant, names = event.variant.at_hand(number), name_sides(event, self.game, seats)
        problems, needs = find_problems(variant, self.facts, names), find_needs(event.variant, hands, number)
        problems += list_unlikely_problems(variant, self.facts, problems, names, needs)
        problems += _list_early_doubts(event, self)
        is_impossible = refuse_impossible(problems, anyway=self.anyway, is_from_phone=self.phone is not None)
        entry = self._build_entry(time, EventEntryKind.HAND)
        entry = replace(entry, hand=number, facts=self.facts, accepted_anyway=is_impossible)
        return Proposal(entry=entry, problems=problems)


class FinishTable(_FromTable):
    """The end of a game that a table has entered hand by hand: the hands that are there count."""

    def is_entered(self, result: TableResult) -> bool:
        """Return whether the table has ended its game already."""
        return result.is_done

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the table."""
        find_table(event, self.game, self.table)
        return Proposal(entry=self._build_entry(time, EventEntryKind.DONE))


class EnterAtOwnTable(Value):
    """What a pair enters itself: `build` makes the request for its table, from where it sits, in the game under way."""

    pair: int
    game: int  # the one that the pair means
    build: Callable[[int, Direction], EnterSlip | EnterHand | FinishTable]
    confirms: Score | None = None  # the totals that it saw and agrees with, if it does
    table: int | None = None  # the one that the pair means, if it names one

    def is_entered(self, event: Event) -> bool:
        """Return whether the phone of the pair sends once more what came from it, or what is verified already."""
        found = find_own_table(event, self.pair)
        if found is None or self.game != event.current_game or self.table not in {None, found[0].number}:
            return False
        table, direction = found
        return self.build(table.number, direction).is_entered(event.get_result(self.game, table.number))

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the request; raises EventError if there is nothing for the pair to enter or confirm."""
        found = find_own_table(event, self.pair)
        is_current = self.game == event.current_game and self.game not in event.announced
        if is_current and self.pair in list_sit_outs(event.seatings.get(self.game, ())):
            raise event_error(f"you sit out in game {self.game}", "your next table is on this page")
        if found is None or not is_current:
            raise event_error("this game takes no slips from phones now", "load the page again")
        table, direction = found
        if self.table not in {None, table.number}:
            raise event_error(f"your table in game {self.game} is table {table.number}", "load the page again")
        result = event.get_result(self.game, table.number)
        if result.is_verified:
            raise event_error("the slip is verified already", "call the director if it is wrong")
        if self.confirms and self.confirms not in result.reports:
            raise event_error("the totals have changed meanwhile", "load the page again")
        return self.build(table.number, direction).propose(event, time)


@request
def void_slip(event: Event, time: datetime, *, game: int, table: int, why: str) -> EventEntry:
    """Return the entry that takes away all that came from a table in a game, and why; the table is missing again."""
    find_table(event, game, table)
    return EventEntry(recorded_at=time, kind=EventEntryKind.VOID, game=game, table=table, text=why)


@request
def swap_table(event: Event, time: datetime, *, game: int, table: int, other: int | None = None) -> EventEntry:
    """Return the entry by which the pairs of a table, or with `other` the East-West pairs of two, change places."""
    if other == table:
        raise event_error(f"table {table} is named twice", "choose two tables, or leave out --with")
    find_table(event, game, table)
    return EventEntry(recorded_at=time, kind=EventEntryKind.SWAP, game=game, table=table, other_table=other)


@request
def fix_slip(event: Event, time: datetime, *, game: int, table: int, score: Score, why: str) -> EventEntry:
    """Return the entry of other totals for a table in a game, in points, and the reason."""
    result = event.get_result(game, table)
    if result.score == score and not result.is_disputed:
        message = f"table {table} is already recorded like this in game {game}"
        words = ("slip", str(game), str(table), *map(str, score))
        way_out = ("nothing was changed",) if result.is_verified else ("to verify it", *words)
        raise event_error(message, *way_out, code=DiagnosticCode.NO_CHANGE)
    find_table(event, game, table)
    check_points(event.variant, *score)
    return EventEntry(recorded_at=time, kind=EventEntryKind.FIX, game=game, table=table, score=score, text=why)


@request
def adjust_pair(
    event: Event, time: datetime, *, pair: str, points: int, why: str, is_public: bool = False
) -> EventEntry:
    """Return the entry of points that a pair gets or loses, and the reason, for the director alone or public."""
    number, kind = find_pair(event.pairs, pair).number, EventEntryKind.ADJUST
    check_points(event.variant, points)
    return EventEntry(recorded_at=time, kind=kind, pair=number, points=points, is_public=is_public, text=why)


class AnnounceGame(Value):
    """The end of a game, whose ranks are announced; without a number, of the first that is not announced."""

    game: int | None = None

    def propose(self, event: Event, time: datetime) -> Proposal[EventEntry]:
        """Return the entry of the announcement, which ends tables without a slip where unfinished hands are dropped."""
        game = event.current_game if self.game is None else self.game
        drops = event.settings.unfinished is UnfinishedHand.DROP
        done, problems = list[int](), list[Problem]()
        for table, result in event.iter_played_tables(game) if drops else ():
            if result.hands and not result.reports:
                done.append(table.number)
                message = f"table {table.number} has entered {name_numbers('hand', result.hands)} only"
                words = ("fix", str(game), str(table.number), "NS", "EW", "--why", "TEXT")
                problems.append(_doubt(message, "these hands count; to correct the totals", *words))
        entry = EventEntry(recorded_at=time, kind=EventEntryKind.ANNOUNCE, game=game, done=tuple(done))
        return Proposal(entry=entry, problems=problems)


@request
def set_clock(
    event: Event, time: datetime, *, action: ClockAction, minutes: int | None = None, table: int | None = None
) -> EventEntry:
    """Return the entry by which the clock is started, is stopped, or gets more minutes, of all tables or of one."""
    game = find_game_to_start(event, time) if action is ClockAction.START else find_clock(event).game
    kind = EventEntryKind.CLOCK
    return EventEntry(recorded_at=time, kind=kind, game=game, action=action, minutes=minutes, table=table)


@request
def add_note(_: Event, time: datetime, *, text: str) -> EventEntry:
    """Return the entry of a note about the event."""
    return EventEntry(recorded_at=time, kind=EventEntryKind.NOTE, text=text)


@request
def undo(event: Event, time: datetime, *, entry: int | None = None) -> EventEntry:
    """Return the entry that undoes the last one in effect; raises EventError unless that has the number `entry`."""
    if entry is not None and [change.entry.number for change in event.applied_changes[-1:]] != [entry]:
        message = "something else has been entered since then"
        raise event_error(message, "type the right totals, or take the slip away with void")
    return EventEntry(recorded_at=time, kind=EventEntryKind.UNDO)


@request
def redo(_: Event, time: datetime) -> EventEntry:
    """Return the entry that brings back the one that was undone last."""
    return EventEntry(recorded_at=time, kind=EventEntryKind.REDO)


def find_meant_entry(recorded: RecordedEvent, entry: EventEntry) -> EventEntry:
    """Return an entry that was recorded, or the one that it undoes or brings back."""
    if entry.kind is EventEntryKind.UNDO:
        return recorded.before.applied_changes[-1].entry
    return recorded.after.applied_changes[-1].entry if entry.kind is EventEntryKind.REDO else entry


def name_sides(event: Event, game: int, table: Table) -> dict[str, str]:
    """Return the names of the pairs at a table in a game, by the direction for which their items are entered."""
    return {str(direction): event.get_name(pair, game) for direction, pair in table.seats.items()}


def _check_game_is_under_way(event: Event, game: int, *, anyway: bool) -> None:
    if event.require_game(game) > event.current_game and not anyway:
        message = f"game {game} is not under way yet; game {event.current_game} is not announced"
        hint = f"if the slip really belongs to game {game}, add --anyway"
        raise event_error(message, hint, code=DiagnosticCode.LATER_GAME)


def list_doubts(event: Event, game: int, table: int, score: Score) -> Iterator[Problem]:
    """Yield a warning for each reason why the totals of a table are rather a mistake."""
    result, correct = event.get_result(game, table), ("fix", str(game), str(table), "NS", "EW")
    most = find_largest_likely_total(event.variant)
    for total in [total for total in score if abs(total) > most]:
        message = f"{total:,} at table {table} is unlikely, even with every canasta of the deck"
        yield _doubt_slip(message, *correct)
    if score in result.reports:
        return
    words = ("void", str(game), str(table)) if result == TableResult() else correct  # which takes all slips away
    seats = find_table(event, game, table)
    for earlier in range(FIRST_GAME, game):  # whose slip it may be
        if score in event.get_result(earlier, table).reports:
            yield _doubt_slip(f"table {table} had these totals in game {earlier}; maybe the slip is an old one", *words)
        elif all(_find_points(event, earlier, pair) == total for pair, total in zip(seats.pairs, score, strict=True)):
            yield _doubt_slip(f"these pairs had these totals in game {earlier}; maybe the slips are old ones", *words)


def _find_points(event: Event, game: int, pair: int) -> int | None:
    """Return what a pair scored in a game, in points; None if that is not known."""
    for table in event.seatings.get(game, ()):  # only one is looked up: a large event has hundreds, at every slip
        if pair in table.pairs and (score := event.get_result(game, table.number).score):
            return score.ns if pair == table.ns else score.ew
    return None


def list_doubts_by_hands(result: TableResult, score: Score) -> Iterator[Problem]:
    """Yield a warning if totals are not those of the hands so far: they may be the points of one hand."""
    so_far = sum_hands(result.hands)
    if result.hands and score != so_far and so_far not in result.reports:
        others = f"{score.ns - so_far.ns:,} to {score.ew - so_far.ew:,}"
        message = f"the hands so far are {so_far.ns:,} to {so_far.ew:,}, so the other hands would be {others}"
        yield _doubt(message, "enter the totals of the whole game")


def _list_early_doubts(event: Event, request: EnterSlip | EnterHand) -> list[Problem]:
    started = [game for game, clock in event.clocks.items() if clock.used or clock.running_since]
    is_early = request.phone and started and request.game not in started
    return [_doubt(f"the clock of game {request.game} has not started yet")] if is_early else []


def _doubt(message: str, hint: str = "", *words: str) -> Problem:
    command = ("event", *words) if words else ()
    return Diagnostic(severity=Severity.UNLIKELY, message=message, hint=hint, command=command)


def _doubt_slip(message: str, *words: str) -> Problem:
    return _doubt(message, "look at the slip again; if it was a typo", *words, "--why", "TEXT")
