"""HTTP for viewers: one request on each connection, and nobody is waited for.

Uvicorn waits without end for a request that does not come and for a viewer that does not read. Here such a connection
is cut, so that a phone out of reach, or someone who only opens connections, takes no place for long.
"""

import asyncio
import socket
import sys
from contextlib import suppress

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 400
REQUEST_SECONDS = 10.0
STALLED_SECONDS = 10.0
# By itself, Linux tries for a quarter of an hour to reach a phone that has gone, and it keeps its place meanwhile.
_GIVE_UP_OPTIONS = {"linux": (18, 20_000), "darwin": (0x80, 20)}  # TCP_USER_TIMEOUT, TCP_RXT_CONNDROPTIME


class ViewerProtocol(H11Protocol):
    """A connection that is cut if its request does not come, or if what it is sent is not read."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Wait for the request, but not for long; cut the connection if there are too many."""
        super().connection_made(transport)
        _give_up_early(transport.get_extra_info("socket"))
        if len(self.connections) > MAX_CONNECTIONS:
            transport.abort()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._cut_without_request)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the deadline."""
        self._clear_deadline()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Wait until the viewer has read what it was sent, but not for long."""
        super().pause_writing()
        self._clear_deadline()
        self._deadline = self.loop.call_later(STALLED_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """Continue with a viewer that has read what it was sent."""
        self._clear_deadline()
        super().resume_writing()

    def _cut_without_request(self) -> None:
        if self.cycle is None:
            self.transport.abort()

    def _clear_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None


def _give_up_early(connection: socket.socket) -> None:
    if sys.platform in _GIVE_UP_OPTIONS:
        with suppress(OSError):  # an older system waits longer
            connection.setsockopt(socket.IPPROTO_TCP, *_GIVE_UP_OPTIONS[sys.platform])
