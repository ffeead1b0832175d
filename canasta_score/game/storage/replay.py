"""Replaying a ledger's entries one after the other, to the game as it stands and to what is wrong on the way."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import cast

from canasta_score.game.entries import (
    KINDS,
    TOTALS,
    Entry,
    Fault,
    PointsBySide,
    What,
    faults_of_entry,
    faults_of_numbers,
    read_entry,
)
from canasta_score.game.errors import LedgerProblem
from canasta_score.game.journal import Journal, JournalError
from canasta_score.game.ledger import Ledger
from canasta_score.hand.facts import TallyError
from canasta_score.rules.schema.reader import LARGEST, Keys, listed

NO_TIME = datetime.min.replace(tzinfo=UTC)
ENTRY_HEADING = rb"\s*\[\[\s*entry\s*\]\]"

Off = Mapping[str, int | None]  # how far off; None where no totals are stated


def replay(head: Ledger, stated: Sequence[object], data: bytes) -> tuple[Ledger, list[LedgerProblem]]:
    """Replay entries as they stand in a file, to the ledger they lead to and what is wrong with them."""
    replayed = Replay(head)
    for place, values in enumerate(stated, 1):
        replayed.take(values, place)
    journal = replayed.journal
    ledger = replace(
        head,
        totals=journal.totals,
        entries=tuple(replayed.entries),
        hands=tuple(journal.hands.values()),
        done=tuple(journal.done),
        undone=tuple(journal.undone),
        meant=journal.meant,
    )
    return ledger, list(problems_of(replayed, head.file, stated, data)) if replayed.faults or replayed.off else []


class Replay:
    """Replays entries one after the other, and keeps what is wrong with them by their places.

    An entry with a fault takes its place without effect, so that no other one is blamed for it. Totals are verified
    from the newest entry on that restates them, as far as every entry could be replayed.
    """

    def __init__(self, head: Ledger) -> None:
        """Begin behind the head of a ledger."""
        self.file = head.file
        self.sides = head.names.keys()
        self.journal = Journal(head.variant, head.start)
        self.entries: list[Entry] = []
        self.faults: list[tuple[int, Fault]] = []
        self.off: list[tuple[int, Fault]] = []
        self._off_now: Off = {}
        self._told: set[tuple[str, int | None]] = set()
        self._lost = False

    def take(self, values: object, place: int) -> None:
        """Take one entry, the next in the file."""
        faults = faults_of_entry(values, self.sides)
        if faults:
            entry = self.stand_in(values, place)
        else:
            entry = read_entry(cast("Keys", values), self.sides, place)  # a table without faults
            if entry.restate:
                self.off, self._off_now, self._told = [], {}, set()
        self.entries.append(entry)
        faults += self.faults_in_order(entry)
        if faults:
            self.faults += ((place, fault) for fault in faults)
        elif (entry.totals != self.journal.totals or self._off_now) and not self.faults:
            self.verify(entry)

    def stand_in(self, values: object, place: int) -> Entry:
        """Make an entry in the place of one with a fault, of what can be understood of it."""
        keys = values if isinstance(values, dict) else {}
        stated = keys.get("what")
        what = KINDS.get(stated) if isinstance(stated, str) else None
        hand = keys.get("hand")
        facts = {side: keys[side] for side in self.sides if side in keys and not faults_of_numbers(side, keys[side])}
        self._lost = self._lost or what is None
        if what is What.HAND:
            hand = len(self.journal.hands) + 1
        elif what not in {What.UNDO, What.REDO} and not (what is What.FIX and type(hand) is int and 0 < hand < LARGEST):
            what, hand = What.NOTE, None
        return Entry(number=place, at=NO_TIME, what=what, hand=hand, facts=facts)

    def faults_in_order(self, entry: Entry) -> list[Fault]:
        """Let an entry follow those before it, and list why it cannot; only the first that is out of order is told."""
        try:
            self.journal.enter(entry)
        except JournalError as error:
            told, self._lost = self._lost, True
            return [] if told else [("", error.message, error.in_file)]
        except TallyError as error:
            without = What.HAND if entry.what is What.HAND else What.NOTE
            hand = entry.hand if without is What.HAND else None
            self.journal.enter(replace(entry, what=without, hand=hand, facts={}))
            return [(f"{no.side}.{no.fact}", no.message, no.hint) for no in error.refusals]
        return []

    def verify(self, entry: Entry) -> None:
        """Compare the totals that an entry states with those that follow; one slip is told once, where it begins."""
        before, self._off_now = self._off_now, how_far_off(entry, self.journal.totals)
        new = {side: by for side, by in self._off_now.items() if side not in before and (side, by) not in self._told}
        self._told |= new.items()
        if new:
            self.off.append((entry.number, fault_of_totals(self.file, entry, self.journal.totals, new)))


def how_far_off(entry: Entry, totals: PointsBySide) -> Off:
    """Give how far the totals that an entry states are from those that follow; None where it states none."""
    if entry.totals is None:
        return dict.fromkeys(totals)
    return {side: entry.totals[side] - total for side, total in totals.items() if entry.totals[side] != total}


def fault_of_totals(file: str, entry: Entry, totals: PointsBySide, off: Off) -> Fault:
    """Say which totals do not hold, what they say and what follows from the facts."""
    from shlex import quote  # noqa: PLC0415 -- start-up

    accept = f"accept what the facts give: canasta-score check --restate {quote(file)}"
    if entry.totals is None:
        given = listed(f"{side} = {total}" for side, total in totals.items())
        return TOTALS, "are missing", f"put them back as {given}, or {accept}"
    said = listed(f"{side} {entry.totals[side]:,}" for side in off)
    given = listed(f"{side} {totals[side]:,}" for side in off)
    return TOTALS, f"do not hold: the entry says {said}, and the facts give {given}", f"change it back, or {accept}"


def problems_of(replayed: Replay, file: str, stated: Sequence[object], data: bytes) -> Iterator[LedgerProblem]:
    """Go through what is wrong with entries, each with its place in the file."""
    lines = [number for number, line in enumerate(data.split(b"\n"), 1) if re.match(ENTRY_HEADING, line)]
    all_faults = [(*fault, False) for fault in replayed.faults] + [(*fault, True) for fault in replayed.off]
    for place, (key, message, hint), about_totals in sorted(all_faults, key=lambda fault: fault[0]):
        where = f"entry {place}{hand_in_words(stated[place - 1])}"
        if len(lines) == len(stated):
            where += f" in line {lines[place - 1]}"
        where += f", {key}" if key else ""
        yield LedgerProblem(file=file, where=where, message=message, hint=hint, about_totals=about_totals)


def hand_in_words(values: object) -> str:
    """Say which hand an entry is about, if it is about one."""
    hand = values.get("hand") if isinstance(values, dict) else None
    return f" (hand {hand})" if type(hand) is int and abs(hand) < LARGEST else ""
