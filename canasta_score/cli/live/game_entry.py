"""What phones enter in a game: the next hand, and the undo of the last entry."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from http import HTTPStatus
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response

from canasta_score.cli.live import door
from canasta_score.cli.live.address import Address
from canasta_score.cli.live.broadcast import Room
from canasta_score.clock import get_local_time
from canasta_score.game.entries import EntryKind, Hand, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.hand.referee.problems import HandRefusedError, Problem
from canasta_score.hand.scoring import HandScore
from canasta_score.recording.games import AddHand, GameRecorder, NotNextHandError, undo
from canasta_score.recording.recorder import OnlyOnce, UndoneMeanwhileError
from canasta_score.report.html.entry import (
    ANYWAY_FIELD,
    ENTRY,
    HAND_FIELD,
    PARTNERS_FIELD,
    REFUSED,
    UNDO_FIELD,
    UNDONE,
    UNDOS_FIELD,
    EntryForm,
    Outcome,
    build_fields,
    list_scored_sides,
    list_warnings,
    render_entry_parts,
)
from canasta_score.report.json import (
    build_hand_json,
    build_recorded_hand_json,
    build_refused_hand_json,
    build_sheet_json,
)
from canasta_score.report.text.entries import describe_change, format_hand_points
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode

_NO_NUMBER = Diagnostic(message="the number of the hand is missing", hint="load the page again")
_KEPT_DETAIL = "What you typed is still in the form. If it is hand {}, record it. If not, clear it."
_UNDONE_DETAIL = "What was entered is in the form again. Correct it, and record it."
_OVER_DETAIL = "The game is over, and what you typed is not recorded."


class GameDoor(door.EntryDoor):
    """The door through which phones enter the hands of a game."""

    def __init__(self, get_path: Callable[[], Path], room: Room, address: Address) -> None:
        """Open the door for the game at a path, which is the next one of the evening when a game is over."""
        works: Mapping[str, door.Work] = {
            "/preview": partial(self._enter, is_preview=True),
            "/hands": partial(self._enter, is_preview=False),
            "/undo": self._undo,
        }
        super().__init__(room, ENTRY, address, door.FileWorker(), works, show=PARTNERS_FIELD)
        open_path = lru_cache(maxsize=1)(partial(GameRecorder, now=get_local_time))
        self._open: Callable[[], GameRecorder] = lambda: open_path(get_path())

    def show(self, request: Request, fields: door.Fields) -> Response:
        """Return the page with the form for the partners that its query names."""
        return self._respond(request, HTTPStatus.OK, {}, self._open().read(), EntryForm(fields=fields))

    def _enter(self, request: Request, fields: door.Fields, *, is_preview: bool) -> Response:
        recorder = self._open()
        game = recorder.read()
        form = EntryForm(fields={name: text for name, text in fields.items() if name == PARTNERS_FIELD or "." in name})
        number = door.parse_number(fields, HAND_FIELD)
        if number is None:
            values = build_refused_hand_json(game.variant, [_NO_NUMBER])
            outcome = Outcome(text=door.describe_problem(_NO_NUMBER))
            return self._respond(request, HTTPStatus.BAD_REQUEST, values, game, form, outcome)
        partners: HandFacts = {pair: {} for pair in filter(None, [fields.get(PARTNERS_FIELD)])}
        try:
            hand = AddHand(
                facts={**partners, **door.parse_hand_fields(game.variant, list(game.side_names), form.fields)},
                anyway=is_preview or fields.get(ANYWAY_FIELD) == "1",
                number=number,
                is_from_phone=True,
            )
            once = OnlyOnce(request=hand, undos=door.parse_number(fields, UNDOS_FIELD))
            recorded = recorder.preview(hand) if is_preview else recorder.record(once)
        except NotNextHandError as error:
            return self._answer_late_hand(request, form, error)
        except UndoneMeanwhileError as error:
            values = build_refused_hand_json(game.variant, error.diagnostics)
            return self._respond(request, HTTPStatus.CONFLICT, values, recorder.read(), form, UNDONE)
        except HandRefusedError as error:
            values = build_hand_json(game.variant, HandScore(sides={}), game.side_names, error.problems)
            form = _add_score(form, recorder.preview(replace(hand, anyway=True)).after, error.problems)
        except TallyError as error:
            values = build_refused_hand_json(game.variant, error.diagnostics)
            form = replace(form, problems=error.diagnostics)
        else:
            after, problems = recorded.after, recorded.problems
            values = build_recorded_hand_json(after, after.hands[-1], problems, recorded=not is_preview)
            if not is_preview:
                outcome = _describe_recorded_hand(after, after.hands[-1], problems)
                return self._respond(request, HTTPStatus.CREATED, values, after, outcome=outcome)
            form = _add_score(form, after, problems)
            return self._respond(request, HTTPStatus.OK, values, recorded.before, form)
        return self._respond(request, HTTPStatus.UNPROCESSABLE_ENTITY, values, game, form, REFUSED)

    def _answer_late_hand(self, request: Request, form: EntryForm, error: NotNextHandError) -> Response:
        """Answer with the hand that was recorded meanwhile: as a success if it is the same one, sent twice."""
        game, hand = error.game, error.recorded
        if hand is None:
            values = build_refused_hand_json(game.variant, error.diagnostics)
            outcome = Outcome(text=door.describe_problem(error.diagnostics[0]))
            return self._respond(request, HTTPStatus.CONFLICT, values, game, form, outcome)
        problems = () if error.is_same else error.diagnostics
        values = build_recorded_hand_json(game, hand, problems, recorded=error.is_same)
        if error.is_same:
            return self._respond(request, HTTPStatus.CREATED, values, game, outcome=_describe_recorded_hand(game, hand))
        text = f"Hand {hand.number} was recorded meanwhile: {format_hand_points(game, hand)}."
        is_over = game.standing().over
        detail = _OVER_DETAIL if is_over else _KEPT_DETAIL.format(len(game.hands) + 1)
        outcome = Outcome(text=text, details=(detail,), can_be_cleared=not is_over)
        return self._respond(request, HTTPStatus.CONFLICT, values, game, form, outcome)

    def _undo(self, request: Request, fields: door.Fields) -> Response:
        recorder = self._open()
        try:
            recorded = recorder.record(undo(entry=door.parse_number(fields, UNDO_FIELD) or 0, is_from_phone=True))
        except LedgerError as error:
            if error.diagnostics[0].code is not DiagnosticCode.NOT_LAST_ENTRY:
                raise
            game, text = recorder.read(), "Nothing was undone: this is not the last entry any more."
            problems = build_refused_hand_json(game.variant, error.diagnostics)["problems"]
            values = {**build_sheet_json(game), "problems": problems}
            return self._respond(request, HTTPStatus.CONFLICT, values, game, outcome=Outcome(text=text))
        after, undone = recorded.after, recorded.before.applied_changes[-1]
        form = EntryForm(fields=build_fields(undone.entry.facts) if undone.entry.kind is EntryKind.HAND else {})
        details = (_UNDONE_DETAIL,) if form.fields else ()
        text = f"Undone: {describe_change(recorded.before, undone)}."
        outcome = Outcome(text=text, details=details, is_done=True, can_be_cleared=bool(form.fields))
        return self._respond(request, HTTPStatus.OK, build_sheet_json(after), after, form, outcome)

    def _respond(
        self,
        request: Request,
        status: HTTPStatus,
        values: object,
        game: Ledger,
        form: EntryForm | None = None,
        outcome: Outcome | None = None,
    ) -> Response:
        parts = render_entry_parts(game, form, outcome)
        return door.build_answer(request, status, values, lambda: self.room.build_document(ENTRY, parts))


def _add_score(form: EntryForm, after: Ledger, problems: Sequence[Problem]) -> EntryForm:
    """Return the form with what its hand scores, which is the last one of the game `after` it."""
    scored = list_scored_sides(after.hands[-1].score, after.side_names, after.totals)
    return replace(form, scored=scored, problems=problems, can_be_forced=bool(problems))


def _describe_recorded_hand(game: Ledger, hand: Hand, problems: Sequence[Problem] = ()) -> Outcome:
    warnings = list_warnings(game.variant, game.side_names, problems)
    details = tuple(f"{severity}: {message}" for severity, message, _ in warnings)
    text = f"Hand {hand.number} is recorded: {format_hand_points(game, hand)}."
    return Outcome(text=text, details=details, is_done=True)
