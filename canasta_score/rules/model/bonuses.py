"""Bonuses: going out, the exact cut and others that are earned once or more in a hand."""

from collections.abc import Mapping

from canasta_score.rules.frozen import frozen
from canasta_score.rules.model.canastas import Canasta, read_canasta_requirements
from canasta_score.rules.model.facts import Fact, read_fact_fields
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.schema.reader import TableReader


@frozen
class Bonus(Fact):
    """A bonus in points.

    `one_side`: at most one side has it in a hand. `ends_play`: it ends the hand, as going out does. `always`: it was
    earned before play, so a special hand does not set it aside. `needs`: the fewest canastas of a kind, or of all,
    that the rules ask for. `forbids`: penalties that the side may not have beside it. `beside`: another bonus, without
    which no side can have this one.
    """

    points: int
    one_side: bool
    ends_play: bool
    always: bool
    needs: Mapping[str, int]
    forbids: tuple[str, ...]
    beside: str


def read_bonuses(root: TableReader, canastas: tuple[Canasta, ...], penalties: tuple[Penalty, ...]) -> tuple[Bonus, ...]:
    """Read `[bonuses.…]`, which name canastas and penalties."""
    table = root.table("bonuses")
    bonuses = tuple(_read_bonus(bonus, name, canastas, penalties) for name, bonus in table.named_tables().items())
    table.report_unknown_keys()
    _check_bonus_references(table, {bonus.name: bonus.beside for bonus in bonuses})
    return bonuses


def _check_bonus_references(table: TableReader, named: Mapping[str, str]) -> None:
    """Note bonuses that lie beside none that there is, and those that lie beside each other in a circle."""
    for name, beside in named.items():
        others = [other for other in named if other != name]
        if beside and beside not in others:
            hint = f"known here: {', '.join(others) or 'none'}"
            table.add_error(f"{name}.beside", f"'{beside}' is no other bonus here", hint)
        elif beside and named[beside] and (circle := _find_bonus_cycle(name, named)):
            table.add_error(f"{name}.beside", f"runs in a circle: {' -> '.join(circle)}", "let one of them stand alone")


def _find_bonus_cycle(name: str, named: Mapping[str, str]) -> tuple[str, ...]:
    """Give the bonuses that lie beside each other in a circle from one of them on; nothing where there is none."""
    from canasta_score.rules.model.circles import find_cycle  # noqa: PLC0415 -- start-up

    return find_cycle(name, {one: [other] for one, other in named.items()})


def _read_bonus(table: TableReader, name: str, canastas: tuple[Canasta, ...], penalties: tuple[Penalty, ...]) -> Bonus:
    """Read one bonus."""
    bonus = Bonus(
        **read_fact_fields(table, name, most=1),
        points=table.integer("points"),
        one_side=table.boolean("one_side"),
        ends_play=table.boolean("ends_play"),
        always=table.boolean("always"),
        needs=read_canasta_requirements(table.table("needs"), canastas),
        forbids=table.texts("forbids"),
        beside=table.text("beside", ""),
    )
    known = [penalty.name for penalty in penalties]
    for penalty in bonus.forbids:
        if penalty not in known:
            table.add_error("forbids", f"'{penalty}' is no penalty here", f"known here: {', '.join(known) or 'none'}")
    table.report_unknown_keys()
    return bonus
