"""The questions of guided entry: only what can still matter is asked, and an answer is read as it is meant."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

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
def test_only_penalties_for_cards_that_can_be_in_the_hand_are_asked_for(hand: int, expected: list[str]) -> None:
    assert names(NVSO, {(WE, "Left in hand"): {"hand": hand}}, "Penalties") == expected


def test_a_side_with_cards_on_the_table_is_asked_for_all_they_can_be() -> None:
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


def test_beside_a_special_hand_no_other_side_is_asked_for_one_or_for_going_out() -> None:
    laid = {(WE, "Special hand"): {"straight": 1}, (THEY, "On the table"): {"table": 325}}
    they = labels(NVSO, laid, THEY)
    assert they[0] == "Red threes"
    assert "Going out" not in they
    assert "Natural canastas" in they


def test_beside_a_special_hand_that_leaves_the_others_nothing_they_are_asked_for_what_came_before_play() -> None:
    assert labels(WCA, {(WE, "Special hand"): {"straight": 1}}, THEY) == ["Exact cut"]


def test_the_exact_cut_comes_before_the_special_hand_that_leaves_it_standing() -> None:
    answers: Answers = {(WE, "Exact cut"): {"cut": 1}, (WE, "Special hand"): {"straight": 1}}
    assert labels(WCA, answers, WE) == ["Exact cut", "Special hand"]
    assert labels(WCA, answers, THEY) == []


def test_once_a_side_is_out_the_others_are_not_asked_nor_for_a_special_hand() -> None:
    out = {(WE, "On the table"): {"table": 325}, (WE, "Going out"): {"out": 1}}
    they = labels(NVSO, {**out, (THEY, "On the table"): {"table": 300}}, THEY)
    assert "Natural canastas" in they
    assert "Going out" not in they
    assert "Special hand" not in they


def test_threes_that_are_all_on_one_table_are_not_asked_for_again() -> None:
    assert "Red threes" not in labels(NVSO, {(WE, "Red threes"): {"red": 4}}, THEY)
    assert "Black threes" in labels(NVSO, {(WE, "Red threes"): {"red": 4}}, THEY)


def test_of_two_forms_of_a_thing_one_is_asked_for() -> None:
    # by catawba the aces of the first meld are a canasta or open, not both
    answers = {(WE, "On the table"): {"table": 300}, (WE, "Other canastas"): {"aces": 1}}
    assert names(CATAWBA, answers, "Penalties") == ["open-sevens", "red-in-hand", "short-meld"]


def test_one_special_hand_alone_is_asked_for_by_its_own_label(tmp_path: Path) -> None:
    gone = ", ".join(f'"specials.{name}"' for name in ("pairs", "wild-pairs", "garbage"))
    rules = tmp_path / "house.toml"
    rules.write_text(f'extends = "nvso"\ntitle = "House"\nwithout = [{gone}]\n')
    question = list_questions(load_variant(rules), SIDES, {})[0]
    assert (question.label, question.is_yes_or_no) == ("Straight", True)


def test_what_is_taken_anyway_is_asked_for_though_it_cannot_have_happened() -> None:
    out = {(WE, "On the table"): {"table": 325}, (WE, "Going out"): {"out": 1}, (THEY, "On the table"): {"table": 5}}
    they = [one.label for one in list_questions(NVSO, SIDES, out, anyway=True) if one.side == THEY]
    assert {"Special hand", "Natural canastas", "Going out"} <= set(they)


@pytest.mark.parametrize("typed", ["d2", "d=2", "D2", "threes-in-hand=2"])
def test_one_of_several_is_named_by_its_letter_too(tmp_path: Path, typed: str) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text('extends = "nvso"\ntitle = "House"\n[penalties.threes-in-hand]\nshort = "d"\n')
    house = load_variant(rules)
    question = asked(house, {(WE, "On the table"): {"table": 325}}, WE, "Penalties")
    assert parse_answer(house, question, f"open-aces {typed}") == {"open-aces": 1, "threes-in-hand": 2}


def test_more_than_two_sides_are_asked_one_after_the_other() -> None:
    questions = list_questions(NVSO, ["ann", "bob", "cy"], {})
    assert list(dict.fromkeys(question.side for question in questions)) == ["ann", "bob", "cy"]


def test_answers_to_what_no_longer_matters_are_kept_and_not_told() -> None:
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
def test_an_answer_is_read_as_it_is_meant(label: str, typed: str, told: Mapping[str, int]) -> None:
    table = {(WE, "On the table"): {"table": 325}}
    assert parse_answer(NVSO, asked(NVSO, table, WE, label), typed) == told


@pytest.mark.parametrize(("typed", "told"), [("2", 2), ("y", 1), ("threes=3", 3), ("threes-in-hand", 1)])
def test_where_one_of_several_is_left_its_number_says_enough(typed: str, told: int) -> None:
    question = asked(NVSO, {}, WE, "Penalties")
    assert [fact.name for fact in question.facts] == ["threes-in-hand"]
    assert parse_answer(NVSO, question, typed) == {"threes-in-hand": told}


def test_points_are_named_with_their_number_among_others() -> None:
    question = asked(CATAWBA, {(WE, "On the table"): {"table": 300}}, WE, "Penalties")
    assert parse_answer(CATAWBA, question, "short-meld=20+15 open-aces") == {"short-meld": 35, "open-aces": 1}
    assert parse_answer(CATAWBA, question, "open-aces short 85") == {"short-meld": 85, "open-aces": 1}
    meanings = meanings_of(CATAWBA, question, {(WE, "On the table"): {"table": 300}})
    assert meanings[-1].endswith("that fell short and was taken back; with its points: short-meld=85")
    assert meanings[-2].endswith("; of more than one, how many: red-in-hand=2")


def test_what_is_counted_up_to_a_number_says_so_lest_it_be_taken_for_points() -> None:
    question = asked(CATAWBA, {}, WE, "Exact cut")  # at most two players took the cards exactly
    assert format_prompt(CATAWBA, question, {}) == "Exact cut (0 to 2): "
    assert format_prompt(CATAWBA, question, {"cut": 2}) == "Exact cut (0 to 2) [2]: "


NO_POINTS = "is no number of points; write points (345), a sum (300+45) or cards (7xK+3xA)"


@pytest.mark.parametrize(
    ("label", "typed", "said"),
    [
        ("Red threes", "three", "'three' is no whole number for 'red'"),
        ("Red threes", "-1", "is less than none"),
        ("On the table", "12,50", "'12,50' is no number of points"),
        ("On the table", "9xK", "'9xK' names 9 cards of rank K"),
        ("Left in hand", "y", f"'y' {NO_POINTS}"),
        ("On the table", "hand=20", "'hand=20' is no number of points"),
        ("On the table", "7K 5Q", f"'7K 5Q' {NO_POINTS}"),
        ("On the table", "7 kings", f"'7 kings' {NO_POINTS}"),
        ("On the table", "300 45", f"'300 45' {NO_POINTS}"),
        ("On the table", "300+45-10", f"'45-10' {NO_POINTS}"),
        ("On the table", "7xk+3xj+a", f"'a' {NO_POINTS}"),
        ("On the table", "7xK 3xA", f"'7xK 3xA' {NO_POINTS}"),
        ("On the table", "7xK+", f"'7xK+' {NO_POINTS}"),
        ("Left in hand", "3xJ+2+5", "'2' beside cards is 2 points, which no card has; one card of rank 2 is 1x2"),
        ("Going out", "maybe", "'maybe' is neither yes nor no; answer y or n"),
        ("Going out", "52", "'52' is neither yes nor no; answer y or n"),
        ("Going out", "-1", "'-1' is neither yes nor no; answer y or n"),
        ("Special hand", "2 hearts", "'2 hearts' is none of these; name those the side has, or Enter for none"),
        ("Special hand", "2", "'2' is none of these; name those the side has, or Enter for none"),
        ("Special hand", "pairs 2 1", "'1' is none of these; name those the side has, or Enter for none"),
        ("Special hand", "strait", "'strait' is none of these; did you mean 'straight'?"),
        ("Special hand", "=", "'=' is none of these"),
        ("Other canastas", "wild", "'wild' could be wild-twos or wild-jokers or wild-mixed"),
        ("Penalties", "open-aces=x", "'x' is no whole number for 'open-aces'"),
        ("Penalties", "red", "'red' is not asked for here"),
        ("Penalties", "open-aces stuck-sev threes", "'stuck-sevens' is not asked for here"),
        ("Penalties", "open-aces w", "'w' is none of these; name those the side has, or Enter for none"),
        ("Penalties", "threes=2 three=1", "'threes-in-hand' is told twice"),
    ],
)
def test_what_is_no_answer_is_refused(label: str, typed: str, said: str) -> None:
    table = {(WE, "On the table"): {"table": 325}}
    with pytest.raises(WordError, match=re.escape(said)) as error:
        parse_answer(NVSO, asked(NVSO, table, WE, label), typed)
    assert error.value.diagnostic.hint


@pytest.mark.parametrize(
    ("label", "answer", "prompt"),
    [
        ("Red threes", {}, "Red threes: "),
        ("Red threes", {"red": 3}, "Red threes [3]: "),
        ("Going out", {}, "Going out (y): "),
        ("Going out", {"out": 1}, "Going out [y]: "),
        ("Special hand", {}, "Special hand (pairs, wild-pairs, garbage, straight): "),
        ("Penalties", {"open-aces": 1}, "Penalties (open-aces, threes-in-hand) [open-aces]: "),
        ("Penalties", {"threes-in-hand": 2}, "Penalties (open-aces, threes-in-hand) [threes-in-hand=2]: "),
    ],
)
def test_a_question_shows_what_can_be_answered_and_the_earlier_answer(
    label: str, answer: SideFacts, prompt: str
) -> None:
    question = asked(NVSO, {(WE, "On the table"): {"table": 325}}, WE, label)
    if label == "Penalties":
        facts = tuple(fact for fact in question.facts if fact.name in {"open-aces", "threes-in-hand"})
        question = Question(side=WE, label=label, facts=facts, allows_several=True)
    assert format_prompt(NVSO, question, answer) == prompt


@pytest.mark.parametrize(
    ("label", "meaning"),
    [
        ("Red threes", "Red threes that the side has on the table. Answer how many."),
        ("Natural canastas", "Seven cards of a rank without a wild card, other than aces and sevens. Answer how many."),
        ("Going out", "One player has played all cards; nobody has it when the stock ran out. Answer y for yes."),
        (
            "Left in hand",
            "The points of the cards left in the hands of the side (a foot, if any), without a",
        ),
        ("Special hand", "Name those the side has, one after the other:\n  pairs       seven pairs, no wild cards\n"),
        ("Penalties", "threes, red or black, left in a hand; of more than one, how many: threes-in-hand=2"),
    ],
)
def test_what_is_meant_is_said_in_the_words_of_the_rules(label: str, meaning: str) -> None:
    table = {(WE, "On the table"): {"table": 325}}
    assert meaning in "\n".join(meanings_of(NVSO, asked(NVSO, table, WE, label), table))


def test_how_many_is_said_of_what_the_deck_has_more_of_than_one() -> None:
    # two packs hold eight aces and eight sevens: one canasta of each; of the wild cards there are twelve
    table = {(WE, "On the table"): {"table": 600}}
    meanings = meanings_of(NVSO, asked(NVSO, table, WE, "Other canastas"), table)
    assert not [one for one in meanings if "of more than one" in one]
    caught = {(WE, "Left in hand"): {"hand": 60}}
    of_penalties = meanings_of(NVSO, asked(NVSO, caught, WE, "Penalties"), caught)
    assert [one.split()[0] for one in of_penalties if "of more than one" in one] == ["stuck-sevens", "threes-in-hand"]


def test_why_a_side_cannot_have_what_is_not_asked_for() -> None:
    facts: dict[str, SideFacts] = {WE: {"table": 300, "sevens": 1}, THEY: {"table": 100, "hand": 60}}
    problem = find_blocking_problem(NVSO, facts, THEY, "stuck-sevens")
    assert problem
    assert problem.message.startswith("we sevens=1 and they stuck-sevens=1: ")
    assert find_blocking_problem(NVSO, facts, THEY, "stuck-aces") is None
