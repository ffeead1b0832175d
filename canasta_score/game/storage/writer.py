"""Writing a ledger: the text of a new one, and the text of an entry to be added to one that stands."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from canasta_score.game.entries import Entry, PointsBySide, serialize_entry
from canasta_score.game.errors import LedgerError, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.reader import LEDGER_FORMAT, ParsedLedger, parse_ledger_text
from canasta_score.rules.schema.raw_tables import RawTable

_FILE_HEADER = """\
# A game of Canasta, kept by canasta-score. Entries are added at the end and never changed:
# correct a hand with "canasta-score fix", not here. The names of the sides may be changed here.
"""


class _TomlTime(datetime):
    """A time that is written as TOML has it, with a T between day and hour."""

    def __str__(self) -> str:
        """Give the time in ISO form."""
        return self.isoformat()


def format_new_ledger(
    *,
    variant: str,
    started: datetime | None,
    house: Sequence[str],
    names: Mapping[str, str],
    start: PointsBySide,
    rules: RawTable,
) -> bytes:
    """Give the text of a new ledger, which carries the whole rules it is played by; totals are in points."""
    head: dict[str, object] = {
        "format": LEDGER_FORMAT,
        "variant": variant,
        **({} if started is None else {"started": started}),
        "house": list(house),
        "sides": dict(names),
        "start": dict(start),
        "rules": rules,
    }
    return (_FILE_HEADER + "\n" + _format_toml(head)).encode()


def format_whole_ledger(game: Ledger) -> bytes:
    """Give the text of a whole game, as if its entries had been added to its ledger one by one."""
    head = format_new_ledger(
        variant=game.variant.name,
        started=game.started_at,
        house=game.house_rules,
        names=game.side_names,
        start=game.starting_totals,
        rules=game.rules,
    )
    return b"".join([head, *(f"\n{format_entry(entry)}".encode() for entry in game.entries)])


def append_entry(data: bytes, entry: Entry) -> bytes:
    """Give the text of a ledger with an entry behind it; every byte that stands stays as it is, and its line ends."""
    gap = "\n" if data.endswith(b"\n") else "\n\n"
    text = (gap + format_entry(entry)).encode()
    return data + (text.replace(b"\n", b"\r\n") if data.endswith(b"\r\n") else text)


def format_entry(entry: Entry) -> str:
    """Give the text of one entry, always in the same form."""
    keys = serialize_entry(entry)
    tables = {key: value for key, value in keys.items() if isinstance(value, dict)}
    plain = {key: value for key, value in keys.items() if key not in tables}
    headed = (f"\n[entry.{key}]\n{_format_toml(table)}" for key, table in tables.items())
    return f"[[entry]]\n{_format_toml(plain)}{''.join(headed)}"


def _format_toml(keys: RawTable) -> str:
    """Give keys as TOML."""
    import tomli_w  # noqa: PLC0415 -- start-up

    return tomli_w.dumps(
        {key: _to_toml_time(value) if isinstance(value, datetime) else value for key, value in keys.items()}
    )


def _to_toml_time(time: datetime) -> _TomlTime:
    """Give a time that is written with a T."""
    return _TomlTime.combine(time.date(), time.timetz())


def normalize_utc_offset(time: datetime) -> datetime:
    """Give a time as TOML can write it, which knows no zones that are apart by seconds."""
    offset = time.utcoffset()
    return time.astimezone(UTC) if offset and offset % timedelta(minutes=1) else time


def verify_appended_entry(old: ParsedLedger, data: bytes, entry: Entry) -> Ledger:
    """Read the new text of a ledger, and give the game only if it is the old one plus the entry and all is well."""
    file = old.ledger.file
    entries = old.keys.get("entry", [])
    expected = {**old.keys, "entry": [*(entries if isinstance(entries, list) else []), serialize_entry(entry)]}
    try:
        new = parse_ledger_text(data, file)
    except LedgerError:
        new = None
    if not new or new.keys != expected:
        raise ledger_error(file, "no entry can be added", "write each entry under [[entry]], not in one list")
    if new.problems:
        raise LedgerError(new.problems)
    return new.ledger
