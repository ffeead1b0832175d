"""What a new rule file says: whose rules it takes over, and in remarks each of them, ready to be changed.

Headings are in force and keys are told with their whole path below them, `out.points = 200` below `[bonuses]`, so that
each line holds as soon as the `# ` before it is taken away. A heading alone changes nothing.
"""

from collections.abc import Iterable, Iterator, Mapping
from shlex import quote

from canasta_score.report.rules.key_descriptions import AT_THE_TOP, TABLES, TITLES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import Keys
from canasta_score.rules.text import printable

BEFORE_REMARK = 34
MOST_BEFORE_REMARK = 56
OF_EACH = "*."
HEAD = """\
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


def new_rule_file(name: str, extends: str, values: Keys, parent: Variant) -> str:
    """Give the text of a new rule file by its name; `values` are all keys of the parent, which it extends."""
    words = {"name": name, "parent": f"{parent.title} ({extends})", "extends": quote(extends)}
    blocks = [
        remarks(printable(line.format(**words)) for line in HEAD.split("\n")),
        [f"extends = {toml_value(extends)}"],
        top_lines(parent),
        *([*table_lines(table, values, parent)] for table in TABLES),
    ]
    return "\n\n".join("\n".join(block) for block in blocks) + "\n"


def remarks(lines: Iterable[str]) -> list[str]:
    """Give lines that explain, which are no rules."""
    return [f"## {line}".rstrip() for line in lines]


def top_lines(parent: Variant) -> list[str]:
    """Give what can be said above the first heading."""
    now: Keys = {"without": (), "title": parent.title, "aliases": (), "source": parent.source, "summary": ""}
    such = [f"specials.{hand.name}" for hand in parent.specials.hands]
    such += [f"{table}.{fact.name}" for table in ("bonuses", "penalties") for fact in getattr(parent, table)]
    example = {"without": f", such as [{toml_value(such[0])}]"} if such else {}
    return [
        line
        for key, meaning in AT_THE_TOP.items()
        for line in rule_lines(key, now[key], meaning + example.get(key, ""))
    ]


def table_lines(table: str, values: Keys, parent: Variant) -> Iterator[str]:
    """Give a heading with all that stands below it in the parent, and in words what else can be said there."""
    stated = values.get(table)
    told = dict(leaves(stated)) if isinstance(stated, dict) else {}
    words = TABLES[table]
    yield f"[{table}]{' ' * (BEFORE_REMARK - len(table) - 2)}# {TITLES[table]}"
    alone = {key: told.get(key, present(parent, table, key)) for key in words if not key.startswith(OF_EACH)}
    for key, value in alone.items():
        if value is not None:
            yield from rule_lines(key, value, words[key])
    also = [key for key, value in alone.items() if value is None and key.rpartition(".")[0] not in alone]
    if also:
        yield from explained("You can add:", {key: words[key] for key in also})
    if len(alone) < len(words):
        yield from named_lines(told, words)


def named_lines(told: Keys, words: Mapping[str, str]) -> Iterator[str]:
    """Give below the heading of a table what is said of each thing in it, behind what can be said of it."""
    yield "##"
    of_each = {key.removeprefix(OF_EACH): meaning for key, meaning in words.items() if key.startswith(OF_EACH)}
    yield from explained("Each line has a name first, as it is typed, and behind the dot:", of_each)
    yield from remarks(["To add something, give it a name of your own: our-own.points = 500"])
    before = ""
    for key, value in told.items():
        name, dot, _ = key.partition(".")
        if dot and name != before:
            yield ""
            before = name
        if dot:
            yield f"# {key} = {toml_value(value)}"


def explained(title: str, words: Mapping[str, str]) -> Iterator[str]:
    """Give what keys mean, below a title."""
    width = max(map(len, words)) + 2
    yield from remarks([title, *(f"  {key:<{width}}{meaning}" for key, meaning in words.items())])


def rule_lines(key: str, value: object, meaning: str) -> Iterator[str]:
    """Give a rule in a remark that holds without its `# `; what it means stands behind it, or above a long one."""
    line = f"# {key} = {toml_value(value)}"
    if len(line) > MOST_BEFORE_REMARK:
        yield from remarks([f"{key}: {meaning}"])
        yield line
    else:
        yield f"{line + '  ':<{BEFORE_REMARK}}# {meaning}"


def present(parent: Variant, table: str, key: str) -> object:
    """Give what holds where a rule file does not state a key; None where that cannot be stated."""
    return getattr(getattr(parent, table, None), key, None)


def leaves(values: Keys, table: str = "") -> Iterator[tuple[str, object]]:
    """Go through the keys of a table that are no tables, by their paths in it."""
    for key, value in values.items():
        if isinstance(value, dict):
            yield from leaves(value, f"{table}{key}.")
        else:
            yield f"{table}{key}", value


def toml_value(value: object) -> str:
    """Write a value as people write it in a rule file: a list in one line, a step in braces."""
    match value:
        case bool():
            return str(value).lower()
        case str():
            from tomli_w import dumps  # noqa: PLC0415 -- start-up

            return dumps({"it": str(value)}).removeprefix("it = ").rstrip("\n")
        case dict():
            return f"{{ {', '.join(f'{key} = {toml_value(one)}' for key, one in value.items())} }}"
        case list() | tuple():
            return f"[{', '.join(map(toml_value, value))}]"
    return str(value)
