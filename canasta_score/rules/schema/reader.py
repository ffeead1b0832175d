"""The strict reader: hands out the keys of a rule file by type, and knows which nobody asked for.

The reader is the schema: a key that no room of the rules asks for is an unknown key. Every mistake is
noted and reading goes on with a stand-in, so that all of a file's mistakes are told at once.
"""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import TypeVar

from canasta_score.rules.diagnostics import Diagnostic, build_file_diagnostic, format_suggestion
from canasta_score.rules.text import is_printable_line

RawTable = Mapping[str, object]  # of a table, with what stands at each
_WordT = TypeVar("_WordT", bound=StrEnum)
_ScalarT = TypeVar("_ScalarT", str, int)
MAX_NUMBER = 9_999_999
_ANY_NAME = "*"
UNKNOWN_KEY = "unknown key"
WRONG_TYPE_PREFIX = "must be "  # begins what is said of it
SET_OPTION = "--set"  # stands for a file where a key is set on the command line
_NAMED_TABLE_KEYS = ("points", "max")
_TYPE_HINTS = {
    "a whole number": "write it in plain digits, such as 500",
    "text": "write it in quotes",
    "true or false": "write the word without quotes",
    "a list": "write it in square brackets",
}


class DiagnosticCollector:
    """What reading a rule file brought up: its mistakes, and the keys that were asked for."""

    def __init__(self, file: str, origins: Mapping[str, str], *, can_extend: bool = True) -> None:
        """Take the file's name and, of keys that come from elsewhere, the file that states them."""
        self.file = file
        self.can_extend = can_extend
        self.origins = origins
        self.rules: RawTable = {}
        self.problems: list[Diagnostic] = []
        self.requested_keys: set[str] = set()
        self._reported: set[tuple[str, str]] = set()
        self._error_paths: set[str] = set()
        self._affected_paths: set[str] = set()

    def add(self, where: str, message: str, hint: str) -> None:
        """Note a mistake, in the file that states the key or the nearest table around it."""
        place = where.partition("[")[0]
        while place and place not in self.origins:
            place = place.rpartition(".")[0]
        stating = self.origins.get(place, self.file)
        file = stating if stating == self.file else f"{stating}, extended by {self.file}"
        if (where, message) not in self._reported:
            self._reported.add((where, message))
            self._error_paths.add(where)
            self._affected_paths.update((where, *_iter_parent_paths(where)))
            self.problems.append(build_file_diagnostic(file, where, message, hint))

    def has_error_at(self, where: str) -> bool:
        """Tell whether a mistake was noted at a key, in a table around it, or inside it."""
        return where in self._affected_paths or any(table in self._error_paths for table in _iter_parent_paths(where))


class TableReader:
    """One table of a rule file with its key path; keys are asked for by type, then it is closed."""

    def __init__(self, values: RawTable, notes: DiagnosticCollector, path: str = "", pattern: str = "") -> None:
        """Take the values as TOML gave them; `pattern` is the path with open names as `*`."""
        self._values = values
        self._collector = notes
        self._path = path
        self._pattern = pattern
        self._requested_keys: list[str] = []
        self.is_stated = True

    def __contains__(self, key: str) -> bool:
        """Tell whether the table states a key."""
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        """Go through the keys that the table states."""
        return iter(self._values)

    def key_path(self, key: str) -> str:
        """Give the full path of a key, as messages name it."""
        return f"{self._path}.{key}" if self._path else key

    def add_error(self, key: str, message: str, hint: str = "") -> None:
        """Note a mistake at a key, or at the table itself where the key is empty."""
        self._collector.add(self.key_path(key) if key else self._path, message, hint)

    def has_error(self, key: str) -> bool:
        """Tell whether a mistake already touches a key, so that what follows from it need not be told as well."""
        return self._collector.has_error_at(self.key_path(key))

    def is_own_key(self, key: str) -> bool:
        """Tell whether the file states a key itself, in place of one that it extends."""
        return self._collector.origins.get(self.key_path(key)) == self._collector.file

    def integer(self, key: str, default: int | None = None, *, least: int = 0, most: int = MAX_NUMBER) -> int:
        """Give a whole number between `least` and `most`; without a default the key must be there."""
        value = self._get(key, default, "a whole number")
        if value is None:
            return least
        if type(value) is not int:
            self._add_type_error(key, "a whole number", value)
        elif not least <= value <= most:
            self._add_range_error(key, value, least, most)
        else:
            return value
        return least if default is None else default

    def optional_integer(self, key: str, *, least: int = 0) -> int | None:
        """Give a whole number, or None where the key is absent."""
        self._mark_requested(key)
        return self.integer(key, least=least) if key in self else None

    def boolean(self, key: str, *, default: bool = False) -> bool:
        """Give true or false."""
        value = self._get(key, default, "true or false")
        if isinstance(value, bool):
            return value
        self._add_type_error(key, "true or false", value)
        return default

    def text(self, key: str, default: str | None = None, what: str = "text") -> str:
        """Give a line of text without control characters; without a default it may not be empty."""
        value = self._get(key, default, what)
        if value is None:
            return ""
        if not isinstance(value, str):
            self._add_type_error(key, "text", value)
        elif not is_printable_line(value):
            self._add_unprintable_error(key, value)
        elif not value and default is None:
            self.add_error(key, "is empty", "give it a text")
        else:
            return value
        return default or ""

    def enum_word(self, key: str, words: type[_WordT], default: _WordT | None = None) -> _WordT:
        """Give one of a closed set of words."""
        text = self.text(key, default, f"one of {', '.join(words)}")
        if text in tuple(words):
            return words(text)
        if text or not self.has_error(key):
            self.add_error(key, f"'{text}' is not known", format_suggestion(text, words))
        return next(iter(words))

    def texts(self, key: str) -> tuple[str, ...]:
        """Give a list of texts; none where the key is absent."""
        values = self._get_list_of(key, str, "text")
        for value in values:
            if not is_printable_line(value):
                self._add_unprintable_error(key, value)
        return tuple(value for value in values if is_printable_line(value))

    def integers(self, key: str, *, least: int = 0, most: int = MAX_NUMBER) -> tuple[int, ...]:
        """Give a list of whole numbers between `least` and `most`; none where the key is absent."""
        values = self._get_list_of(key, int, "a whole number")
        for value in values:
            if not least <= value <= most:
                self._add_range_error(key, value, least, most)
        return tuple(value for value in values if least <= value <= most)

    def integer_range(
        self, key: str, default: tuple[int, int], *, least: int = 0, most: int = MAX_NUMBER
    ) -> tuple[int, int]:
        """Give the fewest and the most of something between `least` and `most`, written as a list of two numbers."""
        values = self.integers(key, least=least, most=most)
        if key not in self:
            return default
        if len(values) == len(default) and values[0] <= values[1]:
            return values[0], values[1]
        if not self.has_error(key):
            self.add_error(key, f"{WRONG_TYPE_PREFIX}the fewest and the most", "such as [1, 2]")
        return default

    def raw_value(self, key: str) -> object:
        """Give what stands at a key, of whatever type; None where it is absent."""
        self._mark_requested(key)
        return self._values.get(key)

    def mark_known(self, *keys: str) -> None:
        """Know keys that were read before, when the file was put together with those it extends."""
        for key in keys:
            self._mark_requested(key)

    def mark_inheritance_keys(self) -> None:
        """Know the keys that say what a rule file extends, where it may."""
        if self._collector.can_extend:
            self.mark_known("extends", "without")

    def table(self, key: str) -> "TableReader":
        """Give a table within this one; an empty one where it is absent."""
        table = self._subtable(key, self._get(key, {}, "a table"), key)
        table.is_stated = key in self
        return table

    def named_tables(self) -> dict[str, "TableReader"]:
        """Give the tables with open names, such as `[canastas.natural]`, in the order of the file."""
        self._collector.requested_keys.add(f"{self._pattern}.{_ANY_NAME}")
        tables = {
            name: value
            for name, value in self._values.items()
            if name not in self._requested_keys and isinstance(value, dict | int)
        }
        self._requested_keys.extend(tables)
        return {name: self._subtable(name, value, _ANY_NAME) for name, value in tables.items()}

    def rows(self, key: str) -> list["TableReader"]:
        """Give the tables of a list, such as the steps of the need."""
        return [self._subtable(f"{key}[{place}]", value, key) for place, value in enumerate(self._get_list(key))]

    def report_unknown_keys(self) -> None:
        """Note every key that nobody asked for, with the nearest that there is."""
        for key in self:
            if key not in self._requested_keys:
                self.add_error(key, UNKNOWN_KEY, self._suggest_key(key) or "leave it out")

    def _suggest_key(self, key: str) -> str:
        near = format_suggestion(key, self._requested_keys)
        is_near = bool(self._pattern) and near.startswith("did you mean")
        place = (
            "" if "." in self._pattern or is_near else find_key_path(self._collector.rules, key, besides=self._pattern)
        )
        room, _, name = place.partition(".")
        things = self._collector.rules.get(room)
        thing = things.get(name) if isinstance(things, dict) else None
        in_points = ".points" if isinstance(thing, dict) and isinstance(self._values[key], int) else ""
        return f"did you mean '{place}{in_points}'?" if place else near

    def _mark_requested(self, key: str) -> None:
        self._requested_keys.append(key)
        self._collector.requested_keys.add(f"{self._pattern}.{key}" if self._pattern else key)

    def _get(self, key: str, default: object, what: str) -> object:
        self._mark_requested(key)
        if key not in self and default is None and not self.has_error(key):
            if self.is_stated:
                self.add_error(key, "is missing", f"it must be {what}")
            else:
                other_way = ', or take it over from a variant: extends = "nvso"' if self._collector.can_extend else ""
                self.add_error("", "is missing", f"write [{self._path}]{other_way}")
        return self._values.get(key, default)

    def _get_list(self, key: str) -> list[object]:
        value = self._get(key, [], "a list")
        if isinstance(value, list):
            return value
        self._add_type_error(key, "a list", value)
        return []

    def _subtable(self, key: str, value: object, pattern: str) -> "TableReader":
        if not isinstance(value, dict):
            self._add_type_error(
                key, "a table", value, self._format_points_hint(key, value) if pattern == _ANY_NAME else ""
            )
            value = {}
        full = f"{self._pattern}.{pattern}" if self._pattern else pattern
        return TableReader(value, self._collector, self.key_path(key), full)

    def _get_list_of(self, key: str, kind: type[_ScalarT], what: str) -> list[_ScalarT]:
        fitting: list[_ScalarT] = []
        for value in self._get_list(key):
            if isinstance(value, kind) and not isinstance(value, bool):
                fitting.append(value)
            else:
                self._add_type_error(key, what, value)
        return fitting

    def _format_points_hint(self, name: str, value: object) -> str:
        if type(value) is not int or abs(value) > MAX_NUMBER:
            return ""
        sign = "=" if self._collector.origins.get(self.key_path(name)) == SET_OPTION else " = "
        above = f"{self._path}." if sign == "=" else ""
        if name not in _NAMED_TABLE_KEYS:
            return f"write {above}{name}.points{sign}{value}"
        named = next((other for other, below in self._values.items() if isinstance(below, dict)), "")
        return "write it behind a name" + (f", such as {above}{named}.{name}{sign}{value}" if named else "")

    def _add_range_error(self, key: str, value: int, least: int, most: int) -> None:
        hint = f"write it without the minus: {-value}" if least <= -value <= most else f"it may be {least} to {most}"
        self.add_error(key, f"{describe_value(value)} is out of range", hint)

    def _add_type_error(self, key: str, what: str, value: object, remedy: str = "") -> None:
        path = self.key_path(key)
        of_table = "write it in braces: { need = 50 }" if path.endswith("]") else f"write its keys under [{path}]"
        remedy = remedy or _TYPE_HINTS.get(what, of_table)
        if isinstance(value, str) and value.isdecimal() and what == "a whole number":
            remedy = f"write it without quotes: {value}"
        self.add_error(key, f"{WRONG_TYPE_PREFIX}{what}, not {describe_value(value)}", remedy)

    def _add_unprintable_error(self, key: str, value: str) -> None:
        self.add_error(key, f"{value!r} holds a character that cannot be printed", "write plain text on one line")


def find_key_path(rules: RawTable, word: str, *, besides: str = "") -> str:
    """Give the path of a thing that a table of the rules names, by its name or label; empty where none does."""
    called = _hyphenate(word)
    for table, things in rules.items():
        for name, thing in things.items() if isinstance(things, dict) and table != besides else ():
            label = thing.get("label") if isinstance(thing, dict) else None
            if called in {name, _hyphenate(label) if isinstance(label, str) else name}:
                return f"{table}.{name}"
    return ""


def _hyphenate(text: str) -> str:
    """Give a text as names are written: in small letters, with hyphens between its words."""
    return "-".join(text.replace("_", " ").lower().split())


def _iter_parent_paths(where: str) -> Iterator[str]:
    """Go through the paths of the tables around a key, the outermost first."""
    return (where[:place] for place, char in enumerate(where) if char in ".[")


def describe_value(value: object) -> str:
    """Say what stands in a rule file where something else should."""
    match value:
        case bool():
            return str(value).lower()
        case int() if abs(value) > MAX_NUMBER**2:
            return "a number of many digits"
        case str():
            return f"the text {value!r}"
        case dict():
            return "a table"
        case list():
            return "a list"
    return str(value)
