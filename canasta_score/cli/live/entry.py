"""Who may enter what: the doors of a game and of an event, and the pages behind them."""

from collections.abc import Mapping
from functools import lru_cache, partial

from canasta_score.cli.live.address import Address, FileKeys
from canasta_score.cli.live.app import Door, list_view_endpoints
from canasta_score.cli.live.broadcast import Room
from canasta_score.cli.live.door import EntryDoor, FileWorker
from canasta_score.cli.live.event_entry import EventIntake
from canasta_score.cli.live.follower import Document, Follower
from canasta_score.cli.live.game_entry import GameIntake
from canasta_score.clock import get_local_time
from canasta_score.event.event import Event
from canasta_score.recording.events import EventRecorder
from canasta_score.report.html.entry import ENTRY, build_entry_view
from canasta_score.report.html.event_page import build_event_page
from canasta_score.report.html.live import PAGE, LiveView
from canasta_score.report.html.pair_pages import get_pair_view_name, render_pair_views

ENTER, SCRIPT = "enter", "entry.js"  # what the token is for, and what every page loads
_LATE_PAIRS = 100  # that may come while the file is served


def render_entry_views(document: Document, views: Mapping[str, LiveView]) -> Mapping[str, LiveView]:
    """Return the views through which something is entered, by their names; `views` are those that everybody sees."""
    if isinstance(document, Event):
        return render_pair_views(document, build_event_page(document), views[PAGE].parts["clock"])
    return {ENTRY: build_entry_view(document)}


def build_entry_doors(follower: Follower, room: Room, address: Address, keys: FileKeys) -> dict[str, Door]:
    """Return the doors through which phones enter something, by their tokens."""
    if isinstance(follower.document, Event):
        return _build_pair_doors(follower, follower.document, room, address, keys)
    intake = GameIntake(lambda: follower.path, room)
    endpoints = {**list_view_endpoints(room, {"/": ENTRY}, [SCRIPT]), "/": intake.show}
    return {keys.derive_token(ENTER): EntryDoor(endpoints, intake.posts, address)}


def _build_pair_doors(
    follower: Follower, event: Event, room: Room, address: Address, keys: FileKeys
) -> dict[str, Door]:
    worker, doors = FileWorker(), dict[str, Door]()
    open_path = lru_cache(maxsize=1)(partial(EventRecorder, now=get_local_time))
    for pair in range(1, max(event.pairs, default=0) + _LATE_PAIRS + 1):
        name = get_pair_view_name(pair)
        intake = EventIntake(lambda: open_path(follower.path), room, worker, pair)
        endpoints = {**list_view_endpoints(room, {"/": name}, [SCRIPT]), "/": intake.show}
        is_there = partial(room.views.__contains__, name)
        doors[keys.derive_pair_token(pair)] = EntryDoor(endpoints, intake.posts, address, is_there)
    return doors
