"""Values as JSON: stable keys that other people's programs rest on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from canasta_score.hand.facts import Refusal
from canasta_score.hand.referee.checks import Problem
from canasta_score.hand.scoring.score import HandScore, SideScore
from canasta_score.rules.catalog.listing import Listed
from canasta_score.rules.diagnostics import RuleProblem
from canasta_score.rules.model.variant import Variant

if TYPE_CHECKING:
    from canasta_score.hand.opening.check import Opening
    from canasta_score.report.rules.differences import Comparison

Json = dict[str, object]


def hand_json(variant: Variant, score: HandScore, names: Mapping[str, str], problems: Sequence[Problem]) -> Json:
    """Give the score of a hand with its lines, points throughout, and its problems."""
    return {
        "variant": variant.name,
        "sides": {side: side_json(names[side], of_side) for side, of_side in score.sides.items()},
        "problems": [asdict(problem) for problem in problems],
    }


def refusals_json(variant: Variant, refusals: Sequence[Refusal]) -> Json:
    """Give why a tally was refused, in the shape of a hand that is not scored."""
    problems = [{"severity": "refused", **asdict(refusal)} for refusal in refusals]
    return {"variant": variant.name, "sides": {}, "problems": problems}


def side_json(name: str, side: SideScore) -> Json:
    """Give the score of one side."""
    return {
        "name": name,
        "base": side.base,
        "count": side.count,
        "penalties": side.penalties,
        "total": side.total,
        "lines": [asdict(line) for line in side.lines],
    }


def opening_json(opening: "Opening", *, with_pile: bool) -> Json:
    """Give an opening, points throughout; where a pile is to be taken, also the group with its top card, or null."""
    return {
        "legal": opening.legal,
        "opens": opening.opens,
        "points": opening.points,
        "needs": opening.needs,
        "groups": [asdict(group) for group in opening.groups],
        "kept": list(opening.kept),
        "problems": list(opening.problems),
        **({"pile": opening.pile and asdict(opening.pile)} if with_pile else {}),
    }


def refused_opening_json(need: int, refusals: Sequence[Refusal]) -> Json:
    """Give why cards were refused, in the shape of an opening of none."""
    nothing: Json = {"legal": False, "opens": False, "points": 0, "needs": need, "groups": [], "kept": []}
    return {**nothing, "problems": list(map(str, refusals))}


def variant_json(variant: Variant) -> Json:
    """Give the rules of a variant by the rooms they stand in."""
    rules = asdict(variant)
    del rules["facts"]
    return rules


def checked_json(files: Sequence[str], problems: Mapping[str, Sequence[RuleProblem]]) -> Json:
    """Give for every checked rule file its mistakes."""
    return {
        "files": [{"file": file, "problems": [asdict(problem) for problem in problems.get(file, ())]} for file in files]
    }


def comparison_json(a: Variant, b: Variant, comparison: "Comparison") -> Json:
    """Give what two variants play otherwise, rule by rule, in words; null for what one of them has not."""
    differences = [{"section": one.section, "rule": one.rule, "a": one.a, "b": one.b} for one in comparison.differences]
    return {"a": a.name, "b": b.name, "differences": differences}


def listed_json(listed: Listed) -> Json:
    """Give what the list says of one rule file."""
    return {**asdict(listed), "path": str(listed.path)}
