"""The strict reader: hands out the keys of a rule file by type, and knows which nobody asked for.

The reader is the schema: a key that no room of the rules asks for is an unknown key. Every mistake is
noted and reading goes on with a stand-in, so that all of a file's mistakes are told at once.
"""

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from typing import TypeVar

from canasta_score.rules.diagnostics import RuleProblem, did_you_mean
from canasta_score.rules.text import is_plain

Keys = Mapping[str, object]  # of a table, with what stands at each
Word = TypeVar("Word", bound=StrEnum)
Kind = TypeVar("Kind", str, int)
LARGEST = 9_999_999
ANY_NAME = "*"
UNKNOWN_KEY = "unknown key"
WRONG_TYPE = "must be "  # begins what is said of it
OPTION = "--set"  # stands for a file where a key is set on the command line
KEYS_OF_A_NAME = ("points", "max")
REMEDIES = {
    "a whole number": "write it in plain digits, such as 500",
    "text": "write it in quotes",
    "true or false": "write the word without quotes",
    "a list": "write it in square brackets",
}


class Notes:
    """What reading a rule file brought up: its mistakes, and the keys that were asked for."""

    def __init__(self, file: str, origins: Mapping[str, str], *, may_extend: bool = True) -> None:
        """Take the file's name and, of keys that come from elsewhere, the file that states them."""
        self.file = file
        self.may_extend = may_extend
        self.origins = origins
        self.rules: Keys = {}
        self.problems: list[RuleProblem] = []
        self.asked: set[str] = set()
        self._told: set[tuple[str, str]] = set()
        self._places: set[str] = set()
        self._touched: set[str] = set()

    def add(self, where: str, message: str, hint: str) -> None:
        """Note a mistake, in the file that states the key or the nearest table around it."""
        place = where.partition("[")[0]
        while place and place not in self.origins:
            place = place.rpartition(".")[0]
        stating = self.origins.get(place, self.file)
        file = stating if stating == self.file else f"{stating}, extended by {self.file}"
        if (where, message) not in self._told:
            self._told.add((where, message))
            self._places.add(where)
            self._touched.update((where, *tables_around(where)))
            self.problems.append(RuleProblem(file=file, where=where, message=message, hint=hint))

    def is_touched(self, where: str) -> bool:
        """Tell whether a mistake was noted at a key, in a table around it, or inside it."""
        return where in self._touched or any(table in self._places for table in tables_around(where))


class Table:
    """One table of a rule file with its key path; keys are asked for by type, then it is closed."""

    def __init__(self, values: Keys, notes: Notes, path: str = "", pattern: str = "") -> None:
        """Take the values as TOML gave them; `pattern` is the path with open names as `*`."""
        self._values = values
        self._notes = notes
        self._path = path
        self._pattern = pattern
        self._asked: list[str] = []
        self.is_stated = True

    def __contains__(self, key: str) -> bool:
        """Tell whether the table states a key."""
        return key in self._values

    def __iter__(self) -> Iterator[str]:
        """Go through the keys that the table states."""
        return iter(self._values)

    def path(self, key: str) -> str:
        """Give the full path of a key, as messages name it."""
        return f"{self._path}.{key}" if self._path else key

    def wrong(self, key: str, message: str, hint: str = "") -> None:
        """Note a mistake at a key, or at the table itself where the key is empty."""
        self._notes.add(self.path(key) if key else self._path, message, hint)

    def doubtful(self, key: str) -> bool:
        """Tell whether a mistake already touches a key, so that what follows from it need not be told as well."""
        return self._notes.is_touched(self.path(key))

    def is_own(self, key: str) -> bool:
        """Tell whether the file states a key itself, in place of one that it extends."""
        return self._notes.origins.get(self.path(key)) == self._notes.file

    def whole(self, key: str, default: int | None = None, *, least: int = 0, most: int = LARGEST) -> int:
        """Give a whole number between `least` and `most`; without a default the key must be there."""
        value = self._ask(key, default, "a whole number")
        if value is None:
            return least
        if type(value) is not int:
            self._wrong_type(key, "a whole number", value)
        elif not least <= value <= most:
            self._out_of_range(key, value, least, most)
        else:
            return value
        return least if default is None else default

    def optional(self, key: str, *, least: int = 0) -> int | None:
        """Give a whole number, or None where the key is absent."""
        self._remember(key)
        return self.whole(key, least=least) if key in self else None

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Give true or false."""
        value = self._ask(key, default, "true or false")
        if isinstance(value, bool):
            return value
        self._wrong_type(key, "true or false", value)
        return default

    def text(self, key: str, default: str | None = None, what: str = "text") -> str:
        """Give a line of text without control characters; without a default it may not be empty."""
        value = self._ask(key, default, what)
        if value is None:
            return ""
        if not isinstance(value, str):
            self._wrong_type(key, "text", value)
        elif not is_plain(value):
            self._not_printable(key, value)
        elif not value and default is None:
            self.wrong(key, "is empty", "give it a text")
        else:
            return value
        return default or ""

    def word(self, key: str, words: type[Word], default: Word | None = None) -> Word:
        """Give one of a closed set of words."""
        text = self.text(key, default, f"one of {', '.join(words)}")
        if text in tuple(words):
            return words(text)
        if text or not self.doubtful(key):
            self.wrong(key, f"'{text}' is not known", did_you_mean(text, words))
        return next(iter(words))

    def texts(self, key: str) -> tuple[str, ...]:
        """Give a list of texts; none where the key is absent."""
        values = self._all_of(key, str, "text")
        for value in values:
            if not is_plain(value):
                self._not_printable(key, value)
        return tuple(value for value in values if is_plain(value))

    def wholes(self, key: str, *, least: int = 0, most: int = LARGEST) -> tuple[int, ...]:
        """Give a list of whole numbers between `least` and `most`; none where the key is absent."""
        values = self._all_of(key, int, "a whole number")
        for value in values:
            if not least <= value <= most:
                self._out_of_range(key, value, least, most)
        return tuple(value for value in values if least <= value <= most)

    def span(self, key: str, default: tuple[int, int], *, least: int = 0, most: int = LARGEST) -> tuple[int, int]:
        """Give the fewest and the most of something between `least` and `most`, written as a list of two numbers."""
        values = self.wholes(key, least=least, most=most)
        if key not in self:
            return default
        if len(values) == len(default) and values[0] <= values[1]:
            return values[0], values[1]
        if not self.doubtful(key):
            self.wrong(key, f"{WRONG_TYPE}the fewest and the most", "such as [1, 2]")
        return default

    def value(self, key: str) -> object:
        """Give what stands at a key, of whatever type; None where it is absent."""
        self._remember(key)
        return self._values.get(key)

    def skip(self, *keys: str) -> None:
        """Know keys that were read before, when the file was put together with those it extends."""
        for key in keys:
            self._remember(key)

    def skip_parents(self) -> None:
        """Know the keys that say what a rule file extends, where it may."""
        if self._notes.may_extend:
            self.skip("extends", "without")

    def table(self, key: str) -> "Table":
        """Give a table within this one; an empty one where it is absent."""
        table = self._within(key, self._ask(key, {}, "a table"), key)
        table.is_stated = key in self
        return table

    def named(self) -> dict[str, "Table"]:
        """Give the tables with open names, such as `[canastas.natural]`, in the order of the file."""
        self._notes.asked.add(f"{self._pattern}.{ANY_NAME}")
        tables = {
            name: value
            for name, value in self._values.items()
            if name not in self._asked and isinstance(value, dict | int)
        }
        self._asked.extend(tables)
        return {name: self._within(name, value, ANY_NAME) for name, value in tables.items()}

    def rows(self, key: str) -> list["Table"]:
        """Give the tables of a list, such as the steps of the need."""
        return [self._within(f"{key}[{place}]", value, key) for place, value in enumerate(self._list(key))]

    def close(self) -> None:
        """Note every key that nobody asked for, with the nearest that there is."""
        for key in self:
            if key not in self._asked:
                self.wrong(key, UNKNOWN_KEY, self._meant(key) or "leave it out")

    def _meant(self, key: str) -> str:
        near = did_you_mean(key, self._asked)
        is_near = bool(self._pattern) and near.startswith("did you mean")
        place = "" if "." in self._pattern or is_near else place_of(self._notes.rules, key, besides=self._pattern)
        room, _, name = place.partition(".")
        things = self._notes.rules.get(room)
        thing = things.get(name) if isinstance(things, dict) else None
        in_points = ".points" if isinstance(thing, dict) and isinstance(self._values[key], int) else ""
        return f"did you mean '{place}{in_points}'?" if place else near

    def _remember(self, key: str) -> None:
        self._asked.append(key)
        self._notes.asked.add(f"{self._pattern}.{key}" if self._pattern else key)

    def _ask(self, key: str, default: object, what: str) -> object:
        self._remember(key)
        if key not in self and default is None and not self.doubtful(key):
            if self.is_stated:
                self.wrong(key, "is missing", f"it must be {what}")
            else:
                other_way = ', or take it over from a variant: extends = "nvso"' if self._notes.may_extend else ""
                self.wrong("", "is missing", f"write [{self._path}]{other_way}")
        return self._values.get(key, default)

    def _list(self, key: str) -> list[object]:
        value = self._ask(key, [], "a list")
        if isinstance(value, list):
            return value
        self._wrong_type(key, "a list", value)
        return []

    def _within(self, key: str, value: object, pattern: str) -> "Table":
        if not isinstance(value, dict):
            self._wrong_type(key, "a table", value, self._as_points(key, value) if pattern == ANY_NAME else "")
            value = {}
        full = f"{self._pattern}.{pattern}" if self._pattern else pattern
        return Table(value, self._notes, self.path(key), full)

    def _all_of(self, key: str, kind: type[Kind], what: str) -> list[Kind]:
        fitting: list[Kind] = []
        for value in self._list(key):
            if isinstance(value, kind) and not isinstance(value, bool):
                fitting.append(value)
            else:
                self._wrong_type(key, what, value)
        return fitting

    def _as_points(self, name: str, value: object) -> str:
        if type(value) is not int or abs(value) > LARGEST:
            return ""
        sign = "=" if self._notes.origins.get(self.path(name)) == OPTION else " = "
        above = f"{self._path}." if sign == "=" else ""
        if name not in KEYS_OF_A_NAME:
            return f"write {above}{name}.points{sign}{value}"
        named = next((other for other, below in self._values.items() if isinstance(below, dict)), "")
        return "write it behind a name" + (f", such as {above}{named}.{name}{sign}{value}" if named else "")

    def _out_of_range(self, key: str, value: int, least: int, most: int) -> None:
        hint = f"write it without the minus: {-value}" if least <= -value <= most else f"it may be {least} to {most}"
        self.wrong(key, f"{found(value)} is out of range", hint)

    def _wrong_type(self, key: str, what: str, value: object, remedy: str = "") -> None:
        path = self.path(key)
        of_table = "write it in braces: { need = 50 }" if path.endswith("]") else f"write its keys under [{path}]"
        remedy = remedy or REMEDIES.get(what, of_table)
        if isinstance(value, str) and value.isdecimal() and what == "a whole number":
            remedy = f"write it without quotes: {value}"
        self.wrong(key, f"{WRONG_TYPE}{what}, not {found(value)}", remedy)

    def _not_printable(self, key: str, value: str) -> None:
        self.wrong(key, f"{value!r} holds a character that cannot be printed", "write plain text on one line")


def place_of(rules: Keys, word: str, *, besides: str = "") -> str:
    """Give the path of a thing that a table of the rules names, by its name or label; empty where none does."""
    called = in_hyphens(word)
    for table, things in rules.items():
        for name, thing in things.items() if isinstance(things, dict) and table != besides else ():
            label = thing.get("label") if isinstance(thing, dict) else None
            if called in {name, in_hyphens(label) if isinstance(label, str) else name}:
                return f"{table}.{name}"
    return ""


def in_hyphens(text: str) -> str:
    """Give a text as names are written: in small letters, with hyphens between its words."""
    return "-".join(text.replace("_", " ").lower().split())


def tables_around(where: str) -> Iterator[str]:
    """Go through the paths of the tables around a key, the outermost first."""
    return (where[:place] for place, char in enumerate(where) if char in ".[")


def found(value: object) -> str:
    """Say what stands in a rule file where something else should."""
    match value:
        case bool():
            return str(value).lower()
        case int() if abs(value) > LARGEST**2:
            return "a number of many digits"
        case str():
            return f"the text {value!r}"
        case dict():
            return "a table"
        case list():
            return "a list"
    return str(value)


def listed(words: Iterable[str], link: str = "and") -> str:
    """Join words as a sentence does: 'a, b and c'."""
    *rest, last = words
    return f"{', '.join(rest)} {link} {last}" if rest else last


def counted(number: int, thing: str) -> str:
    """Say how many of a thing there are: '1 card', '3 cards'."""
    return f"{number:,} {thing}" if number == 1 else f"{number:,} {thing}s"
