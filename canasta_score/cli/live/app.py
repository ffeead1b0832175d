"""The answers to viewers: the views, their styles, the script, the streams. No request changes anything."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from secrets import compare_digest

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse
from starlette.routing import Route, Router
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from canasta_score.cli.live.address import Address
from canasta_score.cli.live.broadcast import Room
from canasta_score.report.html.live import load_script, render_document

_METHODS = ("GET", "HEAD")
_RETRY_SECONDS = 30
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    # One request for each connection: a viewer who has the answer makes room.
    "Connection": "close",
}
_Endpoint = Callable[[Request], Awaitable[Response]]


def build_app(room: Room, address: Address) -> ASGIApp:
    """Build the app that answers the viewers of a room at an address."""
    script = load_script()
    routes = [
        Route("/", _show_document(room, room.default_view)),
        Route("/live.js", _show(lambda: script, "text/javascript")),
    ]
    for name in room.broadcasts:
        routes += [
            Route(f"/{name}", _show_document(room, name)),
            Route(f"/{name}.css", _show_style(room, name)),
            Route(f"/{name}.events", _follow(room, name)),
        ]
    return _Gate(Router(routes, redirect_slashes=False, default=_refuse_path), address)


async def _refuse_path(scope: Scope, receive: Receive, send: Send) -> None:
    await Response(status_code=HTTPStatus.NOT_FOUND)(scope, receive, send)


def _show_document(room: Room, name: str) -> _Endpoint:
    return _show(lambda: render_document(name, room.views[name], room.broadcasts[name].version), "text/html")


def _show_style(room: Room, name: str) -> _Endpoint:
    return _show(lambda: room.views[name].style, "text/css")


def _show(get_content: Callable[[], str], media_type: str) -> _Endpoint:
    async def show(_: Request) -> Response:
        return Response(get_content(), media_type=media_type)

    return show


def _follow(room: Room, name: str) -> _Endpoint:
    async def follow(request: Request) -> Response:
        if room.is_full:
            return Response(status_code=HTTPStatus.SERVICE_UNAVAILABLE, headers={"Retry-After": str(_RETRY_SECONDS)})
        if request.method == "HEAD":
            return Response(media_type=_EventStream.media_type)
        version = request.headers.get("last-event-id") or request.query_params.get("since", "")
        return _EventStream(room, name, version)

    return follow


class _EventStream(StreamingResponse):
    """The events of a view for one viewer, who has a seat in the room until the connection ends."""

    media_type = "text/event-stream"

    def __init__(self, room: Room, name: str, version: str) -> None:
        super().__init__(room.broadcasts[name].stream(version))
        self._room = room

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._room.take_seat():
            await super().__call__(scope, receive, send)


class _Gate:
    """Checks the method, the host and the token of each request before it is answered."""

    def __init__(self, app: ASGIApp, address: Address) -> None:
        self._app = app
        self._host_names = address.host_names
        self._token = address.token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        answer = self._refuse(scope) or self._app
        path = scope["path"].removeprefix(f"/{self._token}") if self._token else scope["path"]
        await answer({**scope, "path": path}, receive, send_with_headers)

    def _refuse(self, scope: Scope) -> ASGIApp | None:
        """Return the answer to a request that is refused, or None."""
        if scope["method"] not in _METHODS:
            return Response(status_code=HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": ", ".join(_METHODS)})
        if Headers(scope=scope).get("host", "").lower().partition(":")[0] not in self._host_names:
            return Response(status_code=HTTPStatus.BAD_REQUEST)
        if not self._token:
            return None
        token, slash, _ = scope["path"].removeprefix("/").partition("/")
        # The comparison takes the same time however much of the token is right.
        if not compare_digest(token.encode(), self._token.encode()):
            return _refuse_path
        return None if slash else RedirectResponse(f"/{self._token}/")
