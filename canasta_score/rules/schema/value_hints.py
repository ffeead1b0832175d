"""What to do about a value of the wrong type or size."""

import re
from collections.abc import Iterable
from typing import TypeGuard

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
BOOLEAN_HINT = "enter {}, in small letters and without quotes"
_YES_AND_NO = {"true": "true", "yes": "true", "1": "true", "false": "false", "no": "false", "0": "false"}
_GROUPED_DIGITS_PATTERN = r"\d{1,3}(,\d{3})+"
_LISTED_NUMBERS_PATTERN = r"\d+(\s*,\s*\d+)*"
STEPS_OF_NEED = "[{ need = 125 }, { at_least = 3000, need = 155 }]"
_STEPS_OF_CANASTAS = "[{ canastas = 1 }, { canastas = 2 }]"
_POINTS_BY_HAND_PATTERN = r"(canastas|bonuses)\.[^.]+\.points"
_KEYS_WITH_CANASTAS = ("needs", "canastas")  # of a named table such as [bonuses.out]
_KEYS_WITH_NUMBERS = ("points", "max")  # of a named table such as [bonuses.out]


def format_type_hint(expected: str, value: object, key_path: str, *, item: str = INTEGER) -> str:
    """Format the hint for a value of the wrong type; `item` is the type of the values of a list."""
    text = str(value) if isinstance(value, str) or _is_plain_number(value) else ""
    if expected == TABLE:
        return _format_table_hint(text, key_path)
    if expected == LIST:
        return _format_list_hint(text, key_path, item)
    if expected == BOOLEAN and text.lower() in _YES_AND_NO:
        return BOOLEAN_HINT.format(_YES_AND_NO[text.lower()])
    if expected == INTEGER:
        return _format_integer_hint(value, text, key_path)
    return _TYPE_HINTS[expected]


def _format_table_hint(text: str, key_path: str) -> str:
    key = key_path.rpartition(".")[2]
    if key_path.endswith("]"):
        return _format_steps_hint(key_path)
    if text.isdecimal() and key_path == "need":
        return f"enter need.steps = [{{ need = {text} }}]"
    if text.isdecimal() and key in _KEYS_WITH_CANASTAS and key != key_path:
        return f"replace {key} = {text} with {key}.canastas = {text}"
    return f"put its keys below the heading [{key_path}]"


def _format_steps_hint(key_path: str) -> str:
    return f"put each step in braces: {STEPS_OF_NEED if key_path.startswith('need') else _STEPS_OF_CANASTAS}"


def _format_list_hint(text: str, key_path: str, item: str) -> str:
    if item == TABLE:
        return _format_steps_hint(key_path)
    if item == TEXT and '"' not in text:
        text = ", ".join(f'"{word.strip()}"' for word in text.split(",") if word)
    elif not re.fullmatch(_LISTED_NUMBERS_PATTERN, text, re.ASCII):
        text = ""
    return f"{_TYPE_HINTS[LIST]}: [{text}]" if text else _TYPE_HINTS[LIST]


def _format_integer_hint(value: object, text: str, key_path: str) -> str:
    if re.fullmatch(_POINTS_BY_HAND_PATTERN, key_path) and (isinstance(value, list) or "hand" in text.lower()):
        steps = [str(points) for points in value if _is_plain_number(points)] if isinstance(value, list) else []
        return f"for points that go by the hand, enter {format_points_by_hand(steps)}"
    if isinstance(value, str) and value.isdecimal():
        return f"remove the quotes: {value}"
    if re.fullmatch(_GROUPED_DIGITS_PATTERN, text, re.ASCII):
        return f"remove the commas: {text.replace(',', '')}"
    return _TYPE_HINTS[INTEGER]


def format_points_by_hand(steps: Iterable[str]) -> str:
    """Format points that go by the hand, as a rule file states them."""
    return f'{{ by = "hand", steps = [{", ".join(steps) or "100, 200, 300"}] }}'


def format_range_hint(value: int, least: int, most: int) -> str:
    """Format the hint for a number that is not between `least` and `most`."""
    return f"remove the minus sign: {-value}" if least <= -value <= most else f"use a number from {least} to {most}"


def format_points_hint(name: str, value: object, siblings: RawTable, *, table_path: str = "") -> str:
    """Format the hint for points in place of a named table, such as `out = 200` in `[bonuses]`.

    `siblings` are the tables beside it. `table_path` is given for a house rule, which is written in one word. Returns
    an empty text if the value cannot be points.
    """
    if not _is_plain_number(value):
        return ""
    value = abs(value)  # penalties are without a minus sign
    prefix, sign = (f"{table_path}.", "=") if table_path else ("", " = ")
    owner, _, key = name.rpartition("-")
    if owner in siblings and key in _KEYS_WITH_NUMBERS:  # out-points = 200 is no new bonus
        return f"enter {prefix}{owner}.{key}{sign}{value}"
    if name not in _KEYS_WITH_NUMBERS:
        return f"enter {prefix}{name}.points{sign}{value}"
    sibling = next((other for other, table in siblings.items() if isinstance(table, dict)), "")
    return "put a name before it" + (f", such as {prefix}{sibling}.{name}{sign}{value}" if sibling else "")


def _is_plain_number(value: object) -> TypeGuard[int]:
    return type(value) is int and abs(value) <= MAX_NUMBER  # Python refuses to print thousands of digits
