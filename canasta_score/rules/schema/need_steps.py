"""The need as a house rule gives it in short: `need=50,100,120,150`, a number for each step that the rules have."""

from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from canasta_score.rules.diagnostics import build_rule_error
from canasta_score.rules.schema.limits import MAX_NUMBER
from canasta_score.rules.schema.reader import SET_OPTION, RawTable
from canasta_score.rules.text import parse_digits

NEED = "need"
_Steps = Sequence[Mapping[str, object]]


def expand_need(values: RawTable, present: object) -> RawTable:
    """Return a house rule with all steps of the need, `present` in the rules; raises RuleError if a step is missing."""
    stated, listed = values.get(NEED), present.get("steps") if isinstance(present, dict) else None
    steps = listed if isinstance(listed, list) and all(isinstance(step, dict) for step in listed) else []
    if not all(type(step.get(NEED, 0)) is int for step in steps):
        steps = []  # their reader reports it
    needs = list_needs(steps)
    # A step may be named by where it begins, `need.3000`, and by its number, `need.2`.
    starts = {str(step.get("at_least", step.get("over"))): place for place, step in enumerate(steps)}
    numbers = _parse_numbers(stated, starts | {str(place + 1): place for place in range(len(steps))})
    if stated is None or not needs or (isinstance(stated, dict) and not numbers):
        return values  # another rule, or steps in full
    if len(numbers) == len(needs) and not isinstance(stated, dict):
        return {NEED: {"steps": [{**step, NEED: number} for step, (_, number) in zip(steps, numbers, strict=True)]}}
    message = f"all steps are set together; now they are {_format_short_rule(needs)}"
    meant = _replace_needs(needs, numbers) if len(numbers) <= len(needs) else needs
    hint = f"enter {SET_OPTION} {_format_short_rule(meant)}"
    if meant == needs:
        hint = "enter a number for each step, with commas between them"
    raise build_rule_error(SET_OPTION, message, hint, where=NEED)


def list_needs(steps: _Steps) -> list[int]:
    """Return the points of each step; 0 where a canasta is all that is needed."""
    return [cast("int", step.get(NEED, 0)) for step in steps]


def _parse_numbers(stated: object, places: Mapping[str, int]) -> list[tuple[int | None, int]]:
    """Return the needs that are stated without all steps in full, each with the place of its step if it names one."""
    words: Sequence[tuple[str, object]]
    match stated:
        case {"steps": [{"need": need, **bounds}]} if len(bounds) == 1:  # a single step in full
            words = [(str(bound), need) for bound in bounds.values() if str(bound) in places]
        case {"steps": steps}:
            return _parse_numbers(steps, places)
        case dict():  # `need.2=100`
            words = [*stated.items()] if all(map(str.isdecimal, stated)) else []
        case list():
            words = [("", word) for word in stated]
        case _:  # `need=50,100`
            words = [("", word) for word in str(stated).split(",")]
    numbers = [(places.get(name), parse_digits(str(word).strip(), MAX_NUMBER, least=0)) for name, word in words]
    known = [(place, number) for place, number in numbers if number is not None]
    return known if len(known) == len(words) else []


def _replace_needs(needs: Sequence[int], numbers: Iterable[tuple[int | None, int]]) -> list[int]:
    """Return the needs with each number in its place, or, if it names no step, in place of the nearest that is left."""
    meant, left = [*needs], [*range(len(needs))]
    for named, number in numbers:
        nearest = min(left, key=lambda place: abs(needs[place] - number))
        place = named if named is not None and named in left else nearest
        meant[place] = number
        left.remove(place)
    return meant


def _format_short_rule(needs: Sequence[int]) -> str:
    return f"{NEED}={','.join(map(str, needs))}"
