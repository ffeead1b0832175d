"""What a file can be: a game or an event, each with its views."""

import re
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from canasta_score.event.event import Event
from canasta_score.event.storage.event_files import read_event
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.files import read_bytes
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.html.event_live import render_event_views
from canasta_score.report.html.event_page import build_event_page
from canasta_score.report.html.live import LiveView, render_game_views
from canasta_score.report.html.news import describe_event_news, describe_game_news
from canasta_score.rules.diagnostics import CanastaError

Document = Ledger | Event
_EVENT_KEY = re.compile(rb"^event *=", re.MULTILINE)


def load_document(path: Path) -> Document:
    """Load the game or the event in a file; raises CanastaError if it is neither, or has a mistake."""
    return read_event(path) if _is_event(path) else read_ledger(path)


def _is_event(path: Path) -> bool:
    with suppress(CanastaError):  # whoever reads it next says why it cannot be read
        return bool(_EVENT_KEY.search(read_bytes(path)))
    return False


def is_over(document: Document) -> bool:
    """Return whether a document is a game that is over."""
    return isinstance(document, Ledger) and document.standing().over


def render_update(before: Document | None, after: Document) -> tuple[Mapping[str, LiveView], str]:
    """Return the views of a document by their names, and what changed; no changes if there was none before."""
    if isinstance(after, Event):
        page = build_event_page(after)
        return render_event_views(after, page), describe_event_news(page) if before else ""
    return render_game_views(after), describe_game_news(before, after) if isinstance(before, Ledger) else ""
