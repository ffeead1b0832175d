"""Checks of the names by which rules refer to one another: each must exist, and none may lead back to itself."""

from collections.abc import Collection, Mapping
from graphlib import CycleError, TopologicalSorter

from canasta_score.rules.schema.reader import TableReader


def check_reference(table: TableReader, key: str, name: str, known: Collection[str], noun: str) -> None:
    """Add a mistake at a key if the name in it is not known; `noun` says what should have that name."""
    if name not in known:
        hint = f"choose from: {', '.join(known)}" if known else "remove it"
        table.add_error(key, f'there is no {noun} "{name}"', hint)


def report_cycle(table: TableReader, key: str, cycle: Collection[str], hint: str) -> None:
    """Add a mistake at a key if there is a cycle from it, unless what it refers to is already known to be wrong."""
    if cycle and not table.has_error(key):
        table.add_error(key, f"leads back to itself: {' -> '.join(cycle)}", hint)


def find_cycles(references: Mapping[str, Collection[str]]) -> dict[str, tuple[str, ...]]:
    """Return, for each name that leads back to itself, the path that does.

    >>> find_cycles({"a": ["b"], "b": ["c", "a"], "c": []})
    {'a': ('a', 'b', 'a'), 'b': ('b', 'a', 'b')}
    """
    remaining = {name: list(targets) for name, targets in references.items()}
    cycles: dict[str, tuple[str, ...]] = {}
    while cycle := _find_cycle(remaining):
        for index, name in enumerate(cycle):
            path = (*cycle[index:], *cycle[:index], name)
            cycles.setdefault(name, path)
            remaining[name].remove(path[1])  # graphlib finds one cycle at a time, so break this one up
    return cycles


def _find_cycle(references: Mapping[str, Collection[str]]) -> list[str]:
    try:
        TopologicalSorter(references).prepare()
    except CycleError as error:
        return list(reversed(error.args[1][1:]))  # graphlib follows the references backward
    return []
