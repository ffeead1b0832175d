"""A new rule file: the variant that it extends, and each of its rules in a comment, valid without its `# `."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from shlex import quote
from typing import Any

import tomli
import tomli_w

from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import RawTable
from canasta_score.rules.text import escape_unprintable

_COMMENT_COLUMN = 34
_MAX_COMMENTED_WIDTH = 56


@cache
def load_texts() -> dict[str, Any]:
    """Return the texts of a new rule file: the introduction, the titles of the tables, and what each key means."""
    return tomli.loads(Path(__file__).with_name("new_rule_file.toml").read_text(encoding="utf-8"))


def get_key_meanings(table: str) -> tuple[dict[str, str], dict[str, str]]:
    """Return what each key of a table means, and each key of the things that the table names."""
    texts = load_texts()
    keys: dict[str, Any] = dict(texts["tables"][table])
    shared = texts["shared"]["each"] if table in texts["shared"]["tables"] else {}
    each = {**shared, **keys.pop("each", {})}
    return keys, each


def render_rule_file(name: str, extends: str, values: RawTable, parent: Variant) -> str:
    """Return the text of a new rule file; `values` are all keys of the parent, which it extends."""
    texts = load_texts()
    words = {"name": name, "parent": f"{parent.title} ({extends})", "extends": quote(extends)}
    blocks = [
        _format_comments(escape_unprintable(line.format(**words)) for line in texts["introduction"].split("\n")),
        [f"extends = {format_toml_value(extends)}"],
        list(_iter_top_level_lines(parent)),
        *(list(_iter_section_lines(table, values, parent)) for table in texts["tables"]),
    ]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def format_toml_value(value: object) -> str:
    """Return a value as people write it in a rule file: a list on one line, a step in braces."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            return tomli_w.dumps({"key": str(value)}).removeprefix("key = ").rstrip("\n")
        case dict():
            return f"{{ {', '.join(f'{key} = {format_toml_value(item)}' for key, item in value.items())} }}"
        case list() | tuple():
            return f"[{', '.join(map(format_toml_value, value))}]"
    return str(value)


def _format_comments(lines: Iterable[str]) -> list[str]:
    return [f"## {line}".rstrip() for line in lines]


def _iter_top_level_lines(parent: Variant) -> Iterator[str]:
    current: RawTable = {"without": (), "title": parent.title, "aliases": (), "source": parent.source, "summary": ""}
    removable = {"specials": parent.specials.hands, "bonuses": parent.bonuses, "penalties": parent.penalties}
    names = [f"{table}.{fact.name}" for table, facts in removable.items() for fact in facts]
    for key, meaning in load_texts()["top"].items():
        example = f", such as [{format_toml_value(names[0])}]" if key == "without" and names else ""
        yield from _iter_rule_lines(key, current[key], meaning + example)


def _iter_section_lines(table: str, values: RawTable, parent: Variant) -> Iterator[str]:
    stated = values.get(table)
    stated = stated if isinstance(stated, dict) else {}
    leaves = dict(_iter_leaf_values(stated))
    meanings, meanings_of_each = get_key_meanings(table)
    yield f"[{table}]{' ' * (_COMMENT_COLUMN - len(table) - 2)}# {load_texts()['titles'][table]}"
    # The fields of a variant are named as the keys of a rule file, where a single value can be stated.
    rules = getattr(parent, table, None)
    current = {key: {**stated, **leaves}.get(key, getattr(rules, key, None)) for key in meanings}
    for key, value in current.items():
        if value is not None:
            yield from _iter_rule_lines(key, value, meanings[key])
    addable = [key for key, value in current.items() if value is None and key.rpartition(".")[0] not in current]
    if addable:
        yield from _iter_key_help_lines("You can add:", {key: meanings[key] for key in addable})
    if not meanings_of_each:
        return
    yield "##"
    title = "Each line starts with the name you type, then a dot, then one of these:"
    yield from _iter_key_help_lines(title, meanings_of_each)
    yield from _format_comments(["To add something new, give it a name: our-own.points = 500"])
    named = [key for key in leaves if "." in key]
    for _, keys in groupby(named, key=lambda key: key.partition(".")[0]):
        yield ""
        yield from (f"# {key} = {format_toml_value(leaves[key])}" for key in keys)


def _iter_leaf_values(values: RawTable, prefix: str = "") -> Iterator[tuple[str, object]]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _iter_leaf_values(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _iter_key_help_lines(title: str, meanings: Mapping[str, str]) -> Iterator[str]:
    width = max(map(len, meanings)) + 2
    yield from _format_comments([title, *(f"  {key:<{width}}{meaning}" for key, meaning in meanings.items())])


def _iter_rule_lines(key: str, value: object, meaning: str) -> Iterator[str]:
    line = f"# {key} = {format_toml_value(value)}"
    if len(line) > _MAX_COMMENTED_WIDTH:
        yield from _format_comments([f"{key}: {meaning}"])
        yield line
    else:
        yield f"{line + '  ':<{_COMMENT_COLUMN}}# {meaning}"
