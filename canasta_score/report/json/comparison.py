"""The same hand by several rules as JSON, each in the shape of a hand that is scored by one."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from canasta_score.hand.comparison.compare import ByRules, PossibleScores
from canasta_score.hand.referee.checks import Problem
from canasta_score.report.json.values import Json
from canasta_score.rules.model.facts import Part
from canasta_score.rules.model.variant import Variant


def side_by_side_json(
    hand: Sequence[ByRules], keys: Sequence[str], names: Mapping[str, str], problems: Sequence[Problem]
) -> Json:
    """Give a hand by several rules; its problems are by the first, by which it was played."""
    return {
        "variants": {
            key: {
                "title": one.variant.title,
                "sides": {side: side_json(names[side], scores) for side, scores in one.sides.items()},
                "problems": [asdict(problem) for problem in problems] if one is hand[0] else [],
            }
            for key, one in zip(keys, hand, strict=True)
        }
    }


def side_json(name: str, scores: PossibleScores) -> Json:
    """Give what one side scores by one set of rules; null for a figure that cannot be known."""
    return {
        "name": name,
        "base": scores.figure(Part.BASE),
        "count": scores.figure(Part.COUNT),
        "penalties": scores.figure(Part.PENALTIES),
        "total": scores.total,
        "lines": [asdict(line) for line in scores.lines],
        "unknown": [asdict(unknown) for unknown in scores.unknown],
    }


def refused_side_by_side_json(first: Variant, refused: Json) -> Json:
    """Give why a hand was refused, from what is said of it by the first rules alone."""
    return {"variants": {first.name: {"title": first.title, "sides": {}, "problems": refused["problems"]}}}
