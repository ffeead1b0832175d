"""Building a ledger entry by entry: what each does to the hands and to the totals, and how it is undone."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from canasta_score.game.entries import HANDS, Change, Entry, EntryKind, Hand, LedgerError, ledger_error
from canasta_score.game.history import History
from canasta_score.game.ledger import Ledger, missing_hand_error
from canasta_score.game.sides import find_duplicate_name_errors, find_side_name_errors
from canasta_score.hand.facts import PAIR_SIGN, apply_corrections
from canasta_score.hand.partners import complete_sides
from canasta_score.hand.scoring import score_hand
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.text import join_words

_GAME_ENTRIES = "game_entries"  # a table beside that of the hands


class LedgerBuilder:
    """The hands and totals of a game while entries are added; each entry takes the same time."""

    def __init__(self, ledger: Ledger) -> None:
        """Start where a ledger ends."""
        self._ledger = ledger
        self.totals = dict(ledger.totals)
        self.hands = {hand.number: hand for hand in ledger.hands}
        self._game_entries = {entry.number: entry for entry in ledger.game_entries}
        tables: dict[str, dict[Any, Any]] = {HANDS: self.hands, _GAME_ENTRIES: self._game_entries}
        self._history = History(tables, Change, ledger.applied_changes, ledger.undone_changes)
        self._undo_targets = dict(ledger.undo_targets)
        self._goes_by_hand = ledger.variant.goes_by_hand
        self._first_names = ledger.first_names or ledger.side_names

    def build_ledger(self, entries: Sequence[Entry]) -> Ledger:
        """Build the ledger that the applied entries lead to; `entries` are those that it lists."""
        return replace(
            self._ledger,
            totals=dict(self.totals),
            entries=tuple(entries),
            hands=tuple(self.hands.values()),
            applied_changes=tuple(self._history.applied),
            undone_changes=tuple(self._history.undone),
            undo_targets=self._undo_targets,
            side_names=self._build_names() if self._game_entries else self._first_names,
            first_names=self._first_names,
            game_entries=tuple(self._game_entries.values()),
        )

    def _build_names(self) -> Mapping[str, str]:
        renames = (entry for entry in self._game_entries.values() if entry.kind is EntryKind.RENAME)
        return {**self._first_names, **{entry.side: entry.text for entry in renames}}

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
            case _:  # only the kinds that change the game besides its hands are left
                self._change_game(entry)

    def _record_hand(self, entry: Entry) -> None:
        number = len(self.hands) + 1
        if entry.hand != number:
            # Only a file can have a wrong number: a hand that is recorded now gets the next one.
            hint = f"the next hand is {number}; put back what is missing before this entry, or delete it"
            raise ledger_error(self._ledger.file, f"hand {entry.hand} is out of order", hint)
        facts = entry.facts
        if len(facts) < len(self.totals) or PAIR_SIGN in "".join(facts):
            facts = complete_sides(facts, self.totals)
        place = 1 + sum(not hand.voided for hand in self.hands.values()) if self._goes_by_hand else 1
        hand = Hand(
            number=number,
            place=place,
            recorded_at=entry.recorded_at,
            facts=facts,
            score=score_hand(self._ledger.variant, facts, place),
            accepted_anyway=entry.accepted_anyway,
        )
        self._change_hand(entry, None, hand)

    def _fix_hand(self, entry: Entry) -> None:
        before = self._get_counting_hand(entry.hand)
        facts = apply_corrections(before.facts, entry.facts)
        after = replace(
            before,
            facts=facts,
            score=score_hand(self._ledger.variant, facts, before.place),
            accepted_anyway=entry.accepted_anyway,
            fixes=(*before.fixes, entry),
        )
        self._change_hand(entry, before, after)

    def _void_hand(self, entry: Entry) -> None:
        before = self._get_counting_hand(entry.hand)
        self._change_hand(entry, before, replace(before, voided=True))

    def _add_note(self, entry: Entry) -> None:
        if entry.hand is not None and entry.hand not in self.hands:
            raise missing_hand_error(self._ledger.file, entry.hand, len(self.hands))
        if entry.restates_totals:
            # Not a change: if it could be undone, the totals stated before it would be wrong again.
            self._history.undone.clear()
        else:
            self._history.commit(entry)

    def _change_game(self, entry: Entry) -> None:
        if entry.kind is not EntryKind.END and entry.side not in self._first_names:
            hint = f"the sides are {join_words(self._first_names)}"
            raise ledger_error(self._ledger.file, f'"{entry.side}" is not a side in this game', hint)
        if entry.kind is EntryKind.RENAME:
            self._check_new_name(entry)
        self._history.put(_GAME_ENTRIES, entry.number, entry)
        self._history.commit(entry)

    def _check_new_name(self, entry: Entry) -> None:
        names = {**self._build_names(), entry.side: entry.text}
        errors = [*find_side_name_errors(entry.side, entry.text), *find_duplicate_name_errors(names)]
        if errors:
            raise LedgerError(error.at(self._ledger.file) for error in errors)

    def _undo(self, entry: Entry) -> None:
        if not self._history.applied:
            hint = "undo cancels the last entry of this game; for a different game add -l FILE"
            code = DiagnosticCode.NOTHING_TO_UNDO
            raise ledger_error(self._ledger.file, "there is nothing to undo", hint, code=code)
        change = self._history.undo()
        self._undo_targets[entry.number] = change.entry.number
        self._change_totals(change.after, change.before)

    def _redo(self, entry: Entry) -> None:
        if not self._history.undone:
            message, hint = "there is nothing to redo", "redo works only right after undo"
            raise ledger_error(self._ledger.file, message, hint, code=DiagnosticCode.NOTHING_TO_REDO)
        change = self._history.redo()
        self._undo_targets[entry.number] = change.entry.number
        self._change_totals(change.before, change.after)

    def _change_hand(self, entry: Entry, before: Hand | None, after: Hand) -> None:
        self._history.put(HANDS, after.number, after)
        self._history.commit(entry)
        self._change_totals(before, after)

    def _change_totals(self, before: Hand | None, after: Hand | None) -> None:
        for hand, sign in ((before, -1), (after, 1)):
            if hand and not hand.voided:
                for side, score in hand.score.sides.items():
                    self.totals[side] += sign * score.total

    def _get_counting_hand(self, number: int | None) -> Hand:
        hand = self.hands.get(number or 0)
        if not hand:
            raise missing_hand_error(self._ledger.file, number, len(self.hands))
        if hand.voided:
            hint = "record it again as a new hand, or undo the cancellation"
            message, code = f"hand {number} was canceled", DiagnosticCode.HAND_IS_VOIDED
            raise ledger_error(self._ledger.file, message, hint, code=code)
        return hand
