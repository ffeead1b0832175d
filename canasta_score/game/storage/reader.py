"""Reading a ledger: from the text of its file to the game as it stands, with all that is wrong told at once."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, cast

from canasta_score.game.entries import LedgerFault, PointsBySide
from canasta_score.game.errors import LedgerError, NotALedgerError, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import find_side_faults
from canasta_score.game.storage.replay import replay_entries
from canasta_score.rules.diagnostics import Diagnostic, RuleError, build_file_diagnostic
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant, read_embedded_variant
from canasta_score.rules.schema.raw_tables import MAX_NUMBER, RawTable, describe_value
from canasta_score.rules.schema.reader import DiagnosticCollector, TableReader
from canasta_score.rules.schema.toml import TomlError, check_depth, parse_toml

LEDGER_FORMAT = 1
_RULES_KEY = "rules"
_COPY_RULES_HINT = "copy the whole [rules] from another ledger of the same rules"
_MAX_CACHED_VARIANTS = 64  # that are kept for other ledgers
_MARSHAL_VERSION = 2  # the version of marshal in which equal values have equal bytes, wherever they lie


class VariantCache:
    """Rules that were read before, for whoever reads many ledgers: most carry the same."""

    def __init__(self) -> None:
        """Begin with none."""
        self._variants: dict[bytes, Variant] = {}

    def load_rules(self, rules: RawTable, file: str) -> Variant:
        """Read the rules of a ledger, those without mistakes only once; raises RuleError.

        They are the same where their bytes are: 1 and true are equal in Python, and only one of them is a number.
        """
        from marshal import dumps  # noqa: PLC0415 -- start-up

        try:
            written = dumps(cast("Any", rules), _MARSHAL_VERSION)  # what it cannot write, it refuses
        except ValueError:  # a date, which is wrong in any rules
            return read_embedded_variant(rules, file, _RULES_KEY)
        if known := self._variants.get(written):
            return known
        variant = read_embedded_variant(rules, file, _RULES_KEY)
        if len(self._variants) < _MAX_CACHED_VARIANTS:
            self._variants[written] = variant
        return variant


@frozen
class ParsedLedger(Value):
    """A ledger as it was read: its keys, the game, and what is wrong in its entries."""

    keys: RawTable
    ledger: Ledger
    problems: tuple[Diagnostic, ...]


def parse_ledger_text(data: bytes, file: str, known: VariantCache | None = None) -> ParsedLedger:
    """Read a ledger from its text; rules that are known are not read again.

    An entry with a fault counts nothing. Raises LedgerError where the text is no ledger or its head cannot be used.
    """
    return parse_ledger_keys(_load_ledger_toml(data, file), file, data, known)


def parse_ledger_keys(keys: RawTable, file: str, data: bytes = b"", known: VariantCache | None = None) -> ParsedLedger:
    """Read a ledger from its keys; `data` is the text that they come from, for the lines of what is wrong."""
    head = _parse_head(keys, file, known)
    entries = keys.get("entry", [])
    if not isinstance(entries, list):
        raise ledger_error(
            file, f"must be entries under [[entry]], not {describe_value(entries)}", "write [[entry]]", "entry"
        )
    ledger, problems = replay_entries(head, entries, data)
    return ParsedLedger(keys=keys, ledger=ledger, problems=tuple(problems))


def _load_ledger_toml(data: bytes, file: str) -> RawTable:
    """Read the text of a ledger as TOML of a format that is known."""
    try:
        keys = parse_toml(data)
        rules = keys.get("rules")
        check_depth(rules if isinstance(rules, dict) else {})
    except TomlError as error:
        raise LedgerError(diagnostic.at(file) for diagnostic in error.diagnostics) from None
    check_ledger_format(keys, file)
    return keys


def check_ledger_format(keys: RawTable, file: str) -> None:
    """Refuse what states no format, or one that is not known."""
    stated = keys.get("format")
    if stated is None and not {"sides", "rules"} <= keys.keys():
        hint = "start one with 'canasta-score new' under another name, or name yours with --ledger"
        problem = build_file_diagnostic(file, "", "is no ledger: it states no format", hint)
        raise (LedgerError if {"sides", "entry"} & keys.keys() else NotALedgerError)([problem])
    if stated is None:
        raise ledger_error(file, "is missing", f"write format = {LEDGER_FORMAT} in the first line", "format")
    if type(stated) is not int:
        raise ledger_error(
            file, f"must be a whole number, not {describe_value(stated)}", f"write format = {LEDGER_FORMAT}", "format"
        )
    if stated > LEDGER_FORMAT:
        hint = f"it takes a newer canasta-score; this canasta-score reads format {LEDGER_FORMAT}"
        raise ledger_error(file, f"has the unknown format {describe_value(stated)}", hint)
    if stated < LEDGER_FORMAT:
        raise ledger_error(file, f"has the unknown format {describe_value(stated)}", f"write format = {LEDGER_FORMAT}")


def _parse_head(keys: RawTable, file: str, known: VariantCache | None) -> Ledger:
    """Read what stands above the entries: rules, sides and totals brought forward; raises LedgerError."""
    notes = DiagnosticCollector(file, {}, can_extend=False)
    root = TableReader(keys, notes)
    root.mark_known("format", "rules", "started", "entry")
    name, house, names = root.text("variant"), root.texts("house"), _parse_side_names(root)
    start = root.table("start")
    totals = {side: start.integer(side, least=-MAX_NUMBER) for side in start}
    root.report_unknown_keys()
    problems = [build_file_diagnostic(file, one.where, one.message, one.hint) for one in notes.diagnostics]
    variant, of_rules = _parse_rules_table(keys, file, known)
    faults = _find_head_faults(root, keys, name, names, totals, variant)
    problems += of_rules
    problems += [build_file_diagnostic(file, where, what, hint) for where, what, hint in faults]
    if problems or variant is None:
        raise LedgerError(problems)
    brought = {side: totals.get(side, 0) for side in names}
    started = keys.get("started")
    return Ledger(
        file=file,
        variant=variant,
        house_rules=house,
        started_at=started if isinstance(started, datetime) else None,
        side_names=names,
        starting_totals=brought,
        totals=brought,
        rules=cast("RawTable", keys["rules"]),  # a table, or there would be no variant
    )


def _parse_side_names(root: TableReader) -> dict[str, str]:
    """Read the sides and their names."""
    if "sides" not in root:
        root.mark_known("sides")
        root.add_error("sides", "is missing", 'name the sides under [sides], such as we = "Ann & Bob"')
        return {}
    sides = root.table("sides")
    return {side: sides.text(side) for side in sides}


def _parse_rules_table(
    keys: RawTable, file: str, known: VariantCache | None
) -> tuple[Variant | None, list[Diagnostic]]:
    """Read the rules that a ledger was begun with, and what is wrong with them."""
    rules = keys.get(_RULES_KEY)
    where, message = _RULES_KEY, "is missing" if rules is None else f"must be a table, not {describe_value(rules)}"
    if isinstance(rules, dict):
        if "extends" not in rules:
            return _load_complete_rules(rules, file, known)
        where, message = "rules.extends", "a ledger carries the whole rules and extends none"
    return None, [build_file_diagnostic(file, where, message, _COPY_RULES_HINT)]


def _load_complete_rules(
    rules: RawTable, file: str, known: VariantCache | None
) -> tuple[Variant | None, list[Diagnostic]]:
    """Read the table of the rules unless it is known, and what is wrong in it."""
    try:
        return (known.load_rules(rules, file) if known else read_embedded_variant(rules, file, _RULES_KEY)), []
    except RuleError as error:
        problems = error.diagnostics
    return None, [build_file_diagnostic(file, one.where, one.message, one.hint) for one in problems]


def _find_head_faults(
    root: TableReader,
    keys: RawTable,
    name: str,
    names: Mapping[str, str],
    start: PointsBySide,
    variant: Variant | None,
) -> Iterator[LedgerFault]:
    """Go through what is wrong in a head beside the types of its keys."""
    started = keys.get("started")
    if started is not None and not isinstance(started, datetime):
        yield "started", f"must be a date with time, not {describe_value(started)}", "such as 2026-11-21T19:30:00-05:00"
    if not isinstance(keys.get("sides"), dict):
        return
    for side, wrong in find_side_faults(variant, names) if variant else ():
        where = f"sides.{side}" if side else "sides"
        if not root.has_error(where):
            yield where, *wrong
    for side in start:
        if side not in names:
            yield f"start.{side}", "is no side of this game", f"sides: {', '.join(names)}"
    if variant and name != variant.name and not root.has_error("variant"):
        yield "variant", f"says '{name}', and the rules below are those of '{variant.name}'", "let both say the same"
