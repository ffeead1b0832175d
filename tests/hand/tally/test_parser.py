"""The tally: what may be typed, and that nothing typed is a surprise."""

from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.randomness import examples
from support.variants import SHIPPED

from canasta_score import TallyError, Variant, load_variant, referee, score_hand
from canasta_score.hand.facts import HandFacts
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.model.facts import DIRECT_FACTS

rules = cache(load_variant)
NVSO, WCA, CATAWBA = (rules(name) for name in ("nvso", "wca", "catawba"))
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
    assert parse_tally(NVSO, typed.split()) == parse_tally(NVSO, meant.split())


def test_a_side_that_is_not_mentioned_has_nothing() -> None:
    assert parse_tally(NVSO, ["they", "h5"]) == {"we": {}, "they": {"hand": 5}}


def test_other_sides_have_their_own_words() -> None:
    facts = parse_tally(NVSO, "ann r1 bob b1 cy".split(), sides=("ann", "bob", "cy"))
    assert facts == {"ann": {"red": 1}, "bob": {"black": 1}, "cy": {}}


def said(variant: Variant, typed: str, *, correcting: bool = False) -> list[str]:
    """Give every sentence that a tally is refused with."""
    with pytest.raises(TallyError) as error:
        parse_tally(variant, typed.split(), correcting=correcting)
    return [*error.value.sentences]


@pytest.mark.parametrize(
    ("variant", "typed", "way"),
    [
        (CATAWBA, "hand=2x3", "red threes left in hand are red-in-hand=1; black threes left in hand count nothing"),
        (CATAWBA, "table=1x3", "threes on the table count nothing"),
        (NVSO, "hand=1x3+2xA", "threes left in hand are threes-in-hand=1"),
        (NVSO, "table=3x3", "red threes on the table are red=1; black threes on the table are black=1"),
    ],
)
def test_threes_that_have_no_card_points_lead_to_the_facts_that_tell_of_them(
    variant: Variant, typed: str, way: str
) -> None:
    assert said(variant, f"we {typed}") == [f"'3' has no card points by these rules; {way}"]


def test_a_bare_3_beside_cards_is_told_as_no_card_where_threes_have_no_points() -> None:
    assert parse_tally(NVSO, ["we", "t7xK+3+5"])["we"] == {"table": 78}  # which the referee does not let pass
    assert "one card of rank 3 is 1x3" in said(rules("hand-and-foot"), "we t7xK+3+5")[0]


def test_threes_that_have_card_points_are_cards_like_others() -> None:
    rules = load_variant("hand-and-foot")  # where a black three left in hand is 5 points
    assert parse_tally(rules, ["we", "hand=2x3"])["we"] == {"hand": 10}


@pytest.mark.parametrize(
    ("variant", "typed", "sentence"),
    [
        (CATAWBA, "we clean=3", "unknown fact 'clean'; did you mean 'natural' (clean canastas)?"),
        (CATAWBA, "we dirty-can=3", "unknown fact 'dirty-can'; did you mean 'mixed' (dirty canastas)?"),
        (CATAWBA, "we lef=30", "unknown fact 'lef'; did you mean 'hand' (left in hand)?"),
        (NVSO, "we going", "unknown word 'going'; did you mean 'out' (going out)?"),
        (NVSO, "we natural-can=2", "unknown fact 'natural-can'; did you mean 'natural' (natural canastas)?"),
        (NVSO, "we c2", "'c2' has a number but no =; write count=2, or for canastas natural=2 or mixed=2"),
        (NVSO, "we cou2", "'cou2' has a number but no =; write count=2"),
        (NVSO, "we t100 anyway", "unknown word 'anyway'; did you mean --anyway?"),
        (NVSO, "we t100 dry_run", "unknown word 'dry_run'; did you mean add --dry-run?"),
    ],
)  # fmt: skip
def test_a_word_of_a_label_or_of_an_option_leads_to_what_is_typed(variant: Variant, typed: str, sentence: str) -> None:
    assert said(variant, typed) == [sentence]


def test_a_word_of_several_labels_leads_to_all_of_their_facts() -> None:
    remedy = "did you mean 'natural' (natural canastas) or 'mixed' (mixed canastas)?"
    assert said(NVSO, "we canastas=2") == [f"unknown fact 'canastas'; {remedy}"]


def test_a_number_behind_a_word_that_is_none_is_told_by_itself() -> None:
    assert [sentence.partition(";")[0] for sentence in said(NVSO, "we rde 3 nat 2 t 310 5")] == [
        "unknown word 'rde'", "'3' names no fact", "'2' and '310' stand alone", "'5' names no fact",
    ]  # fmt: skip


def test_the_reason_of_a_correction_is_no_word_of_its_tally() -> None:
    typed = "they t105 why copied 150 for 105"
    assert said(NVSO, typed, correcting=True) == ["unknown word 'why'; did you mean --why?"]
    assert said(NVSO, typed)[0].startswith("unknown words 'why', 'copied' and 'for'; known here: ")


def test_the_list_of_all_words_is_given_once() -> None:
    (sentence,) = said(NVSO, "we xyz=1 uvw=2 copied for for")
    assert sentence.startswith("unknown words 'xyz', 'uvw', 'copied' and 'for'; known here: we, they, red, black, ")
    (sentence,) = said(NVSO, "we xyz=1 xyz=2")
    assert sentence.startswith("unknown word 'xyz'; known here: red, black, ")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("we red 4 nat 2 t 310", "'4', '2' and '310' stand alone; write each with its fact: red=4 natural=2 table=310"),
        ("we red 4, black 4", "'4' and '4' stand alone; write each with its fact: red=4 black=4"),
        ("we base 2400 they t60", "'2400' names no fact; write a fact, = and its number in one, such as base=2400"),
        ("we t=300 45", "'45' names no fact; write a fact, = and its number in one, such as table=300+45"),
        ("we r3 t7xK 45", "'45' names no fact; write a fact, = and its number in one, such as table=7xK+45"),
        ("we red=3 1", "'1' names no fact; write a fact, = and its number in one, such as red=1"),
        ("we table 45", "'45' names no fact; write a fact, = and its number in one, such as table=45"),
        ("we count 135", "'135' names no fact; write a fact, = and its number in one, such as count=135"),
    ],
)  # fmt: skip
def test_numbers_that_stand_apart_are_told_in_one_sentence(typed: str, sentence: str) -> None:
    assert said(NVSO, typed) == [sentence]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("we: red=3, they: table=60", "we red=3 they table=60"),
        ("We: r3, n2, they, t60,", "we r3 n2 they t60"),
        ("we: table=7xK+35,", "we table=7xK+35"),
    ],
)
def test_the_signs_of_a_list_on_paper_are_passed_over(typed: str, meant: str) -> None:
    assert parse_tally(NVSO, typed.split()) == parse_tally(NVSO, meant.split())


@pytest.mark.parametrize("typed", ["we table=1,200", "we table=1, 200", "we t:", "we red:=3", "we r3 ,"])
def test_a_comma_or_a_colon_anywhere_else_is_refused(typed: str) -> None:
    assert said(NVSO, typed)


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
        ("we t=9999999+1", [1], "'9999999+1' is too large for 'table'; give at most 9999999"),
        ("we t12345678", [1], "'12345678' is too large for 'table'; give at most 9999999"),
        ("we nat2", [1], "'nat2' has a number but no =; write natural=2"),
        ("we t=l60", [1], "'l60' is no number of points; write points, a sum or cards, such as table=7xK+35"),
        ("we t=300-40", [1], "'300-40' is no number of points; write points, a sum or cards, such as table=7xK+35"),
        ("we h=3xJ+2+5", [1], "'2' beside cards is 2 points, which no card has; one card of rank 2 is 1x2"),
        ("we t=100+", [1], "'100+' is no number of points; write points, a sum or cards, such as table=7xK+35"),
        ("we t9xK", [1], "the card tallies name 9 cards of rank K; the deck holds 8"),
        ("we t7xK they t2xK", [3], "the card tallies name 9 cards of rank K; the deck holds 8"),
        ("we t=3xJK h=2xJK", [2], "the card tallies name 5 cards of rank JK; the deck holds 4"),
        ("we t=7K", [1], "'7K' is no number of points; write points, a sum or cards, such as table=7xK+35"),
        ("we h=AAA", [1], "'AAA' is no number of points; write points, a sum or cards, such as hand=7xK+35"),
        ("we red 3", [2], "'3' names no fact; write a fact, = and its number in one, such as red=3"),
        ("we natural 2", [2], "'2' names no fact; write a fact, = and its number in one, such as natural=2"),
        ("we red =3", [2], "'=3' names no fact; write a fact, = and its number in one, such as red=3"),
        ("we red-threes=2", [1], "unknown fact 'red-threes'; did you mean 'red' (red threes)?"),
        ("we natural=2 table=300 tehy table=60", [3], "unknown word 'tehy'; did you mean 'they'?"),
        ("we tabel", [1], "unknown word 'tabel'; did you mean 'table'?"),
        ("r3", [0], "a tally begins with a side, not with 'r3'; begin with we or they"),
        ("us r3", [0], "a tally begins with a side, not with 'us'; begin with we or they"),
    ],
)
def test_a_wrong_word_is_pointed_at(typed: str, places: list[int], message: str) -> None:
    with pytest.raises(TallyError) as error:
        parse_tally(WCA, typed.split())
    assert [refusal.word_index for refusal in error.value.diagnostics] == places
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("word", "remedy"),
    [
        ("red", "leave 'red' out; red threes left in hand are red-in-hand=1"),
        ("RED=3", "leave 'RED' out; red threes left in hand are red-in-hand=1"),
        ("black=1", "leave 'black' out"),
        ("r", "leave 'r' out; red threes left in hand are red-in-hand=1"),
        ("R=3", "leave 'R' out; red threes left in hand are red-in-hand=1"),
        ("r2", "leave 'r2' out; red threes left in hand are red-in-hand=1"),
    ],
)
def test_threes_on_the_table_are_no_beginning_of_a_penalty(word: str, remedy: str) -> None:
    wrong = word.partition("=")[0]
    assert said(CATAWBA, f"we {word}") == [f"'{wrong}': threes on the table count nothing by these rules; {remedy}"]


@pytest.mark.parametrize("word", ["black=2", "BLACK"])
def test_black_threes_that_are_no_fact_are_cards_where_they_have_points(word: str) -> None:
    wrong = word.partition("=")[0]
    told = f"'{wrong}': black threes on the table count as cards alone by these rules; "
    left_out = f"leave '{wrong}' out, their points are in table="
    assert said(load_variant("classic"), f"we {word}") == [told + left_out]


def test_the_letter_of_black_threes_begins_a_base_where_nothing_else_begins_so() -> None:
    assert parse_tally(load_variant("classic"), ["we", "b=500"])["we"] == {"base": 500}


def test_the_letter_of_black_threes_begins_a_bolivia_too() -> None:
    told = "'black': black threes on the table count as cards alone by these rules; "
    remedy = "leave 'black' out, their points are in table=; black threes left in hand are black-in-hand=1"
    bolivia = load_variant("bolivia")
    assert said(bolivia, "we black=2") == [told + remedy]
    assert said(bolivia, "we b=2") == ["'b' could be bolivia or black-in-hand or base; write more of the name"]


def test_more_than_the_letter_of_a_colour_begins_a_penalty_and_a_side_may_begin_with_it() -> None:
    assert parse_tally(CATAWBA, ["we", "re=1"]) == {"we": {"red-in-hand": 1}, "they": {}}
    assert said(CATAWBA, "we re2") == [
        "'re2' has a number but no =; write red-in-hand=2 if they were left in hand; on the table they count nothing"
    ]
    with pytest.raises(TallyError, match="'r' could be rita or red-in-hand; write more of the name"):
        parse_tally(CATAWBA, ["we", "r"], ["we", "rita"])


def test_the_letter_of_a_colour_begins_a_fact_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(
        'extends = "catawba"\n[canastas.runs]\npoints = 100\n[bonuses.blind]\npoints = 100\n', encoding="utf-8"
    )
    ours = load_variant(file)
    assert said(ours, "we r=1") == ["'r' could be runs or red-in-hand; write more of the name"]
    assert said(ours, "we b=1") == ["'b' could be blind or base; write more of the name"]
    assert said(ours, "we r1") == ["'r' could be runs or red-in-hand; write more of the name"]
    assert said(ours, "we black=1") == said(CATAWBA, "we black=1")


@pytest.mark.parametrize("word", ["penalties", "penalty=5", "pen=1"])
def test_who_tells_of_penalties_is_told_which_there_are(word: str) -> None:
    wrong = word.partition("=")[0]
    kind = "fact" if "=" in word else "word"
    assert said(CATAWBA, f"we {word}") == [
        f"unknown {kind} '{wrong}'; the penalties are open-aces, open-sevens, red-in-hand, short-meld"
    ]


def test_an_empty_tally_is_refused() -> None:
    with pytest.raises(TallyError, match="the tally is empty; such as we red=3"):
        parse_tally(NVSO, [])


def test_all_wrong_words_are_told_at_once_in_their_order() -> None:
    with pytest.raises(TallyError) as error:
        parse_tally(NVSO, "we base=300 red=1 foo=1 they red=x r1 r2".split())
    assert [refusal.word_index for refusal in error.value.diagnostics] == [2, 3, 5, 7]


ODD_NUMBERS = (
    "007 -1 1,250 1_000 +5 1e3 0x7f 1.5 ٣ ² ½ 9999999 10000000 9999999+9999999 5*K 3xT 2x10 0xJK 1x3 99xA " + "9" * 5000
).split()


@cache
def words_near(name: str) -> st.SearchStrategy[list[str]]:
    """Give words near to those of a tally by some rules: in pieces, cut short, with odd numbers, or anything at all."""
    names = st.sampled_from([*rules(name).facts, *DIRECT_FACTS, "we", "they", "others"])
    cut = st.builds(lambda word, length: word[:length], names, st.integers(1, 9))
    numbers = (
        st.sampled_from(ODD_NUMBERS) | st.integers(-9, 99_999).map(str) | st.lists(st.sampled_from(PIECES)).map("".join)
    )
    told = st.builds("{}{}{}".format, names | cut, st.sampled_from(("=", "=", "", "==")), numbers)
    anything = st.text(max_size=4) | st.text(st.characters(categories=["C", "Z", "N", "M"]), max_size=4)
    return st.lists(names | told | st.lists(st.sampled_from(PIECES), max_size=6).map("".join) | anything, max_size=8)


@examples(150)
@given(st.sampled_from(SHIPPED).flatmap(lambda name: st.tuples(st.just(name), words_near(name))))
@example(("nvso", ["we", "\x1b[2J=3", "red=\x00"]))
@example(("nvso", ["we", "=", "==", "r", "r=", "t=+", "t=1x", "tx", "x"]))
@example(("nvso", ["we", "\udcff", "red=\udcff"]))
@example(("nvso", ["we", "table=9999999+9999999"]))
def test_any_words_are_read_or_refused_with_remedies(typed: tuple[str, list[str]]) -> None:
    variant, words = rules(typed[0]), typed[1]
    facts, refusals = told_or_refused(variant, words)
    if facts:
        can_be_told_again_and_scored(variant, facts)
    assert bool(facts) != bool(refusals)
    assert all(refusal.hint for refusal in refusals)
    assert not words or all(refusal.word_index in range(len(words)) for refusal in refusals)


def told_or_refused(variant: Variant, words: list[str]) -> tuple[HandFacts, tuple[Diagnostic, ...]]:
    """Give the facts that words tell, or why they tell none."""
    try:
        return parse_tally(variant, words), ()
    except TallyError as error:
        return {}, error.diagnostics


def can_be_told_again_and_scored(variant: Variant, facts: HandFacts) -> None:
    """See that facts tell a tally that reads to them, and that the lines of their score make up the totals."""
    for short in (True, False):
        assert (
            not any(facts.values()) or parse_tally(variant, format_tally(variant, facts, short=short).split()) == facts
        )
    for side in score_hand(variant, facts).sides.values():
        assert side.total == sum(line.points for line in side.lines) == side.base + side.count + side.penalties
    assert all(problem.hint for problem in referee(variant, facts))


@pytest.mark.parametrize("variant", [NVSO, WCA, CATAWBA], ids=lambda variant: variant.name)
def test_every_fact_can_be_typed_in_full_by_its_short_name_and_by_its_shortest_beginning(variant: Variant) -> None:
    names = (*variant.facts, *DIRECT_FACTS, "we", "they")
    for fact in variant.facts.values():
        beginnings = [fact.name[:length] for length in range(2, len(fact.name) + 1)]
        clear = [word for word in beginnings if [name for name in names if name.startswith(word)] == [fact.name]]
        for word in (fact.name, *clear[:1], *([fact.short] if fact.short else [])):
            assert parse_tally(variant, ["we", f"{word}=5"])["we"] == {fact.name: 5}
