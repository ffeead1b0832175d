"""Reading a ledger: from the text of its file to the game as it stands, with all that is wrong told at once."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice
from typing import cast

from canasta_score.game.entries import TOTALS, Entry, Fault, Keys, faults_of_entry, read_entry
from canasta_score.game.errors import LedgerError, LedgerProblem, refusal
from canasta_score.game.journal import Journal, JournalError
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import faults_of_sides
from canasta_score.hand.facts import TallyError, Told
from canasta_score.rules.errors import RuleError
from canasta_score.rules.keys import LARGEST, Notes, Table, found, listed
from canasta_score.rules.toml_text import NoTomlError, check_depth, read_toml_text
from canasta_score.rules.variant import Variant, read_variant

FORMAT = 1
ENTRY_HEADING = re.compile(rb"\s*\[\[\s*entry\s*\]\]")
RESTATE = "change it back, or accept what the facts give: canasta-score check --restate"

Off = Mapping[str, int | None]


def read_ledger_text(data: bytes, file: str) -> tuple[Ledger, list[LedgerProblem]]:
    """Read a ledger from its text; give it with what is wrong in its entries.

    An entry with a fault counts nothing. Raises LedgerError where the text is no ledger or its head cannot be used.
    """
    values = ledger_keys(data, file)
    empty = read_head(values, file)
    entries = values.get("entry", [])
    if not isinstance(entries, list):
        raise refusal(file, f"must be entries under [[entry]], not {found(entries)}", "write [[entry]]", "entry")
    return follow(empty, entries, data)


def ledger_keys(data: bytes, file: str) -> dict[str, object]:
    """Read the text of a ledger as TOML of a format that is known."""
    try:
        values = read_toml_text(data)
        rules = values.get("rules")
        check_depth(rules if isinstance(rules, dict) else {})
    except NoTomlError as error:
        raise refusal(file, error.message, error.hint) from None
    stated = values.get("format")
    if stated is None:
        raise refusal(file, "is no ledger: it states no format", "start one with: canasta-score new")
    if type(stated) is not int or stated != FORMAT:
        hint = f"this canasta-score reads format {FORMAT}"
        newer = type(stated) is int and stated > FORMAT
        remedy = f"it takes a newer canasta-score; {hint}" if newer else hint
        raise refusal(file, f"has the unknown format {found(stated)}", remedy)
    return values


def read_head(values: Keys, file: str) -> Ledger:
    """Read what stands above the entries: rules, sides and totals brought forward; raises LedgerError."""
    notes = Notes(file, {})
    root = Table(values, notes)
    root.skip("format", "rules", "started", "entry")
    name, house = root.text("variant"), root.texts("house")
    sides, start = ({}, {}) if "sides" not in root else (root.table("sides"), root.table("start"))
    names = {side: sides.text(side) for side in sides} if isinstance(sides, Table) else {}
    totals = {side: start.whole(side, least=-LARGEST) for side in start} if isinstance(start, Table) else {}
    root.close()
    problems = [LedgerProblem(file=file, where=one.where, message=one.message, hint=one.hint) for one in notes.problems]
    variant, of_rules = read_rules(values, file)
    problems += of_rules
    problems += [
        LedgerProblem(file=file, where=where, message=message, hint=hint)
        for where, message, hint in faults_of_head(values, name, names, totals, variant)
    ]
    if problems or variant is None:
        raise LedgerError(problems)
    brought = {side: totals.get(side, 0) for side in names}
    started = cast("datetime | None", values.get("started"))
    return Ledger(file=file, variant=variant, house=house, started=started, names=names, start=brought, totals=brought)


def read_rules(values: Keys, file: str) -> tuple[Variant | None, list[LedgerProblem]]:
    """Read the rules that a ledger was begun with, and what is wrong with them."""
    rules = values.get("rules")
    if not isinstance(rules, dict):
        hint = "a ledger carries the whole rules it was begun with"
        return None, [LedgerProblem(file=file, where="rules", message="is missing", hint=hint)]
    try:
        return read_variant(rules, file), []
    except RuleError as error:
        return None, [
            LedgerProblem(file=file, where=f"rules.{one.where}".rstrip("."), message=one.message, hint=one.hint)
            for one in error.problems
        ]


def faults_of_head(
    values: Keys, name: str, names: Mapping[str, str], start: Told, variant: Variant | None
) -> Iterator[Fault]:
    """Go through what is wrong in a head whose keys are of the right types."""
    started = values.get("started")
    if started is not None and not isinstance(started, datetime):
        yield "started", f"must be a date with time, not {found(started)}", "such as 2026-11-21T19:30:00-05:00"
    if "sides" not in values:
        yield "sides", "is missing", 'name the sides under [sides], such as we = "Ann & Bob"'
    elif variant:
        yield from ((f"sides.{side}".rstrip("."), *fault) for side, fault in faults_of_sides(variant, names))
    for side in start:
        if side not in names:
            yield f"start.{side}", "is no side of this game", f"sides: {', '.join(names)}"
    if variant and name != variant.name:
        yield "variant", f"says '{name}', and the rules below are those of '{variant.name}'", "let both say the same"


def follow(head: Ledger, stated: Sequence[object], data: bytes) -> tuple[Ledger, list[LedgerProblem]]:
    """Follow entries as they stand in a file, to the ledger they lead to and what is wrong with them.

    Totals are verified from the newest entry on that restates them, and as far as every entry could be followed.
    """
    journal = Journal(head.variant, head.start)
    entries: list[Entry] = []
    problems: list[LedgerProblem] = []
    unverified = max((place for place, values in enumerate(stated, 1) if restates(values)), default=0)
    sides, sound = head.names.keys(), True
    off: Off = {}
    for place, values in enumerate(stated, 1):
        faults = faults_of_entry(values, sides)
        if not faults:
            entry = read_entry(cast("Keys", values), sides, place)
            entries.append(entry)
            faults = faults_in_order(journal, entry)
        if faults:
            sound = False
            problems += [problem_of(head.file, data, place, values, fault) for fault in faults]
        elif sound and place >= unverified and (entry.totals != journal.totals or off):
            before, off = off, how_far_off(entry, journal.totals)
            if off and off != before:
                fault = fault_of_totals(entry, journal.totals, off)
                problems.append(replace(problem_of(head.file, data, place, values, fault), about_totals=True))
    ledger = replace(
        head,
        totals=journal.totals,
        entries=tuple(entries),
        hands=tuple(journal.hands.values()),
        done=tuple(journal.done),
        undone=tuple(journal.undone),
    )
    return ledger, problems


def restates(values: object) -> bool:
    """Tell whether an entry accepts the totals as they follow from the facts."""
    return isinstance(values, dict) and values.get("restate") is True


def faults_in_order(journal: Journal, entry: Entry) -> list[Fault]:
    """Let an entry follow those before it, and list why it cannot."""
    try:
        journal.enter(entry)
    except JournalError as error:
        return [("", error.message, error.hint)]
    except TallyError as error:
        return [(f"{no.side}.{no.fact}", no.message, no.hint) for no in error.refusals]
    return []


def how_far_off(entry: Entry, totals: Told) -> Off:
    """Give how far the totals that an entry states are from those that follow; None where it states none."""
    if entry.totals is None:
        return dict.fromkeys(totals)
    return {side: entry.totals[side] - total for side, total in totals.items() if entry.totals[side] != total}


def fault_of_totals(entry: Entry, totals: Told, off: Off) -> Fault:
    """Say which totals do not hold, what they say and what follows from the facts."""
    if entry.totals is None:
        given = ", ".join(f"{side} = {total}" for side, total in totals.items())
        return TOTALS, "are missing", f"the facts give {given}; {RESTATE}"
    said = listed(f"{side} {entry.totals[side]:,}" for side in off)
    given = listed(f"{side} {totals[side]:,}" for side in off)
    return TOTALS, f"do not hold: the entry says {said}, and its facts give {given}", RESTATE


def problem_of(file: str, data: bytes, place: int, values: object, fault: Fault) -> LedgerProblem:
    """Make the problem of an entry, with its place in the file."""
    key, message, hint = fault
    where = f"entry {place}"
    hand = values.get("hand") if isinstance(values, dict) else None
    if type(hand) is int:
        where += f" (hand {found(hand)})"
    line = line_of_entry(data, place)
    where += f" in line {line}" if line else ""
    return LedgerProblem(file=file, where=f"{where}, {key}" if key else where, message=message, hint=hint)


def line_of_entry(data: bytes, place: int) -> int | None:
    """Find the line where an entry begins; None where entries are not written one below the other."""
    lines = (number for number, line in enumerate(data.split(b"\n"), 1) if ENTRY_HEADING.match(line))
    return next(islice(lines, place - 1, None), None)
