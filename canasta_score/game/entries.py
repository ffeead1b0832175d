"""The entries of a ledger: what is written at the table, one after the other, and never changed."""

from collections.abc import Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import field
from datetime import datetime
from typing import Any

from canasta_score.hand.facts import HandFacts
from canasta_score.rules.diagnostics import format_suggestion
from canasta_score.rules.frozen import FastStrEnum, Value, frozen
from canasta_score.rules.schema.raw_tables import MAX_NUMBER, RawTable, describe_value
from canasta_score.rules.text import is_printable_line, join_words

PointsBySide = Mapping[str, int]
LedgerFault = tuple[str, str, str]  # the key, what is wrong, and the remedy


class EntryKind(FastStrEnum):
    """What an entry does."""

    HAND = "hand"
    FIX = "fix"
    VOID = "void"
    NOTE = "note"
    UNDO = "undo"
    REDO = "redo"


@frozen
class Entry(Value):
    """One entry: its number, when, what, of which hand, with which facts and words; `totals` are those after it.

    The facts of a fix are only those that it changes. `anyway` marks a hand taken although it cannot have happened,
    `restate` a note that accepts the totals as they follow from the facts.
    """

    number: int = 0
    recorded_at: datetime
    kind: EntryKind
    hand: int | None = None
    facts: HandFacts = field(default_factory=dict)
    text: str = ""
    accepted_anyway: bool = False
    restates_totals: bool = False
    totals: PointsBySide | None = None


ENTRY_KEY_TYPES = {"at": datetime, "what": str, "hand": int, "anyway": bool, "restate": bool, "text": str, "why": str}
_TYPE_DESCRIPTIONS = {
    datetime: "a date with time",
    str: "text",
    int: "a whole number",
    bool: "true or false",
    dict: "a table",
}
TOTALS_KEY = "totals"
_INTEGER_ONLY = {int}
LARGEST_TOTAL = 999_999_999_999  # totals of many hands are larger than any fact
_REQUIRED_KEYS = {
    EntryKind.HAND: {"at", "what", "hand"},
    EntryKind.FIX: {"at", "what", "hand"},
    EntryKind.VOID: {"at", "what", "hand"},
    EntryKind.NOTE: {"at", "what", "text"},
    EntryKind.UNDO: {"at", "what"},
    EntryKind.REDO: {"at", "what"},
}
_OPTIONAL_KEYS = {
    EntryKind.HAND: {"anyway"},
    EntryKind.FIX: {"anyway", "why"},
    EntryKind.VOID: {"why"},
    EntryKind.NOTE: {"hand", "restate"},
    EntryKind.UNDO: set(),
    EntryKind.REDO: set(),
}
_ALLOWED_KEYS = {what: _REQUIRED_KEYS[what] | _OPTIONAL_KEYS[what] for what in EntryKind}
ENTRY_KINDS_BY_NAME = {str(what): what for what in EntryKind}
_KINDS_WITH_FACTS = (EntryKind.HAND, EntryKind.FIX)
TEXT_KEYS = {EntryKind.FIX: "why", EntryKind.VOID: "why", EntryKind.NOTE: "text"}


def parse_entry(values: Mapping[str, Any], sides: AbstractSet[str], number: int) -> Entry:  # types are verified
    """Make an entry of what stands in a ledger, which must be without faults."""
    what = ENTRY_KINDS_BY_NAME[values["what"]]
    return Entry(
        number=number,
        recorded_at=values["at"],
        kind=what,
        hand=values.get("hand"),
        facts={side: values[side] for side in sides if side in values},
        text=values.get(TEXT_KEYS[what], "") if what in TEXT_KEYS else "",
        accepted_anyway=values.get("anyway", False),
        restates_totals=values.get("restate", False),
        totals=values.get(TOTALS_KEY),
    )


def serialize_entry(entry: Entry) -> dict[str, object]:
    """Give an entry as it stands in a ledger; only a hand names a side that has no facts."""
    keys = {
        "at": entry.recorded_at,
        "what": str(entry.kind),
        "hand": entry.hand,
        **({TEXT_KEYS[entry.kind]: entry.text} if entry.text else {}),
        "anyway": entry.accepted_anyway or None,
        "restate": entry.restates_totals or None,
        **{side: dict(told) for side, told in entry.facts.items() if told or entry.kind is EntryKind.HAND},
        TOTALS_KEY: None if entry.totals is None else dict(entry.totals),
    }
    return {key: value for key, value in keys.items() if value is not None}


def find_entry_faults(values: object, sides: AbstractSet[str]) -> list[LedgerFault]:
    """List what is wrong with the keys of an entry, for whatever stands where one should be."""
    if not isinstance(values, dict):
        return [("", f"must be a table, not {describe_value(values)}", "write each entry under [[entry]]")]
    what = ENTRY_KINDS_BY_NAME.get(values["what"]) if isinstance(values.get("what"), str) else None
    if what is None:
        return [_build_kind_fault(values.get("what"))]
    must, known, has_facts = _REQUIRED_KEYS[what], _ALLOWED_KEYS[what], what in _KINDS_WITH_FACTS
    faults: list[LedgerFault] = []
    for key, value in values.items():
        if has_facts and key in sides:
            faults += find_number_faults(key, value)
        elif key in known:
            if type(value) is not ENTRY_KEY_TYPES[key]:
                remedy = "write it as the other entries do"
                faults.append(
                    (key, f"must be {_TYPE_DESCRIPTIONS[ENTRY_KEY_TYPES[key]]}, not {describe_value(value)}", remedy)
                )
            elif key in _VALUE_CHECKS:
                faults += _VALUE_CHECKS[key](key, value)
        elif key == TOTALS_KEY:
            faults += _find_stated_totals_faults(value, sides)
        else:
            faults.append(_build_key_fault(key, what, values, sides))
    if not must <= values.keys():
        faults += [(key, "is missing", f"every {what} entry has it") for key in sorted(must - values.keys())]
    return faults


def _build_kind_fault(what: object) -> LedgerFault:
    """Say what is wrong with an entry that is of no kind."""
    if isinstance(what, str):
        return "what", f"'{what}' is no kind of entry", format_suggestion(what, EntryKind)
    return (
        "what",
        "is missing" if what is None else f"is {describe_value(what)}",
        f"it may be {join_words(EntryKind, 'or')}",
    )


def _build_key_fault(key: str, what: EntryKind, values: RawTable, sides: AbstractSet[str]) -> LedgerFault:
    """Say that an entry of a kind has no such key; the nearest that it has and does not state, else all of them."""
    known = sorted(
        {*_REQUIRED_KEYS[what], *_OPTIONAL_KEYS[what], TOTALS_KEY, *(sides if what in _KINDS_WITH_FACTS else ())}
    )
    hint = format_suggestion(key, [name for name in known if name not in values])
    if not hint.startswith("did you mean"):
        hint = f"known here: {', '.join(known)}"
    return key, f"is no key of {'an' if what is EntryKind.UNDO else 'a'} {what} entry", hint


def find_number_faults(key: str, value: object) -> list[LedgerFault]:
    """List what is wrong with a table of whole numbers, facts or totals."""
    if not isinstance(value, dict):
        return [(key, f"must be a table, not {describe_value(value)}", f"write its numbers under [entry.{key}]")]
    if _are_valid_numbers(value.values()):
        return []
    return [_build_number_fault(f"{key}.{name}", one) for name, one in value.items() if not _are_valid_numbers([one])]


def _are_valid_numbers(numbers: Collection[Any]) -> bool:  # of any type, which is what it tells
    """Tell whether all are whole numbers of a size that facts and totals have."""
    return not numbers or (
        {*map(type, numbers)} == _INTEGER_ONLY and min(numbers) >= -LARGEST_TOTAL and max(numbers) <= LARGEST_TOTAL
    )


def _build_number_fault(key: str, number: object) -> LedgerFault:
    """Say what is wrong with what should be a whole number."""
    if type(number) is int:
        return key, f"{describe_value(number)} is out of range", f"it may be {-LARGEST_TOTAL} to {LARGEST_TOTAL}"
    return key, f"must be a whole number, not {describe_value(number)}", "write it in plain digits"


def _find_stated_totals_faults(value: object, sides: AbstractSet[str]) -> list[LedgerFault]:
    """List what is wrong with the totals that an entry states."""
    faults = find_number_faults(TOTALS_KEY, value)
    if isinstance(value, dict) and value.keys() != sides:
        others = sorted(value.keys() - sides)
        faults += [(f"{TOTALS_KEY}.{side}", "is no side of this game", f"sides: {', '.join(sides)}") for side in others]
        lacking = [side for side in sides if side not in value]
        faults += [(f"{TOTALS_KEY}.{side}", "is missing", "state the total of every side") for side in lacking]
    return faults


def _find_text_faults(key: str, text: str) -> list[LedgerFault]:
    """List what is wrong with a text."""
    if is_printable_line(text):
        return []
    return [(key, f"{text!r} holds a character that cannot be printed", "write plain text on one line")]


def _find_hand_number_faults(key: str, number: int) -> list[LedgerFault]:
    """List what is wrong with the number of a hand."""
    if 0 < number < MAX_NUMBER:
        return []
    return [(key, f"{describe_value(number)} is no number of a hand", "hands are counted from 1")]


_VALUE_CHECKS: Mapping[
    str, Callable[[str, Any], list[LedgerFault]]
] = {  # each takes the type that TYPES has for its key
    "text": _find_text_faults,
    "why": _find_text_faults,
    "hand": _find_hand_number_faults,
}
