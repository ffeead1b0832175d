"""What phones enter: the hands of a game and the undo of its last entry, or the slips of an event."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from http import HTTPStatus

from starlette.requests import Request
from starlette.responses import Response

from canasta_score.cli.live import door
from canasta_score.cli.live.address import Address, FileKeys
from canasta_score.cli.live.app import Door
from canasta_score.cli.live.broadcast import Room
from canasta_score.cli.live.follower import Follower
from canasta_score.clock import get_local_time
from canasta_score.event.errors import EventError
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import find_table
from canasta_score.event.seating.tables import Direction
from canasta_score.event.slips import Score, SlipState, sum_hands
from canasta_score.event.status import find_own_result
from canasta_score.game.entries import EntryKind, Hand, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.hand.amounts import parse_integer
from canasta_score.hand.facts import HandFacts, TallyError, WordError
from canasta_score.hand.referee.problems import HandRefusedError, Problem
from canasta_score.hand.scoring import score_hand
from canasta_score.recording.events import EnterAtOwnTable, EnterHand, EnterSlip, EventRecorder, FinishTable, name_sides
from canasta_score.recording.games import AddHand, GameRecorder, NotNextHandError, undo
from canasta_score.recording.recorder import OnlyOnce, UndoneMeanwhileError
from canasta_score.report import json as report_json
from canasta_score.report.event.json import build_slip_json
from canasta_score.report.html import entry, event_views
from canasta_score.report.html.event_page import build_event_page
from canasta_score.report.text.entries import describe_change, format_hand_points
from canasta_score.rules.diagnostics import CanastaError, Diagnostic, DiagnosticCode
from canasta_score.rules.frozen import replace

_NO_NUMBER = Diagnostic(message="the number of the hand is missing", hint="load the page again")
_KEPT_DETAIL = "What you typed is still in the form. If it is hand {}, record it. If not, clear it."
_UNDONE_DETAIL = "What was entered is in the form again. Correct it, and record it."
_OVER_DETAIL = "The game is over, and what you typed is not recorded."
_LATE_PAIRS = 100  # that may come while the file is served
_OUTCOMES = {
    SlipState.ENTERED: "Entered. Your opponents confirm it on their phone.",
    SlipState.VERIFIED: "The slip is verified.",
    SlipState.DISPUTED: "Your opponents entered different totals. If you cannot agree, call the director.",
}


def build_entry_doors(follower: Follower, room: Room, address: Address, keys: FileKeys) -> dict[str, Door]:
    """Return the doors through which phones enter something, by their tokens."""
    worker, event = door.FileWorker(), follower.document
    if isinstance(event, Event):
        open_event = lru_cache(maxsize=1)(partial(EventRecorder, now=get_local_time))
        return {
            keys.derive_token(pair): PairDoor(lambda: open_event(follower.path), room, address, worker, pair)
            for pair in range(1, max(event.pairs, default=0) + _LATE_PAIRS + 1)
        }
    # When a game is over, the path is that of the next one of the evening.
    open_game = lru_cache(maxsize=1)(partial(GameRecorder, now=get_local_time))
    return {keys.derive_token(door.ENTER): GameDoor(lambda: open_game(follower.path), room, address, worker)}


class GameDoor(door.EntryDoor):
    """The door through which phones enter the hands of a game."""

    def __init__(
        self, open_game: Callable[[], GameRecorder], room: Room, address: Address, worker: door.FileWorker
    ) -> None:
        """Open the door of a game."""
        works: Mapping[str, door.Work] = {
            "/": self._show,
            "/preview": partial(self._enter, is_preview=True),
            "/hands": partial(self._enter, is_preview=False),
            "/undo": self._undo,
        }
        super().__init__(room, entry.ENTRY, address, worker, works, entry.PARTNERS_FIELD)
        self._open = open_game

    def _show(self, request: Request, fields: door.Fields) -> Response:
        return self._respond(request, HTTPStatus.OK, {}, self._open().read(), entry.EntryForm(fields=fields))

    def _enter(self, request: Request, fields: door.Fields, *, is_preview: bool) -> Response:
        recorder = self._open()
        game = recorder.read()
        typed = {name: text for name, text in fields.items() if name == entry.PARTNERS_FIELD or "." in name}
        form, number = entry.EntryForm(fields=typed), door.parse_number(fields, entry.HAND_FIELD)
        if number is None:
            values = report_json.build_refused_hand_json(game.variant, [_NO_NUMBER])
            outcome = entry.Outcome(text=door.describe_problem(_NO_NUMBER))
            return self._respond(request, HTTPStatus.BAD_REQUEST, values, game, form, outcome)
        pair = fields.get(entry.PARTNERS_FIELD)
        partners: HandFacts = {pair: {}} if pair else {}
        try:
            hand = AddHand(
                facts={**partners, **door.parse_hand_fields(game.variant, list(game.side_names), typed)},
                anyway=is_preview or fields.get(entry.ANYWAY_FIELD) == "1",
                number=number,
                is_from_phone=True,
            )
            once = OnlyOnce(request=hand, undos=door.parse_number(fields, entry.UNDOS_FIELD))
            recorded = recorder.preview(hand) if is_preview else recorder.record(once)
        except NotNextHandError as error:
            return self._answer_late_hand(request, form, error)
        except UndoneMeanwhileError as error:
            values = report_json.build_refused_hand_json(game.variant, error.diagnostics)
            return self._respond(request, HTTPStatus.CONFLICT, values, recorder.read(), form, entry.UNDONE)
        except HandRefusedError as error:
            form = _add_score(form, recorder.preview(replace(hand, anyway=True)).after, error.problems)
        except TallyError as error:
            form = replace(form, problems=error.diagnostics)
        else:
            after, problems = recorded.after, recorded.problems
            values = report_json.build_recorded_hand_json(after, after.hands[-1], problems, recorded=not is_preview)
            if not is_preview:
                outcome = _describe_recorded_hand(after, after.hands[-1], problems)
                return self._respond(request, HTTPStatus.CREATED, values, after, outcome=outcome)
            form = _add_score(form, after, problems)
            return self._respond(request, HTTPStatus.OK, values, recorded.before, form)
        values = report_json.build_refused_hand_json(game.variant, form.problems)
        return self._respond(request, HTTPStatus.UNPROCESSABLE_ENTITY, values, game, form, entry.REFUSED)

    def _answer_late_hand(self, request: Request, form: entry.EntryForm, error: NotNextHandError) -> Response:
        """Answer with the hand that was recorded meanwhile: as a success if it is the same one, sent twice."""
        game, hand = error.game, error.recorded
        if hand is None:
            values = report_json.build_refused_hand_json(game.variant, error.diagnostics)
            outcome = entry.Outcome(text=door.describe_problem(error.diagnostics[0]))
            return self._respond(request, HTTPStatus.CONFLICT, values, game, form, outcome)
        problems = () if error.is_same else error.diagnostics
        values = report_json.build_recorded_hand_json(game, hand, problems, recorded=error.is_same)
        if error.is_same:
            return self._respond(request, HTTPStatus.CREATED, values, game, outcome=_describe_recorded_hand(game, hand))
        text = f"Hand {hand.number} was recorded meanwhile: {format_hand_points(game, hand)}."
        is_over = game.standing().over
        detail = _OVER_DETAIL if is_over else _KEPT_DETAIL.format(len(game.hands) + 1)
        outcome = entry.Outcome(text=text, details=(detail,), can_be_cleared=not is_over)
        return self._respond(request, HTTPStatus.CONFLICT, values, game, form, outcome)

    def _undo(self, request: Request, fields: door.Fields) -> Response:
        recorder = self._open()
        try:
            recorded = recorder.record(undo(entry=door.parse_number(fields, entry.UNDO_FIELD) or 0, is_from_phone=True))
        except LedgerError as error:
            if error.diagnostics[0].code is not DiagnosticCode.NOT_LAST_ENTRY:
                raise
            game, text = recorder.read(), "Nothing was undone: this is not the last entry any more."
            problems = report_json.build_refused_hand_json(game.variant, error.diagnostics)["problems"]
            values = {**report_json.build_sheet_json(game), "problems": problems}
            return self._respond(request, HTTPStatus.CONFLICT, values, game, outcome=entry.Outcome(text=text))
        after, undone = recorded.after, recorded.before.applied_changes[-1]
        is_hand = undone.entry.kind is EntryKind.HAND
        form = entry.EntryForm(fields=entry.build_fields(undone.entry.facts) if is_hand else {})
        details = (_UNDONE_DETAIL,) if form.fields else ()
        text = f"Undone: {describe_change(recorded.before, undone)}."
        outcome = entry.Outcome(text=text, details=details, is_done=True, can_be_cleared=bool(form.fields))
        return self._respond(request, HTTPStatus.OK, report_json.build_sheet_json(after), after, form, outcome)

    def _respond(
        self,
        request: Request,
        status: HTTPStatus,
        values: object,
        game: Ledger,
        form: entry.EntryForm | None = None,
        outcome: entry.Outcome | None = None,
    ) -> Response:
        parts = entry.render_entry_parts(game, form, outcome)
        return door.build_answer(request, status, values, lambda: self.room.build_document(entry.ENTRY, parts))


def _add_score(form: entry.EntryForm, after: Ledger, problems: Sequence[Problem]) -> entry.EntryForm:
    """Return the form with what its hand scores, which is the last one of the game `after` it."""
    scored = entry.list_scored_sides(after.hands[-1].score, after.side_names, after.totals)
    return replace(form, scored=scored, problems=problems, can_be_forced=bool(problems))


def _describe_recorded_hand(game: Ledger, hand: Hand, problems: Sequence[Problem] = ()) -> entry.Outcome:
    warnings = entry.list_warnings(game.variant, game.side_names, problems)
    details = tuple(f"{severity}: {message}" for severity, message, _ in warnings)
    text = f"Hand {hand.number} is recorded: {format_hand_points(game, hand)}."
    return entry.Outcome(text=text, details=details, is_done=True)


class PairDoor(door.EntryDoor):
    """The door through which the phones of one pair enter the slips of its table."""

    def __init__(
        self, open_event: Callable[[], EventRecorder], room: Room, address: Address, worker: door.FileWorker, pair: int
    ) -> None:
        """Open the door of a pair, which may not be there yet."""
        works: Mapping[str, door.Work] = {
            "/": self._show,
            "/preview": self._preview,
            "/slip": partial(self._enter, is_confirmed=False),
            "/confirm": partial(self._enter, is_confirmed=True),
        }
        view = event_views.get_pair_view_name(pair)
        super().__init__(room, view, address, worker, works, event_views.CORRECT_FIELD)
        self._open, self._pair = open_event, pair

    async def answer(self, request: Request) -> Response:
        """Return the answer to a request, which is always the same as long as the pair is not in the event."""
        return await super().answer(request) if self.view in self.room.broadcasts else _answer_missing(request)

    def _show(self, request: Request, fields: door.Fields) -> Response:
        return self._respond(request, HTTPStatus.OK, self._open().read(), form=entry.EntryForm(fields=fields))

    def _preview(self, request: Request, fields: door.Fields) -> Response:
        recorder = self._open()
        event = recorder.read()
        try:
            seen = recorder.preview(self._parse_slip(event, {**fields, entry.ANYWAY_FIELD: "1"}))
        except (TallyError, EventError) as error:
            return self._refuse(request, HTTPStatus.UNPROCESSABLE_ENTITY, event, error, fields)
        last = seen.after.entries[-1]
        seats = find_table(event, event.current_game, last.table)
        scored = entry.list_scored_sides(
            score_hand(event.variant, last.facts, last.hand or 1),
            name_sides(event, event.current_game, seats),
            sum_hands(seen.after.results[event.current_game, seats.number].hands)._asdict(),
        )
        form = entry.EntryForm(fields=fields, scored=scored, problems=seen.problems, can_be_forced=bool(seen.problems))
        return self._respond(request, HTTPStatus.OK, event, form=form)

    def _parse_slip(self, event: Event, fields: door.Fields, *, is_confirmed: bool = False) -> EnterAtOwnTable:
        """Return what a form asks for; raises TallyError for what cannot be used."""
        game = door.parse_number(fields, event_views.GAME_FIELD) or 0
        anyway = fields.get(entry.ANYWAY_FIELD) == "1" or is_confirmed  # who confirms has seen what is unlikely
        table = door.parse_number(fields, event_views.TABLE_FIELD) or 0 if event_views.TABLE_FIELD in fields else None
        ask = partial(EnterAtOwnTable, pair=self._pair, game=game, table=table)
        if fields.get(event_views.DONE_FIELD) == "1" and not is_confirmed:
            return ask(build=lambda table, way: FinishTable(game=game, table=table, phone=way))
        if (hand := door.parse_number(fields, entry.HAND_FIELD)) and not is_confirmed:
            facts = door.parse_hand_fields(event.variant.at_hand(hand), list(map(str, Direction)), fields)
            corrects = door.parse_number(fields, event_views.CORRECT_FIELD) == hand
            enter = partial(EnterHand, game=game, hand=hand, facts=facts, corrects=corrects, anyway=anyway)
            return ask(build=lambda table, way: enter(table=table, phone=way))
        texts = [fields.get(way, "").strip() for way in Direction]
        if not all(texts):
            raise WordError("a total is missing", "enter the totals of both pairs")
        score = Score(*(parse_integer("a total", text, negative=True) for text in texts))
        return ask(
            build=lambda table, way: EnterSlip(game=game, table=table, score=score, phone=way, anyway=anyway),
            confirms=score if is_confirmed else None,
        )

    def _enter(self, request: Request, fields: door.Fields, *, is_confirmed: bool) -> Response:
        recorder = self._open()
        event = recorder.read()
        try:
            asked = self._parse_slip(event, fields, is_confirmed=is_confirmed)
            if asked.is_entered(event):
                outcome = entry.Outcome(text="This is entered already.", is_done=True)
                return self._respond(request, HTTPStatus.OK, event, outcome)
            recorded = recorder.record(OnlyOnce(request=asked, undos=door.parse_number(fields, entry.UNDOS_FIELD)))
        except UndoneMeanwhileError:
            form = entry.EntryForm(fields=fields)
            return self._respond(request, HTTPStatus.CONFLICT, recorder.read(), entry.UNDONE, form)
        except TallyError as error:
            return self._refuse(request, HTTPStatus.UNPROCESSABLE_ENTITY, event, error, fields)
        except EventError as error:
            return self._refuse(request, HTTPStatus.CONFLICT, recorder.read(), error, fields)
        warnings = event_views.list_own_warnings(recorded.after, self._pair, recorded.problems)
        details = tuple(f"{severity}: {message}" for severity, message, _ in warnings)
        state = find_own_result(recorded.after, self._pair).state
        text = _OUTCOMES.get(state, f"Hand {recorded.after.entries[-1].hand} is entered.")
        outcome = entry.Outcome(text=text, details=details, is_done=True)
        return self._respond(request, HTTPStatus.CREATED, recorded.after, outcome)

    def _refuse(
        self, request: Request, status: HTTPStatus, event: Event, error: CanastaError, fields: door.Fields
    ) -> Response:
        is_doubtful = isinstance(error, HandRefusedError)
        if entry.HAND_FIELD not in fields and not is_doubtful:
            is_typed = isinstance(error, TallyError)  # what is typed stays in the form; other hints are the director's
            details = tuple(f"{each.message}: {each.hint}" if is_typed else each.message for each in error.diagnostics)
            outcome = entry.Outcome(text="Nothing is entered.", details=details)
            return self._respond(request, status, event, outcome, entry.EntryForm(fields=fields) if is_typed else None)
        problems = error.problems if isinstance(error, HandRefusedError) else error.diagnostics
        form = entry.EntryForm(fields=fields, problems=problems, can_be_forced=is_doubtful)
        return self._respond(request, status, event, entry.REFUSED, form)

    def _respond(
        self,
        request: Request,
        status: HTTPStatus,
        event: Event,
        outcome: entry.Outcome | None = None,
        form: entry.EntryForm | None = None,
    ) -> Response:
        page = build_event_page(event)
        pair = next((pair for field in page.fields for pair in field.pairs if pair.number == self._pair), None)
        if pair is None:  # its coming was undone a moment ago
            return _answer_missing(request)
        parts = event_views.render_pair_parts(event, pair, outcome, form)
        messages = [problem.message for problem in form.problems] if form else []
        if outcome and not outcome.is_done:
            messages += outcome.details
        values = build_slip_json(event, self._pair, messages)
        return door.build_answer(request, status, values, lambda: self.room.build_document(self.view, parts))


def _answer_missing(request: Request) -> Response:
    problems = [{"message": detail} for detail in event_views.MISSING_PAIR.details]
    return door.build_answer(request, HTTPStatus.NOT_FOUND, {"problems": problems}, event_views.render_missing_pair)
