"""Keeping a ledger: reading it, beginning one, and adding an entry that follows from those that stand."""

from collections.abc import Callable
from dataclasses import replace as change
from pathlib import Path

from canasta_score.game.entries import Entry, EntryKind, find_entry_faults, serialize_entry
from canasta_score.game.errors import LedgerError, ledger_error
from canasta_score.game.journal import JournalError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage import files as storage
from canasta_score.game.storage.files import WaitCallback
from canasta_score.game.storage.reader import ParsedLedger, VariantCache, parse_ledger_text
from canasta_score.game.storage.writer import append_entry, verify_appended_entry
from canasta_score.rules.diagnostics import DiagnosticCode, build_file_diagnostic

EntryFactory = Callable[[Ledger], Entry]


def read_ledger(path: str | Path, known: VariantCache | None = None) -> Ledger:
    """Read a ledger from its file, and verify every total in it; rules that are known are not read again.

    Raises LedgerError with every mistake, each with its entry and line.
    """
    reading = inspect_ledger(path, known)
    if reading.problems:
        raise LedgerError(reading.problems)
    return reading.ledger


def inspect_ledger(path: str | Path, known: VariantCache | None = None) -> ParsedLedger:
    """Read a ledger as far as it goes, with what is wrong in its entries; raises LedgerError where it is none."""
    return parse_ledger_text(storage.read_ledger_bytes(Path(path)), str(path), known)


def create_ledger(path: Path, data: bytes, waiting: WaitCallback) -> Ledger:
    """Write a new ledger where there is none, and give it as it reads; beside what is there no lock is left."""
    game = parse_ledger_text(data, str(path)).ledger
    if storage.path_exists(path) and not storage.is_folder(path):
        storage.check_path_is_free(Path(storage.resolve_path(path)), str(path))
    with storage.lock_ledger(path, waiting) as target:
        storage.create_ledger_file(target, data, str(path))
    return game


def record_entry(path: Path, make: EntryFactory, waiting: WaitCallback) -> tuple[Ledger, Ledger]:
    """Add an entry to a ledger, and give the ledger before and after it; when this returns, the disk has it.

    The entry is made of the ledger as it stands while nobody else writes. Raises LedgerError where the ledger or the
    disk refuses it, and whatever making the entry raises; then nothing is written.
    """
    return _write_next_entry(path, make, waiting, may_be_off=False)


def record_restatement(path: Path, make: EntryFactory, waiting: WaitCallback) -> Ledger:
    """Add the entry that accepts the totals as they follow from the facts, where stated ones do not hold."""
    return _write_next_entry(path, make, waiting, may_be_off=True)[1]


def preview_entry(path: Path, make: EntryFactory) -> tuple[Ledger, Ledger]:
    """Give a ledger before and after an entry that is not written."""
    data = storage.read_ledger_bytes(path)
    old = _parse_sound_ledger(data, path, may_be_off=False)
    return old.ledger, _append_next_entry(old, data, make)[0]


def _write_next_entry(
    path: Path, make: EntryFactory, waiting: WaitCallback, *, may_be_off: bool
) -> tuple[Ledger, Ledger]:
    """Add an entry to a ledger whose facts are sound, and whose stated totals hold unless they may be off.

    A file that is no such ledger is refused before a lock is left beside it.
    """
    data = storage.read_ledger_bytes(path)
    old = _parse_sound_ledger(data, path, may_be_off=may_be_off)
    with storage.lock_ledger(path, waiting) as target:
        before_us, data = data, storage.read_ledger_bytes(target)
        if data != before_us:
            old = _parse_sound_ledger(data, path, may_be_off=may_be_off)
        after, text = _append_next_entry(old, data, make)
        storage.replace_file(target, text, str(path))
    return old.ledger, after


def _parse_sound_ledger(data: bytes, path: Path, *, may_be_off: bool) -> ParsedLedger:
    """Read a ledger that an entry can be added to; raises LedgerError for any other."""
    reading = parse_ledger_text(data, str(path))
    if serious := [one for one in reading.problems if not (may_be_off and one.code is DiagnosticCode.TOTAL_MISMATCH)]:
        raise LedgerError(serious)
    return reading


def _append_next_entry(old: ParsedLedger, data: bytes, make: EntryFactory) -> tuple[Ledger, bytes]:
    """Give a ledger with its next entry, and its text."""
    entry = complete_entry(old.ledger, make(old.ledger))
    text = append_entry(data, entry)
    return verify_appended_entry(old, text, entry), text


def complete_entry(ledger: Ledger, entry: Entry) -> Entry:
    """Complete the next entry of a ledger with its number and the totals after it; a new hand gets its number, too.

    Raises LedgerError for a hand or a change that is not there, TallyError for facts that the rules do not know.
    """
    journal = ledger.build_journal()
    if entry.kind is EntryKind.HAND:
        entry = change(entry, hand=len(ledger.hands) + 1)
    try:
        journal.apply(entry)
    except JournalError as error:
        raise ledger_error(ledger.file, error.message, error.hint) from None
    entry = change(entry, number=len(ledger.entries) + 1, totals=dict(journal.totals))
    if faults := find_entry_faults(serialize_entry(entry), ledger.side_names.keys()):
        problems = (build_file_diagnostic(ledger.file, key, what, hint) for key, what, hint in faults)
        raise LedgerError(problems)
    return entry
