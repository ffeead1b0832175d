"""The keys of an entry in an event file: how they are read, checked and written."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime

from canasta_score.event.entries import ClockAction, EventEntry, EventEntryKind
from canasta_score.event.seating.tables import Direction, Seating, Table
from canasta_score.event.slips.results import Score
from canasta_score.game.storage.entry_format import LARGEST_TOTAL, TOTALS_KEY, UNKNOWN_TIME
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.schema.raw_tables import MAX_NUMBER, RawTable, describe_value
from canasta_score.rules.schema.reader import DiagnosticCollector, TableReader

_SEATS_KEY = "seats"
_NO_PAIR = 0  # in a list of seats
_NUMBERS_OF_TABLE = 3  # its own, and those of its pairs
_TEXT_KEYS = {
    EventEntryKind.NOTE: "text",
    EventEntryKind.FIX: "why",
    EventEntryKind.ADJUST: "why",
    EventEntryKind.SLIP: "from",
}
_KINDS_OF_TABLES = {EventEntryKind.SLIP, EventEntryKind.HAND, EventEntryKind.FIX}
_KINDS_OF_GAMES = {
    EventEntryKind.LATE,
    EventEntryKind.WITHDRAW,
    EventEntryKind.RETURN,
    EventEntryKind.ANNOUNCE,
    EventEntryKind.CLOCK,
}
_KINDS_OF_PAIRS = {EventEntryKind.WITHDRAW, EventEntryKind.RETURN, EventEntryKind.ADJUST}
_KINDS_WITH_NAMES = {EventEntryKind.PAIRS, EventEntryKind.LATE}
_KINDS_WITH_SCORES = {EventEntryKind.SLIP, EventEntryKind.FIX}


def parse_event_entry(values: object, number: int) -> tuple[EventEntry, list[Diagnostic]]:
    """Return an entry with what can be understood of its keys, and what is wrong with them.

    Each diagnostic has the key as its place, and no file.
    """
    collector = DiagnosticCollector("", {}, can_extend=False)
    if not isinstance(values, dict):
        collector.add("", f"must be a table, not {describe_value(values)}", "put each entry under its own [[entry]]")
        values = {}
    reader = TableReader(values, collector)
    kind = reader.enum_word("what", EventEntryKind)
    recorded_at = _read_time(reader, values)
    reader.mark_known(TOTALS_KEY)
    totals = reader.integers(TOTALS_KEY, least=-LARGEST_TOTAL, most=LARGEST_TOTAL) if TOTALS_KEY in reader else None
    has_table = kind in _KINDS_OF_TABLES
    is_clock = kind is EventEntryKind.CLOCK
    entry = EventEntry(
        number=number,
        recorded_at=recorded_at,
        kind=kind,
        names=_read_names(reader, kind),
        pair=_read_number(reader, "pair") if kind in _KINDS_OF_PAIRS else None,
        game=_read_number(reader, "game") if has_table or kind in _KINDS_OF_GAMES else None,
        table=_read_number(reader, "table") if has_table or (is_clock and "table" in reader) else None,
        score=_read_score(reader) if kind in _KINDS_WITH_SCORES else None,
        hand=_read_number(reader, "hand") if kind is EventEntryKind.HAND else None,
        facts=_read_facts(reader) if kind is EventEntryKind.HAND else {},
        accepted_anyway=reader.boolean("anyway") if kind is EventEntryKind.HAND else False,
        points=_read_points(reader, "points") if kind is EventEntryKind.ADJUST else None,
        seed=reader.optional_integer("seed") if kind is EventEntryKind.DRAW else None,
        seats=_read_seats(reader, values),
        action=reader.enum_word("action", ClockAction) if is_clock else None,
        minutes=_read_points(reader, "minutes") if is_clock and "minutes" in reader else None,
        text=_read_text(reader, kind),
        totals=totals,
    )
    reader.report_unknown_keys()
    return entry, collector.diagnostics


def serialize_event_entry(entry: EventEntry) -> dict[str, object]:
    """Return the keys of an entry as an event file has them."""
    ns, ew = entry.score or (None, None)
    keys = {
        "at": entry.recorded_at,
        "what": str(entry.kind),
        "names": [*entry.names] or None,
        "pair": entry.pair,
        "game": entry.game,
        "table": entry.table,
        "hand": entry.hand,
        "ns": ns,
        "ew": ew,
        "points": entry.points,
        "action": entry.action and str(entry.action),
        "minutes": entry.minutes,
        "seed": entry.seed,
        **({_TEXT_KEYS[entry.kind]: entry.text} if entry.text else {}),
        "anyway": entry.accepted_anyway or None,
        TOTALS_KEY: None if entry.totals is None else [*entry.totals],
        **{side: dict(facts) for side, facts in entry.facts.items()},
        _SEATS_KEY: _serialize_seats(entry.seats) or None,
    }
    return {key: value for key, value in keys.items() if value is not None}


def _serialize_seats(seats: Mapping[int, Seating]) -> dict[str, object]:
    return {
        str(game): [[table.number, table.ns or _NO_PAIR, table.ew or _NO_PAIR] for table in seating]
        for game, seating in seats.items()
    }


def _read_time(reader: TableReader, values: RawTable) -> datetime:
    reader.mark_known("at")
    recorded_at = values.get("at")
    if isinstance(recorded_at, datetime):
        return recorded_at
    message = "is missing" if recorded_at is None else f"must be a date and time, not {describe_value(recorded_at)}"
    reader.add_error("at", message, "for example 2026-11-22T10:50:00-05:00")
    return UNKNOWN_TIME


def _read_number(reader: TableReader, key: str) -> int:
    return reader.integer(key, least=1)


def _read_points(reader: TableReader, key: str) -> int:
    return reader.integer(key, least=-MAX_NUMBER)


def _read_score(reader: TableReader) -> Score:
    return Score(_read_points(reader, Direction.NS), _read_points(reader, Direction.EW))


def _read_names(reader: TableReader, kind: EventEntryKind) -> tuple[str, ...]:
    if kind not in _KINDS_WITH_NAMES:
        return ()
    names = reader.texts("names")
    is_wrong_number = not names or (kind is EventEntryKind.LATE and len(names) > 1)
    if is_wrong_number and not reader.has_error("names"):
        reader.add_error("names", "must be the names of pairs", 'such as names = ["Ann & Bob"]')
    return names or ("",)


def _read_text(reader: TableReader, kind: EventEntryKind) -> str:
    key = _TEXT_KEYS.get(kind)
    return reader.text(key, None if kind is EventEntryKind.NOTE else "") if key else ""


def _read_facts(reader: TableReader) -> dict[str, dict[str, int]]:
    sides = {str(side): reader.table(side) for side in Direction}
    return {side: {fact: _read_points(facts, fact) for fact in facts} for side, facts in sides.items()}


def _read_seats(reader: TableReader, values: RawTable) -> Mapping[int, Seating]:
    if _SEATS_KEY not in reader:
        return {}
    reader.table(_SEATS_KEY)
    games = values[_SEATS_KEY]
    seats: dict[int, Seating] = {}
    for game, rows in games.items() if isinstance(games, dict) else ():
        if not _is_game_number(game) or not _are_seats(rows):
            hint = "write a list for each table: its number and the pairs, such as [1, 5, 6]"
            reader.add_error(f"{_SEATS_KEY}.{game}", "must be the seats of a game", hint)
        else:
            seats[int(game)] = build_seating(rows)
    return seats


def build_seating(rows: Iterable[Sequence[int]]) -> Seating:
    """Build the seating of a game from the numbers of each table and of its pairs, in which 0 is the phantom."""
    return tuple(Table(number, ns or None, ew or None) for number, ns, ew in rows)


def _is_game_number(game: object) -> bool:
    return isinstance(game, str) and game.isascii() and game.isdecimal() and 0 < len(game) <= len(str(MAX_NUMBER))


def _are_seats(rows: object) -> bool:
    return isinstance(rows, list) and all(
        isinstance(row, list)
        and len(row) == _NUMBERS_OF_TABLE
        and all(type(item) is int and 0 <= item <= MAX_NUMBER for item in row)
        and row[0]
        for row in rows
    )
