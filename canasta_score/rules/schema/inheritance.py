"""Rules put over other rules: by a file that extends another one, with `without`, and by house rules."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import cast

from canasta_score.rules.diagnostics import (
    CanastaError,
    Diagnostic,
    DiagnosticCode,
    RuleError,
    build_file_diagnostic,
    build_rule_error,
)
from canasta_score.rules.schema import reader
from canasta_score.rules.schema.limits import MAX_NUMBER, check_depth
from canasta_score.rules.schema.reader import RawRules, RawTable, build_raw_rules
from canasta_score.rules.schema.toml import parse_toml
from canasta_score.rules.text import TYPO_SIMILARITY, find_closest, is_printable_line, parse_digits

_NEED = "need"
GAME_ENDS = ("target", "hands")
GAME_END_KEYS = (*GAME_ENDS, "tie")  # what a tie means depends on how the game ends
_NOT_INHERITED = ("name", "aliases", "summary", *reader.INHERITANCE_KEYS)
OPEN_TABLES = {  # the tables in which a rule file may name new things, and what these are called
    "bonuses": "bonus",
    "canastas": "kind of canasta",
    "penalties": "penalty",
    "sets": "set of canastas",
    "specials": "special hand",
}
_CANASTAS_BY_COLOR = {"red": "natural", "black": "mixed"}  # red books, black canastas
_TABLES_OF_ITEMS = OPEN_TABLES.keys() - {"sets"}


def extend_rules(parent: RawRules, stated: RawTable, file: str) -> tuple[RawRules, list[Diagnostic]]:
    """Merge what a file states over its parent's rules; return also the mistakes in what it goes without."""
    rules, mistakes = _remove_inherited_keys(parent, stated.get("without"), file)
    # Keys such as aliases are not inherited.
    inherited = {key: value for key, value in rules.values.items() if key not in _NOT_INHERITED}
    merged = _merge_rules(RawRules(values=inherited, origins=rules.origins), build_raw_rules(stated, file))
    return merged, mistakes


def _remove_inherited_keys(parent: RawRules, without: object, file: str) -> tuple[RawRules, list[Diagnostic]]:
    """Remove the keys of a parent that its child, a file, goes `without`; return also the mistakes in that list."""
    if without is None:
        return parent, []
    if not (isinstance(without, list) and all(isinstance(key_path, str) for key_path in without)):
        message, hint = "must be a list of keys", 'for example without = ["specials.straight"]'
        return parent, [build_file_diagnostic(file, "without", message, hint)]
    values = parent.values
    mistakes = []
    for key_path in without:
        remaining = _remove_key(values, key_path)
        if remaining is None:
            table, _, name = key_path.rpartition(".")
            named, _ = reader.find_named_value({table: values.get(table)} if table else values, name)
            nearest = named or find_closest(key_path, reader.iter_key_paths(values), min_similarity=TYPO_SIMILARITY)
            hint = f'did you mean "{nearest}"?' if nearest else "remove it from the list"
            message = f'"{key_path}" is not in the rules that this file extends'
            mistakes.append(build_file_diagnostic(file, "without", message, hint))
        else:
            values = remaining
    changed = {path for key_path in without for path in (*reader.iter_parent_paths(key_path), key_path)}
    return RawRules(values=values, origins={**parent.origins, **dict.fromkeys(changed, file)}), mistakes


def apply_overrides(rules: RawRules, overrides: Sequence[str]) -> RawRules:
    """Merge house rules over the rules; raises RuleError with all mistakes, but for keys that the rules do not know."""
    diagnostics: list[Diagnostic] = []
    stated: set[str] = set()
    merged: RawTable = {}
    has_other_steps = any(override.startswith("need.by") for override in overrides)  # by the hand, not by totals
    need = None if has_other_steps else rules.values.get(_NEED)
    for override in overrides:
        try:
            values = _parse_override(override, stated, need)
        except CanastaError as error:
            diagnostics += (diagnostic.at(reader.SET_OPTION) for diagnostic in error.diagnostics)
            continue
        diagnostics += _find_misspelled_names(rules.values, values)
        stated |= _collect_leaf_paths(values)
        merged = _deep_merge(merged, values)
    if diagnostics:
        raise RuleError(diagnostics)
    return _merge_rules(rules, build_raw_rules(merged, reader.SET_OPTION))


def effective_overrides(values: RawTable, overrides: Iterable[str]) -> Iterator[str]:
    """Yield the house rules that are in effect: merging them over the rules changes nothing."""
    for override in overrides:
        with suppress(CanastaError):  # someone may have edited the game file
            if _override_rules(values, _parse_override(override, set(), values.get(_NEED))) == values:
                yield override


def find_new_names(values: RawTable, changed: RawTable) -> list[tuple[str, str]]:
    """Return what is new in changed rules: the table of each new item or kind, and its name."""
    known = set(reader.iter_key_paths(values))
    return [
        (table, name)
        for table, things in changed.items()
        if table in OPEN_TABLES and isinstance(things, dict)
        for name, keys in things.items()
        if isinstance(keys, dict)
        and f"{table}.{name}" not in known  # `specials.opponents` is a key, not a special hand
    ]


def _merge_rules(base: RawRules, override: RawRules) -> RawRules:
    """Merge rules over other rules; a dropped key has the origin of the table around it."""
    values = _override_rules(base.values, override.values)
    kept = set(reader.iter_key_paths(values))
    origins = {key_path: origin for key_path, origin in base.origins.items() if key_path in kept}
    return RawRules(values=values, origins={**origins, **override.origins})


def _override_rules(base: RawTable, override: RawTable) -> dict[str, object]:
    """Merge rules over other rules, without the keys below them whose meaning they change."""
    kept = dict(base)
    for table, changes in override.items():
        values = base.get(table)
        if isinstance(values, dict) and isinstance(changes, dict):
            dropped = _list_dropped_keys(table, values, changes)
            kept[table] = {key: value for key, value in values.items() if key not in dropped}
    return _deep_merge(kept, override)


def _list_dropped_keys(table: str, values: RawTable, changes: RawTable) -> tuple[str, ...]:
    """Return the keys of a table whose meaning the changes change."""
    bases = {values.get("by"), changes.get("by", values.get("by"))}
    has_new_end = any(key in changes and key not in values for key in GAME_ENDS)
    if table == "game" and has_new_end and any(key in values for key in GAME_ENDS):
        return GAME_END_KEYS
    if table == _NEED and "by" in values and len(bases) > 1:
        # Steps start at totals or at hands, and these numbers do not fit each other.
        return ("steps", "hand_steps") if "hand" in bases else ("hand_steps",)
    return ()


def _deep_merge(base: RawTable, override: RawTable) -> dict[str, object]:
    """Merge one table over another key by key, tables within them too; any other value replaces the one below it."""
    merged = dict(base)
    for key, value in override.items():
        below = merged.get(key)
        merged[key] = _deep_merge(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def _remove_key(values: RawTable, key_path: str) -> dict[str, object] | None:
    """Return the rules without one key, or None if they have no such key."""
    key, _, rest = key_path.partition(".")
    if key not in values:
        return None
    remaining = dict(values)
    table = remaining.pop(key)
    if not rest:
        return remaining
    below = _remove_key(table, rest) if isinstance(table, dict) else None
    # A table keeps its place among the others, because the order of the file is the order of the score sheet.
    return None if below is None else {**values, key: below}


def iter_settable_keys(rules: RawTable, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Yield each key of rules with a number, true or false, and its value as it is written; `need` for all steps."""
    for key, value in rules.items():
        if isinstance(value, int):  # true and false too
            yield f"{prefix}{key}", str(value).lower()
        elif isinstance(value, dict):
            yield from iter_settable_keys(value, f"{prefix}{key}.")
        elif isinstance(value, list) and f"{prefix}{key}" == f"{_NEED}.steps":
            yield _NEED, ",".join(map(str, _list_needs(value)))
        elif isinstance(value, list) and all(type(number) is int for number in value):
            yield f"{prefix}{key}", f"[{','.join(map(str, value))}]"


def _parse_override(override: str, stated: set[str], need: object) -> RawTable:
    """Parse a house rule, in short for the steps of `need`; raises CanastaError if wrong, or for `stated` paths."""
    key, sign, value = override.partition("=")
    values: RawTable | None = None
    if sign and is_printable_line(override):
        values = _parse_toml_line(override) or _parse_toml_line(f'{key}="{value}"')  # a word needs no quotes
        values = values or _parse_toml_line(f"{_NEED}.steps=[{override}]")
        values = values or _parse_toml_line(f"{'-'.join(key.lower().split())}={value}")  # `Red book=500`
    if not values:
        hint = "enter the key of a rule, an equals sign and the value, such as game.target=5000"
        raise build_rule_error(reader.SET_OPTION, f'"{override}" is not a house rule', hint)
    check_depth(values)
    values = _expand_need(values, need)
    if values.keys() & {*reader.METADATA_KEYS, *reader.INHERITANCE_KEYS}:
        message = f"{key} can be changed only in a rule file"
        raise build_rule_error(reader.SET_OPTION, message, "to make a rule file", "variants", "new", "--help")
    if _collect_leaf_paths(values) & stated:
        raise build_rule_error(reader.SET_OPTION, f"{key} is set twice", "set it once")
    return values


def _parse_toml_line(line: str) -> dict[str, object] | None:
    with suppress(CanastaError):
        return parse_toml(line.encode())
    return None


def _collect_leaf_paths(values: RawTable) -> set[str]:
    key_paths = list(reader.iter_key_paths(values))
    return {path for path in key_paths if not any(other.startswith(f"{path}.") for other in key_paths)}


def _find_misspelled_names(variant_values: RawTable, values: RawTable) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each new name that is nearly a name or a label of the variant, or means another item."""
    called = _collect_called_keys(variant_values)
    for name in sorted(values.keys() - variant_values.keys()):
        if meant := called.get(name.removesuffix("s")) or called.get(_fold_name(name)):
            yield _build_misspelled_error(name, meant, values[name])
    for table in sorted(OPEN_TABLES.keys() & values.keys()):
        known = variant_values.get(table)
        if isinstance(known, dict) and not isinstance(values[table], dict):
            path, _ = next(iter_settable_keys(known, f"{table}."), (f"{table}.KEY", ""))
            hint = f"enter one of them, such as {path}="
            yield build_file_diagnostic(reader.SET_OPTION, table, "has several rules", hint)
    for key_path in sorted(_collect_leaf_paths(values)):
        table, _, rest = key_path.partition(".")
        name, _, key = rest.partition(".")
        known, changes = variant_values.get(table, {}), values[table]
        if not (isinstance(known, dict) and isinstance(changes, dict)) or table not in OPEN_TABLES or name in known:
            continue
        names = reader.collect_names_and_labels(known)
        words = [name, *(word for word, named in reader.collect_names_and_labels(changes).items() if named == name)]
        if nearest := find_closest(name, names, min_similarity=TYPO_SIMILARITY):
            meant = f"{table}.{names[nearest]}.{key or 'points'}"
        else:
            meant = next((called[word] for word in map(_fold_name, words) if word in called), "")
        if meant:
            yield _build_misspelled_error(f"{table}.{name}", meant, changes[name])


def _build_misspelled_error(key: str, meant: str, value: object) -> Diagnostic:
    points = value.get("points") if isinstance(value, dict) else value
    hint = f'did you mean "{meant}{reader.format_set_value(points)}"?'
    return build_file_diagnostic(reader.SET_OPTION, key, reader.UNKNOWN_KEY, hint, code=DiagnosticCode.UNKNOWN_KEY)


def _collect_called_keys(rules: RawTable) -> dict[str, str]:
    """Return the key of the points of each item by what it is called: its name, and its label in full or in short."""
    tables = {table: things for table, things in rules.items() if isinstance(things, dict)}
    keys = {f"{color}-three": f"threes.{color}" for color in tables.get("threes", {})}
    for table in sorted(_TABLES_OF_ITEMS & tables.keys()):
        for word, name in reader.collect_names_and_labels(tables[table]).items():
            if isinstance(tables[table][name], dict):
                keys[_fold_name(word)] = f"{table}.{name}.points"
    for color, kind in _CANASTAS_BY_COLOR.items():
        if kind in tables.get("canastas", {}):
            keys |= dict.fromkeys((f"{color}-book", f"{color}-canasta"), f"canastas.{kind}.points")
    return keys


def _fold_name(name: str) -> str:
    """Return a name in singular, and for canastas as short as people say them: `red` for red books."""
    return re.sub("(-(book|canasta))?s?$", "", name)


def _expand_need(values: RawTable, present: object) -> RawTable:
    """Return a house rule such as `need=50,100` with all steps of the need that is `present`; raises RuleError."""
    stated, listed = values.get(_NEED), present.get("steps") if isinstance(present, dict) else None
    steps = listed if isinstance(listed, list) and all(isinstance(step, dict) for step in listed) else []
    if not all(type(step.get(_NEED, 0)) is int for step in steps):
        steps = []  # their reader reports it
    needs = _list_needs(steps)
    # A step may be named by where it begins, `need.3000`, and by its number, `need.2`.
    starts = {str(step.get("at_least", step.get("over"))): place for place, step in enumerate(steps)}
    numbers = _parse_numbers(stated, starts | {str(place + 1): place for place in range(len(steps))})
    if stated is None or not needs or (isinstance(stated, dict) and not numbers):
        return values  # another rule, or steps in full
    if len(numbers) == len(needs) and not isinstance(stated, dict):
        return {_NEED: {"steps": [{**step, _NEED: number} for step, (_, number) in zip(steps, numbers, strict=True)]}}
    message = f"all steps are set together; now they are {_format_short_rule(needs)}"
    # Each number belongs in its place, or, if it names no step, in place of the nearest that is left.
    meant, left = [*needs], [*range(len(needs))]
    for named, number in numbers if len(numbers) <= len(needs) else ():
        nearest = min(left, key=lambda place: abs(needs[place] - number))
        place = named if named is not None and named in left else nearest
        meant[place] = number
        left.remove(place)
    hint = f"enter {reader.SET_OPTION} {_format_short_rule(meant)}"
    if meant == needs:
        hint = "enter a number for each step, with commas between them"
    raise build_rule_error(reader.SET_OPTION, message, hint, where=_NEED)


def _list_needs(steps: Sequence[Mapping[str, object]]) -> list[int]:
    """Return the points of each step; 0 where a canasta is all that is needed."""
    return [cast("int", step.get(_NEED, 0)) for step in steps]


def _parse_numbers(stated: object, places: Mapping[str, int]) -> list[tuple[int | None, int]]:
    """Return the needs that are stated without all steps in full, each with the place of its step if it names one."""
    words: Sequence[tuple[str, object]]
    match stated:
        case {"steps": [{"need": need, **bounds}]} if len(bounds) == 1:  # a single step in full
            words = [(str(bound), need) for bound in bounds.values() if str(bound) in places]
        case {"steps": steps}:
            return _parse_numbers(steps, places)
        case dict():  # `need.2=100`
            words = [*stated.items()] if all(map(str.isdecimal, stated)) else []
        case list():
            words = [("", word) for word in stated]
        case _:  # `need=50,100`
            words = [("", word) for word in str(stated).split(",")]
    numbers = [(places.get(name), parse_digits(str(word).strip(), MAX_NUMBER, least=0)) for name, word in words]
    known = [(place, number) for place, number in numbers if number is not None]
    return known if len(known) == len(words) else []


def _format_short_rule(needs: Sequence[int]) -> str:
    return f"{_NEED}={','.join(map(str, needs))}"
