"""Bonuses: going out, the exact cut and others that are earned once or more in a hand."""

from collections.abc import Mapping

from canasta_score.rules.frozen import frozen
from canasta_score.rules.model.canastas import Canasta, read_needed_canastas
from canasta_score.rules.model.facts import Fact, read_fact
from canasta_score.rules.model.penalties import Penalty
from canasta_score.rules.schema.reader import Table


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


def read_bonuses(root: Table, canastas: tuple[Canasta, ...], penalties: tuple[Penalty, ...]) -> tuple[Bonus, ...]:
    """Read `[bonuses.…]`, which name canastas and penalties."""
    table = root.table("bonuses")
    bonuses = tuple(read_bonus(bonus, name, canastas, penalties) for name, bonus in table.named().items())
    table.close()
    check_beside(table, {bonus.name: bonus.beside for bonus in bonuses})
    return bonuses


def check_beside(table: Table, named: Mapping[str, str]) -> None:
    """Note bonuses that lie beside none that there is, and those that lie beside each other in a circle."""
    for name, beside in named.items():
        others = [other for other in named if other != name]
        if beside and beside not in others:
            hint = f"known here: {', '.join(others) or 'none'}"
            table.wrong(f"{name}.beside", f"'{beside}' is no other bonus here", hint)
        elif beside and named[beside] and (circle := circle_beside(name, named)):
            table.wrong(f"{name}.beside", f"runs in a circle: {' -> '.join(circle)}", "let one of them stand alone")


def circle_beside(name: str, named: Mapping[str, str]) -> tuple[str, ...]:
    """Give the bonuses that lie beside each other in a circle from one of them on; nothing where there is none."""
    from canasta_score.rules.model.circles import circle_from  # noqa: PLC0415 -- start-up

    return circle_from(name, {one: [other] for one, other in named.items()})


def read_bonus(table: Table, name: str, canastas: tuple[Canasta, ...], penalties: tuple[Penalty, ...]) -> Bonus:
    """Read one bonus."""
    bonus = Bonus(
        **read_fact(table, name, most=1),
        points=table.whole("points"),
        one_side=table.flag("one_side"),
        ends_play=table.flag("ends_play"),
        always=table.flag("always"),
        needs=read_needed_canastas(table.table("needs"), canastas),
        forbids=table.texts("forbids"),
        beside=table.text("beside", ""),
    )
    known = [penalty.name for penalty in penalties]
    for penalty in bonus.forbids:
        if penalty not in known:
            table.wrong("forbids", f"'{penalty}' is no penalty here", f"known here: {', '.join(known) or 'none'}")
    table.close()
    return bonus
