"""The journal: what each entry does to the hands and to the totals."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime

from canasta_score.game.entries import Entry, EntryKind, PointsBySide
from canasta_score.game.errors import LedgerError, ledger_error
from canasta_score.hand.facts import HandFacts, apply_corrections
from canasta_score.hand.scoring.score import HandScore, score_hand
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant


@frozen
class Hand(Value):
    """One hand of a game: its number, its corrected facts and score, and the entries that corrected it."""

    number: int
    recorded_at: datetime
    facts: HandFacts
    score: HandScore
    accepted_anyway: bool
    voided: bool = False
    fixes: tuple[Entry, ...] = ()


@frozen
class Change(Value):
    """What an entry did: the hand before it and the hand after it; None where there was no hand."""

    entry: Entry
    before: Hand | None = None
    after: Hand | None = None


class Journal:
    """The hands and totals that follow from entries; an entry takes the same time, however many came before it.

    `applied_changes` are those in effect, in order; `undone_changes` those that can be redone, the newest last.
    `undo_targets` has, for each undo and redo by its number, the number of the entry that it undid or redid.
    """

    def __init__(
        self,
        variant: Variant,
        totals: Mapping[str, int],
        *,
        file: str = "",
        hands: Iterable[Hand] = (),
        applied_changes: Iterable[Change] = (),
        undone_changes: Iterable[Change] = (),
        undo_targets: Mapping[int, int] | None = None,
    ) -> None:
        """Start at the totals of each side in points, and at what earlier entries did; `file` is named in errors."""
        self.variant = variant
        self.file = file
        self.totals = dict(totals)
        self.hands = {hand.number: hand for hand in hands}
        self.applied_changes = list(applied_changes)
        self.undone_changes = list(undone_changes)
        self.undo_targets = dict(undo_targets or {})

    def apply(self, entry: Entry) -> None:
        """Apply the next entry.

        Raises LedgerError for a hand or a change that does not exist, TallyError for facts that the rules do not know.
        """
        match entry.kind:
            case EntryKind.HAND:
                self._record_hand(entry)
            case EntryKind.FIX:
                self._fix_hand(entry)
            case EntryKind.VOID:
                self._void_hand(entry)
            case EntryKind.NOTE:
                self._add_note(entry)
            case EntryKind.UNDO:
                self._undo(entry)
            case EntryKind.REDO:
                self._redo(entry)

    def _record_hand(self, entry: Entry) -> None:
        number = len(self.hands) + 1
        if entry.hand != number:
            # Only a file can have a wrong number: a hand that is recorded now gets the next one.
            hint = f"the next hand is {number}: put back what is missing before it, or take it out"
            raise ledger_error(self.file, f"hand {entry.hand} is out of order", hint)
        facts = entry.facts
        if len(facts) < len(self.totals):
            facts = {side: facts.get(side, {}) for side in self.totals}
        hand = Hand(
            number=number,
            recorded_at=entry.recorded_at,
            facts=facts,
            score=score_hand(self.variant, facts),
            accepted_anyway=entry.accepted_anyway,
        )
        self._apply_change(Change(entry=entry, after=hand))

    def _fix_hand(self, entry: Entry) -> None:
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
        before = self._get_counting_hand(entry.hand)
        self._apply_change(Change(entry=entry, before=before, after=replace(before, voided=True)))

    def _add_note(self, entry: Entry) -> None:
        if entry.hand is not None and entry.hand not in self.hands:
            raise missing_hand_error(self.file, entry.hand, len(self.hands))
        if entry.restates_totals:
            # Not a change: if it could be undone, the totals stated before it would be wrong again.
            self.undone_changes.clear()
        else:
            self._apply_change(Change(entry=entry))

    def _undo(self, entry: Entry) -> None:
        if not self.applied_changes:
            hint = "undo follows a hand, a correction or a note"
            raise ledger_error(self.file, "there is nothing to take back", hint, code=DiagnosticCode.NOTHING_TO_UNDO)
        change = self._move_last_change(entry, self.applied_changes, self.undone_changes)
        self._replace_hand(change.after, change.before)

    def _redo(self, entry: Entry) -> None:
        if not self.undone_changes:
            hint = "redo follows an undo, with nothing between"
            raise ledger_error(self.file, "there is nothing to bring back", hint, code=DiagnosticCode.NOTHING_TO_REDO)
        change = self._move_last_change(entry, self.undone_changes, self.applied_changes)
        self._replace_hand(change.before, change.after)

    def _move_last_change(self, entry: Entry, source: list[Change], target: list[Change]) -> Change:
        change = source.pop()
        target.append(change)
        self.undo_targets[entry.number] = change.entry.number
        return change

    def _apply_change(self, change: Change) -> None:
        self.applied_changes.append(change)
        self.undone_changes.clear()
        self._replace_hand(change.before, change.after)

    def _replace_hand(self, old: Hand | None, new: Hand | None) -> None:
        self._add_to_totals(old, -1)
        self._add_to_totals(new, 1)
        if new:
            self.hands[new.number] = new
        elif old:
            del self.hands[old.number]

    def _add_to_totals(self, hand: Hand | None, sign: int) -> None:
        if hand and not hand.voided:
            for side, score in hand.score.sides.items():
                self.totals[side] += sign * score.total

    def _get_counting_hand(self, number: int | None) -> Hand:
        hand = self.hands.get(number or 0)
        if not hand:
            raise missing_hand_error(self.file, number, len(self.hands))
        if hand.voided:
            hint = "record it again as a new hand, or undo what struck it"
            raise ledger_error(self.file, f"hand {number} is struck", hint, code=DiagnosticCode.HAND_IS_VOIDED)
        return hand


def missing_hand_error(file: str, number: int | None, last: int) -> LedgerError:
    """Build the error of a hand that does not exist in a game whose hands are numbered from 1 to `last`."""
    if not last:
        hint = "no hand is recorded yet"
    elif last == 1:
        hint = "there is only hand 1"
    else:
        hint = f"hands go from 1 to {last}"
    return ledger_error(file, f"there is no hand {number}", hint)


def get_hand_points(hand: Hand) -> PointsBySide:
    """Return what each side scored in a hand, in points; nothing if the hand is voided."""
    return {} if hand.voided else {side: score.total for side, score in hand.score.sides.items()}
