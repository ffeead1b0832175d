"""Recording in journals without the checks of `canasta_score.recording`: as the storage does it alone."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from canasta_score.disk.files import Notify
from canasta_score.disk.interruptions import interruptions_held
from canasta_score.event.entries import EventEntry
from canasta_score.event.event import Event
from canasta_score.event.storage.event_files import EventJournal, format_event
from canasta_score.game.entries import Entry
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.journal import ParsedJournal, Recorded
from canasta_score.game.storage.ledger_files import GameJournal
from canasta_score.rules.diagnostics import CanastaError, DiagnosticCode
from support.randomness import is_night

FILE = "journal.toml"
StateT = TypeVar("StateT")


def finish(
    write: Callable[[], Recorded[StateT]], notify: Notify, on_recorded: Callable[[StateT], object] = lambda _: None
) -> Recorded[StateT]:
    """Write, tell of it while Ctrl-C is held, pass on the notes, and raise what failed after that."""
    with interruptions_held():
        recorded = write()
        on_recorded(recorded.after)
    for note in recorded.notes:
        notify(note)
    if recorded.failure:
        raise recorded.failure
    return recorded


def create_ledger(path: Path, data: bytes, notify: Notify) -> Ledger:
    """Write a new game file and return its game."""
    return finish(lambda: GameJournal(path, notify=notify).create(data), notify).after


def record_entry(
    path: Path,
    build_entry: Callable[[Ledger], Entry],
    notify: Notify,
    on_recorded: Callable[[Ledger], object] = lambda _: None,
    *,
    accept_mismatch: bool = False,
) -> tuple[Ledger, Ledger]:
    """Add an entry to a game file and return the game before and after it."""
    journal = GameJournal(path, notify=notify, accepted={DiagnosticCode.TOTAL_MISMATCH} if accept_mismatch else ())
    recorded = finish(lambda: journal.record(build_entry), notify, on_recorded)
    return recorded.before, recorded.after


def record_restatement(path: Path, build_entry: Callable[[Ledger], Entry], notify: Notify) -> Ledger:
    """Add the entry that accepts the totals that follow from the facts, and return the game with it."""
    return record_entry(path, build_entry, notify, accept_mismatch=True)[1]


def preview_entry(path: Path, build_entry: Callable[[Ledger], Entry]) -> tuple[Ledger, Ledger]:
    """Return the game before and after an entry that is not written."""
    previewed = GameJournal(path).preview(build_entry)
    return previewed.before, previewed.after


def create_event(path: Path, event: Event, notify: Notify) -> Event:
    """Write a new event file and return its event."""
    return finish(lambda: EventJournal(path, notify=notify).create(format_event(event)), notify).after


def record_event_entry(path: Path, build_entry: Callable[[Event], EventEntry], notify: Notify) -> tuple[Event, Event]:
    """Add an entry to an event file and return the event before and after it."""
    recorded = finish(lambda: EventJournal(path, notify=notify).record(build_entry), notify)
    return recorded.before, recorded.after


def check_cuts(parse: Callable[[bytes, str], ParsedJournal[StateT]], texts: Sequence[bytes], step: int) -> None:
    """Check that a journal that is cut anywhere is refused, or what it was after one of its entries.

    `texts` are the journal as it was after each. Of its bytes, each after a step is tried; in its rules, which are most
    of it, each after nine steps; at night all.
    """
    step = 1 if is_night() else step
    states = [parse(text, FILE).state for text in texts]
    start, whole = len(texts[0]), texts[-1]
    for end in (*range(0, start, 1 if is_night() else 9 * step), *range(start, len(whole), step)):
        try:
            parsed = parse(whole[:end], FILE)
        except CanastaError:
            continue
        if not parsed.diagnostics:
            assert end >= start - 1, "the rules are not whole"
            assert parsed.state in states, f"cut at {end}: {whole[:end][-60:]!r}"
