"""The strict reader: hands out the keys of a rule file by type, and finds those that nothing asked for.

The reader is the schema: a key that no module of the rules asks for is an unknown key. Reading goes on after a mistake,
with a value in its place, so that all mistakes of a file are found at once.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from typing import TypeVar

from canasta_score.rules.diagnostics import (
    MAX_LISTED_DIAGNOSTICS,
    Diagnostic,
    DiagnosticCode,
    build_file_diagnostic,
    format_suggestion,
    suggest_name,
)
from canasta_score.rules.schema.limits import MAX_LIST_LENGTH
from canasta_score.rules.schema.raw_tables import (
    MAX_NUMBER,
    RawTable,
    describe_value,
    find_named_value,
    iter_parent_paths,
)
from canasta_score.rules.schema.value_hints import (
    BOOLEAN,
    INTEGER,
    LIST,
    TABLE,
    TEXT,
    format_points_hint,
    format_range_hint,
    format_type_hint,
)
from canasta_score.rules.text import is_printable_line, join_words

_ThingT = TypeVar("_ThingT")
_WordT = TypeVar("_WordT", bound=StrEnum)
_ScalarT = TypeVar("_ScalarT", str, int)
INHERITANCE_KEYS = ("extends", "without")
METADATA_KEYS = ("name", "title", "aliases", "source", "summary")
UNKNOWN_KEY = "unknown key"
UNKNOWN_HEADING = "unknown heading"
SET_OPTION = "--set"  # stands for the file of a key that is set on the command line


class DiagnosticCollector:
    """What is found while a rule file is read: its mistakes, and the requested keys by the path of their table."""

    def __init__(
        self, file: str, origins: Mapping[str, str], *, can_extend: bool = True, rules: RawTable | None = None
    ) -> None:
        """Start without mistakes.

        `origins` names the file that states a key path, if that is not `file`. `can_extend`: the file may extend
        another one. `rules` are all tables of the file, in which a key at the wrong place is looked for.
        """
        self.file = file
        self.origins = origins
        self.can_extend = can_extend
        self.rules = rules or {}
        self.diagnostics: list[Diagnostic] = []
        self.requested_keys: dict[str, dict[str, None]] = {}
        self._reported: set[tuple[str, str]] = set()
        self._error_paths: set[str] = set()
        self._affected_paths: set[str] = set()

    def add(self, key_path: str, message: str, hint: str, code: DiagnosticCode = DiagnosticCode.OTHER) -> None:
        """Add a mistake unless it was added before."""
        if (key_path, message) in self._reported or self.is_full:
            return
        self._reported.add((key_path, message))
        self._error_paths.add(key_path)
        self._affected_paths.update((key_path, *iter_parent_paths(key_path)))
        self.diagnostics.append(
            build_file_diagnostic(self._format_origin(key_path), key_path, message, hint, code=code)
        )

    def drop_missing(self, key_path: str) -> None:
        """Drop the mistake that a key is missing, because it was misspelled."""
        missing = (key_path, DiagnosticCode.MISSING_KEY)
        self.diagnostics = [found for found in self.diagnostics if (found.where, found.code) != missing]

    @property
    def is_full(self) -> bool:
        """Return whether there are more mistakes than anyone reads."""
        return len(self.diagnostics) > MAX_LISTED_DIAGNOSTICS

    def _format_origin(self, key_path: str) -> str:
        """Return the file that states a key, or else the nearest table around it."""
        path = key_path.partition("[")[0]
        while path and path not in self.origins:
            path = path.rpartition(".")[0]
        origin = self.origins.get(path, self.file)
        return origin if origin == self.file else f"{self.file}, from {origin}"

    def has_error_at(self, key_path: str) -> bool:
        """Return whether there is a mistake at a key, in a table around it, or inside it."""
        return key_path in self._affected_paths or any(
            path in self._error_paths for path in iter_parent_paths(key_path)
        )


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
        """Read from the values that TOML gave; `depth` counts the tables around this one."""
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
        """Return whether a key already has a mistake, so that what follows from it need not be reported as well."""
        return self._collector.has_error_at(self.key_path(key))

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

    def boolean(self, key: str, *, default: bool = False) -> bool:
        """Read true or false."""
        value = self._get(key, default, BOOLEAN)
        if isinstance(value, bool):
            return value
        self._add_type_error(key, BOOLEAN, value)
        return default

    def text(self, key: str, default: str | None = None) -> str:
        """Read a line of text without control characters; without a default it is required and not empty."""
        return self._get_text(key, default, TEXT)

    def enum_word(self, key: str, words: type[_WordT], default: _WordT | None = None) -> _WordT:
        """Read one of a closed set of words."""
        text = self._get_text(key, default, join_words([f'"{word}"' for word in words], "or"))
        if text in tuple(words):
            return words(text)
        if text or not self.has_error(key):
            self.add_error(key, f'unknown value "{text}"', format_suggestion(text, words))
        return next(iter(words))

    def enum_words(self, key: str, words: type[_WordT]) -> tuple[_WordT, ...]:
        """Read a list of words of a closed set; an empty one if the key is absent."""
        members, texts = {word.value: word for word in words}, self.texts(key)
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
        """Read a list of whole numbers between `least` and `most`; an empty one if the key is absent.

        With `accept_one` a number counts as a list, for a caller that says how many numbers there must be.
        """
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

    def table(self, key: str) -> "TableReader":
        """Return the reader of a table within this one; of an empty table if the key is absent."""
        return self._subtable(key, self._get(key, {}, TABLE), is_stated=key in self)

    def is_table(self, key: str) -> bool:
        """Return whether a key has a table for its value."""
        return isinstance(self._values.get(key), dict)

    def read_named_tables(self, read: Callable[["TableReader", str], _ThingT]) -> tuple[_ThingT, ...]:
        """Read the tables with open names, such as `[canastas.natural]`, in the order of the file.

        `read` makes a thing of such a table and its name. Unknown keys are reported, in these tables and in this one.
        """
        # Points in place of such a table count as one, so that its name is not unknown as well.
        unknown = (key for key in self if key not in self._requested_keys)
        names = [key for key in unknown if isinstance(self._values[key], dict | int | list) or self._is_set(key)]
        if len(names) > MAX_LIST_LENGTH:
            self.add_error("", f"has {len(names):,} names", f"no rules need more than {MAX_LIST_LENGTH:,}")
            return ()
        tables = {name: self._named_table(name) for name in names}
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

    def mark_inheritance_keys(self) -> None:
        """Count the keys that say what a rule file extends as known, if the file may have them."""
        if self._collector.can_extend:
            self.mark_known(*INHERITANCE_KEYS)

    def report_unknown_keys(self) -> None:
        """Add a mistake for every key that was not asked for, with the nearest known key."""
        for key in self:
            if key not in self._requested_keys and not self._collector.is_full:
                message = UNKNOWN_HEADING if self._is_heading(key) else UNKNOWN_KEY
                self._collector.drop_missing(self.key_path(suggest_name(key, self._requested_keys) or ""))
                self.add_error(key, message, self._suggest_key(key) or "remove it", DiagnosticCode.UNKNOWN_KEY)

    def _is_heading(self, key: str) -> bool:
        return not self._depth and self.is_table(key) and not self._is_set(key)

    def _is_set(self, key: str) -> bool:
        return self._collector.origins.get(self.key_path(key)) == SET_OPTION

    def _suggest_key(self, key: str) -> str:
        if self._depth == 1 and key in (*INHERITANCE_KEYS, *METADATA_KEYS):
            return "move it to the top of the file, above the first [heading]"
        # A key at the top of the file or of a table may be the name of a thing that belongs into another table.
        is_root = not self._depth
        is_misplaced = is_root or (self._depth == 1 and not suggest_name(key, self._requested_keys))
        if is_misplaced and (place := self._suggest_place(key)):
            return place
        is_heading, at_top = self._is_heading(key), (*INHERITANCE_KEYS, *METADATA_KEYS)
        known = [name for name in self._requested_keys if not (is_heading and name in at_top)]
        # A key of a rule file that is like no other most likely lacks its heading.
        fallback = "put it below the heading that it belongs to" if "extends" in known else None
        return format_suggestion(key, known, fallback=fallback)

    def _suggest_place(self, key: str) -> str:
        """Format the hint for what belongs below another heading, or return an empty text."""
        path, thing = self._find_elsewhere(key)
        if not path:  # perhaps a key that these rules do not state
            tables = self._collector.requested_keys.items()
            path = next((f"{table}.{key}" for table, keys in tables if table and "." not in table and key in keys), "")
        heading, _, name = path.rpartition(".")
        is_table, value = isinstance(thing, dict), self._values[key]
        if name == key and not self._is_set(key) and (not is_table or (self._depth and isinstance(value, dict))):
            return f"move it below the heading [{heading}]"  # at the top, [out] looks the same as out.points
        if is_table and (isinstance(value, int) or (self._is_set(key) and isinstance(value, dict))):
            path += f".{next(iter(value)) if isinstance(value, dict) else 'points'}"
        return path and f'did you mean "{path}"?'

    def _find_elsewhere(self, key: str) -> tuple[str, object]:
        return find_named_value(self._collector.rules, key, skip_table=self._path.rpartition(".")[2])

    def _get(self, key: str, default: object, expected: str) -> object:
        self._requested_keys[key] = None
        if key not in self and default is None and not self.has_error(key):
            if self._is_stated:
                self.add_error(key, "is missing", f"add it; it must be {expected}", DiagnosticCode.MISSING_KEY)
            else:
                parent = ', or start from other rules: extends = "nvso"' if self._collector.can_extend else ""
                self.add_error("", "is missing", f"add [{self._path}]{parent}", DiagnosticCode.MISSING_KEY)
        return self._values.get(key, default)

    def _get_text(self, key: str, default: str | None, expected: str) -> str:
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

    def _named_table(self, name: str) -> "TableReader":
        self._requested_keys[name] = None
        value, table_path = self._values[name], self._path if self._is_set(name) else ""
        hint = "" if isinstance(value, dict) else format_points_hint(name, value, self._values, table_path=table_path)
        if table_path and not (hint or isinstance(value, dict)):  # --set specials.straight=none
            hint = f'to play without it, write without = ["{table_path}.{name}"] in a rule file'
        if isinstance(value, int) and isinstance(self._find_elsewhere(name)[1], int):
            hint = self._suggest_place(name)  # a key of another heading: target = 7000 in [bonuses]
        return self._subtable(name, value, hint)

    def _subtable(self, key: str, value: object, hint: str = "", *, is_stated: bool = True) -> "TableReader":
        if not isinstance(value, dict):
            self._add_type_error(key, TABLE, value, hint)
            value = {}
        return TableReader(value, self._collector, self.key_path(key), self._depth + 1, is_stated=is_stated)

    def _check_range(self, key: str, value: int, least: int, most: int) -> bool:
        if least <= value <= most:
            return True
        self.add_error(key, f"{describe_value(value)} is not allowed here", format_range_hint(value, least, most))
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
