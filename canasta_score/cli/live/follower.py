"""Following a file: the program checks it four times a second, and reads it again when it has changed."""

from collections.abc import Callable, Mapping
from pathlib import Path

from canasta_score.disk.files import identify_file, path_exists
from canasta_score.event.event import Event
from canasta_score.event.storage.event_files import read_game_or_event
from canasta_score.game.evening import find_current_ledger
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.report.html.event_page import build_event_page
from canasta_score.report.html.event_views import describe_event_news, render_event_views
from canasta_score.report.html.live import LiveView, describe_game_news, render_game_views, render_messages
from canasta_score.rules.diagnostics import CanastaError, Diagnostic, DiagnosticCode
from canasta_score.rules.frozen import replace

Document = Ledger | Event
POLL_SECONDS = 0.25
# A file without a mistake can be unreadable for a moment: while it is replaced on Windows, or in a network folder.
# Every look tries it again; after two seconds every eighth look does, as long as the disk refuses it.
_QUICK_RETRIES = 8
_MISSING = "The file is gone. This is the last score it had."
_UNREADABLE = "The file cannot be read now. This is the last score it had."
_FAILED = "The last change cannot be shown. This is the score before it."
_BROKEN = "There is a mistake in the file. This is the last good score."
_Views = Mapping[str, LiveView]


class Follower:
    """Follows the file of a game or an event, and has its views: the last good ones while the file cannot be read."""

    def __init__(
        self,
        path: Path,
        report: Callable[[CanastaError], None],
        first: Path | None = None,
        render_more: Callable[[Document, _Views], _Views] | None = None,
    ) -> None:
        """Read the file; raises CanastaError if it cannot be read. Each later error is reported once, by `report`.

        `first` is the first game of a folder; then the current game of this folder is followed. `render_more` returns
        the views besides those that everybody looks at, which it gets.
        """
        self.path, self._first, self._render_more = path, first, render_more
        self._report, self._failures = report, 0
        self._identity = self._identify()  # before the file is read, so that no change is missed
        self.document = read_game_or_event(path)
        self._document_views, self._news = self._render_update(None, self.document)
        self.views = self._add_messages()

    def poll(self) -> _Views | None:
        """Return the views if the file has changed or could not be read the last time; None if nothing is new."""
        identity = self._identify()
        is_new = identity != self._identity
        if not (is_new or self._failures):
            return None
        self._identity, self._failures = identity, 0 if is_new else self._failures
        if self._failures > _QUICK_RETRIES and self._failures % _QUICK_RETRIES:
            self._failures += 1
            return None
        try:
            if self._first and not self._has_just_ended():
                self.path = find_current_ledger(self._first).path
            document, self._failures, trouble = read_game_or_event(self.path), 0, ""
            if type(document) is not type(self.document):  # pages of games and of events have different parts
                trouble = _BROKEN
            elif document != self.document:
                self._document_views, self._news = self._render_update(self.document, document)
                self.document = document
        except CanastaError as error:
            is_refused = error.diagnostics[0].code is DiagnosticCode.UNREADABLE
            self._failures = self._failures + 1 if is_refused or self._failures < _QUICK_RETRIES else 0
            trouble = _UNREADABLE if is_refused else _BROKEN
            if not path_exists(self.path):
                missing = replace(error.diagnostics[0], hint="put it back; the page still shows the score", command=())
                error, trouble = CanastaError([missing]), _MISSING
            if is_new:
                self._report(error)
        except Exception as error:  # noqa: BLE001 -- a mistake of this program, and later entries may be shown again
            message = f"the live page cannot show the last change: {error!r}"
            self._report(CanastaError([Diagnostic(message=message, hint="the page goes on with the next entry")]))
            trouble = _FAILED
        self.views = self._add_messages(trouble)
        return self.views

    def _has_just_ended(self) -> bool:
        # Its final score stays until something else changes, also where an older game of the folder is not over.
        was_over = isinstance(self.document, Ledger) and self.document.standing().over
        return not was_over and path_exists(self.path) and read_ledger(self.path).standing().over

    def _identify(self) -> tuple[object, ...]:
        # A new file in the folder may be the next game.
        return self.path, identify_file(self.path), identify_file(self.path.parent) if self._first else None

    def _add_messages(self, trouble: str = "") -> _Views:
        messages = render_messages(self._news, trouble)
        return {name: replace(view, parts={**view.parts, **messages}) for name, view in self._document_views.items()}

    def _render_update(self, before: Document | None, after: Document) -> tuple[_Views, str]:
        """Return the views of a document by their names, and the news: empty for the first document."""
        if isinstance(after, Event):
            page = build_event_page(after)
            views, news = render_event_views(after, page), describe_event_news(page) if before else ""
        else:
            views = render_game_views(after)
            news = describe_game_news(before, after) if isinstance(before, Ledger) else ""
        return {**views, **(self._render_more(after, views) if self._render_more else {})}, news
