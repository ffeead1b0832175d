"""Reconciling: which mistakes explain a different total of a side, alone or two together.

What is expected is reckoned from the rule files; the hands in `data/slips` say how.
"""

import tomllib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.corruption.mistakes import KINDS, hand_with_a_slip
from support.paths import DATA
from support.randomness import chance, rounds
from support.strategies.hands import Facts, any_facts
from support.variants import SHIPPED
from support.wording import Wording, load_cases

from canasta_score import Variant, load_variant, score_hand
from canasta_score.hand.reconciliation import (
    DisputedHand,
    MistakeKind,
    find_explanations,
    iter_digit_swaps,
    iter_fact_mistakes,
)
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.diagnostics import Severity

HANDS = sorted((DATA / "slips").glob("*.toml"))
NAMES = {"we": "Ann & Bob", "they": "Cy & Di", "others": "Eve"}
PLAIN = "we r2 n1 m1 t200 h30 they m1 t100 h20"  # nvso: 300 + 800 + 170 = 1,270; 300 + 80 = 380
MINUS = "we n2 o t300 they r1 b2 t60 h85"  # nvso: 1,000 + 100 + 300 = 1,400; -100 - 300 - 145 = -545
FEET = "we n3 m4 o c t1200 h45 short-meld=45 they n1 t300 h200 red-in-hand=1"  # catawba: 4,310; 500 + 100 - 500 = 100


def disputed(variant: str | Variant, tally: str | Facts, side: str, total: int) -> DisputedHand:
    rules = load_variant(variant) if isinstance(variant, str) else variant
    if not isinstance(tally, str):
        return DisputedHand(variant=rules, facts=tally, names=NAMES, side=side, total=total)
    read = parse_tally(rules, tally.split(), ["we", "they", "others"])
    facts = {word: side_facts for word, side_facts in read.items() if side_facts or word != "others"}
    return DisputedHand(variant=rules, facts=facts, names=NAMES, side=side, total=total)


def listed(variant: str, tally: str, side: str, total: int) -> list[str]:
    """Return the tallies with one mistake in each that come to a total."""
    return [account.tally for account in find_explanations(disputed(variant, tally, side, total))]


def listed_with_pairs(variant: str, tally: str, side: str, total: int) -> list[tuple[tuple[MistakeKind, ...], str]]:
    """Return the tallies with one or two mistakes in each that come to a total, with the kinds of their mistakes."""
    accounts = find_explanations(disputed(variant, tally, side, total), pairs=True)
    return [(tuple(mistake.kind for mistake in account.mistakes), account.tally) for account in accounts]


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_a_mistake_is_listed_with_the_tally_that_has_it(path: Path, wording: Wording) -> None:
    """Reconcile the hand of a file with each of its totals."""
    case = tomllib.loads(path.read_text())
    variant = load_variant(case["variant"])
    for slip in load_cases(path, "slip"):
        side, total = slip["side"], slip["total"]
        accounts = {
            account.tally: account for account in find_explanations(disputed(variant, case["hand"], side, total))
        }
        (mistake,) = accounts[slip["tally"]].mistakes
        slip.check(wording, mistake.description, "words")
        assert score_hand(variant, parse_tally(variant, slip["tally"].split())).sides[side].total == total


@pytest.mark.parametrize("total", [2270, 2370, 2770, 2870])
def test_no_points_change_their_sign_next_to_a_special_hand(total: int) -> None:
    assert listed("nvso", "we r2 straight t100 h30 they m1 t100", "we", total) == []


def test_no_points_change_their_sign_next_to_a_special_hand_of_another_side() -> None:
    # by wca a zip code leaves the others nothing but the cut: 100, and the threes change none of it
    assert listed("wca", "we cut r2 t120 h60 they zip", "we", 0) == [
        "we r2 t120 h60 they zip-code",
        "we r2 t120 h60 they c zip-code",
    ]


def test_half_of_an_odd_number_is_no_mistake() -> None:
    hand_cards = [
        mistake.changes
        for mistake in iter_fact_mistakes(disputed("nvso", "we n1 t100 h35", "we", 0))
        if mistake.kind is MistakeKind.HAND_CARDS
    ]
    assert [changes["we"]["hand"] for changes in hand_cards] == [70, 0]


def test_a_pile_may_be_all_there_is() -> None:
    # 500 + 100, and 500 without the pile
    assert "we n1" in listed("nvso", "we n1 t100", "we", 500)


def test_where_two_of_three_sides_are_out_each_may_have_it_alone() -> None:
    tallies = listed("nvso", "we n2 t200 they n2 o t200 others n2 o t200", "we", 1300)  # 1,000 + 200, and 100
    assert "we n2 o t200 they n2 t200 others n2 o t200" in tallies
    # that Eve is out too makes neither hand possible; both are listed all the same
    assert "we n2 o t200 they n2 o t200 others n2 t200" in tallies


def test_kinds_that_are_easily_confused_come_before_others() -> None:
    # wild-jokers 2,500 in place of wild-mixed 2,000, before any canasta too many or too few
    assert listed("nvso", "we n1 wild-mixed=1 t400", "we", 3400)[0] == "we n1 wild-jokers=1 t400"
    # a natural canasta of 500 entered as aces of 2,500
    assert listed("nvso", "we n2 t300", "we", 3300)[0] == "we n1 aces=1 t300"


def test_of_two_mistakes_both_are_needed() -> None:
    hand = disputed("nvso", "we r1 m1 t180 h35 they o t60", "we", 545)
    alone = [account.mistakes for account in find_explanations(hand)]
    pairs = [account.mistakes for account in find_explanations(hand, pairs=True) if len(account.mistakes) == 2]
    assert pairs
    assert not [pair for pair in pairs if (pair[0],) in alone or (pair[1],) in alone]


def test_a_side_with_no_facts_left_needs_none_where_another_has_some() -> None:
    assert "they t60" in listed("nvso", "we h35 they t60", "we", 0)


def test_single_mistakes_are_all_listed_the_most_plausible_first() -> None:
    assert listed("nvso", PLAIN, "we", 1370) == [
        "we r2 b1 n1 m1 t200 h30 they m1 t100 h20",
        "we r2 n1 m1 o t200 h30 they m1 t100 h20",
        "we r2 n1 m1 t300 h30 they m1 t100 h20",
    ]
    assert [tally.partition(" they ")[2] for tally in listed("catawba", FEET, "they", 600)] == [
        "aces t300 h200 red-in-hand=1",
        "sevens t300 h200 red-in-hand=1",
        "n1 t300 h200",
        "n2 t300 h200 red-in-hand=1",
    ]


def test_the_same_total_needs_no_mistake() -> None:
    assert listed_with_pairs("nvso", PLAIN, "we", 1270) == []


def test_mistakes_that_make_the_same_facts_are_listed_once() -> None:
    # 100 left in hand: deducted twice, and 100 more of them, are both 200
    assert listed("nvso", "we m1 t200 h100 they t60", "we", 300) == [
        "we m1 t200 h200 they t60",
        "we m1 t100 h100 they t60",
    ]


def test_two_mistakes_in_different_things_explain_what_one_does_not() -> None:
    # the cards left in hand added in place of deducted: 60 more, and 100 more
    assert listed("nvso", PLAIN, "we", 1430) == [
        "we count=230 r2 b1 n1 m1 they m1 t100 h20",
        "we count=230 r2 n1 m1 o they m1 t100 h20",
        "we count=330 r2 n1 m1 they m1 t100 h20",
    ]


def test_signs_change_after_facts_do() -> None:
    # a third canasta's 300, and threes as minus: -300 for 300
    tally = "we base=800 t200 h30 they m1 t100 h20"
    kinds = (MistakeKind.CANASTA_COUNT, MistakeKind.THREES_COUNTING)
    assert listed("nvso", PLAIN, "we", 970) == [tally]
    assert (kinds, tally) not in listed_with_pairs("nvso", PLAIN, "we", 970)
    # the first canasta, and threes as minus where one canasta has them count for nothing: 300 - 400 + 60 - 85
    assert (kinds, "we n2 o t300 they base=-100 count=-25") in listed_with_pairs("nvso", MINUS, "they", -125)


def test_pairs_are_listed_after_single_mistakes_only_on_request() -> None:
    # 100 more by one black three, going out or a pile; by two mistakes such as 200 more and 100 less
    alone = listed("nvso", PLAIN, "we", 1370)
    both = listed_with_pairs("nvso", PLAIN, "we", 1370)
    two = ((MistakeKind.THREES, MistakeKind.HUNDREDS), "we r3 n1 m1 t100 h30 they m1 t100 h20")
    assert [tally for _, tally in both[: len(alone)]] == alone
    assert [len(kinds) for kinds, _ in both] == [1] * len(alone) + [2] * (len(both) - len(alone))
    assert two in both


def test_a_pair_needs_both_its_mistakes_and_is_never_a_single_one_in_two() -> None:
    accounts = find_explanations(disputed("nvso", PLAIN, "we", 1470), pairs=True)
    # natural for mixed, as one canasta more and another fewer
    assert [account.tally for account in accounts].count("we r2 n2 t200 h30 they m1 t100 h20") == 1
    assert accounts[1].tally == "we r2 n2 t200 h30 they m1 t100 h20"
    assert len(accounts[1].mistakes) == 1
    alone = {account.mistakes[0].description for account in accounts if len(account.mistakes) == 1}
    pairs = [
        {mistake.description for mistake in account.mistakes} for account in accounts if len(account.mistakes) == 2
    ]
    assert not [pair for pair in pairs if alone & pair]


def test_two_mistakes_are_never_in_one_thing() -> None:
    # 90 more would be the cards left in hand deducted twice and added all the same
    assert listed("nvso", PLAIN, "we", 1360) == []


def test_an_impossible_hand_comes_last_with_the_reason() -> None:
    # a third red three of we would be the fifth; three aces in hand are worth 60, three sevens 15
    first, last = find_explanations(disputed("nvso", "we r2 n1 m1 t200 h30 they r2 m1 t100 h20", "we", 1470))
    assert (first.tally, first.problems) == ("we r2 n2 t200 h30 they r2 m1 t100 h20", ())
    assert last.tally == "we r3 n1 m1 t200 h30 they r2 m1 t100 h20"
    (problem,) = last.problems
    assert (problem.severity, problem.side, problem.fact) == (Severity.IMPOSSIBLE, "they", "red")
    assert [tally.split()[6] for tally in listed("nvso", PLAIN, "we", -230)] == ["stuck-sevens=1", "stuck-aces=1"]


def test_a_mistake_is_not_blamed_for_what_was_impossible_before() -> None:
    hand = disputed("nvso", "we r2 n1 m1 t200 h30 they r3 m1 t100 h20", "we", 1470)
    assert [(account.tally, account.problems) for account in find_explanations(hand)] == [
        ("we r3 n1 m1 t200 h30 they r3 m1 t100 h20", ()),
        ("we r2 n2 t200 h30 they r3 m1 t100 h20", ()),
    ]


def test_a_bonus_of_one_side_may_be_another_sides() -> None:
    three = "we n2 o t200 they n2 t200 others n2 t200"
    assert listed("nvso", three, "we", 1200) == [
        "we n2 t200 they n2 t200 others n2 t200",
        "we n2 t200 they n2 o t200 others n2 t200",
        "we n2 t200 they n2 t200 others n2 o t200",
        "we n2 o t100 they n2 t200 others n2 t200",
        "we n2 o t200 h100 they n2 t200 others n2 t200",
    ]
    assert "we n2 t200 they n2 t200 others n2 o t200" in listed("nvso", three, "others", 1300)


def test_a_side_that_gives_its_base_cannot_have_what_is_part_of_it() -> None:
    assert listed("nvso", "we n2 o t200 they base=500", "we", 1200) == [
        "we n2 t200 they base=500",
        "we n2 o t100 they base=500",
        "we n2 o t200 h100 they base=500",
    ]
    assert listed("nvso", "we n2 o t200 they base=500", "they", 600) == [
        "we n2 o t200 they base=500 t100",
        "we n2 o t200 they base=600",
    ]


def test_a_special_hand_leaves_no_room_for_mistakes_in_what_it_replaces() -> None:
    # by wca the straight gives 3,000 and the cut 100, and they have nothing but a cut of theirs
    hand = "we r2 straight t100 they m1 t100"
    assert listed("wca", hand, "we", 3100) == ["we r2 c straight t100 they m1 t100"]
    assert listed("wca", hand, "we", 3200) == []
    assert listed("wca", hand, "they", 100) == ["we r2 straight t100 they m1 c t100"]
    # without the straight 300 + 100
    assert listed("wca", hand, "they", 400) == ["we r2 t100 they m1 t100"]
    assert listed("wca", hand, "they", 402) == []


def test_a_tally_with_nothing_left_in_it_says_so_with_an_empty_table() -> None:
    assert listed("nvso", "we h35", "we", 0) == ["we t0"]


def test_no_mistake_makes_a_figure_that_cannot_be_typed() -> None:
    # nor would the cards left in hand deducted twice, 19,999,998 of them
    assert listed("nvso", "we base=9999999 h9999999", "we", -9999999) == ["we base=-9999999"]


@pytest.mark.parametrize(
    ("number", "others"),
    [(12, [21]), (225, [252, 522]), (-45, [-54]), (7, []), (0, []), (33, []), (105, [150, 501])],
)
def test_swapped_digits_are_listed_with_neighbors_first(number: int, others: list[int]) -> None:
    assert list(iter_digit_swaps(number)) == others


@given(data=st.data())
def test_every_explanation_scores_exactly_the_total_and_is_listed_once(data: st.DataObject) -> None:
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


def places_of_planted_mistakes(random: Random, of_each_kind: int) -> list[int]:
    """Plant mistakes in hands, as many of each kind; return the place of each among those that are listed."""
    places = []
    for kind in [*KINDS] * of_each_kind:
        variant, side, planted = hand_with_a_slip(kind, random)
        accounts = find_explanations(disputed(variant, planted.facts, side, planted.total))
        for account in accounts:
            facts = parse_tally(variant, account.tally.split(), [*planted.facts])
            assert score_hand(variant, facts).sides[side].total == planted.total
        places.append(next(place for place, one in enumerate(accounts, 1) if planted.is_it(one.facts)))
    return places


def test_a_planted_mistake_of_any_kind_is_listed() -> None:
    assert places_of_planted_mistakes(chance("a slip each"), rounds(10))


@pytest.mark.slow
def test_of_110_planted_mistakes_most_are_among_the_first_three() -> None:
    """Plant the same mistakes in every run: how many are listed first differs by chance, 107 of 110 on average."""
    places = places_of_planted_mistakes(Random("a slip each"), 10)
    assert len(places) == 110
    assert sum(place <= 3 for place in places) >= 105
