"""The room: everybody who watches, each on one of the views."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from canasta_score.cli.live.broadcast import Broadcast
from canasta_score.report.html.live import LiveView

MAX_VIEWERS = 200


class Room:
    """The views by their names, and how many viewers follow them."""

    def __init__(self, views: Mapping[str, LiveView], default_view: str) -> None:
        """Open the room with the views as they are now; `default_view` is the one that the plain address shows."""
        self.default_view = default_view
        self._viewers = 0
        self.broadcasts = {name: Broadcast() for name in views}
        self.views: dict[str, LiveView] = {}
        self.publish(views)

    @property
    def is_full(self) -> bool:
        """Return whether nobody else can follow."""
        return self._viewers >= MAX_VIEWERS

    def publish(self, views: Mapping[str, LiveView]) -> None:
        """Show every viewer what changed; the names of the views stay the same."""
        for name, view in views.items():
            self.views[name] = view
            self.broadcasts[name].publish(view.parts)

    @contextmanager
    def take_seat(self) -> Iterator[None]:
        """Count a viewer until it goes."""
        self._viewers += 1
        try:
            yield
        finally:
            self._viewers -= 1
