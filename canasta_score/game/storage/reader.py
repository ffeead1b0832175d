"""Reading a ledger: from the text of its file to the game as it stands, with all that is wrong told at once."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, cast

from canasta_score.game.entries import Fault, PointsBySide
from canasta_score.game.errors import LedgerError, LedgerProblem, NoLedgerError, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import faults_of_sides
from canasta_score.game.storage.replay import replay
from canasta_score.rules.diagnostics import RuleError
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant, read_whole_variant
from canasta_score.rules.schema.reader import LARGEST, Keys, Notes, Table, found
from canasta_score.rules.schema.toml import NoTomlError, check_depth, read_toml_text

FORMAT = 1
RULES = "rules"
COPY_RULES = "copy the whole [rules] from another ledger of the same rules"
MOST_RULES = 64  # that are kept for other ledgers
WITHOUT_REFERENCES = 2  # the version of marshal in which equal values have equal bytes, wherever they lie


class KnownRules:
    """Rules that were read before, for whoever reads many ledgers: most carry the same."""

    def __init__(self) -> None:
        """Begin with none."""
        self.variants: dict[bytes, Variant] = {}

    def read(self, rules: Keys, file: str) -> Variant:
        """Read the rules of a ledger, those without mistakes only once; raises RuleError.

        They are the same where their bytes are: 1 and true are equal in Python, and only one of them is a number.
        """
        from marshal import dumps  # noqa: PLC0415 -- start-up

        try:
            written = dumps(cast("Any", rules), WITHOUT_REFERENCES)  # what it cannot write, it refuses
        except ValueError:  # a date, which is wrong in any rules
            return read_whole_variant(rules, file, RULES)
        if known := self.variants.get(written):
            return known
        variant = read_whole_variant(rules, file, RULES)
        if len(self.variants) < MOST_RULES:
            self.variants[written] = variant
        return variant


@frozen
class Reading(Value):
    """A ledger as it was read: its keys, the game, and what is wrong in its entries."""

    keys: Keys
    ledger: Ledger
    problems: tuple[LedgerProblem, ...]


def read_ledger_text(data: bytes, file: str, known: KnownRules | None = None) -> Reading:
    """Read a ledger from its text; rules that are known are not read again.

    An entry with a fault counts nothing. Raises LedgerError where the text is no ledger or its head cannot be used.
    """
    return read_ledger_keys(ledger_keys(data, file), file, data, known)


def read_ledger_keys(keys: Keys, file: str, data: bytes = b"", known: KnownRules | None = None) -> Reading:
    """Read a ledger from its keys; `data` is the text that they come from, for the lines of what is wrong."""
    head = read_head(keys, file, known)
    entries = keys.get("entry", [])
    if not isinstance(entries, list):
        raise ledger_error(file, f"must be entries under [[entry]], not {found(entries)}", "write [[entry]]", "entry")
    ledger, problems = replay(head, entries, data)
    return Reading(keys=keys, ledger=ledger, problems=tuple(problems))


def ledger_keys(data: bytes, file: str) -> Keys:
    """Read the text of a ledger as TOML of a format that is known."""
    try:
        keys = read_toml_text(data)
        rules = keys.get("rules")
        check_depth(rules if isinstance(rules, dict) else {})
    except NoTomlError as error:
        raise ledger_error(file, error.message, error.hint) from None
    check_format(keys, file)
    return keys


def check_format(keys: Keys, file: str) -> None:
    """Refuse what states no format, or one that is not known."""
    stated = keys.get("format")
    if stated is None and not {"sides", "rules"} <= keys.keys():
        hint = "start one with 'canasta-score new' under another name, or name yours with --ledger"
        problem = LedgerProblem(file=file, where="", message="is no ledger: it states no format", hint=hint)
        raise (LedgerError if {"sides", "entry"} & keys.keys() else NoLedgerError)([problem])
    if stated is None:
        raise ledger_error(file, "is missing", f"write format = {FORMAT} in the first line", "format")
    if type(stated) is not int:
        raise ledger_error(file, f"must be a whole number, not {found(stated)}", f"write format = {FORMAT}", "format")
    if stated > FORMAT:
        hint = f"it takes a newer canasta-score; this canasta-score reads format {FORMAT}"
        raise ledger_error(file, f"has the unknown format {found(stated)}", hint)
    if stated < FORMAT:
        raise ledger_error(file, f"has the unknown format {found(stated)}", f"write format = {FORMAT}")


def read_head(keys: Keys, file: str, known: KnownRules | None) -> Ledger:
    """Read what stands above the entries: rules, sides and totals brought forward; raises LedgerError."""
    notes = Notes(file, {}, may_extend=False)
    root = Table(keys, notes)
    root.skip("format", "rules", "started", "entry")
    name, house, names = root.text("variant"), root.texts("house"), read_names(root)
    start = root.table("start")
    totals = {side: start.whole(side, least=-LARGEST) for side in start}
    root.close()
    problems = [LedgerProblem(file=file, where=one.where, message=one.message, hint=one.hint) for one in notes.problems]
    variant, of_rules = read_rules(keys, file, known)
    faults = faults_of_head(root, name, names, totals, variant)
    problems += of_rules
    problems += [LedgerProblem(file=file, where=where, message=what, hint=hint) for where, what, hint in faults]
    if problems or variant is None:
        raise LedgerError(problems)
    brought = {side: totals.get(side, 0) for side in names}
    started = keys.get("started")
    return Ledger(
        file=file,
        variant=variant,
        house=house,
        started=started if isinstance(started, datetime) else None,
        names=names,
        start=brought,
        totals=brought,
        rules=cast("Keys", keys["rules"]),  # a table, or there would be no variant
    )


def read_names(root: Table) -> dict[str, str]:
    """Read the sides and their names."""
    if "sides" not in root:
        root.skip("sides")
        root.wrong("sides", "is missing", 'name the sides under [sides], such as we = "Ann & Bob"')
        return {}
    sides = root.table("sides")
    return {side: sides.text(side) for side in sides}


def read_rules(keys: Keys, file: str, known: KnownRules | None) -> tuple[Variant | None, list[LedgerProblem]]:
    """Read the rules that a ledger was begun with, and what is wrong with them."""
    rules = keys.get(RULES)
    where, message = RULES, "is missing" if rules is None else f"must be a table, not {found(rules)}"
    if isinstance(rules, dict):
        if "extends" not in rules:
            return read_whole_rules(rules, file, known)
        where, message = "rules.extends", "a ledger carries the whole rules and extends none"
    return None, [LedgerProblem(file=file, where=where, message=message, hint=COPY_RULES)]


def read_whole_rules(rules: Keys, file: str, known: KnownRules | None) -> tuple[Variant | None, list[LedgerProblem]]:
    """Read the table of the rules unless it is known, and what is wrong in it."""
    try:
        return (known.read(rules, file) if known else read_whole_variant(rules, file, RULES)), []
    except RuleError as error:
        problems = error.problems
    return None, [LedgerProblem(file=file, where=one.where, message=one.message, hint=one.hint) for one in problems]


def faults_of_head(
    root: Table, name: str, names: Mapping[str, str], start: PointsBySide, variant: Variant | None
) -> Iterator[Fault]:
    """Go through what is wrong in a head beside the types of its keys."""
    started = root.value("started")
    if started is not None and not isinstance(started, datetime):
        yield "started", f"must be a date with time, not {found(started)}", "such as 2026-11-21T19:30:00-05:00"
    if not isinstance(root.value("sides"), dict):
        return
    for side, wrong in faults_of_sides(variant, names) if variant else ():
        where = f"sides.{side}" if side else "sides"
        if not root.doubtful(where):
            yield where, *wrong
    for side in start:
        if side not in names:
            yield f"start.{side}", "is no side of this game", f"sides: {', '.join(names)}"
    if variant and name != variant.name and not root.doubtful("variant"):
        yield "variant", f"says '{name}', and the rules below are those of '{variant.name}'", "let both say the same"
