"""Sets of canastas that earn points by themselves, such as five natural ones: no side tells them, its canastas do."""

from collections.abc import Mapping

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import Canasta, read_canasta_requirements
from canasta_score.rules.model.circles import find_cycle
from canasta_score.rules.model.facts import read_label
from canasta_score.rules.schema.reader import TableReader


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


def read_canasta_sets(root: TableReader, canastas: tuple[Canasta, ...]) -> tuple[CanastaSet, ...]:
    """Read `[sets.…]`."""
    table = root.table("sets")
    sets = tuple(_read_canasta_set(one, name, canastas) for name, one in table.named_tables().items())
    table.report_unknown_keys()
    _check_precedence(table, sets)
    return sets


def _check_precedence(table: TableReader, sets: tuple[CanastaSet, ...]) -> None:
    """Note sets that give way to none that there is, and those that give way to each other in a circle."""
    named = {one.name: one.gives_way_to for one in sets}
    for name, stronger in named.items():
        key, others = f"{name}.gives_way_to", [other for other in named if other != name]
        for other in stronger:
            if other not in others:
                table.add_error(key, f"'{other}' is no other set here", f"known here: {', '.join(others) or 'none'}")
        if not table.has_error(key) and (circle := find_cycle(name, named)):
            table.add_error(key, f"runs in a circle: {' -> '.join(circle)}", "let one of them not give way")


def _read_canasta_set(table: TableReader, name: str, canastas: tuple[Canasta, ...]) -> CanastaSet:
    """Read one set of canastas."""
    needed = table.table("canastas")
    one = CanastaSet(
        name=name,
        label=read_label(table, name),
        about=table.text("about", ""),
        points=table.integer("points"),
        canastas=read_canasta_requirements(needed, canastas),
        gives_way_to=table.texts("gives_way_to"),
    )
    if not one.canastas and not table.has_error("canastas"):
        table.add_error("canastas", "names no canastas", "such as canastas = { natural = 5 }")
    table.report_unknown_keys()
    return one
