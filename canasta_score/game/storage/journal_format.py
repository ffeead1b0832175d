"""The text of a journal in TOML: how entries are written and appended, and in which lines they begin."""

import gc
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime
from zlib import crc32

import tomli

from canasta_score.game.entries import FileError, GameRules
from canasta_score.game.storage.formats import FORMAT_KEY, NEEDS_KEY
from canasta_score.rules.diagnostics import (
    CanastaError,
    Diagnostic,
    DiagnosticCode,
    build_file_diagnostic,
    limit_diagnostics,
)
from canasta_score.rules.frozen import replace
from canasta_score.rules.model.variant import Variant, read_variant
from canasta_score.rules.schema.limits import TomlError, check_depth
from canasta_score.rules.schema.reader import RawTable, TableReader, describe_value
from canasta_score.rules.schema.toml import parse_toml

HOUSE_KEY, RULES_KEY, _CHECKSUM_KEY = "house", "rules", "checksum"
_MAX_KEPT_VARIANTS = 64
_variants: dict[str, Variant] = {}  # those that were read, by the text of their rules
_MAX_ENTRIES = 30_000  # 1,000 pairs in 20 games make 20,000
_MANY_OBJECTS = 20_000  # those of some 1,000 hands
_CODES_OF_FILES = {  # others are of requests, such as a hand that does not exist
    DiagnosticCode.UNKNOWN_KEY,
    DiagnosticCode.WRONG_TYPE,
    DiagnosticCode.MISSING_KEY,
    DiagnosticCode.NEWER_FORMAT,
    DiagnosticCode.TOTAL_MISMATCH,
}
_ENTRY_HEADING = rb"\s*\[\[\s*entry\s*\]\]"


class _TomlTime(datetime):
    """A time that tomli_w, which calls `str`, writes with a T between day and hour."""

    def __str__(self) -> str:
        """Return the time in ISO form."""
        return self.isoformat()


def _format_toml(keys: RawTable) -> str:
    import tomli_w

    return tomli_w.dumps(
        {
            key: _TomlTime.combine(value.date(), value.timetz()) if isinstance(value, datetime) else value
            for key, value in keys.items()
        }
    )


def format_journal(header: str, head: RawTable, entries: Iterable[RawTable]) -> bytes:
    """Format a journal with a comment on top, and as if its entries had been added one by one."""
    return "".join([header, "\n", _format_toml(head), *(f"\n{format_entry(keys)}" for keys in entries)]).encode()


def format_entry(keys: RawTable) -> str:
    """Format the keys of an entry as TOML, always in the same form and in their order."""
    # A table before another value is written as in `ns.red = 3`: under a heading, it would take that value in.
    tables = [key for key, value in keys.items() if isinstance(value, dict)]
    last = max(place for place, key in enumerate(keys) if key not in tables)
    rows: dict[str, object] = {}
    headed: list[str] = []
    for place, (key, value) in enumerate(keys.items()):
        if not isinstance(value, dict) or (place < last and not value):
            rows[key] = value
        elif place < last:
            rows |= {f"{_format_key(key)}.{_format_key(inner)}": item for inner, item in value.items()}
        elif key == RULES_KEY:  # the only table with others in it
            headed.append(f"\n{_format_toml({'entry': {key: value}})}")
        else:
            # Written by hand: tomli_w would put an entry without tables into one line with its brackets.
            headed.append(f"\n[entry.{_format_key(key)}]\n{_format_rows(value)}")
    return f"[[entry]]\n{_format_rows(rows)}{''.join(headed)}"


def _format_key(key: str) -> str:
    return key if key.replace("-", "").isalnum() else f'"{key}"'  # as `ann+bob`


def _format_rows(keys: RawTable) -> str:
    """Format keys with a line for each list of numbers, which tomli_w would spread over many."""
    return "".join(
        f"{key} = {value}\n" if _is_the_same_in_toml(value) else _format_toml({key: value})
        for key, value in keys.items()
    )


def _is_the_same_in_toml(value: object) -> bool:
    return type(value) is int or value == {} or (isinstance(value, list) and all(map(_is_the_same_in_toml, value)))


def append_text(data: bytes, entry: str) -> bytes:
    """Return the text of a journal with an entry added in the same line endings; no byte in it changes."""
    text = (("\n" if data.endswith(b"\n") else "\n\n") + entry).encode()
    return data + (text.replace(b"\n", b"\r\n") if data.endswith(b"\r\n") else text)


def find_entry_lines(data: bytes, entries: int) -> list[int]:
    """Return the line on which each entry begins; none if a text of several lines has such a heading in it."""
    lines = [number for number, line in enumerate(data.split(b"\n"), 1) if re.match(_ENTRY_HEADING, line)]
    return lines if len(lines) == entries else []


def sign_rules(rules: RawTable) -> RawTable:
    """Return rules as a file has them: below their checksum, by which a reader knows that they are whole."""
    rules = tomli.loads(_format_toml(rules))  # in the order that they have in the file
    return {_CHECKSUM_KEY: _compute_checksum(ascii(rules)), **rules}


def has_checksum(keys: RawTable) -> bool:
    """Return whether the rules of a journal have a checksum: whoever wrote it ends each entry in its totals."""
    rules = keys.get(RULES_KEY)
    return isinstance(rules, dict) and _CHECKSUM_KEY in rules


def _compute_checksum(text: str) -> str:
    return f"{crc32(text.encode()):08x}"


def load_rules(stated: object, house_rules: tuple[str, ...], file: str) -> GameRules:
    """Return the rules of a file, equal ones read only once; raises FileError and RuleError for those of no use."""
    if not isinstance(stated, dict) or "extends" in stated:
        place, message, code = RULES_KEY, f"must be a table, not {describe_value(stated)}", DiagnosticCode.WRONG_TYPE
        if stated is None:
            message, code = "is missing", DiagnosticCode.MISSING_KEY
        elif isinstance(stated, dict):
            place, code = f"{RULES_KEY}.extends", DiagnosticCode.UNKNOWN_KEY
            message = "cannot be used in a game file, which has all its rules"
        hint = "copy all of [rules] from a game with the same rules"
        raise FileError([build_file_diagnostic(file, place, message, hint, code=code)])
    rules = {key: value for key, value in stated.items() if key != _CHECKSUM_KEY}
    text = ""
    with suppress(ValueError):  # an integer of thousands of digits, which no rule can have
        # Not the values themselves: in Python 1 and true are equal, but only one of them is a number of points.
        text = ascii(rules)  # all versions of Python agree on it, unlike on what can be printed
    if _CHECKSUM_KEY in stated and stated[_CHECKSUM_KEY] != _compute_checksum(text):
        message = "were changed in the file, or the file was cut off"
        hint = f'change them back, or use a copy of the file; to keep them, delete the line "{_CHECKSUM_KEY}"'
        raise FileError([build_file_diagnostic(file, RULES_KEY, message, hint)])
    variant = _variants.get(text) or read_variant(rules, file, {}, table=RULES_KEY)
    if len(_variants) < _MAX_KEPT_VARIANTS:
        _variants[text] = variant
    return GameRules(variant=variant, keys=rules, house_rules=house_rules)


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
            if gc.get_count()[0] > _MANY_OBJECTS and not gc.get_freeze_count():
                # Makes all objects old without a visit: else the collector visits them three times as they age, which
                # takes another tenth of the time.
                gc.freeze()
                gc.unfreeze()
            gc.enable()


def load_journal_toml(data: bytes, file: str, error_type: type[FileError]) -> RawTable:
    """Parse the text of a journal; raises an error of its type for what is not TOML, or more than any journal needs."""
    if max(data.count(b"[["), data.count(b"{")) > _MAX_ENTRIES:  # with one of the two, each entry begins
        raise _build_too_many_entries_error(file, error_type)
    try:
        keys = parse_toml(data)
        check_depth(keys.get(RULES_KEY))
    except TomlError as error:
        raise error_type(mark_damage(diagnostic.at(file)) for diagnostic in error.diagnostics) from None
    return keys


def get_entries(keys: RawTable, file: str, error_type: type[FileError]) -> Sequence[object]:
    """Return the entries of a journal; raises an error of its type if they are no list, or too many."""
    entries = keys.get("entry", [])
    if not isinstance(entries, list):
        message, code = f"must be entries under [[entry]], not {describe_value(entries)}", DiagnosticCode.WRONG_TYPE
        hint = "put each entry under the heading [[entry]]"
        raise error_type([build_file_diagnostic(file, "entry", message, hint, code=code)])
    if len(entries) > _MAX_ENTRIES:
        raise _build_too_many_entries_error(file, error_type)
    return entries


def _build_too_many_entries_error(file: str, error_type: type[FileError]) -> FileError:
    message, hint = f"has more than {_MAX_ENTRIES:,} entries", "start another file for what comes next"
    return error_type([build_file_diagnostic(file, "", message, hint)])


def read_head(
    root: TableReader, keys: RawTable, file: str
) -> tuple[GameRules | None, datetime | None, Sequence[Diagnostic]]:
    """Return the rules above the entries, the start, and what is wrong; wrong types of keys are left to the reader."""
    root.mark_known(FORMAT_KEY, NEEDS_KEY, RULES_KEY, "started", "entry")
    if NEEDS_KEY in root:
        root.text(NEEDS_KEY)  # what it says is for a program that is too old for the file
    name, house_rules = root.text("variant"), root.texts(HOUSE_KEY)
    started_at = root.time("started") if "started" in root else None
    try:
        rules = load_rules(keys.get(RULES_KEY), house_rules, file)
    except CanastaError as error:
        return None, started_at, error.diagnostics
    diagnostics: list[Diagnostic] = []
    if name != rules.variant.name and not root.has_error("variant"):
        message = f'says "{name}", but the rules below are "{rules.variant.name}"'
        diagnostics.append(build_file_diagnostic(file, "variant", message, "make both the same"))
    return rules, started_at, diagnostics


def mark_damage(error: Diagnostic) -> Diagnostic:
    """Return what is wrong in a file with the code of a damaged file, unless it has a code of files already."""
    return error if error.code in _CODES_OF_FILES else replace(error, code=DiagnosticCode.DAMAGED_FILE)


def locate_errors(
    errors: Mapping[int, Sequence[Diagnostic]],
    file: str,
    data: bytes,
    entries: Sequence[object],
    format_place: Callable[[int, int | None], str],
) -> tuple[Diagnostic, ...]:
    """Return what is wrong with entries, in order, with their places: `format_place` gets number and line, if known."""
    lines = find_entry_lines(data, len(entries)) if errors else []
    places = {number: format_place(number, lines[number - 1] if lines else None) for number in sorted(errors)}
    return tuple(
        limit_diagnostics(
            mark_damage(error.at(file, ", ".join(filter(None, (place, error.where)))))
            for number, place in places.items()
            for error in errors[number]
        )
    )
