"""The words that a tally can go on with."""

import pytest

from canasta_score.hand.tally.completion import TallyCandidate, list_tally_candidates
from canasta_score.rules.catalog.loading import load_variant

NVSO, WCA, CATAWBA = (load_variant(name) for name in ("nvso", "wca", "catawba"))
SIDES = {"we": "Ann & Bob", "they": "Cy & Di"}
THREE = {"ann": "Ann", "bob": "Bob", "cy": "Cy"}


def words(typed: str, begun: str = "", *, correcting: bool = False) -> list[str]:
    """List the next words of a tally by nvso."""
    return [next_.word for next_ in list_tally_candidates(NVSO, SIDES, typed.split(), begun, correcting=correcting)]


def test_beside_a_special_hand_no_other_is_offered_but_for_a_correction() -> None:
    special = {hand.name for hand in NVSO.specials.hands}
    assert not special & {*words("we straight"), *words("we straight they")}
    assert special - {"straight"} <= {*words("we straight", correcting=True)}


def test_a_tally_begins_with_a_side() -> None:
    assert list_tally_candidates(NVSO, SIDES, [], "") == [
        TallyCandidate(word="we", label="Ann & Bob"),
        TallyCandidate(word="they", label="Cy & Di"),
    ]
    assert list_tally_candidates(NVSO, THREE, [], "b") == [TallyCandidate(word="bob", label="Bob")]
    assert list_tally_candidates(NVSO, SIDES, [], "nat") == []


def test_behind_a_side_come_its_facts_in_the_order_of_the_sheet_then_its_parts_then_the_other_side() -> None:
    offered = list_tally_candidates(NVSO, SIDES, ["we"], "")
    assert [one.word.rstrip("=") for one in offered] == [*NVSO.facts, "base", "count", "total", "they"]
    assert offered[0] == TallyCandidate(word="red=", label=NVSO.facts["red"].label)
    assert offered[-3:] == [
        TallyCandidate(word="count=", label="Count as one number"),
        TallyCandidate(word="total=", label="Total as one number"),
        TallyCandidate(word="they", label="Cy & Di"),
    ]


@pytest.mark.parametrize(
    ("begun", "offered"),
    [
        ("nat", ["natural="]),
        ("NAT", ["natural="]),
        ("natural=", ["natural="]),
        ("natural=1", []),
        ("wild_j", ["wild-jokers="]),
        ("ou", ["out"]),
        ("r", ["red="]),
        ("b", ["black=", "base="]),
        ("t", ["table=", "threes-in-hand=", "total=", "they"]),
        ("T", ["table=", "threes-in-hand=", "total=", "they"]),
        ("x", []),
        ("", words("we")),
    ],
)
def test_what_is_begun_chooses_among_them(begun: str, offered: list[str]) -> None:
    assert words("we", begun) == offered


def test_a_letter_stands_for_its_fact_whatever_the_fact_begins_with() -> None:
    shorts = WCA.short_names
    by_letter = {letter: list_tally_candidates(WCA, SIDES, ["we"], letter) for letter in shorts}
    assert all(shorts[letter] in {one.word.rstrip("=") for one in offered} for letter, offered in by_letter.items())


def test_a_letter_that_does_not_begin_its_fact_offers_it_too() -> None:
    from dataclasses import replace  # noqa: PLC0415 -- this test alone changes a fact

    facts = {**NVSO.facts, "garbage": replace(NVSO.facts["garbage"], short_name="p")}
    rules = replace(NVSO, facts=facts, short_names={**NVSO.short_names, "p": "garbage"})
    offered = list_tally_candidates(rules, SIDES, ["we"], "p")
    assert [one.word for one in offered] == ["pairs", "garbage", "penalty="]


def test_what_only_a_name_begins_is_not_offered_for_zsh_would_not_take_it() -> None:
    assert list_tally_candidates(CATAWBA, SIDES, ["we"], "cy") == []


@pytest.mark.parametrize(("begun", "word"), [("clea", "clean="), ("dir", "dirty="), ("left", "left=")])
def test_a_word_of_one_label_is_offered_where_no_name_begins_so(begun: str, word: str) -> None:
    assert [one.word for one in list_tally_candidates(CATAWBA, SIDES, ["we"], begun)] == [word]


@pytest.mark.parametrize(
    ("typed", "begun", "word"),
    [("we", "c", "clean="), ("we", "nat", "natural="), ("we", "", "clean="), ("we 2", "d", "dirty")],
)
def test_the_words_that_the_rules_print_are_offered(typed: str, begun: str, word: str) -> None:
    offered = [one.word for one in list_tally_candidates(load_variant("hand-and-foot"), SIDES, typed.split(), begun)]
    assert word in offered
    assert ("natural=" in offered) == (begun == "nat")


@pytest.mark.parametrize("typed", ["we 2", "we n2 3", "we t=100 2"])
def test_after_a_number_the_item_takes_no_sign(typed: str) -> None:
    assert words(typed, "mix") == ["mixed"]


def test_a_list_as_on_paper_goes_on_with_the_other_side() -> None:
    assert words("we: red=3,", "the") == ["they"]


def test_what_a_side_can_have_only_once_takes_no_sign() -> None:
    assert words("we", "open-a") == ["open-aces"]
    assert [one.word for one in list_tally_candidates(WCA, SIDES, ["they"], "zip")] == ["zip-code"]


@pytest.mark.parametrize("typed", ["natural=1", "nat=1", "n1", "n", "NATURAL=1", "natural", "natural=0"])
def test_a_fact_is_not_offered_twice_however_it_was_typed(typed: str) -> None:
    assert words(f"we {typed}", "nat") == []
    assert words(f"we {typed} they", "nat") == ["natural="]


def test_a_side_that_was_named_is_not_offered_again() -> None:
    assert words("we n1", "th") == ["threes-in-hand=", "they"]
    assert words("we n1 they", "w") == ["wild-twos=", "wild-jokers=", "wild-mixed=", "wild-pairs"]
    named = [one.word for one in list_tally_candidates(CATAWBA, THREE, "an n1 bo t30".split(), "")]
    assert "cy" in named
    assert not {"ann", "bob", "table="} & set(named)


def test_a_side_in_the_middle_may_be_named_by_its_pronoun() -> None:
    assert words("we n1 them", "nat") == ["natural="]
    assert words("we n1 they n1 we", "nat") == []


def test_a_part_is_offered_until_a_fact_of_it_is_told() -> None:
    assert words("we", "base") == ["base="]
    assert words("we red=0", "base") == ["base="]
    assert words("we n1", "base") == []
    assert words("we n1", "count") == ["count="]
    assert words("we t30", "count") == []
    assert words("we stuck-aces=1", "base") == ["base="]


def test_the_facts_of_a_part_are_offered_until_it_is_given_directly() -> None:
    offered = words("we base=300")
    assert {"table=", "hand=", "count=", "open-aces", "stuck-aces="} <= set(offered)
    assert not {"base=", "red=", "natural=", "out", "pairs"} & set(offered)
    assert not {"table=", "hand="} & set(words("we count=30"))


def test_a_correction_may_tell_a_part_and_its_facts() -> None:
    assert {"red=", "table=", "count="} <= set(words("we base=0", correcting=True))
    assert "base=" in words("we n1", correcting=True)


@pytest.mark.parametrize("typed", ["we =", "we nat=x", "we rde=3", "we quite"])
def test_words_that_cannot_be_taken_do_not_stand_in_the_way(typed: str) -> None:
    assert words(typed, "nat") == ["natural="]


@pytest.mark.parametrize("typed", ["ours", "ours n1", "red=3", "="])
def test_where_no_side_is_named_one_is_wanted(typed: str) -> None:
    assert words(typed) == ["we", "they"]


def test_a_total_stands_alone() -> None:
    assert words("we total=500", "t") == ["they"]
    assert "total=" not in words("we red=1", "t")
