"""What the referee finds: one file for each hand that cannot be, or that is against the rules, with every problem."""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support import variants
from support.paths import DATA
from support.samples import sample_then_slow
from support.wording import Wording

from canasta_score import Problem, Variant, load_variant, referee, score_hand
from canasta_score.hand.facts import HandFacts, TallyError
from canasta_score.hand.referee.card_checks import find_total_unit
from canasta_score.hand.referee.checks import find_problems, list_unlikely_problems
from canasta_score.hand.tally.names import spell_name
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.diagnostics import Severity
from canasta_score.rules.model.threes import Sign

FOLDER = DATA / "referee"
CASES = sorted(FOLDER.glob("*/*.toml"))
IDENTITY = ("severity", "side", "fact")


def name(path: Path) -> str:
    return f"{path.parent.name}/{path.stem}"


@pytest.mark.parametrize("path", CASES, ids=name)
def test_every_problem_of_a_hand_is_found(path: Path, wording: Wording) -> None:
    variant, facts, problems = read(path)
    found = referee(variant, facts) if path.parent.name == "unlikely" else find_problems(variant, facts)
    assert [identify(problem) for problem in found] == [{key: case[key] for key in IDENTITY} for case in problems]
    assert path.parent.name in {problem["severity"] for problem in problems}
    for number, problem in enumerate(found):
        wording.check_value(path, ["problems", number, "message"], problem.message)
        wording.check_value(path, ["problems", number, "hint"], problem.hint)


def test_the_fewest_points_of_a_penalty_are_impossible_where_no_cards_make_them() -> None:
    variant = load_with_overrides("catawba", ["penalties.short-meld.min=12"])[1]  # its cards are worth 5, 10, 20 or 50
    facts = {"we": {"short-meld": 12, "table": 100, "hand": 20}, "they": {"table": 100, "hand": 20}}
    assert [(each.side, each.fact, each.is_impossible) for each in find_problems(variant, facts)] == [
        ("we", "short-meld", True)
    ]


def test_a_sentence_names_an_item_in_quotes_or_with_its_sign() -> None:
    """A phone puts the labels of fields in their place; only these phrases have such words without naming an item."""
    phrases = (
        r"(red|black) threes|\d+ (aces|sevens|wild cards)|on the table|in hand|(going|went|go) out|needs .*|the hand"
    )
    for path in CASES:
        variant, _, problems = read(path)
        names = "|".join(map(re.escape, variant.facts))
        for text in (problem[key] for problem in problems for key in ("message", "hint")):
            assert not re.search(rf"(?<![\w-])({names})(?![\w=-])", re.sub(rf'"[^"]*"|{phrases}', "", text)), text


def test_tables_without_points_are_too_low_together_by_the_fewest_points_of_their_cards() -> None:
    """Three natural canastas of free fours to sixes cost nothing; a fourth has seven cards of 10 points."""
    variant = load_with_overrides("nvso", [f"cards.{rank}=0" for rank in (4, 5, 6)])[1]
    (problem,) = referee(variant, {"we": {"natural": 3}, "they": {"natural": 1}})
    assert (problem.side, problem.fact) == ("they", "table")
    assert re.findall(r"\d+", problem.message) == ["0", "70"]


def with_nearest_figures() -> Iterator[tuple[Path, str, str, int]]:
    """Yield the cases that state the nearest possible figures: the side, the fact and each such figure."""
    for path in CASES:
        for nearest in tomllib.loads(path.read_text()).get("nearest", []):
            side, fact, number = re.split("[ =]", nearest)
            yield path, side, fact, int(number)


def test_the_cases_state_many_nearest_figures() -> None:
    assert len([*with_nearest_figures()]) > 80


@pytest.mark.parametrize(
    "case", sample_then_slow(with_nearest_figures(), every=4), ids=lambda case: f"{case[0].stem}-{case[2]}-{case[3]}"
)
def test_the_nearest_figure_is_possible_and_none_nearer_is(case: tuple[Path, str, str, int]) -> None:
    path, side, fact, number = case
    variant, facts, _ = read(path)
    (problem,) = find_problems(variant, facts)
    assert f"{spell_name(variant, fact)}={number}" in problem.hint
    recorded = facts.get(side, {}).get(fact, 0)
    in_points = fact in {"base", "count"} or variant.facts[fact].is_in_points
    step = variant.deck.point_unit if in_points else 1
    assert not impossible(variant, facts, side, fact, number)
    if abs(recorded - number) >= step:
        assert impossible(variant, facts, side, fact, number + (step if number < recorded else -step))


def impossible(variant: Variant, facts: HandFacts, side: str, fact: str, number: int) -> list[Problem]:
    """List what cannot be once a fact has another figure."""
    problems = find_problems(variant, {**facts, side: {**facts.get(side, {}), fact: number}})
    return [problem for problem in problems if problem.severity is Severity.IMPOSSIBLE]


def read(path: Path) -> tuple[Variant, HandFacts, list[dict[str, str]]]:
    """Read a case: its variant, its facts by a tally or, where no tally can say them, as they stand, its problems."""
    case = tomllib.loads(path.read_text())
    variant = variants.variant(case["variant"])
    facts = case.get("facts") or parse_tally(variant, case["tally"].split(), case.get("sides", ["we", "they"]))
    return variant, facts, case["problems"]


def identify(problem: Problem) -> dict[str, str]:
    return {"severity": problem.severity.value, "side": problem.side, "fact": problem.fact}


def test_what_to_remove_is_said_where_no_two_of_three_go_together() -> None:
    # Seven wild cards each of the twelve: of every two sides, one is wrong.
    facts: HandFacts = {side: {"wild-mixed": 1, "table": 400} for side in ("we", "they", "others")}
    hints = [problem.hint for problem in find_problems(load_variant("nvso"), facts) if problem.fact == "wild-mixed"]
    assert hints == [
        "remove wild-mixed=1 for They or wild-mixed=1 for others",
        "remove wild-mixed=1 for We or wild-mixed=1 for They",
    ]


def test_totals_go_by_the_points_of_each_penalty_that_is_counted() -> None:
    rules = load_with_overrides("nvso", ["penalties.threes-in-hand.points=3"])[1]
    assert (find_total_unit(load_variant("nvso")), find_total_unit(rules)) == (5, 1)


def test_a_problem_is_one_sentence_of_its_message_and_hint() -> None:
    (problem,) = find_problems(load_variant("nvso"), {"we": {"red": 3}, "they": {"red": 2}})
    assert (problem.side, problem.fact, problem.severity) == ("they", "red", Severity.IMPOSSIBLE)
    assert str(problem) == f"{problem.message}; {problem.hint}"


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
    assert find_problems(load_variant(name), facts) == []


@pytest.mark.parametrize(
    ("sign", "found"), [(Sign.MINUS, ["count"]), (Sign.NOTHING, ["count"]), (Sign.PLUS, [])], ids=str
)
def test_a_count_above_zero_takes_a_canasta_where_cards_without_one_do_not_count(sign: Sign, found: list[str]) -> None:
    nvso = load_variant("nvso")
    rules = replace(nvso, card_points=replace(nvso.card_points, no_canasta=sign))
    assert [problem.fact for problem in find_problems(rules, {"we": {"count": 5}, "they": {}})] == found
    assert find_problems(rules, {"we": {"natural": 1, "count": 70}, "they": {"count": 0}}) == []


def test_going_out_entered_twice_is_not_also_without_canastas() -> None:
    problems = find_problems(load_variant("nvso"), {"we": {"base": 100, "out": 1}, "they": {}})
    assert [(problem.fact, problem.severity) for problem in problems] == [("out", Severity.IMPOSSIBLE)]


def test_a_count_above_zero_may_come_with_a_canasta_that_bonuses_do_not_count() -> None:
    nvso = load_variant("nvso")
    rules = replace(nvso, canastas=tuple(replace(canasta, counted=False) for canasta in nvso.canastas))
    assert find_problems(rules, {"we": {"natural": 1, "count": 70}, "they": {}}) == []


@pytest.mark.parametrize("number", [1.5, "3", None, 3.0])
@pytest.mark.parametrize("fact", ["red", "table", "base", "open-aces"])
def test_a_fact_that_is_not_a_whole_number_is_refused_and_the_rest_is_judged(
    fact: str, number: object, wording: Wording
) -> None:
    facts: dict[str, dict[str, Any]] = {"we": {fact: number}, "they": {"red": 5}}
    with pytest.raises(TallyError) as caught:
        score_hand(load_variant("nvso"), facts)
    first, second = find_problems(load_variant("nvso"), facts)
    assert caught.value.sentences == (str(first),)
    assert (first.side, first.fact, second.side, second.fact) == ("we", fact, "they", "red")
    wording.check_wording("referee", ["not a whole number"], str(first), fact=fact, number=repr(number))


def test_an_item_called_total_is_judged_as_an_item(tmp_path: Path) -> None:
    """An item of that name takes the place of the total of a whole hand, whose points end in 5 or 0."""
    (tmp_path / "ours.toml").write_text('extends = "nvso"\n[bonuses.total]\npoints = 100\nmax = 9\n')
    hand = {"we": {"natural": 2, "out": 1, "table": 160, "total": 7}, "they": {"hand": 5}}
    assert [problem.fact for problem in referee(load_variant(tmp_path / "ours.toml"), hand)] == []


def test_a_hand_of_nothing_has_no_problem() -> None:
    assert find_problems(load_variant("nvso"), {"we": {}, "they": {}}) == []


@pytest.mark.parametrize(
    ("name", "tally"),
    [
        ("nvso", "we n2 o t130 they t125 h85"),
        ("nvso", "we n1 t35 h5 they t0 h85"),  # seven fours open at any level
        ("nvso", "we sevens t35 h5 they r1 h85"),
        ("nvso", "we base=500 t35 h5 they count=20"),  # the canasta in a base may be natural
        ("classic", "we n1 o t130 they t15 h85"),
        ("bolivia", "we n1 t130 h40 black-in-hand=2 they n1 escalera=1 o t200"),
        ("bolivia", "we n1 t130 h40 black-in-hand=2 they base=2200 t200"),  # the base may have going out
        ("bolivia", "we n1 t130 h40 black-in-hand=2 they total=2400"),
        ("nvso", "we n2 t130 h10 threes-in-hand=1 they t160 h30"),  # due even if the stock ran out
        ("wca", "we straight they"),  # the others score nothing, whatever they have
        ("wca", "we n2 o t130 they t60 h85 red=9"),  # impossible anyway
    ],
)
def test_a_likely_hand_has_no_unlikely_problem(name: str, tally: str) -> None:
    variant = load_variant(name)
    problems = referee(variant, parse_tally(variant, tally.split()))
    assert not any(problem.severity is Severity.UNLIKELY for problem in problems)


@pytest.mark.parametrize(
    ("name", "tally", "need", "below"),
    [
        ("classic", "we n1 o concealed t55 h30 they t120 h85", 120, []),  # who goes out concealed needs no minimum
        ("classic", "we n1 o t55 h30 they t120 h85", 120, ["we"]),
        ("classic", "we base=700 t55 h30 they t120 h85", 120, []),  # the base may have it
        ("two-handed", "we n2 o concealed t75 they t120 h85", 120, []),
        ("uruguay", "we wild=1 n1 o concealed t175 they t50 h85", 120, ["they"]),
        ("cuban", "we base=600 t55 h30 they t120 h85", 120, ["we"]),  # no bonus there needs no minimum
        ("modern-american", "we wild-twos=1 t160 h20 they t180 h20 o", 180, []),  # seven wild cards open at any need
        ("modern-american", "we m1 t160 h20 they base=2500 t160 h20", 180, ["we"]),
        ("modern-american", "we n1 t40 h20 they wild-jokers=1 t160 h20", 180, []),
        ("canasta-league", "we wild-twos=1 t160 h20 they n1 t40 h20", 180, ["we", "they"]),
        ("wca", "we wild-twos=1 t160 h20 they n1 t40 h20", 180, ["we"]),
    ],
)
def test_only_what_opens_at_any_need_leaves_a_table_below_the_need(
    name: str, tally: str, need: int, below: list[str]
) -> None:
    rules = load_variant(name)
    facts = parse_tally(rules, tally.split())
    found = list_unlikely_problems(rules, facts, [], needs=dict.fromkeys(facts, need))
    assert [problem.side for problem in found if "needed to open" in problem.message] == below


def test_a_side_alone_may_have_a_penalty_that_is_due_when_another_goes_out() -> None:
    assert referee(load_variant("bolivia"), {"we": {"natural": 1, "table": 130, "hand": 40, "black-in-hand": 2}}) == []


@pytest.mark.parametrize(
    ("name", "tally"),
    [
        ("nvso", "we n1 table=7xK+3x4 h5 they t130 h85"),
        ("nvso", "we n1 table=5xK+95 h5 they t130 h85"),  # not every card is named
        ("wca", "we n1 table=8xK+3xA h5 they garbage"),
        ("wca", "we straight table=8xK+3xA they t130 h85"),  # the named cards may be those of the straight
        ("samba", "we samba=1 natural=1 table=8x4+1x5+1x6+1x7+1x8+1x9+1xT h5 they t130 h85"),
        ("samba", "we samba=1 table=1x4+1x5+1x6+1x7+1x8+1x9+1xT h5 they t130 h85"),  # without an ace
    ],
)
def test_named_cards_that_allow_the_items_are_taken(name: str, tally: str) -> None:
    variant = load_variant(name)
    assert not any(problem.is_impossible for problem in find_problems(variant, parse_tally(variant, tally.split())))


def test_named_cards_are_not_called_too_few_where_the_deck_has_too_few() -> None:
    variant = load_variant("nvso")
    facts = parse_tally(variant, "we sevens=2 table=7x7+7xK h5 they t130 h85".split())
    assert [problem.fact for problem in find_problems(variant, facts)] == ["sevens"]
