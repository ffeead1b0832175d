"""The need as a house rule gives it in short: `need=50,100,120,150`, a number for each step that the rules have."""

from collections.abc import Mapping, Sequence
from typing import TypeGuard, cast

from canasta_score.rules.diagnostics import build_rule_error
from canasta_score.rules.schema.limits import MAX_NUMBER
from canasta_score.rules.schema.reader import SET_OPTION, RawTable
from canasta_score.rules.text import parse_digits

NEED = "need"


def expand_need(values: RawTable, present: object) -> RawTable:
    """Return a house rule with the steps of the need in full; `present` is the need of the rules.

    Raises RuleError for numbers that are not one for each step.
    """
    stated, steps = values.get(NEED), present.get("steps") if isinstance(present, dict) else None
    # The reader of the rules reports steps without numbers.
    if (
        stated is None
        or not steps
        or not _are_steps(steps)
        or not all(type(step.get(NEED, 0)) is int for step in steps)
    ):
        return values
    numbers: list[int | None] = []
    if not isinstance(stated, dict):
        words = stated if isinstance(stated, list) else str(stated).split(",")
        numbers = [parse_digits(str(word).strip(), MAX_NUMBER, least=0) for word in words]
    elif not all(map(str.isdecimal, stated)) and ("steps" not in stated or _are_steps(stated["steps"])):
        return values  # another rule, or steps in full; but not a step by its number, as in `need.2=100`
    if len(numbers) == len(steps) and None not in numbers:
        return {NEED: {"steps": [{**step, NEED: number} for step, number in zip(steps, numbers, strict=True)]}}
    now = f"{NEED}={','.join(map(str, list_needs(steps)))}"
    hint = f"enter a number for each step; as it is now: {SET_OPTION} {now}"
    raise build_rule_error(SET_OPTION, "all steps are set together", hint, where=NEED)


def list_needs(steps: Sequence[Mapping[str, object]]) -> list[int]:
    """Return the points of each step; 0 where a canasta is all that is needed."""
    return [cast("int", step.get(NEED, 0)) for step in steps]


def _are_steps(value: object) -> TypeGuard[list[dict[str, object]]]:
    if not isinstance(value, list) or not all(isinstance(step, dict) for step in value):
        return False
    return not value or value[0].keys().isdisjoint(("at_least", "over", "hand"))  # else it is one step of several
