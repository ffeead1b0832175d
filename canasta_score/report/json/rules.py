"""Rules as JSON: stable keys that other people's programs rely on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from canasta_score.report.json.values import JsonObject, build_file_problem_json
from canasta_score.report.rules.differences import RuleComparison
from canasta_score.rules.catalog.listing import VariantListing
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.variant import Variant

# Keys that stay as they are, whatever the fields are called.
_KEYS = {
    "card_points": "count",
    "on_table": "table",
    "in_hand": "hand",
    "colors": "colours",
    "short_name": "short",
}


def build_variant_json(variant: Variant) -> JsonObject:
    """Return the rules of a variant by the tables of its rule file."""
    rules = asdict(variant, dict_factory=_name_keys)
    del rules["facts"], rules["usual_facts"], rules["specials"]["names"]  # the same values again, by name
    return rules


def _name_keys(fields: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    return {_KEYS.get(name, name): value for name, value in fields}


def build_rule_check_json(files: Sequence[str], problems: Mapping[str, Sequence[Diagnostic]]) -> JsonObject:
    """Return the mistakes in each checked rule file."""
    return {
        "files": [
            {"file": file, "problems": list(map(build_file_problem_json, problems.get(file, ())))} for file in files
        ]
    }


def build_rule_comparison_json(a: Variant, b: Variant, comparison: RuleComparison) -> JsonObject:
    """Return how two variants differ, rule by rule, in words; null where one does not have the rule."""
    differences = [
        {"section": difference.section, "rule": difference.rule, "a": difference.a, "b": difference.b}
        for difference in comparison.differences
    ]
    return {"a": a.name, "b": b.name, "differences": differences}


def build_listed_variant_json(listed: VariantListing) -> JsonObject:
    """Return what the list of variants says of one rule file."""
    return {**asdict(listed), "path": str(listed.path), "problems": list(map(build_file_problem_json, listed.problems))}
