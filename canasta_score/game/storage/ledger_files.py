"""Recording on disk: reading a game file, creating one, and adding an entry that follows from those in it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from canasta_score.disk import files
from canasta_score.disk.files import DiskError, MissingFileError, path_exists
from canasta_score.game.entries import Entry, EntryKind, LedgerError, disk_errors_as, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.ledger_builder import LedgerBuilder
from canasta_score.game.sides import serialize_seats
from canasta_score.game.storage import journal_format
from canasta_score.game.storage.entry_format import parse_entry, serialize_entry
from canasta_score.game.storage.formats import NEW_FORMAT_KEYS, raise_format
from canasta_score.game.storage.journal import Journal
from canasta_score.game.storage.ledger_reader import SEATS_KEY, ParsedLedger, parse_ledger_text
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.frozen import replace

_MAX_TEXT_LENGTH = 10_000  # characters of a note or a reason; a line of a file is at most ten times as long
_LEDGER_HEADER = """\
# A game of Canasta, kept by canasta-score. New entries are added at the end.
# To correct a hand, use "canasta-score fix"; do not change it here. You can change the names of the sides.
"""


def format_ledger(game: Ledger) -> bytes:
    """Format a whole game, with all rules it is played by and as if its entries had been added one by one."""
    rules = game.starting_rules
    head: dict[str, object] = {
        **NEW_FORMAT_KEYS,
        "variant": rules.variant.name,
        **({} if game.started_at is None else {"started": game.started_at}),
        "house": list(rules.house_rules),
        "sides": dict(game.first_names or game.side_names),
        "start": dict(game.starting_totals),
        **({SEATS_KEY: serialize_seats(game.seats)} if game.seats else {}),
        journal_format.RULES_KEY: journal_format.sign_rules(rules.keys),
    }
    return journal_format.format_journal(_LEDGER_HEADER, head, map(serialize_entry, game.entries))


def append_entry(data: bytes, entry: Entry) -> bytes:
    """Return the text of a game file with an entry added in the same line endings; no byte in the file changes."""
    return journal_format.append_text(data, journal_format.format_entry(serialize_entry(entry)))


class GameJournal(Journal[Ledger, Entry]):
    """A game file."""

    error_type = LedgerError

    def parse(self, data: bytes) -> ParsedLedger:
        """Parse the text of a game file; raises LedgerError if it is none."""
        return parse_ledger_text(data, str(self.path))

    def append(self, old: ParsedLedger, data: bytes, entry: Entry) -> tuple[bytes, ParsedLedger]:
        """Return the text of a game with its next entry, and what it reads to; raises LedgerError or TallyError."""
        entry = complete_entry(old.state, entry)
        entry_keys = serialize_entry(entry)
        data, keys = raise_format(data, old.keys, entry_keys)
        text = append_entry(data, entry)
        try:
            new = self.parse_once(text)
        except LedgerError:
            new = None
        entries = [*journal_format.get_entries(keys, old.state.file, LedgerError), entry_keys]
        if not new or new.keys != {**keys, "entry": entries}:
            hint = "put each entry under its own [[entry]], not in one list"
            raise ledger_error(old.state.file, "nothing can be added to this file", hint)
        if new.diagnostics:
            raise LedgerError(new.diagnostics)
        return text, new

    def explain_unreadable(self, error: DiskError) -> LedgerError:
        """Return the error of a game that cannot be read, or that is not there."""
        code = DiagnosticCode.UNREADABLE if path_exists(self.path) else DiagnosticCode.NO_SUCH_GAME
        if not isinstance(error, MissingFileError):
            return ledger_error(error.path, error.message, error.hint, code=code)
        return ledger_error(error.path, "there is no such game", "to start a game", "new", code=code)


def read_ledger(path: str | Path) -> Ledger:
    """Read a game from its file and verify every total in it; raises LedgerError with every mistake and its place."""
    return GameJournal(path).read()


def inspect_ledger(path: str | Path) -> ParsedLedger:
    """Read a game from its file with what is wrong in its entries; raises LedgerError if it is no game file."""
    return GameJournal(path).inspect()


@contextmanager
def set_empty_game_aside(path: Path) -> Iterator[Path]:
    """Move a game without entries away for a block, which gets its path; it comes back unless another one is there."""
    from canasta_score.disk.locks import lock  # start-up: only `play` moves games

    with disk_errors_as(LedgerError), lock(path) as held:
        if read_ledger(path).entries:
            raise ledger_error(str(path), "somebody has just recorded something", "press Enter to see it")
        aside = files.get_hidden_sibling(held.target, "old")
        try:
            held.target.replace(aside)  # also over one that a killed program left
        except OSError as error:
            raise files.build_write_error(str(path), error) from None
    try:
        yield aside
    finally:
        if path_exists(held.target):
            with suppress(OSError):  # an empty game may stay
                aside.unlink()
        else:
            try:
                aside.rename(held.target)
            except OSError as error:
                message, hint = f"cannot be put back: {files.get_reason(error)}", f'rename "{aside}" to "{held.target}"'
                raise ledger_error(str(path), message, hint) from None


def complete_entry(ledger: Ledger, entry: Entry) -> Entry:
    """Return the next entry of a game with its numbers and the totals after it; raises LedgerError or TallyError."""
    if len(entry.text) > _MAX_TEXT_LENGTH:
        message = f"the text has {len(entry.text):,} characters, more than {_MAX_TEXT_LENGTH:,}"
        raise ledger_error(ledger.file, message, "shorten it")
    builder = LedgerBuilder(ledger)
    if entry.kind is EntryKind.HAND:
        entry = replace(entry, hand=len(ledger.hands) + 1)
    builder.apply(entry)
    entry = replace(entry, number=len(ledger.entries) + 1, totals=dict(builder.totals))
    if errors := parse_entry(serialize_entry(entry), ledger.side_names.keys(), entry.number)[1]:
        raise LedgerError(error.at(ledger.file) for error in errors)
    return entry
