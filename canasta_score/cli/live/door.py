"""The door through which phones enter something: how often, from which page, what a request says, and the answer."""

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from time import monotonic
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from canasta_score.cli.live.address import Address
from canasta_score.cli.live.app import ENTRY_HEADERS, Door, SlicedResponse, list_view_endpoints
from canasta_score.cli.live.broadcast import Room
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.hand.tally.interview import parse_fields
from canasta_score.rules.diagnostics import CanastaError, Diagnostic
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import parse_digits

Fields = Mapping[str, str]
Work = Callable[[Request, Fields], Response]
ENTER = "enter"  # what the token is for
_SCRIPT = "entry.js"  # which every page loads
_MAX_BODY_BYTES, _MAX_FIELDS, _BODY_SECONDS = 16_384, 400, 10.0
_REQUESTS_PER_SECOND = 10
_MAX_WAITING = 40  # requests that wait for the file
_FORM, _JSON = "application/x-www-form-urlencoded", "application/json"
_MAX_NUMBER = 99_999


class EntryDoor(Door):
    """A door behind which something can be entered, through a view of its own."""

    headers = ENTRY_HEADERS

    def __init__(
        self, room: Room, view: str, address: Address, worker: "FileWorker", works: Mapping[str, Work], field: str
    ) -> None:
        """Open the door of an address: `works` on the file by their paths; "/" is for queries that have `field`."""
        super().__init__(list_view_endpoints(room, {"/": view}, [_SCRIPT]))
        self.room, self.view, self._worker = room, view, worker
        self._works, self._field = works, field
        self._origin = f"http://{address.authority}"
        self._recent: list[tuple[tuple[str, str], float]] = []  # path and client of each request of the last second

    async def answer(self, request: Request) -> Response:
        """Return the answer to a request."""
        path, asked = request.scope["path"], request.query_params.get(self._field, "")
        if request.method == "GET" and path == "/" and asked:
            return await self._worker.answer(request, lambda: self._works["/"](request, {self._field: asked}))
        if request.method != "POST" or path == "/" or path not in self._works:
            return await super().answer(request)
        if self._is_too_often(path, request.client.host if request.client else ""):
            return Response(status_code=HTTPStatus.TOO_MANY_REQUESTS, headers={"Retry-After": "1"})
        is_foreign = request.headers.get("origin") not in {None, self._origin}
        if is_foreign or request.headers.get("sec-fetch-site") == "cross-site":
            return Response(status_code=HTTPStatus.FORBIDDEN)
        fields = await _read_fields(request)
        if isinstance(fields, Response):
            return fields
        return await self._worker.answer(request, lambda: self._works[path](request, fields))

    def _is_too_often(self, path: str, client: str) -> bool:
        """Return whether a client asks more than ten times in a second; note the request if not."""
        now = monotonic()
        self._recent = [(asked, time) for asked, time in self._recent if now - time < 1]
        if [asked for asked, _ in self._recent].count((path, client)) >= _REQUESTS_PER_SECOND:
            return True
        self._recent.append(((path, client), now))
        return False


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
        return _parse_body(body, is_json=kind == _JSON)
    except (TimeoutError, ClientDisconnect):
        return Response(status_code=HTTPStatus.REQUEST_TIMEOUT)
    except (ValueError, RecursionError):
        return Response(status_code=HTTPStatus.BAD_REQUEST)


def _parse_body(body: bytes, *, is_json: bool) -> Fields:
    if not is_json:
        pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=_MAX_FIELDS)
        if len(fields := dict(pairs)) < len(pairs):
            raise ValueError("a field is there twice")
        return fields
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

    async def answer(self, request: Request, work: Callable[[], Response]) -> Response:
        """Return what some work on the file returns, or why it cannot be done now."""
        if self._waiting >= _MAX_WAITING:
            return _build_busy_answer(request, "too many people are entering something now")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, _run, work)
        except CanastaError as error:  # the file cannot be read or written now
            return _build_busy_answer(request, error.diagnostics[0].message)
        finally:
            self._waiting -= 1


def _run(work: Callable[[], Response]) -> Response:
    try:
        return work()
    except StopIteration as error:  # which a future cannot carry: the request would wait for ever
        raise RuntimeError("the answer to a phone cannot be built") from error


def _build_busy_answer(request: Request, message: str) -> Response:
    status, headers = HTTPStatus.SERVICE_UNAVAILABLE, {"Retry-After": "1"}
    if _wants_json(request):
        return JSONResponse({"problems": [{"message": message}]}, status, headers)
    reason = describe_problem(Diagnostic(message=message))  # which the page shows, that tries again by itself
    return Response(f"{reason}\nGo back, and try again.", status, headers, "text/plain")


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


def parse_hand_fields(variant: Variant, sides: Sequence[str], fields: Fields) -> HandFacts:
    """Return the facts that are typed in a form; raises TallyError for what cannot be used, and for nothing at all."""
    typed = {name: text for name, text in fields.items() if "." in name}
    if not any(text.strip() for text in typed.values()):
        hint = "for a hand in which nobody scored, enter 0 points on the table"
        raise TallyError([Diagnostic(message="nothing is entered for any side", hint=hint)])
    return parse_fields(variant, sides, typed)


def describe_problem(problem: Diagnostic) -> str:
    """Return a problem, and what to do about it, as sentences."""
    return " ".join(f"{part[:1].upper()}{part[1:]}." for part in (problem.message, problem.hint) if part)
