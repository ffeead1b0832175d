"""Sets of canastas that earn points by themselves, such as five natural ones: no side tells them, its canastas do."""

from collections.abc import Mapping

from canasta_score.rules.canastas import Canasta, read_needed_canastas
from canasta_score.rules.facts import read_label
from canasta_score.rules.keys import Table
from canasta_score.rules.values import Value, frozen


@frozen
class CanastaSet(Value):
    """A set of canastas and its points: how many of each kind, or of all, it takes.

    `gives_way_to` names sets beside which it is not scored, for they are made of the same canastas.
    """

    name: str
    label: str
    about: str
    points: int
    canastas: Mapping[str, int]
    gives_way_to: tuple[str, ...]


def read_canasta_sets(root: Table, canastas: tuple[Canasta, ...]) -> tuple[CanastaSet, ...]:
    """Read `[sets.…]`."""
    table = root.table("sets")
    sets = tuple(read_canasta_set(one, name, canastas) for name, one in table.named().items())
    table.close()
    names = [one.name for one in sets]
    for one in sets:
        for other in one.gives_way_to:
            if other not in names or other == one.name:
                hint = f"known here: {', '.join(name for name in names if name != one.name) or 'none'}"
                table.wrong(f"{one.name}.gives_way_to", f"'{other}' is no other set here", hint)
    return sets


def read_canasta_set(table: Table, name: str, canastas: tuple[Canasta, ...]) -> CanastaSet:
    """Read one set of canastas."""
    needed = table.table("canastas")
    one = CanastaSet(
        name=name,
        label=read_label(table, name),
        about=table.text("about", ""),
        points=table.whole("points"),
        canastas=read_needed_canastas(needed, canastas),
        gives_way_to=table.texts("gives_way_to"),
    )
    if not one.canastas and not table.doubtful("canastas"):
        table.wrong("canastas", "names no canastas", "such as canastas = { natural = 5 }")
    table.close()
    return one
