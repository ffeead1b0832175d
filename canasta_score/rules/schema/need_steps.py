"""The need as a house rule gives it in short: `need=50,100,120,150`, a number for each step that the rules have."""

from collections.abc import Mapping, Sequence
from typing import cast

from canasta_score.rules.diagnostics import build_rule_error
from canasta_score.rules.schema.limits import MAX_NUMBER
from canasta_score.rules.schema.reader import SET_OPTION, RawTable
from canasta_score.rules.text import parse_digits

NEED = "need"
_Steps = Sequence[Mapping[str, int | str]]
_BOUNDS = ("at_least", "over")
_KEYS = {NEED, "canasta", *_BOUNDS}


def expand_need(values: RawTable, present: object) -> RawTable:
    """Return a house rule with the steps of the need in full; `present` is the need of the rules.

    Raises RuleError with the house rule that was meant, for a single step, or for numbers of other steps.
    """
    stated, steps = values.get(NEED), _get_steps(present)
    if stated is None or not steps or not isinstance(present, dict):
        return values
    source = stated.get("steps", stated) if isinstance(stated, dict) else stated
    numbers, needs = _parse_numbers(source), list_needs(steps)
    if source is stated and len(numbers) == len(needs):
        return {NEED: {"steps": _set_needs(steps, numbers)}}
    changes = [] if numbers else _find_changes(source)
    if isinstance(stated, dict) and not (numbers or changes):
        return values  # in full, or another key
    for start, need in changes:
        steps = _change_step(steps, start, need, by_hand=present.get("by") == "hand")
    if len(numbers) == 1:
        nearest = min(range(len(needs)), key=lambda index: abs(needs[index] - numbers[0]))
        steps = _set_needs(steps, [*needs[:nearest], *numbers, *needs[nearest + 1 :]])
    elif 1 < len(numbers) <= len(needs):
        steps = _set_needs(steps, [*numbers, *needs[len(numbers) :]])
    message = f"all steps are set together; now they are {NEED}={','.join(map(str, needs))}"
    hint = f"enter {SET_OPTION} {_format_house_rule(steps, len(needs))}"
    raise build_rule_error(SET_OPTION, message, hint, where=NEED)


def list_needs(steps: _Steps) -> list[int]:
    """Return the points of each step; 0 where a canasta is all that is needed."""
    return [cast("int", step.get(NEED, 0)) for step in steps]


def _get_steps(present: object) -> _Steps:
    """Return the steps of the rules; none if they are wrong, which their reader reports."""
    steps = present.get("steps") if isinstance(present, dict) else None
    if not isinstance(steps, list) or not all(isinstance(step, dict) and step.keys() <= _KEYS for step in steps):
        return []
    numbers = [*list_needs(steps), *(step.get("at_least", step.get("over")) for step in steps[1:])]
    return steps if all(_is_number(number, -MAX_NUMBER) for number in numbers) else []


def _is_number(value: object, least: int = 0) -> bool:
    return type(value) is int and least <= value <= MAX_NUMBER


def _parse_numbers(stated: object) -> list[int]:
    """Return the numbers between commas or in brackets; none if anything else is stated."""
    words = stated if isinstance(stated, list) else str(stated).split(",")
    numbers = [number for word in words if (number := parse_digits(str(word).strip(), MAX_NUMBER, least=0)) is not None]
    return numbers if len(numbers) == len(words) else []


def _find_changes(stated: object) -> list[tuple[int, int]]:
    """Return the start and the need of each step where single ones are stated: `need.2=100`, `{hand=2,need=100}`."""
    if isinstance(stated, dict):
        return [(int(key), need) for key, need in stated.items() if parse_digits(key, MAX_NUMBER) and _is_number(need)]
    steps = [step for step in stated if isinstance(step, dict)] if isinstance(stated, list) else []
    is_whole = bool(steps) and steps[0].keys() == {NEED} and all(step.keys() <= _KEYS for step in steps)
    numbers = [[step.get(NEED), *(step[key] for key in step if key != NEED), 1][:2] for step in steps]
    are_right = all(_is_number(need) and _is_number(start, -MAX_NUMBER) for need, start in numbers)
    return [(start, need) for need, start in numbers] if are_right and not is_whole else []


def _change_step(steps: _Steps, start: int, need: int, *, by_hand: bool) -> _Steps:
    """Return the steps with the need of the one that begins at `start`, which may also be its place among them."""
    bounds = [cast("int", step.get("at_least", step.get("over"))) for step in steps[1:]]
    firsts = [bound + ("over" in step) for bound, step in zip(bounds, steps[1:], strict=True)]
    if start in firsts or start in bounds:
        index = 1 + (firsts if start in firsts else bounds).index(start)
    elif start == 1 or (by_hand and start < 1) or (not by_hand and 1 < start <= len(steps)):
        index = max(start, 1) - 1
    else:
        before = 1 + sum(first < start for first in firsts)
        return [*steps[:before], {"at_least": start, NEED: need}, *steps[before:]]
    return [*steps[:index], {**steps[index], NEED: need}, *steps[index + 1 :]]


def _set_needs(steps: _Steps, needs: Sequence[int]) -> _Steps:
    return [{**step, NEED: need} for step, need in zip(steps, needs, strict=True)]


def _format_house_rule(steps: _Steps, number: int) -> str:
    """Format the house rule of the steps: in short if they are as many as before, else in quotes for a command line."""
    if len(steps) == number:
        return f"{NEED}={','.join(map(str, list_needs(steps)))}"
    texts = (",".join(f"{key}={value!r}" for key, value in step.items()) for step in steps)
    return f'"{NEED}.steps=[{",".join(f"{{{text}}}" for text in texts)}]"'
