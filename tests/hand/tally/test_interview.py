"""The questions of guided entry: only what can still matter is asked, and an answer is read as it is meant."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from support.wording import Case, Wording, load_wordings

from canasta_score import Variant, load_variant
from canasta_score.hand.facts import SideFacts, TallyError, WordError
from canasta_score.hand.tally.interview import (
    Answers,
    Question,
    collect_facts,
    list_questions,
    list_repeatable_facts,
    parse_answer,
    parse_fields,
)
from canasta_score.report.text.hand_entry import format_prompt, iter_question_help

pytestmark = pytest.mark.usefixtures("sentences")

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


EVERYDAY = [
    "Red threes",
    "Black threes",
    "Natural canastas",
    "Mixed canastas",
    "Going out",
    "On the table",
    "Left in hand",
    "Anything else",
]


@pytest.mark.parametrize(
    ("variant", "expected"),
    [
        (NVSO, EVERYDAY),
        (WCA, EVERYDAY),
        (CATAWBA, ["Clean canastas", "Dirty canastas", "Going out", "On the table", "Left in hand", "Anything else"]),
        (load_variant("classic"), [label for label in EVERYDAY if label != "Black threes"]),
    ],
    ids=["nvso", "wca", "catawba", "classic"],
)
@pytest.mark.parametrize(
    "answers",
    [
        {},
        {(WE, "On the table"): {"table": 325}, (WE, "Going out"): {"out": 1}},
        {(WE, "Anything else"): {"pairs": 1}},
    ],
    ids=["nothing", "out", "a special hand"],
)
def test_a_side_is_asked_for_the_same_items_in_the_same_order(
    variant: Variant, expected: list[str], answers: Answers
) -> None:
    assert labels(variant, answers, WE) == expected


@pytest.mark.parametrize("variant", [NVSO, WCA, CATAWBA], ids=["nvso", "wca", "catawba"])
def test_every_item_of_the_rules_is_asked_for_once(variant: Variant) -> None:
    questions = [question for question in list_questions(variant, SIDES, {}) if question.side == WE]
    names = [fact.name for question in questions for fact in question.facts]
    assert sorted(names) == sorted(variant.facts)


def test_after_a_special_hand_that_leaves_the_others_nothing_they_are_asked_for_rare_items_alone() -> None:
    straight: Answers = {(WE, "Anything else"): {"straight": 1}}
    assert labels(WCA, straight, THEY) == ["Anything else"]
    assert labels(NVSO, straight, THEY) == EVERYDAY


@pytest.mark.parametrize("typed", ["d2", "d=2", "D2", "threes-in-hand=2", "threes in hand 2"])
def test_one_of_several_facts_may_be_named_by_its_letter(tmp_path: Path, typed: str) -> None:
    rules = tmp_path / "house.toml"
    rules.write_text('extends = "nvso"\ntitle = "House"\n[penalties.threes-in-hand]\nshort = "d"\n')
    house = load_variant(rules)
    question = asked(house, {}, WE, "Anything else")
    assert parse_answer(house, question, f"open-aces {typed}") == {"open-aces": 1, "threes-in-hand": 2}


def test_three_sides_are_asked_one_after_the_other() -> None:
    questions = list_questions(NVSO, ["ann", "bob", "cy"], {})
    assert list(dict.fromkeys(question.side for question in questions)) == ["ann", "bob", "cy"]


def test_answers_that_no_longer_matter_are_kept_but_not_recorded() -> None:
    first: Answers = {(THEY, "On the table"): {"table": 325}}
    second: Answers = {**first, (WE, "Anything else"): {"pairs": 1}}
    assert collect_facts(list_questions(WCA, SIDES, first), first, SIDES)[THEY] == {"table": 325}
    assert collect_facts(list_questions(WCA, SIDES, second), second, SIDES)[THEY] == {}


@pytest.mark.parametrize(
    ("label", "typed", "facts"),
    [
        ("Red threes", "3", {"red": 3}),
        ("Red threes", "Three", {"red": 3}),
        ("Red threes", "two red threes", {"red": 2}),
        ("Red threes", "0", {}),
        ("Red threes", "none", {}),
        ("Red threes", "Nothing", {}),
        ("On the table", "zero", {}),
        ("On the table", "100+100+35", {"table": 235}),
        ("On the table", "7xK+5xQ+2x2+35", {"table": 195}),
        ("On the table", " 325 ", {"table": 325}),
        ("On the table", "1,250", {"table": 1250}),
        ("On the table", "1,234,565", {"table": 1234565}),
        ("Red threes", "no", {}),
        ("Anything else", "open-wilds", {"open-wilds": 1}),
        ("On the table", "100 + 35 +7xK", {"table": 205}),
        ("On the table", "table=325", {"table": 325}),
        ("Red threes", "red = 3", {"red": 3}),
        ("Red threes", "R3", {"red": 3}),
        ("Natural canastas", "n=2", {"natural": 2}),
        ("Going out", "y", {"out": 1}),
        ("Going out", "YES", {"out": 1}),
        ("Going out", "no", {}),
        ("Going out", "out", {"out": 1}),
        ("Going out", "o", {"out": 1}),
        ("Going out", "n", {}),
        ("Anything else", "stra", {"straight": 1}),
        ("Anything else", "pairs", {"pairs": 1}),
        ("Anything else", "aces, wild_twos", {"aces": 1, "wild-twos": 1}),
        ("Anything else", "aces=0", {}),
        ("Anything else", "open-aces threes=2", {"open-aces": 1, "threes-in-hand": 2}),
        ("Anything else", "-", {}),
        ("Red threes", "red 3", {"red": 3}),
        ("Red threes", "\uff13", {"red": 3}),
        ("Red threes", "add red=3", {"red": 3}),
        ("On the table", "add table=200", {"table": 200}),
        ("On the table", "Enter We table 200", {"table": 200}),
        ("Going out", "add out=yes", {"out": 1}),
        ("Anything else", "add we open-sevens", {"open-sevens": 1}),
        ("Anything else", "open sevens, extra 50", {"open-sevens": 1, "extra": 50}),
        ("Natural canastas", "3n", {"natural": 3}),
        ("Natural canastas", "natural", {"natural": 1}),
        ("Natural canastas", "natural canasta", {"natural": 1}),
        ("Red threes", "3 red threes", {"red": 3}),
        ("On the table", "KKA", {"table": 40}),
        ("On the table", "table KKA", {"table": 40}),
        ("Left in hand", "hK", {"hand": 10}),
        ("Left in hand", "hKKA", {"hand": 40}),
        ("On the table", "1.200", {"table": 1200}),
        ("On the table", "1\u00a0200", {"table": 1200}),
        ("On the table", "1\u2009200t", {"table": 1200}),
    ],
)
def test_an_answer_may_be_typed_in_many_ways(label: str, typed: str, facts: Mapping[str, int]) -> None:
    table = {(WE, "On the table"): {"table": 325}}
    assert parse_answer(NVSO, asked(NVSO, table, WE, label), typed) == facts


@pytest.mark.parametrize(
    "typed", ["clean 3", "3 clean", "3 clean books", "3 red books", "red canastas 3", "c3", "3c", "natural=3"]
)
def test_an_answer_may_have_the_words_of_the_question(typed: str) -> None:
    hand_and_foot = load_variant("hand-and-foot")
    questions = list_questions(hand_and_foot, SIDES, {})
    question = next(one for one in questions if [fact.name for fact in one.facts] == ["natural"])
    assert parse_answer(hand_and_foot, question, typed) == {"natural": 3}


@pytest.mark.parametrize(
    ("typed", "holder"), [("cy", {"cy": 1}), ("nobody", {}), ("ann+bob", {"cy": 1}), ("Cy & a", {"bob": 1})]
)
def test_who_plays_alone_is_named_or_nobody(typed: str, holder: Mapping[str, int]) -> None:
    cutthroat, players = load_variant("cutthroat"), {"ann": "Ann", "bob": "Bob", "cy": "Cy"}
    question = next(one for one in list_questions(cutthroat, players, {}) if not one.side)
    assert parse_answer(cutthroat, question, typed) == holder


@pytest.mark.parametrize("typed", ["ann, bob & cy", "ann+zed"])
def test_who_plays_alone_is_one_of_the_players_or_what_two_leave(typed: str) -> None:
    cutthroat, players = load_variant("cutthroat"), {"ann": "Ann", "bob": "Bob", "cy": "Cy"}
    question = next(one for one in list_questions(cutthroat, players, {}) if not one.side)
    with pytest.raises(WordError):
        parse_answer(cutthroat, question, typed)


def test_points_among_other_facts_are_named_with_their_number() -> None:
    question = asked(CATAWBA, {(WE, "On the table"): {"table": 300}}, WE, "Anything else")
    assert parse_answer(CATAWBA, question, "short-meld=20+15 open-aces") == {"short-meld": 35, "open-aces": 1}
    assert parse_answer(CATAWBA, question, "open-aces short 85") == {"short-meld": 85, "open-aces": 1}


def test_the_help_of_rare_items_shows_how_points_and_numbers_are_written(wording: Wording) -> None:
    meanings = meanings_of(CATAWBA, asked(CATAWBA, {}, WE, "Anything else"), {})
    assert any("red-in-hand=2" in line for line in meanings)
    assert any("short-meld=85" in line for line in meanings)
    wording.check_wording("questions", ["help", "anything else of catawba"], "\n".join(meanings))


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
        ("Anything else", {}),
        ("Anything else", {"open-aces": 1}),
        ("Anything else", {"threes-in-hand": 2}),
    ],
)
def test_a_question_shows_the_possible_answers_and_the_earlier_one(
    label: str, answer: SideFacts, wording: Wording
) -> None:
    question = asked(NVSO, {}, WE, label)
    earlier = " ".join(f"{name}={number}" for name, number in answer.items())
    wording.check_wording("questions", ["prompts", f"{label} {earlier}".strip()], format_prompt(NVSO, question, answer))


@pytest.mark.parametrize("name", ["catawba", "good-sams", "hand-and-foot"])
def test_rules_with_a_foot_ask_for_it(name: str) -> None:
    variant = load_variant(name)
    assert format_prompt(variant, asked(variant, {}, WE, "Left in hand"), {"hand": 95}) == (
        "Points of the cards left in hand and foot? [95] "
    )


@pytest.mark.parametrize("label", ["Red threes", "Natural canastas", "Going out", "Left in hand", "Anything else"])
def test_the_help_of_a_question_explains_it_in_the_words_of_the_rules(label: str, wording: Wording) -> None:
    help_text = "\n".join(meanings_of(NVSO, asked(NVSO, {}, WE, label), {}))
    wording.check_wording("questions", ["help", label], help_text)


def test_how_many_is_asked_only_of_what_the_deck_has_more_than_one_of() -> None:
    # two packs hold eight aces and eight sevens: one canasta of each; of the wild cards there are twelve
    caught = {(WE, "Left in hand"): {"hand": 60}}
    meanings = meanings_of(NVSO, asked(NVSO, caught, WE, "Anything else"), caught)
    assert [line.split()[0] for line in meanings if "=2" in line] == ["stuck-sevens", "threes-in-hand"]


@pytest.mark.parametrize(
    ("typed", "hint"),
    [
        ("open sevns", 'did you mean "open-sevens"?'),
        ("stuck acs", 'did you mean "stuck-aces"?'),
        ("open", "type more letters"),
        ("open sevens rde=2", 'did you mean "red"?'),
    ],
)
def test_a_mistyped_name_of_two_words_is_known(typed: str, hint: str) -> None:
    with pytest.raises(WordError) as raised:
        parse_answer(NVSO, asked(NVSO, {}, WE, "Anything else"), typed)
    assert raised.value.diagnostic.hint == hint


@pytest.mark.parametrize(
    ("fields", "facts"),
    [
        ({"we.red": "3", "they.hand": "85"}, {"we": {"red": 3}, "they": {"hand": 85}}),
        ({"we.table": "7xK + 35", "we.hand": "KKA"}, {"we": {"table": 105, "hand": 40}, "they": {}}),
        ({"we.out": "1", "they.out": "0", "they.red": " "}, {"we": {"out": 1}, "they": {}}),
        ({"we.out": "yes", "they.red": "0"}, {"we": {"out": 1}, "they": {}}),
        ({"we.base": "0", "they.base": "-300"}, {"we": {"base": 0}, "they": {"base": -300}}),
        ({"we+they.red": "1"}, {"we": {}, "they": {}, "we+they": {"red": 1}}),
    ],
)
def test_fields_of_a_form_are_read_as_answers(fields: Mapping[str, str], facts: Mapping[str, SideFacts]) -> None:
    assert parse_fields(NVSO, SIDES, fields) == facts


def test_every_field_that_cannot_be_used_is_reported() -> None:
    fields = {"you.red": "1", "we.purple": "1", "we.red": "x", "they.red": "1", "they.base": "5", "they.hand": "5"}
    with pytest.raises(TallyError) as refused:
        parse_fields(NVSO, SIDES, fields)
    places = [(diagnostic.side, diagnostic.fact) for diagnostic in refused.value.diagnostics]
    assert places == [("you", "red"), ("we", "purple"), ("we", "red"), ("they", "red")]
