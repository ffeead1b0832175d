"""The entries of a ledger: what is written at the table, one after the other, and never changed."""

from collections.abc import Callable, Collection, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import field
from datetime import datetime
from typing import Any

from canasta_score.hand.facts import HandFacts
from canasta_score.rules.diagnostics import did_you_mean
from canasta_score.rules.frozen import Value, Words, frozen
from canasta_score.rules.schema.reader import LARGEST, Keys, found, listed
from canasta_score.rules.text import is_plain

PointsBySide = Mapping[str, int]
Fault = tuple[str, str, str]  # the key, what is wrong, and the remedy


class What(Words):
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
    at: datetime
    what: What
    hand: int | None = None
    facts: HandFacts = field(default_factory=dict)
    text: str = ""
    anyway: bool = False
    restate: bool = False
    totals: PointsBySide | None = None


TYPES = {"at": datetime, "what": str, "hand": int, "anyway": bool, "restate": bool, "text": str, "why": str}
NAMES = {datetime: "a date with time", str: "text", int: "a whole number", bool: "true or false", dict: "a table"}
TOTALS = "totals"
WHOLE = {int}
MOST = 999_999_999_999  # totals of many hands are larger than any fact
MUST = {
    What.HAND: {"at", "what", "hand"},
    What.FIX: {"at", "what", "hand"},
    What.VOID: {"at", "what", "hand"},
    What.NOTE: {"at", "what", "text"},
    What.UNDO: {"at", "what"},
    What.REDO: {"at", "what"},
}
MAY = {
    What.HAND: {"anyway"},
    What.FIX: {"anyway", "why"},
    What.VOID: {"why"},
    What.NOTE: {"hand", "restate"},
    What.UNDO: set(),
    What.REDO: set(),
}
KNOWN = {what: MUST[what] | MAY[what] for what in What}
KINDS = {str(what): what for what in What}
WITH_FACTS = (What.HAND, What.FIX)
WORDS = {What.FIX: "why", What.VOID: "why", What.NOTE: "text"}


def read_entry(values: Mapping[str, Any], sides: AbstractSet[str], number: int) -> Entry:  # types are verified
    """Make an entry of what stands in a ledger, which must be without faults."""
    what = KINDS[values["what"]]
    return Entry(
        number=number,
        at=values["at"],
        what=what,
        hand=values.get("hand"),
        facts={side: values[side] for side in sides if side in values},
        text=values.get(WORDS[what], "") if what in WORDS else "",
        anyway=values.get("anyway", False),
        restate=values.get("restate", False),
        totals=values.get(TOTALS),
    )


def entry_keys(entry: Entry) -> dict[str, object]:
    """Give an entry as it stands in a ledger; only a hand names a side that has no facts."""
    keys = {
        "at": entry.at,
        "what": str(entry.what),
        "hand": entry.hand,
        **({WORDS[entry.what]: entry.text} if entry.text else {}),
        "anyway": entry.anyway or None,
        "restate": entry.restate or None,
        **{side: dict(told) for side, told in entry.facts.items() if told or entry.what is What.HAND},
        TOTALS: None if entry.totals is None else dict(entry.totals),
    }
    return {key: value for key, value in keys.items() if value is not None}


def faults_of_entry(values: object, sides: AbstractSet[str]) -> list[Fault]:
    """List what is wrong with the keys of an entry, for whatever stands where one should be."""
    if not isinstance(values, dict):
        return [("", f"must be a table, not {found(values)}", "write each entry under [[entry]]")]
    what = KINDS.get(values["what"]) if isinstance(values.get("what"), str) else None
    if what is None:
        return [fault_of_kind(values.get("what"))]
    must, known, has_facts = MUST[what], KNOWN[what], what in WITH_FACTS
    faults: list[Fault] = []
    for key, value in values.items():
        if has_facts and key in sides:
            faults += faults_of_numbers(key, value)
        elif key in known:
            if type(value) is not TYPES[key]:
                remedy = "write it as the other entries do"
                faults.append((key, f"must be {NAMES[TYPES[key]]}, not {found(value)}", remedy))
            elif key in CHECKED:
                faults += CHECKED[key](key, value)
        elif key == TOTALS:
            faults += faults_of_totals(value, sides)
        else:
            faults.append(fault_of_key(key, what, values, sides))
    if not must <= values.keys():
        faults += [(key, "is missing", f"every {what} entry has it") for key in sorted(must - values.keys())]
    return faults


def fault_of_kind(what: object) -> Fault:
    """Say what is wrong with an entry that is of no kind."""
    if isinstance(what, str):
        return "what", f"'{what}' is no kind of entry", did_you_mean(what, What)
    return "what", "is missing" if what is None else f"is {found(what)}", f"it may be {listed(What, 'or')}"


def fault_of_key(key: str, what: What, values: Keys, sides: AbstractSet[str]) -> Fault:
    """Say that an entry of a kind has no such key; the nearest that it has and does not state, else all of them."""
    known = sorted({*MUST[what], *MAY[what], TOTALS, *(sides if what in WITH_FACTS else ())})
    hint = did_you_mean(key, [name for name in known if name not in values])
    if not hint.startswith("did you mean"):
        hint = f"known here: {', '.join(known)}"
    return key, f"is no key of {'an' if what is What.UNDO else 'a'} {what} entry", hint


def faults_of_numbers(key: str, value: object) -> list[Fault]:
    """List what is wrong with a table of whole numbers, facts or totals."""
    if not isinstance(value, dict):
        return [(key, f"must be a table, not {found(value)}", f"write its numbers under [entry.{key}]")]
    if are_numbers(value.values()):
        return []
    return [fault_of_number(f"{key}.{name}", one) for name, one in value.items() if not are_numbers([one])]


def are_numbers(numbers: Collection[Any]) -> bool:  # of any type, which is what it tells
    """Tell whether all are whole numbers of a size that facts and totals have."""
    return not numbers or ({*map(type, numbers)} == WHOLE and min(numbers) >= -MOST and max(numbers) <= MOST)


def fault_of_number(key: str, number: object) -> Fault:
    """Say what is wrong with what should be a whole number."""
    if type(number) is int:
        return key, f"{found(number)} is out of range", f"it may be {-MOST} to {MOST}"
    return key, f"must be a whole number, not {found(number)}", "write it in plain digits"


def faults_of_totals(value: object, sides: AbstractSet[str]) -> list[Fault]:
    """List what is wrong with the totals that an entry states."""
    faults = faults_of_numbers(TOTALS, value)
    if isinstance(value, dict) and value.keys() != sides:
        others = sorted(value.keys() - sides)
        faults += [(f"{TOTALS}.{side}", "is no side of this game", f"sides: {', '.join(sides)}") for side in others]
        lacking = [side for side in sides if side not in value]
        faults += [(f"{TOTALS}.{side}", "is missing", "state the total of every side") for side in lacking]
    return faults


def faults_of_text(key: str, text: str) -> list[Fault]:
    """List what is wrong with a text."""
    if is_plain(text):
        return []
    return [(key, f"{text!r} holds a character that cannot be printed", "write plain text on one line")]


def faults_of_hand(key: str, number: int) -> list[Fault]:
    """List what is wrong with the number of a hand."""
    if 0 < number < LARGEST:
        return []
    return [(key, f"{found(number)} is no number of a hand", "hands are counted from 1")]


CHECKED: Mapping[str, Callable[[str, Any], list[Fault]]] = {  # each takes the type that TYPES has for its key
    "text": faults_of_text,
    "why": faults_of_text,
    "hand": faults_of_hand,
}
