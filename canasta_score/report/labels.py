"""The figures of a side in a hand, and the labels that tables and the page have in common."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from canasta_score.rules.model.facts import BASE, COUNT, PENALTIES, SHEET_COLUMNS, TOTAL
from canasta_score.rules.text import format_count, is_ascii_digits

if TYPE_CHECKING:
    from canasta_score.hand.scoring import SideScore
    from canasta_score.rules.model.opening import NeedRules, NeedStep
    from canasta_score.rules.model.variant import Variant

LABELS = {column: column.capitalize() for column in SHEET_COLUMNS}
SHORT_LABELS = {**LABELS, PENALTIES: "Pen."}
STANDING_LABEL = "Standing"
OPENS_LABEL, DOES_NOT_OPEN_LABEL = "Opens", "Does not open"
# What a terminal shows in bold: rows of tables by their labels, and sentences, which this pattern finds.
RESULT_ROWS = (LABELS[TOTAL], STANDING_LABEL)
RESULT_SENTENCE = (
    rf"(?:{OPENS_LABEL}|{DOES_NOT_OPEN_LABEL}): "
    r"|(?:A tie|\S(?:(?!  ).)* won)(?: with [^:]+)?(?: in hand [0-9,]+)?: -?[0-9]"
)


def format_date(day: datetime) -> str:
    """Return a day as it is written in America, such as "Nov 22, 2026"."""
    return f"{day:%b} {day.day}, {day.year}"


def list_house_rules(variant: "Variant", house_rules: Sequence[str]) -> list[str]:
    """Return the house rules of a variant as people read them: "to 5,000", "Going out 200"."""
    return [_describe_house_rule(variant, rule) for rule in house_rules]


def format_house_rules(variant: "Variant", house_rules: Sequence[str]) -> str:
    """Return the house rules in brackets, to stand after the name of the rules; empty if there are none."""
    return f" ({', '.join(list_house_rules(variant, house_rules))})" if house_rules else ""


def _describe_house_rule(variant: "Variant", rule: str) -> str:
    key, _, value = (text.strip() for text in rule.partition("="))
    _, name, *keys = [*key.split("."), ""]
    fact = variant.facts.get(name)
    if fact and keys == ["label", ""]:
        return f"{name} called {value}"
    if key in ("need", "need.steps", "need.hand_steps"):
        steps, hand_steps = format_need_steps(variant.need)
        return f"need {hand_steps.removeprefix('or ') if key == 'need.hand_steps' else steps}"
    numbers = [number.strip() for number in value.strip("[]").split(",")]
    if not all(map(is_ascii_digits, numbers)):
        return rule
    values = [int(number) for number in numbers]
    is_of_threes = key == f"threes.{name}"
    points = ", ".join(list_points_of_threes(values) if is_of_threes else [f"{value:,}" for value in values])
    if key == "game.target":
        return f"to {points}"
    if key == "game.hands":
        return format_count(values[0], "hand")
    return f"{fact.label} {points}" if fact and (is_of_threes or keys == ["points", ""]) else rule


def list_points_of_threes(values: "Sequence[int]") -> list[str]:
    """Return what one, two, three ... threes are worth together, or only "200 each" where that says it all."""
    each = [values[0] * number for number, _ in enumerate(values, 1)]
    return [f"{values[0]:,} each"] if [*values] == each else [f"{value:,}" for value in values]


def format_need(points: int, canasta: str) -> str:
    """Return what it takes to open: `1,255`, `natural canasta`, or both, as in `mixed canasta and 200`."""
    if not canasta:
        return f"{points:,}"
    return f"{canasta} canasta" + (f" and {points:,}" if points else "")


def format_need_steps(need: "NeedRules") -> tuple[str, str]:
    """Return the steps of the need as people read them, and those by the hand if the higher need counts."""
    steps = _format_need_steps(need.steps, "hand " if need.by == "hand" else "")
    higher = f"or by the hand, if higher: {_format_need_steps(need.hand_steps, 'hand ')}" if need.hand_steps else ""
    return steps, higher


def _format_need_steps(steps: "Sequence[NeedStep]", by: str) -> str:
    texts = [
        format_need(step.need, step.canasta)
        + ("" if step.bound is None else f" {'over' if step.over else 'from'} {by}{step.bound:,}")
        for step in steps
    ]
    if steps[1:] and steps[1].bound is not None and steps[1].bound <= 0:  # else all begin with the first step
        texts[0] += f" {'up to' if steps[1].over else 'below'} {by}{steps[1].bound:,}"
    return "; ".join(texts) + (" (or a better canasta)" if any(step.canasta for step in steps) else "")


def list_parts(score: "SideScore") -> dict[str, int | None]:
    """Return the parts of a side's score, in points; None for parts that are not known."""
    return {BASE: score.base, COUNT: score.count, PENALTIES: score.penalties}


def list_figures(score: "SideScore") -> dict[str, int | None]:
    """Return the parts of a side's score, None if they are not known, and the total, in points."""
    return {**list_parts(score), TOTAL: score.total}
