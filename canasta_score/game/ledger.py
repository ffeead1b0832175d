"""A ledger: one game, its rules and sides, its entries, and its hands as they stand."""

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import datetime

from canasta_score.game.entries import Entry, EntryKind, PointsBySide
from canasta_score.game.errors import ledger_error
from canasta_score.game.journal import Change, Hand, Journal, missing_hand_error
from canasta_score.game.standing import Standing, compute_side_standing, compute_standing
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.raw_tables import RawTable


@frozen
class Ledger(Value):
    """One game: its rules with the house's own, its sides by their words, its entries, and its hands as they stand.

    `rules` are the keys of the rules as they stand in the ledger, `variant` is what they read to.
    `start` are the totals brought forward, `totals` those after the last entry, in points. `done` are the changes that
    stand, in order; `undone` those that were taken back and can still be brought back, the newest last. `meant` has for
    every undo and redo, by its number, the number of the entry that it took or brought back.
    """

    file: str
    variant: Variant
    house_rules: tuple[str, ...]
    started_at: datetime | None
    side_names: Mapping[str, str]
    starting_totals: PointsBySide
    totals: PointsBySide
    rules: RawTable = field(default_factory=dict)
    entries: tuple[Entry, ...] = ()
    hands: tuple[Hand, ...] = ()
    applied_changes: tuple[Change, ...] = ()
    undone_changes: tuple[Change, ...] = ()
    undo_targets: Mapping[int, int] = field(default_factory=dict)

    def get_hand(self, number: int) -> Hand:
        """Give a hand, struck or not, by its number; raises LedgerError where there is none."""
        if not 1 <= number <= len(self.hands):
            error = missing_hand_error(number, len(self.hands))
            raise ledger_error(self.file, error.message, error.hint)
        return self.hands[number - 1]

    def build_journal(self) -> Journal:
        """Give the journal as it stands, which the next entry can follow."""
        journal = Journal(self.variant, self.totals)
        journal.hands = {hand.number: hand for hand in self.hands}
        journal.applied_changes, journal.undone_changes = list(self.applied_changes), list(self.undone_changes)
        journal.undo_targets = dict(self.undo_targets)
        return journal

    def effective_entry_numbers(self) -> set[int]:
        """Give the numbers of the entries that were not taken back."""
        kept = {change.entry.number for change in self.applied_changes}
        return kept | {
            one.number for one in self.entries if one.restates_totals or one.kind in {EntryKind.UNDO, EntryKind.REDO}
        }

    def standing_before_hand(self, hand: int) -> Standing:
        """Give the standing with the needs of the hand that is played as the first, second … of the game."""
        standing = self.standing()
        sides = {
            word: compute_side_standing(self.variant, side.name, side.total, hand)
            for word, side in standing.sides.items()
        }
        return replace(standing, next_hand=hand, hands_played=hand - 1, sides=sides)

    def standing(self) -> Standing:
        """Give each side's total and need, and who has won once the game is over."""
        return compute_standing(self.variant, self.side_names, self.starting_totals, self.hands)
