"""Reading a game file: from its text to the game, with everything that is wrong reported at once."""

from collections.abc import Sequence

from canasta_score.game.entries import Entry, EntryKind, LedgerError, PointsBySide, ledger_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.ledger_builder import LedgerBuilder
from canasta_score.game.sides import DEALER_KEY, ORDER_KEY, Seats, find_seat_errors, find_side_errors
from canasta_score.game.storage import entry_format, journal_format
from canasta_score.game.storage.formats import FORMAT_KEY, find_format_error
from canasta_score.game.storage.journal import ParsedJournal
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, build_file_diagnostic
from canasta_score.rules.frozen import replace
from canasta_score.rules.schema.limits import MAX_NUMBER
from canasta_score.rules.schema.reader import DiagnosticCollector, RawTable, TableReader
from canasta_score.rules.text import join_words

ParsedLedger = ParsedJournal[Ledger]
SEATS_KEY = "seats"
_FILE_HINTS = {  # what to do about an entry that is already in the file, where that differs from one not yet written
    DiagnosticCode.NOTHING_TO_UNDO: "delete this entry",
    DiagnosticCode.NOTHING_TO_REDO: "delete this entry",
    DiagnosticCode.HAND_IS_VOIDED: "delete this entry, or the one that cancels the hand",
}


def parse_ledger_text(data: bytes, file: str) -> ParsedLedger:
    """Parse the text of a game file, without entries that are wrong; raises LedgerError for anything else that is."""
    with journal_format.paused_garbage_collection():
        keys = journal_format.load_journal_toml(data, file, LedgerError)
        check_ledger_format(keys, file)
        return parse_ledger_keys(keys, file, data)


def parse_ledger_keys(keys: RawTable, file: str, data: bytes = b"") -> ParsedLedger:
    """Parse a game from the keys of its file; `data` is the text they come from, for the line numbers of errors."""
    head = _parse_ledger_head(keys, file)
    ledger, diagnostics = replay_entries(head, journal_format.get_entries(keys, file, LedgerError), data)
    return ParsedJournal(keys=keys, state=ledger, diagnostics=diagnostics)


def check_ledger_format(keys: RawTable, file: str) -> None:
    """Raise LedgerError for keys that state no format, or one that this program does not know."""
    if "event" in keys and "sides" not in keys:
        code, hint = DiagnosticCode.NOT_A_GAME_FILE, "for an event, use the commands of event"
        raise ledger_error(file, "is an event file, not a game file", hint, code=code)
    if FORMAT_KEY not in keys and not {"sides", journal_format.RULES_KEY} <= keys.keys():
        # Any other key of a game file tells that it is meant to be one, though much is missing.
        is_other_file = not {"sides", "entry"} & keys.keys()
        code = DiagnosticCode.NOT_A_GAME_FILE if is_other_file else DiagnosticCode.DAMAGED_FILE
        hint = "name a different file, or move this one away"
        if {"extends", "canastas"} & keys.keys():
            hint = "for a rule file, use variants check"
        raise ledger_error(file, "is not a game file", hint, code=code)
    if error := find_format_error(keys):
        raise LedgerError([journal_format.mark_damage(error.at(file))])


def replay_entries(head: Ledger, entries: Sequence[object], data: bytes) -> tuple[Ledger, tuple[Diagnostic, ...]]:
    """Return the ledger that entries lead to, and what is wrong with them; `data` is the text, for line numbers."""
    replayer = _EntryReplayer(head)
    for number, keys in enumerate(entries, 1):
        replayer.replay_entry(keys, number, is_last=number == len(entries))

    def format_place(number: int, line: int | None) -> str:
        keys = entries[number - 1]
        values = keys if isinstance(keys, dict) else {}
        is_after_hand = entry_format.parse_entry_kind(values.get("what")) in entry_format.KINDS_THAT_MAY_NAME_A_HAND
        hand = None if is_after_hand else values.get("hand")
        place = f"entry {number}" if line is None else f"line {line}"
        return f"hand {hand} ({place})" if type(hand) is int and abs(hand) < MAX_NUMBER else place

    errors = {**replayer.errors, **replayer.total_errors}
    located = journal_format.locate_errors(errors, head.file, data, entries, format_place)
    return replayer.builder.build_ledger(replayer.entries), located


def _parse_ledger_head(keys: RawTable, file: str) -> Ledger:
    collector = DiagnosticCollector(file, {}, can_extend=False)
    root = TableReader(keys, collector)
    rules, started_at, head_diagnostics = journal_format.read_head(root, keys, file)
    if "sides" not in root:
        hint = 'add the names under [sides], such as we = "Ann & Bob"'
        root.add_error("sides", "is missing", hint, DiagnosticCode.MISSING_KEY)
    sides, start = root.table("sides"), root.table("start")
    side_names = {side: sides.text(side) for side in sides}
    start_totals = {side: start.integer(side, least=-MAX_NUMBER) for side in start}
    seats = _parse_seats(root)
    root.report_unknown_keys()
    diagnostics = [*collector.diagnostics, *head_diagnostics]
    for error in find_side_errors(rules.variant, side_names) if rules and root.is_table("sides") else ():
        place = f"sides.{error.side}" if error.side else "sides"
        if not root.has_error(place):
            diagnostics.append(error.at(file, place))
    if side_names:  # no sides at all is an error of its own
        message, hint = "is not a side in this game", f"the sides are {join_words(side_names)}"
        unknown = [side for side in start_totals if side not in side_names]
        diagnostics += (build_file_diagnostic(file, f"start.{side}", message, hint) for side in unknown)
    if diagnostics or rules is None:
        raise LedgerError(map(journal_format.mark_damage, diagnostics))
    totals = {side: start_totals.get(side, 0) for side in side_names}
    return Ledger(
        file=file,
        rules=rules,
        started_at=started_at,
        side_names=side_names,
        starting_totals=totals,
        totals=totals,
        seats=seats,
    )


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


class _EntryReplayer:
    """Replays entries one after the other, and collects what is wrong with each by its number.

    An entry with an error stays in its place without effect, so that no other entry is blamed for it. Totals are
    verified only as far as every entry before could be replayed. One wrong total is reported once, at the entry where
    it begins: not again while the total of that side stays wrong, and not again when it comes back by the same points.
    """

    def __init__(self, head: Ledger) -> None:
        self.builder = LedgerBuilder(head)
        self.entries: list[Entry] = []
        self.errors: dict[int, list[Diagnostic]] = {}
        self.total_errors: dict[int, list[Diagnostic]] = {}
        self._differences: dict[str, int | None] = {}  # of the last entry, in points; None if it states no totals
        self._reported: set[tuple[str, int | None]] = set()
        self._head = head
        self._has_lost_order = False

    def replay_entry(self, keys: object, number: int, *, is_last: bool) -> None:
        entry, errors = entry_format.parse_entry(keys, self._head.side_names.keys(), number)
        lacks_totals = is_last and isinstance(keys, dict) and entry_format.TOTALS_KEY not in keys
        is_cut_off = lacks_totals and all(error.code is DiagnosticCode.MISSING_KEY for error in errors)
        if errors or entry is None or is_cut_off:
            entry = self._build_placeholder(entry, errors, number)
            # Other items may be missing as well: nobody may accept the totals of what is left.
            errors = [entry_format.LOST_TOTALS] if is_cut_off else errors
        elif entry.restates_totals:
            self.total_errors, self._differences, self._reported = {}, {}, set()
        self.entries.append(entry)
        errors += self._apply_entry(entry)
        if errors:
            self.errors[number] = errors
        elif not self.errors and (self._differences or entry.totals != self.builder.totals):
            self._verify_totals(entry, self.builder.totals)

    def _build_placeholder(self, wrong: Entry | None, errors: Sequence[Diagnostic], number: int) -> Entry:
        placeholder = Entry(number=number, recorded_at=entry_format.UNKNOWN_TIME, kind=EntryKind.NOTE)
        if wrong is None:  # it may have been a hand or an undo: nobody knows which hand is next, or what can be undone
            self._has_lost_order = True
            return placeholder
        hand = len(self.builder.hands) + 1 if wrong.kind is EntryKind.HAND else wrong.hand
        is_known = wrong.kind in {EntryKind.HAND, EntryKind.UNDO, EntryKind.REDO} or (
            wrong.kind is EntryKind.FIX and not any(error.where == "hand" for error in errors)
        )
        return replace(placeholder, kind=wrong.kind, hand=hand, facts=wrong.facts) if is_known else placeholder

    def _apply_entry(self, entry: Entry) -> list[Diagnostic]:
        try:
            self.builder.apply(entry)
        except LedgerError as error:
            if self._has_lost_order:
                return []  # it follows from an earlier error
            self._has_lost_order = True
            return [replace(each, hint=_FILE_HINTS.get(each.code, each.hint)) for each in error.diagnostics]
        except TallyError as error:
            if entry.kind is not EntryKind.HAND:
                entry = replace(entry, kind=EntryKind.NOTE, hand=None)
            self.builder.apply(replace(entry, facts={}))
            return [each.at("", f"{each.side}.{each.fact}".strip(".")) for each in error.diagnostics]
        return []

    def _verify_totals(self, entry: Entry, totals: PointsBySide) -> None:
        names, stated, before = self._head.side_names, entry.totals, self._differences
        differences = {side: None if stated is None else stated[side] - total for side, total in totals.items()}
        self._differences = {side: points for side, points in differences.items() if points != 0}
        items = [item for item in self._differences.items() if item[0] not in before and item not in self._reported]
        self._reported.update(items)
        if not items:
            return
        if stated is None:
            correct = join_words(f"{side} = {total}" for side, total in totals.items())
            message, fix = "are missing", f"put them back as {correct}"
        else:
            wrong, right = (join_words(f"{names[side]} {of[side]:,}" for side, _ in items) for of in (stated, totals))
            message, fix = f"the file says {wrong}, but the items add up to {right}", "change them back"
        hint, command = f"{fix}, or accept what the items add up to", ("check", "--restate", "-l", self._head.file)
        place, code = entry_format.TOTALS_KEY, DiagnosticCode.TOTAL_MISMATCH
        self.total_errors[entry.number] = [build_file_diagnostic("", place, message, hint, *command, code=code)]
