"""Writing a game file: the text of a new one, and of an entry that is added at its end."""

from datetime import datetime

from canasta_score.game.entries import Entry
from canasta_score.game.errors import LedgerError, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.entry_format import serialize_entry
from canasta_score.game.storage.reader import LEDGER_FORMAT, ParsedLedger, parse_ledger_text
from canasta_score.rules.schema.raw_tables import RawTable

_FILE_HEADER = """\
# A game of Canasta, kept by canasta-score. New entries are added at the end.
# To correct a hand, use "canasta-score fix"; do not change it here. You can change the names of the sides.
"""


class _TomlTime(datetime):
    """A time that tomli_w, which calls `str`, writes with a T between day and hour."""

    def __str__(self) -> str:
        """Return the time in ISO form."""
        return self.isoformat()


def format_ledger(game: Ledger) -> bytes:
    """Format a whole game, with all rules it is played by and as if its entries had been added one by one."""
    head: dict[str, object] = {
        "format": LEDGER_FORMAT,
        "variant": game.variant.name,
        **({} if game.started_at is None else {"started": game.started_at}),
        "house": list(game.house_rules),
        "sides": dict(game.side_names),
        "start": dict(game.starting_totals),
        "rules": game.rules,
    }
    entries = [f"\n{format_entry(entry)}" for entry in game.entries]
    return "".join([_FILE_HEADER, "\n", _format_toml(head), *entries]).encode()


def append_entry(data: bytes, entry: Entry) -> bytes:
    """Return the text of a game file with an entry added in the same line endings; no byte in the file changes."""
    gap = "\n" if data.endswith(b"\n") else "\n\n"
    text = (gap + format_entry(entry)).encode()
    return data + (text.replace(b"\n", b"\r\n") if data.endswith(b"\r\n") else text)


def format_entry(entry: Entry) -> str:
    """Format an entry as TOML, always in the same form."""
    keys = serialize_entry(entry)
    tables = {key: value for key, value in keys.items() if isinstance(value, dict)}
    plain = {key: value for key, value in keys.items() if key not in tables}
    # Written by hand: tomli_w would put an entry without tables into one line with its brackets.
    headed = (f"\n[entry.{key}]\n{_format_toml(table)}" for key, table in tables.items())
    return f"[[entry]]\n{_format_toml(plain)}{''.join(headed)}"


def _format_toml(keys: RawTable) -> str:
    import tomli_w

    return tomli_w.dumps(
        {
            key: _TomlTime.combine(value.date(), value.timetz()) if isinstance(value, datetime) else value
            for key, value in keys.items()
        }
    )


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
