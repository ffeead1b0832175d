"""The need: how many points a side must lay down to open, by its total or by the number of the hand."""

from enum import StrEnum

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.schema.reader import MAX_NUMBER, TableReader

_FIRST_HAND = 1


class NeedBasis(StrEnum):
    """What the need depends on: the side's total before the hand, or the number of the hand."""

    TOTAL = "total"
    HAND = "hand"


@frozen
class NeedStep(Value):
    """A need in points, from a bound on; `over` leaves the bound itself to the step before.

    `canasta` names the kind of canasta that opening takes, too, that one or a better one; none where it is empty.
    """

    need: int
    bound: int | None
    over: bool = False
    canasta: str = ""

    @property
    def start(self) -> int | None:
        """Give the first number that the step covers; None where it covers all below the next one."""
        return None if self.bound is None else self.bound + self.over

    def is_reached_by(self, value: int) -> bool:
        """Tell whether a total, or the number of a hand, has come as far as this step."""
        return self.bound is None or value > self.bound or (value == self.bound and not self.over)


@frozen
class NeedRules(Value):
    """The steps of the need in rising order, and the points that a failed attempt adds for the hand."""

    by: NeedBasis
    steps: tuple[NeedStep, ...]
    failed_attempt: int


def read_need(root: TableReader, canastas: tuple[Canasta, ...]) -> NeedRules:
    """Read `[need]`; the steps together say one need for every total, with no gap and no overlap."""
    table = root.table("need")
    by = table.enum_word("by", NeedBasis)
    names = [canasta.name for canasta in canastas]
    steps = [_read_step(row, names) for row in table.rows("steps")]
    _check_steps(table, steps, _FIRST_HAND if by is NeedBasis.HAND and not table.has_error("by") else None)
    need = NeedRules(by=by, steps=tuple(steps), failed_attempt=table.integer("failed_attempt", 0))
    table.report_unknown_keys()
    return need


def _check_steps(table: TableReader, steps: list[NeedStep], lowest: int | None) -> None:
    """Note where steps leave a gap or overlap; the first one covers the `lowest` number that there is, if there is."""
    if not steps and not table.has_error("steps"):
        table.add_error("steps", "says no need", "such as steps = [{ need = 50 }]")
    reached: int | None = None
    for place, step in enumerate(steps):
        key, start = f"steps[{place}]", step.start
        if _has_bound_error(table, key, step):
            continue
        if start is None:
            if place:
                table.add_error(key, "overlaps the steps before it", "say from where it holds: at_least or over")
            continue
        if not place:
            table.add_error(key, f"leaves a gap below {step.bound}", "the first step has no at_least and no over")
        elif lowest is not None and start <= lowest:
            hint = f"hands are counted from {lowest}, so let it begin with a later one"
            table.add_error(key, f"overlaps the step before it at {step.bound}", hint)
        elif reached is not None and start <= reached:
            table.add_error(key, f"overlaps the step before it at {step.bound}", "let the steps rise")
        reached = start


def _has_bound_error(table: TableReader, key: str, step: NeedStep) -> bool:
    """Tell whether it is not known from where a step holds: a slip in it may stand for what says so."""
    bounds = (f"{key}.at_least", f"{key}.over") if step.bound is not None else (key,)
    return any(map(table.has_error, bounds))


def _read_step(table: TableReader, canastas: list[str]) -> NeedStep:
    """Read one step of the need; one that asks for a canasta need not ask for points."""
    canasta = table.text("canasta", "")
    if "canasta" in table and not table.has_error("canasta") and canasta not in canastas:
        table.add_error("canasta", f"'{canasta}' is no canasta here", f"known here: {', '.join(canastas) or 'none'}")
    need = table.integer("need", 0 if "canasta" in table else None)
    at_least, over = (table.optional_integer(key, least=-MAX_NUMBER) for key in ("at_least", "over"))
    if at_least is not None and over is not None:
        table.add_error("over", "stands beside at_least", "give one of the two")
    table.report_unknown_keys()
    return NeedStep(need=need, bound=at_least if over is None else over, over=over is not None, canasta=canasta)
