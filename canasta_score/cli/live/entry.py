"""What phones may enter, and the door through which they do: every request is checked before it is looked at."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache, partial
from http import HTTPStatus
from pathlib import Path
from time import monotonic
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from canasta_score.cli.live.address import Address
from canasta_score.cli.live.app import ENTRY_HEADERS, Door, Endpoint, SlicedResponse
from canasta_score.cli.live.broadcast import Room
from canasta_score.clock import get_local_time
from canasta_score.game.entries import EntryKind, Hand, LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.hand.referee.problems import HandRefusedError, Problem
from canasta_score.hand.scoring import HandScore
from canasta_score.hand.tally.interview import parse_fields
from canasta_score.recording.games import AddHand, GameRecorder, NotNextHandError, Undo
from canasta_score.recording.recorder import OnlyOnce, UndoneMeanwhileError
from canasta_score.report.html.entry import (
    ANYWAY_FIELD,
    ENTRY,
    HAND_FIELD,
    PARTNERS_FIELD,
    UNDO_FIELD,
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
from canasta_score.rules.diagnostics import CanastaError, Diagnostic, DiagnosticCode
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import parse_digits

Fields = Mapping[str, str]
Post = Callable[[Request, Fields], Awaitable[Response]]
_MAX_BODY_BYTES, _MAX_FIELDS, _BODY_SECONDS = 16_384, 400, 10.0
_REQUESTS_PER_SECOND = 10
_MAX_WAITING = 40  # requests that wait for the file
_FORM, _JSON = "application/x-www-form-urlencoded", "application/json"
_MAX_NUMBER = 99_999
REFUSED = Outcome(text="Nothing is recorded yet. Look at what is below the form.", can_be_cleared=True)
UNDONE = Outcome(
    text="Nothing is recorded: somebody undid this entry.",
    details=("If it is right, record it again.",),
    can_be_cleared=True,
)
_NO_NUMBER = Diagnostic(message="the number of the hand is missing", hint="load the page again")
_KEPT_DETAIL = "What you typed is still in the form. If it is hand {}, record it. If not, clear it."
_UNDONE_DETAIL = "What was entered is in the form again. Correct it, and record it."
_OVER_DETAIL = "The game is over, and what you typed is not recorded."


class EntryDoor(Door):
    """A door behind which something can be entered."""

    headers = ENTRY_HEADERS

    def __init__(
        self,
        endpoints: Mapping[str, Endpoint],
        posts: Mapping[str, Post],
        address: Address,
        is_there: Callable[[], bool] = lambda: True,
    ) -> None:
        """Open the door of an address; nothing is behind it as long as `is_there` says so."""
        super().__init__(endpoints)
        self._posts, self._is_there = posts, is_there
        self._origin = f"http://{address.authority}"
        self._limits = {path: _RateLimit() for path in posts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request whose path begins behind the token."""
        post = self._posts.get(scope["path"]) if scope["method"] == "POST" else None
        if not self._is_there():
            await Response(status_code=HTTPStatus.NOT_FOUND)(scope, receive, send)
        elif post is None:
            await super().__call__(scope, receive, send)
        else:
            response = await self._answer_post(Request(scope, receive), post)
            await response(scope, receive, send)

    async def _answer_post(self, request: Request, post: Post) -> Response:
        client = request.client.host if request.client else ""
        if not self._limits[request.scope["path"]].allows(client):
            return Response(status_code=HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": "1"})
        if request.headers.get("origin") not in {None, self._origin}:
            return Response(status_code=HTTPStatus.FORBIDDEN)
        if request.headers.get("sec-fetch-site") == "cross-site":
            return Response(status_code=HTTPStatus.FORBIDDEN)
        fields = await _read_fields(request)
        return fields if isinstance(fields, Response) else await post(request, fields)


class _RateLimit:
    """How often each address may ask: ten times in any second."""

    def __init__(self) -> None:
        self._recent: list[tuple[str, float]] = []

    def allows(self, client: str) -> bool:
        """Note a request, and return whether it is one of those that may be."""
        now = monotonic()
        self._recent = [(address, time) for address, time in self._recent if now - time < 1]
        if [address for address, _ in self._recent].count(client) >= _REQUESTS_PER_SECOND:
            return False
        self._recent.append((client, now))
        return True


async def _read_fields(request: Request) -> Fields | Response:
    """Return the fields of a form or of a JSON object, or the answer to a body that is neither."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in {_FORM, _JSON}:
        return Response(status_code=HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
    body = b""
    try:
        async with asyncio.timeout(_BODY_SECONDS):
            async for chunk in request.stream():
                body += chunk
                if len(body) > _MAX_BODY_BYTES:
                    return Response(status_code=HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        return _parse_json(body) if kind == _JSON else _parse_form(body)
    except (TimeoutError, ClientDisconnect):
        return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)
    except (ValueError, RecursionError):
        return Response(status_code=HTTPStatus.BAD_REQUEST)


def _parse_form(body: bytes) -> Fields:
    pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MAX_FIELDS)
    if len(fields := dict(pairs)) < len(pairs):
        raise ValueError("a field is there twice")
    return fields


def _parse_json(body: bytes) -> Fields:
    values = json.loads(body)
    if not isinstance(values, dict) or not all(isinstance(value, str | int) for value in values.values()):
        raise ValueError("not an object of texts and numbers")
    return {name: str(int(value) if isinstance(value, bool) else value) for name, value in values.items()}


class FileWorker:
    """Reads and writes a file for phones, in threads of its own: the viewers of the page never wait for the disk."""

    def __init__(self) -> None:
        """Start with nothing to do; there is one thread, so that there is one writer."""
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._waiting = 0

    def build_post(self, work: Callable[[Request, Fields], Response]) -> Post:
        """Return what answers a form with some work on the file."""

        async def answer(request: Request, fields: Fields) -> Response:
            return await self.answer(request, lambda: work(request, fields))

        return answer

    async def answer(self, request: Request, work: Callable[[], Response]) -> Response:
        """Return what some work on the file returns, or why it cannot be done now."""
        if self._waiting >= _MAX_WAITING:
            return _build_busy_answer(request, "too many people are entering something now")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except CanastaError as error:  # the file cannot be read or written now
            return _build_busy_answer(request, error.diagnostics[0].message)
        finally:
            self._waiting -= 1


class GameIntake:
    """Takes the hands of a game from phones."""

    def __init__(self, get_path: Callable[[], Path], room: Room) -> None:
        """Stand for the game at the path, which is the next one of the evening when a game is over."""
        self._get_path, self._room, self._worker = get_path, room, FileWorker()
        self._open_path = lru_cache(maxsize=1)(partial(GameRecorder, now=get_local_time))
        self.posts: Mapping[str, Post] = {
            "/preview": self._worker.build_post(partial(self._enter, is_preview=True)),
            "/hands": self._worker.build_post(partial(self._enter, is_preview=False)),
            "/undo": self._worker.build_post(self._undo),
        }

    async def show(self, request: Request) -> Response:
        """Return the page; where it asks for partners, with the form for them."""
        partners = request.query_params.get(PARTNERS_FIELD, "")
        if not partners:
            return SlicedResponse(self._room.get_document(ENTRY), media_type="text/html")
        form = EntryForm(fields={PARTNERS_FIELD: partners})
        return await self._worker.answer(
            request, lambda: self._respond(request, HTTPStatus.OK, {}, self._open().read(), form)
        )

    def _open(self) -> GameRecorder:
        return self._open_path(self._get_path())

    def _enter(self, request: Request, fields: Fields, *, is_preview: bool) -> Response:
        recorder = self._open()
        game = recorder.read()
        form = EntryForm(fields={name: text for name, text in fields.items() if name == PARTNERS_FIELD or "." in name})
        number = parse_number(fields, HAND_FIELD)
        if number is None:
            values = build_refused_hand_json(game.variant, [_NO_NUMBER])
            outcome = Outcome(text=_describe(_NO_NUMBER))
            return self._respond(request, HTTPStatus.BAD_REQUEST, values, game, form, outcome)
        try:
            hand = AddHand(
                facts=_parse_hand(game, form.fields),
                anyway=is_preview or fields.get(ANYWAY_FIELD) == "1",
                number=number,
                is_from_phone=True,
            )
            once = OnlyOnce(request=hand, undos=parse_number(fields, UNDOS_FIELD))
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
            outcome = Outcome(text=_describe(error.diagnostics[0]))
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

    def _undo(self, request: Request, fields: Fields) -> Response:
        recorder = self._open()
        try:
            recorded = recorder.record(Undo(entry=parse_number(fields, UNDO_FIELD) or 0, is_from_phone=True))
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
        return build_answer(request, status, values, lambda: self._room.build_document(ENTRY, parts))


def _build_busy_answer(request: Request, message: str) -> Response:
    status, headers = HTTPStatus.SERVICE_UNAVAILABLE, {"Retry-After": "1"}
    if _wants_json(request):
        return JSONResponse({"problems": [{"message": message}]}, status, headers)
    sentence = _describe(Diagnostic(message=message, hint="go back, and try again"))
    return Response(sentence, status, headers, "text/plain")


def build_answer(request: Request, status: HTTPStatus, values: object, build_page: Callable[[], bytes]) -> Response:
    """Return an answer as JSON if the request asks for it, or else as a page."""
    if _wants_json(request):
        return JSONResponse(values, status)
    return SlicedResponse(build_page(), status, media_type="text/html")


def _wants_json(request: Request) -> bool:
    return _JSON in request.headers.get("accept", "")


def parse_number(fields: Fields, name: str) -> int | None:
    """Return the number in a field, or None if there is none."""
    return parse_digits(fields.get(name, ""), _MAX_NUMBER, least=0)


def _parse_hand(game: Ledger, fields: Fields) -> HandFacts:
    facts = parse_hand_fields(game.variant, list(game.side_names), fields)
    partners = fields.get(PARTNERS_FIELD, "")
    return {partners: {}, **facts} if partners else facts


def parse_hand_fields(variant: Variant, sides: Sequence[str], fields: Fields) -> HandFacts:
    """Return the facts that are typed in a form; raises TallyError for what cannot be used, and for nothing at all."""
    typed = {name: text for name, text in fields.items() if "." in name}
    if not any(text.strip() for text in typed.values()):
        hint = "for a hand in which nobody scored, enter 0 points on the table"
        raise TallyError([Diagnostic(message="nothing is entered for any side", hint=hint)])
    return parse_fields(variant, sides, typed)


def _add_score(form: EntryForm, after: Ledger, problems: Sequence[Problem]) -> EntryForm:
    """Return the form with what its hand scores, which is the last one of the game `after` it."""
    scored = list_scored_sides(after.hands[-1].score, after.side_names, after.totals)
    return replace(form, scored=scored, problems=problems, can_be_forced=bool(problems))


def _describe_recorded_hand(game: Ledger, hand: Hand, problems: Sequence[Problem] = ()) -> Outcome:
    warnings = list_warnings(game.variant, game.side_names, problems)
    details = tuple(f"{severity}: {message}" for severity, message, _ in warnings)
    text = f"Hand {hand.number} is recorded: {format_hand_points(game, hand)}."
    return Outcome(text=text, details=details, is_done=True)


def _describe(problem: Diagnostic) -> str:
    """Return a problem, and what to do about it, as sentences."""
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in (problem.message, problem.hint) if part)
