"""The same hand by other rules: each case names what the rules differ in, and every figure by each of them."""

import tomllib
from pathlib import Path

import pytest

from canasta_score import load_variant, referee
from canasta_score.hand.other_rules import words_of_all
from canasta_score.hand.side_by_side import PossibleScores, facts_of, side_by_side
from canasta_score.hand.tally import read_tally
from canasta_score.rules.facts import Part
from canasta_score.rules.variant import Variant

CASES = sorted((Path(__file__).parent / "data" / "by-other-rules").glob("*.toml"))
NOT_KNOWN = "cannot be known"


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_hand_is_scored_by_each_rule_as_far_as_it_is_told(path: Path, own_variants: Path) -> None:
    case = tomllib.loads(path.read_text())
    for name, text in case.get("files", {}).items():
        (own_variants / f"{name}.toml").write_text(text)
    variants = [load_variant(name) for name in case["rules"]]
    facts = read_tally(words_of_all(variants), case["tally"].split())
    assert not [one for one in referee(variants[0], first_facts(variants[0], facts)) if one.is_impossible]
    expected = {
        name: {side: {**scores, "unknown": scores.get("unknown", [])} for side, scores in sides.items()}
        for name, sides in case["by"].items()
    }
    by_rules = side_by_side(variants, facts)
    assert {one.variant.name: {side: shown(of) for side, of in one.sides.items()} for one in by_rules} == expected


def first_facts(variant: Variant, facts: dict[str, dict[str, int]]) -> dict[str, dict[str, int]]:
    return {side: dict(facts_of(variant, told)) for side, told in facts.items()}


def shown(scores: PossibleScores) -> dict[str, object]:
    """Give what a side scores as a case states it."""
    figures = {
        "base": scores.figure(Part.BASE),
        "count": scores.figure(Part.COUNT),
        "penalties": scores.figure(Part.PENALTIES),
        "total": scores.total,
    }
    told = {name: NOT_KNOWN if points is None else points for name, points in figures.items()}
    return {**told, "unknown": sorted(one.fact for one in scores.unknown)}
