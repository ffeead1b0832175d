"""The same hand by several rules as JSON, each in the shape of a hand that is scored by one."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from canasta_score.hand.comparison.compare import PossibleScores, VariantResult
from canasta_score.hand.referee.checks import Problem
from canasta_score.report.json.values import JsonObject, build_problem_json
from canasta_score.rules.model.facts import ScorePart
from canasta_score.rules.model.variant import Variant


def build_hand_comparison_json(
    hand: Sequence[VariantResult], keys: Sequence[str], names: Mapping[str, str], problems: Sequence[Problem]
) -> JsonObject:
    """Give a hand by several rules; its problems are by the first, by which it was played."""
    return {
        "variants": {
            key: {
                "title": one.variant.title,
                "sides": {side: _build_compared_side_json(names[side], scores) for side, scores in one.sides.items()},
                "problems": [build_problem_json(problem) for problem in problems] if one is hand[0] else [],
            }
            for key, one in zip(keys, hand, strict=True)
        }
    }


def _build_compared_side_json(name: str, scores: PossibleScores) -> JsonObject:
    """Give what one side scores by one set of rules; null for a figure that cannot be known."""
    return {
        "name": name,
        "base": scores.get_figure(ScorePart.BASE),
        "count": scores.get_figure(ScorePart.COUNT),
        "penalties": scores.get_figure(ScorePart.PENALTIES),
        "total": scores.total,
        "lines": [asdict(line) for line in scores.known_lines],
        "unknown": [asdict(unknown) for unknown in scores.unknown],
    }


def build_refused_comparison_json(first: Variant, refused: JsonObject) -> JsonObject:
    """Give why a hand was refused, from what is said of it by the first rules alone."""
    return {"variants": {first.name: {"title": first.title, "sides": {}, "problems": refused["problems"]}}}
