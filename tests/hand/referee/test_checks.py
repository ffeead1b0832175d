"""What the referee finds: one file for each hand that cannot be, or that is against the rules, with every problem."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.paths import DATA

from canasta_score import Problem, Variant, load_variant, referee, score_hand
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.diagnostics import Severity

FOLDER = DATA / "referee"
CASES = sorted(FOLDER.glob("*/*.toml"))
FIGURE = re.compile(r"(?:([a-z]+) )?([a-z-]+)=(-?[0-9]+)")


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", CASES, ids=name)
def test_every_problem_is_found_and_told(path: Path) -> None:
    variant, facts, problems = read(path)
    assert [shown(problem) for problem in referee(variant, facts)] == problems
    assert problems[0]["severity"] == path.parent.name


def with_nearest_figures() -> Iterator[tuple[Path, str, str, int]]:
    """Go through the cases of one problem that name the nearest figures: the side, the fact and each such figure."""
    for path in CASES:
        problems = tomllib.loads(path.read_text())["problems"]
        if len(problems) == 1 and problems[0]["hint"].startswith("the nearest is "):
            for side, fact, number in FIGURE.findall(problems[0]["hint"].removeprefix("the nearest is ")):
                yield path, side or problems[0]["side"], fact, int(number)


@pytest.mark.parametrize(
    ("path", "side", "fact", "number"),
    [pytest.param(*case, id=f"{case[0].stem}-{case[2]}") for case in with_nearest_figures()],
)
def test_the_nearest_figure_can_be_and_none_nearer(path: Path, side: str, fact: str, number: int) -> None:
    variant, facts, _ = read(path)
    told = facts[side].get(fact, 0)
    step = variant.deck.point_unit if fact == "count" or variant.facts[fact].is_in_points else 1
    assert not impossible(variant, facts, side, fact, number)
    assert impossible(variant, facts, side, fact, number + (step if number < told else -step))


def impossible(variant: Variant, facts: HandFacts, side: str, fact: str, number: int) -> list[Problem]:
    """List what cannot be once a fact has another figure."""
    problems = referee(variant, {**facts, side: {**facts[side], fact: number}})
    return [problem for problem in problems if problem.severity is Severity.IMPOSSIBLE]


def read(path: Path) -> tuple[Variant, HandFacts, list[dict[str, str]]]:
    """Read a case: its variant, its facts by a tally or, where no tally can say them, as they stand, its problems."""
    case = tomllib.loads(path.read_text())
    variant = load_variant(case["variant"])
    facts = case.get("facts") or parse_tally(variant, case["tally"].split(), case.get("sides", ["we", "they"]))
    return variant, facts, case["problems"]


def shown(problem: Problem) -> dict[str, str]:
    """Give a problem as a case states it."""
    return {
        "severity": problem.severity.value,
        "side": problem.side,
        "fact": problem.fact,
        "message": problem.message,
        "hint": problem.hint,
    }


def test_a_problem_is_told_as_one_sentence() -> None:
    (problem,) = referee(load_variant("nvso"), {"we": {"red": 3}, "they": {"red": 2}})
    assert str(problem) == ("they red=2: that makes 5 red threes in all, and the packs hold 4; the nearest is red=1")


@pytest.mark.parametrize(
    ("name", "facts"),
    [
        ("classic", {"we": {"red": 0, "count": -20}, "they": {"count": 0}}),
        ("classic", {"we": {"base": 200, "count": -20}, "they": {}}),
        ("classic", {"we": {"count": 325}, "they": {}}),
        ("nvso", {"we": {"count": 0}, "they": {"count": -325}}),
        ("nvso", {"we": {"natural": 1, "count": 325}, "they": {"base": 300, "count": 325}}),
        ("wca", {"we": {"count": 325}, "they": {"straight": 1}}),
        ("samba", {"we": {"base": -100, "count": 325}, "they": {}}),
    ],
)
def test_a_count_in_one_figure_that_leaves_nothing_open_is_taken(name: str, facts: HandFacts) -> None:
    assert referee(load_variant(name), facts) == []


@pytest.mark.parametrize("number", [1.5, "3", None, 3.0])
@pytest.mark.parametrize("fact", ["red", "table", "base", "open-aces"])
def test_what_is_no_whole_number_is_told_and_the_rest_is_judged(fact: str, number: object) -> None:
    facts: dict[str, dict[str, Any]] = {"we": {fact: number}, "they": {"red": 5}}
    said = [f"'{fact}' of we must be a whole number, not {number!r}; such as {fact}=3"]
    with pytest.raises(TallyError) as caught:
        score_hand(load_variant("nvso"), facts)
    assert [*caught.value.sentences] == said
    problems = referee(load_variant("nvso"), facts)
    assert [str(problem) for problem in problems[:1]] == said
    assert [problem.fact for problem in problems] == [fact, "red"]


def test_a_hand_of_nothing_has_no_problem() -> None:
    assert referee(load_variant("nvso"), {"we": {}, "they": {}}) == []
