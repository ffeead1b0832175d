"""Building a ledger entry by entry: what each does to the hands and to the totals, and how it is undone."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from canasta_score.game.entries import GAME_ENTRIES, HANDS, Change, Entry, EntryKind, Hand, LedgerError, ledger_error
from canasta_score.game.history import History
from canasta_score.game.ledger import Ledger, missing_hand_error
from canasta_score.game.sides import find_duplicate_name_errors, find_side_list_errors, find_side_name_errors
from canasta_score.game.storage.entry_format import UNKNOWN_TIME
from canasta_score.hand.facts import PAIR_SIGN, HandFacts, TallyError, apply_corrections
from canasta_score.hand.partners import complete_sides, name_holder
from canasta_score.hand.scoring import score_hand
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

_RULES = "rules"  # a table, as the history changes only tables; its one value are the rules that the game has now


class LedgerBuilder:
    """The hands and totals of a game while entries are added; each entry takes the same time."""

    def __init__(self, ledger: Ledger) -> None:
        """Start where a ledger ends."""
        self._ledger = ledger
        self.totals = dict(ledger.totals)
        self.hands = {hand.number: hand for hand in ledger.hands}
        self._game_entries = {entry.number: entry for entry in ledger.game_entries}
        self._rules = {_RULES: ledger.rules}
        tables: dict[str, dict[Any, Any]] = {HANDS: self.hands, GAME_ENTRIES: self._game_entries, _RULES: self._rules}
        self._history = History(tables, Change, ledger.applied_changes, ledger.undone_changes)
        self._undo_targets = dict(ledger.undo_targets)
        self._first_names = ledger.first_names or ledger.side_names
        places = {hand.place for hand in ledger.hands if not hand.voided}
        self._last_place = max(places, default=0)
        self._free_places = {*range(1, self._last_place)} - places  # those of canceled hands

    def build_ledger(self, entries: Sequence[Entry]) -> Ledger:
        """Build the ledger that the applied entries lead to; `entries` are those that it lists."""
        return replace(
            self._ledger,
            rules=self._rules[_RULES],
            first_rules=self._ledger.starting_rules,
            totals=dict(self.totals),
            entries=tuple(entries),
            hands=tuple(self.hands.values()),
            applied_changes=tuple(self._history.applied),
            undone_changes=tuple(self._history.undone),
            undo_targets=self._undo_targets,
            side_names=self._build_names(),
            first_names=self._first_names,
            game_entries=tuple(self._game_entries.values()),
        )

    def _build_names(self) -> Mapping[str, str]:
        renames = (entry for entry in self._game_entries.values() if entry.kind is EntryKind.RENAME)
        return {**self._first_names, **{entry.side: entry.text for entry in renames}}

    def apply(self, entry: Entry) -> None:
        """Apply the next entry; raises LedgerError for one that cannot follow, TallyError for unknown facts."""
        match entry.kind:
            case EntryKind.HAND:
                self._record_hand(entry)
            case EntryKind.FIX | EntryKind.VOID:
                self._change_hand(entry)
            case EntryKind.NOTE:
                if entry.hand is not None and entry.hand not in self.hands:
                    raise missing_hand_error(self._ledger.file, entry.hand, len(self.hands))
                if entry.restates_totals:
                    # Not a change: if it could be undone, the totals stated before it would be wrong again.
                    self._history.undone.clear()
                    return
            case EntryKind.UNDO | EntryKind.REDO:
                change = self._history.undo_or_redo(entry.kind, partial(ledger_error, self._ledger.file))
                self._undo_targets[entry.number] = change.entry.number
                self._count(change, -1 if entry.kind is EntryKind.UNDO else 1)
                return
            case _:  # only the kinds that change the game besides its hands are left
                self._change_game(entry)
        self._history.commit(entry)
        self._count(self._history.applied[-1], 1)

    def _record_hand(self, entry: Entry) -> None:
        number = len(self.hands) + 1
        if entry.hand != number:
            # Only a file can have a wrong number: a hand that is recorded now gets the next one.
            hint = f"the next hand is {number}; put back what is missing before this entry, or delete it"
            raise ledger_error(self._ledger.file, f"hand {entry.hand} is out of order", hint)
        facts = entry.facts
        if len(facts) < len(self.totals) or PAIR_SIGN in "".join(facts):
            facts = complete_sides(facts, self.totals)
        place = min(self._free_places, default=self._last_place + 1)
        variant = self._rules[_RULES].variant.at_hand(place)
        hand = Hand(
            number=number,
            place=place,
            variant=variant,
            recorded_at=entry.recorded_at,
            facts=facts,
            score=score_hand(variant, facts),
            accepted_anyway=entry.accepted_anyway,
        )
        self._history.put(HANDS, number, hand)

    def _change_hand(self, entry: Entry) -> None:
        before = self.hands.get(entry.hand or 0)
        if not before:
            raise missing_hand_error(self._ledger.file, entry.hand, len(self.hands))
        if before.voided:
            hint = "record it again as a new hand, or undo the cancellation"
            message, code = f"hand {entry.hand} was canceled", DiagnosticCode.HAND_IS_VOIDED
            raise ledger_error(self._ledger.file, message, hint, code=code)
        after = replace(before, voided=True)
        if entry.kind is EntryKind.FIX:
            facts = apply_corrections(before.facts, entry.facts)
            score, fixes = score_hand(before.variant, facts), (*before.fixes, entry)
            after = replace(before, facts=facts, score=score, accepted_anyway=entry.accepted_anyway, fixes=fixes)
        self._history.put(HANDS, before.number, after)

    def _change_game(self, entry: Entry) -> None:
        if rules := entry.rules:
            errors = [error.at(self._ledger.file) for error in find_side_list_errors(rules.variant, self._first_names)]
            rescored = []
            for hand in self.hands.values():
                variant = rules.variant.at_hand(hand.place)
                try:
                    if not hand.voided:
                        rescored.append(replace(hand, variant=variant, score=score_hand(variant, hand.facts)))
                except TallyError as error:
                    errors += (self._build_lost_item_error(rules.variant, hand, each) for each in error.diagnostics)
            if errors:
                raise LedgerError(errors)
            self._history.put(_RULES, _RULES, rules)
            for hand in rescored:
                self._history.put(HANDS, hand.number, hand)
        elif entry.kind is not EntryKind.END and entry.side not in self._first_names:
            hint = f"the sides are {join_words(self._first_names)}"
            message, code = f'"{entry.side}" is not a side in this game', DiagnosticCode.UNKNOWN_SIDE
            raise ledger_error(self._ledger.file, message, hint, code=code)
        if entry.kind is EntryKind.RENAME:
            names = {**self._build_names(), entry.side: entry.text}
            duplicates = find_duplicate_name_errors(names, in_any_case=False)
            if errors := [*find_side_name_errors(entry.side, entry.text), *duplicates]:
                raise LedgerError(error.at(self._ledger.file) for error in errors)
        self._history.put(GAME_ENTRIES, entry.number, entry)

    def _build_lost_item_error(self, variant: Variant, hand: Hand, error: Diagnostic) -> Diagnostic:
        name = name_holder(error.side, self._ledger.side_names)
        fact = self._ledger.variant.facts.get(error.fact)
        item = f'"{error.fact}" ({fact.label.lower()})' if fact else f'"{error.fact}"'
        if error.fact and error.fact not in variant.facts:
            message = f"{variant.title} has no item {item}, but hand {hand.number} has it for {name}"
        else:
            message = f"hand {hand.number} of {name} does not fit {variant.title}: {error.message}"
        hint, command = "nothing was changed; to see the hand", ("explain", str(hand.number))
        return Diagnostic(message=message, hint=hint, command=command)

    def _count(self, change: Change, sign: int) -> None:
        """Add what an entry changed to the totals, or take it off again if the sign is -1."""
        for table, _, before, after in change.edits:
            if table == GAME_ENTRIES and after.points:
                self.totals[after.side] += sign * after.points
            if table == HANDS:
                gone, come = (before, after) if sign > 0 else (after, before)
                self._count_hand(gone, -1)  # first, because a corrected hand stays in its place
                self._count_hand(come, 1)

    def _count_hand(self, hand: Hand | None, sign: int) -> None:
        if hand and not hand.voided:
            self._last_place = max(self._last_place, hand.place)
            self._free_places.discard(hand.place)
            if sign < 0:
                self._free_places.add(hand.place)
            for side, score in hand.score.sides.items():
                self.totals[side] += sign * score.total


def preview_hand(ledger: Ledger, facts: HandFacts) -> Ledger:
    """Return the game as it would be after a hand; nothing is checked, and the hand is no entry."""
    builder = LedgerBuilder(ledger)
    number = len(ledger.hands) + 1
    builder.apply(Entry(recorded_at=UNKNOWN_TIME, kind=EntryKind.HAND, hand=number, facts=facts))
    return builder.build_ledger(ledger.entries)
