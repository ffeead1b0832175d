"""The same hand by several rules as JSON: for each of them what `score` prints for one."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from canasta_score.hand.comparison.compare import ComparedSide, VariantResult
from canasta_score.report.json.values import JsonObject, build_problem_json, build_refused_hand_json
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.variant import Variant


def build_hand_comparison_json(
    results: Sequence[VariantResult], keys: Sequence[str], names: Mapping[str, str], problems: Sequence[Diagnostic]
) -> JsonObject:
    """Return a hand by several rules; its problems belong to the first, by which it was played."""
    variants = {
        key: {
            "title": result.variant.title,
            "sides": {side: _build_side_json(names[side], compared) for side, compared in result.sides.items()},
            "problems": list(map(build_problem_json, problems)) if result is results[0] else [],
        }
        for key, result in zip(keys, results, strict=True)
    }
    return {"variants": variants}


def _build_side_json(name: str, compared: ComparedSide) -> JsonObject:
    lines, unknown = ([asdict(value) for value in values] for values in (compared.known_lines, compared.unknown))
    return {"name": name, **compared.get_figures(), "lines": lines, "unknown": unknown}


def build_refused_comparison_json(first: Variant, diagnostics: Sequence[Diagnostic]) -> JsonObject:
    """Return why the tally of a hand was refused, under the first rules alone."""
    problems = build_refused_hand_json(first, diagnostics)["problems"]
    return {"variants": {first.name: {"title": first.title, "sides": {}, "problems": problems}}}
