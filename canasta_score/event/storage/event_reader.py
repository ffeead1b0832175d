"""Reading an event file: from its text to the event, with everything that is wrong reported at once."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import cast

from canasta_score.event.entries import EventEntry
from canasta_score.event.errors import EventError, event_error
from canasta_score.event.event import Event
from canasta_score.event.event_builder import EventBuilder
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
from canasta_score.event.storage.entry_format import parse_event_entry
from canasta_score.event.storage.plain_entries import split_plain_entries
from canasta_score.game.storage.entry_format import TOTALS_KEY
from canasta_score.game.storage.journal.reader import (
    RULES_KEY,
    VariantCache,
    get_entries,
    load_journal_toml,
    locate_errors,
    paused_garbage_collection,
    read_head,
)
from canasta_score.hand.facts import TallyError
from canasta_score.rules.diagnostics import (
    Diagnostic,
    DiagnosticCode,
    build_file_diagnostic,
    format_suggestion,
)
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.schema.limits import TomlError
from canasta_score.rules.schema.raw_tables import RawTable, describe_value
from canasta_score.rules.schema.reader import DiagnosticCollector, TableReader
from canasta_score.rules.schema.toml import parse_toml

EVENT_FORMAT = 1
MAX_GAMES = 1000
MAX_MINUTES = 1000
_REMOVE_HINT = "delete this entry"


@frozen
class ParsedEvent(Value):
    """An event file that was read: its keys, the event and what builds it, and what is wrong with its entries."""

    keys: RawTable
    event: Event
    builder: EventBuilder
    diagnostics: tuple[Diagnostic, ...]


def parse_event_text(data: bytes, file: str, cache: VariantCache | None = None) -> ParsedEvent:
    """Parse the text of an event file; raises EventError if it is none, or anything above its entries is wrong.

    Entries from the first one on that cannot be applied count nothing.
    """
    with paused_garbage_collection():
        keys = load_journal_toml(data, file, EventError, _parse_event_toml)
        _check_event_format(keys, file)
        builder = EventBuilder(_parse_event_head(keys, file, cache or VariantCache()))
        entries, errors = _replay_entries(builder, get_entries(keys, file, EventError))
        diagnostics = locate_errors(errors, file, data, entries, _format_place)
    return ParsedEvent(keys=keys, event=builder.build_event(entries), builder=builder, diagnostics=diagnostics)


def _parse_event_toml(data: bytes) -> RawTable:
    """Parse the text of an event file; among its entries, plain ones are parsed already."""
    text, plain_entries = split_plain_entries(data)
    if any(plain_entries):
        with suppress(TomlError):  # which the whole text names with its right line
            keys = parse_toml(text)
            others = keys.get("entry", [])
            # Without other entries a key `entry` is no list of entries, and TOML allows none behind it.
            if (
                isinstance(others, list)
                and len(others) == plain_entries.count(None)
                and ("entry" in keys) == bool(others)
            ):
                left = iter(others)
                return {**keys, "entry": [entry or next(left) for entry in plain_entries]}
    return parse_toml(data)


def _check_event_format(keys: RawTable, file: str) -> None:
    if "event" not in keys:
        message = "is a game file, not an event file" if "sides" in keys else "is not an event file"
        raise event_error(
            message,
            "for a different event file add --event FILE; to start an event",
            "new",
            "Club day",
            file=file,
            code=DiagnosticCode.NOT_A_GAME_FILE,
        )
    if keys.get("format") != EVENT_FORMAT:
        stated = describe_value(keys.get("format"))
        message = f"has format {stated}, but this version reads only format {EVENT_FORMAT}"
        raise event_error(message, "get a newer canasta-score", file=file, where="format")


def _parse_event_head(keys: RawTable, file: str, cache: VariantCache) -> Event:
    collector = DiagnosticCollector(file, {}, can_extend=False)
    root = TableReader(keys, collector)
    head = read_head(root, keys, file, cache)
    name, settings = root.text("event"), _read_settings(root)
    root.report_unknown_keys()
    diagnostics = [*collector.diagnostics, *head.diagnostics]
    if diagnostics or head.variant is None:
        raise EventError(diagnostics)
    return Event(
        file=file,
        name=name,
        started_at=head.started_at,
        variant=head.variant,
        house_rules=head.house_rules,
        settings=settings,
        raw_rules=cast("RawTable", keys[RULES_KEY]),  # a table, or there would be no variant
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
            table.add_error("ties", f'unknown tie-breaker "{word}"', format_suggestion(word, TieBreaker))
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
        table.add_error(
            "victory-points", "must start at 0 and rise from row to row", "begin with at_least = 0, then larger numbers"
        )
    return tuple(steps) or DEFAULT_VICTORY_POINTS


def _replay_entries(
    builder: EventBuilder, entries: Sequence[object]
) -> tuple[list[EventEntry], dict[int, list[Diagnostic]]]:
    """Apply entries one after the other; return them, and what is wrong with each by its number.

    From the first entry on that cannot be applied, nothing more is: what follows may rest on it.
    """
    parsed: list[EventEntry] = []
    errors: dict[int, list[Diagnostic]] = {}
    for number, values in enumerate(entries, 1):
        entry, found = (values, []) if isinstance(values, EventEntry) else parse_event_entry(values, number)
        parsed.append(entry)
        if not (found or errors):
            found = _apply_entry(builder, entry)
        if found:
            errors[number] = found
    return parsed, errors


def _apply_entry(builder: EventBuilder, entry: EventEntry) -> list[Diagnostic]:
    try:
        totals = builder.apply(entry)
    except TallyError as error:
        return [each.at("", f"{each.side}.{each.fact}") for each in error.diagnostics]
    except EventError as error:
        codes = {DiagnosticCode.NOTHING_TO_UNDO, DiagnosticCode.NOTHING_TO_REDO}
        return [replace(each, hint=_REMOVE_HINT) if each.code in codes else each for each in error.diagnostics]
    return [] if totals == entry.totals else [_build_wrong_totals_error(entry, totals)]


def _format_place(number: int, line: int | None) -> str:
    return f"entry {number}" if line is None else f"entry {number} (line {line})"


def _build_wrong_totals_error(entry: EventEntry, totals: tuple[int, ...] | None) -> Diagnostic:
    correct = "nothing" if totals is None else ", ".join(map(str, totals))
    stated = "nothing" if entry.totals is None else ", ".join(map(str, entry.totals))
    message = f"the file says {stated}, but the slips add up to {correct}"
    hint = "someone changed the file here or above; change it back, then use event fix"
    return build_file_diagnostic("", TOTALS_KEY, message, hint, code=DiagnosticCode.TOTAL_MISMATCH)
