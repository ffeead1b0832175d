"""`extends`: a rule file that takes another one and states only what differs."""

from collections.abc import Iterator, Mapping
from dataclasses import field

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.schema.reader import Keys

ALTERNATIVES = {"game": ("target", "hands")}
TIE = "tie"
NOT_TAKEN_OVER = ("name", "aliases", "summary", "extends", "without")


@frozen
class Stated(Value):
    """What a rule file and its parents say together, with the file that states each key."""

    values: Keys
    origins: Mapping[str, str] = field(default_factory=dict)


def stated_in(values: Keys, file: str) -> Stated:
    """Give what one file says, every key from that file."""
    return Stated(values=values, origins=dict.fromkeys(key_paths(values), file))


def with_differences(parent: Stated, child: Stated) -> Stated:
    """Give the parent's rules with the child's differences laid over them.

    A table is laid over key by key, anything else is replaced. A parent's name, aliases and summary are its own.
    Where a rule can be said in one of two ways (target or hands), saying it the other way takes the one back, and with
    it what a tie then means.
    """
    inherited = {key: value for key, value in parent.values.items() if key not in NOT_TAKEN_OVER}
    return Stated(values=laid_over(inherited, child.values), origins={**parent.origins, **child.origins})


def laid_over(under: Keys, over: Keys, table: str = "") -> dict[str, object]:
    """Lay one table over another, key by key and table by table."""
    ways = ALTERNATIVES.get(table, ())
    taken_back = (*ways, TIE) if any(way in over and way not in under for way in ways) else ()
    result = {key: value for key, value in under.items() if key not in taken_back}
    for key, value in over.items():
        below = result.get(key)
        result[key] = laid_over(below, value, key) if isinstance(below, dict) and isinstance(value, dict) else value
    return result


def without(values: Keys, path: str) -> dict[str, object] | None:
    """Give the rules without one key, named by its path; None where there is no such key."""
    key, _, rest = path.partition(".")
    if key not in values:
        return None
    result = dict(values)
    if not rest:
        del result[key]
        return result
    below = values[key]
    inner = without(below, rest) if isinstance(below, dict) else None
    if inner is None:
        return None
    result[key] = inner
    return result


def key_paths(values: Keys, path: str = "") -> Iterator[str]:
    """Go through the paths of all keys, tables before what stands in them."""
    for key, value in values.items():
        here = f"{path}.{key}" if path else key
        yield here
        if isinstance(value, dict):
            yield from key_paths(value, here)
