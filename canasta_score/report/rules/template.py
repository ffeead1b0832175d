"""What a new rule file says: whose rules it takes over, and in remarks each of them, ready to be changed.

Headings are in force and keys are told with their whole path below them, `out.points = 200` below `[bonuses]`, so that
each line holds as soon as the `# ` before it is taken away. A heading alone changes nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from shlex import quote

from canasta_score.report.rules.key_descriptions import TABLE_KEYS, TABLE_TITLES, TOP_LEVEL_KEYS
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.raw_tables import RawTable
from canasta_score.rules.text import escape_unprintable

_COMMENT_COLUMN = 34
_MAX_COMMENTED_WIDTH = 56
_EACH_NAME_PREFIX = "*."
_INTRODUCTION = """\
{name}: by the rules of {parent}, but for what you change here.

So far nothing is changed. Every line below that begins with # is a rule as it
stands; lines that begin with ## explain. To change a rule:

  1. Take away the # in front of it. Leave the lines in [brackets] as they are.
  2. Change what stands behind the = sign. Numbers have no commas, words keep
     their "quotes". What stands behind a # further on explains; it may stay.
  3. Save the file. Then ask whether all is well, and what is other now:

         canasta-score variants check {name}
         canasta-score variants diff {extends} {name}

A game that is begun keeps the rules it was begun with."""


def render_rule_file(name: str, extends: str, values: RawTable, parent: Variant) -> str:
    """Give the text of a new rule file by its name; `values` are all keys of the parent, which it extends."""
    words = {"name": name, "parent": f"{parent.title} ({extends})", "extends": quote(extends)}
    blocks = [
        _format_comments(escape_unprintable(line.format(**words)) for line in _INTRODUCTION.split("\n")),
        [f"extends = {format_toml_value(extends)}"],
        _format_top_level_rules(parent),
        *([*_iter_rule_table_lines(table, values, parent)] for table in TABLE_KEYS),
    ]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def _format_comments(lines: Iterable[str]) -> list[str]:
    """Give lines that explain, which are no rules."""
    return [f"## {line}".rstrip() for line in lines]


def _format_top_level_rules(parent: Variant) -> list[str]:
    """Give what can be said above the first heading."""
    now: RawTable = {"without": (), "title": parent.title, "aliases": (), "source": parent.source, "summary": ""}
    such = [f"specials.{hand.name}" for hand in parent.specials.hands]
    such += [f"{table}.{fact.name}" for table in ("bonuses", "penalties") for fact in getattr(parent, table)]
    example = {"without": f", such as [{format_toml_value(such[0])}]"} if such else {}
    return [
        line
        for key, meaning in TOP_LEVEL_KEYS.items()
        for line in _iter_rule_lines(key, now[key], meaning + example.get(key, ""))
    ]


def _iter_rule_table_lines(table: str, values: RawTable, parent: Variant) -> Iterator[str]:
    """Give a heading with all that stands below it in the parent, and in words what else can be said there."""
    stated = values.get(table)
    told = dict(_iter_leaf_values(stated)) if isinstance(stated, dict) else {}
    words = TABLE_KEYS[table]
    yield f"[{table}]{' ' * (_COMMENT_COLUMN - len(table) - 2)}# {TABLE_TITLES[table]}"
    alone = {
        key: told.get(key, _find_current_value(parent, table, key))
        for key in words
        if not key.startswith(_EACH_NAME_PREFIX)
    }
    for key, value in alone.items():
        if value is not None:
            yield from _iter_rule_lines(key, value, words[key])
    also = [key for key, value in alone.items() if value is None and key.rpartition(".")[0] not in alone]
    if also:
        yield from _iter_key_help_lines("You can add:", {key: words[key] for key in also})
    if len(alone) < len(words):
        yield from _iter_named_rule_lines(told, words)


def _iter_named_rule_lines(told: RawTable, words: Mapping[str, str]) -> Iterator[str]:
    """Give below the heading of a table what is said of each thing in it, behind what can be said of it."""
    yield "##"
    of_each = {
        key.removeprefix(_EACH_NAME_PREFIX): meaning
        for key, meaning in words.items()
        if key.startswith(_EACH_NAME_PREFIX)
    }
    yield from _iter_key_help_lines("Each line has a name first, as it is typed, and behind the dot:", of_each)
    yield from _format_comments(["To add something, give it a name of your own: our-own.points = 500"])
    before = ""
    for key, value in told.items():
        name, dot, _ = key.partition(".")
        if dot and name != before:
            yield ""
            before = name
        if dot:
            yield f"# {key} = {format_toml_value(value)}"


def _iter_key_help_lines(title: str, words: Mapping[str, str]) -> Iterator[str]:
    """Give what keys mean, below a title."""
    width = max(map(len, words)) + 2
    yield from _format_comments([title, *(f"  {key:<{width}}{meaning}" for key, meaning in words.items())])


def _iter_rule_lines(key: str, value: object, meaning: str) -> Iterator[str]:
    """Give a rule in a remark that holds without its `# `; what it means stands behind it, or above a long one."""
    line = f"# {key} = {format_toml_value(value)}"
    if len(line) > _MAX_COMMENTED_WIDTH:
        yield from _format_comments([f"{key}: {meaning}"])
        yield line
    else:
        yield f"{line + '  ':<{_COMMENT_COLUMN}}# {meaning}"


def _find_current_value(parent: Variant, table: str, key: str) -> object:
    """Give what holds where a rule file does not state a key; None where that cannot be stated."""
    return getattr(getattr(parent, table, None), key, None)


def _iter_leaf_values(values: RawTable, table: str = "") -> Iterator[tuple[str, object]]:
    """Go through the keys of a table that are no tables, by their paths in it."""
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _iter_leaf_values(value, f"{table}{key}.")
        else:
            yield f"{table}{key}", value


def format_toml_value(value: object) -> str:
    """Write a value as people write it in a rule file: a list in one line, a step in braces."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            from tomli_w import dumps  # noqa: PLC0415 -- start-up

            return dumps({"it": str(value)}).removeprefix("it = ").rstrip("\n")
        case dict():
            return f"{{ {', '.join(f'{key} = {format_toml_value(one)}' for key, one in value.items())} }}"
        case list() | tuple():
            return f"[{', '.join(map(format_toml_value, value))}]"
    return str(value)
