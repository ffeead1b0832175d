"""Reading a game file: from its text to the game, with everything that is wrong reported at once."""

import gc
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import cast

from canasta_score import __version__
from canasta_score.game.entries import PointsBySide
from canasta_score.game.errors import LedgerError, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.seats import DEALER_KEY, ORDER_KEY, Seats, find_seat_errors
from canasta_score.game.sides import find_side_errors
from canasta_score.game.storage.entry_format import describe_needed_version
from canasta_score.game.storage.journal_text import MAX_ENTRIES, may_have_too_many_entries
from canasta_score.game.storage.replay import replay_entries
from canasta_score.rules.diagnostics import CanastaError, Diagnostic, DiagnosticCode, build_file_diagnostic
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant, read_embedded_variant
from canasta_score.rules.schema.limits import TomlError, check_depth
from canasta_score.rules.schema.raw_tables import MAX_NUMBER, RawTable, describe_value
from canasta_score.rules.schema.reader import DiagnosticCollector, TableReader
from canasta_score.rules.schema.toml import parse_toml
from canasta_score.rules.text import join_words

LEDGER_FORMAT = 1
SEATS_KEY = "seats"
_RULES_KEY = "rules"
_COPY_RULES_HINT = "copy all of [rules] from a game with the same rules"
_MAX_CACHED_VARIANTS = 64


class VariantCache:
    """Rules that were read from earlier game files, for programs that read many: most files carry the same rules."""

    def __init__(self) -> None:
        """Start empty."""
        self._variants: dict[str, Variant] = {}

    def load_rules(self, rules: RawTable, file: str) -> Variant:
        """Return the variant of a game file's rules, read only if they are new; raises RuleError."""
        try:
            # Not the values themselves: in Python 1 and true are equal, but only one of them is a number of points.
            key = repr(rules)
        except ValueError:  # an integer of thousands of digits, which no rule can have
            return read_embedded_variant(rules, file, _RULES_KEY)
        if key in self._variants:
            return self._variants[key]
        variant = read_embedded_variant(rules, file, _RULES_KEY)
        if len(self._variants) < _MAX_CACHED_VARIANTS:
            self._variants[key] = variant
        return variant


@frozen
class ParsedLedger(Value):
    """A game file that was read: its keys, the game, and what is wrong with its entries."""

    keys: RawTable
    ledger: Ledger
    diagnostics: tuple[Diagnostic, ...]


def parse_ledger_text(data: bytes, file: str, cache: VariantCache | None = None) -> ParsedLedger:
    """Parse the text of a game file; rules in the cache are not read again.

    An entry with an error counts nothing. Raises LedgerError if the text is no game file, or anything above its
    entries cannot be used.
    """
    with paused_garbage_collection():
        return parse_ledger_keys(_load_ledger_toml(data, file), file, data, cache)


@contextmanager
def paused_garbage_collection() -> Iterator[None]:
    """Read a long journal without garbage collection."""
    # Every hand adds some twenty objects that stay, which makes the collector visit all earlier ones again and again:
    # a tenth of the time for 10,000 hands, and there is nothing to collect.
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def parse_ledger_keys(keys: RawTable, file: str, data: bytes = b"", cache: VariantCache | None = None) -> ParsedLedger:
    """Parse a game from the keys of its file; `data` is the text they come from, for the line numbers of errors."""
    head = _parse_head(keys, file, cache or VariantCache())
    entries = keys.get("entry", [])
    if not isinstance(entries, list):
        message = f"must be entries under [[entry]], not {describe_value(entries)}"
        raise ledger_error(file, message, "put each entry under the heading [[entry]]", where="entry")
    if len(entries) > MAX_ENTRIES:
        raise _build_too_many_entries_error(file)
    ledger, diagnostics = replay_entries(head, entries, data)
    return ParsedLedger(keys=keys, ledger=ledger, diagnostics=tuple(diagnostics))


def _build_too_many_entries_error(file: str) -> LedgerError:
    return ledger_error(file, f"has more than {MAX_ENTRIES:,} entries", "start another game for the next hands")


def _load_ledger_toml(data: bytes, file: str) -> RawTable:
    if may_have_too_many_entries(data):
        raise _build_too_many_entries_error(file)
    try:
        keys = parse_toml(data)
        rules = keys.get(_RULES_KEY)
        check_depth(rules if isinstance(rules, dict) else {})
    except TomlError as error:
        raise LedgerError(diagnostic.at(file) for diagnostic in error.diagnostics) from None
    check_ledger_format(keys, file)
    return keys


def check_ledger_format(keys: RawTable, file: str) -> None:
    """Raise LedgerError for keys that state no format, or one that this program does not know."""
    if "event" in keys and "sides" not in keys:
        code, hint = DiagnosticCode.NOT_A_GAME_FILE, "for an event, use the commands of event"
        raise ledger_error(file, "is an event file, not a game file", hint, code=code)
    stated = keys.get("format")
    write_it = f"change it to format = {LEDGER_FORMAT}"
    if stated is None and not {"sides", _RULES_KEY} <= keys.keys():
        # Any other key of a game file tells that it is meant to be one, though much is missing.
        is_other_file = not {"sides", "entry"} & keys.keys()
        code = DiagnosticCode.NOT_A_GAME_FILE if is_other_file else DiagnosticCode.OTHER
        raise ledger_error(file, "is not a game file", "for a different game file, add -l FILE", code=code)
    if stated is None:
        raise ledger_error(file, "is missing", f"add format = {LEDGER_FORMAT} as the first line", where="format")
    if type(stated) is not int:
        raise ledger_error(file, f"must be a number, not {describe_value(stated)}", write_it, where="format")
    if stated > LEDGER_FORMAT:
        message = f"has format {describe_value(stated)}, which needs {describe_needed_version(keys)}"
        hint = f"get a newer canasta-score; version {__version__} reads only format {LEDGER_FORMAT}"
        raise ledger_error(file, message, hint)
    if stated != LEDGER_FORMAT:
        raise ledger_error(file, f"has the unknown format {describe_value(stated)}", write_it)


def _parse_head(keys: RawTable, file: str, cache: VariantCache) -> Ledger:
    collector = DiagnosticCollector(file, {}, can_extend=False)
    root = TableReader(keys, collector)
    root.mark_known("format", _RULES_KEY, "started", "entry")
    name, house_rules, side_names = root.text("variant"), root.texts("house"), _parse_side_names(root)
    start = root.table("start")
    start_totals = {side: start.integer(side, least=-MAX_NUMBER) for side in start}
    seats = _parse_seats(root)
    root.report_unknown_keys()
    diagnostics = [*collector.diagnostics]
    variant: Variant | None = None
    try:
        variant = load_embedded_rules(keys, file, cache)
    except CanastaError as error:
        diagnostics += error.diagnostics
    diagnostics += _find_head_errors(root, keys, file, name, side_names, start_totals, variant)
    if diagnostics or variant is None:
        raise LedgerError(diagnostics)
    totals = {side: start_totals.get(side, 0) for side in side_names}
    started = keys.get("started")
    return Ledger(
        file=file,
        variant=variant,
        house_rules=house_rules,
        started_at=started if isinstance(started, datetime) else None,
        side_names=side_names,
        starting_totals=totals,
        totals=totals,
        seats=seats,
        rules=cast("RawTable", keys[_RULES_KEY]),  # a table, or there would be no variant
    )


def _parse_side_names(root: TableReader) -> dict[str, str]:
    if "sides" not in root:
        root.mark_known("sides")
        root.add_error("sides", "is missing", 'add the names under [sides], such as we = "Ann & Bob"')
        return {}
    sides = root.table("sides")
    return {side: sides.text(side) for side in sides}


def _parse_seats(root: TableReader) -> Seats | None:
    if SEATS_KEY not in root:
        return None
    table = root.table(SEATS_KEY)
    seats = Seats(order=table.texts(ORDER_KEY), dealer=table.text(DEALER_KEY))
    table.report_unknown_keys()
    if not (table.has_error(ORDER_KEY) or table.has_error(DEALER_KEY)):
        for diagnostic in find_seat_errors(seats.order, seats.dealer):
            table.add_error(diagnostic.where, diagnostic.message, diagnostic.hint)
    return seats


def load_embedded_rules(keys: RawTable, file: str, cache: VariantCache) -> Variant:
    """Return the rules that a file carries; raises LedgerError or RuleError if it carries none that can be used."""
    rules = keys.get(_RULES_KEY)
    if rules is None:
        raise ledger_error(file, "is missing", _COPY_RULES_HINT, where=_RULES_KEY)
    if not isinstance(rules, dict):
        raise ledger_error(file, f"must be a table, not {describe_value(rules)}", _COPY_RULES_HINT, where=_RULES_KEY)
    if "extends" in rules:
        message = "cannot be used in a game file, which has all its rules"
        raise ledger_error(file, message, _COPY_RULES_HINT, where=f"{_RULES_KEY}.extends")
    return cache.load_rules(rules, file)


def _find_head_errors(  # beyond the types of the keys
    root: TableReader,
    keys: RawTable,
    file: str,
    name: str,
    side_names: Mapping[str, str],
    start_totals: PointsBySide,
    variant: Variant | None,
) -> Iterator[Diagnostic]:
    started = keys.get("started")
    if started is not None and not isinstance(started, datetime):
        message = f"must be a date and time, not {describe_value(started)}"
        yield build_file_diagnostic(file, "started", message, "for example 2026-11-21T19:30:00-05:00")
    if not isinstance(keys.get("sides"), dict):
        return
    for diagnostic in find_side_errors(variant, side_names) if variant else ():
        place = f"sides.{diagnostic.side}" if diagnostic.side else "sides"
        if not root.has_error(place):
            yield diagnostic.at(file, place)
    for side in start_totals:
        if side not in side_names:
            known = f"the sides are {join_words(side_names)}"
            yield build_file_diagnostic(file, f"start.{side}", "is not a side in this game", known)
    if variant and name != variant.name and not root.has_error("variant"):
        message = f'says "{name}", but the rules below are "{variant.name}"'
        yield build_file_diagnostic(file, "variant", message, "make both the same")
