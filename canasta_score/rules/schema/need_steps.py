"""The need as a house rule gives it in short: `need=50,100,120,150`, a number for each step that the rules have."""

from collections.abc import Mapping, Sequence
from typing import cast

from canasta_score.rules.diagnostics import build_rule_error
from canasta_score.rules.schema.limits import MAX_NUMBER
from canasta_score.rules.schema.reader import SET_OPTION, RawTable
from canasta_score.rules.text import parse_digits

NEED = "need"
_Steps = Sequence[Mapping[str, object]]


def expand_need(values: RawTable, present: object) -> RawTable:
    """Return a house rule with the steps of the need in full; `present` is the need of the rules.

    Raises RuleError for numbers that are not one for each step, with the house rule in which they replace the nearest.
    """
    stated, steps = values.get(NEED), _get_steps(present)
    numbers, needs = _parse_numbers(stated), list_needs(steps)
    if stated is None or not needs or (isinstance(stated, dict) and not numbers):
        return values  # another rule, or steps in full
    if len(numbers) == len(needs) and not isinstance(stated, dict):
        return {NEED: {"steps": [{**step, NEED: number} for step, number in zip(steps, numbers, strict=True)]}}
    meant = list(needs)
    for number in numbers if len(numbers) <= len(needs) else ():
        nearest = min(range(len(needs)), key=lambda index: abs(needs[index] - number))
        meant[nearest] = number
    message = f"all steps are set together; now they are {_format_short_rule(needs)}"
    raise build_rule_error(SET_OPTION, message, f"enter {SET_OPTION} {_format_short_rule(meant)}", where=NEED)


def list_needs(steps: _Steps) -> list[int]:
    """Return the points of each step; 0 where a canasta is all that is needed."""
    return [cast("int", step.get(NEED, 0)) for step in steps]


def _get_steps(present: object) -> _Steps:
    """Return the steps of the rules; none if they have no numbers, which their reader reports."""
    stated = present.get("steps") if isinstance(present, dict) else None
    steps = stated if isinstance(stated, list) and all(isinstance(step, dict) for step in stated) else []
    return steps if all(type(step.get(NEED, 0)) is int for step in steps) else []


def _parse_numbers(stated: object) -> list[int]:
    """Return the needs that are stated without their steps in full, such as `50,100` or `2=100`; none otherwise."""
    words: Sequence[object]
    match stated:
        case {"steps": [{"need": need, **bounds}]} if bounds:
            words = [need]
        case {"steps": steps}:
            return _parse_numbers(steps)
        case dict():
            words = list(stated.values()) if all(map(str.isdecimal, stated)) else []
        case list():
            words = stated
        case _:
            words = str(stated).split(",")
    numbers = [parse_digits(str(word).strip(), MAX_NUMBER, least=0) for word in words]
    return [number for number in numbers if number is not None] if None not in numbers else []


def _format_short_rule(needs: Sequence[int]) -> str:
    return f"{NEED}={','.join(map(str, needs))}"
