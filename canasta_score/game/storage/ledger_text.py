"""Writing a game file: the text of a new one, and whether an entry that was added reads as it was written."""

from canasta_score.game.entries import Entry
from canasta_score.game.errors import LedgerError, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.seats import serialize_seats
from canasta_score.game.storage.entry_format import serialize_entry
from canasta_score.game.storage.journal.text import append_text, format_entry, format_journal
from canasta_score.game.storage.ledger_reader import LEDGER_FORMAT, SEATS_KEY, ParsedLedger, parse_ledger_text

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
