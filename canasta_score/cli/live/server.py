"""The server: it runs until Ctrl-C, and has the file followed meanwhile."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

import uvicorn
from starlette.types import ASGIApp

from canasta_score.cli.live.follower import POLL_SECONDS, Follower
from canasta_score.cli.live.protocol import ViewerProtocol
from canasta_score.cli.live.room import Room


class _Server(uvicorn.Server):
    """A server that tells when it has started, and does not wait for its viewers to leave."""

    def __init__(self, app: ASGIApp, on_start: Callable[[asyncio.AbstractEventLoop], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                loop="asyncio",
                http=ViewerProtocol,
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="critical",  # whatever a viewer sends is no news to the person at the terminal
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


def run_server(app: ASGIApp, listener: socket.socket, room: Room, follower: Follower) -> None:
    """Serve an app, and show the room what changes in the file, until Ctrl-C, which raises KeyboardInterrupt."""
    stopped = Event()

    def follow(loop: asyncio.AbstractEventLoop) -> None:
        # A daemon: a network folder that does not answer may hold it up, but not the end of the program.
        Thread(target=_follow_file, args=(follower, room, loop, stopped), daemon=True).start()

    try:
        _Server(app, follow).run(sockets=[listener])
    finally:
        stopped.set()


def _follow_file(follower: Follower, room: Room, loop: asyncio.AbstractEventLoop, stopped: Event) -> None:
    while not stopped.wait(POLL_SECONDS):
        views = follower.poll()
        if views:
            with suppress(RuntimeError):  # the server has just ended
                loop.call_soon_threadsafe(room.publish, views)
