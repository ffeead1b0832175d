"""The answers to viewers: the views, their styles, the script, the streams. Behind a plain `Door`, nothing changes."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from hashlib import blake2b
from http import HTTPStatus
from secrets import token_bytes

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from canasta_score.cli.live.address import Address
from canasta_score.cli.live.broadcast import SLICE_BYTES, Room
from canasta_score.report.html.templating import load_text

Endpoint = Callable[[Request], Awaitable[Response]]
_METHODS = ("GET", "HEAD")
_RETRY_SECONDS = 30
_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; "
    "base-uri 'none'; form-action {}; frame-ancestors 'none'"
)
_LOOK_HEADERS = {
    "Content-Security-Policy": _POLICY.format("'none'"),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    # One request for each connection: a viewer who has the answer makes room.
    "Connection": "close",
}
ENTRY_HEADERS = {
    **_LOOK_HEADERS,
    "Content-Security-Policy": _POLICY.format("'self'"),
    # With `no-referrer`, browsers would send the origin `null` with plain forms.
    "Referrer-Policy": "same-origin",
}


class Door:
    """What is found behind one token: the endpoints by their paths, and the headers of their answers."""

    headers: Mapping[str, str] = _LOOK_HEADERS

    def __init__(self, endpoints: Mapping[str, Endpoint]) -> None:
        """Open a door behind which everything is only looked at."""
        self._endpoints = {"": _add_last_slash, **endpoints}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request whose path begins behind the token."""
        response = await self.answer(Request(scope, receive))
        await response(scope, receive, send)

    async def answer(self, request: Request) -> Response:
        """Return the answer to a request."""
        endpoint = self._endpoints.get(request.scope["path"]) if request.method in _METHODS else None
        return await endpoint(request) if endpoint else Response(status_code=HTTPStatus.NOT_FOUND)


def list_view_endpoints(room: Room, names: Mapping[str, str], scripts: Sequence[str] = ()) -> dict[str, Endpoint]:
    """Return what shows some views, `names` by the paths of their documents, with `scripts` besides `live.js`."""
    endpoints: dict[str, Endpoint] = {}
    for script in ("live.js", *scripts):
        endpoints[f"/{script}"] = partial(_show, partial(bytes, load_text(script).encode()), "text/javascript")
    for path, name in names.items():
        endpoints[path] = partial(_show, partial(room.get_document, name), "text/html")
        endpoints[f"/{name}.css"] = partial(_show, partial(room.get_style, name), "text/css")
        endpoints[f"/{name}.events"] = partial(_follow, room, name)
    return endpoints


async def _add_last_slash(request: Request) -> Response:
    token = request.scope["root_path"]
    # The page itself would look for its styles and scripts one level too high.
    return RedirectResponse(f"{token}/") if token else Response(status_code=HTTPStatus.NOT_FOUND)


async def _show(get_content: Callable[[], bytes], media_type: str, _: Request) -> Response:
    return SlicedResponse(get_content(), media_type=media_type)


class SlicedResponse(Response):
    """An answer that is sent in slices: who does not read it holds up one slice, and not a copy of it all."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the answer."""
        del scope, receive
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        for start in range(0, len(self.body), SLICE_BYTES):
            body = self.body[start : start + SLICE_BYTES]
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body"})


async def _follow(room: Room, name: str, request: Request) -> Response:
    if room.viewers >= room.max_viewers:
        return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": str(_RETRY_SECONDS)})
    if request.method == "HEAD":
        return Response(media_type=_EventStream.media_type)
    version = request.headers.get("last-event-id") or request.query_params.get("since", "")
    return _EventStream(room, name, version)


class _EventStream(StreamingResponse):
    """The events of a view for one viewer, who has a seat in the room until the connection ends."""

    media_type = "text/event-stream"

    def __init__(self, room: Room, name: str, version: str) -> None:
        super().__init__(room.broadcasts[name].stream(version))
        self._room = room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._room.viewers += 1
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._room.viewers -= 1


class Gate:
    """The app: it checks the host and the token of each request before anything else is looked at."""

    def __init__(self, doors: Mapping[str, Door], address: Address) -> None:
        """Take the doors by their tokens; one without a token is open to everybody who reaches the address."""
        self._host = address.authority
        self._key = token_bytes(16)
        self._open_door = doors.get("")
        self._doors = {self._digest(token): door for token, door in doors.items() if token}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(answer.headers if isinstance(answer, Door) else _LOOK_HEADERS)
            await send(message)

        answer, root = self._find_answer(scope)
        behind = {"path": scope["path"].removeprefix(root), "root_path": root}
        await answer({**scope, **behind}, receive, send_with_headers)

    def _find_answer(self, scope: Scope) -> tuple[ASGIApp, str]:
        """Return what answers a request, and the beginning of its path if that is a token."""
        path: str = scope["path"]
        if Headers(scope=scope).get("host") != self._host:
            return Response(status_code=HTTPStatus.BAD_REQUEST), ""
        token = path.removeprefix("/").partition("/")[0]
        if (door := self._doors.get(self._digest(token))) and path.startswith("/"):
            return door, f"/{token}"
        return self._open_door or Response(status_code=HTTPStatus.NOT_FOUND), ""

    def _digest(self, token: str) -> bytes:
        # Whoever guesses cannot choose the digest, so the time to look it up says nothing about how much is right.
        return blake2b(token.encode(errors="replace"), key=self._key, digest_size=16).digest()
