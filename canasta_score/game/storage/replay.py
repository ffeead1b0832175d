"""Replaying the entries of a game file one after the other, to the game they lead to and to what is wrong with them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from canasta_score.game.entries import Entry, EntryKind, PointsBySide
from canasta_score.game.errors import LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.ledger_builder import LedgerBuilder
from canasta_score.game.storage.entry_format import (
    TOTALS_KEY,
    UNKNOWN_TIME,
    find_entry_errors,
    find_number_errors,
    parse_entry,
    parse_entry_kind,
)
from canasta_score.game.storage.journal.reader import locate_errors
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, build_file_diagnostic
from canasta_score.rules.schema.raw_tables import MAX_NUMBER, RawTable
from canasta_score.rules.text import join_words

_REMOVE_ENTRY_HINT = "delete this entry"
_FILE_HINTS = {  # what to do about an entry that is already in the file, where that differs from one not yet written
    DiagnosticCode.NOTHING_TO_UNDO: _REMOVE_ENTRY_HINT,
    DiagnosticCode.NOTHING_TO_REDO: _REMOVE_ENTRY_HINT,
    DiagnosticCode.HAND_IS_VOIDED: f"{_REMOVE_ENTRY_HINT}, or the one that cancels the hand",
}


def replay_entries(head: Ledger, entries: Sequence[object], data: bytes) -> tuple[Ledger, tuple[Diagnostic, ...]]:
    """Return the ledger that entries lead to, and what is wrong with them, in their order.

    `entries` are their keys as TOML has them, and `data` the text of the file, for line numbers.
    """
    replayer = _EntryReplayer(head)
    for number, keys in enumerate(entries, 1):
        replayer.replay_entry(keys, number)
    ledger = replayer.builder.build_ledger(replayer.entries)
    errors = {**replayer.errors, **replayer.totals.errors}

    def format_place(number: int, line: int | None) -> str:
        return _format_entry_place(number, entries[number - 1], line)

    return ledger, locate_errors(errors, head.file, data, entries, format_place)


class _EntryReplayer:
    """Replays entries one after the other, and collects what is wrong with each by its number.

    An entry with an error stays in its place without effect, so that no other entry is blamed for it. Totals are
    verified only as far as every entry before could be replayed.
    """

    def __init__(self, head: Ledger) -> None:
        self.builder = LedgerBuilder(head)
        self.entries: list[Entry] = []
        self.errors: dict[int, list[Diagnostic]] = {}
        self.totals = _TotalsVerifier(head)
        self._sides = head.side_names.keys()
        self._has_lost_order = False

    def replay_entry(self, keys: object, number: int) -> None:
        errors = find_entry_errors(keys, self._sides)
        if errors:
            entry = self._build_placeholder(keys, number)
        else:
            entry = parse_entry(cast("RawTable", keys), self._sides, number)  # a table, or there would be an error
            if entry.restates_totals:
                self.totals = _TotalsVerifier(self.totals.head)
        self.entries.append(entry)
        errors += self._apply_entry(entry)
        if errors:
            self.errors[number] = errors
        elif not self.errors:
            self.totals.verify(entry, self.builder.totals)

    def _build_placeholder(self, keys: object, number: int) -> Entry:
        """Build an entry with what can be understood of one that has an error."""
        table = keys if isinstance(keys, dict) else {}
        kind, hand = parse_entry_kind(table.get("what")), table.get("hand")
        facts = {
            side: table[side] for side in self._sides if side in table and not find_number_errors(side, table[side])
        }
        # It may have been a hand or an undo: nobody knows which hand is next, or what can be undone.
        self._has_lost_order = self._has_lost_order or kind is None
        if kind is EntryKind.HAND:
            hand = len(self.builder.hands) + 1
        elif kind not in {EntryKind.UNDO, EntryKind.REDO} and not (
            kind is EntryKind.FIX and type(hand) is int and 0 < hand < MAX_NUMBER
        ):
            kind, hand = EntryKind.NOTE, None
        return Entry(number=number, recorded_at=UNKNOWN_TIME, kind=kind, hand=hand, facts=facts)

    def _apply_entry(self, entry: Entry) -> list[Diagnostic]:
        try:
            self.builder.apply(entry)
        except LedgerError as error:
            if self._has_lost_order:
                return []  # it follows from an earlier error
            self._has_lost_order = True
            return [replace(each, hint=_FILE_HINTS.get(each.code, each.hint)) for each in error.diagnostics]
        except TallyError as error:
            is_hand = entry.kind is EntryKind.HAND
            kind, hand = (EntryKind.HAND, entry.hand) if is_hand else (EntryKind.NOTE, None)
            self.builder.apply(replace(entry, kind=kind, hand=hand, facts={}))
            return [each.at("", f"{each.side}.{each.fact}") for each in error.diagnostics]
        return []


class _TotalsVerifier:
    """Compares the totals that entries state with those that follow from the facts.

    One mistake is reported once, at the entry where it begins: not again while the total of that side stays wrong, and
    not again when it comes back by the same number of points.
    """

    def __init__(self, head: Ledger) -> None:
        self.head = head
        self.errors: dict[int, list[Diagnostic]] = {}
        self._differences: Mapping[str, int | None] = {}
        self._reported: set[tuple[str, int | None]] = set()

    def verify(self, entry: Entry, totals: PointsBySide) -> None:
        if entry.totals == totals and not self._differences:
            return
        before, self._differences = self._differences, _compare_totals(entry, totals)
        new = {
            side: points
            for side, points in self._differences.items()
            if side not in before and (side, points) not in self._reported
        }
        self._reported |= new.items()
        if new:
            self.errors[entry.number] = [_build_mismatch_error(self.head, entry, totals, new)]


def _compare_totals(entry: Entry, totals: PointsBySide) -> Mapping[str, int | None]:
    """Return by how many points the totals of an entry differ, by side; None if it states none."""
    if entry.totals is None:
        return dict.fromkeys(totals)
    return {side: entry.totals[side] - total for side, total in totals.items() if entry.totals[side] != total}


def _build_mismatch_error(
    head: Ledger, entry: Entry, totals: PointsBySide, differences: Mapping[str, int | None]
) -> Diagnostic:
    names = head.side_names
    if entry.totals is None:
        correct = join_words(f"{side} = {total}" for side, total in totals.items())
        message, fix = "are missing", f"put them back as {correct}"
    else:
        stated = join_words(f"{names[side]} {entry.totals[side]:,}" for side in differences)
        correct = join_words(f"{names[side]} {totals[side]:,}" for side in differences)
        message, fix = f"the file says {stated}, but the items add up to {correct}", "change them back"
    hint, code = f"{fix}, or accept what the items add up to", DiagnosticCode.TOTAL_MISMATCH
    return build_file_diagnostic("", TOTALS_KEY, message, hint, "check", "--restate", "-l", head.file, code=code)


def _format_entry_place(number: int, keys: object, line: int | None) -> str:
    hand = keys.get("hand") if isinstance(keys, dict) else None
    place = f"entry {number}" if line is None else f"line {line}"
    return f"hand {hand} ({place})" if type(hand) is int and abs(hand) < MAX_NUMBER else place
