"""Keeping a ledger: reading it, beginning one, and adding an entry that follows from those that stand."""

from collections.abc import Callable
from dataclasses import replace as change
from pathlib import Path

from canasta_score.game.entries import Entry, What, entry_keys, faults_of_entry
from canasta_score.game.errors import LedgerError, LedgerProblem, ledger_error
from canasta_score.game.journal import JournalError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage import files as storage
from canasta_score.game.storage.files import Waiting
from canasta_score.game.storage.reader import KnownRules, Reading, read_ledger_text
from canasta_score.game.storage.writer import verified, with_entry

Make = Callable[[Ledger], Entry]


def read_ledger(path: str | Path, known: KnownRules | None = None) -> Ledger:
    """Read a ledger from its file, and verify every total in it; rules that are known are not read again.

    Raises LedgerError with every mistake, each with its entry and line.
    """
    reading = examine_ledger(path, known)
    if reading.problems:
        raise LedgerError(reading.problems)
    return reading.ledger


def examine_ledger(path: str | Path, known: KnownRules | None = None) -> Reading:
    """Read a ledger as far as it goes, with what is wrong in its entries; raises LedgerError where it is none."""
    return read_ledger_text(storage.read(Path(path)), str(path), known)


def begin(path: Path, data: bytes, waiting: Waiting) -> Ledger:
    """Write a new ledger where there is none, and give it as it reads; beside what is there no lock is left."""
    game = read_ledger_text(data, str(path)).ledger
    if storage.is_there(path) and not storage.is_folder(path):
        storage.check_free(Path(storage.real_path(path)), str(path))
    with storage.locked(path, waiting) as target:
        storage.create(target, data, str(path))
    return game


def record(path: Path, make: Make, waiting: Waiting) -> tuple[Ledger, Ledger]:
    """Add an entry to a ledger, and give the ledger before and after it; when this returns, the disk has it.

    The entry is made of the ledger as it stands while nobody else writes. Raises LedgerError where the ledger or the
    disk refuses it, and whatever making the entry raises; then nothing is written.
    """
    return add_entry(path, make, waiting, may_be_off=False)


def restate(path: Path, make: Make, waiting: Waiting) -> Ledger:
    """Add the entry that accepts the totals as they follow from the facts, where stated ones do not hold."""
    return add_entry(path, make, waiting, may_be_off=True)[1]


def preview(path: Path, make: Make) -> tuple[Ledger, Ledger]:
    """Give a ledger before and after an entry that is not written."""
    data = storage.read(path)
    old = sound(data, path, may_be_off=False)
    return old.ledger, with_next(old, data, make)[0]


def add_entry(path: Path, make: Make, waiting: Waiting, *, may_be_off: bool) -> tuple[Ledger, Ledger]:
    """Add an entry to a ledger whose facts are sound, and whose stated totals hold unless they may be off.

    A file that is no such ledger is refused before a lock is left beside it.
    """
    data = storage.read(path)
    old = sound(data, path, may_be_off=may_be_off)
    with storage.locked(path, waiting) as target:
        before_us, data = data, storage.read(target)
        if data != before_us:
            old = sound(data, path, may_be_off=may_be_off)
        after, text = with_next(old, data, make)
        storage.replace(target, text, str(path))
    return old.ledger, after


def sound(data: bytes, path: Path, *, may_be_off: bool) -> Reading:
    """Read a ledger that an entry can be added to; raises LedgerError for any other."""
    reading = read_ledger_text(data, str(path))
    if serious := [one for one in reading.problems if not (may_be_off and one.about_totals)]:
        raise LedgerError(serious)
    return reading


def with_next(old: Reading, data: bytes, make: Make) -> tuple[Ledger, bytes]:
    """Give a ledger with its next entry, and its text."""
    entry = next_entry(old.ledger, make(old.ledger))
    text = with_entry(data, entry)
    return verified(old, text, entry), text


def next_entry(ledger: Ledger, entry: Entry) -> Entry:
    """Complete the next entry of a ledger with its number and the totals after it; a new hand gets its number, too.

    Raises LedgerError for a hand or a change that is not there, TallyError for facts that the rules do not know.
    """
    journal = ledger.journal()
    if entry.what is What.HAND:
        entry = change(entry, hand=len(ledger.hands) + 1)
    try:
        journal.enter(entry)
    except JournalError as error:
        raise ledger_error(ledger.file, error.message, error.hint) from None
    entry = change(entry, number=len(ledger.entries) + 1, totals=dict(journal.totals))
    if faults := faults_of_entry(entry_keys(entry), ledger.names.keys()):
        problems = (LedgerProblem(file=ledger.file, where=key, message=what, hint=hint) for key, what, hint in faults)
        raise LedgerError(problems)
    return entry
