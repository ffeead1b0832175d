"""The questions of guided entry: only what can still matter is asked, and an answer is read as it is meant."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.wording import Case, Wording, load_wordings

from canasta_score import Variant, load_variant
from canasta_score.hand.facts import SideFacts, WordError
from canasta_score.hand.referee.checks import find_blocking_problem
from canasta_score.hand.tally.interview import (
    Answers,
    Question,
    collect_facts,
    list_questions,
    list_repeatable_facts,
    parse_answer,
)
from canasta_score.report.text.hand_entry import format_prompt, iter_question_help

NVSO, WCA, CATAWBA = map(load_variant, ("nvso", "wca", "catawba"))
WE, THEY = "we", "they"
SIDES = (WE, THEY)


def labels(variant: Variant, answers: Answers, side: str) -> list[str]:
    return [question.label for question in list_questions(variant, SIDES, answers) if question.side == side]


def asked(variant: Variant, answers: Answers, side: str, label: str) -> Question:
    return next(one for one in list_questions(variant, SIDES, answers) if one.key == (side, label))


def meanings_of(variant: Variant, question: Question, answers: Answers) -> list[str]:
    facts = collect_facts(list_questions(variant, SIDES, answers), answers, SIDES)
    return [*iter_question_help(question, list_repeatable_facts(variant, question, facts))]


def names(variant: Variant, answers: Answers, label: str) -> list[str]:
    return [fact.name for fact in asked(variant, answers, WE, label).facts]


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        (NVSO, ["Special hand", "Red threes", "Black threes", "On the table", "Left in hand", "Penalties"]),
        (WCA, ["Exact cut", "Special hand", "Red threes", "Black threes", "On the table", "Left in hand", "Penalties"]),
        (CATAWBA, ["Exact cut", "On the table", "Left in hand", "Penalties"]),
    ],
    ids=["nvso", "wca", "catawba"],
)
def test_a_side_with_nothing_on_the_table_is_asked_for_threes_and_hand_cards_alone(
    variant: Variant, expected: list[str]
) -> None:
    assert labels(variant, {}, WE) == expected


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (0, ["threes-in-hand"]),
        (10, ["threes-in-hand"]),
        (15, ["stuck-sevens", "threes-in-hand"]),  # three sevens at 5
        (60, ["stuck-aces", "stuck-sevens", "threes-in-hand"]),  # three aces at 20
    ],
)
def test_only_penalties_that_the_cards_in_hand_allow_are_asked_for(hand: int, expected: list[str]) -> None:
    assert names(NVSO, {(WE, "Left in hand"): {"hand": hand}}, "Penalties") == expected


def test_a_side_with_cards_on_the_table_is_asked_for_everything_they_can_be() -> None:
    table = {(WE, "On the table"): {"table": 325}}
    melded = ["On the table", "Natural canastas", "Mixed canastas", "Other canastas", "Going out", "Left in hand"]
    assert labels(NVSO, table, WE)[3:] == [*melded, "Penalties"]
    others = ["aces", "sevens", "wild-twos", "wild-jokers", "wild-mixed"]
    assert names(NVSO, table, "Other canastas") == others
    opened = ["open-aces", "open-sevens", "open-wilds", "open-wilds-jokers", "threes-in-hand"]
    assert names(NVSO, table, "Penalties") == opened


def test_a_table_too_small_for_a_canasta_is_not_asked_for_it() -> None:
    # a mixed canasta has five cards of 5 and a wild one at least: 2 twos and 5 fours are 65, one two and 6 fours 50
    small = {(WE, "On the table"): {"table": 45}}
    assert labels(NVSO, small, WE)[3:7] == ["On the table", "Natural canastas", "Other canastas", "Going out"]
    assert names(NVSO, small, "Other canastas") == ["sevens"]  # seven sevens are 35, seven aces 140


def test_a_special_hand_ends_the_questions_of_its_side() -> None:
    laid = {(WE, "Special hand"): {"straight": 1}}
    assert labels(NVSO, laid, WE) == ["Special hand"]


def test_after_a_special_hand_no_other_side_is_asked_for_one_or_for_going_out() -> None:
    laid = {(WE, "Special hand"): {"straight": 1}, (THEY, "On the table"): {"table": 325}}
    they = labels(NVSO, laid, THEY)
    assert they[0] == "Red threes"
    assert "Going out" not in they
    assert "Natural canastas" in they


def test_after_a_special_hand_that_leaves_the_others_nothing_only_what_came_before_play_is_asked() -> None:
    assert labels(WCA, {(WE, "Special hand"): {"straight": 1}}, THEY) == ["Exact cut"]


def test_the_exact_cut_is_asked_before_the_special_hand_that_does_not_cancel_it() -> None:
    answers: Answers = {(WE, "Exact cut"): {"cut": 1}, (WE, "Special hand"): {"straight": 1}}
    assert labels(WCA, answers, WE) == ["Exact cut", "Special hand"]
    assert labels(WCA, answers, THEY) == []


def test_once_a_side_is_out_the_others_are_asked_for_neither_going_out_nor_a_special_hand() -> None:
    out = {(WE, "On the table"): {"table": 325}, (WE, "Going out"): {"out": 1}}
    they = labels(NVSO, {**out, (THEY, "On the table"): {"table": 300}}, THEY)
    assert "Natural canastas" in they
    assert "Going out" not in they
    assert "Special hand" not in they


def test_threes_that_are_all_on_one_table_are_not_asked_for_again() -> None:
    assert "Red threes" not in labels(NVSO, {(WE, "Red threes"): {"red": 4}}, THEY)
    assert "Black threes" in labels(NVSO, {(WE, "Red threes"): {"red": 4}}, THEY)


def test_of_two_forms_of_the_same_cards_only_one_is_asked_for() -> None:
    # by catawba the aces of the first meld are a canasta or open, not both
    answers = {(WE, "On the table"): {"table": 300}, (WE, "Other canastas"): {"aces": 1}}
    assert names(CATAWBA, answers, "Penalties") == ["open-sevens", "red-in-hand", "short-meld"]


def test_a_single_special_hand_is_a_question_of_its_own(tmp_path: Path) -> None:
    gone = ", ".join(f'"specials.{name}"' for name in ("pairs", "wild-pairs", "garbage"))
    rules = tmp_path / "house.toml"
    rules.write_text(f'extends = "nvso"\ntitle = "House"\nwithout = [{gone}]\n')
    question = list_questions(load_variant(rules), SIDES, {})[0]
    assert (question.label, question.is_yes_or_no) == ("Straight", True)


def test_with_anyway_impossible_facts_are_asked_for_too() -> None:
    out = {(WE, "On the table"): {"table": 325}, (WE, "Going out"): {"out": 1}, (THEY, "On the table"): {"table": 5}}
    they = [one.label for one in list_questions(NVSO, SIDES, out, anyway=True) if one.side == THEY]
    assert {"Special hand", "Natural canastas", "Going out"} <= set(they)


@pytest.mark.parametrize("typed", ["d2", "d=2", "D2", "threes-in-hand=2"])
def test_one_of_several_facts_may_be_named_by_its_letter(tmp_path: Path, typed: str) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text('extends = "nvso"\ntitle = "House"\n[penalties.threes-in-hand]\nshort = "d"\n')
    house = load_variant(rules)
    question = asked(house, {(WE, "On the table"): {"table": 325}}, WE, "Penalties")
    assert parse_answer(house, question, f"open-aces {typed}") == {"open-aces": 1, "threes-in-hand": 2}


def test_three_sides_are_asked_one_after_the_other() -> None:
    questions = list_questions(NVSO, ["ann", "bob", "cy"], {})
    assert list(dict.fromkeys(question.side for question in questions)) == ["ann", "bob", "cy"]


def test_answers_that_no_longer_matter_are_kept_but_not_recorded() -> None:
    told: Answers = {(WE, "On the table"): {"table": 325}, (WE, "Natural canastas"): {"natural": 2}}
    laid: Answers = {**told, (WE, "Special hand"): {"pairs": 1}}
    assert collect_facts(list_questions(NVSO, SIDES, told), told, SIDES)[WE] == {"table": 325, "natural": 2}
    assert collect_facts(list_questions(NVSO, SIDES, laid), laid, SIDES)[WE] == {"pairs": 1}


@pytest.mark.parametrize(
    ("label", "typed", "told"),
    [
        ("Red threes", "3", {"red": 3}),
        ("Red threes", "0", {}),
        ("Red threes", "none", {}),
        ("On the table", "100+100+35", {"table": 235}),
        ("On the table", "7xK+5xQ+2x2+35", {"table": 195}),
        ("On the table", " 325 ", {"table": 325}),
        ("On the table", "1,250", {"table": 1250}),
        ("On the table", "1,234,565", {"table": 1234565}),
        ("Red threes", "no", {}),
        ("Penalties", "open-wilds", {"open-wilds": 1}),
        ("On the table", "100 + 35 +7xK", {"table": 205}),
        ("On the table", "table=325", {"table": 325}),
        ("Red threes", "red = 3", {"red": 3}),
        ("Red threes", "R3", {"red": 3}),
        ("Natural canastas", "n=2", {"natural": 2}),
        ("Going out", "y", {"out": 1}),
        ("Going out", "YES", {"out": 1}),
        ("Going out", "1", {"out": 1}),
        ("Going out", "out", {"out": 1}),
        ("Going out", "o", {"out": 1}),
        ("Going out", "n", {}),
        ("Special hand", "stra", {"straight": 1}),
        ("Special hand", "pairs", {"pairs": 1}),
        ("Other canastas", "aces, wild_twos", {"aces": 1, "wild-twos": 1}),
        ("Other canastas", "aces=0", {}),
        ("Penalties", "open-aces threes=2", {"open-aces": 1, "threes-in-hand": 2}),
        ("Penalties", "-", {}),
        ("Red threes", "y", {"red": 1}),
    ],
)
def test_an_answer_may_be_typed_in_many_ways(label: str, typed: str, told: Mapping[str, int]) -> None:
    table = {(WE, "On the table"): {"table": 325}}
    assert parse_answer(NVSO, asked(NVSO, table, WE, label), typed) == told


@pytest.mark.parametrize(("typed", "told"), [("2", 2), ("y", 1), ("threes=3", 3), ("threes-in-hand", 1)])
def test_where_only_one_fact_is_possible_its_number_is_enough(typed: str, told: int) -> None:
    question = asked(NVSO, {}, WE, "Penalties")
    assert [fact.name for fact in question.facts] == ["threes-in-hand"]
    assert parse_answer(NVSO, question, typed) == {"threes-in-hand": told}


def test_points_among_other_facts_are_named_with_their_number() -> None:
    question = asked(CATAWBA, {(WE, "On the table"): {"table": 300}}, WE, "Penalties")
    assert parse_answer(CATAWBA, question, "short-meld=20+15 open-aces") == {"short-meld": 35, "open-aces": 1}
    assert parse_answer(CATAWBA, question, "open-aces short 85") == {"short-meld": 85, "open-aces": 1}


def test_the_help_of_penalties_shows_how_points_and_numbers_are_written(wording: Wording) -> None:
    table = {(WE, "On the table"): {"table": 300}}
    meanings = meanings_of(CATAWBA, asked(CATAWBA, table, WE, "Penalties"), table)
    assert "red-in-hand=2" in meanings[-2]
    assert "short-meld=85" in meanings[-1]
    wording.check_wording("questions", ["help", "penalties of catawba"], "\n".join(meanings))


def test_a_question_for_a_number_shows_the_largest(wording: Wording) -> None:
    question = asked(CATAWBA, {}, WE, "Exact cut")  # at most two players took the cards exactly
    wording.check_wording("questions", ["prompts", "exact cut"], format_prompt(CATAWBA, question, {}))
    wording.check_wording("questions", ["prompts", "exact cut 2"], format_prompt(CATAWBA, question, {"cut": 2}))


@pytest.mark.parametrize(
    "case", load_wordings("questions", "refused"), ids=lambda case: f"{case['question']} {case['typed']}"
)
def test_an_answer_that_cannot_be_read_is_refused(case: Case, wording: Wording) -> None:
    table = {(WE, "On the table"): {"table": 325}}
    with pytest.raises(WordError) as error:
        parse_answer(NVSO, asked(NVSO, table, WE, case["question"]), case["typed"])
    assert error.value.diagnostic.hint
    case.check(wording, str(error.value))


@pytest.mark.parametrize(
    ("label", "answer"),
    [
        ("Red threes", {}),
        ("Red threes", {"red": 3}),
        ("Going out", {}),
        ("Going out", {"out": 1}),
        ("Special hand", {}),
        ("Penalties", {"open-aces": 1}),
        ("Penalties", {"threes-in-hand": 2}),
    ],
)
def test_a_question_shows_the_possible_answers_and_the_earlier_one(
    label: str, answer: SideFacts, wording: Wording
) -> None:
    question = asked(NVSO, {(WE, "On the table"): {"table": 325}}, WE, label)
    if label == "Penalties":
        facts = tuple(fact for fact in question.facts if fact.name in {"open-aces", "threes-in-hand"})
        question = Question(side=WE, label=label, facts=facts, allows_several=True)
    earlier = " ".join(f"{name}={number}" for name, number in answer.items())
    wording.check_wording("questions", ["prompts", f"{label} {earlier}".strip()], format_prompt(NVSO, question, answer))


@pytest.mark.parametrize(
    "label", ["Red threes", "Natural canastas", "Going out", "Left in hand", "Special hand", "Penalties"]
)
def test_the_help_of_a_question_explains_it_in_the_words_of_the_rules(label: str, wording: Wording) -> None:
    table = {(WE, "On the table"): {"table": 325}}
    help_text = "\n".join(meanings_of(NVSO, asked(NVSO, table, WE, label), table))
    wording.check_wording("questions", ["help", label], help_text)


def test_how_many_is_asked_only_of_what_the_deck_has_more_than_one_of() -> None:
    # two packs hold eight aces and eight sevens: one canasta of each; of the wild cards there are twelve
    table = {(WE, "On the table"): {"table": 600}}
    assert not [line for line in meanings_of(NVSO, asked(NVSO, table, WE, "Other canastas"), table) if "=2" in line]
    caught = {(WE, "Left in hand"): {"hand": 60}}
    of_penalties = meanings_of(NVSO, asked(NVSO, caught, WE, "Penalties"), caught)
    assert [line.split()[0] for line in of_penalties if "=2" in line] == ["stuck-sevens", "threes-in-hand"]


def test_the_reason_why_a_side_cannot_have_a_fact_is_found() -> None:
    facts: dict[str, SideFacts] = {WE: {"table": 300, "sevens": 1}, THEY: {"table": 100, "hand": 60}}
    problem = find_blocking_problem(NVSO, facts, THEY, "stuck-sevens")
    assert problem
    assert (problem.side, problem.fact) == (THEY, "stuck-sevens")
    assert " sevens=1" in f" {problem.message}"
    assert "stuck-sevens=1" in problem.message
    assert find_blocking_problem(NVSO, facts, THEY, "stuck-aces") is None
