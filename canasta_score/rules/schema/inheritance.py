"""`extends` and `without`: a rule file that takes over another one and states only what differs."""

from collections.abc import Mapping
from dataclasses import field

from canasta_score.rules.diagnostics import Diagnostic, build_file_diagnostic
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.schema.raw_tables import RawTable, find_named_value, iter_key_paths, iter_parent_paths
from canasta_score.rules.schema.reader import INHERITANCE_KEYS
from canasta_score.rules.text import TYPO_SIMILARITY, find_closest

EXCLUSIVE_KEYS = {"game": ("target", "hands")}
_NOT_INHERITED = ("name", "aliases", "summary", *INHERITANCE_KEYS)


@frozen
class RawRules(Value):
    """What a rule file and its parents say together, unchecked, with the name of the file that states each key path."""

    values: RawTable
    origins: Mapping[str, str] = field(default_factory=dict)


def build_raw_rules(values: RawTable, file: str) -> RawRules:
    """Build the rules of one file."""
    return RawRules(values=values, origins=dict.fromkeys(iter_key_paths(values), file))


def merge_inherited(parent: RawRules, child: RawRules) -> RawRules:
    """Merge a child's rules over its parent's, without what belongs to the parent alone, such as its aliases."""
    inherited = {key: value for key, value in parent.values.items() if key not in _NOT_INHERITED}
    return merge_rules(RawRules(values=inherited, origins=parent.origins), child)


def merge_rules(base: RawRules, override: RawRules) -> RawRules:
    """Merge rules over others; what they drop has the origin of the table around it."""
    values = deep_merge(base.values, override.values)
    kept = set(iter_key_paths(values))
    origins = {key_path: origin for key_path, origin in base.origins.items() if key_path in kept}
    return RawRules(values=values, origins={**origins, **override.origins})


def deep_merge(base: RawTable, override: RawTable, table: str = "") -> dict[str, object]:
    """Merge one table over another key by key, tables within them too; any other value replaces the one below it.

    `table` is the key of both tables. Of keys that exclude each other, such as `game.target` and `game.hands`, the
    override's remains.
    """
    dropped = _list_dropped_keys(base, override, table)
    merged = {key: value for key, value in base.items() if key not in dropped}
    for key, value in override.items():
        below = merged.get(key)
        merged[key] = deep_merge(below, value, key) if isinstance(below, dict) and isinstance(value, dict) else value
    return merged


def _list_dropped_keys(base: RawTable, override: RawTable, table: str) -> tuple[str, ...]:
    """Return the keys of a table that an override excludes, and those whose meaning it changes."""
    exclusive = EXCLUSIVE_KEYS.get(table, ())
    if any(key in override and key not in base for key in exclusive) and any(key in base for key in exclusive):
        return (*exclusive, "tie")  # what a tie means depends on how the game ends
    if table == "need" and "by" in base and override.get("by", base["by"]) != base["by"]:
        return ("steps",)  # the totals at which steps start are no numbers of hands
    return ()


def remove_inherited_keys(parent: RawRules, without: object, file: str) -> tuple[RawRules, list[Diagnostic]]:
    """Remove the keys of a parent that its child goes `without`; return also the mistakes in that list.

    `file` is the child: a key that is missing from now on is its mistake.
    """
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
            named, _ = find_named_value({table: values.get(table)} if table else values, name)
            nearest = named or find_closest(key_path, iter_key_paths(values), min_similarity=TYPO_SIMILARITY)
            hint = f'did you mean "{nearest}"?' if nearest else "remove it from the list"
            message = f'"{key_path}" is not in the rules that this file extends'
            mistakes.append(build_file_diagnostic(file, "without", message, hint))
        else:
            values = remaining
    changed = {path for key_path in without for path in (*iter_parent_paths(key_path), key_path)}
    return RawRules(values=values, origins={**parent.origins, **dict.fromkeys(changed, file)}), mistakes


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
    # A table keeps its place among the others, for the order of the file is the order of the score sheet.
    return None if below is None else {**values, key: below}
