"""The server: it answers viewers until Ctrl-C, while a thread follows the file."""

import asyncio
import socket
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from math import ceil
from threading import Event, Thread

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from canasta_score.cli.live.broadcast import MAX_VIEWERS, SLICE_BYTES, Room
from canasta_score.cli.live.follower import POLL_SECONDS, Follower

_MAX_CONNECTIONS, MAX_CONNECTIONS_OF_ONE_ADDRESS = 400, 40
# What the server needs besides: its files, and connections that arrive together and are closed at once.
_BACKLOG, _RESERVED_FILES = 32, 32
_PORTION_FOR_VIEWERS = 0.75  # others ask for pages
SECONDS_TO_ASK, REQUEST_SECONDS = 0.25, 10.0
STALLED_SECONDS = 10.0
_LOOPBACK_PREFIX = "127."
# Without these options, Linux tries to reach a phone that has left for 15 minutes, and the phone keeps its place.
_GIVE_UP_OPTIONS = {"linux": (18, 20_000), "darwin": (0x80, 20)}  # TCP_USER_TIMEOUT, TCP_RXT_CONNDROPTIME


def find_max_connections() -> int:
    """Return how many connections there can be, inside the limit of open files that this program was started with."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows, whose limit is higher
        return _MAX_CONNECTIONS
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    is_unlimited = limit == resource.RLIM_INFINITY
    return _MAX_CONNECTIONS if is_unlimited else max(1, min(_MAX_CONNECTIONS, limit - _BACKLOG - _RESERVED_FILES))


def find_max_viewers() -> int:
    """Return how many viewers can follow, with room for others who ask for pages."""
    return min(MAX_VIEWERS, ceil(find_max_connections() * _PORTION_FOR_VIEWERS))


def run_server(
    app: ASGIApp, listener: socket.socket, room: Room, follower: Follower, keep: Callable[[], object]
) -> None:
    """Serve an app, publish each change of the file, and call `keep` often, until Ctrl-C raises KeyboardInterrupt."""
    stopped = Event()

    def follow(loop: asyncio.AbstractEventLoop) -> None:
        while not stopped.wait(POLL_SECONDS):
            keep()
            if views := follower.poll():
                with suppress(RuntimeError):  # the server has just ended
                    loop.call_soon_threadsafe(room.publish, views)

    try:
        # A daemon, so that the program can end while a network folder does not answer.
        _Server(app, lambda loop: Thread(target=follow, args=(loop,), daemon=True).start()).run(sockets=[listener])
    finally:
        stopped.set()


class _Server(uvicorn.Server):
    """A server that calls a function when it has started, and does not wait for its viewers to leave."""

    def __init__(self, app: ASGIApp, on_start: Callable[[asyncio.AbstractEventLoop], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http=type("_Protocol", (ViewerProtocol,), {"max_connections": find_max_connections()}),
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="critical",  # what viewers send does not concern the person at the terminal
                access_log=False,
                proxy_headers=False,
                server_header=False,
                backlog=_BACKLOG,
            )
        )
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or ():
            # The loop accepts so many connections at once; more can wait in the system.
            listener.listen(_MAX_CONNECTIONS)
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda *_: None)
        self._on_start(loop)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        del sockets
        for listener in self.servers:
            listener.close()
        for connection in [*self.server_state.connections]:
            connection.transport.abort()


class ViewerProtocol(H11Protocol):
    """A connection that is cut if no request arrives in time, or if the viewer does not read the answer."""

    max_connections = _MAX_CONNECTIONS
    opened_at = 0.0
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Set a deadline for the request; if there are too many connections, cut the oldest without a request."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(SLICE_BYTES)
        if sys.platform in _GIVE_UP_OPTIONS:
            with suppress(OSError):  # an older system waits longer
                options = _GIVE_UP_OPTIONS[sys.platform]
                transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, *options)
        self.opened_at = self.loop.time()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._cut_without_request)
        if len(present := self._list_present()) > self.max_connections:
            self._cut_oldest(present)
        # Many phones may share an address and come at once. Their requests are read first.
        self.loop.call_later(SECONDS_TO_ASK, self._make_room_at_address)

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop the deadline."""
        self._clear_deadline()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Set a deadline for the viewer to read the answer."""
        super().pause_writing()
        self._clear_deadline()
        self._deadline = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Drop the deadline: the viewer has read the answer."""
        self._clear_deadline()
        super().resume_writing()

    @property
    def client_address(self) -> str:
        """Return the network address of the viewer."""
        return self.client[0] if self.client else ""

    @property
    def has_asked(self) -> bool:
        """Return whether a request has come."""
        return self.cycle is not None

    def _list_present(self) -> list["ViewerProtocol"]:
        viewers = (viewer for viewer in self.connections if isinstance(viewer, ViewerProtocol))
        return [viewer for viewer in viewers if not viewer.transport.is_closing()]

    def _make_room_at_address(self) -> None:
        # This computer itself may follow as often as it likes: whoever sits at it can end the server anyway.
        own, address = self.server[0] if self.server else "", self.client_address
        is_own = address.startswith(_LOOPBACK_PREFIX) or address == own
        neighbors = [
            viewer
            for viewer in self._list_present()
            if viewer.client_address == address and not (is_own and viewer.has_asked)
        ]
        if len(neighbors) > MAX_CONNECTIONS_OF_ONE_ADDRESS:
            self._cut_oldest(neighbors)

    def _cut_oldest(self, connections: Iterable["ViewerProtocol"]) -> None:
        """Cut the connection that has asked for nothing for the longest time, or this one if all have asked."""
        idle = (viewer for viewer in connections if not viewer.has_asked)
        min(idle, key=lambda viewer: viewer.opened_at, default=self).transport.abort()

    def _cut_without_request(self) -> None:
        if not self.has_asked:
            self.transport.abort()

    def _clear_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None
