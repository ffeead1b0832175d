"""The entries of a game, the hands that they make, and the errors of game files.

Entries are written one after the other and never change; a correction is another entry.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from datetime import UTC, datetime, timedelta

from canasta_score.disk.files import DiskError
from canasta_score.game.history import AppliedEntry
from canasta_score.hand.facts import HandFacts, SideFacts
from canasta_score.hand.partners import find_partners, share_out
from canasta_score.hand.scoring import HandScore
from canasta_score.rules.diagnostics import CanastaError, Diagnostic, DiagnosticCode, build_file_diagnostic
from canasta_score.rules.frozen import FastStrEnum, Value, fast_init, frozen
from canasta_score.rules.model.facts import BASE, COUNT, PENALTIES, TOTAL

PointsBySide = Mapping[str, int]
RUNNING = "running"
SHEET_COLUMNS = (BASE, COUNT, PENALTIES, TOTAL, RUNNING)


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


@fast_init
@frozen
class Hand(Value):
    """One hand of a game: its number, its corrected facts and score, and the entries that corrected it.

    What partners had together is under the pair in its facts. `place` is its number among the hands that counted when
    it was recorded, if points go by the hand.
    """

    number: int
    recorded_at: datetime
    facts: HandFacts
    score: HandScore
    accepted_anyway: bool
    voided: bool = False
    place: int = 1
    fixes: tuple[Entry, ...] = ()

    @property
    def partners(self) -> tuple[str, ...]:
        """Return the two sides that were partners in this hand alone; nothing if there were none."""
        return find_partners(self.facts)

    def get_facts(self, side: str) -> SideFacts:
        """Return the facts of a side, with those that it had together with a partner."""
        return share_out(self.facts)[side] if len(self.facts) > len(self.score.sides) else self.facts[side]


HANDS = "hands"  # the table of hands by number, which entries change


@frozen
class Change(AppliedEntry[Entry]):
    """What an entry did."""

    @property
    def before(self) -> Hand | None:
        """Return the hand before it, or None if it changed none."""
        return next((before for table, _, before, _ in self.edits if table == HANDS), None)

    @property
    def after(self) -> Hand | None:
        """Return the hand after it, or None if it changed none."""
        return next((after for table, _, _, after in self.edits if table == HANDS), None)


def get_hand_points(hand: Hand) -> PointsBySide:
    """Return what each side scored in a hand, in points; nothing if the hand is voided."""
    return {} if hand.voided else {side: score.total for side, score in hand.score.sides.items()}


def normalize_utc_offset(time: datetime) -> datetime:
    """Return the same moment in UTC if its offset is not in whole minutes, which TOML cannot write."""
    offset = time.utcoffset()
    return time.astimezone(UTC) if offset and offset % timedelta(minutes=1) else time


def parse_timestamp(text: str) -> datetime | None:
    """Parse a time in ISO form; None if the text is not a time."""
    try:
        return normalize_utc_offset(datetime.fromisoformat(text))
    except (ValueError, OverflowError):  # OverflowError at the ends of the calendar, where UTC is in another year
        return None


class FileError(CanastaError):
    """A file that cannot be read, written or used."""


class LedgerError(FileError):
    """A game file that cannot be used, or an entry that cannot follow those in it."""


def ledger_error(
    file: str, message: str, hint: str, *command: str, where: str = "", code: DiagnosticCode = DiagnosticCode.OTHER
) -> LedgerError:
    """Build the error of a game file with one mistake; `command` are the words that the hint proposes."""
    return LedgerError([build_file_diagnostic(file, where, message, hint, *command, code=code)])


@contextmanager
def disk_errors_as(error_type: type[FileError]) -> Iterator[None]:
    """Raise what the disk refuses in a block, or in a function that this decorates, as an error of a file."""
    try:
        yield
    except DiskError as error:
        raise error_type([describe_disk_error(error)]) from None


def describe_disk_error(error: DiskError) -> Diagnostic:
    """Return what the disk refuses as a diagnostic of the file."""
    return build_file_diagnostic(error.path, "", error.message, error.hint)
