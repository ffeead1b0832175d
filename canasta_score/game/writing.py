"""Writing a ledger: the text of a new one, and the text of an entry to be added to one that stands."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from canasta_score.game.entries import Entry, Keys, entry_keys
from canasta_score.game.errors import LedgerError, refusal
from canasta_score.game.ledger import Ledger
from canasta_score.game.reading import FORMAT, ledger_keys, read_ledger_text
from canasta_score.hand.facts import Told

HEADING = """\
# A game of Canasta, kept by canasta-score. Entries are added at the end and never changed:
# correct a hand with "canasta-score fix", not here.
"""


class Moment(datetime):
    """A time that is written as TOML has it, with a T between day and hour."""

    def __str__(self) -> str:
        """Give the time in ISO form."""
        return self.isoformat()


def ledger_text(
    *, variant: str, started: datetime, house: Sequence[str], names: Mapping[str, str], start: Told, rules: Keys
) -> bytes:
    """Give the text of a new ledger, which carries the whole rules it is played by; totals are in points."""
    head = {
        "format": FORMAT,
        "variant": variant,
        "started": started,
        "house": list(house),
        "sides": dict(names),
        "start": dict(start),
        "rules": rules,
    }
    return (HEADING + "\n" + toml_of(head)).encode()


def with_entry(data: bytes, entry: Entry) -> bytes:
    """Give the text of a ledger with an entry behind it; every byte that stands stays as it is."""
    gap = b"\n" if data.endswith(b"\n") else b"\n\n"
    return data + gap + entry_text(entry).encode()


def entry_text(entry: Entry) -> str:
    """Give the text of one entry, always in the same form."""
    keys = entry_keys(entry)
    tables = {key: value for key, value in keys.items() if isinstance(value, dict)}
    plain = {key: value for key, value in keys.items() if key not in tables}
    headed = (f"\n[entry.{key}]\n{toml_of(table)}" for key, table in tables.items())
    return f"[[entry]]\n{toml_of(plain)}{''.join(headed)}"


def toml_of(keys: Keys) -> str:
    """Give keys as TOML."""
    import tomli_w  # noqa: PLC0415 -- start-up

    return tomli_w.dumps({key: moment(value) if isinstance(value, datetime) else value for key, value in keys.items()})


def moment(time: datetime) -> Moment:
    """Give a time that is written with a T."""
    return Moment.combine(time.date(), time.timetz())


def verified(old: bytes, new: bytes, entry: Entry, file: str) -> Ledger:
    """Read the new text of a ledger, and give the game only if it is the old one plus the entry and all is well."""
    before, after = ledger_keys(old, file), ledger_keys(new, file)
    entries = after.get("entry")
    expected = {**before, "entry": [*listed_entries(before), entry_keys(entry)]}
    if not new.startswith(old) or not isinstance(entries, list) or after != expected:
        hint = "see that nothing stands behind the last [[entry]] that changes what follows"
        raise refusal(file, "would not be the old ledger plus the entry; nothing is written", hint)
    ledger, problems = read_ledger_text(new, file)
    if problems:
        raise LedgerError(problems)
    return ledger


def listed_entries(values: Keys) -> list[object]:
    """Give the entries of a ledger as they stand."""
    entries = values.get("entry", [])
    return entries if isinstance(entries, list) else []
