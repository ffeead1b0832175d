"""The entries of a game: what was written at the table, one after the other, and never changed."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime

from canasta_score.hand.facts import HandFacts
from canasta_score.rules.frozen import FastStrEnum, Value, fast_init, frozen

PointsBySide = Mapping[str, int]


class EntryKind(FastStrEnum):
    """What an entry does."""

    HAND = "hand"
    FIX = "fix"
    VOID = "void"
    NOTE = "note"
    UNDO = "undo"
    REDO = "redo"
    END = "end"  # the game ends now: time was called
    RENAME = "rename"
    FAILED_OPENING = "failed-opening"


@fast_init
@frozen
class Entry(Value):
    """One entry: its number, its time, what it does to which hand or side, and the totals after it in points.

    `hand` of an end is the last hand before it, and of a failed opening the hand that was played. The facts of a fix
    are only those that it changes. `accepted_anyway` marks a hand that was recorded although it looks impossible;
    `restates_totals` marks a note that accepts the totals as they follow from the facts.
    """

    number: int = 0
    recorded_at: datetime
    kind: EntryKind
    hand: int | None = None
    side: str = ""
    facts: HandFacts = field(default_factory=dict)
    text: str = ""
    accepted_anyway: bool = False
    restates_totals: bool = False
    totals: PointsBySide | None = None
