"""The server: it answers viewers until Ctrl-C, while a thread follows the file."""

import asyncio
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from canasta_score.cli.live.broadcast import Room
from canasta_score.cli.live.follower import POLL_SECONDS, Follower

MAX_CONNECTIONS = 400
REQUEST_SECONDS = 10.0
STALLED_SECONDS = 10.0
# Without these options, Linux tries to reach a phone that has left for 15 minutes, and the phone keeps its place.
_GIVE_UP_OPTIONS = {"linux": (18, 20_000), "darwin": (0x80, 20)}  # TCP_USER_TIMEOUT, TCP_RXT_CONNDROPTIME


def run_server(app: ASGIApp, listener: socket.socket, room: Room, follower: Follower) -> None:
    """Serve an app and publish each change of the file in the room until Ctrl-C, which raises KeyboardInterrupt."""
    stopped = Event()

    def follow(loop: asyncio.AbstractEventLoop) -> None:
        while not stopped.wait(POLL_SECONDS):
            views = follower.poll()
            if views:
                with suppress(RuntimeError):  # the server has just ended
                    loop.call_soon_threadsafe(room.publish, views)

    def start_following(loop: asyncio.AbstractEventLoop) -> None:
        # A daemon, so that the program can end while a network folder does not answer.
        Thread(target=follow, args=(loop,), daemon=True).start()

    try:
        _Server(app, start_following).run(sockets=[listener])
    finally:
        stopped.set()


class _Server(uvicorn.Server):
    """A server that calls a function when it has started, and does not wait for its viewers to leave."""

    def __init__(self, app: ASGIApp, on_start: Callable[[asyncio.AbstractEventLoop], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http=ViewerProtocol,
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="critical",  # what viewers send does not concern the person at the terminal
                access_log=False,
                proxy_headers=False,
                server_header=False,
            )
        )
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_start(asyncio.get_running_loop())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        del sockets
        for listener in self.servers:
            listener.close()
        for connection in [*self.server_state.connections]:
            connection.transport.abort()


class ViewerProtocol(H11Protocol):
    """A connection that is cut if no request arrives in time, or if the viewer does not read the answer."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Set a deadline for the request; cut the connection if there are too many."""
        super().connection_made(transport)
        if sys.platform in _GIVE_UP_OPTIONS:
            with suppress(OSError):  # an older system waits longer
                options = _GIVE_UP_OPTIONS[sys.platform]
                transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, *options)
        if len(self.connections) > MAX_CONNECTIONS:
            transport.abort()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._cut_without_request)

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

    def _cut_without_request(self) -> None:
        if self.cycle is None:
            self.transport.abort()

    def _clear_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None
