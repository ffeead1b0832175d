"""The keys of an entry in a game file: how they are parsed, checked and written."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from datetime import UTC, datetime

from canasta_score.game.entries import Entry, EntryKind, GameRules, PointsBySide
from canasta_score.game.storage.formats import NEEDS_KEY, describe_needed_version
from canasta_score.game.storage.journal_format import HOUSE_KEY, RULES_KEY, load_rules, sign_rules
from canasta_score.hand.facts import PAIR_SIGN, HandFacts, strip_named_cards
from canasta_score.rules.diagnostics import CanastaError, Diagnostic, DiagnosticCode, format_suggestion
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.schema.limits import MAX_NUMBER, check_depth
from canasta_score.rules.schema.reader import DiagnosticCollector, TableReader, describe_value
from canasta_score.rules.text import join_words

TOTALS_KEY = "totals"
LOST_TOTALS = Diagnostic(
    code=DiagnosticCode.DAMAGED_FILE,
    where=TOTALS_KEY,
    message="are missing",
    hint="this entry was cut off; delete it, and enter it again",
)
RESERVED_KEYS = ("at", "what", "hand", "anyway", "restate", "text", "why", TOTALS_KEY)  # no side can have such an id
TEXT_KEYS = {
    EntryKind.FIX: "why",  # which may be left out
    EntryKind.VOID: "why",
    EntryKind.NOTE: "text",
    EntryKind.END: "why",
    EntryKind.RENAME: "name",
    EntryKind.ADJUST: "why",
}
LARGEST_TOTAL = 999_999_999_999  # totals of many hands are larger than any fact
UNKNOWN_TIME = datetime.min.replace(tzinfo=UTC)  # of an entry whose time cannot be read
_KINDS_BY_NAME = {str(kind): kind for kind in EntryKind}
_UNKNOWN_KEY_MESSAGES = {  # made once: all that is done for every entry of a long game counts
    kind: f"does not belong in {'an' if kind[0] in 'aeu' else 'a'} {kind} entry" for kind in EntryKind
}
_KINDS_OF_A_HAND = {EntryKind.HAND, EntryKind.FIX, EntryKind.VOID, EntryKind.FAILED_OPENING}
KINDS_THAT_MAY_NAME_A_HAND = {EntryKind.NOTE, EntryKind.END, EntryKind.ADJUST, EntryKind.RULES}
_KINDS_WITH_FACTS = {EntryKind.HAND, EntryKind.FIX}
_KINDS_FROM_PHONES = {EntryKind.HAND, EntryKind.UNDO}
_BY_KEY, _PHONE = "by", "phone"
_KINDS_WITH_SIDE = {EntryKind.RENAME, EntryKind.FAILED_OPENING, EntryKind.ADJUST}


def parse_entry_kind(value: object) -> EntryKind | None:
    """Return the kind of entry that a value names, or None."""
    return _KINDS_BY_NAME.get(value) if isinstance(value, str) else None


def open_entry(values: object) -> tuple[TableReader, DiagnosticCollector]:
    """Return the reader of an entry, empty if it is no table, and its mistakes, each with its key as place."""
    collector = DiagnosticCollector("", {}, can_extend=False)
    if not isinstance(values, dict):
        collector.add("", f"must be a table, not {describe_value(values)}", "put each entry under its own [[entry]]")
        values = {}
    return TableReader(values, collector), collector


def parse_entry(values: object, sides: AbstractSet[str], number: int) -> tuple[Entry | None, list[Diagnostic]]:
    """Return an entry, if its kind is known, with what can be understood of its keys, and what is wrong with them."""
    reader, collector = open_entry(values)
    kind = parse_entry_kind(reader.raw_value("what"))
    if kind is None:
        if not collector.diagnostics:
            _add_kind_error(reader)
        return None, collector.diagnostics
    has_facts, text_key = kind in _KINDS_WITH_FACTS, TEXT_KEYS.get(kind)
    entry = Entry(
        number=number,
        recorded_at=reader.time("at") or UNKNOWN_TIME,
        kind=kind,
        hand=reader.integer("hand", least=1)
        if kind in _KINDS_OF_A_HAND or (kind in KINDS_THAT_MAY_NAME_A_HAND and reader.raw_value("hand") is not None)
        else None,
        side=reader.text("side") if kind in _KINDS_WITH_SIDE else "",
        facts=_read_facts(reader, sides) if has_facts else {},
        points=reader.integer("points", least=-MAX_NUMBER) if kind is EntryKind.ADJUST else 0,
        rules=_read_rules(reader, collector) if kind is EntryKind.RULES else None,
        text=reader.text(text_key, "" if text_key == "why" else None) if text_key else "",
        is_from_phone=kind in _KINDS_FROM_PHONES and _is_from_phone(reader),
        accepted_anyway=reader.boolean("anyway") if has_facts else False,
        restates_totals=reader.boolean("restate") if kind is EntryKind.NOTE else False,
        totals=_read_totals(reader, sides),
    )
    reader.report_unknown_keys(_UNKNOWN_KEY_MESSAGES[kind])
    return entry, collector.diagnostics


def _add_kind_error(reader: TableReader) -> None:
    stated, hint = reader.raw_value("what"), f"enter {join_words(EntryKind, 'or')}"
    if isinstance(stated, str) and NEEDS_KEY in reader:
        message = f"'{stated}' needs {describe_needed_version(reader.raw_value(NEEDS_KEY))}"
        reader.add_error("what", message, "update canasta-score", DiagnosticCode.NEWER_FORMAT)
    elif isinstance(stated, str):
        reader.add_error("what", f'"{stated}" is not a kind of entry', format_suggestion(stated, EntryKind))
    elif stated is None:
        reader.add_error("what", "is missing", hint, DiagnosticCode.MISSING_KEY)
    else:
        reader.add_error("what", f"is {describe_value(stated)}", hint, DiagnosticCode.WRONG_TYPE)


def _read_facts(reader: TableReader, sides: AbstractSet[str]) -> HandFacts:
    # Those of a side that is left out are read, too: its name counts as known.
    holders: Iterable[str] = sides
    if len(sides) > len(DEFAULT_SIDES):  # only then are two sides ever partners
        holders = (*(key for key in reader if PAIR_SIGN in key and sides >= {*key.split(PAIR_SIGN)}), *sides)
    return {side: facts for side in holders if (facts := _read_numbers(reader, side)) or side in reader}


def _read_numbers(reader: TableReader, key: str) -> Mapping[str, int]:
    return reader.numbers(key, LARGEST_TOTAL, "put its numbers under [entry.{}]")


def _read_rules(reader: TableReader, collector: DiagnosticCollector) -> GameRules | None:
    house_rules, stated = reader.texts(HOUSE_KEY), reader.raw_value(RULES_KEY)
    try:
        check_depth(stated)
        return load_rules(stated, house_rules, "")
    except CanastaError as error:
        collector.diagnostics += error.diagnostics
        return None


def _is_from_phone(reader: TableReader) -> bool:
    # A side of an older game may have this id. Then its facts are here, and nothing says where they come from.
    if not isinstance(reader.raw_value(_BY_KEY), str):
        return False
    if reader.text(_BY_KEY) != _PHONE:
        reader.add_error(_BY_KEY, "must be who entered this", f'write {_BY_KEY} = "{_PHONE}", or leave it out')
    return True


def _read_totals(reader: TableReader, sides: AbstractSet[str]) -> PointsBySide | None:
    totals = _read_numbers(reader, TOTALS_KEY)
    if totals.keys() == sides:  # as in nearly all entries
        return totals
    if not reader.has_error(TOTALS_KEY) and TOTALS_KEY in reader:
        known, hint = f"the sides are {join_words(sides)}", "enter the total of every side"
        for side in sorted(totals.keys() - sides):
            reader.add_error(f"{TOTALS_KEY}.{side}", "is not a side in this game", known)
        for side in [side for side in sides if side not in totals]:
            reader.add_error(f"{TOTALS_KEY}.{side}", "is missing", hint, DiagnosticCode.DAMAGED_FILE)
    return None


def serialize_entry(entry: Entry) -> dict[str, object]:
    """Return the keys of an entry as a game file has them; only a hand names a side that has no facts."""
    keys = {
        "at": entry.recorded_at,
        "what": str(entry.kind),
        "hand": entry.hand,
        "side": entry.side or None,
        "points": entry.points or None,
        **({TEXT_KEYS[entry.kind]: entry.text} if entry.text else {}),
        _BY_KEY: _PHONE if entry.is_from_phone else None,
        "anyway": entry.accepted_anyway or None,
        "restate": entry.restates_totals or None,
        **{
            side: facts
            for side, facts in strip_named_cards(entry.facts).items()
            if facts or entry.kind is EntryKind.HAND or PAIR_SIGN in side
        },
        **({HOUSE_KEY: [*entry.rules.house_rules], RULES_KEY: sign_rules(entry.rules.keys)} if entry.rules else {}),
        # Last, so that an entry that is cut off anywhere lacks them, or has the wrong ones.
        TOTALS_KEY: None if entry.totals is None else dict(entry.totals),
    }
    return {key: value for key, value in keys.items() if value is not None}
