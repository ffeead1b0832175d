"""Bonuses: going out, the exact cut and others that are earned once or more in a hand."""

from collections.abc import Mapping

from canasta_score.rules.canastas import Canasta
from canasta_score.rules.facts import Fact, read_fact
from canasta_score.rules.keys import Table, counted, listed
from canasta_score.rules.penalties import Penalty
from canasta_score.rules.values import frozen

CANASTAS = "canastas"


@frozen
class Bonus(Fact):
    """A bonus in points.

    `one_side`: at most one side has it in a hand. `ends_play`: it ends the hand, as going out does. `always`: it was
    earned before play, so a special hand does not set it aside. `needs`: the fewest canastas of a kind, or of all,
    that the rules ask for. `forbids`: penalties that the side may not have beside it.
    """

    points: int
    one_side: bool
    ends_play: bool
    always: bool
    needs: Mapping[str, int]
    forbids: tuple[str, ...]


def read_bonuses(root: Table, canastas: tuple[Canasta, ...], penalties: tuple[Penalty, ...]) -> tuple[Bonus, ...]:
    """Read `[bonuses.…]`, which name canastas and penalties."""
    table = root.table("bonuses")
    bonuses = tuple(read_bonus(bonus, name, canastas, penalties) for name, bonus in table.named().items())
    table.close()
    return bonuses


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
    )
    known = [penalty.name for penalty in penalties]
    for penalty in bonus.forbids:
        if penalty not in known:
            table.wrong("forbids", f"'{penalty}' is no penalty here", f"known here: {', '.join(known) or 'none'}")
    table.close()
    return bonus


def needed_in_words(kind: str, number: int, canastas: tuple[Canasta, ...]) -> str:
    """Say how many canastas of a kind are needed, by its label, with the kinds that count as it."""
    if kind == CANASTAS:
        return counted(number, "canasta")
    label = next(canasta.label for canasta in canastas if canasta.name == kind).lower()
    also = [canasta.label.lower() for canasta in canastas if canasta.counts_as == kind != canasta.name]
    return f"{number} {label}" + (f" ({listed(also)} included)" if also else "")


def read_needed_canastas(table: Table, canastas: tuple[Canasta, ...]) -> dict[str, int]:
    """Read how many canastas, of all or of a kind, are needed."""
    kinds = (CANASTAS, *(canasta.name for canasta in canastas))
    needs = {kind: table.whole(kind, 0) for kind in kinds}
    table.close()
    return {kind: number for kind, number in needs.items() if number}
