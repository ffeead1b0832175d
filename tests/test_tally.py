"""The tally: what may be typed, and that nothing typed is a surprise."""

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from canasta_score import TallyError, Variant, load_variant
from canasta_score.hand.tally import read_tally
from canasta_score.rules.facts import DIRECT

if TYPE_CHECKING:
    from canasta_score.hand.facts import HandFacts, Refusal

NVSO, WCA, CATAWBA = (load_variant(name) for name in ("nvso", "wca", "catawba"))
PIECES = [
    "we",
    "they",
    "r",
    "red",
    "t",
    "table",
    "base",
    "count",
    "=",
    "=",
    "1",
    "3x",
    "K",
    "JK",
    "+",
    "-",
    " ",
    "x",
    "0",
]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("we red=3 black=2 natural=2 mixed=1 out table=335 hand=5", "we r3 b2 n2 m1 o t335 h5"),
        ("we red=3 table=335", "we r=3 t=335"),
        ("we red=3 out", "WE Red=3 OUT"),
        ("we natural=2 straight", "we nat=2 stra"),
        ("we wild-twos=1 wild-jokers=1", "we wild-t wild_jokers=1"),
        ("we table=335", "we table=100+100+100+35"),
        ("we table=335", "we t100+100+100+35"),
        ("we table=195 hand=110", "we table=7xK+5xQ+2x2+35 hand=1xJK+3xA"),
        ("we table=70", "we table=3xT+4X10"),
        ("we table=70", "we table=3x10+4xt"),
        ("we red=1 black=2", "we red=1 they we black=2"),
        ("we base=-300 count=-20", "we base=-300 coun=-20"),
        ("we out=1", "we out"),
        ("we table=15 hand=0", "we table=3x4+0x5 hand=0"),
    ],
)
def test_what_may_be_typed(typed: str, meant: str) -> None:
    assert read_tally(NVSO, typed.split()) == read_tally(NVSO, meant.split())


def test_a_side_that_is_not_mentioned_has_nothing() -> None:
    assert read_tally(NVSO, ["they", "h5"]) == {"we": {}, "they": {"hand": 5}}


def test_other_sides_have_their_own_words() -> None:
    facts = read_tally(NVSO, "ann r1 bob b1 cy".split(), sides=("ann", "bob", "cy"))
    assert facts == {"ann": {"red": 1}, "bob": {"black": 1}, "cy": {}}


def test_a_rank_without_card_points_is_no_rank_of_a_card_tally() -> None:
    with pytest.raises(TallyError, match=r"'3' is no rank of card; ranks are JK 2 A"):
        read_tally(CATAWBA, ["we", "hand=2x3"])


@pytest.mark.parametrize(
    ("typed", "places", "message"),
    [
        ("we rde=3", [1], "unknown fact 'rde'; did you mean 'red'?"),
        ("we zpi", [1], "unknown word 'zpi'; did you mean 'zip-code'?"),
        ("we r1 red=2", [2], "'red' of we is told twice; tell it once"),
        ("we stuck=1", [1], "'stuck' could be stuck-aces or stuck-sevens; write more of the name"),
        ("we th", [1], "'th' could be they or threes-in-hand; write more of the name"),
        ("we red=", [1], "a number is missing for 'red'; write it behind the sign: red="),
        ("we red=x", [1], "'x' is no whole number for 'red'; write it in digits alone"),
        ("we red=²", [1], "'²' is no whole number for 'red'; write it in digits alone"),
        ("we t1,250", [1], "'1,250' is no whole number for 'table'; write table=1250"),
        ("we red=-1", [1], "'red=-1' is less than none; give a number of 0 or more"),
        ("we table=-5", [1], "'table=-5' is less than none; give a number of 0 or more"),
        ("we t12345678", [1], "'12345678' is too large for 'table'; give at most 9999999"),
        ("we nat2", [1], "'nat2' has a number but no =; write natural=2"),
        ("we t=l60", [1], "'l60' is no whole number for 'table'; write it in digits alone"),
        ("we t=300-40", [1], "'300-40' is no whole number for 'table'; write it in digits alone"),
        ("we t=100+", [1], "a number is missing for 'table'; write it behind the sign: table="),
        ("we t9xK", [1], "the card tallies name 9 cards of rank K; the deck holds 8"),
        ("we t7xK they t2xK", [3], "the card tallies name 9 cards of rank K; the deck holds 8"),
        ("we t=3xJK h=2xJK", [2], "the card tallies name 5 cards of rank JK; the deck holds 4"),
        ("we t=7K", [1], "'7K' is no number of points; cards are written with an x, such as table=7xK"),
        ("we h=AAA", [1], "'AAA' is no number of points; cards are written with an x, such as hand=7xK"),
        ("we red 3", [2], "'3' names no fact; write a fact, = and its number in one, such as red=3"),
        ("we natural 2", [2], "'2' names no fact; write a fact, = and its number in one, such as natural=2"),
        ("we red =3", [2], "'=3' names no fact; write a fact, = and its number in one, such as red=3"),
        ("we red-threes=2", [1], "unknown fact 'red-threes'; did you mean 'red'?"),
        ("we natural=2 table=300 tehy table=60", [3], "unknown word 'tehy'; did you mean 'they'?"),
        ("we tabel", [1], "unknown word 'tabel'; did you mean 'table'?"),
        ("r3", [0], "a tally begins with a side, not with 'r3'; begin with we or they"),
        ("us r3", [0], "a tally begins with a side, not with 'us'; begin with we or they"),
    ],
)
def test_a_wrong_word_is_pointed_at(typed: str, places: list[int], message: str) -> None:
    with pytest.raises(TallyError) as error:
        read_tally(WCA, typed.split())
    assert [refusal.word for refusal in error.value.refusals] == places
    assert str(error.value) == message


@pytest.mark.parametrize("word", ["red", "red=3", "black=1"])
def test_threes_on_the_table_are_no_beginning_of_a_penalty(word: str) -> None:
    with pytest.raises(TallyError, match="threes on the table count nothing by these rules"):
        read_tally(CATAWBA, ["we", word])


def test_an_empty_tally_is_refused() -> None:
    with pytest.raises(TallyError, match="the tally is empty; such as we red=3"):
        read_tally(NVSO, [])


def test_all_wrong_words_are_told_at_once_in_their_order() -> None:
    with pytest.raises(TallyError) as error:
        read_tally(NVSO, "we base=300 red=1 foo=1 they red=x r1 r2".split())
    assert [refusal.word for refusal in error.value.refusals] == [2, 3, 5, 7]


@given(st.lists(st.lists(st.sampled_from(PIECES), max_size=6).map("".join), max_size=8))
@example(["we", "\x1b[2J=3", "red=\x00"])
@example(["we", "=", "==", "r", "r=", "t=+", "t=1x", "tx", "x"])
@example(["we", "\udcff", "red=\udcff"])
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    refusals: tuple[Refusal, ...] = ()
    facts: HandFacts = {}
    try:
        facts = read_tally(NVSO, words)
    except TallyError as error:
        refusals = error.refusals
    assert bool(refusals) != bool(facts)
    assert not words or all(refusal.word in range(len(words)) for refusal in refusals)
    assert all(name in (*NVSO.facts, *DIRECT) for told in facts.values() for name in told)


@pytest.mark.parametrize("variant", [NVSO, WCA, CATAWBA], ids=lambda variant: variant.name)
def test_every_fact_can_be_typed_in_full_by_its_short_name_and_by_its_shortest_beginning(variant: Variant) -> None:
    names = (*variant.facts, *DIRECT, "we", "they")
    for fact in variant.facts.values():
        beginnings = [fact.name[:length] for length in range(2, len(fact.name) + 1)]
        clear = [word for word in beginnings if [name for name in names if name.startswith(word)] == [fact.name]]
        for word in (fact.name, *clear[:1], *([fact.short] if fact.short else [])):
            assert read_tally(variant, ["we", f"{word}=5"])["we"] == {fact.name: 5}
