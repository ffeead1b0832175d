"""Partners by hand: what two of three players have together counts once on the table, and for both on the sheet."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from canasta_score import Problem, TallyError, load_variant, referee, score_hand
from canasta_score.hand import partners
from canasta_score.hand.facts import apply_corrections, find_corrections
from canasta_score.hand.referee.checks import find_problems
from canasta_score.hand.tally.completion import list_tally_candidates
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.hand.tally.interview import answer_who_plays_alone, list_questions
from canasta_score.hand.tally.parser import guess_sides, parse_tally

pytestmark = pytest.mark.usefixtures("sentences")

CUTTHROAT = load_variant("cutthroat")
NAMES = {"ann": "Ann", "bob": "Bob Lee", "cy": "Cy"}
ALONE = {"table": 60, "hand": 45}
TOGETHER = {"natural": 1, "table": 300, "hand": 20, "out": 1}
HAND = {"ann+bob": TOGETHER, "ann": {"red": 1}, "bob": {"red": 2}, "cy": ALONE}
SHARED_OUT = {"ann": {**TOGETHER, "red": 1}, "bob": {**TOGETHER, "red": 2}, "cy": ALONE}
Hand = Mapping[str, Mapping[str, int]]


def of(*problems: Problem) -> list[tuple[str, str]]:
    return [(problem.side, problem.fact) for problem in problems]


@pytest.mark.parametrize(
    "tally",
    [
        "ann+bob natural=1 table=300 hand=20 out ann red=1 bob red=2 cy table=60 hand=45",
        "Bob+Ann: n1 t300 h20 out ann: r1 bob r2 cy: t60 h45",
        "bob lee + ann n1 t300 h20 out cy t60 h45 ann r1 bob r2",
        "ann and bob natural=1 table=300 hand=20 out ann red=1 bob red=2 cy table=60 hand=45",
        "Bob & Ann n1, t300, h20 and out, ann r1 bob r2 cy t60 h45",
        "ANN + bo n1 t300 cy t60 h45 ann r1 bob r2 b+a h20 out",
        "ann r1 bob r2 cy t60 h45 ann +bob n1 t100+200 h20 out",
        "ann r1 bob lee r2 cy t60 h45 bob lee+ ann n1 t300 h20 out",
    ],
)
def test_two_names_in_any_form_begin_what_both_have_together(tally: str) -> None:
    facts = parse_tally(CUTTHROAT, tally.split(), NAMES)
    assert facts == HAND
    assert list(facts) == ["ann+bob", "ann", "bob", "cy"]


def test_the_same_hand_is_entered_by_pair_and_by_partners() -> None:
    score = score_hand(CUTTHROAT, HAND)
    assert {side: (own.base, own.count, own.total) for side, own in score.sides.items()} == {
        "ann": (700, 280, 980),
        "bob": (800, 280, 1080),
        "cy": (0, 15, 15),
    }
    assert list(score.sides) == ["ann", "bob", "cy"]
    assert score_hand(CUTTHROAT, SHARED_OUT, partners=("bob", "ann")) == score
    assert partners.share_out(HAND) == SHARED_OUT
    assert partners.join_partners(CUTTHROAT, SHARED_OUT, ("bob", "ann")) == HAND
    assert partners.share_out(SHARED_OUT) == SHARED_OUT
    assert partners.find_partners(SHARED_OUT) == ()


def test_a_pair_may_stand_without_what_each_partner_has_alone() -> None:
    score = score_hand(CUTTHROAT, {"bob+cy": {"table": 90}, "ann": {"hand": 20}})
    assert {side: own.total for side, own in score.sides.items()} == {"bob": 90, "cy": 90, "ann": -20}


@pytest.mark.parametrize("short", [True, False])
@pytest.mark.parametrize(
    "facts", [HAND, {**HAND, "ann+bob": {}}, {**SHARED_OUT, "ann": {"extra": 50, "red-in-hand": 1}}]
)
def test_a_tally_is_formatted_as_it_is_typed(facts: Hand, *, short: bool) -> None:
    tally = format_tally(CUTTHROAT, facts, with_short_names=short)
    assert parse_tally(CUTTHROAT, tally.split(), NAMES) == facts


@pytest.mark.parametrize(
    ("tally", "errors"),
    [
        ("ann+bob n1 t300 bob+cy h30", [("bob+cy", "", 3)]),
        ("ann+bob+cy n1 t300", [("ann+bob+cy", "", 0)]),
        ("ann+ann n1 t300", [("ann+ann", "", 0)]),
        ("ann+ n1 t300", [("", "", 0)]),
        ("ann+di n1 t300", [("", "", 0)]),
        ("cy h20 ann+di n1 t300", [("cy", "", 2)]),
        ("ann+bob r1 n1 t300", [("ann+bob", "red", 1)]),
        ("ann+bob red-in-hand=1 t300 ann r1", [("ann+bob", "red-in-hand", 1)]),
        ("ann+bob t300 ann t200 bob r1", [("ann", "table", 3)]),
        ("ann+bob t300 ann h20 bob n1", [("ann", "hand", 3), ("bob", "natural", 5)]),
        ("ann+bob t300 extra=50 ann extra=20", [("ann", "extra", 4)]),
        ("ann+bob total=500 ann r1 bob extra=20", [("ann", "red", 3), ("bob", "extra", 5)]),
        ("ann+bob n1 t300 bob+ann n2", [("ann+bob", "natural", 4)]),
        ("ann+bob base=300 n1", [("ann+bob", "natural", 2)]),
    ],
)
def test_what_partners_cannot_have_is_refused_once(tally: str, errors: list[tuple[str, str, int]]) -> None:
    with pytest.raises(TallyError) as caught:
        parse_tally(CUTTHROAT, tally.split(), NAMES)
    assert [(error.side, error.fact, error.word_index) for error in caught.value.diagnostics] == errors
    assert all(error.hint for error in caught.value.diagnostics)


@pytest.mark.parametrize("tally", ["ann+bob n1 t300 cy h20", "cy h20 ann + bob n1 t300"])
def test_rules_without_the_key_know_no_partners(tally: str) -> None:
    with pytest.raises(TallyError) as caught:
        parse_tally(load_variant("classic"), tally.split(), NAMES)
    assert of(*caught.value.diagnostics) == [("ann+bob", "")]


def test_a_side_that_is_called_by_two_names_is_no_pair() -> None:
    teams = {"we": "Ann & Bob", "they": "Cy & Di"}
    assert parse_tally(load_variant("nvso"), "ann+bob n1 t200 cy+di h20".split(), teams) == {
        "we": {"natural": 1, "table": 200},
        "they": {"hand": 20},
    }


@pytest.mark.parametrize(
    ("facts", "pair", "expected"),
    [
        ({**HAND, "bob+cy": {}}, (), [("bob+cy", "")]),
        ({**HAND, "ann+bob": {"red": 1, "gold": 3}}, (), [("ann+bob", "red")]),
        ({**HAND, "ann": {"table": 20, "hand": 0}}, (), [("ann", "table")]),
        ({**SHARED_OUT, "ann+di": {}}, (), [("di+ann", "")]),
        ({**SHARED_OUT, "bob": {"table": 300}}, ("ann", "bob"), [("ann+bob", "")]),
        (SHARED_OUT, ("ann", "di"), [("ann+di", "")]),
        (SHARED_OUT, ("ann",), [("ann", "")]),
        (SHARED_OUT, ("ann", "bob", "cy"), [("ann+bob+cy", "")]),
        (SHARED_OUT, ("ann", "ann"), [("ann+ann", "")]),
    ],
)
def test_facts_of_wrong_partners_are_refused_and_are_problems(
    facts: Hand, pair: tuple[str, ...], expected: object
) -> None:
    with pytest.raises(TallyError) as caught:
        score_hand(CUTTHROAT, facts, partners=pair)
    assert of(*caught.value.diagnostics) == expected
    problems = referee(CUTTHROAT, facts, partners=pair)
    assert of(*problems) == expected
    assert all(problem.is_impossible for problem in problems)


def test_a_hand_checked_as_it_is_entered_has_its_wrong_partners_as_problems() -> None:
    assert of(*find_problems(CUTTHROAT, {**HAND, "ann": {"table": 20}})) == [("ann", "table")]


@pytest.mark.parametrize(
    ("tally", "problems"),
    [
        ("ann+bob n1 t300 h20 o ann r1 bob r2 cy t60 h45", []),
        ("ann+bob n1 m1 t300 h20 ann r1 bob r3 cy n1 t90 o", []),
        ("ann+bob n1 t300 h20 ann r3 bob r2 cy n1 t90 o", ["impossible bob red"]),
        ("ann+bob n1 t300 h20 ann red-in-hand=2 bob r3 cy n1 t90 o", ["impossible ann red-in-hand"]),
        ("ann+bob n1 t300 o cy n1 t90 o", ["impossible cy out"]),
        ("ann+bob n8 t300 h20 cy h45", ["impossible ann+bob table"]),
        ("ann+bob t300 h20 o cy h45", ["irregular ann+bob out"]),
        ("ann n1 t300 o bob h20 cy h45", ["irregular ann out"]),
        ("ann n1 t300 h10 bob h20 cy h45", []),
        ("ann+bob count=-20 ann r1 bob r1 cy n1 t90 o", ["irregular ann count", "irregular bob count"]),
        ("ann+bob count=-20 ann r1 cy n1 t90 o", ["irregular ann count"]),
        ("ann+bob n1 o cy n1 t90 h20", ["impossible ann+bob table"]),
        ("ann+bob t300 cy n1 t90 o", ["unlikely ann+bob hand"]),
        ("ann+bob t10 h20 ann r1 cy n1 t90 o", ["unlikely ann+bob table"]),
        ("ann+bob ann r1 cy n1 t90 o", ["unlikely ann+bob "]),
    ],
)
def test_what_partners_share_is_looked_at_once(tally: str, problems: list[str]) -> None:
    facts = parse_tally(CUTTHROAT, tally.split(), NAMES)
    pair = partners.find_partners(facts)
    found = [f"{problem.severity} {problem.side} {problem.fact}" for problem in referee(CUTTHROAT, facts, NAMES)]
    assert found == problems
    assert referee(CUTTHROAT, partners.share_out(facts), NAMES, partners=pair) == referee(CUTTHROAT, facts, NAMES)


def test_one_side_alone_needs_no_partners_and_none_of_an_item_is_nothing() -> None:
    assert referee(CUTTHROAT, {"ann": {"natural": 1, "table": 200, "out": 1}}) == []
    assert score_hand(CUTTHROAT, {**HAND, "ann+bob": {**TOGETHER, "red": 0}}).sides["ann"].total == 980


def test_messages_call_partners_by_their_names() -> None:
    (problem,) = referee(CUTTHROAT, {**HAND, "ann+bob": {"natural": 8, "table": 300, "out": 1}}, NAMES)
    assert "Ann & Bob Lee" in problem.message


@pytest.mark.parametrize(
    ("facts", "pair", "expected"),
    [
        (HAND, ("ann", "cy"), {"ann+cy": TOGETHER, "ann": {"red": 1}, "bob": {**ALONE, "red": 2}, "cy": {}}),
        (HAND, ("cy", "bob"), {"bob+cy": TOGETHER, "ann": {**ALONE, "red": 1}, "bob": {"red": 2}, "cy": {}}),
        (HAND, ("bob", "ann"), HAND),
        (
            {
                "ann": {"base": 700, "table": 200, "out": 1, "red": 1, "extra": 50},
                "bob": {"out": 1, "table": 60},
                "cy": ALONE,
            },
            ("ann", "bob"),
            {"ann+bob": {"out": 1, "table": 260}, "ann": {"red": 1, "extra": 50}, "bob": {}, "cy": ALONE},
        ),
    ],
)
def test_other_partners_take_over_what_those_before_had(facts: Hand, pair: tuple[str, ...], expected: Hand) -> None:
    assert partners.change_partners(CUTTHROAT, facts, pair) == expected
    changes = partners.complete_changes(CUTTHROAT, facts, {"+".join(pair): {}})
    assert {side: own for side, own in apply_corrections(facts, changes).items() if own} == {
        side: own for side, own in expected.items() if own
    }


def test_changes_without_other_partners_and_complete_ones_stay() -> None:
    for changes in ({"cy": {"table": 5}}, {"ann+bob": {"table": 5}}, {"ann+bob": {}, "ann+cy": {"table": 5}}):
        assert partners.complete_changes(CUTTHROAT, HAND, changes) == changes
    alone = {"ann": {"table": 200}, "bob": {"table": 60}, "cy": ALONE}
    changes = {"ann+bob": {"table": 300}, "ann": {"table": 0}, "bob": {"table": 0}}
    assert partners.complete_changes(CUTTHROAT, alone, changes) == changes
    assert apply_corrections(alone, changes) == {"ann+bob": {"table": 300}, "ann": {}, "bob": {}, "cy": ALONE}


@pytest.mark.parametrize(
    "after",
    [
        {"ann+cy": {"table": 90}, "ann": {"red": 1}, "bob": {"hand": 20}, "cy": {}},
        {"ann+cy": {}, "ann": {}, "bob": {"hand": 20}, "cy": {}},
        {"ann": {"table": 90}, "bob": {}, "cy": {"hand": 5}},
        {**HAND, "ann": {"red": 2}},
    ],
)
def test_corrections_lead_from_one_hand_to_another_with_other_partners(after: Hand) -> None:
    assert apply_corrections(HAND, find_corrections(HAND, after)) == after


def test_partners_with_nothing_give_way_to_other_partners() -> None:
    before = {"ann+bob": {}, "ann": {"red": 1}, "bob": {}, "cy": {"hand": 5}}
    after = {"ann+cy": {"table": 90}, "ann": {"red": 1}, "bob": {"hand": 5}, "cy": {}}
    assert apply_corrections(before, find_corrections(before, after)) == after


@pytest.mark.parametrize(
    ("words", "prefix", "expected"),
    [
        ("", "ann+", {"ann+bob", "ann+cy"}),
        ("cy h20", "B+", set()),
        ("cy h20", "bob+", {"bob+ann", "bob+cy"}),
        ("ann+bob n1", "ann+", set()),
        ("ann+bob n1", "red", set()),
        ("ann+bob n1", "mi", {"mixed="}),
        ("ann+bob n1 ann", "", {"red=", "red-in-hand=", "bob", "cy"}),
        ("ann+bob n1 cy", "r", {"red=", "red-in-hand="}),
    ],
)
def test_tab_offers_what_partners_can_have(words: str, prefix: str, expected: set[str]) -> None:
    offered = {candidate.word for candidate in list_tally_candidates(CUTTHROAT, NAMES, words.split(), prefix)}
    assert offered == expected


def test_rules_without_partners_offer_no_pair() -> None:
    assert list_tally_candidates(load_variant("classic"), NAMES, [], "ann+") == []


@pytest.mark.parametrize(
    ("tally", "sides"),
    [
        ("ann+bob n1 t300 cy h20", {"ann": "Ann", "bob": "Bob", "cy": "Cy"}),
        ("Zoë + Bob n1 t300 cy: h20", {"zoe": "Zoë", "bob": "Bob", "cy": "Cy"}),
        ("ann: n1 rde 2 bob h20 cy h3xK+JK", {"ann": "Ann", "bob": "Bob", "cy": "Cy"}),
        ("ann n1 di bob eve h20", {"ann": "Ann", "di": "Di", "bob": "Bob"}),
        ("ann n1 penalty points bob h20 cy h5", {"ann": "Ann", "bob": "Bob", "cy": "Cy"}),  # an item without its number
        ("we n1 t300", {"we": "We"}),
        ("zed with = cy", {"zed": "Zed", "with": "With", "cy": "Cy"}),  # a word that names a player but still no side
        ("3 n1", {}),
        ("", {}),
    ],
)
def test_a_hand_without_a_game_names_its_players(tally: str, sides: dict[str, str]) -> None:
    assert guess_sides(CUTTHROAT, tally.split()) == sides


def test_one_partner_alone_may_hold_what_both_have() -> None:
    held: dict[str, Any] = {"ann": {**TOGETHER, "red": 1}, "bob": {"red": 2}, "cy": ALONE}
    assert partners.give_to_pair(CUTTHROAT, held, ("ann", "bob"), "ann") == HAND


def test_a_partner_is_asked_only_for_what_can_be_the_own(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text('extends = "cutthroat"\nwithout = ["penalties.red-in-hand"]\n')
    for rules, labels in ((CUTTHROAT, ["Red threes", "Anything else"]), (load_variant(file), ["Red threes"])):
        questions = list_questions(rules, NAMES, answer_who_plays_alone(HAND))
        assert [question.label for question in questions if question.side == "ann"] == labels
        (other,) = [question for question in questions if question.side == "ann+bob" and question.allows_several]
        assert not {"red", "red-in-hand"} & {fact.name for fact in other.facts}
