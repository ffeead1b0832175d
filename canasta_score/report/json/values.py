"""Values as JSON: stable keys that other people's programs rest on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from canasta_score.hand.referee.checks import Problem
from canasta_score.hand.scoring.score import HandScore, SideScore
from canasta_score.rules.catalog.listing import VariantListing
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.variant import Variant

if TYPE_CHECKING:
    from canasta_score.hand.opening.check import Opening
    from canasta_score.report.rules.differences import RuleComparison

JsonObject = dict[str, object]


def build_hand_json(
    variant: Variant, score: HandScore, names: Mapping[str, str], problems: Sequence[Problem]
) -> JsonObject:
    """Give the score of a hand with its lines, points throughout, and its problems."""
    return {
        "variant": variant.name,
        "sides": {side: build_side_json(names[side], of_side) for side, of_side in score.sides.items()},
        "problems": [build_problem_json(problem) for problem in problems],
    }


def build_refused_hand_json(variant: Variant, refusals: Sequence[Diagnostic]) -> JsonObject:
    """Give why a tally was refused, in the shape of a hand that is not scored."""
    problems = [_build_refusal_json(refusal) for refusal in refusals]
    return {"variant": variant.name, "sides": {}, "problems": problems}


def build_problem_json(problem: Problem) -> JsonObject:
    """Return a problem of a hand."""
    return {
        "severity": problem.severity,
        "side": problem.side,
        "fact": problem.fact,
        "message": problem.message,
        "hint": problem.hint,
    }


def _build_refusal_json(refusal: Diagnostic) -> JsonObject:
    return {
        "severity": "refused",
        "side": refusal.side,
        "fact": refusal.fact,
        "message": refusal.message,
        "hint": refusal.hint,
        "word": refusal.word_index,
    }


def build_file_problem_json(problem: Diagnostic) -> JsonObject:
    """Return a mistake in a file."""
    return {"file": problem.file, "where": problem.where, "message": problem.message, "hint": problem.hint}


def build_side_json(name: str, side: SideScore) -> JsonObject:
    """Give the score of one side."""
    return {
        "name": name,
        "base": side.base,
        "count": side.count,
        "penalties": side.penalties,
        "total": side.total,
        "lines": [asdict(line) for line in side.lines],
    }


def build_opening_json(opening: "Opening", *, with_pile: bool) -> JsonObject:
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


def build_refused_opening_json(need: int, refusals: Sequence[Diagnostic]) -> JsonObject:
    """Give why cards were refused, in the shape of an opening of none."""
    nothing: JsonObject = {"legal": False, "opens": False, "points": 0, "needs": need, "groups": [], "kept": []}
    return {**nothing, "problems": list(map(str, refusals))}


def build_variant_json(variant: Variant) -> JsonObject:
    """Give the rules of a variant by the rooms they stand in."""
    rules = asdict(variant)
    del rules["facts"]
    return rules


def build_rule_check_json(files: Sequence[str], problems: Mapping[str, Sequence[Diagnostic]]) -> JsonObject:
    """Give for every checked rule file its mistakes."""
    return {
        "files": [
            {"file": file, "problems": [build_file_problem_json(problem) for problem in problems.get(file, ())]}
            for file in files
        ]
    }


def build_rule_comparison_json(a: Variant, b: Variant, comparison: "RuleComparison") -> JsonObject:
    """Give what two variants play otherwise, rule by rule, in words; null for what one of them has not."""
    differences = [{"section": one.section, "rule": one.rule, "a": one.a, "b": one.b} for one in comparison.differences]
    return {"a": a.name, "b": b.name, "differences": differences}


def build_listed_variant_json(listed: VariantListing) -> JsonObject:
    """Give what the list says of one rule file."""
    problems = [build_file_problem_json(problem) for problem in listed.problems]
    return {**asdict(listed), "path": str(listed.path), "problems": problems}
