"""Reading an event file: from its text to the event, with everything that is wrong reported at once."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import cast

from canasta_score.event.entries import EventEntry
from canasta_score.event.errors import EventError, event_error
from canasta_score.event.event import Event
from canasta_score.event.journal import EventJournal
from canasta_score.event.settings import (
    DEFAULT_VICTORY_POINTS,
    Fields,
    MovementName,
    RankBy,
    Settings,
    SitOutCredit,
    TieBreaker,
    UnfinishedHand,
    VictoryPointStep,
)
from canasta_score.event.storage.entry_format import TOTALS_KEY, parse_event_entry
from canasta_score.event.storage.plain_slips import split_plain_slips
from canasta_score.game.storage.journal_text import MAX_ENTRIES, find_entry_lines, may_have_too_many_entries
from canasta_score.game.storage.reader import VariantCache, load_embedded_rules, paused_garbage_collection
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import (
    CanastaError,
    Diagnostic,
    DiagnosticCode,
    build_file_diagnostic,
    format_suggestion,
    limit_diagnostics,
)
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.schema.limits import TomlError, check_depth
from canasta_score.rules.schema.raw_tables import RawTable, describe_value
from canasta_score.rules.schema.reader import DiagnosticCollector, TableReader
from canasta_score.rules.schema.toml import parse_toml

EVENT_FORMAT = 1
MAX_GAMES = 1000
MAX_MINUTES = 1000
_REMOVE_HINT = "take this entry out"


@frozen
class ParsedEvent(Value):
    """An event file that was read: its keys, the event, its journal, and what is wrong with its entries."""

    keys: RawTable
    event: Event
    journal: EventJournal
    diagnostics: tuple[Diagnostic, ...]


def parse_event_text(data: bytes, file: str, cache: VariantCache | None = None) -> ParsedEvent:
    """Parse the text of an event file; raises EventError if it is none, or anything above its entries is wrong.

    Entries from the first one on that cannot be applied count nothing.
    """
    with paused_garbage_collection():
        keys = _load_event_toml(data, file)
        head = _parse_head(keys, file, cache or VariantCache())
        entries = keys.get("entry", [])
        if not isinstance(entries, list):
            message = f"must be entries under [[entry]], not {describe_value(entries)}"
            raise event_error(message, "write [[entry]]", file=file, where="entry")
        replayer = _EntryReplayer(head)
        for number, values in enumerate(entries, 1):
            replayer.replay_entry(values, number)
        event = replayer.journal.build_event(replayer.entries)
        diagnostics = tuple(limit_diagnostics(_locate_errors(replayer.errors, file, len(entries), data)))
    return ParsedEvent(keys=keys, event=event, journal=replayer.journal, diagnostics=diagnostics)


def _load_toml(data: bytes) -> RawTable:
    """Parse the text of an event file; among its entries, plain slips are parsed already."""
    text, slips = split_plain_slips(data)
    if any(slips):
        with suppress(TomlError):  # which the whole text names with its right line
            keys = parse_toml(text)
            others = keys.get("entry", [])
            # Without other entries a key `entry` is no list of entries, and TOML allows none behind it.
            if isinstance(others, list) and len(others) == slips.count(None) and ("entry" in keys) == bool(others):
                left = iter(others)
                return {**keys, "entry": [slip or next(left) for slip in slips]}
    return parse_toml(data)


def _load_event_toml(data: bytes, file: str) -> RawTable:
    if may_have_too_many_entries(data):
        raise event_error(f"has more than {MAX_ENTRIES:,} entries", "use a copy of the file", file=file)
    try:
        keys = _load_toml(data)
        check_depth({key: value for key, value in keys.items() if key != "entry"})
    except TomlError as error:
        raise EventError(diagnostic.at(file) for diagnostic in error.diagnostics) from None
    if "event" not in keys:
        message = "this is a game file, not an event file" if "sides" in keys else "this is no event file"
        raise event_error(
            message,
            "name yours with --event, or start one",
            "new",
            "Club day",
            file=file,
            code=DiagnosticCode.NOT_A_GAME_FILE,
        )
    if keys.get("format") != EVENT_FORMAT:
        stated = describe_value(keys.get("format"))
        message = f"its format is {stated}, and this canasta-score reads format {EVENT_FORMAT}"
        raise event_error(message, "use the canasta-score that wrote it, or a newer one", file=file, where="format")
    return keys


def _parse_head(keys: RawTable, file: str, cache: VariantCache) -> Event:
    collector = DiagnosticCollector(file, {}, can_extend=False)
    root = TableReader(keys, collector)
    root.mark_known("format", "rules", "started", "entry")
    name, variant_name, house_rules = root.text("event"), root.text("variant"), root.texts("house")
    settings = _read_settings(root)
    root.report_unknown_keys()
    started = keys.get("started")
    if started is not None and not isinstance(started, datetime):
        message = f"must be a date with time, not {describe_value(started)}"
        collector.add("started", message, "such as 2026-11-22T10:00:00-05:00")
    diagnostics = [*collector.diagnostics]
    variant = None
    try:
        variant = load_embedded_rules(keys, file, cache)
    except CanastaError as error:
        diagnostics += error.diagnostics
    if variant and variant.name != variant_name and not root.has_error("variant"):
        message = f"says '{variant_name}', and the rules below are those of '{variant.name}'"
        diagnostics.append(build_file_diagnostic(file, "variant", message, "let both say the same"))
    if diagnostics or variant is None:
        raise EventError(diagnostics)
    return Event(
        file=file,
        name=name,
        started_at=started if isinstance(started, datetime) else None,
        variant=variant,
        house_rules=house_rules,
        settings=settings,
        rules=cast("RawTable", keys["rules"]),  # a table, or there would be no variant
    )


def _read_settings(root: TableReader) -> Settings:
    table = root.table("settings")
    default = Settings()
    settings = Settings(
        games=table.integer("games", default.games, least=1, most=MAX_GAMES),
        minutes=table.integer("minutes", default.minutes, least=1, most=MAX_MINUTES),
        warn=table.integer("warn", default.warn, most=MAX_MINUTES),
        movement=table.enum_word("movement", MovementName, default.movement),
        rank=table.enum_word("rank", RankBy, default.rank),
        ties=_read_tie_breakers(table),
        sit_out=table.enum_word("sit-out", SitOutCredit, default.sit_out),
        fields=table.enum_word("fields", Fields, default.fields),
        unfinished=table.enum_word("unfinished", UnfinishedHand, default.unfinished),
        victory_points=_read_victory_points(table),
    )
    table.report_unknown_keys()
    return settings


def _read_tie_breakers(table: TableReader) -> tuple[TieBreaker, ...]:
    words = table.texts("ties")
    for word in words:
        if word not in tuple(TieBreaker):
            table.add_error("ties", f"'{word}' is not known", format_suggestion(word, TieBreaker))
    return tuple(TieBreaker(word) for word in words if word in tuple(TieBreaker))


def _read_victory_points(table: TableReader) -> tuple[VictoryPointStep, ...]:
    rows = table.rows("victory-points")
    steps = [
        VictoryPointStep(at_least=row.integer("at_least"), winner=row.integer("winner"), loser=row.integer("loser"))
        for row in rows
    ]
    for row in rows:
        row.report_unknown_keys()
    thresholds = [step.at_least for step in steps]
    if steps and (thresholds[0] or thresholds != sorted({*thresholds})):
        table.add_error("victory-points", "must ascend from a tie on", "begin with at_least = 0, then larger ones")
    return tuple(steps) or DEFAULT_VICTORY_POINTS


class _EntryReplayer:
    """Replays entries one after the other, and collects what is wrong with each by its number.

    From the first entry on that cannot be applied, nothing more is: what follows may rest on it.
    """

    def __init__(self, head: Event) -> None:
        self.journal = EventJournal(head)
        self.entries: list[EventEntry] = []
        self.errors: dict[int, list[Diagnostic]] = {}

    def replay_entry(self, values: object, number: int) -> None:
        entry, errors = (values, []) if isinstance(values, EventEntry) else parse_event_entry(values, number)
        self.entries.append(entry)
        if not (errors or self.errors):
            errors = self._apply(entry)
        if errors:
            self.errors[number] = errors

    def _apply(self, entry: EventEntry) -> list[Diagnostic]:
        try:
            totals = self.journal.apply(entry)
        except TallyError as error:
            return [each.at("", f"{each.side}.{each.fact}") for each in error.diagnostics]
        except EventError as error:
            codes = {DiagnosticCode.NOTHING_TO_UNDO, DiagnosticCode.NOTHING_TO_REDO}
            return [replace(each, hint=_REMOVE_HINT) if each.code in codes else each for each in error.diagnostics]
        return [] if totals == entry.totals else [_build_mismatch_error(entry, totals)]


def _build_mismatch_error(entry: EventEntry, totals: tuple[int, ...] | None) -> Diagnostic:
    correct = "nothing" if totals is None else ", ".join(map(str, totals))
    stated = "nothing" if entry.totals is None else ", ".join(map(str, entry.totals))
    message = f"the entry says {stated}, and the slips give {correct}"
    hint = "someone changed the file here or above: change the figures back, then correct the slip with event fix"
    return build_file_diagnostic("", TOTALS_KEY, message, hint, code=DiagnosticCode.TOTAL_MISMATCH)


def _locate_errors(
    errors: Mapping[int, Sequence[Diagnostic]], file: str, entries: int, data: bytes
) -> Iterator[Diagnostic]:
    """Yield the errors in the order of the entries, each with the entry and its line as the place."""
    lines = find_entry_lines(data, entries) if errors else []
    for number, diagnostics in errors.items():
        place = f"entry {number} in line {lines[number - 1]}" if lines else f"entry {number}"
        for diagnostic in diagnostics:
            yield diagnostic.at(file, f"{place}, {diagnostic.where}" if diagnostic.where else place)
