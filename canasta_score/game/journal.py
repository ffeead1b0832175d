"""The journal: entry after entry, what each does to the hands and to the totals."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from canasta_score.game.entries import Entry, EntryKind, PointsBySide
from canasta_score.hand.facts import HandFacts, apply_corrections
from canasta_score.hand.scoring.score import HandScore, score_hand
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant

_REMOVE_ENTRY_HINT = "take this entry out"


@frozen
class Hand(Value):
    """One hand of a game as it stands: its number, facts and score, and the entries that corrected it."""

    number: int
    recorded_at: datetime
    facts: HandFacts
    score: HandScore
    accepted_anyway: bool
    voided: bool = False
    fixes: tuple[Entry, ...] = ()


@frozen
class Change(Value):
    """What an entry did: the hand before and after it, either of which there may be none."""

    entry: Entry
    before: Hand | None = None
    after: Hand | None = None


class JournalError(Exception):
    """An entry that does not follow from those before it: what is wrong, and the remedy, also for one in a file."""

    def __init__(self, message: str, hint: str, in_file: str = "") -> None:
        """Keep them apart."""
        super().__init__(message)
        self.message, self.hint, self.in_file = message, hint, in_file or hint


class Journal:
    """The hands and totals that entries lead to; each takes the same time, however many came before."""

    def __init__(self, variant: Variant, start: Mapping[str, int]) -> None:
        """Begin with the totals brought forward, in points for each side."""
        self.variant = variant
        self.hands: dict[int, Hand] = {}
        self.totals = dict(start)
        self.applied_changes: list[Change] = []
        self.undone_changes: list[Change] = []
        self.undo_targets: dict[int, int] = {}

    def apply(self, entry: Entry) -> None:
        """Follow one entry.

        Raises JournalError for a hand or a change that is not there, TallyError for facts that the rules do not know.
        """
        _ENTRY_HANDLERS[entry.kind](self, entry)

    def _record_hand(self, entry: Entry) -> None:
        """Add a hand behind the last one."""
        number = len(self.hands) + 1
        if entry.hand != number:
            hint = f"the next hand is {number}"
            in_file = f"{hint}: put back what is missing before it, or take it out"
            raise JournalError(f"hand {entry.hand} is out of order", hint, in_file)
        facts = entry.facts
        if len(facts) < len(self.totals):
            facts = {side: facts.get(side, {}) for side in self.totals}
        score = score_hand(self.variant, facts)
        self._apply_change(Change(entry=entry, after=Hand(
            number=number,
            recorded_at=entry.recorded_at,
            facts=facts,
            score=score,
            accepted_anyway=entry.accepted_anyway,
        )))  # fmt: skip

    def _fix_hand(self, entry: Entry) -> None:
        """Correct some facts of a hand."""
        before = self._get_counting_hand(entry.hand)
        facts = apply_corrections(before.facts, entry.facts)
        after = replace(
            before,
            facts=facts,
            score=score_hand(self.variant, facts),
            accepted_anyway=entry.accepted_anyway,
            fixes=(*before.fixes, entry),
        )
        self._apply_change(Change(entry=entry, before=before, after=after))

    def _void_hand(self, entry: Entry) -> None:
        """Strike a hand: it keeps its number and counts nothing."""
        before = self._get_counting_hand(entry.hand)
        self._apply_change(Change(entry=entry, before=before, after=replace(before, voided=True)))

    def _add_note(self, entry: Entry) -> None:
        """Write a note, of the game or of one hand."""
        if entry.hand is not None and entry.hand not in self.hands:
            raise missing_hand_error(entry.hand, len(self.hands))
        if entry.restates_totals:
            self.undone_changes.clear()
        else:
            self._apply_change(Change(entry=entry))

    def _undo(self, entry: Entry) -> None:
        """Take back the newest entry that stands."""
        if not self.applied_changes:
            raise JournalError(
                "there is nothing to take back", "undo follows a hand, a correction or a note", _REMOVE_ENTRY_HINT
            )
        change = self._move_last_change(entry, self.applied_changes, self.undone_changes)
        self._replace_hand(change.after, change.before)

    def _redo(self, entry: Entry) -> None:
        """Bring back what was taken back last, unless something else has been written since."""
        if not self.undone_changes:
            raise JournalError(
                "there is nothing to bring back", "redo follows an undo, with nothing between", _REMOVE_ENTRY_HINT
            )
        change = self._move_last_change(entry, self.undone_changes, self.applied_changes)
        self._replace_hand(change.before, change.after)

    def _move_last_change(self, entry: Entry, source: list[Change], target: list[Change]) -> Change:
        """Move the newest change from those that stand to those taken back or the other way, as an entry means."""
        change = source.pop()
        target.append(change)
        self.undo_targets[entry.number] = change.entry.number
        return change

    def _apply_change(self, change: Change) -> None:
        """Make a change that can be taken back."""
        self.applied_changes.append(change)
        self.undone_changes.clear()
        self._replace_hand(change.before, change.after)

    def _replace_hand(self, before: Hand | None, after: Hand | None) -> None:
        """Set a hand in the place of another, and the totals with it."""
        self._add_to_totals(before, -1)
        self._add_to_totals(after, 1)
        if after:
            self.hands[after.number] = after
        elif before:
            del self.hands[before.number]

    def _add_to_totals(self, hand: Hand | None, sign: int) -> None:
        """Add what a hand gives to the totals, or take it off."""
        if hand and not hand.voided:
            for side, score in hand.score.sides.items():
                self.totals[side] += sign * score.total

    def _get_counting_hand(self, number: int | None) -> Hand:
        """Give a hand that counts."""
        hand = self.hands.get(number or 0)
        if not hand:
            raise missing_hand_error(number, len(self.hands))
        if hand.voided:
            hint = "record it again as a new hand, or undo what struck it"
            raise JournalError(f"hand {number} is struck", hint, f"{_REMOVE_ENTRY_HINT}, or the one that strikes it")
        return hand


_ENTRY_HANDLERS: Mapping[EntryKind, Callable[[Journal, Entry], None]] = {
    EntryKind.HAND: Journal._record_hand,
    EntryKind.FIX: Journal._fix_hand,
    EntryKind.VOID: Journal._void_hand,
    EntryKind.NOTE: Journal._add_note,
    EntryKind.UNDO: Journal._undo,
    EntryKind.REDO: Journal._redo,
}


def missing_hand_error(number: int | None, last: int) -> JournalError:
    """Make the error of a number that no hand has, where hands are numbered up to the last."""
    hands = (
        "no hand is recorded yet" if not last else "there is only hand 1" if last == 1 else f"hands go from 1 to {last}"
    )
    return JournalError(f"there is no hand {number}", hands)


def get_hand_points(hand: Hand) -> PointsBySide:
    """Give what each side scored in a hand, in points; nothing where it is struck."""
    return {} if hand.voided else {side: score.total for side, score in hand.score.sides.items()}
