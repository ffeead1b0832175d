"""`extends`: a rule file that takes another one and states only what differs."""

from collections.abc import Iterator, Mapping
from dataclasses import field

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.schema.reader import RawTable

EXCLUSIVE_KEYS = {"game": ("target", "hands")}
_TIE_KEY = "tie"
_NOT_INHERITED = ("name", "aliases", "summary", "extends", "without")


@frozen
class RawRules(Value):
    """What a rule file and its parents say together, with the file that states each key."""

    values: RawTable
    origins: Mapping[str, str] = field(default_factory=dict)


def build_raw_rules(values: RawTable, file: str) -> RawRules:
    """Give what one file says, every key from that file."""
    return RawRules(values=values, origins=dict.fromkeys(iter_key_paths(values), file))


def merge_inherited(parent: RawRules, child: RawRules) -> RawRules:
    """Give the parent's rules with the child's differences laid over them.

    A table is laid over key by key, anything else is replaced. A parent's name, aliases and summary are its own.
    Where a rule can be said in one of two ways (target or hands), saying it the other way takes the one back, and with
    it what a tie then means.
    """
    inherited = {key: value for key, value in parent.values.items() if key not in _NOT_INHERITED}
    return RawRules(values=deep_merge(inherited, child.values), origins={**parent.origins, **child.origins})


def deep_merge(under: RawTable, over: RawTable, table: str = "") -> dict[str, object]:
    """Lay one table over another, key by key and table by table."""
    ways = EXCLUSIVE_KEYS.get(table, ())
    taken_back = (*ways, _TIE_KEY) if any(way in over and way not in under for way in ways) else ()
    result = {key: value for key, value in under.items() if key not in taken_back}
    for key, value in over.items():
        below = result.get(key)
        result[key] = deep_merge(below, value, key) if isinstance(below, dict) and isinstance(value, dict) else value
    return result


def remove_key(values: RawTable, path: str) -> dict[str, object] | None:
    """Give the rules without one key, named by its path; None where there is no such key."""
    key, _, rest = path.partition(".")
    if key not in values:
        return None
    result = dict(values)
    if not rest:
        del result[key]
        return result
    below = values[key]
    inner = remove_key(below, rest) if isinstance(below, dict) else None
    if inner is None:
        return None
    result[key] = inner
    return result


def iter_key_paths(values: RawTable, path: str = "") -> Iterator[str]:
    """Go through the paths of all keys, tables before what stands in them."""
    for key, value in values.items():
        here = f"{path}.{key}" if path else key
        yield here
        if isinstance(value, dict):
            yield from iter_key_paths(value, here)
