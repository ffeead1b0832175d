"""Reading a game file: from its text to the game, with everything that is wrong reported at once."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import cast

from canasta_score import __version__
from canasta_score.game.entries import PointsBySide
from canasta_score.game.errors import LedgerError, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.seats import DEALER_KEY, ORDER_KEY, Seats, find_seat_errors
from canasta_score.game.sides import find_side_errors
from canasta_score.game.storage.entry_format import describe_needed_version
from canasta_score.game.storage.journal.reader import (
    RULES_KEY,
    VariantCache,
    get_entries,
    load_journal_toml,
    paused_garbage_collection,
    read_head,
)
from canasta_score.game.storage.replay import replay_entries
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, build_file_diagnostic
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.raw_tables import MAX_NUMBER, RawTable, describe_value
from canasta_score.rules.schema.reader import DiagnosticCollector, TableReader
from canasta_score.rules.text import join_words

LEDGER_FORMAT = 1
SEATS_KEY = "seats"
_MAX_RECENT_READINGS = 2  # the game before the entry that is being added, and with it


@frozen
class ParsedLedger(Value):
    """A game file that was read: its keys, the game, and what is wrong with its entries."""

    keys: RawTable
    ledger: Ledger
    diagnostics: tuple[Diagnostic, ...]


_recent_readings: ContextVar[dict[tuple[bytes, str], ParsedLedger] | None] = ContextVar("recent_readings", default=None)


def parse_ledger_text(data: bytes, file: str, cache: VariantCache | None = None) -> ParsedLedger:
    """Parse the text of a game file; rules in the cache are not read again.

    An entry with an error counts nothing. Raises LedgerError if the text is no game file, or anything above its
    entries cannot be used.
    """
    recent, text = _recent_readings.get(), (data, file)
    if recent is not None and text in recent:
        return recent[text]
    with paused_garbage_collection():
        keys = load_journal_toml(data, file, LedgerError)
        check_ledger_format(keys, file)
        parsed = parse_ledger_keys(keys, file, data, cache)
    if recent is not None:
        while len(recent) >= _MAX_RECENT_READINGS:
            del recent[next(iter(recent))]  # the oldest
        recent[text] = parsed
    return parsed


@contextmanager
def remember_readings() -> Iterator[None]:
    """Parse a game file again only after it has changed.

    Whoever asks a person reads it before the question, before locking and under the lock; `play` before every line.
    """
    token = _recent_readings.set(_recent_readings.get() or {})
    try:
        yield
    finally:
        _recent_readings.reset(token)


def parse_ledger_keys(keys: RawTable, file: str, data: bytes = b"", cache: VariantCache | None = None) -> ParsedLedger:
    """Parse a game from the keys of its file; `data` is the text they come from, for the line numbers of errors."""
    head = _parse_ledger_head(keys, file, cache or VariantCache())
    ledger, diagnostics = replay_entries(head, get_entries(keys, file, LedgerError), data)
    return ParsedLedger(keys=keys, ledger=ledger, diagnostics=diagnostics)


def check_ledger_format(keys: RawTable, file: str) -> None:
    """Raise LedgerError for keys that state no format, or one that this program does not know."""
    if "event" in keys and "sides" not in keys:
        code, hint = DiagnosticCode.NOT_A_GAME_FILE, "for an event, use the commands of event"
        raise ledger_error(file, "is an event file, not a game file", hint, code=code)
    stated = keys.get("format")
    write_it = f"change it to format = {LEDGER_FORMAT}"
    if stated is None and not {"sides", RULES_KEY} <= keys.keys():
        # Any other key of a game file tells that it is meant to be one, though much is missing.
        is_other_file = not {"sides", "entry"} & keys.keys()
        code = DiagnosticCode.NOT_A_GAME_FILE if is_other_file else DiagnosticCode.OTHER
        raise ledger_error(file, "is not a game file", "choose a game file, such as canasta.toml", code=code)
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


def _parse_ledger_head(keys: RawTable, file: str, cache: VariantCache) -> Ledger:
    collector = DiagnosticCollector(file, {}, can_extend=False)
    root = TableReader(keys, collector)
    head = read_head(root, keys, file, cache)
    side_names, start = _parse_side_names(root), root.table("start")
    start_totals = {side: start.integer(side, least=-MAX_NUMBER) for side in start}
    seats = _parse_seats(root)
    root.report_unknown_keys()
    diagnostics = [*collector.diagnostics, *head.diagnostics]
    diagnostics += _find_side_diagnostics(root, keys, file, side_names, start_totals, head.variant)
    if diagnostics or head.variant is None:
        raise LedgerError(diagnostics)
    totals = {side: start_totals.get(side, 0) for side in side_names}
    return Ledger(
        file=file,
        variant=head.variant,
        house_rules=head.house_rules,
        started_at=head.started_at,
        side_names=side_names,
        starting_totals=totals,
        totals=totals,
        seats=seats,
        raw_rules=cast("RawTable", keys[RULES_KEY]),  # a table, or there would be no variant
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


def _find_side_diagnostics(  # beyond the types of the keys
    root: TableReader,
    keys: RawTable,
    file: str,
    side_names: Mapping[str, str],
    start_totals: PointsBySide,
    variant: Variant | None,
) -> Iterator[Diagnostic]:
    if not isinstance(keys.get("sides"), dict):
        return
    for diagnostic in find_side_errors(variant, side_names) if variant else ():
        place = f"sides.{diagnostic.side}" if diagnostic.side else "sides"
        if not root.has_error(place):
            yield diagnostic.at(file, place)
    for side in start_totals if side_names else ():  # no sides at all is an error of its own
        if side not in side_names:
            known = f"the sides are {join_words(side_names)}"
            yield build_file_diagnostic(file, f"start.{side}", "is not a side in this game", known)
