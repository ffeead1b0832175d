"""What records requests, for games and events alike, and never prints, asks, or reads the clock by itself."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from functools import partial, wraps
from pathlib import Path
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Protocol, TypeVar

from canasta_score.disk.files import Notify
from canasta_score.disk.interruptions import interruptions_held
from canasta_score.game.storage.journal import Journal, Recorded
from canasta_score.hand.facts import drop_zeros
from canasta_score.hand.referee.problems import Problem
from canasta_score.rules.diagnostics import CanastaError, Diagnostic, DiagnosticCode
from canasta_score.rules.frozen import Value, replace

Now = Callable[[], datetime]  # returns the time at the table
StateT = TypeVar("StateT")
EntryT = TypeVar("EntryT")
_StateT_contra = TypeVar("_StateT_contra", contravariant=True)
_Arguments = ParamSpec("_Arguments")


class Proposal(Value, Generic[EntryT]):
    """The entry that a request asks for, and every problem of what is entered; it is not recorded yet."""

    entry: EntryT
    problems: Sequence[Problem] = ()


class Request(Protocol[_StateT_contra, EntryT]):
    """Something that a person wants to enter."""

    def propose(self, state: _StateT_contra, time: datetime, /) -> Proposal[EntryT]:
        """Return the entry for a game or an event as it is now; raises CanastaError to refuse it."""


class _EntryRequest(Value, Generic[StateT, EntryT]):
    build_entry: Callable[[StateT, datetime], EntryT]

    def propose(self, state: StateT, time: datetime) -> Proposal[EntryT]:
        return Proposal(entry=self.build_entry(state, time))


def request(
    build_entry: Callable[Concatenate[StateT, datetime, _Arguments], EntryT],
) -> Callable[_Arguments, Request[StateT, EntryT]]:
    """Return a function that takes what `build_entry` takes after the state and the time, and returns the request."""

    @wraps(build_entry)
    def build_request(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> Request[StateT, EntryT]:
        return _EntryRequest(build_entry=lambda state, time: build_entry(state, time, *args, **kwargs))

    return build_request


class UndoneMeanwhileError(CanastaError):
    """Something that was recorded before and undone: a device sends it again because it had no answer."""


class OnlyOnce(Value):
    """A request that is not recorded again if its entry was undone after its form was made, when `undos` had come."""

    request: Request[Any, Any]
    undos: int | None

    def propose(self, state: Any, time: datetime) -> Proposal[Any]:  # noqa: ANN401 -- a game or an event
        """Return the entry of the request; raises UndoneMeanwhileError for one that was undone meanwhile."""
        proposal = self.request.propose(state, time)
        undos = [0, *(entry.number for entry in state.entries if entry.kind == "undo")]
        if self.undos is None or self.undos >= len(undos) - 1:
            return proposal
        in_effect = {change.entry.number for change in state.applied_changes}
        for entry in state.entries[undos[self.undos] :]:
            if entry.number not in in_effect and _repeats(proposal.entry, entry):
                message = "somebody has undone this entry"
                raise UndoneMeanwhileError([Diagnostic(message=message, hint="if it is right, record it again")])
        return proposal


def count_undos(state: Any) -> int:  # noqa: ANN401 -- a game or an event
    """Return how many times something was undone in a game or an event."""
    return sum(entry.kind == "undo" for entry in state.entries)


def _repeats(proposed: Any, entry: Any) -> bool:  # noqa: ANN401 -- entries of a game or of an event
    # What an entry gets only when it is written; a new hand of a game gets its number then.
    names = ("number", "recorded_at", "totals", "facts", *(["hand"] if proposed.hand is None else []))
    written = {name: getattr(proposed, name) for name in names}
    return replace(entry, **written) == proposed and drop_zeros(entry.facts) == drop_zeros(proposed.facts)


class Recorder(Generic[StateT, EntryT]):
    """Records requests in one file; `on_recorded` gets what was recorded before Ctrl-C can interrupt the program."""

    _journal_type: ClassVar[type[Journal[Any, Any]]]

    def __init__(
        self,
        path: Path,
        now: Now,
        notify: Notify = lambda _: None,
        on_recorded: Callable[[Recorded[StateT]], object] = lambda _: None,
        *,
        accepted: Collection[DiagnosticCode] = (),
    ) -> None:
        """Start with nothing recorded; mistakes with the `accepted` codes keep nobody from using the file."""
        self._journal: Journal[StateT, EntryT] = self._journal_type(path, notify=notify, accepted=accepted)
        self._now, self._on_recorded = now, on_recorded

    def read(self) -> StateT:
        """Return the game or the event as it is now; raises the error of its file if it cannot be read."""
        return self._journal.read()

    def record(self, *requests: Request[StateT, EntryT]) -> Recorded[StateT]:
        """Record a request, or several together; after an error nothing is written unless `on_recorded` was called."""
        problems: list[Problem] = []
        builders = [partial(self._build_entry, request, problems) for request in requests]
        return self._finish(lambda: replace(self._journal.record(*builders), problems=tuple(problems)))

    def preview(self, request: Request[StateT, EntryT]) -> Recorded[StateT]:
        """Return what recording a request would give; nothing is written."""
        problems: list[Problem] = []
        previewed = self._journal.preview(partial(self._build_entry, request, problems))
        return replace(previewed, problems=tuple(problems))

    def _build_entry(self, request: Request[StateT, EntryT], problems: list[Problem], state: StateT) -> EntryT:
        proposal = request.propose(state, self._now())
        problems += proposal.problems
        return proposal.entry

    def _finish(self, write: Callable[[], Recorded[StateT]]) -> Recorded[StateT]:
        with interruptions_held():
            written = write()
            self._on_recorded(written)
        for note in written.notes:
            self._journal.notify(note)
        if written.failure:
            raise written.failure
        return written
