"""The entries of an event: what the director wrote, one after the other, and never changed."""

from collections.abc import Mapping
from datetime import datetime

from canasta_score.event.seating.tables import Direction, Seating
from canasta_score.event.slips import Score, TableResult, get_phone_source
from canasta_score.game.history import AppliedEntry
from canasta_score.hand.facts import HandFacts
from canasta_score.rules.frozen import FastStrEnum, Value, fast_init, field


class EventEntryKind(FastStrEnum):
    """What an entry does."""

    PAIRS = "pairs"
    LATE = "late"
    WITHDRAW = "withdraw"
    RETURN = "return"
    DRAW = "draw"
    SLIP = "slip"
    HAND = "hand"
    FIX = "fix"
    ADJUST = "adjust"
    VOID = "void"
    SWAP = "swap"
    DONE = "done"
    RENAME = "rename"
    REMOVE = "remove"
    ANNOUNCE = "announce"
    CLOCK = "clock"
    NOTE = "note"
    UNDO = "undo"
    REDO = "redo"


class ClockAction(FastStrEnum):
    """What the director does to the clock."""

    START = "start"
    PAUSE = "pause"
    ADD = "add"


@fast_init
class EventEntry(Value):
    """One entry: its number, its time, what it does to which game, table or pair, and the totals after it in points."""

    number: int = 0
    recorded_at: datetime
    kind: EventEntryKind
    names: tuple[str, ...] = ()
    pair: int | None = None
    game: int | None = None
    table: int | None = None
    other_table: int | None = None  # the one whose pair East-West changes places with that of `table`
    score: Score | None = None  # the totals of a slip or a correction
    hand: int | None = None  # of a table, with its facts
    facts: HandFacts = field(default_factory=dict)
    accepted_anyway: bool = False
    phone: Direction | None = None  # the pair that entered the totals or the hand itself; None: the director did
    replaces: bool = False  # an earlier slip from the same file, `text`
    done: tuple[int, ...] = ()  # the tables whose hands end with an announcement
    is_public: bool = False  # everybody may read the reason of an adjustment
    points: int | None = None  # of an adjustment
    seed: int | None = None
    seats: Mapping[int, Seating] = field(default_factory=dict)  # the seatings that the entry settles, by game
    action: ClockAction | None = None
    minutes: int | None = None  # of the clock
    text: str = ""
    totals: tuple[int, ...] | None = None  # the points of the pairs that the entry changes, in their order

    @property
    def source(self) -> str:
        """Return who or what the totals come from: a phone, a file, or nothing for the director's typing."""
        return get_phone_source(self.phone) if self.phone else self.text if self.kind is EventEntryKind.SLIP else ""


RESULTS = "results"  # what entries change: what is known of each table, by game and table


class EventChange(AppliedEntry[EventEntry]):
    """What an entry did."""

    @property
    def results(self) -> tuple[TableResult | None, TableResult | None]:
        """Return what was known of the table of the entry before and after it; twice None if that did not change."""
        return next(((before, after) for table, _, before, after in self.edits if table == RESULTS), (None, None))
