"""The texts that the program is expected to show, kept in files: compared line by line, or written anew for review.

`pytest --rewrite-sessions` runs only the tests that take the fixture `wording`, in one process, and writes what the
program shows over what the files expect. Only texts are ever written: exit codes, figures and sides that a file states
apart from its texts are compared as always, and so is how many texts there are.
"""

import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import gettempdir
from typing import Any

import pytest
import tomli_w

from support.paths import DATA, ROOT

WORDINGS, SENTENCES = DATA / "wordings", DATA / "sentences"

Key = str | int

# What may not change unnoticed: figures with their signs (the hyphens of a date or of 10-10-10 are none), and sides.
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_FIGURE_OR_SIDE = re.compile(r"(?:(?<![\w-])[-\N{MINUS SIGN}])?\d+|\bWe\b|\bThey\b|\b\w+ & \w+\b")
_TOML_STRING_OR_COMMENT = re.compile(
    r"""#[^\n]*|\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'""", re.DOTALL
)


@dataclass(frozen=True, kw_only=True)
class Change:
    """One text that was written anew, and whether the figures and sides in it are still the same."""

    file: Path
    label: str
    keeps_figures: bool


class Wording:
    """Compare texts with those in files, or write them there."""

    def __init__(self, *, is_rewriting: bool) -> None:
        self.is_rewriting = is_rewriting
        self.changes: list[Change] = []

    def must_write(self, file: Path, expected: str, shown: str, *, label: str = "") -> bool:
        """Return whether a text has to be written anew; fail with the difference where nothing is to be written."""
        if expected == shown:
            return False
        if not self.is_rewriting:
            pytest.fail(_format_difference(file, label, expected, shown), pytrace=False)
        assert gettempdir() not in shown, f"{label} holds the path of a temporary folder: use a placeholder"
        keeps_figures = not expected or find_figures(expected) == find_figures(shown)
        self.changes.append(Change(file=file, label=label, keeps_figures=keeps_figures))
        return True

    def check_text(self, file: Path, shown: str, /, **placeholders: str) -> None:
        """Check the whole text of a file, in which placeholders stand for what differs from run to run."""
        shown = insert_placeholders(shown, placeholders)
        if self.must_write(file, file.read_text(encoding="utf-8"), shown):
            file.write_text(shown, encoding="utf-8")

    def check_part(self, file: Path, expected: str, shown: str, *, label: str = "") -> None:
        """Check a part of a file, such as a block of code in a document."""
        if self.must_write(file, expected, shown, label=label):
            text = file.read_text(encoding="utf-8")
            assert text.count(expected) == 1, f"{file.name} has this text more than once:\n{expected}"
            file.write_text(text.replace(expected, shown), encoding="utf-8")

    def check_value(self, file: Path, keys: Sequence[Key], shown: str | Sequence[str], /, **placeholders: str) -> None:
        """Check a text, or a list of texts, at a path of keys in a TOML file; a missing key is an empty list.

        A new case states an empty text, which `--rewrite-sessions` fills in.
        """
        expected = find_value(tomllib.loads(file.read_text(encoding="utf-8")), keys)
        if isinstance(shown, str):
            self._check_string(file, keys, expected, insert_placeholders(shown, placeholders))
            return
        texts = [insert_placeholders(text, placeholders) for text in shown]
        if expected == "" and self.must_write(file, "", "\n".join(texts), label=_format_keys(keys)):
            self._write_value(file, keys, expected, texts)
            return
        if len(texts) != len(expected or []):
            label = _format_keys(keys)
            pytest.fail(_format_difference(file, label, "\n".join(expected or []), "\n".join(texts)), pytrace=False)
        for number, text in enumerate(texts):
            self._check_string(file, (*keys, number), expected[number], text)

    def check_wording(self, area: str, keys: Sequence[Key], shown: str | Sequence[str], /, **placeholders: str) -> None:
        """Check a text, or a list of texts, in a file of `data/wordings`."""
        self.check_value(WORDINGS / f"{area}.toml", keys, shown, **placeholders)

    def check_sentences(self, module: Path, test: str, shown: str, /, **placeholders: str) -> None:
        """Check all sentences that a test meets, in the file of its module in `data/sentences`."""
        folder, name = module.parent.relative_to(ROOT / "tests"), module.stem.removeprefix("test_")
        file = SENTENCES / f"{'-'.join((*folder.parts, name))}.toml"
        shown = re.sub(r"\(line \d+\)", "(line N)", insert_placeholders(shown, placeholders))
        if self.is_rewriting and test not in _load_sentences(file):
            with file.open("a", encoding="utf-8") as end:
                end.write(f"\n{json.dumps(test)} = ''\n")
        elif _load_sentences(file).get(test) == shown:
            return
        _load_sentences.cache_clear()
        self.check_value(file, [test], shown)

    def _check_string(self, file: Path, keys: Sequence[Key], expected: object, shown: str) -> None:
        label = _format_keys(keys)
        if not isinstance(expected, str):
            pytest.fail(f"{_relative(file)} has no text at {label}: write an empty one and run --rewrite-sessions")
        if self.must_write(file, expected, shown, label=label):
            self._write_value(file, keys, expected, shown)

    def _write_value(self, file: Path, keys: Sequence[Key], old: str, new: str | list[str]) -> None:
        text = file.read_text(encoding="utf-8")
        file.write_text(replace_toml_string(text, keys, old, new), encoding="utf-8")

    def summarize(self) -> Iterator[str]:
        """Yield what was written, and the texts to look at closely since their figures or sides changed."""
        files = {change.file for change in self.changes}
        yield f"{len(self.changes)} texts written anew in {len(files)} files; review them with git diff"
        for change in self.changes:
            if not change.keeps_figures:
                yield f"figures or sides changed: {_relative(change.file)}: {change.label}"


@dataclass(frozen=True, kw_only=True)
class Case:
    """A case of a TOML file: a table with what is entered, what it comes to, and what is said."""

    file: Path
    keys: tuple[Key, ...]
    values: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Return the name of the case, or its number in a list of cases."""
        return str(self.keys[-1])

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 -- whatever the file holds
        """Return a value of the case."""
        return self.values[key]

    def get(self, key: str, default: object = None) -> Any:  # noqa: ANN401 -- the same
        """Return a value of the case, or the default where it has none."""
        return self.values.get(key, default)

    def check(self, wording: Wording, shown: str | Sequence[str], *keys: str, **placeholders: str) -> None:
        """Check what is said in the case, at its key `says` if no other is named."""
        wording.check_value(self.file, [*self.keys, *(keys or ("says",))], shown, **placeholders)


def load_cases(file: Path, section: str) -> list[Case]:
    """Load the cases of a section of a TOML file, which have no names."""
    tables = tomllib.loads(file.read_text(encoding="utf-8")).get(section, [])
    return [Case(file=file, keys=(section, number), values=table) for number, table in enumerate(tables)]


def load_named_cases(files: Iterable[Path], *, needed: set[str], optional: set[str]) -> dict[str, Case]:
    """Load the cases of TOML files, in the order of the files: each is a table that has its name as heading.

    A key that is misspelt would state nothing, so that no others are taken; nor is a name that is there twice.
    """
    cases: dict[str, Case] = {}
    for file in sorted(files):
        for name, table in tomllib.loads(file.read_text(encoding="utf-8")).items():
            label = f"{_relative(file)}: {name}"
            assert isinstance(table, dict), f"{label}: must be a case, under a heading"
            assert needed <= table.keys() <= needed | optional, f"{label}: has the keys {', '.join(table)}"
            assert name not in cases, f"{label}: this name is also in {_relative(cases[name].file)}"
            cases[name] = Case(file=file, keys=(name,), values=table)
    return cases


def load_wordings(area: str, section: str) -> list[Case]:
    """Load the cases of a section of a file of `data/wordings`."""
    return load_cases(WORDINGS / f"{area}.toml", section)


def list_wordings(area: str, section: str) -> list[str]:
    """List what is entered in a table of a file of `data/wordings` that states a text for each."""
    return [*tomllib.loads((WORDINGS / f"{area}.toml").read_text(encoding="utf-8"))[section]]


def insert_placeholders(text: str, placeholders: Mapping[str, str]) -> str:
    """Return a text with each placeholder, such as {folder}, in place of the value that it stands for."""
    for name, value in placeholders.items():
        text = text.replace(value, f"{{{name}}}")
    return text


def find_value(value: Any, keys: Sequence[Key]) -> Any:  # noqa: ANN401 -- whatever the file holds
    """Return the value where a path of keys leads in a TOML document, or None."""
    for key in keys:
        try:
            value = value[key]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def replace_toml_string(text: str, keys: Sequence[Key], old: str, new: str | list[str]) -> str:
    """Return a TOML document with another value for the string at a path of keys, and all else as it was laid out."""
    marker = "the string to replace"
    for place in _TOML_STRING_OR_COMMENT.finditer(text):
        if place[0].startswith("#") or tomllib.loads(f"x = {place[0]}")["x"] != old:
            continue
        before, after = text[: place.start()], text[place.end() :]
        if find_value(tomllib.loads(f'{before}"{marker}"{after}'), keys) == marker:
            return before + _format_toml_value(new) + after
    raise AssertionError(f"no string {old!r} at {keys}")


def _format_toml_value(value: str | list[str]) -> str:
    """Return TOML as a person would write it: as it reads, where no character asks for an escape."""
    if isinstance(value, list):
        return f"[{', '.join(map(_format_toml_value, value))}]"
    if value.replace("\n", "").isprintable() and "'''" not in value and not value.startswith("'"):
        if "\n" in value:
            return f"'''\n{value}'''"
        if '"' in value or "\\" in value:
            return f"'''{value}'''" if "'" in value else f"'{value}'"
    return tomli_w.dumps({"x": value}, multiline_strings=True).removeprefix("x = ").removesuffix("\n")


def find_figures(text: str) -> list[str]:
    """Return the figures of a text with their signs, and the sides that it names, in their order."""
    return _FIGURE_OR_SIDE.findall(_THOUSANDS.sub("", text))


@cache
def _load_sentences(file: Path) -> dict[str, str]:
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def _format_keys(keys: Sequence[Key]) -> str:
    return " / ".join(map(str, keys))


def _relative(file: Path) -> Path:
    return file.relative_to(ROOT) if file.is_relative_to(ROOT) else file


def _format_difference(file: Path, label: str, expected: str, shown: str) -> str:
    difference = difflib.unified_diff(
        expected.splitlines(), shown.splitlines(), "expected", "shown", lineterm="", n=1000
    )
    return "\n".join([f"{_relative(file)}: {label}".rstrip(": "), *difference])
