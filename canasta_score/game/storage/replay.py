"""Replaying a ledger's entries one after the other, to the game as it stands and to what is wrong on the way."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

from canasta_score.game.entries import (
    ENTRY_KINDS_BY_NAME,
    TOTALS_KEY,
    Entry,
    EntryKind,
    LedgerFault,
    PointsBySide,
    find_entry_faults,
    find_number_faults,
    parse_entry,
)
from canasta_score.game.journal import Journal, JournalError
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, build_file_diagnostic
from canasta_score.rules.schema.raw_tables import MAX_NUMBER, RawTable
from canasta_score.rules.text import join_words

_UNKNOWN_TIME = datetime.min.replace(tzinfo=UTC)
_ENTRY_HEADING = rb"\s*\[\[\s*entry\s*\]\]"

_TotalMismatch = Mapping[str, int | None]  # how far off; None where no totals are stated


def replay_entries(head: Ledger, stated: Sequence[object], data: bytes) -> tuple[Ledger, list[Diagnostic]]:
    """Replay entries as they stand in a file, to the ledger they lead to and what is wrong with them."""
    replayed = _EntryReplayer(head)
    for place, values in enumerate(stated, 1):
        replayed.replay_entry(values, place)
    journal = replayed.journal
    ledger = replace(
        head,
        totals=journal.totals,
        entries=tuple(replayed.entries),
        hands=tuple(journal.hands.values()),
        applied_changes=tuple(journal.applied_changes),
        undone_changes=tuple(journal.undone_changes),
        undo_targets=journal.undo_targets,
    )
    return ledger, list(
        _iter_entry_problems(replayed, head.file, stated, data)
    ) if replayed.faults or replayed.total_faults else []


class _EntryReplayer:
    """Replays entries one after the other, and keeps what is wrong with them by their places.

    An entry with a fault takes its place without effect, so that no other one is blamed for it. Totals are verified
    from the newest entry on that restates them, as far as every entry could be replayed.
    """

    def __init__(self, head: Ledger) -> None:
        """Begin behind the head of a ledger."""
        self.file = head.file
        self.sides = head.side_names.keys()
        self.journal = Journal(head.variant, head.starting_totals)
        self.entries: list[Entry] = []
        self.faults: list[tuple[int, LedgerFault]] = []
        self.total_faults: list[tuple[int, LedgerFault]] = []
        self._mismatch: _TotalMismatch = {}
        self._reported: set[tuple[str, int | None]] = set()
        self._has_lost_order = False

    def replay_entry(self, values: object, place: int) -> None:
        """Take one entry, the next in the file."""
        faults = find_entry_faults(values, self.sides)
        if faults:
            entry = self._build_placeholder(values, place)
        else:
            entry = parse_entry(cast("RawTable", values), self.sides, place)  # a table without faults
            if entry.restates_totals:
                self.total_faults, self._mismatch, self._reported = [], {}, set()
        self.entries.append(entry)
        faults += self._apply_entry(entry)
        if faults:
            self.faults += ((place, fault) for fault in faults)
        elif (entry.totals != self.journal.totals or self._mismatch) and not self.faults:
            self._verify_totals(entry)

    def _build_placeholder(self, values: object, place: int) -> Entry:
        """Make an entry in the place of one with a fault, of what can be understood of it."""
        keys = values if isinstance(values, dict) else {}
        stated = keys.get("what")
        what = ENTRY_KINDS_BY_NAME.get(stated) if isinstance(stated, str) else None
        hand = keys.get("hand")
        facts = {side: keys[side] for side in self.sides if side in keys and not find_number_faults(side, keys[side])}
        self._has_lost_order = self._has_lost_order or what is None
        if what is EntryKind.HAND:
            hand = len(self.journal.hands) + 1
        elif what not in {EntryKind.UNDO, EntryKind.REDO} and not (
            what is EntryKind.FIX and type(hand) is int and 0 < hand < MAX_NUMBER
        ):
            what, hand = EntryKind.NOTE, None
        return Entry(number=place, recorded_at=_UNKNOWN_TIME, kind=what, hand=hand, facts=facts)

    def _apply_entry(self, entry: Entry) -> list[LedgerFault]:
        """Let an entry follow those before it, and list why it cannot; only the first that is out of order is told."""
        try:
            self.journal.apply(entry)
        except JournalError as error:
            told, self._has_lost_order = self._has_lost_order, True
            return [] if told else [("", error.message, error.in_file)]
        except TallyError as error:
            without = EntryKind.HAND if entry.kind is EntryKind.HAND else EntryKind.NOTE
            hand = entry.hand if without is EntryKind.HAND else None
            self.journal.apply(replace(entry, kind=without, hand=hand, facts={}))
            return [(f"{no.side}.{no.fact}", no.message, no.hint) for no in error.diagnostics]
        return []

    def _verify_totals(self, entry: Entry) -> None:
        """Compare the totals that an entry states with those that follow; one slip is told once, where it begins."""
        before, self._mismatch = self._mismatch, _find_total_mismatch(entry, self.journal.totals)
        new = {
            side: by for side, by in self._mismatch.items() if side not in before and (side, by) not in self._reported
        }
        self._reported |= new.items()
        if new:
            self.total_faults.append((entry.number, _build_mismatch_fault(self.file, entry, self.journal.totals, new)))


def _find_total_mismatch(entry: Entry, totals: PointsBySide) -> _TotalMismatch:
    """Give how far the totals that an entry states are from those that follow; None where it states none."""
    if entry.totals is None:
        return dict.fromkeys(totals)
    return {side: entry.totals[side] - total for side, total in totals.items() if entry.totals[side] != total}


def _build_mismatch_fault(file: str, entry: Entry, totals: PointsBySide, off: _TotalMismatch) -> LedgerFault:
    """Say which totals do not hold, what they say and what follows from the facts."""
    from shlex import quote  # noqa: PLC0415 -- start-up

    accept = f"accept what the facts give: canasta-score check --restate {quote(file)}"
    if entry.totals is None:
        given = join_words(f"{side} = {total}" for side, total in totals.items())
        return TOTALS_KEY, "are missing", f"put them back as {given}, or {accept}"
    said = join_words(f"{side} {entry.totals[side]:,}" for side in off)
    given = join_words(f"{side} {totals[side]:,}" for side in off)
    return TOTALS_KEY, f"do not hold: the entry says {said}, and the facts give {given}", f"change it back, or {accept}"


def _iter_entry_problems(
    replayed: _EntryReplayer, file: str, stated: Sequence[object], data: bytes
) -> Iterator[Diagnostic]:
    """Go through what is wrong with entries, each with its place in the file."""
    lines = [number for number, line in enumerate(data.split(b"\n"), 1) if re.match(_ENTRY_HEADING, line)]
    all_faults = [(*fault, False) for fault in replayed.faults] + [(*fault, True) for fault in replayed.total_faults]
    for place, (key, message, hint), about_totals in sorted(all_faults, key=lambda fault: fault[0]):
        where = f"entry {place}{_format_entry_hand(stated[place - 1])}"
        if len(lines) == len(stated):
            where += f" in line {lines[place - 1]}"
        where += f", {key}" if key else ""
        code = DiagnosticCode.TOTAL_MISMATCH if about_totals else DiagnosticCode.OTHER
        yield build_file_diagnostic(file, where, message, hint, code=code)


def _format_entry_hand(values: object) -> str:
    """Say which hand an entry is about, if it is about one."""
    hand = values.get("hand") if isinstance(values, dict) else None
    return f" (hand {hand})" if type(hand) is int and abs(hand) < MAX_NUMBER else ""
