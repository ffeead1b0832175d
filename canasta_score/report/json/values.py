"""A hand, an opening, and what is wrong with them or with a file, as JSON: stable keys that programs rely on."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from canasta_score.hand.scoring.score import HandScore, SideScore
from canasta_score.report.labels import list_figures
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.model.variant import Variant

if TYPE_CHECKING:  # start-up: a hand needs none of these
    from canasta_score.hand.opening.check import Opening

JsonObject = dict[str, object]


def build_hand_json(
    variant: Variant, score: HandScore, names: Mapping[str, str], problems: Sequence[Diagnostic]
) -> JsonObject:
    """Return the score of a hand with its lines, in points, and its problems."""
    return {
        "variant": variant.name,
        "sides": {side: build_side_json(names[side], side_score) for side, side_score in score.sides.items()},
        "problems": list(map(build_problem_json, problems)),
    }


def build_refused_hand_json(variant: Variant, refusals: Sequence[Diagnostic]) -> JsonObject:
    """Return why a tally was refused, in the shape of a hand without a score."""
    problems = [
        {**build_problem_json(refusal), "severity": "refused", "word": refusal.word_index} for refusal in refusals
    ]
    return {"variant": variant.name, "sides": {}, "problems": problems}


def build_problem_json(problem: Diagnostic) -> JsonObject:
    """Return a problem of a hand."""
    return {
        "severity": problem.severity,
        "side": problem.side,
        "fact": problem.fact,
        "message": problem.message,
        "hint": problem.hint_line,
    }


def build_file_problem_json(problem: Diagnostic) -> JsonObject:
    """Return a mistake in a file."""
    return {"file": problem.file, "where": problem.where, "message": problem.message, "hint": problem.hint_line}


def build_ledger_problem_json(problem: Diagnostic) -> JsonObject:
    """Return a mistake in a ledger, and whether stated totals are what is wrong."""
    return {**build_file_problem_json(problem), "about_totals": problem.code is DiagnosticCode.TOTAL_MISMATCH}


def build_side_json(name: str, score: SideScore) -> JsonObject:
    """Return the score of one side, in points."""
    return {"name": name, **list_figures(score), "lines": [asdict(line) for line in score.lines]}


def build_opening_json(opening: "Opening", *, with_pile: bool) -> JsonObject:
    """Return an opening; if a pile was asked for, also the group with its top card, or null."""
    values: JsonObject = {
        "legal": opening.legal,
        "opens": opening.opens,
        "points": opening.points,
        "needs": opening.needs,
        "groups": [asdict(group) for group in opening.groups],
        "kept": list(opening.kept),
        "problems": list(opening.problems),
    }
    if with_pile:
        values["pile"] = opening.pile and asdict(opening.pile)
    return values


def build_refused_opening_json(need: int, refusals: Sequence[Diagnostic]) -> JsonObject:
    """Return why cards were refused, in the shape of an opening without groups."""
    nothing: JsonObject = {"legal": False, "opens": False, "points": 0, "needs": need, "groups": [], "kept": []}
    return {**nothing, "problems": list(map(str, refusals))}
