"""Reconciling: which slips explain another total of a side, alone or two together.

What is expected is reckoned from the rule files; the hands in `data/slips` say how.
"""

import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.corruption.mistakes import KINDS, hand_with_a_slip
from support.paths import DATA
from support.randomness import chance, examples, times
from support.strategies.hands import Facts, any_facts
from support.variants import SHIPPED

from canasta_score import Variant, load_variant, score_hand
from canasta_score.hand.reconciliation.explain import MistakeExplanation, find_explanations
from canasta_score.hand.reconciliation.mistakes import DisputedHand, iter_digit_swaps, iter_fact_mistakes
from canasta_score.hand.tally.parser import parse_tally

HANDS = sorted((DATA / "slips").glob("*.toml"))
NAMES = {"we": "Ann & Bob", "they": "Cy & Di", "others": "Eve"}
PLAIN = "we r2 n1 m1 t200 h30 they m1 t100 h20"  # nvso: 300 + 800 + 170 = 1,270; 300 + 80 = 380
MINUS = "we n2 o t300 they r1 b2 t60 h85"  # nvso: 1,000 + 100 + 300 = 1,400; -100 - 300 - 145 = -545
FEET = "we n3 m4 o c t1200 h45 short-meld=45 they n1 t300 h200 red-in-hand=1"  # catawba: 4,310; 500 + 100 - 500 = 100
Told = tuple[tuple[str, ...], str]  # the slips in words, and the tally with them


def disputed(variant: str | Variant, tally: str | Facts, side: str, total: int) -> DisputedHand:
    rules = load_variant(variant) if isinstance(variant, str) else variant
    if not isinstance(tally, str):
        return DisputedHand(variant=rules, facts=tally, names=NAMES, side=side, total=total)
    read = parse_tally(rules, tally.split(), ["we", "they", "others"])
    facts = {word: told for word, told in read.items() if told or word != "others"}
    return DisputedHand(variant=rules, facts=facts, names=NAMES, side=side, total=total)


def told(account: MistakeExplanation) -> Told:
    return tuple(slip.description for slip in account.mistakes), account.tally


def listed(variant: str, tally: str, side: str, total: int, *, pairs: bool = False) -> list[Told]:
    return [told(account) for account in find_explanations(disputed(variant, tally, side, total), pairs=pairs)]


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_a_slip_is_listed_with_the_tally_as_it_would_have_been(path: Path) -> None:
    """Reconcile the hand of a file with each of its totals."""
    case = tomllib.loads(path.read_text())
    variant = load_variant(case["variant"])
    for slip in case["slip"]:
        side, total = slip["side"], slip["total"]
        assert ((slip["words"],), slip["tally"]) in listed(case["variant"], case["hand"], side, total), slip
        assert score_hand(variant, parse_tally(variant, slip["tally"].split())).sides[side].total == total


@pytest.mark.parametrize("total", [2270, 2370, 2770, 2870])
def test_beside_a_special_hand_no_points_count_with_another_sign(total: int) -> None:
    assert listed("nvso", "we r2 straight t100 h30 they m1 t100", "we", total) == []


def test_beside_a_special_hand_of_another_side_no_points_count_with_another_sign() -> None:
    # by wca a zip code leaves the others nothing but the cut: 100, and the threes change none of it
    assert listed("wca", "we cut r2 t120 h60 they zip", "we", 0) == [
        (("exact cut not told",), "we r2 t120 h60 they zip-code"),
        (("exact cut told of Cy & Di in place of Ann & Bob",), "we r2 t120 h60 they c zip-code"),
    ]


def test_half_of_an_odd_number_is_no_slip() -> None:
    halves = [
        slip for slip in iter_fact_mistakes(disputed("nvso", "we n1 t100 h35", "we", 0)) if "half" in slip.description
    ]
    assert halves == []


def test_a_pile_may_be_all_there_is() -> None:
    # 500 + 100, and 500 without the pile
    assert (("100 less on the table",), "we n1") in listed("nvso", "we n1 t100", "we", 500)


def test_where_two_of_three_sides_are_out_each_may_have_it_alone() -> None:
    words = first_words("nvso", "we n2 t200 they n2 o t200 others n2 o t200", "we", 1300)  # 1,000 + 200, and 100
    assert "going out told of Ann & Bob in place of Cy & Di" in words
    # that Eve is out too makes neither hand possible; both are listed all the same
    assert "going out told of Ann & Bob in place of Eve" in words


def test_kinds_that_are_soon_taken_for_each_other_come_before_others() -> None:
    # wild-jokers 2,500 in place of wild-mixed 2,000, before any canasta too many or too few
    wild = "we n1 wild-mixed=1 t400"
    assert first_words("nvso", wild, "we", 3400)[0] == "wild canasta, four jokers 1 more, wild canasta, mixed 1 fewer"
    # a natural canasta of 500 told as aces of 2,500
    assert first_words("nvso", "we n2 t300", "we", 3300)[0] == "aces canasta 1 more, natural canastas 1 fewer"


def test_of_two_slips_both_are_needed() -> None:
    for account in find_explanations(disputed("nvso", "we r1 m1 t180 h35 they o t60", "we", 545), pairs=True):
        for slip in account.mistakes if len(account.mistakes) > 1 else ():
            assert (slip.description,) not in [
                words for words, _ in listed("nvso", "we r1 m1 t180 h35 they o t60", "we", 545)
            ]


def test_a_side_without_a_fact_of_its_own_left_needs_none_where_another_has_some() -> None:
    assert (("the cards left in hand not deducted",), "they t60") in listed("nvso", "we h35 they t60", "we", 0)


def first_words(variant: str, tally: str, side: str, total: int) -> list[str]:
    return [words[0] for words, _ in listed(variant, tally, side, total)]


def test_single_slips_are_all_listed_the_most_plausible_first() -> None:
    assert first_words("nvso", PLAIN, "we", 1370) == [
        "black threes 1 more",
        "going out told of Ann & Bob",
        "100 more on the table",
    ]
    assert first_words("catawba", FEET, "they", 600) == [
        "aces canasta 1 more, clean canastas 1 fewer",
        "sevens canasta 1 more, clean canastas 1 fewer",
        "red threes in hand 1 fewer",
        "clean canastas 1 more",
    ]


def test_the_same_total_needs_no_slip() -> None:
    assert listed("nvso", PLAIN, "we", 1270, pairs=True) == []


def test_slips_that_make_the_same_facts_are_one() -> None:
    # 100 left in hand: deducted twice, and 100 more of them, are both 200
    assert listed("nvso", "we m1 t200 h100 they t60", "we", 300) == [
        (("the cards left in hand deducted twice",), "we m1 t200 h200 they t60"),
        (("100 less on the table",), "we m1 t100 h100 they t60"),
    ]


def test_two_slips_of_different_things_explain_what_one_does_not() -> None:
    added = "the cards left in hand added in place of deducted"  # 60 more, beside 100 more
    assert listed("nvso", PLAIN, "we", 1430) == [
        (("black threes 1 more", added), "we count=230 r2 b1 n1 m1 they m1 t100 h20"),
        (("going out told of Ann & Bob", added), "we count=230 r2 n1 m1 o they m1 t100 h20"),
        (("100 more on the table", added), "we count=330 r2 n1 m1 they m1 t100 h20"),
    ]


def test_signs_turn_after_facts_change() -> None:
    # a third canasta's 300, and threes as minus: -300 for 300
    two = ("mixed canastas 1 more", "the threes counted as minus in place of plus")
    assert (two, "we base=800 t200 h30 they m1 t100 h20") not in listed("nvso", PLAIN, "we", 970)
    assert (two, "we base=800 t200 h30 they m1 t100 h20") not in listed("nvso", PLAIN, "we", 970, pairs=True)
    # the first canasta, and threes as minus where one canasta has them count for nothing: 300 - 400 + 60 - 85
    two = ("mixed canastas 1 more", "the threes counted as minus in place of nothing")
    assert (two, "we n2 o t300 they base=-100 count=-25") in listed("nvso", MINUS, "they", -125, pairs=True)


def test_pairs_are_listed_beside_single_slips_only_where_they_are_wanted() -> None:
    # 100 more by one black three, going out or a pile; by two slips such as 200 more and 100 less
    alone = listed("nvso", PLAIN, "we", 1370)
    both = listed("nvso", PLAIN, "we", 1370, pairs=True)
    two = ("red threes 1 more", "100 less on the table")
    assert all(len(words) == 1 for words, _ in alone)
    assert both[: len(alone)] == alone
    assert all(len(words) == 2 for words, _ in both[len(alone) :])
    assert (two, "we r3 n1 m1 t100 h30 they m1 t100 h20") in both


def test_a_pair_needs_both_its_slips_and_is_never_a_single_slip_in_two() -> None:
    both = listed("nvso", PLAIN, "we", 1470, pairs=True)
    # natural for mixed, as one canasta more and another fewer
    assert ("natural canastas 1 more", "mixed canastas 1 fewer") not in [words for words, _ in both]
    alone = {words[0] for words, _ in both if len(words) == 1}
    assert not [words for words, _ in both if len(words) == 2 and alone & {*words}]


def test_two_slips_are_not_of_one_thing() -> None:
    # 90 more would be the cards left in hand deducted twice and added all the same
    assert listed("nvso", PLAIN, "we", 1360) == []


def test_what_no_hand_can_be_stands_last_and_says_why() -> None:
    # a third red three of we would be the fifth; three aces in hand are worth 60, three sevens 15
    hand = disputed("nvso", "we r2 n1 m1 t200 h30 they r2 m1 t100 h20", "we", 1470)
    first, last = find_explanations(hand)
    assert told(first) == (
        ("natural canastas 1 more, mixed canastas 1 fewer",),
        "we r2 n2 t200 h30 they r2 m1 t100 h20",
    )
    assert (first.problems, last.mistakes[0].description) == ((), "red threes 1 more")
    assert [problem.message for problem in last.problems] == [
        "they red=2: that makes 5 red threes in all, and the packs hold 4"
    ]
    assert first_words("nvso", PLAIN, "we", -230) == ["stuck with sevens 1 more", "stuck with aces 1 more"]


def test_where_the_hand_as_recorded_cannot_be_nothing_is_held_against_a_slip() -> None:
    hand = disputed("nvso", "we r2 n1 m1 t200 h30 they r3 m1 t100 h20", "we", 1470)
    assert [(account.mistakes[0].description, account.problems) for account in find_explanations(hand)] == [
        ("red threes 1 more", ()),
        ("natural canastas 1 more, mixed canastas 1 fewer", ()),
    ]


def test_a_bonus_of_one_side_goes_from_side_to_side() -> None:
    three = "we n2 o t200 they n2 t200 others n2 t200"
    assert first_words("nvso", three, "we", 1200) == [
        "going out not told",
        "going out told of Cy & Di in place of Ann & Bob",
        "going out told of Eve in place of Ann & Bob",
        "100 less on the table",
        "100 more left in hand",
    ]
    assert "going out told of Eve in place of Ann & Bob" in first_words("nvso", three, "others", 1300)


def test_a_side_that_gives_its_base_cannot_be_told_what_is_in_it() -> None:
    assert first_words("nvso", "we n2 o t200 they base=500", "we", 1200)[0] == "going out not told"
    assert "told of Cy & Di" not in str(first_words("nvso", "we n2 o t200 they base=500", "we", 1200))
    assert first_words("nvso", "we n2 o t200 they base=500", "they", 600) == [
        "100 more on the table",
        "100 more in the base",
    ]


def test_a_special_hand_sets_slips_aside() -> None:
    # by wca the straight gives 3,000 and the cut 100, and they have nothing but a cut of theirs
    assert first_words("wca", "we r2 straight t100 they m1 t100", "we", 3100) == ["exact cut told of Ann & Bob"]
    assert first_words("wca", "we r2 straight t100 they m1 t100", "we", 3200) == []
    assert first_words("wca", "we r2 straight t100 they m1 t100", "they", 100) == ["exact cut told of Cy & Di"]
    # without the straight 300 + 100
    assert first_words("wca", "we r2 straight t100 they m1 t100", "they", 400) == ["straight not told"]
    assert first_words("wca", "we r2 straight t100 they m1 t100", "they", 402) == []


def test_where_nothing_is_left_to_tell_the_tally_says_so() -> None:
    assert listed("nvso", "we h35", "we", 0) == [(("the cards left in hand not deducted",), "we t0")]


def test_no_slip_makes_a_figure_that_cannot_be_typed() -> None:
    # nor would the cards left in hand deducted twice, 19,999,998 of them
    assert first_words("nvso", "we base=9999999 h9999999", "we", -9999999) != ["the cards left in hand deducted twice"]


@pytest.mark.parametrize(
    ("number", "others"),
    [(12, [21]), (225, [252, 522]), (-45, [-54]), (7, []), (0, []), (33, []), (105, [150, 501])],
)
def test_two_digits_swapped_neighbours_first(number: int, others: list[int]) -> None:
    assert list(iter_digit_swaps(number)) == others


@examples(100)
@given(data=st.data())
def test_whatever_is_listed_scores_exactly_the_total_and_is_listed_once(data: st.DataObject) -> None:
    variant = load_variant(data.draw(st.sampled_from(SHIPPED)))
    facts = data.draw(any_facts(variant))
    side = data.draw(st.sampled_from([*facts]))
    total = score_hand(variant, facts).sides[side].total
    other = total + data.draw(st.sampled_from((0, 100, -100, 200, -200, 300, 5, 1000)) | st.integers(-5000, 5000))
    accounts = find_explanations(disputed(variant, facts, side, other), pairs=data.draw(st.booleans()))
    for account in accounts:
        assert account.facts == parse_tally(variant, account.tally.split(), [*facts])
        assert score_hand(variant, account.facts).sides[side].total == other
        assert account.facts != facts
    assert len({account.tally for account in accounts}) == len(accounts)
    assert total != other or not accounts
    slips = [len(account.mistakes) for account in accounts]
    assert slips == sorted(slips)
    assert {*slips} <= {1, 2}


def test_of_110_hands_with_one_slip_each_all_slips_are_listed_and_most_among_the_first_three() -> None:
    """Plant one slip in each of 110 hands, ten of each kind; on average 107 are among the first three."""
    random = chance("a slip each")
    places = []
    for kind in [*KINDS] * times(10):
        variant, side, planted = hand_with_a_slip(kind, random)
        accounts = find_explanations(disputed(variant, planted.facts, side, planted.total))
        for account in accounts:
            facts = parse_tally(variant, account.tally.split(), [*planted.facts])
            assert score_hand(variant, facts).sides[side].total == planted.total
        places.append(next((place for place, one in enumerate(accounts, 1) if planted.is_it(one.facts)), 0))
    assert len(places) == times(110)
    assert all(places)
    assert sum(place <= 3 for place in places) >= times(94)
