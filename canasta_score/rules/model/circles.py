"""Circles: rules that name each other so that none of them can ever hold."""

from collections.abc import Mapping, Sequence


def find_cycle(name: str, named: Mapping[str, Sequence[str]], way: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Give a way along what names what that leads back to where it begins; nothing where there is none.

    >>> find_cycle("a", {"a": ["b"], "b": ["c", "a"], "c": []}), find_cycle("c", {"c": ["a"], "a": ["a"]})
    (('a', 'b', 'a'), ())
    """
    way = (*way, name)
    for other in named.get(name, ()):
        if other == way[0]:
            return (*way, other)
        if other not in way and (found := find_cycle(other, named, way)):
            return found
    return ()
