"""The need: how many points a side must meld to open, by its total or by the number of the hand."""

from enum import StrEnum

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.schema.raw_tables import MAX_NUMBER
from canasta_score.rules.schema.reader import TableReader
from canasta_score.rules.schema.references import check_reference

_FIRST_HAND = 1


class NeedBasis(StrEnum):
    """What the need depends on: the side's total before the hand, or the number of the hand."""

    TOTAL = "total"
    HAND = "hand"


@frozen
class NeedStep(Value):
    """A need in points, from a bound on.

    `over`: the bound itself belongs to the step before. `canasta`: the kind of canasta, or a better one, that opening
    also takes, or an empty text.
    """

    need: int
    bound: int | None
    over: bool = False
    canasta: str = ""

    @property
    def start(self) -> int | None:
        """Return the first number that the step covers, or None for the step without a lower bound."""
        return None if self.bound is None else self.bound + self.over

    def is_reached_by(self, value: int) -> bool:
        """Return whether a total, or the number of a hand, is at the start of this step or above it."""
        return self.bound is None or value > self.bound or (value == self.bound and not self.over)


@frozen
class NeedRules(Value):
    """The steps of the need in rising order, and the points that a failed opening adds for the rest of the hand."""

    by: NeedBasis
    steps: tuple[NeedStep, ...]
    failed_attempt: int


def read_need(root: TableReader, canastas: tuple[Canasta, ...]) -> NeedRules:
    """Read `[need]`, whose steps must cover every number once, with no gap and no overlap."""
    table = root.table("need")
    by = table.enum_word("by", NeedBasis)
    names = [canasta.name for canasta in canastas]
    steps = [_read_step(row, names) for row in table.rows("steps")]
    _check_steps(table, steps, _FIRST_HAND if by is NeedBasis.HAND and not table.has_error("by") else None)
    need = NeedRules(by=by, steps=tuple(steps), failed_attempt=table.integer("failed_attempt", 0))
    table.report_unknown_keys()
    return need


def _check_steps(table: TableReader, steps: list[NeedStep], lowest: int | None) -> None:
    """Add mistakes for gaps and overlaps; `lowest` is the lowest number that there can be, if there is one."""
    if not steps and not table.has_error("steps") and not table.has_error("by"):
        later = "" if lowest is None else ", { at_least = 2, need = 90 }"
        table.add_error("steps", "needs at least one step", f"for example steps = [{{ need = 50 }}{later}]")
    previous: int | None = None
    for index, step in enumerate(steps):
        key, start = f"steps[{index}]", step.start
        if _has_bound_error(table, key, step):
            continue
        if start is None:
            if index:
                kind = "total" if lowest is None else "hand"
                hint = f"add at_least or over, with a {kind}"
                table.add_error(key, "does not say where it starts", hint)
            continue
        overlap = f"overlaps the step before it at {step.bound:,}"
        if not index:
            table.add_error(key, f"leaves a gap below {step.bound:,}", "remove at_least and over from the first step")
        elif lowest is not None and start <= lowest:
            hint = f"hands are counted from {lowest}; use a larger number"
            table.add_error(key, overlap, hint)
        elif previous is not None and start <= previous:
            table.add_error(key, overlap, "put the steps in rising order")
        previous = start


def _has_bound_error(table: TableReader, key: str, step: NeedStep) -> bool:
    """Return whether the bound of a step is wrong, or may be missing because of a mistake in its key."""
    keys = (f"{key}.at_least", f"{key}.over") if step.bound is not None else (key,)
    return any(table.has_error(bound_key) for bound_key in keys)


def _read_step(table: TableReader, canastas: list[str]) -> NeedStep:
    canasta = table.text("canasta", "")
    if "canasta" in table and not table.has_error("canasta"):
        check_reference(table, "canasta", canasta, canastas, "canasta")
    need = table.integer("need", 0 if "canasta" in table else None)  # a canasta may be all that opening takes
    at_least = table.optional_integer("at_least", least=-MAX_NUMBER)
    over = table.optional_integer("over", least=-MAX_NUMBER)
    if at_least is not None and over is not None:
        table.add_error("over", "cannot be used with at_least", "keep only one of the two")
    table.report_unknown_keys()
    return NeedStep(need=need, bound=at_least if over is None else over, over=over is not None, canasta=canasta)
