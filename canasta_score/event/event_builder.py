"""Building an event entry by entry: what each does to pairs, tables and points, and how it is undone."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from canasta_score.event import event as event_values
from canasta_score.event.clock import SECONDS_PER_MINUTE, Clock
from canasta_score.event.entries import RESULTS, ClockAction, EventChange, EventEntry, EventEntryKind
from canasta_score.event.errors import EventError, event_error
from canasta_score.event.event import FIRST_GAME, Event, Pair, get_pair, next_pair_number
from canasta_score.event.seating.rounds import list_seatings, reseat
from canasta_score.event.seating.tables import Direction, Seating, Table, list_pairs, require_table
from canasta_score.event.slips import Score, ScoredHand, TableResult, require_hand_number
from canasta_score.game.history import Edit, History
from canasta_score.game.sides import parse_partners
from canasta_score.hand.scoring import score_hand
from canasta_score.rules.frozen import replace
from canasta_score.rules.text import name_numbers

_MIN_PAIRS = 2
_NO_SCORE = Score(0, 0)
# The tables that entries change: fields of the event, and the names of the pairs.
_PAIRS, _SEATINGS, _DRAWN = "pairs", "seatings", "drawn"
_POINTS, _ANNOUNCED, _ADJUSTMENTS, _CLOCKS = "points", "announced", "adjustments", "clocks"
_FIELDS = (_PAIRS, _SEATINGS, _DRAWN, RESULTS, _POINTS, _ADJUSTMENTS, _CLOCKS)
_NAMES = "names"


def complete_event_entry(event: Event, entry: EventEntry) -> EventEntry:
    """Return an entry with number, game and seats; raises EventError for a game that does not exist or is not known."""
    # The entry that needs seats settles them, so that no later version of the program seats pairs differently.
    entry = replace(entry, number=len(event.entries) + 1)
    if entry.kind in {EventEntryKind.LATE, EventEntryKind.WITHDRAW, EventEntryKind.RETURN}:
        game = _find_presence_game(event, entry)
        pair = _build_changed_pair(event, entry, game)
        changed = replace(event, pairs={**event.pairs, pair.number: pair})
        games = [game, *filter(event.has_begun, range(game + 1, event.games + 1))]
        seats = {settled: reseat(changed, settled) for settled in games if settled in event.seatings}
        return replace(entry, game=game, seats=seats)
    if entry.game is None or entry.kind is EventEntryKind.RENAME:
        return entry
    last_settled = event.require_game(entry.game)
    if entry.kind is EventEntryKind.ANNOUNCE:
        done = event.results.keys() & {(entry.game, table) for table in entry.done}
        finished = {place: event.results[place].finish() for place in done}
        event = replace(event, results={**event.results, **finished})
        if event.is_complete(entry.game) and entry.game < event.games:
            last_settled += 1
    elif entry.other_table:  # later games stay as they are on guide cards
        while last_settled < event.games and event.get_movement(last_settled + 1).keeps_directions:
            last_settled += 1
    seatings = enumerate(list_seatings(event, last_settled), 1)
    return replace(entry, seats={game: seating for game, seating in seatings if game not in event.seatings})


def _missing_seats_error(game: int) -> EventError:
    return event_error(f"the seats of game {game} are missing", "put them back under [entry.seats]")


def _find_presence_game(event: Event, entry: EventEntry) -> int:
    """Return the game from which a pair comes or leaves; who has not come at all leaves before the first one."""
    return entry.game or (event.find_open_game() if entry.kind is EventEntryKind.WITHDRAW else event.next_game)


def _build_changed_pair(event: Event, entry: EventEntry, game: int) -> Pair:
    """Return a pair as it is after it comes late, withdraws or returns from a game on."""
    if entry.kind is EventEntryKind.LATE:
        return Pair(number=next_pair_number(event.pairs), name=entry.names[0], spells=((game, None),))
    pair = get_pair(event.pairs, entry.pair)
    if entry.kind is EventEntryKind.RETURN:
        return replace(pair, spells=(*pair.spells, (game, None)))
    if any(pair.number in list_pairs(seating) for seating in entry.seats.values()):
        *before, (first, _) = pair.spells  # in files of version 0.2, who left stayed in the games before a return
        return replace(pair, spells=(*before, (first, max(first, game))))
    return pair.withdraw(game)


class EventBuilder:
    """An event while entries are added; each takes the same time, however many came before."""

    def __init__(self, event: Event) -> None:
        """Start where an event ends."""
        self._tables: dict[str, Any] = {field: dict(getattr(event, field)) for field in _FIELDS}
        self._tables[_ANNOUNCED] = dict.fromkeys(event.announced, True)  # a set, as a table that can be put back
        self.event = replace(event, **self._tables)  # a view that changes with every entry
        self._names = {parse_partners(pair.name): pair.name for pair in event.pairs.values()}
        tables = {**self._tables, _NAMES: self._names}
        self._history = History(tables, EventChange, event.applied_changes, event.undone_changes)

    def build_event(self, entries: Sequence[EventEntry]) -> Event:
        """Build the event that the applied entries lead to; `entries` are those that it lists."""
        fields: dict[str, Any] = {field: dict(self._tables[field]) for field in _FIELDS}
        fields[_PAIRS] = dict(sorted(fields[_PAIRS].items()))  # one whose removal was undone is at the end
        return replace(
            self.event,
            **fields,
            announced=tuple(self.event.announced),
            entries=tuple(entries),
            applied_changes=tuple(self._history.applied),
            undone_changes=tuple(self._history.undone),
        )

    def apply(self, entry: EventEntry) -> tuple[int, ...] | None:
        """Apply the next entry, or raise EventError or TallyError; return the points of the pairs that it changes."""
        if entry.kind in (EventEntryKind.UNDO, EventEntryKind.REDO):
            return self._list_points(self._history.undo_or_redo(entry.kind, event_error).edits)
        try:
            if change := self._CHANGES.get(entry.kind):  # none of a note
                change(self, entry)
        except Exception:
            self._history.roll_back()
            raise
        totals = self._list_points(self._history.edits)
        # An entry that is recorded now gets its totals only here.
        self._history.commit(entry if entry.totals == totals else replace(entry, totals=totals))
        return totals

    def _list_points(self, edits: Iterable[Edit]) -> tuple[int, ...] | None:
        pairs = dict.fromkeys(key for table, key, _, _ in edits if table == _POINTS)
        return tuple(self.event.points.get(pair, 0) for pair in pairs) or None

    # pairs

    def _add_pairs(self, entry: EventEntry) -> None:
        if self.event.is_drawn:
            raise event_error("the tables are already drawn", "to add a pair that comes late", "late", entry.names[0])
        self._add_names(entry)
        for number, name in enumerate(entry.names, next_pair_number(self.event.pairs)):
            self._history.put(_PAIRS, number, Pair(number=number, name=name))

    def _add_names(self, entry: EventEntry) -> None:
        event_values.check_new_names(self._names, entry.names)
        for name in entry.names:
            self._history.put(_NAMES, parse_partners(name), name)

    def _rename(self, entry: EventEntry) -> None:
        pair = get_pair(self.event.pairs, entry.pair)
        if entry.game is not None:
            self.event.require_game(entry.game)
        self._history.put(_NAMES, parse_partners(pair.name), None)
        self._add_names(entry)
        self._history.put(_PAIRS, pair.number, pair.rename(entry.names[0], entry.game))

    def _remove(self, entry: EventEntry) -> None:
        pair = get_pair(self.event.pairs, entry.pair)
        if self.event.is_drawn:
            hint = "to take out a pair that leaves"
            raise event_error("the tables are already drawn", hint, "withdraw", str(pair.number))
        self._history.put(_NAMES, parse_partners(pair.name), None)
        self._history.put(_PAIRS, pair.number, None)
        if pair.number in self.event.points:  # the next pair may get this number
            self._history.put(_POINTS, pair.number, None)
        for number, (adjusted, _) in [*self.event.adjustments.items()]:
            if adjusted == pair.number:
                self._history.put(_ADJUSTMENTS, number, None)

    def _add_late_pair(self, entry: EventEntry) -> None:
        if not self.event.is_drawn:
            raise event_error("the tables are not drawn yet", "to add a pair before the draw", "pair", entry.names[0])
        self._check_no_bracket()
        game = self._check_presence_game(entry)
        for pair in self.event.pairs.values():
            if pair.has_left and parse_partners(pair.name) == parse_partners(entry.names[0]):
                message = f"pair {event_values.label_pair(pair)} was here and has withdrawn"
                raise event_error(message, "to take the pair back in", "return", str(pair.number))
        self._add_names(entry)
        self._change_pair(entry, game)

    def _change_presence(self, entry: EventEntry) -> None:
        pair, game = get_pair(self.event.pairs, entry.pair), _find_presence_game(self.event, entry)
        if entry.kind is EventEntryKind.WITHDRAW:
            if not self.event.is_drawn and game == FIRST_GAME:
                hint = "to take out a pair before the draw"
                raise event_error("the tables are not drawn yet", hint, "remove", str(pair.number))
            away = pair.spells[-1][1]
            if away is not None and away <= game:
                message, hint = f"pair {pair.number} has already withdrawn", "to take the pair back in"
                raise event_error(message, hint, "return", str(pair.number))
        else:
            self._check_no_bracket()
            if not pair.has_left:
                raise event_error(f"pair {pair.number} has not withdrawn", "this pair still plays")
        self._change_pair(entry, self._check_presence_game(entry))

    def _check_no_bracket(self) -> None:
        if self.event.movement.eliminates and self.event.is_drawn:
            hint = "undo the draw first, or play without this pair"
            raise event_error("no pair can join a knockout after the draw", hint)

    def _check_presence_game(self, entry: EventEntry) -> int:
        """Return the game from which pairs change; raise EventError unless it can still be changed."""
        game = _find_presence_game(self.event, entry)
        if game == self.event.games + 1 == self.event.next_game:
            raise event_error("the last game has begun", *self._find_game_hint(entry))
        if self.event.require_game(game) in self.event.announced:
            raise event_error(f"game {game} is already announced", *self._find_game_hint(entry))
        return game

    def _find_game_hint(self, entry: EventEntry) -> tuple[str, ...]:
        """Return how a pair can come or leave in another game: in a later one, or in the last without its slip."""
        is_leaving, game = entry.kind is EventEntryKind.WITHDRAW, self.event.next_game
        hint = f"if the pair {'leaves' if is_leaving else 'comes'} later"
        if game > self.event.games:
            game = self.event.games
            hint = f"if the pair {'does not play' if is_leaving else 'plays'} in game {game}"
            tables, results = self.event.iter_played_tables(game), self.event.results
            played = list_pairs(table for table, _ in tables if (game, table.number) in results)
            if game in self.event.announced or entry.pair in played:
                return ("no later game is left to change; write a note instead",)
        return hint, entry.kind, entry.names[0] if entry.names else f"{entry.pair}", "--from", f"{game}"

    def _change_pair(self, entry: EventEntry, game: int) -> None:
        pair = _build_changed_pair(self.event, entry, game)
        self._history.put(_PAIRS, pair.number, pair)
        self._settle(entry)
        for settled, seating in [*self.event.seatings.items()]:
            if settled > game and settled not in entry.seats and not self.event.has_begun(settled):
                self._history.put(_SEATINGS, settled, None)  # which an exchange of pairs had settled
            elif settled >= game and {*list_pairs(seating)} != {*self.event.list_expected(settled, seating)}:
                raise _missing_seats_error(settled)

    # seats

    def _draw(self, entry: EventEntry) -> None:
        if self.event.is_drawn:
            is_last = self._history.applied[-1].entry.kind is EventEntryKind.DRAW
            step = ("to draw again, first cancel the draw", "undo") if is_last else ("to see who plays whom", "round")
            raise event_error("the tables are already drawn", *step)
        if len(event_values.list_present(self.event.pairs, FIRST_GAME)) < _MIN_PAIRS:
            raise event_error("an event needs at least two pairs", "to add pairs", "pair", "Ann & Bob", "Cy & Di")
        if FIRST_GAME not in entry.seats:
            raise _missing_seats_error(FIRST_GAME)
        self._settle(entry)

    def _settle(self, entry: EventEntry) -> None:
        for game, seating in sorted(entry.seats.items()):
            self._check_seating(entry, game, seating)
            if is_draw := entry.kind is EventEntryKind.DRAW:
                self._history.put(_DRAWN, game, seating)
            if not is_draw or game == FIRST_GAME:
                self._history.put(_SEATINGS, game, seating)

    def _check_seating(self, entry: EventEntry, game: int, seating: Seating) -> None:
        numbers = [table.number for table in seating]
        if len({*numbers}) < len(numbers):
            raise event_error(f"two tables of game {game} have the same number", "give each table its own number")
        seated, present = list_pairs(seating), self.event.list_expected(game, seating)
        if sorted(seated) != [*present]:
            wrong = [pair for pair in {*seated, *present} if seated.count(pair) != 1 or pair not in present]
            message = f"in game {game} each pair must have one seat; look at {name_numbers('pair', sorted(wrong))}"
            raise event_error(message, "put a pair that sits out alone at a table")
        if empty := [table.number for table in seating if not table.pairs]:
            raise event_error(f"nobody sits at {name_numbers('table', empty)} in game {game}", "leave out such tables")
        kept = {*seating}
        for table, _ in self.event.iter_played_tables(game):
            if (game, table.number) in self.event.results and table not in kept:
                message = f"table {table.number} already has a slip in game {game}"
                raise event_error(message, *self._find_game_hint(entry))

    # results

    def _record_result(self, entry: EventEntry) -> None:
        game = self.event.require_game(entry.game)
        self._settle(entry)
        table = require_table(self.event.seatings.get(game, ()), game, entry.table)
        before = self.event.get_result(game, table.number)
        if entry.kind is not EventEntryKind.FIX:
            if entry.score is None or entry.score != before.score:  # the same totals change nothing that was announced
                self._require_open_game(entry)
            after = self._add_report(before, entry)
        elif before.score is None:
            message = f"table {table.number} has no slip in game {game} yet"
            if self.event.get_result(game - 1, table.number).score:  # it was announced just now
                words = ("fix", str(game - 1), str(table.number), *map(str, entry.score or ()), "--why", "TEXT")
                raise event_error(message, f"to correct the slip of game {game - 1}", *words)
            raise event_error(message, "to enter one", "slip", str(game), str(table.number), "NS", "EW")
        else:
            after = before.decide(entry.score or _NO_SCORE)
        self._put_result(game, table, after)

    def _require_open_game(self, entry: EventEntry) -> int:
        """Return the game of an entry; raise EventError if it is announced, and only a correction can change it."""
        game = self.event.require_game(entry.game)
        if game in self.event.announced:
            words = ("fix", str(game), str(entry.table or "TABLE"), "NS", "EW", "--why", "TEXT")
            is_void = entry.kind is EventEntryKind.VOID
            hint = "if it is played again, enter the new totals then" if is_void else "to correct a slip"
            raise event_error(f"game {game} is already announced", hint, *words)
        return game

    def _put_result(self, game: int, table: Table, after: TableResult | None) -> None:
        """Put what is known of a table in place of what was known, and change the points of its pairs."""
        before = self.event.get_result(game, table.number)
        old, new = before.score or _NO_SCORE, (after and after.score) or _NO_SCORE
        for pair, change in zip(table.pairs, (new.ns - old.ns, new.ew - old.ew), strict=True):
            self._history.put(_POINTS, pair, self.event.points.get(pair, 0) + change)
        self._history.put(RESULTS, (game, table.number), after)

    def _void(self, entry: EventEntry) -> None:
        game = self._require_open_game(entry)
        table = require_table(self.event.seatings.get(game, ()), game, entry.table)
        if (game, table.number) not in self.event.results:
            raise event_error(f"table {table.number} has no slip in game {game}", "to see the slips", "status")
        self._put_result(game, table, None)

    def _swap(self, entry: EventEntry) -> None:
        """Let the pairs of a table, or the East-West pairs of two, change places; totals stay those of directions."""
        game = self._require_open_game(entry)
        if entry.other_table is None and game + 1 in self.event.seatings:
            words = ("slip", str(game), str(entry.table), "NS", "EW")
            raise event_error(f"the seats of game {game + 1} are settled", "to correct the totals instead", *words)
        self._settle(entry)
        seating = self.event.seatings.get(game, ())
        table = require_table(seating, game, entry.table)
        if entry.other_table is None:
            swapped = {table: table._replace(ns=table.ew, ew=table.ns)}
        else:
            other = require_table(seating, game, entry.other_table)
            swapped = {table: table._replace(ew=other.ew), other: other._replace(ew=table.ew)}
        results = {each: result for each in swapped if (result := self.event.results.get((game, each.number)))}
        for each in results:
            self._put_result(game, each, None)
        self._history.put(_SEATINGS, game, tuple(swapped.get(each, each) for each in seating))
        for each, result in results.items():
            self._put_result(game, swapped[each], result)

    def _finish(self, entry: EventEntry) -> None:
        self._finish_table(self._require_open_game(entry), entry.table, entry.source)

    def _finish_table(self, game: int, number: int | None, source: str = "") -> None:
        """Let the hands that a table has played be its slip."""
        table = require_table(self.event.seatings.get(game, ()), game, number)
        result = self.event.get_result(game, table.number)
        words = ("slip", str(game), str(table.number))
        if not result.hands:
            message = f"table {table.number} has no hands in game {game}"
            raise event_error(message, "to enter its totals", *words, "NS", "EW")
        if result.reports:
            message = f"table {table.number} already has a slip in game {game}"
            raise event_error(message, "to correct a hand", *words, "--hand", "1", "ns", "ITEMS", "ew", "ITEMS")
        self._put_result(game, table, result.finish(source))

    def _add_report(self, before: TableResult, entry: EventEntry) -> TableResult:
        if entry.kind is EventEntryKind.SLIP:
            replaces_own = entry.replaces or entry.phone is not None
            return before.add_report(entry.score or _NO_SCORE, entry.source, replaces_own=replaces_own)
        variant = self.event.variant
        number = require_hand_number(variant, entry.hand)
        facts = {str(side): entry.facts.get(side, {}) for side in Direction}
        sides = score_hand(variant, facts, number).sides
        score = Score(sides[Direction.NS].total, sides[Direction.EW].total)
        return before.add_hand(number, ScoredHand(facts=facts, score=score), variant.game.hands, entry.source)

    def _adjust(self, entry: EventEntry) -> None:
        pair = get_pair(self.event.pairs, entry.pair).number
        self._history.put(_POINTS, pair, self.event.points.get(pair, 0) + (entry.points or 0))
        self._history.put(_ADJUSTMENTS, entry.number, (pair, entry.points or 0))

    def _announce(self, entry: EventEntry) -> None:
        game = self._require_open_game(entry)
        if game > FIRST_GAME and game - 1 not in self.event.announced:
            raise event_error(f"game {game - 1} is not announced yet", "to announce it", "announce", str(game - 1))
        self._settle(entry)
        for number in entry.done:
            self._finish_table(game, number)
        if game not in self.event.seatings:
            raise _missing_seats_error(game)
        if missing := self.event.list_missing(game):
            message = f"game {game} has no slip yet from {name_numbers('table', missing)}"
            words: tuple[str, ...] = ("slip", str(game), str(missing[0]))
            if (game, missing[0]) in self.event.results:
                raise event_error(message, "if its hands so far are all", *words, "--done")
            raise event_error(message, "to enter the next one", *words, "NS", "EW")
        self._history.put(_ANNOUNCED, game, value=True)

    def _set_clock(self, entry: EventEntry) -> None:
        game = self.event.require_game(entry.game)
        self._settle(entry)
        clock = self.event.clocks.get(game, Clock(game=game, length=self.event.settings.minutes * SECONDS_PER_MINUTE))
        action = entry.action or ClockAction.START
        if entry.table is not None:
            require_table(self.event.seatings.get(game, ()), game, entry.table)
        self._history.put(_CLOCKS, game, clock.act(action, entry.recorded_at, entry.minutes or 0, entry.table))

    _CHANGES: ClassVar[Mapping[EventEntryKind, Callable[["EventBuilder", EventEntry], None]]] = {
        EventEntryKind.PAIRS: _add_pairs,
        EventEntryKind.LATE: _add_late_pair,
        EventEntryKind.WITHDRAW: _change_presence,
        EventEntryKind.RETURN: _change_presence,
        EventEntryKind.RENAME: _rename,
        EventEntryKind.REMOVE: _remove,
        EventEntryKind.DRAW: _draw,
        EventEntryKind.SLIP: _record_result,
        EventEntryKind.HAND: _record_result,
        EventEntryKind.FIX: _record_result,
        EventEntryKind.VOID: _void,
        EventEntryKind.SWAP: _swap,
        EventEntryKind.DONE: _finish,
        EventEntryKind.ADJUST: _adjust,
        EventEntryKind.ANNOUNCE: _announce,
        EventEntryKind.CLOCK: _set_clock,
    }
