"""What to do about a value of the wrong type or size."""

import re

from canasta_score.rules.schema.raw_tables import MAX_NUMBER, RawTable

# the types of values, as messages name them
INTEGER = "a number such as 3"
TEXT = "text"
BOOLEAN = "true or false"
LIST = "a list"
TABLE = "a table"

_TYPE_HINTS = {
    INTEGER: "use a whole number, in digits only",
    TEXT: "put it in quotes",
    BOOLEAN: "enter true or false without quotes",
    LIST: "put it in square brackets",
}
_GROUPED_DIGITS_PATTERN = r"\d{1,3}(,\d{3})+"
_LISTED_NUMBERS_PATTERN = r"\d+(\s*,\s*\d+)*"
_KEYS_WITH_NUMBERS = ("points", "max")  # of a named table such as [bonuses.out]


def format_type_hint(expected: str, value: object, key_path: str) -> str:
    """Format the hint for a value of the wrong type."""
    if expected == TABLE:
        is_row = key_path.endswith("]")
        return "put it in braces, such as { need = 50 }" if is_row else f"put its keys under the heading [{key_path}]"
    if expected == INTEGER and isinstance(value, str) and value.isdecimal():
        return f"remove the quotes: {value}"
    text = str(value) if isinstance(value, str) or _is_plain_number(value) else ""
    if expected == INTEGER and re.fullmatch(_GROUPED_DIGITS_PATTERN, text, re.ASCII):
        return f"remove the commas: {text.replace(',', '')}"
    if expected == LIST and re.fullmatch(_LISTED_NUMBERS_PATTERN, text, re.ASCII):
        return f"{_TYPE_HINTS[LIST]}: [{text}]"
    return _TYPE_HINTS[expected]


def format_range_hint(value: int, least: int, most: int) -> str:
    """Format the hint for a number that is not between `least` and `most`."""
    return f"remove the minus sign: {-value}" if least <= -value <= most else f"use a number from {least} to {most}"


def format_points_hint(name: str, value: object, siblings: RawTable, *, table_path: str = "") -> str:
    """Format the hint for a number in place of a named table, such as `out = 200` in `[bonuses]`.

    `siblings` are the tables beside it. `table_path` is given for a house rule, which is written in one word. Returns
    an empty text if the value cannot be points.
    """
    if not _is_plain_number(value):
        return ""
    prefix, sign = (f"{table_path}.", "=") if table_path else ("", " = ")
    owner, _, key = name.rpartition("-")
    if owner in siblings and key in _KEYS_WITH_NUMBERS:  # out-points = 200 is no new bonus
        return f"enter {prefix}{owner}.{key}{sign}{value}"
    if name not in _KEYS_WITH_NUMBERS:
        return f"enter {prefix}{name}.points{sign}{value}"
    sibling = next((other for other, table in siblings.items() if isinstance(table, dict)), "")
    return "put a name before it" + (f", such as {prefix}{sibling}.{name}{sign}{value}" if sibling else "")


def _is_plain_number(value: object) -> bool:
    return type(value) is int and abs(value) <= MAX_NUMBER  # Python refuses to print thousands of digits
