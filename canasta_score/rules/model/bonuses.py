"""Bonuses: going out, the exact cut and others that a side earns once or more in a hand."""

from collections.abc import Mapping

from canasta_score.rules.frozen import frozen
from canasta_score.rules.model.canastas import (
    ALL_CANASTAS,
    Canasta,
    read_canasta_requirements,
    read_points,
    read_steps_basis,
)
from canasta_score.rules.model.facts import Fact, read_fact_fields
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.schema.reader import TableReader
from canasta_score.rules.schema.references import check_reference, find_cycles, report_cycle


@frozen
class Bonus(Fact):
    """A bonus in points.

    `one_side`: at most one side has it in a hand. `ends_play`: it ends the hand, as going out does. `always`: it was
    earned before play, so a special hand does not cancel it. `needs`: the fewest canastas of a kind, or of all kinds,
    that the rules ask for. `forbids`: penalties that the side may not have with it. `beside`: another bonus that the
    side must have with it. `points_by_hand` and `needs_by_hand`: those of the first, second, ... hand, if they go by
    the hand; `points` and `needs` are then those of one hand.
    """

    points: int
    one_side: bool
    ends_play: bool
    always: bool
    needs: Mapping[str, int]
    forbids: tuple[str, ...]
    beside: str
    points_by_hand: tuple[int, ...] = ()
    needs_by_hand: tuple[Mapping[str, int], ...] = ()


def read_bonuses(root: TableReader, canastas: tuple[Canasta, ...], penalties: tuple[Penalty, ...]) -> tuple[Bonus, ...]:
    """Read `[bonuses.…]`, which name canastas and penalties."""
    table = root.table("bonuses")
    bonuses = table.read_named_tables(lambda bonus, name: _read_bonus(bonus, name, canastas, penalties))
    _check_required_bonuses(table, {bonus.name: bonus.beside for bonus in bonuses})
    return bonuses


def _read_bonus(table: TableReader, name: str, canastas: tuple[Canasta, ...], penalties: tuple[Penalty, ...]) -> Bonus:
    points, points_by_hand = read_points(table)
    needs_by_hand = _read_needs_by_hand(table.table("needs"), canastas)
    bonus = Bonus(
        **read_fact_fields(table, name, most=1),
        points=points,
        points_by_hand=points_by_hand,
        needs_by_hand=needs_by_hand,
        one_side=table.boolean("one_side"),
        ends_play=table.boolean("ends_play"),
        always=table.boolean("always"),
        needs=needs_by_hand[0] if needs_by_hand else read_canasta_requirements(table.table("needs"), canastas),
        forbids=table.texts("forbids"),
        beside=table.text("beside", ""),
    )
    for penalty_name in bonus.forbids:
        check_reference(table, "forbids", penalty_name, [penalty.name for penalty in penalties], "penalty")
    return bonus


def _read_needs_by_hand(table: TableReader, canastas: tuple[Canasta, ...]) -> tuple[Mapping[str, int], ...]:
    if "steps" not in table:
        return ()
    # A file that extends another one still has the canastas that are needed there in every hand.
    table.mark_known(ALL_CANASTAS, *(canasta.name for canasta in canastas))
    rows = read_steps_basis(table).rows("steps")
    if not rows and not table.has_error("steps"):
        table.add_error("steps", "has no step", "list what each hand needs, such as [{ natural = 1, mixed = 1 }]")
    return tuple(read_canasta_requirements(row, canastas) for row in rows)


def _check_required_bonuses(table: TableReader, required: Mapping[str, str]) -> None:
    cycles = find_cycles({name: [other] if other else [] for name, other in required.items()})
    for name, other in required.items():
        if other:
            others = [bonus for bonus in required if bonus != name]
            check_reference(table, f"{name}.beside", other, others, "other bonus")
        report_cycle(table, f"{name}.beside", cycles.get(name, ()), "remove one of these")
