"""The tally: what may be typed, and that nothing typed is a surprise."""

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.variants import SHIPPED
from support.wording import Case, Wording, load_wordings

from canasta_score import TallyError, Variant, load_variant, referee, score_hand
from canasta_score.hand.amounts import join_separated_numbers
from canasta_score.hand.facts import HandFacts, NamedPoints
from canasta_score.hand.tally import names
from canasta_score.hand.tally.formatter import format_tally
from canasta_score.hand.tally.interview import list_questions
from canasta_score.hand.tally.parser import parse_partial_tally, parse_tally
from canasta_score.report.text.hand_entry import format_prompt
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.model.facts import DIRECT_FACTS

pytestmark = pytest.mark.usefixtures("sentences")

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
    ("meant", "typed"),
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
        ("we natural=1 table=200", "we natural 1 table 200"),
        ("we natural=1 mixed=2", "we nat1 mix2"),
        ("we open-sevens out wild-twos=2", "we open sevens out wild twos 2"),
        ("we threes-in-hand=2 hand=85", "we threes in hand=2 hand 85"),
        ("we table=345 hand=85", "we 345 on the table 85 in hand"),
        ("we natural=2 hand=30 they hand=5", "we 2 naturals in hand 30 they in hand=5"),
        ("we natural=2 table=1200 they hand=45", "we natural 2. table 1.200. they h45."),
        ("we out=1 pairs=0", "we out=yes pairs no"),
        ("we table=1200", "we table=1,200"),
        ("we table=1335", "we t1,200+135"),
        ("we red=3 table=335", "we red = 3 table =100+ 200 + 35"),
        ("we red=3 table=335", "we red:3 table: 335"),
        ("we red=3 table=335 they out", "we:red=3,table=335 them: out"),
        ("we red=3 hand=85 out", "\u201cWe\u201d \u2018red=3\u2019, hand\uff1d\uff18\uff15 'out',"),
        ("we table=70", "we table=7\u00d7K"),
        ("we base=-100", "we base=\u2212100"),
        ("we base=-1200", "we base -1,200"),
        ("we red=1 they black=1", "us red 1 them black 1"),
        ("we count=325", "we cou325"),
        # words of the labels and of the questions, plural and singular
        ("us red=2", "we red three 2"),
        ("we red=2", "we red-threes=2"),
        ("we red=1 black=2 out", "we red threes black threes 2 going out"),
        ("we natural=2 mixed=1", "we natural canastas 2 mixed canasta 1"),
        ("we natural=2 hand=150 out", "we naturals 2 foot 150 went out"),
        ("we wild-twos=2 wild-mixed=1", "we all twos 2, wild canasta mixed"),
        ("we natural=2 wild-twos=1 out", "we 2n, 1 Wild canasta, all twos, out"),
        ("we wild-jokers=1 wild-mixed=2 table=300", "we wild canasta, four jokers wild canasta, mixed=2, table 300"),
        ("we open-wilds-jokers=1 natural=1", "we open wild canasta, four jokers, natural"),
        ("we stuck-aces=1 open-sevens=1", "we stuck ace 1 open seven"),
        # the number first
        ("we out natural=2 mixed=1 table=510", "we went out 2 naturals 1 mixed table 510"),
        ("we out red=3 table=510 hand=85", "we went out 3 red threes 510 table 85 hand"),
        ("we out natural=1 table=300 hand=5", "we out 1 natural 1 table 300 hand 5"),
        ("we out mixed=1 table=300", "we went out 1 mixed table 300"),
        ("we natural=2", "we 2n"),
        ("we natural=2 red=3", "we 2 naturals 3 red threes"),
        ("we natural=2 red=3", "we 2naturals, 3red threes"),
        ("we natural=2 mixed=1 table=300", "we 2 n 1 m 300 t"),
        ("we natural=2 mixed=1 table=300", "we n 2 m 1 t 300"),
        ("we natural=2 mixed=1 table=300", "we 2n,1m,300t"),
        ("we natural=2 mixed=1 table=300", "we 2 n 1 m t 300"),
        ("we natural=2 mixed=3 table=300", "we 2 n m 3 t 300"),
        ("we natural=2 out table=300", "we 2 n o 300 t"),
        ("we natural=2 out mixed=1", "we 2 n o 1 m"),
        ("we natural=2 mixed=3 out", "we 2 n m 3 o"),
        ("we natural=2 mixed=3", "we n2 3 m"),
        ("we natural=2 they table=85", "we 2 n they 85 table"),
        ("we red=2 natural=1", "we r 2, n"),
        ("we table=235 natural=1", "we 200+35 t n"),
        ("we natural=2 mixed table=300", "we 2 n m 300 t"),
        ("we hand=85 table=335", "we 85 hand 335 table"),
        # items between commas
        ("we sevens natural=1 mixed=2 out table=400", "we sevens, 1 natural, 2 mixed, out, table 400"),
        ("we natural=1 mixed=2 sevens out table=400", "we 1 natural, 2 mixed; sevens;out ,400 table"),
        ("we aces black=4 out table=1200", "we aces,4 black, out, table 1,200"),
        ("we hand=30 natural=2", "we hand K, K, Q, natural 2"),
        ("we hand=40 they hand=5", "we hand K K 2 they hand 5"),
        ("we hand=25 natural=2", "we hand K, 7, 7, 5; natural 2"),
        ("we hand=10 natural=2 aces", "we hK n2, a"),
        ("we hand=50 natural=2", "we natural 2 hand 3xK 2"),
        ("we table=100 they hand=15", "we table K K K K K K K 10 10 10 they hand J 7"),
        ("we hand=10 natural=5", "we hand K, 5 natural"),
        ("we natural=2 aces table=0 hand=100", "we natural 2, a, 0 table, 100 hand"),
        # what people say around the items
        ("we sevens natural=1 mixed=2", "we canasta of sevens 1 natural and 2 mixed"),
        ("we sevens=2 table=385", "we got 2 Canastas of sevens and have 385 on the table"),
        ("we out natural=0 they hand=60", "we went out with no naturals, no canastas they had 60 in hand"),
        # thousands
        ("we table=1200", "we table=1.200"),
        ("we table=1335", "we t1.200+135"),
        ("we table=1200000", "we t 1.200.000"),
        ("we table=1200 natural=2", "we 1.200t 2n"),
        # cards
        ("we hand=10", "we hK"),
        ("we hand=40", "we hKKA"),
        ("we hand=40", "we hand:KKA"),
        ("we hand=40", "we hand: KKA"),
        ("we hand=40", "we hand:K,K,A"),
        ("we hand=80", "we h3xK+JK"),
        ("we hand=40", "we hK+K+A"),
        ("we hand=40", "we h K + K + A"),
        ("we hand=40", "we h K,K,A"),
        ("we hand=40", "we hand=k,k,a"),
        ("we hand=120", "we h3xK+2xA+JK"),
        ("we hand=120 out", "we h3xK,2xA,jk out"),
        ("we hand=70 natural=2", "we h QQJK 2n"),
        ("we hand=50 table=100", "we h joker t2xjokers"),
        ("we hand=30 table=300", "we h K K Q, t 300"),
        ("we hand=30", "we h 10,K,q"),
        ("we hand=65", "we hand=35+KQT"),
        ("we hand=10 natural=2 aces=1", "we h10 n2,a"),
        ("we hand=40 red=3", "we hKKA 3 red threes"),  # no cards: threes have no card points
        ("we hand=20 natural=1", "we hA n1"),  # and no beginning of hand, which would need a number
        ("we hand=40", "we hA 2xK"),
        ("we hand=345", "we ha 345"),
        ("we natural=1", "we nat"),
        # nothing at all
        ("we natural=1 they", "we n they nothing"),
        ("we natural=1 they", "We: n1; they: None."),
        ("we they natural=1", "us zero they n"),
        # quotes
        ("we red=3", "'we' \u2018red\u2019 3"),
        # spaces inside numbers, but not after a comma
        ("we table=1 hand=200", "we t1, 200 hand"),
        ("we table=1200 hand=85", "we t1\u00a0200 h85"),
        ("we table=1200 hand=85", "we t1\u2009200 85h"),
        ("we table=1200000", "we t=1\u202f200\u202f000"),
    ],
)
def test_a_tally_may_be_typed_in_many_ways(meant: str, typed: str) -> None:
    assert parse_tally(NVSO, join_separated_numbers(typed).split()) == parse_tally(NVSO, meant.split())


@pytest.mark.parametrize(
    ("variant", "typed", "meant"),
    [
        ("hand-and-foot", "we 3 red books 2 black books t600", "we natural=3 mixed=2 table=600"),
        ("hand-and-foot", "we red books 3 black canasta 1 r2", "we natural=3 mixed=1 red=2"),
        ("hand-and-foot", "we 3red books 3 red threes red-in-hand=1", "we natural=3 red=3 red-in-hand=1"),
        ("hand-and-foot", "we 2 dirties 1 natural book", "we mixed=2 natural=1"),
        ("good-sams", "we 3 clean 2 dirty books", "we natural=3 mixed=2"),
        ("ponytail", "we 3 red threes 2 black books 1 clean canasta", "we red=3 mixed=2 natural=1"),
        ("catawba", "we 1 red canasta black-canastas=2", "we natural=1 mixed=2"),
        ("classic", "we red=3 2 clean canastas 1 black canasta", "we red=3 natural=2 mixed=1"),
        ("nvso", "we red=3 b1 1 clean", "we red=3 black=1 natural=1"),
        ("nvso", "we 2 black canastas 2 black threes r1", "we mixed=2 black=2 red=1"),
    ],
)
def test_red_and_black_canastas_are_natural_and_mixed_ones(variant: str, typed: str, meant: str) -> None:
    assert parse_tally(rules(variant), typed.split()) == parse_tally(rules(variant), meant.split())


@pytest.mark.parametrize(
    "typed", ["foot 75", "75 left in foot", "75 in the foot", "75 left in hand or foot", "75 in the hand"]
)
@pytest.mark.parametrize(
    ("threes", "number"),
    [
        ("1 red three in foot", 1),
        ("2 red threes left in the hand or foot", 2),
        ("red threes in the foot 2", 2),
        ("Three red threes in foot", 3),
    ],
)
def test_what_is_left_in_the_foot_is_left_in_hand(threes: str, number: int, typed: str) -> None:
    meant = {"we": {"red-in-hand": number, "hand": 75}, "they": {}}
    assert parse_tally(rules("good-sams"), f"we {threes}, {typed}".split()) == meant


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("good-sams", "we one red book, two black books", "we natural=1 mixed=2"),
        ("nvso", "we Two naturals one mixed three red threes", "we natural=2 mixed=1 red=3"),
        ("nvso", "we natural two, red three", "we natural=2 red=1"),
        ("nvso", "we went out 1 mixed 2 naturals table 510", "we out=1 mixed=1 natural=2 table=510"),
        ("nvso", "we one wild two", "we wild-twos=1"),
        ("nvso", "we table=0 100 hand", "we table=0 hand=100"),
        ("nvso", "we table=5 100 hand", "we table=5 hand=100"),
        ("nvso", "we 2 red 3s, 1 black 3, out", "we red=2 black=1 out=1"),
        ("nvso", "we 2 red 3's 1 natural, 505 on table", "we red=2 natural=1 table=505"),
        ("nvso", "we natural 2 red 3 table 300", "we natural=2 red=3 table=300"),
        ("classic", "we a natural a red three 300 on table", "we natural=1 red=1 table=300"),
        ("nvso", "we n2 a m1 o t500", "we natural=2 aces=1 mixed=1 out=1 table=500"),
        ("nvso", "we 1 mixed 200 on table 30 hand", "we mixed=1 table=200 hand=30"),
        ("nvso", "we 0red three 1open seven", "we red=0 open-sevens=1"),
        ("classic", "we table 300 four natural", "we table=300 natural=4"),
        ("modern-american", "we a natural, a red three, a straight", "we natural=1 red=1 straight=1"),
        ("modern-american", "we a natural 240 table 25 hand", "we natural=1 table=240 hand=25"),
        ("modern-american", "we all four red threes and all the 2 mixed", "we red=4 mixed=2"),
        ("modern-american", "we all twos", "we wild-twos=1"),
        ("nvso", "we 500 on the table and the three red threes", "we table=500 red=3"),
        ("nvso", "we the 2 naturals, 30 in their hands", "we natural=2 hand=30"),
        ("nvso", "we our 2 naturals, 30 in his hand", "we natural=2 hand=30"),
        ("nvso", "we my 2 naturals, 30 in her hand", "we natural=2 hand=30"),
        ("nvso", "we 810 points on the table, 45 points in hand", "we table=810 hand=45"),
        ("nvso", "we natural, they got caught with 60", "we natural=1 they hand=60"),
        ("nvso", "we were caught with the 85, nothing on table", "we hand=85 table=0"),
        ("nvso", "we were left with 120, made 1 natural, nobody went out", "we hand=120 natural=1 out=0"),
        ("modern-american", "we 1 natural, stuck with aces", "we natural=1 stuck-aces=1"),
        ("good-sams", "we a red book, an exact cut", "we natural=1 cut=1"),
        ("hand-and-foot", "we 1 red book and 2 black, out, a wild book", "we natural=1 mixed=2 out=1 wild=1"),
        ("classic", "we 1 natural, caught with a joker and two kings, 1 mixed", "we natural=1 hand=70 mixed=1"),
        ("classic", "we caught with 2 tens and an ace 1 natural", "we hand=40 natural=1"),
        ("classic", "we hand 2 sevens a red three", "we hand=10 red=1"),
        ("classic", "we natural, failed to take the pile", "we natural=1 failed-take=1"),
        ("nvso", "we caught with two aces and a joker", "we hand=90"),
        ("nvso", "we caught with a joker, two 5s and a 10, 1 natural", "we hand=70 natural=1"),
        ("classic", "we caught with a five and 2 naturals", "we hand=5 natural=2"),
        ("classic", "we hand a 10", "we hand=A,10"),
        ("classic", "we hand a k", "we hand=A,K"),
        ("nvso", "we hand a joker and two aces", "we hand=JK aces=2"),
        ("classic", "we one clean canasta and one dirty one", "we natural=1 mixed=1"),
        ("classic", "we two dirty ones, a clean one they one mixed", "we natural=1 mixed=2 they mixed=1"),
        ("nvso", "we sevens down 290, stuck with 30", "we sevens=1 table=290 hand=30"),
        ("classic", "we 340 down they 100 on the board", "we table=340 they table=100"),
        ("classic", "we 140 on the table, minus 65", "we table=140 hand=65"),
        (
            "classic",
            "we 140 on the table less 55 in hand they 90 down minus KK",
            "we table=140 hand=55 they table=90 hand=KK",
        ),
        ("hand-and-foot", "we 80 in hand and 145 in the foot", "we hand=225"),
        ("hand-and-foot", "we foot 145 h80 they table 500 hand 60 foot 145", "we hand=225 they table=500 hand=205"),
    ],
)
def test_numbers_may_be_words(name: str, typed: str, meant: str) -> None:
    assert parse_tally(rules(name), typed.split()) == parse_tally(rules(name), meant.split())


def test_in_may_begin_the_words_of_an_item(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(
        'extends = "nvso"\ntitle = "House"\n[bonuses.silent]\nlabel = "Finishing in silence"\npoints = 300\n'
    )
    house = load_variant(tmp_path / "house.toml")
    assert parse_tally(house, "we in silence, in hand 80".split()) == {"we": {"silent": 1, "hand": 80}, "they": {}}


def test_threes_in_hand_are_not_entered_as_those_that_cost_points_on_the_table(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(
        'extends = "nvso"\ntitle = "House"\n[penalties.lonely]\nlabel = "Red threes beside no canasta"\n'
        'of = "red three"\nwhere = "table"\npoints = 100\n'
    )
    with pytest.raises(TallyError) as error:
        parse_tally(load_variant(tmp_path / "house.toml"), "we hand=1x3+2xA".split())
    (refusal,) = error.value.diagnostics
    assert refusal.hint.endswith("threes-in-hand=1")


@pytest.mark.parametrize(
    "typed", ["no out", "not out", "did not go out", "Didn\u2019t go out", "didnt go out", "not going out"]
)
def test_a_side_that_did_not_go_out_has_zero(typed: str) -> None:
    meant = {"we": {"natural": 1, "out": 0, "hand": 30}, "they": {}}
    assert parse_tally(NVSO, f"we 1 natural, {typed}, 30 in hand".split()) == meant


def test_no_is_also_the_beginning_of_a_player() -> None:
    assert parse_tally(NVSO, "we red=2 no red=1".split(), {"we": "Ann", "they": "Nora"})["they"] == {"red": 1}


def test_a_number_after_points_begins_an_item_unless_both_are_a_number_below_10000() -> None:
    assert parse_tally(NVSO, "we table=95 120 in hand".split())["we"] == {"table": 95, "hand": 120}


def test_the_cards_of_hand_and_foot_are_named_together() -> None:
    hand = parse_tally(rules("hand-and-foot"), "we hand=KK foot=A".split())["we"]["hand"]
    assert isinstance(hand, NamedPoints)
    assert hand.cards == {"K": 2, "A": 1}


def test_a_number_after_an_equals_sign_belongs_to_no_item_after_it() -> None:
    assert parse_tally(NVSO, "we out=2 natural".split())["we"] == {"out": 2, "natural": 1}  # for the referee to refuse


def test_no_words_name_no_item() -> None:
    assert not any(names.names_fact(NVSO, fact, "") for fact in NVSO.facts.values())


@pytest.mark.parametrize(
    ("name", "typed", "meant"),
    [
        ("hand-and-foot", "we clean 1 dirty 2 foot 150", "we natural=1 mixed=2 hand=150"),
        ("hand-and-foot", "we c3 d2", "we natural=3 mixed=2"),
        ("hand-and-foot", "we 2 blacks t600", "we mixed=2 table=600"),
        ("good-sams", "we blacks 2 t600", "we mixed=2 table=600"),
        ("hand-and-foot", "we 3 clean books 1 wild book", "we natural=3 wild=1"),
        ("good-sams", "we red books 2 black books 3", "we natural=2 mixed=3"),
        ("good-sams", "we black 3", "we mixed=3"),
        ("catawba", "we cleans 2 dirty-can=1", "we natural=2 mixed=1"),
        ("bolivia", "we black threes in hand 2", "we black-in-hand=2"),
        ("classic", "we red threes in hand 2", "we red-in-hand=2"),
        ("classic", "we table 100 85 in hand they in hand 20", "we table=100 hand=85 they hand=20"),
        ("classic", "we out concealed", "we out=1 concealed=1"),
        ("classic", "we going out concealed", "we concealed=1"),
        ("classic", "we h A K", "we hand=30"),
        ("uruguay", "we 2 wild canastas", "we wild=2"),
    ],
)
def test_the_words_of_a_label_name_its_item(name: str, typed: str, meant: str) -> None:
    assert parse_tally(rules(name), typed.split()) == parse_tally(rules(name), meant.split())


@pytest.mark.parametrize("name", SHIPPED)
def test_every_word_that_is_shown_for_an_item_is_taken_or_could_be_each_item_that_has_it(name: str) -> None:
    variant = rules(name)
    words: dict[str, set[str]] = {}
    for fact in variant.facts.values():
        (question,) = (one for one in list_questions(variant, ["we"], {}) if fact in one.facts)
        asked = format_prompt(variant, question, {}) if len(question.facts) == 1 else ""
        asked = asked.partition("?")[0].removeprefix("How many").removeprefix("Did this side").removeprefix("Points of")
        for word in re.findall(
            r"[a-z]{2,}",
            f"{fact.label} {asked}".lower().replace(" of ", " ").replace(" the ", " ").replace(" and ", " "),
        ):
            words.setdefault(word if word in variant.facts else word.removesuffix("s"), set()).add(fact.name)
        assert parse_tally(variant, f"we {fact.label.replace(',', '')} 1".split())["we"] == {fact.name: 1}
    assert len(words) > 10
    for word, facts in words.items():
        matches = names.list_matches(variant, word, ())
        named = names.find_name(variant, word)
        begun = {name for name in (*variant.facts, *DIRECT_FACTS) if name.startswith(word)}
        if names.find_unscored_color(variant, word):
            assert named is None
        elif named is None:
            assert len(facts | begun) > 1
            assert begun == set(matches) or facts <= set(matches), word
        else:
            assert named in facts, word
            assert word == named or begun == {named} or facts == {named}, word


def test_table_and_hand_have_letters_in_a_rule_file_without_short_names(tmp_path: Path) -> None:
    path = tmp_path / "plain.toml"
    path.write_text('extends = "nvso"\nwithout = ["count.short"]\n')
    plain = load_variant(path)
    expected = {"we": {"table": 345}, "they": {"hand": 40}}
    assert parse_tally(plain, "we t345 they hKKA".split()) == expected


def test_a_sum_of_cards_names_no_partners() -> None:
    assert parse_tally(NVSO, "ann hK+A kim hQ+K".split(), {"we": "Ann & Bob", "they": "Kim & Di"}) == {
        "we": {"hand": 30},
        "they": {"hand": 20},
    }


def test_a_side_with_a_colon_may_have_a_number_after_it() -> None:
    assert parse_tally(NVSO, "we: 2 n 1 m they: 85 h".split()) == {
        "we": {"natural": 2, "mixed": 1},
        "they": {"hand": 85},
    }


def test_a_side_that_is_not_mentioned_has_nothing() -> None:
    assert parse_tally(NVSO, ["they", "h5"]) == {"we": {}, "they": {"hand": 5}}


def test_sides_are_named_by_their_own_words() -> None:
    facts = parse_tally(NVSO, "ann r1 bob b1 cy".split(), sides=("ann", "bob", "cy"))
    assert facts == {"ann": {"red": 1}, "bob": {"black": 1}, "cy": {}}


NAMES = {"we": "Zoë & Mary Jo", "they": "Anne O'Neil and Tom"}


@pytest.mark.parametrize(
    "typed", ["zoe", "ZOË:", "z", "mary", "Mary Jo", "Zoë & Mary Jo", "mary jo and zoe", "us", "we"]
)
@pytest.mark.parametrize("other", ["anne", "Anne:", "anne o\u2019neil", "tom", "Tom", "them", "they"])
def test_sides_are_named_by_their_names_and_players(typed: str, other: str) -> None:
    expected = {"we": {"red": 1}, "they": {"hand": 5}}
    assert parse_tally(NVSO, f"{typed} red=1 {other} hand=5".split(), NAMES) == expected
    assert parse_tally(NVSO, f"{other} hand=5 {typed} red=1".split(), NAMES) == expected


def test_an_id_with_a_hyphen_may_be_typed_with_an_underline() -> None:
    sides = {"old-boys": "Cy", "they": "Di"}
    assert names.match_sides("old_boys", sides) == names.match_sides("old_b", sides) == ["old-boys"]


def test_the_players_of_a_side_may_be_named_in_either_order() -> None:
    assert names.match_sides("Tom & Anne O'Neil", NAMES) == names.match_sides("Anne O'Neil, Tom", NAMES) == ["they"]


@pytest.mark.parametrize("typed", ["open", "Open", "OPEN"])
def test_the_id_of_a_side_before_the_full_name_of_an_item_is_the_side(typed: str) -> None:
    facts = parse_tally(NVSO, ["ann", typed, "sevens=1"], sides=("ann", "open"))
    assert facts == {"ann": {}, "open": {"sevens": 1}}


def test_sides_whose_names_end_in_a_number_are_told_apart() -> None:
    teams = {"we": "Team 1", "they": "Team 2"}
    assert parse_tally(NVSO, "team 1 red 2 Team 2: hand 5".split(), teams) == {"we": {"red": 2}, "they": {"hand": 5}}
    joined = {"we": "Table1", "they": "Table2"}
    assert parse_tally(NVSO, "we red 2 table2 hand 5".split(), joined) == {"we": {"red": 2}, "they": {"hand": 5}}


@pytest.mark.parametrize(
    ("typed", "names", "index", "choices"),
    [
        ("an r1", {"we": "Ann & Bob", "they": "Andy & Cy"}, 0, ("we", "they")),
        ("we r1 nat", {"we": "Ann & Bob", "they": "Nat & Cy"}, 2, ("natural", "they")),
        (
            "we r1 wild=2",
            {"we": "Ann & Bob", "they": "Nat & Cy"},
            2,
            ("wild-twos", "wild-jokers", "wild-mixed", "wild-pairs"),
        ),
        ("t r1", {"we": "Tom & Bob", "they": "Nat & Cy"}, 0, ("we", "they")),
        ("we r1 bo", {"ann": "Bo & Ann", "bob": "Cy", "we": "Di"}, 2, ("bob", "ann")),
    ],
)
def test_a_word_that_fits_several_names_is_refused_with_the_names(
    typed: str, names: dict[str, str], index: int, choices: tuple[str, ...]
) -> None:
    with pytest.raises(TallyError) as error:
        parse_tally(NVSO, typed.split(), names)
    (ambiguity,) = error.value.diagnostics
    assert (ambiguity.code, ambiguity.word_index, ambiguity.choices) == (DiagnosticCode.AMBIGUOUS_WORD, index, choices)


def test_a_full_name_goes_before_a_beginning() -> None:
    names = {"we": "Ann & Bob", "they": "Anna & Out"}
    assert parse_tally(NVSO, "ann r1 out anna h5".split(), names) == {"we": {"red": 1, "out": 1}, "they": {"hand": 5}}


def test_a_beginning_of_an_item_before_another_item_is_no_item_of_two_words() -> None:
    wca = parse_tally(WCA, "we dream hand=85".split())
    assert wca == parse_tally(WCA, "we dream hand 85".split()) == {"we": {"dream-hand": 1, "hand": 85}, "they": {}}
    assert parse_tally(WCA, "we dream hand they hand 85".split()) == {"we": {"dream-hand": 1}, "they": {"hand": 85}}


@pytest.mark.parametrize(("amount", "number"), [("0", 0), ("1", 1), ("yes", 1), ("No", 0)])
def test_an_amount_that_answers_yes_or_no_belongs_to_the_name_of_two_words(amount: str, number: int) -> None:
    assert parse_tally(WCA, ["we", "dream", f"hand={amount}"])["we"] == {"dream-hand": number}


@pytest.mark.parametrize("typed", ["we", "they:", "us"])
def test_a_side_alone_has_nothing(typed: str) -> None:
    assert parse_tally(NVSO, [typed]) == {"we": {}, "they": {}}


@pytest.mark.parametrize("words", [[], [""], [",", "\u201c\u201d"]])
def test_nothing_is_no_tally(words: list[str]) -> None:
    with pytest.raises(TallyError):
        parse_tally(NVSO, words)


def test_unknown_words_are_listed_together_even_if_they_are_the_first() -> None:
    with pytest.raises(TallyError, match='foo" and "zork"'):
        parse_tally(NVSO, ["we:foo=1", "zork=2"])


def test_a_figure_beside_its_items_is_wrong_unless_the_hand_is_corrected_by_it() -> None:
    words = "we base=500 red=1".split()
    assert [error.fact for error in parse_partial_tally(NVSO, words).errors] == ["red"]
    assert parse_partial_tally(NVSO, words, correcting=True).errors == []


def test_we_is_no_beginning_of_a_side_of_another_name() -> None:
    with pytest.raises(TallyError) as error:
        parse_tally(NVSO, "wendy r1 they b1 we".split(), sides=("wendy", "theyer"))
    assert [refusal.word_index for refusal in error.value.diagnostics] == [2, 4]
    assert all("wendy and theyer" in refusal.hint for refusal in error.value.diagnostics)


@pytest.mark.parametrize(
    "case", load_wordings("tally", "refused"), ids=lambda case: f"{case['rules']} {case['typed'] or 'nothing'}"
)
def test_a_tally_that_cannot_be_read_is_refused_at_every_wrong_word(case: Case, wording: Wording) -> None:
    with pytest.raises(TallyError) as error:
        parse_tally(
            rules(case["rules"]),
            case["typed"].split(),
            case.get("sides", ["we", "they"]),
            correcting=case.get("correcting", False),
        )
    diagnostics = error.value.diagnostics
    assert [refusal.word_index for refusal in diagnostics if refusal.word_index is not None] == case["places"]
    assert all(refusal.hint for refusal in diagnostics)
    case.check(wording, error.value.sentences)


def test_a_bare_3_next_to_cards_is_points_where_threes_have_none() -> None:
    assert parse_tally(NVSO, ["we", "t7xK+3+5"])["we"] == {"table": 78}  # which the referee does not let pass


@pytest.mark.parametrize("when_out", [True, False])
def test_black_threes_with_a_penalty_are_no_cards_in_hand_whoever_goes_out(*, when_out: bool) -> None:
    _, rules = load_with_overrides("bolivia", [f"penalties.black-in-hand.when_out={str(when_out).lower()}"])
    with pytest.raises(TallyError) as raised:
        parse_tally(rules, "we hand=1x3+1xK they out".split())
    (refusal,) = raised.value.diagnostics
    assert "black-in-hand=1" in refusal.hint
    assert ("if nobody went out" in refusal.hint) is when_out


def test_threes_that_have_card_points_are_cards_like_others() -> None:
    rules = load_variant("hand-and-foot")  # where a black three left in hand is 5 points
    assert parse_tally(rules, ["we", "hand=2x3"])["we"] == {"hand": 10}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("we: red=3, they: table=60", "we red=3 they table=60"),
        ("We: r3, n2, they, t60,", "we r3 n2 they t60"),
        ("we: table=7xK+35,", "we table=7xK+35"),
    ],
)
def test_the_commas_and_colons_of_a_list_on_paper_are_skipped(typed: str, meant: str) -> None:
    assert parse_tally(NVSO, typed.split()) == parse_tally(NVSO, meant.split())


def test_the_letter_of_black_threes_begins_a_base_where_nothing_else_begins_so() -> None:
    assert parse_tally(load_variant("classic"), ["we", "b=500"])["we"] == {"base": 500}


def test_more_than_the_letter_of_a_color_begins_a_penalty() -> None:
    assert parse_tally(CATAWBA, ["we", "re=1"]) == {"we": {"red-in-hand": 1}, "they": {}}


@pytest.mark.parametrize(
    ("word", "names"), [("r=1", "runs red-in-hand"), ("b=1", "blind base"), ("r1", "runs red-in-hand")]
)
def test_the_letter_of_a_color_begins_a_fact_of_a_rule_file_too(word: str, names: str, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    file.write_text(
        'extends = "catawba"\n[canastas.runs]\npoints = 100\n[bonuses.blind]\npoints = 100\n', encoding="utf-8"
    )
    with pytest.raises(TallyError) as error:
        parse_tally(load_variant(file), ["we", word])
    (sentence,) = error.value.sentences
    assert all(name in sentence.replace(";", " ").split() for name in names.split())
    with pytest.raises(TallyError, match='"black"'):
        parse_tally(load_variant(file), ["we", "black=1"])


ODD_NUMBERS = (
    "007 -1 1,250 1_000 +5 1e3 0x7f 1.5 ٣ ² ½ 9999999 10000000 9999999+9999999 5*K 3xT 2x10 0xJK 1x3 99xA " + "9" * 5000
).split()


@cache
def words_near(name: str) -> st.SearchStrategy[list[str]]:
    """Return words close to a tally: in pieces, cut short, with odd numbers, or anything at all."""
    names = st.sampled_from([*rules(name).facts, *DIRECT_FACTS, "we", "they", "others"])
    cut = st.builds(lambda word, length: word[:length], names, st.integers(1, 9))
    numbers = (
        st.sampled_from(ODD_NUMBERS) | st.integers(-9, 99_999).map(str) | st.lists(st.sampled_from(PIECES)).map("".join)
    )
    facts = st.builds("{}{}{}".format, names | cut, st.sampled_from(("=", "=", "", "==")), numbers)
    anything = st.text(max_size=4) | st.text(st.characters(categories=["C", "Z", "N", "M"]), max_size=4)
    return st.lists(names | facts | st.lists(st.sampled_from(PIECES), max_size=6).map("".join) | anything, max_size=8)


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
    places = [refusal.word_index for refusal in refusals]
    assert places == [None] or all(place in range(len(words)) for place in places)


def told_or_refused(variant: Variant, words: list[str]) -> tuple[HandFacts, tuple[Diagnostic, ...]]:
    """Return the facts of a tally, or its diagnostics."""
    try:
        return parse_tally(variant, words), ()
    except TallyError as error:
        return {}, error.diagnostics


def can_be_told_again_and_scored(variant: Variant, facts: HandFacts) -> None:
    """See that facts tell a tally that reads to them, and that the lines of their score make up the totals."""
    for short in (True, False):
        assert (
            not any(facts.values())
            or parse_tally(variant, format_tally(variant, facts, with_short_names=short).split()) == facts
        )
    for side in score_hand(variant, facts).sides.values():
        assert side.total == sum(line.points for line in side.lines)
        parts = [side.base, side.count, side.penalties]
        known = [part for part in parts if part is not None]
        assert sum(known) == side.total if known else parts == [None, None, None]
    assert all(problem.hint for problem in referee(variant, facts))


@pytest.mark.parametrize("variant", [NVSO, WCA, CATAWBA], ids=lambda variant: variant.name)
def test_every_fact_can_be_typed_in_full_by_its_short_name_and_by_its_shortest_beginning(variant: Variant) -> None:
    names = (*variant.facts, *DIRECT_FACTS, "we", "they")
    for fact in variant.facts.values():
        beginnings = [fact.name[:length] for length in range(2, len(fact.name) + 1)]
        clear = [word for word in beginnings if [name for name in names if name.startswith(word)] == [fact.name]]
        for word in (fact.name, *clear[:1], *([fact.short_name] if fact.short_name else [])):
            assert parse_tally(variant, ["we", f"{word}=5"])["we"] == {fact.name: 5}


def test_yes_after_an_item_that_can_be_more_than_one_is_no_amount() -> None:
    with pytest.raises(TallyError):
        parse_tally(load_variant("nvso"), ["we", "natural", "yes"])


def test_a_side_with_a_longer_name_than_the_other_is_named_in_full() -> None:
    names = {"we": "Ann & Bob", "they": "Cy"}
    assert parse_tally(NVSO, "ann & bob r1 cy h5".split(), names) == {"we": {"red": 1}, "they": {"hand": 5}}


def test_a_line_of_too_many_words_is_refused_at_once() -> None:
    with pytest.raises(TallyError) as error:
        parse_tally(rules("nvso"), ["we", *["rde=1"] * 300])
    assert list(error.value.sentences) == ["301 words are too many for one hand; enter at most 300"]


def test_a_color_alone_beside_books_means_books_where_threes_of_it_do_not_count() -> None:
    facts = parse_tally(rules("hand-and-foot"), "we 2 red books 1 black table 300".split())
    assert facts["we"] == {"natural": 2, "mixed": 1, "table": 300}


def test_red_beside_a_black_that_cannot_be_threes_is_asked_about() -> None:
    hand_and_foot = rules("hand-and-foot")
    for line in ("we 2 red 3 black table 300", "we 2 red table 300 they 1 black"):
        with pytest.raises(TallyError, match='"red" could be red-threes or red-books'):
            parse_tally(hand_and_foot, line.split())
    for line, errors in (("we 2 red table 300", 0), ("we 2 red 3 black threes table 300", 1)):
        parsed = parse_partial_tally(hand_and_foot, line.split())
        assert (parsed.facts["we"]["red"], len(parsed.errors)) == (2, errors)
    assert parse_tally(NVSO, "we 2 red 3 black table 300".split())["we"] == {"red": 2, "black": 3, "table": 300}
