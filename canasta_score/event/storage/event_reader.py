"""Reading an event file: from its text to the event, with everything that is wrong reported at once."""

from collections.abc import Mapping
from typing import TypeGuard

from canasta_score.event import settings
from canasta_score.event.entries import ClockAction, EventEntry, EventEntryKind
from canasta_score.event.errors import EventError, event_error
from canasta_score.event.event import Event
from canasta_score.event.event_builder import EventBuilder
from canasta_score.event.movements import MovementName
from canasta_score.event.seating.tables import Direction, Seating, Table
from canasta_score.event.slips import Score
from canasta_score.game.storage import journal_format
from canasta_score.game.storage.entry_format import LOST_TOTALS, TOTALS_KEY, UNKNOWN_TIME, open_entry
from canasta_score.game.storage.formats import find_format_error
from canasta_score.game.storage.journal import ParsedJournal
from canasta_score.hand.facts import TallyError, strip_named_cards
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, build_file_diagnostic
from canasta_score.rules.frozen import replace
from canasta_score.rules.schema.limits import MAX_NUMBER, MAX_TOTAL
from canasta_score.rules.schema.reader import DiagnosticCollector, RawTable, TableReader
from canasta_score.rules.text import parse_digits

ParsedEvent = ParsedJournal[Event]
_SEATS_KEY = "seats"
_NUMBERS_OF_TABLE = 3  # in the list of seats: its own, and those of its pairs, 0 for the phantom
# Kinds of entries, by the words of the file.
_TEXT_KEYS = {"note": "text", "fix": "why", "adjust": "why", "void": "why", "slip": "from"}
_KINDS_OF_TABLES = {"slip", "hand", "fix", "void", "swap", "done"}
_KINDS_OF_GAMES = {*_KINDS_OF_TABLES, "late", "withdraw", "return", "announce", "clock"}
_KINDS_OF_PAIRS = {"withdraw", "return", "adjust", "rename", "remove"}
_KINDS_FROM_PHONES = {"slip", "hand", "done"}


def parse_event_text(data: bytes, file: str) -> ParsedEvent:
    """Parse an event file up to the first wrong entry; raises EventError for anything wrong above the entries."""
    with journal_format.paused_garbage_collection():
        keys = journal_format.load_journal_toml(data, file, EventError)
        builder = EventBuilder(_parse_event_head(keys, file))
        raw_entries = journal_format.get_entries(keys, file, EventError)
        entries, errors = list[EventEntry](), dict[int, list[Diagnostic]]()
        for number, values in enumerate(raw_entries, 1):
            entry, found = parse_event_entry(values, number)
            entries.append(entry)
            is_last = number == len(raw_entries) and journal_format.has_checksum(keys)
            if is_last and isinstance(values, dict) and TOTALS_KEY not in values:
                found.append(LOST_TOTALS)
            found = found or ([] if errors else _apply_entry(builder, entry))
            if found:
                errors[number] = found
        diagnostics = journal_format.locate_errors(
            errors, file, data, entries, lambda number, line: f"entry {number}" + (f" (line {line})" if line else "")
        )
    return ParsedJournal(keys=keys, state=builder.build_event(entries), diagnostics=diagnostics)


def parse_event_entry(values: object, number: int) -> tuple[EventEntry, list[Diagnostic]]:
    """Return an entry with what can be understood of its keys, and their mistakes, each with its key as place."""
    reader, collector = open_entry(values)
    kind = reader.word("what", EventEntryKind)
    recorded_at = reader.time("at") or UNKNOWN_TIME
    if reader.has_error("what"):  # which other keys there may be is not known
        return EventEntry(number=number, recorded_at=recorded_at, kind=kind), collector.diagnostics
    totals = reader.integers(TOTALS_KEY, least=-MAX_TOTAL, most=MAX_TOTAL)
    lowest = -MAX_NUMBER  # of points, and of minutes that are taken off a clock
    is_hand, is_clock = kind is EventEntryKind.HAND, kind is EventEntryKind.CLOCK
    is_rename, has_table = kind is EventEntryKind.RENAME, kind in _KINDS_OF_TABLES or (is_clock and "table" in reader)
    entry = EventEntry(
        number=number,
        recorded_at=recorded_at,
        kind=kind,
        names=_read_names(reader, kind),
        pair=reader.integer("pair", least=1) if kind in _KINDS_OF_PAIRS else None,
        game=reader.integer("game", least=1) if kind in _KINDS_OF_GAMES or (is_rename and "game" in reader) else None,
        table=reader.integer("table", least=1) if has_table else None,
        other_table=reader.integer("with", least=1) if kind is EventEntryKind.SWAP and "with" in reader else None,
        score=Score(*(reader.integer(side, least=lowest) for side in Direction)) if kind in {"slip", "fix"} else None,
        hand=reader.integer("hand", least=1) if is_hand else None,
        facts={str(side): reader.numbers(side) for side in Direction} if is_hand else {},
        accepted_anyway=reader.boolean("anyway") if is_hand else False,
        phone=_read_phone(reader) if kind in _KINDS_FROM_PHONES and "by" in reader else None,
        replaces=reader.boolean("replaces") if kind is EventEntryKind.SLIP else False,
        done=reader.integers("done", least=1) if kind is EventEntryKind.ANNOUNCE else (),
        is_public=reader.boolean("public") if kind is EventEntryKind.ADJUST else False,
        points=reader.integer("points", least=lowest) if kind is EventEntryKind.ADJUST else None,
        seed=reader.optional_integer("seed") if kind is EventEntryKind.DRAW else None,
        seats=_read_seats(reader),
        action=reader.word("action", ClockAction) if is_clock else None,
        minutes=reader.integer("minutes", least=lowest) if is_clock and "minutes" in reader else None,
        text=reader.text(_TEXT_KEYS[kind], None if kind is EventEntryKind.NOTE else "") if kind in _TEXT_KEYS else "",
        totals=totals or None,
    )
    reader.report_unknown_keys()
    return entry, collector.diagnostics


def serialize_event_entry(entry: EventEntry, *, with_totals: bool = True) -> dict[str, object]:
    """Return the keys of an entry as an event file has them; in an older file, one that changes no totals has none."""
    ns, ew = entry.score or (None, None)
    keys = {
        "at": entry.recorded_at,
        "what": str(entry.kind),
        "names": [*entry.names] or None,
        **{name: getattr(entry, name) for name in ("pair", "game", "table", "hand", "points", "seed")},
        "with": entry.other_table,
        "ns": ns,
        "ew": ew,
        "action": entry.action and str(entry.action),
        "minutes": entry.minutes,
        **({_TEXT_KEYS[entry.kind]: entry.text} if entry.text else {}),
        "anyway": entry.accepted_anyway or None,
        "by": entry.phone and "phone",
        "direction": entry.phone and str(entry.phone),
        "replaces": entry.replaces or None,
        "done": [*entry.done] or None,
        "public": entry.is_public or None,
        **strip_named_cards(entry.facts),
        _SEATS_KEY: {
            str(game): [[table.number, table.ns or 0, table.ew or 0] for table in seating]
            for game, seating in entry.seats.items()
        }
        or None,
        # Last, and a list, so that an entry that is cut off anywhere lacks them.
        TOTALS_KEY: [*(entry.totals or ())] if with_totals or entry.totals else None,
    }
    return {key: value for key, value in keys.items() if value is not None}


def _parse_event_head(keys: RawTable, file: str) -> Event:
    if "event" not in keys:
        message = "is a game file, not an event file" if "sides" in keys else "is not an event file"
        hint, code = "name a different file, or move this one away", DiagnosticCode.NOT_A_GAME_FILE
        raise event_error(message, hint, file=file, code=code)
    if error := find_format_error(keys):
        raise EventError([journal_format.mark_damage(error.at(file))])
    collector = DiagnosticCollector(file, {}, can_extend=False)
    root = TableReader(keys, collector)
    rules, started_at, head_diagnostics = journal_format.read_head(root, keys, file)
    name, event_settings = root.text("event"), _read_settings(root)
    root.report_unknown_keys()
    diagnostics = [*collector.diagnostics, *head_diagnostics]
    if diagnostics or rules is None:
        raise EventError(map(journal_format.mark_damage, diagnostics))
    return Event(
        file=file,
        name=name,
        started_at=started_at,
        variant=rules.variant,
        house_rules=rules.house_rules,
        settings=event_settings,
        raw_rules=rules.keys,
    )


def _read_settings(root: TableReader) -> settings.Settings:
    table, default = root.table("settings"), settings.Settings()
    found = settings.Settings(
        games=table.integer("games", default.games, least=1, most=settings.MAX_GAMES),
        minutes=table.integer("minutes", default.minutes, least=1, most=settings.MAX_MINUTES),
        warn=table.integer("warn", default.warn, most=settings.MAX_MINUTES),
        movement=table.word("movement", MovementName, default.movement),
        rank=table.word("rank", settings.RankBy, default.rank),
        ties=table.words("ties", settings.TieBreaker),
        sit_out=table.word("sit-out", settings.SitOutCredit, default.sit_out),
        fields=table.word("fields", settings.Fields, default.fields),
        unfinished=table.word("unfinished", settings.UnfinishedHand, default.unfinished),
        last_game=table.word("last-game", settings.LastGame) if "last-game" in table else None,
        show=table.word("show", settings.Show, default.show),
        victory_points=_read_victory_points(table) or default.victory_points,
    )
    table.report_unknown_keys()
    return found


def _read_victory_points(table: TableReader) -> tuple[settings.VictoryPointStep, ...]:
    steps: list[settings.VictoryPointStep] = []
    for row in table.rows("victory-points"):
        at_least, winner, loser = map(row.integer, ("at_least", "winner", "loser"))
        steps.append(settings.VictoryPointStep(at_least=at_least, winner=winner, loser=loser))
        row.report_unknown_keys()
    thresholds = [step.at_least for step in steps]
    if steps and (thresholds[0] or thresholds != sorted({*thresholds})):
        hint = "begin with at_least = 0, then larger numbers"
        table.add_error("victory-points", "must start at 0 and rise from row to row", hint)
    return tuple(steps)


def _apply_entry(builder: EventBuilder, entry: EventEntry) -> list[Diagnostic]:
    try:
        totals = builder.apply(entry)
    except TallyError as error:
        return [each.at("", f"{each.side}.{each.fact}") for each in error.diagnostics]
    except EventError as error:
        codes = {DiagnosticCode.NOTHING_TO_UNDO, DiagnosticCode.NOTHING_TO_REDO}
        return [replace(each, hint="delete this entry") if each.code in codes else each for each in error.diagnostics]
    if totals == entry.totals:
        return []
    correct, stated = ("nothing" if each is None else ", ".join(map(str, each)) for each in (totals, entry.totals))
    message = f"the file says {stated}, but the slips add up to {correct}"
    hint = "someone changed the file here or above; change it back, then use event fix"
    return [build_file_diagnostic("", TOTALS_KEY, message, hint, code=DiagnosticCode.TOTAL_MISMATCH)]


def _read_names(reader: TableReader, kind: EventEntryKind) -> tuple[str, ...]:
    if kind not in {"pairs", "late", "rename"}:
        return ()
    names = reader.texts("names")
    is_wrong_number = not names or (kind is not EventEntryKind.PAIRS and len(names) > 1)
    if is_wrong_number and not reader.has_error("names"):
        reader.add_error("names", "must be the names of pairs", 'such as names = ["Ann & Bob"]')
    return names or ("",)


def _read_phone(reader: TableReader) -> Direction | None:
    if reader.text("by") != "phone":
        reader.add_error("by", "must be who entered the slip", 'write by = "phone", or leave it out')
    return reader.word("direction", Direction)


def _read_seats(reader: TableReader) -> Mapping[int, Seating]:
    if _SEATS_KEY not in reader:
        return {}
    games = reader.table(_SEATS_KEY)
    seats: dict[int, Seating] = {}
    for key in games:
        game, rows = parse_digits(key, MAX_NUMBER), games.raw_value(key)
        if game and _are_seats(rows):
            seats[game] = tuple(Table(number, ns or None, ew or None) for number, ns, ew in rows)
        else:
            hint = "write a list for each table: its number and the pairs, such as [1, 5, 6]"
            games.add_error(key, "must be the seats of a game", hint)
    return seats


def _are_seats(rows: object) -> TypeGuard[list[tuple[int, int, int]]]:
    return isinstance(rows, list) and all(
        isinstance(row, list)
        and len(row) == _NUMBERS_OF_TABLE
        and all(type(item) is int and 0 <= item <= MAX_NUMBER for item in row)
        and row[0]
        for row in rows
    )
