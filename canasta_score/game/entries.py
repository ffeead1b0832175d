"""The entries of a ledger: what is written at the table, one after the other, and never changed."""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import field
from datetime import datetime
from enum import StrEnum
from typing import cast

from canasta_score.hand.facts import HandFacts, Told
from canasta_score.rules.errors import did_you_mean
from canasta_score.rules.keys import LARGEST, found, is_plain, listed
from canasta_score.rules.values import Value, frozen

Keys = Mapping[str, object]
Fault = tuple[str, str, str]  # the key, what is wrong, and the remedy


class What(StrEnum):
    """What an entry does."""

    __hash__ = str.__hash__  # that of an enum takes ten times as long

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
    totals: Told | None = None


TYPES = {"at": datetime, "what": str, "hand": int, "anyway": bool, "restate": bool, "text": str, "why": str}
NAMES = {datetime: "a date with time", str: "text", int: "a whole number", bool: "true or false", dict: "a table"}
TOTALS = "totals"
MOST = 999_999_999_999  # totals of many hands are larger than any fact
MUST = {
    What.HAND: {"at", "what", "hand"},
    What.FIX: {"at", "what", "hand"},
    What.VOID: {"at", "what", "hand"},
    What.NOTE: {"at", "what", "text"},
    What.UNDO: {"at", "what"},
    What.REDO: {"at", "what"},
}
MAY = {What.HAND: {"anyway"}, What.FIX: {"anyway", "why"}, What.NOTE: {"hand", "restate"}}
WITH_FACTS = (What.HAND, What.FIX)
WORDS = {What.FIX: "why", What.NOTE: "text"}


def read_entry(values: Keys, sides: AbstractSet[str], number: int) -> Entry:
    """Make an entry of what stands in a ledger, which must be without faults."""
    what = What(cast("str", values["what"]))
    facts = {side: cast("Told", values[side]) for side in sides if side in values}
    return Entry(
        number=number,
        at=cast("datetime", values["at"]),
        what=what,
        hand=cast("int | None", values.get("hand")),
        facts=facts,
        text=cast("str", values.get(WORDS.get(what, ""), "")),
        anyway="anyway" in values and bool(values["anyway"]),
        restate="restate" in values and bool(values["restate"]),
        totals=cast("Told | None", values.get(TOTALS)),
    )


def entry_keys(entry: Entry) -> dict[str, object]:
    """Give an entry as it stands in a ledger; only a hand names a side that has no facts."""
    keys = {
        "at": entry.at,
        "what": str(entry.what),
        "hand": entry.hand,
        WORDS.get(entry.what, ""): entry.text or None,
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
    what = values.get("what")
    if not (isinstance(what, str) and what in MUST):
        return [fault_of_kind(what)]
    kind = What(what)
    must, may, with_facts = MUST[kind], MAY.get(kind, ()), kind in WITH_FACTS
    faults: list[Fault] = []
    for key, value in values.items():
        if key == TOTALS or (with_facts and key in sides):
            faults += faults_of_numbers(key, value)
        elif key not in must and key not in may:
            known = sorted({*must, *may, TOTALS, *(sides if with_facts else ())})
            faults.append((key, f"is no key of a {what} entry", did_you_mean(key, known)))
        elif type(value) is not TYPES[key]:
            faults.append((key, f"must be {NAMES[TYPES[key]]}, not {found(value)}", "write it as the other entries do"))
    faults += [(key, "is missing", f"every {what} entry has it") for key in sorted(must - values.keys())]
    return faults or list(faults_of_values(values, sides))


def fault_of_kind(what: object) -> Fault:
    """Say what is wrong with an entry that is of no kind."""
    if isinstance(what, str):
        return "what", f"'{what}' is no kind of entry", did_you_mean(what, What)
    return "what", "is missing" if what is None else f"is {found(what)}", f"it may be {listed(What, 'or')}"


def faults_of_numbers(key: str, value: object) -> Iterator[Fault]:
    """Go through what is wrong with a table of whole numbers, facts or totals."""
    if not isinstance(value, dict):
        yield key, f"must be a table, not {found(value)}", f"write its numbers under [entry.{key}]"
        return
    for name, number in value.items():
        if type(number) is not int:
            yield f"{key}.{name}", f"must be a whole number, not {found(number)}", "write it in plain digits"
        elif not -MOST <= number <= MOST:
            yield f"{key}.{name}", f"{found(number)} is out of range", f"it may be {-MOST} to {MOST}"


def faults_of_values(values: Keys, sides: AbstractSet[str]) -> Iterator[Fault]:
    """Go through what is wrong with the values of an entry whose keys are of the right types."""
    for key in WORDS.values():
        if key in values and not is_plain(cast("str", values[key])):
            yield key, f"{values[key]!r} holds a character that cannot be printed", "write plain text on one line"
    hand = cast("int", values.get("hand", 1))
    if not 0 < hand < LARGEST:
        yield "hand", f"{found(hand)} is no number of a hand", "hands are counted from 1"
    totals = values.get(TOTALS)
    if isinstance(totals, dict) and totals.keys() != sides:
        wrong = min(totals.keys() ^ sides)
        missing = wrong in sides
        yield f"{TOTALS}.{wrong}", "is missing" if missing else "is no side of this game", f"sides: {', '.join(sides)}"
