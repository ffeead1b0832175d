"""Server-sent events: each viewer of a view gets the parts that change.

There is no queue. The broadcast remembers the revision in which each part last changed, and a viewer names the revision
that it has. So a viewer who was away for an hour gets each part that changed once, and takes no memory meanwhile.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from json import dumps
from secrets import token_hex
from time import time

from canasta_score.report.html.live import LiveView, render_document
from canasta_score.report.html.templating import HtmlParts
from canasta_score.rules.frozen import replace
from canasta_score.rules.text import parse_digits

MAX_VIEWERS = 200
SLICE_BYTES = 16_384  # what is sent at once; a viewer who does not read it gets no more
_HEARTBEAT_SECONDS = 5.0


class Room:
    """The views by their names, and how many viewers follow them."""

    def __init__(self, views: Mapping[str, LiveView], max_viewers: int = MAX_VIEWERS, code: str = "") -> None:
        """Open the room with the first views; `code` is the QR code of the page for phones, as SVG, or empty."""
        self.viewers, self.max_viewers, self._code = 0, max_viewers, code
        self.broadcasts: dict[str, Broadcast] = {}
        self.views: Mapping[str, LiveView] = {}
        self._documents: dict[str, bytes] = {}  # one for all viewers
        self.publish(views)

    def publish(self, views: Mapping[str, LiveView]) -> None:
        """Send every viewer what changed; who follows a view that is not there any more is sent away."""
        self.views = views
        for name in self.broadcasts.keys() - views.keys():
            self.broadcasts.pop(name).publish({})
        for name, view in views.items():
            self.broadcasts.setdefault(name, Broadcast()).publish(view.parts)
        self._documents.clear()

    def get_document(self, name: str) -> bytes:
        """Return a view as a whole document."""
        if name not in self._documents:
            self._documents[name] = self.build_document(name, {})
        return self._documents[name]

    def build_document(self, name: str, parts: HtmlParts) -> bytes:
        """Return a view as a document with other parts, which are for one viewer; the next event brings what is new."""
        view = replace(self.views[name], parts={**self.views[name].parts, **parts})
        return render_document(name, view, self.broadcasts[name].version, self._code).encode()

    def get_style(self, name: str) -> bytes:
        """Return the style of a view."""
        return self.views[name].style.encode()


class Broadcast:
    """The parts of a view as HTML by their ids, and the viewers who wait for the next change."""

    def __init__(self, heartbeat: float = _HEARTBEAT_SECONDS) -> None:
        """Start without parts; each viewer gets an event at least every `heartbeat` seconds."""
        self.parts: Mapping[str, str] = {}
        self._heartbeat = heartbeat
        self._run = token_hex(4)  # versions of an earlier run of the program mean nothing here
        self._revision = 0
        self._changed_in: dict[str, int] = {}
        self._messages: dict[int, bytes] = {}
        self._changed = asyncio.Event()

    @property
    def version(self) -> str:
        """Return a text that names the current revision."""
        return f"{self._run}.{self._revision}"

    def publish(self, parts: Mapping[str, str]) -> None:
        """Replace the parts and wake up every viewer, if any part is different."""
        if parts == self.parts:
            return
        self._revision += 1
        self._changed_in = {
            name: self._changed_in[name] if self.parts.get(name) == part else self._revision
            for name, part in parts.items()
        }
        self.parts = parts
        self._messages.clear()
        self._changed.set()
        self._changed = asyncio.Event()

    async def stream(self, version: str) -> AsyncIterator[bytes]:
        """Yield the events for a viewer with a version of the parts (all if it is unknown) until there are no parts."""
        run, _, number = version.partition(".")
        seen = (parse_digits(number, self._revision) or 0) if run == self._run else 0
        yield _build_alive_event()
        while self.parts:
            changed, revision = self._changed, self._revision
            if seen < revision:
                message, seen = self._get_message(seen), revision
                for start in range(0, len(message), SLICE_BYTES):
                    yield message[start : start + SLICE_BYTES]
                continue
            try:
                await asyncio.wait_for(changed.wait(), self._heartbeat)
            except TimeoutError:
                yield _build_alive_event()

    def _get_message(self, seen: int) -> bytes:
        if seen not in self._messages:  # most viewers have seen the same revision, and get the same message
            fresh = {name: part for name, part in self.parts.items() if self._changed_in[name] > seen}
            data = dumps({"parts": fresh, "ids": list(self.parts)}, separators=(",", ":"))
            self._messages[seen] = f"id: {self.version}\nevent: parts\ndata: {data}\n\n".encode()
        return self._messages[seen]


def _build_alive_event() -> bytes:
    """Return a heartbeat with the server's time in milliseconds since 1970, which sets the clock of an event."""
    return f"event: alive\ndata: {time() * 1000:.0f}\n\n".encode()
