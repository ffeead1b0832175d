"""Recording on disk: reading a game file, creating one, and adding an entry that follows from those in it."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from canasta_score.disk.files import DiskError, MissingFileError, Notify, path_exists, read_bytes
from canasta_score.game.entries import Entry, EntryKind, LedgerError, disk_errors_as, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.ledger_builder import LedgerBuilder
from canasta_score.game.sides import serialize_seats
from canasta_score.game.storage.entry_format import find_entry_errors, serialize_entry
from canasta_score.game.storage.journal import VariantCache, append_text, format_entry, format_journal
from canasta_score.game.storage.ledger_reader import LEDGER_FORMAT, SEATS_KEY, ParsedLedger, parse_ledger_text
from canasta_score.rules.diagnostics import DiagnosticCode

_LEDGER_HEADER = """\
# A game of Canasta, kept by canasta-score. New entries are added at the end.
# To correct a hand, use "canasta-score fix"; do not change it here. You can change the names of the sides.
"""


def format_ledger(game: Ledger) -> bytes:
    """Format a whole game, with all rules it is played by and as if its entries had been added one by one."""
    head: dict[str, object] = {
        "format": LEDGER_FORMAT,
        "variant": game.variant.name,
        **({} if game.started_at is None else {"started": game.started_at}),
        "house": list(game.house_rules),
        "sides": dict(game.first_names or game.side_names),
        "start": dict(game.starting_totals),
        **({SEATS_KEY: serialize_seats(game.seats)} if game.seats else {}),
        "rules": game.raw_rules,
    }
    return format_journal(_LEDGER_HEADER, head, map(serialize_entry, game.entries))


def append_entry(data: bytes, entry: Entry) -> bytes:
    """Return the text of a game file with an entry added in the same line endings; no byte in the file changes."""
    return append_text(data, format_entry(serialize_entry(entry)))


def verify_appended_entry(old: ParsedLedger, data: bytes, entry: Entry) -> Ledger:
    """Return the game that a new text reads to; raises LedgerError unless it is the old game plus the entry."""
    file = old.ledger.file
    entries = old.keys.get("entry", [])
    expected = {**old.keys, "entry": [*(entries if isinstance(entries, list) else []), serialize_entry(entry)]}
    try:
        new = parse_ledger_text(data, file)
    except LedgerError:
        new = None
    if not new or new.keys != expected:
        raise ledger_error(
            file, "nothing can be added to this file", "put each entry under its own [[entry]], not in one list"
        )
    if new.diagnostics:
        raise LedgerError(new.diagnostics)
    return new.ledger


_MAX_TEXT_LENGTH = 10_000  # characters of a note or a reason; a line of a file is at most ten times as long


def _read_ledger_bytes(path: Path) -> bytes:
    try:
        return read_bytes(path)
    except DiskError as error:
        code = DiagnosticCode.OTHER if path_exists(path) else DiagnosticCode.NO_SUCH_GAME
        if isinstance(error, MissingFileError):
            hint = "for a different game file add -l FILE; to start a game"
            raise ledger_error(str(path), "there is no such game", hint, "new", code=code) from None
        raise ledger_error(str(path), error.message, error.hint, code=code) from None


def read_ledger(path: str | Path, cache: VariantCache | None = None) -> Ledger:
    """Read a game from its file and verify every total in it; rules in the cache are not read again.

    Raises LedgerError with every mistake, each with its entry and line.
    """
    parsed = inspect_ledger(path, cache)
    if parsed.diagnostics:
        raise LedgerError(parsed.diagnostics)
    return parsed.ledger


@disk_errors_as(LedgerError)
def inspect_ledger(path: str | Path, cache: VariantCache | None = None) -> ParsedLedger:
    """Read a game from its file with what is wrong in its entries; raises LedgerError if it is no game file."""
    return parse_ledger_text(_read_ledger_bytes(Path(path)), str(path), cache)


@disk_errors_as(LedgerError)
def create_ledger(
    path: Path,
    data: bytes,
    notify: Notify = lambda _: None,
    on_recorded: Callable[[Ledger], object] = lambda _: None,
) -> Ledger:
    """Write a new game file and return its game; raises LedgerError if something is already there."""
    game = parse_ledger_text(data, str(path)).ledger
    from canasta_score.game.storage.journal_writer import create_journal

    create_journal(path, data, notify, lambda: on_recorded(game))
    return game


def record_entry(
    path: Path,
    make_entry: Callable[[Ledger], Entry],
    notify: Notify = lambda _: None,
    on_recorded: Callable[[Ledger], object] = lambda _: None,
) -> tuple[Ledger, Ledger]:
    """Add an entry to a game file and return the game before and after it; when this returns, it is on the disk.

    The entry is made from the game as it is while nobody else can write. Raises LedgerError if the game or the disk
    refuses the entry, and whatever `make_entry` raises; then nothing is written, unless `on_recorded` has been called.
    """
    return _write_next_entry(path, make_entry, notify, on_recorded, allow_mismatch=False)


def record_restatement(
    path: Path,
    make_entry: Callable[[Ledger], Entry],
    notify: Notify = lambda _: None,
    on_recorded: Callable[[Ledger], object] = lambda _: None,
) -> Ledger:
    """Add the entry that accepts the totals as they follow from the facts, although others are stated."""
    return _write_next_entry(path, make_entry, notify, on_recorded, allow_mismatch=True)[1]


@disk_errors_as(LedgerError)
def preview_entry(path: Path, make_entry: Callable[[Ledger], Entry]) -> tuple[Ledger, Ledger]:
    """Return the game before and after an entry that is not written."""
    data = _read_ledger_bytes(path)
    old = _parse_sound_ledger(data, path, allow_mismatch=False)
    _, before, after = _append_next_entry(old, data, make_entry)
    return before, after


@disk_errors_as(LedgerError)
def _write_next_entry(
    path: Path,
    make_entry: Callable[[Ledger], Entry],
    notify: Notify,
    on_recorded: Callable[[Ledger], object],
    *,
    allow_mismatch: bool,
) -> tuple[Ledger, Ledger]:
    from canasta_score.game.storage.journal_writer import write_entry

    return write_entry(
        path,
        _read_ledger_bytes,
        lambda data: _parse_sound_ledger(data, path, allow_mismatch=allow_mismatch),
        lambda old, data: _append_next_entry(old, data, make_entry),
        notify,
        on_recorded,
    )


def _parse_sound_ledger(data: bytes, path: Path, *, allow_mismatch: bool) -> ParsedLedger:
    parsed = parse_ledger_text(data, str(path))
    serious = [
        diagnostic
        for diagnostic in parsed.diagnostics
        if not (allow_mismatch and diagnostic.code is DiagnosticCode.TOTAL_MISMATCH)
    ]
    if serious:
        raise LedgerError(serious)
    return parsed


def _append_next_entry(
    old: ParsedLedger, data: bytes, make_entry: Callable[[Ledger], Entry]
) -> tuple[bytes, Ledger, Ledger]:
    entry = complete_entry(old.ledger, make_entry(old.ledger))
    text = append_entry(data, entry)
    return text, old.ledger, verify_appended_entry(old, text, entry)


def complete_entry(ledger: Ledger, entry: Entry) -> Entry:
    """Return the next entry of a game with its number and the totals after it; a new hand gets its number, too.

    Raises LedgerError for a hand or a change that does not exist, TallyError for facts that the rules do not know.
    """
    if len(entry.text) > _MAX_TEXT_LENGTH:
        message = f"the text has {len(entry.text):,} characters, more than {_MAX_TEXT_LENGTH:,}"
        raise ledger_error(ledger.file, message, "shorten it")
    builder = LedgerBuilder(ledger)
    if entry.kind is EntryKind.HAND:
        entry = replace(entry, hand=len(ledger.hands) + 1)
    builder.apply(entry)
    entry = replace(entry, number=len(ledger.entries) + 1, totals=dict(builder.totals))
    if errors := find_entry_errors(serialize_entry(entry), ledger.side_names.keys()):
        raise LedgerError(error.at(ledger.file) for error in errors)
    return entry
