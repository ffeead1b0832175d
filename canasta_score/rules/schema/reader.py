"""The strict reader of rule files and journals: hands out keys by type, and reports the keys that nothing asked for.

The reader is the schema: a key that no module of the rules asks for is an unknown key. Reading goes on after a mistake,
with a value in its place, so that all mistakes of a file are found at once.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime, timedelta
from typing import TypeGuard, TypeVar

from canasta_score.rules.diagnostics import (
    MAX_LISTED_DIAGNOSTICS,
    Diagnostic,
    DiagnosticCode,
    build_file_diagnostic,
    format_known_names,
    format_suggestion,
    suggest_name,
)
from canasta_score.rules.frozen import Value, field
from canasta_score.rules.schema.limits import MAX_LIST_LENGTH, MAX_NUMBER
from canasta_score.rules.text import is_printable_line, join_words

RawTable = Mapping[str, object]
INHERITANCE_KEYS = ("extends", "without")
METADATA_KEYS = ("name", "title", "aliases", "source", "summary")
_TOP_KEYS = (*INHERITANCE_KEYS, *METADATA_KEYS)
UNKNOWN_KEY = "unknown key"
SET_OPTION = "--set"  # stands for the file of a key that is set on the command line
INTEGER = "a number such as 3"
TEXT = "text"
_BOOLEAN = "true or false"
LIST = "a list"
TABLE = "a table"
BOOLEAN_HINT = "enter {}, in small letters and without quotes"
STEPS_OF_NEED = "[{ need = 125 }, { at_least = 3000, need = 155 }]"
_TYPE_HINTS = {
    INTEGER: "use a whole number, in digits only",
    TEXT: "put it in quotes",
    _BOOLEAN: "enter true or false without quotes",
    LIST: "put it in square brackets",
}
_YES_AND_NO = {"true": "true", "yes": "true", "1": "true", "false": "false", "no": "false", "0": "false"}
_GROUPED_DIGITS_PATTERN = r"\d{1,3}(,\d{3})+"
_LISTED_NUMBERS_PATTERN = r"\d+(\s*,\s*\d+)*"
_STEPS = {"need.steps": STEPS_OF_NEED, "need.hand_steps": "[{ need = 50 }, { at_least = 2, need = 90 }]"}
_STEPS_OF_CANASTAS = "[{ canastas = 1 }, { canastas = 2 }]"
_POINTS_BY_HAND_PATTERN = r"(canastas|bonuses)\.[^.]+\.points"
_KEYS_WITH_CANASTAS = ("needs", "canastas")  # of a named table such as [bonuses.out]
_KEYS_WITH_NUMBERS = ("points", "max")  # of a named table such as [bonuses.out]
_WordT = TypeVar("_WordT", bound=str)
_ThingT = TypeVar("_ThingT")
_ScalarT = TypeVar("_ScalarT", str, int)


class RawRules(Value):
    """The merged values of a rule file and its parents, unchecked, and the file that states each key path."""

    values: RawTable
    origins: Mapping[str, str] = field(default_factory=dict)


def build_raw_rules(values: RawTable, file: str) -> RawRules:
    """Build the rules of one file."""
    return RawRules(values=values, origins=dict.fromkeys(iter_key_paths(values), file))


class DiagnosticCollector:
    """The mistakes that are found while a rule file is read, and the requested keys by the path of their table."""

    def __init__(
        self, file: str, origins: Mapping[str, str], *, can_extend: bool = True, rules: RawTable | None = None
    ) -> None:
        """Start without mistakes."""
        self.file = file
        self.origins = origins  # the file that states a key path, if that is not `file`
        self.can_extend = can_extend  # another file
        self.rules = rules or {}  # all tables of the file, in which a key at the wrong place is looked for
        self.diagnostics: list[Diagnostic] = []
        self.requested_keys: dict[str, dict[str, None]] = {}
        self.error_paths: dict[str, set[str]] = {}  # the messages at each
        self.affected_paths: set[str] = set()  # and those of the tables around them

    def add(self, key_path: str, message: str, hint: str, code: DiagnosticCode = DiagnosticCode.OTHER) -> None:
        """Add a mistake unless it was added before."""
        if message in self.error_paths.get(key_path, ()) or self.is_full:
            return
        self.error_paths.setdefault(key_path, set()).add(message)
        self.affected_paths.update((key_path, *iter_parent_paths(key_path)))
        # The file that states the key, or else the nearest table around it.
        stated = key_path.partition("[")[0]
        while stated and stated not in self.origins:
            stated = stated.rpartition(".")[0]
        origin = self.origins.get(stated, self.file)
        file = origin if origin == self.file else f"{self.file}, from {origin}"
        hint = (origin != self.file and self._suggest_removal(key_path, message)) or hint
        self.diagnostics.append(build_file_diagnostic(file, key_path, message, hint, code=code))

    def _suggest_removal(self, key_path: str, message: str) -> str:
        """Return the hint for an inherited key that needs what this file goes without, or an empty text."""
        removed = self.rules.get("without")
        gone = [str(path).rpartition(".")[2] for path in removed] if isinstance(removed, list) else []
        if not any(key_path.endswith(f".{name}") or f'"{name}"' in message for name in gone):
            return ""
        stated, bracket, _ = key_path.partition("[")
        if bracket:
            return f"write your own {stated} in this file"
        # A set that lacks one of its kinds of canastas is another set.
        unneeded = ".".join(stated.split(".")[:2]) if stated.startswith("sets.") else stated
        return f'add "{unneeded}" to without'

    @property
    def is_full(self) -> bool:
        """Return whether there are more mistakes than are listed."""
        return len(self.diagnostics) > MAX_LISTED_DIAGNOSTICS


class TableReader:
    """One table of a rule file: its keys are asked for by type, then `report_unknown_keys` finds the rest."""

    def __init__(
        self,
        values: RawTable,
        collector: DiagnosticCollector,
        path: str = "",
        depth: int = 0,
        *,
        is_stated: bool = True,
    ) -> None:
        """Read from parsed TOML; `depth` is the number of tables around this one."""
        self._values = values
        self._collector = collector
        self._path = path
        self._depth = depth
        self._is_stated = is_stated
        self._requested_keys = collector.requested_keys.setdefault(path, {})

    def __contains__(self, key: str) -> bool:
        """Return whether the table states a key."""
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        """Yield the keys that the table states."""
        return iter(self._values)

    def key_path(self, key: str) -> str:
        """Return the full path of a key, as messages name it."""
        return f"{self._path}.{key}" if self._path else key

    def add_error(self, key: str, message: str, hint: str = "", code: DiagnosticCode = DiagnosticCode.OTHER) -> None:
        """Add a mistake at a key, or at the table itself for an empty key."""
        self._collector.add(self.key_path(key) if key else self._path, message, hint, code)

    def has_error(self, key: str) -> bool:
        """Return whether there already is a mistake at a key, around it or inside it, from which others may follow."""
        path, collector = self.key_path(key), self._collector
        return path in collector.affected_paths or not collector.error_paths.keys().isdisjoint(iter_parent_paths(path))

    def is_own_key(self, key: str) -> bool:
        """Return whether the file states a key itself instead of inheriting it."""
        return self._collector.origins.get(self.key_path(key)) == self._collector.file

    def integer(self, key: str, default: int | None = None, *, least: int = 0, most: int = MAX_NUMBER) -> int:
        """Read a whole number between `least` and `most`; without a default the key is required."""
        value = self._get(key, default, INTEGER)
        if value is None:
            return least
        if type(value) is not int:
            self._add_type_error(key, INTEGER, value)
        elif self._check_range(key, value, least, most):
            return value
        return least if default is None else default

    def optional_integer(self, key: str, *, least: int = 0) -> int | None:
        """Read a whole number, or None if the key is absent."""
        self._requested_keys[key] = None
        return self.integer(key, least=least) if key in self else None

    def numbers(self, key: str, most: int = MAX_NUMBER, hint: str = "") -> Mapping[str, int]:
        """Read a table of numbers from `-most` to `most`, none if one is wrong; `hint` is for what is no table."""
        value = self._values.get(key)
        if type(value) is dict:
            least = -most
            for number in value.values():  # no call of `all`: it takes twice the time, for each side of each hand
                if type(number) is not int or not least <= number <= most:
                    break
            else:
                self._requested_keys[key] = None
                return value
        table = self._subtable(key, self._get(key, {}, TABLE), hint.format(key))
        numbers = {name: table.integer(name, least=-most, most=most) for name in table}
        return {} if self.has_error(key) else numbers

    def time(self, key: str) -> datetime | None:
        """Read a date and time; None if there is none."""
        self._requested_keys[key] = None
        value = self._values.get(key)
        if isinstance(value, datetime):
            return value if value.tzinfo else normalize_utc_offset(value)
        message, code = f"must be a date and time, not {describe_value(value)}", DiagnosticCode.WRONG_TYPE
        if value is None:
            message, code = "is missing", DiagnosticCode.MISSING_KEY
        self.add_error(key, message, "for example 2026-11-21T19:30:00-05:00", code)
        return None

    def boolean(self, key: str, *, default: bool = False) -> bool:
        """Read true or false."""
        value = self._get(key, default, _BOOLEAN)
        if isinstance(value, bool):
            return value
        self._add_type_error(key, _BOOLEAN, value)
        return default

    def text(self, key: str, default: str | None = None, *, expected: str = TEXT) -> str:
        """Read a line of text without control characters; without a default it is required and not empty."""
        value = self._get(key, default, expected)
        if value is None:
            return ""
        if not isinstance(value, str):
            self._add_type_error(key, TEXT, value)
        elif not value and default is None:
            self.add_error(key, "is empty", "enter a text between the quotes")
        elif self._check_printable(key, value):
            return value
        return default or ""

    def word(self, key: str, words: Iterable[_WordT], default: _WordT | None = None) -> _WordT:
        """Read one of a closed set of words."""
        known, value = [*words], self._values.get(key, default)
        if value not in known:  # rarely, so that the words are joined only here
            value = self.text(key, default, expected=join_words([f'"{word}"' for word in known], "or"))
        if value in known:
            self._requested_keys[key] = None
            return known[known.index(value)]
        if value or not self.has_error(key):
            self.add_error(key, f'unknown value "{value}"', format_suggestion(str(value), known))
        return known[0]

    def words(self, key: str, words: Iterable[_WordT]) -> tuple[_WordT, ...]:
        """Read a list of words of a closed set; an empty one if the key is absent."""
        members, texts = {str(word): word for word in words}, self.texts(key)
        for text in texts:
            if text not in members:
                self.add_error(key, f'unknown value "{text}"', format_suggestion(text, members))
        return tuple(members[text] for text in texts if text in members)

    def texts(self, key: str) -> tuple[str, ...]:
        """Read a list of texts; an empty one if the key is absent."""
        return tuple(value for value in self._get_list_of(key, str, TEXT) if self._check_printable(key, value))

    def integers(
        self, key: str, *, least: int = 0, most: int = MAX_NUMBER, accept_one: bool = False
    ) -> tuple[int, ...]:
        """Read a list of whole numbers, or `accept_one` number; an empty one if the key is absent."""
        self.mark_known(key)
        value = self._values.get(key)
        values = [value] if accept_one and type(value) is int else self._get_list_of(key, int, INTEGER)
        return tuple(value for value in values if self._check_range(key, value, least, most))

    def integer_range(
        self, key: str, default: tuple[int, int], *, least: int = 0, most: int = MAX_NUMBER
    ) -> tuple[int, int]:
        """Read the fewest and the most of something, both between `least` and `most`, from a list of two numbers."""
        values = self.integers(key, least=least, most=most, accept_one=True)
        if key not in self:
            return default
        if len(values) == len(default) and values[0] <= values[1]:
            return values[0], values[1]
        if not self.has_error(key):
            message = "must be two numbers, the fewest and the most"
            example = [least, values[0]] if len(values) == 1 else [1, 2]
            self.add_error(key, message, f"for example {example}", DiagnosticCode.WRONG_TYPE)
        return default

    def raw_value(self, key: str) -> object:
        """Return a value as the file states it, of whatever type, or None."""
        self._requested_keys[key] = None
        return self._values.get(key)

    def table(self, key: str) -> "TableReader":
        """Return the reader of a table within this one; of an empty table if the key is absent."""
        return self._subtable(key, self._get(key, {}, TABLE), is_stated=key in self)

    def is_table(self, key: str) -> bool:
        """Return whether a key has a table for its value."""
        return isinstance(self._values.get(key), dict)

    def read_named_tables(self, read: Callable[["TableReader", str], _ThingT]) -> tuple[_ThingT, ...]:
        """Read the tables with open names, such as `[canastas.natural]`, in their order, and report unknown keys."""
        # A number in place of such a table counts as a table: its name must not be reported as an unknown key too.
        unknown = (key for key in self if key not in self._requested_keys)
        names = [key for key in unknown if isinstance(self._values[key], dict | int | list) or self._is_set(key)]
        if len(names) > MAX_LIST_LENGTH:
            self.add_error("", f"has {len(names):,} names", f"no rules need more than {MAX_LIST_LENGTH:,}")
            return ()
        self.mark_known(*names)
        tables = {name: self._subtable(name, self._values[name], self._suggest_named_table(name)) for name in names}
        things = []
        for name, table in tables.items():
            things.append(read(table, name))
            table.report_unknown_keys()
        self.report_unknown_keys()
        return tuple(things)

    def rows(self, key: str) -> list["TableReader"]:
        """Return the readers of a list of tables, such as the steps of the need."""
        return [self._subtable(f"{key}[{index}]", value) for index, value in enumerate(self._get_list(key, TABLE))]

    def mark_known(self, *keys: str) -> None:
        """Count keys as known although this reader does not read them."""
        self._requested_keys.update(dict.fromkeys(keys))

    def report_unknown_keys(self, message: str = "") -> None:
        """Add a mistake for every key that was not asked for, with the nearest known key."""
        if not self._depth and self._collector.can_extend:
            self.mark_known(*INHERITANCE_KEYS)
        if self._values.keys() <= self._requested_keys.keys():
            return
        for key in self:
            if key not in self._requested_keys and not self._collector.is_full:
                problem = message or ("unknown heading" if self._is_heading(key) else UNKNOWN_KEY)
                # It is not missing too, only misspelled.
                missing = self.key_path(suggest_name(key, self._requested_keys) or ""), DiagnosticCode.MISSING_KEY
                found = self._collector.diagnostics
                found[:] = [mistake for mistake in found if (mistake.where, mistake.code) != missing]
                self.add_error(key, problem, self._suggest_key(key) or "remove it", DiagnosticCode.UNKNOWN_KEY)

    def _is_heading(self, key: str) -> bool:
        return not self._depth and self.is_table(key) and not self._is_set(key)

    def _is_set(self, key: str) -> bool:
        return self._collector.origins.get(self.key_path(key)) == SET_OPTION

    def _suggest_key(self, key: str) -> str:
        """Format the hint for an unknown key: where it belongs, or the known key nearest to it."""
        if self._depth == 1 and key in _TOP_KEYS:
            return "move it to the top of the file, above the first [heading]"
        # It may be misplaced at the top of the file, and in a table if no key there resembles it.
        may_be_misplaced = not self._depth or (self._depth == 1 and not suggest_name(key, self._requested_keys))
        if may_be_misplaced and (hint := self._suggest_place(key)):
            return hint
        known = [name for name in self._requested_keys if not (self._is_heading(key) and name in _TOP_KEYS)]
        # A key of a rule file that resembles no other key most likely lacks its heading.
        heading = "put it below the heading that it belongs to"
        if self._is_set(key):
            heading = "these rules have no such item; enter the key of a rule in full, such as bonuses.out.points=200"
        fallback = heading if "extends" in known else format_known_names(known)
        # A key that is there already cannot be the one that was meant, unless it was inherited.
        free = [name for name in known if self._collector.can_extend or name not in self]
        return format_suggestion(key, free, fallback=fallback)

    def _suggest_place(self, key: str) -> str:
        """Format the hint for a key that belongs below another heading, or return an empty text."""
        path, found = self._find_in_other_table(key)
        if not path:  # a key that a table may have although these rules do not state it
            tables = self._collector.requested_keys.items()
            paths = (f"{table}.{key}" for table, keys in tables if table and "." not in table and key in keys)
            path = next(paths, "")
        if not path:
            return ""
        heading, _, name = path.rpartition(".")
        value, is_set, is_thing = self._values[key], self._is_set(key), isinstance(found, dict)
        # A heading [out] at the top of the file looks the same as out.points, so it cannot be moved as it is.
        can_move = not is_thing or (self._depth and isinstance(value, dict))
        if name == key and can_move and not is_set:
            return f"move it below the heading [{heading}]"
        if is_thing and isinstance(value, int):
            path += ".points"
        elif is_thing and isinstance(value, dict) and is_set:
            name, value = next(iter(value.items()))
            path += f".{name}"
        return f'did you mean "{path}{format_set_value(value) if is_set else ""}"?'

    def _find_in_other_table(self, key: str) -> tuple[str, object]:
        return find_named_value(self._collector.rules, key, skip_table=self._path.rpartition(".")[2])

    def _get(self, key: str, default: object, expected: str) -> object:
        self._requested_keys[key] = None
        if default is None and key not in self._values and not self.has_error(key):
            if self._is_stated:
                self.add_error(key, "is missing", f"add it; it must be {expected}", DiagnosticCode.MISSING_KEY)
            else:
                parent = ', or start from other rules: extends = "nvso"' if self._collector.can_extend else ""
                self.add_error("", "is missing", f"add [{self._path}]{parent}", DiagnosticCode.MISSING_KEY)
        return self._values.get(key, default)

    def _get_list(self, key: str, item: str) -> list[object]:
        value = self._get(key, [], LIST)
        if isinstance(value, list):
            if len(value) <= MAX_LIST_LENGTH:
                return value
            self.add_error(key, f"has {len(value):,} values", f"no rules need more than {MAX_LIST_LENGTH:,}")
            return []
        self._add_type_error(key, LIST, value, format_type_hint(LIST, value, self.key_path(key), item=item))
        return []

    def _get_list_of(self, key: str, kind: type[_ScalarT], expected: str) -> list[_ScalarT]:
        values: list[_ScalarT] = []
        for value in self._get_list(key, expected):
            if isinstance(value, kind) and not isinstance(value, bool):
                values.append(value)
            else:
                self._add_type_error(key, expected, value)
        return values

    def _suggest_named_table(self, name: str) -> str:
        """Format the hint for a value in place of a named table, such as `out = 200` in `[bonuses]`."""
        value, table = self._values[name], f"{self._path}." if self._is_set(name) else ""
        if isinstance(value, int) and isinstance(self._find_in_other_table(name)[1], int):
            return self._suggest_place(name)  # a key of another heading: target = 7000 in [bonuses]
        if not _is_plain_number(value):
            return table and f'to play without it, write without = ["{table}{name}"] in a rule file'
        # A house rule is written in one word, and penalties are without a minus sign.
        points = f"={abs(value)}" if table else f" = {abs(value)}"
        owner, _, key = name.rpartition("-")
        if owner in self and key in _KEYS_WITH_NUMBERS:  # out-points = 200 is no new bonus
            return f"enter {table}{owner}.{key}{points}"
        if name not in _KEYS_WITH_NUMBERS:
            return f"enter {table}{name}.points{points}"
        sibling = next(filter(self.is_table, self), "")
        return "put a name before it" + (f", such as {table}{sibling}.{name}{points}" if sibling else "")

    def _subtable(self, key: str, value: object, hint: str = "", *, is_stated: bool = True) -> "TableReader":
        if not isinstance(value, dict):
            self._add_type_error(key, TABLE, value, hint)
            value = {}
        return TableReader(value, self._collector, self.key_path(key), self._depth + 1, is_stated=is_stated)

    def _check_range(self, key: str, value: int, least: int, most: int) -> bool:
        if least <= value <= most:
            return True
        is_negated = least <= -value <= most
        hint = f"remove the minus sign: {-value}" if is_negated else f"use a number from {least} to {most}"
        self.add_error(key, f"{describe_value(value)} is not allowed here", hint)
        return False

    def _check_printable(self, key: str, value: str) -> bool:
        if is_printable_line(value):
            return True
        self.add_error(key, f"{value!r} has a character that cannot be shown", "use plain text on one line")
        return False

    def _add_type_error(self, key: str, expected: str, value: object, hint: str = "") -> None:
        hint = hint or format_type_hint(expected, value, self.key_path(key))
        described = describe_value(value)
        message = f"must be {expected}, not {described}"
        if expected == TABLE:
            message = f"must be in braces, not {described}" if key.endswith("]") else f"cannot be {described}"
        self.add_error(key, message, hint, DiagnosticCode.WRONG_TYPE)


def check_reference(table: TableReader, key: str, name: str, known: Collection[str], noun: str) -> None:
    """Add a mistake at a key whose value is not a known name; `noun` says what the names are for."""
    if name not in known:
        hint = f"choose from: {', '.join(known)}" if known else "remove it"
        table.add_error(key, f'there is no {noun} "{name}"', hint)


def check_mutual_references(table: TableReader, key: str, references: Mapping[str, Collection[str]], noun: str) -> None:
    """Add a mistake for each named table whose `key` has a name that no other table has, or leads back to itself."""
    cycles = _find_cycles(references)
    for name, targets in references.items():
        others = [other for other in references if other != name]
        for target in targets:
            check_reference(table, f"{name}.{key}", target, others, noun)
        if name in cycles and not table.has_error(f"{name}.{key}"):
            message = f"leads back to itself: {' -> '.join(cycles[name])}"
            table.add_error(f"{name}.{key}", message, "remove one of these")


def _find_cycles(references: Mapping[str, Collection[str]]) -> dict[str, tuple[str, ...]]:
    """Return the cycles, each by every name in it; a cycle begins and ends with that name."""
    remaining = {name: list(targets) for name, targets in references.items() if targets}
    cycles: dict[str, tuple[str, ...]] = {}
    if not remaining:
        return cycles
    from graphlib import CycleError, TopologicalSorter

    while True:
        try:
            TopologicalSorter(remaining).prepare()
        except CycleError as error:
            cycle = error.args[1][:0:-1]  # graphlib follows the references backward
            for index, name in enumerate(cycle):
                path = (*cycle[index:], *cycle[:index], name)
                cycles.setdefault(name, path)
                remaining[name].remove(path[1])  # graphlib finds one cycle at a time, so break this one up
        else:
            return cycles


def iter_key_paths(values: RawTable, path: str = "") -> Iterator[str]:
    """Yield the paths of all keys, such as `bonuses.out.points`, each table before the keys in it."""
    for key, value in values.items():
        key_path = f"{path}.{key}" if path else key
        yield key_path
        if isinstance(value, dict):
            yield from iter_key_paths(value, key_path)


def iter_parent_paths(key_path: str) -> Iterator[str]:
    """Yield the paths of the tables and lists around a key, the outermost first."""
    return (key_path[:index] for index, char in enumerate(key_path) if char in ".[")


def find_named_value(rules: RawTable, word: str, *, skip_table: str = "") -> tuple[str, object]:
    """Return the path and the value of the thing with this name or label in a table of the rules, or `("", None)`."""
    name_meant = _hyphenate(word)
    for table, values in rules.items():
        if table == skip_table or not isinstance(values, dict):
            continue
        if name := collect_names_and_labels(values).get(name_meant):
            return f"{table}.{name}", values[name]
    return "", None


def collect_names_and_labels(table: RawTable) -> dict[str, str]:
    """Return the names of a table, each also by its label, such as `exact-cut` for `cut`."""
    labels = {name: value.get("label") for name, value in table.items() if isinstance(value, dict)}
    by_label = {_hyphenate(label): name for name, label in labels.items() if isinstance(label, str)}
    return by_label | {name: name for name in table}


def normalize_utc_offset(time: datetime) -> datetime:
    """Return a time, local without an offset, with one in whole minutes, as in TOML; raises OverflowError."""
    if time.tzinfo is None:
        try:
            time = time.astimezone()
        except (OverflowError, ValueError, OSError):
            return time.replace(tzinfo=UTC)  # this computer does not know its year
    offset = time.utcoffset()
    return time.astimezone(UTC) if offset and offset % timedelta(minutes=1) else time


def describe_value(value: object) -> str:
    """Describe a value of the wrong type or size, as a message names it."""
    match value:
        case bool():
            return str(value).lower()
        case int() if abs(value) > MAX_NUMBER**2:  # Python refuses to print thousands of digits
            return "a very long number"
        case str():
            return f'the text "{value}"'
        case dict():
            return "a group of keys"
        case list():
            return "a list"
    return str(value)


def format_type_hint(expected: str, value: object, key_path: str, *, item: str = INTEGER) -> str:
    """Format the hint for a value of the wrong type; `item` is the type of the values of a list."""
    text = str(value) if isinstance(value, str) or _is_plain_number(value) else ""
    if (expected == LIST and item == TABLE) or (expected == TABLE and key_path.endswith("]")):
        return f"put each step in braces: {_STEPS.get(key_path.partition('[')[0], _STEPS_OF_CANASTAS)}"
    if expected == TABLE:
        hint, key = f"put its keys below the heading [{key_path}]", key_path.rpartition(".")[2]
        if text.isdecimal() and key_path == "need":
            hint = f"enter need.steps = [{{ need = {text} }}]"
        elif text.isdecimal() and key in _KEYS_WITH_CANASTAS and key != key_path:
            hint = f"replace {key} = {text} with {key}.canastas = {text}"
        return hint
    if expected == LIST:
        if item == TEXT and '"' not in text:
            text = ", ".join(f'"{word.strip()}"' for word in text.split(",") if word)
        elif not re.fullmatch(_LISTED_NUMBERS_PATTERN, text, re.ASCII):
            text = ""
        return f"{_TYPE_HINTS[LIST]}: [{text}]" if text else _TYPE_HINTS[LIST]
    if expected == _BOOLEAN and text.lower() in _YES_AND_NO:
        return BOOLEAN_HINT.format(_YES_AND_NO[text.lower()])
    return _format_integer_hint(value, text, key_path) if expected == INTEGER else _TYPE_HINTS[expected]


def format_set_value(value: object) -> str:
    """Format the end of a house rule that sets a number, `=200`; an empty text for anything that is no points."""
    return f"={value}" if _is_plain_number(value) and value >= 0 else ""


def _is_plain_number(value: object) -> TypeGuard[int]:
    return type(value) is int and abs(value) <= MAX_NUMBER  # Python refuses to print thousands of digits


def _hyphenate(text: str) -> str:
    return "-".join(text.replace("_", " ").lower().split())


def _format_integer_hint(value: object, text: str, key_path: str) -> str:
    if re.fullmatch(_POINTS_BY_HAND_PATTERN, key_path) and (isinstance(value, list) or "hand" in text.lower()):
        listed = [str(points) for points in value if _is_plain_number(points)] if isinstance(value, list) else []
        steps = ", ".join(listed) or "100, 200, 300"
        return f'for points that go by the hand, enter {{ by = "hand", steps = [{steps}] }}'
    if isinstance(value, str) and value.isdecimal():
        return f"remove the quotes: {value}"
    if re.fullmatch(_GROUPED_DIGITS_PATTERN, text, re.ASCII):
        return f"remove the commas: {text.replace(',', '')}"
    return _TYPE_HINTS[INTEGER]
