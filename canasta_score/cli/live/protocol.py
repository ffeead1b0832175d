"""HTTP for viewers: one request on each connection, and nobody is waited for.

Uvicorn waits without end for a request that does not come and for a viewer that does not read. Here such a connection
is cut, so that a phone out of reach, or someone who only opens connections, takes no place for long.
"""

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

MAX_CONNECTIONS = 400
REQUEST_SECONDS = 10.0
STALLED_SECONDS = 10.0


class ViewerProtocol(H11Protocol):
    """A connection that is cut if its request does not come, or if what it is sent is not read."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Wait for the request, but not for long; cut the connection if there are too many."""
        super().connection_made(transport)
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
        """Go on with a viewer that has read what it was sent."""
        self._clear_deadline()
        super().resume_writing()

    def _cut_without_request(self) -> None:
        if self.cycle is None:
            self.transport.abort()

    def _clear_deadline(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None
