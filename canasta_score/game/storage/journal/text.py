"""The text of a journal in TOML: how entries are written and appended, and in which lines they begin."""

import re
from collections.abc import Iterable
from datetime import datetime

from canasta_score.rules.schema.raw_tables import RawTable

MAX_ENTRIES = 50_000
_ENTRY_HEADING = rb"\s*\[\[\s*entry\s*\]\]"


class _TomlTime(datetime):
    """A time that tomli_w, which calls `str`, writes with a T between day and hour."""

    def __str__(self) -> str:
        """Return the time in ISO form."""
        return self.isoformat()


def format_toml(keys: RawTable) -> str:
    """Format keys as TOML, always in the same form."""
    import tomli_w

    return tomli_w.dumps(
        {
            key: _TomlTime.combine(value.date(), value.timetz()) if isinstance(value, datetime) else value
            for key, value in keys.items()
        }
    )


def format_journal(header: str, head: RawTable, entries: Iterable[RawTable]) -> bytes:
    """Format a journal with a comment on top, and as if its entries had been added one by one."""
    return "".join([header, "\n", format_toml(head), *(f"\n{format_entry(keys)}" for keys in entries)]).encode()


def format_entry(keys: RawTable) -> str:
    """Format the keys of an entry as TOML, always in the same form."""
    tables = {key: value for key, value in keys.items() if isinstance(value, dict)}
    plain = {key: value for key, value in keys.items() if key not in tables}
    # Written by hand: tomli_w would put an entry without tables into one line with its brackets.
    headed = (f"\n[entry.{key}]\n{_format_rows(table)}" for key, table in tables.items())
    return f"[[entry]]\n{_format_rows(plain)}{''.join(headed)}"


def _format_rows(keys: RawTable) -> str:
    """Format keys with a line for each list of numbers, which tomli_w would spread over many."""
    rows = (
        f"{key} = {value}\n" if _is_list_of_numbers(value) else format_toml({key: value}) for key, value in keys.items()
    )
    return "".join(rows)


def _is_list_of_numbers(value: object) -> bool:
    return isinstance(value, list) and all(type(item) is int or _is_list_of_numbers(item) for item in value)


def append_text(data: bytes, entry: str) -> bytes:
    """Return the text of a journal with an entry added in the same line endings; no byte in it changes."""
    text = (("\n" if data.endswith(b"\n") else "\n\n") + entry).encode()
    return data + (text.replace(b"\n", b"\r\n") if data.endswith(b"\r\n") else text)


def may_have_too_many_entries(data: bytes) -> bool:
    """Return whether a text may have more entries than a journal can have: each begins with one of two signs."""
    return max(data.count(b"[["), data.count(b"{")) > MAX_ENTRIES


def find_entry_lines(data: bytes, entries: int) -> list[int]:
    """Return the line on which each entry begins; none if a text of several lines has such a heading in it."""
    lines = [number for number, line in enumerate(data.split(b"\n"), 1) if re.match(_ENTRY_HEADING, line)]
    return lines if len(lines) == entries else []
