"""Sets of canastas that earn points by themselves, such as five natural ones.

No side reports a set: it follows from the side's canastas.
"""

from collections.abc import Mapping

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import Canasta, read_canasta_requirements
from canasta_score.rules.model.facts import read_label
from canasta_score.rules.schema.reader import TableReader
from canasta_score.rules.schema.references import check_reference, find_cycles, report_cycle


@frozen
class CanastaSet(Value):
    """A set of canastas, its points, and how many canastas of each kind, or of all kinds, it takes.

    It is not scored together with the sets in `gives_way_to`, which are made of the same canastas.
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
    sets = table.read_named_tables(lambda row, name: _read_canasta_set(row, name, canastas))
    _check_precedence(table, {canasta_set.name: canasta_set.gives_way_to for canasta_set in sets})
    return sets


def _read_canasta_set(table: TableReader, name: str, canastas: tuple[Canasta, ...]) -> CanastaSet:
    required = table.table("canastas")
    canasta_set = CanastaSet(
        name=name,
        label=read_label(table, name),
        about=table.text("about", ""),
        points=table.integer("points"),
        canastas=read_canasta_requirements(required, canastas),
        gives_way_to=table.texts("gives_way_to"),
    )
    if not canasta_set.canastas and not table.has_error("canastas"):
        table.add_error("canastas", "needs at least one canasta", "for example canastas = { natural = 5 }")
    return canasta_set


def _check_precedence(table: TableReader, stronger_sets: Mapping[str, tuple[str, ...]]) -> None:
    cycles = find_cycles(stronger_sets)
    for name, stronger in stronger_sets.items():
        others = [other for other in stronger_sets if other != name]
        for other in stronger:
            check_reference(table, f"{name}.gives_way_to", other, others, "other set")
        report_cycle(table, f"{name}.gives_way_to", cycles.get(name, ()), "remove one of these")
