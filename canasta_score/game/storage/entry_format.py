"""The keys of an entry in a game file: how they are parsed, checked and written."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime
from typing import Any

from canasta_score import __version__
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.rules.diagnostics import Diagnostic, build_file_diagnostic, format_known_names, format_suggestion
from canasta_score.rules.schema.limits import MAX_NUMBER, MAX_TOTAL
from canasta_score.rules.schema.reader import RawTable, describe_value
from canasta_score.rules.text import is_printable_line, join_words

TOTALS_KEY = "totals"
_NEEDS_KEY = "needs"  # the version that a newer program states in a file or an entry that older ones cannot read
TEXT_KEYS = {
    EntryKind.FIX: "why",
    EntryKind.VOID: "why",
    EntryKind.NOTE: "text",
    EntryKind.END: "why",
    EntryKind.RENAME: "name",
}
UNKNOWN_TIME = datetime.min.replace(tzinfo=UTC)  # of an entry whose time cannot be read
_KEY_TYPES = {"at": datetime, "what": str, "hand": int, "anyway": bool, "restate": bool, "text": str, "why": str}
RESERVED_KEYS = (*_KEY_TYPES, TOTALS_KEY)  # no side can have one of these as its id
_KEY_TYPES |= {"side": str, "name": str}  # keys only of entries without facts, so a side may have these ids
_TYPE_DESCRIPTIONS = {datetime: "a date and time", str: "text", int: "a number", bool: "true or false"}
_REQUIRED_KEYS = {
    EntryKind.HAND: {"at", "what", "hand"},
    EntryKind.FIX: {"at", "what", "hand"},
    EntryKind.VOID: {"at", "what", "hand"},
    EntryKind.NOTE: {"at", "what", "text"},
    EntryKind.UNDO: {"at", "what"},
    EntryKind.REDO: {"at", "what"},
    EntryKind.END: {"at", "what"},
    EntryKind.RENAME: {"at", "what", "side", "name"},
    EntryKind.FAILED_OPENING: {"at", "what", "side", "hand"},
}
_OPTIONAL_KEYS = {
    EntryKind.HAND: {"anyway"},
    EntryKind.FIX: {"anyway", "why"},
    EntryKind.VOID: {"why"},
    EntryKind.NOTE: {"hand", "restate"},
    EntryKind.END: {"hand", "why"},
}
_ALLOWED_KEYS = {kind: _REQUIRED_KEYS[kind] | _OPTIONAL_KEYS.get(kind, set()) for kind in EntryKind}
_KINDS_BY_NAME = {str(kind): kind for kind in EntryKind}
_KINDS_WITH_FACTS = (EntryKind.HAND, EntryKind.FIX)
_KINDS_WITH_SIDE = (EntryKind.RENAME, EntryKind.FAILED_OPENING)


def parse_entry_kind(value: object) -> EntryKind | None:
    """Return the kind of entry that a value names, or None."""
    return _KINDS_BY_NAME.get(value) if isinstance(value, str) else None


def parse_entry(keys: Mapping[str, Any], sides: AbstractSet[str], number: int) -> Entry:
    """Return the entry with some keys, in which `find_entry_errors` found none."""
    kind = _KINDS_BY_NAME[keys["what"]]
    return Entry(
        number=number,
        recorded_at=keys["at"],
        kind=kind,
        hand=keys.get("hand"),
        side=keys["side"] if kind in _KINDS_WITH_SIDE else "",
        facts={side: keys[side] for side in sides if side in keys} if kind in _KINDS_WITH_FACTS else {},
        text=keys.get(TEXT_KEYS[kind], "") if kind in TEXT_KEYS else "",
        accepted_anyway=keys.get("anyway", False),
        restates_totals=keys.get("restate", False),
        totals=keys.get(TOTALS_KEY),
    )


def serialize_entry(entry: Entry) -> dict[str, object]:
    """Return the keys of an entry as a game file has them; only a hand names a side that has no facts."""
    keys = {
        "at": entry.recorded_at,
        "what": str(entry.kind),
        "hand": entry.hand,
        "side": entry.side or None,
        **({TEXT_KEYS[entry.kind]: entry.text} if entry.text else {}),
        "anyway": entry.accepted_anyway or None,
        "restate": entry.restates_totals or None,
        **{side: dict(facts) for side, facts in entry.facts.items() if facts or entry.kind is EntryKind.HAND},
        TOTALS_KEY: None if entry.totals is None else dict(entry.totals),
    }
    return {key: value for key, value in keys.items() if value is not None}


def find_entry_errors(values: object, sides: AbstractSet[str]) -> list[Diagnostic]:
    """Return what is wrong with the keys of an entry; each diagnostic has the key as its place, and no file."""
    if not isinstance(values, dict):
        return [
            _build_error("", f"must be a table, not {describe_value(values)}", "put each entry under its own [[entry]]")
        ]
    kind = parse_entry_kind(values.get("what"))
    if kind is None:
        return [_build_kind_error(values)]
    required, allowed, has_facts = _REQUIRED_KEYS[kind], _ALLOWED_KEYS[kind], kind in _KINDS_WITH_FACTS
    errors: list[Diagnostic] = []
    for key, value in values.items():
        if has_facts and key in sides:
            errors += find_number_errors(key, value)
        elif key in allowed:
            errors += _find_value_errors(key, value)
        elif key == TOTALS_KEY:
            errors += _find_totals_errors(value, sides)
        else:
            errors.append(_build_unknown_key_error(key, kind, values, sides))
    if not required <= values.keys():
        missing = sorted(required - values.keys())
        errors += [_build_error(key, "is missing", f"every {kind} entry needs it") for key in missing]
    return errors


def find_number_errors(key: str, value: object) -> list[Diagnostic]:
    """Return what is wrong with a table of whole numbers: facts, or totals in points."""
    if not isinstance(value, dict):
        hint = f"put its numbers under [entry.{key}]"
        return [_build_error(key, f"must be a table, not {describe_value(value)}", hint)]
    return [
        _build_number_error(f"{key}.{name}", number)
        for name, number in value.items()
        if type(number) is not int or abs(number) > MAX_TOTAL
    ]


def _find_value_errors(key: str, value: object) -> list[Diagnostic]:
    expected = _KEY_TYPES[key]
    if type(value) is not expected:
        message = f"must be {_TYPE_DESCRIPTIONS[expected]}, not {describe_value(value)}"
        return [_build_error(key, message, "write it as in the other entries")]
    if isinstance(value, str) and not is_printable_line(value):
        message = f"{value!r} has a character that cannot be shown"
        return [_build_error(key, message, "use plain text on one line")]
    if key == "hand" and isinstance(value, int) and not 0 < value < MAX_NUMBER:
        return [_build_error(key, f"{describe_value(value)} is not a hand", "hands are counted from 1")]
    return []


def _find_totals_errors(value: object, sides: AbstractSet[str]) -> list[Diagnostic]:
    errors = find_number_errors(TOTALS_KEY, value)
    if isinstance(value, dict) and value.keys() != sides:
        known = f"the sides are {join_words(sides)}"
        unknown = sorted(value.keys() - sides)
        missing = [side for side in sides if side not in value]
        errors += [_build_error(f"{TOTALS_KEY}.{side}", "is not a side in this game", known) for side in unknown]
        errors += [
            _build_error(f"{TOTALS_KEY}.{side}", "is missing", "enter the total of every side") for side in missing
        ]
    return errors


def describe_needed_version(keys: RawTable) -> str:
    """Return which program a newer file or entry needs: the version that it states, or any newer one."""
    needs = keys.get(_NEEDS_KEY)
    if isinstance(needs, str) and is_printable_line(needs):
        return f"canasta-score {needs} or later"
    return f"a version of canasta-score newer than {__version__}"


def _build_kind_error(values: RawTable) -> Diagnostic:
    value = values.get("what")
    if isinstance(value, str) and _NEEDS_KEY in values:
        return _build_error("what", f"'{value}' needs {describe_needed_version(values)}", "update canasta-score")
    if isinstance(value, str):
        return _build_error("what", f'"{value}" is not a kind of entry', format_suggestion(value, EntryKind))
    message = "is missing" if value is None else f"is {describe_value(value)}"
    return _build_error("what", message, f"enter {join_words(EntryKind, 'or')}")


def _build_unknown_key_error(key: str, kind: EntryKind, values: RawTable, sides: AbstractSet[str]) -> Diagnostic:
    known = sorted({*_ALLOWED_KEYS[kind], TOTALS_KEY, *(sides if kind in _KINDS_WITH_FACTS else ())})
    hint = format_suggestion(key, [name for name in known if name not in values], fallback=format_known_names(known))
    return _build_error(key, f"does not belong in {'an' if kind is EntryKind.UNDO else 'a'} {kind} entry", hint)


def _build_number_error(key: str, number: object) -> Diagnostic:
    if type(number) is int:
        hint = f"use a number from {-MAX_TOTAL} to {MAX_TOTAL}"
        return _build_error(key, f"{describe_value(number)} is too large", hint)
    return _build_error(
        key, f"must be a number such as 3, not {describe_value(number)}", "use only digits, without quotes"
    )


def _build_error(key: str, message: str, hint: str) -> Diagnostic:
    return build_file_diagnostic("", key, message, hint)
