"""The entries of a game, which never change; the hands that they make; and the errors of game files."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime

from canasta_score.disk.files import DiskError, MissingFileError
from canasta_score.game.history import AppliedEntry
from canasta_score.hand.facts import HandFacts, SideFacts
from canasta_score.hand.partners import find_partners, share_out
from canasta_score.hand.scoring import HandScore
from canasta_score.rules.diagnostics import CanastaError, Diagnostic, DiagnosticCode, build_file_diagnostic
from canasta_score.rules.frozen import FastStrEnum, Value, field
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import RawTable, normalize_utc_offset

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
    ADJUST = "adjust"  # points for or against a side between two hands
    RULES = "rules"  # from here on, all hands count by other rules


class GameRules(Value):
    """The rules of a game: what they were read to, all their keys as the file has them, and which are house rules."""

    shown_names = ("variant", "house_rules")
    variant: Variant
    keys: RawTable
    house_rules: tuple[str, ...] = ()


class Entry(Value):
    """One entry: its number, its time, what it does to which hand or side, and the totals after it in points."""

    number: int = 0
    recorded_at: datetime
    kind: EntryKind
    hand: int | None = None  # the last one before an end or an adjustment, the one of a failed opening
    side: str = ""
    facts: HandFacts = field(default_factory=dict)  # of a correction only those that it changes
    points: int = 0  # of an adjustment
    rules: GameRules | None = None  # that replace the rules before
    text: str = ""
    is_from_phone: bool = False  # a hand or an undo
    accepted_anyway: bool = False  # a hand that looks impossible
    restates_totals: bool = False  # a note that accepts the totals as they follow from the facts
    totals: PointsBySide | None = None


class Hand(Value):
    """One hand of a game: its number, its corrected facts and score, and the entries that corrected it."""

    number: int
    recorded_at: datetime
    facts: HandFacts  # what partners had together is under the pair
    score: HandScore
    accepted_anyway: bool
    voided: bool = False
    place: int  # among the hands that count; one that is played for a canceled hand has its place
    variant: Variant  # the rules of this hand; of a voided one, those when it was canceled
    fixes: tuple[Entry, ...] = ()

    @property
    def partners(self) -> tuple[str, ...]:
        """Return the two sides that were partners in this hand alone; nothing if there were none."""
        return find_partners(self.facts)

    def get_facts(self, side: str) -> SideFacts:
        """Return the facts of a side, with those that it had together with a partner."""
        return share_out(self.facts)[side] if len(self.facts) > len(self.score.sides) else self.facts[side]


HANDS, GAME_ENTRIES = "hands", "game_entries"  # what entries change: hands by number, other entries by number


class Change(AppliedEntry[Entry]):
    """What an entry did."""

    @property
    def before(self) -> Hand | None:
        """Return the hand before it, or None if it did not change just one."""
        return self._get_hands()[0]

    @property
    def after(self) -> Hand | None:
        """Return the hand after it, or None if it did not change just one."""
        return self._get_hands()[1]

    def _get_hands(self) -> tuple[Hand | None, Hand | None]:
        edits = () if self.entry.rules else self.edits  # other rules change every hand
        return next(((before, after) for table, _, before, after in edits if table == HANDS), (None, None))


def parse_timestamp(text: str) -> datetime | None:
    """Parse a time in ISO form, local if it has no offset; None if the text is not a time."""
    try:
        return normalize_utc_offset(datetime.fromisoformat(text))
    except (ValueError, OverflowError):  # OverflowError at the ends of the calendar, where UTC is in another year
        return None


class FileError(CanastaError):
    """A file that cannot be read, written or used."""


class LedgerError(FileError):
    """A game file that cannot be used, or an entry that cannot follow those in it."""


def ledger_error(
    file: str, message: str, hint: str, *command: str, code: DiagnosticCode = DiagnosticCode.OTHER
) -> LedgerError:
    """Build the error of a game file with one mistake; `command` are the words that the hint proposes."""
    return LedgerError([build_file_diagnostic(file, "", message, hint, *command, code=code)])


@contextmanager
def disk_errors_as(error_type: type[FileError]) -> Iterator[None]:
    """Raise what the disk refuses in a block, or in a function that this decorates, as an error of a file."""
    try:
        yield
    except DiskError as error:
        raise error_type([describe_disk_error(error)]) from None


def describe_disk_error(error: DiskError) -> Diagnostic:
    """Return what the disk refuses as a diagnostic of the file."""
    code = DiagnosticCode.NO_SUCH_FILE if isinstance(error, MissingFileError) else DiagnosticCode.UNREADABLE
    return build_file_diagnostic(error.path, "", error.message, error.hint, code=code)
