"""Reconciling: which mistakes explain a different total of a side, alone or two together.

What is expected is reckoned from the rule files; the hands in `data/slips` say how.
"""

import tomllib
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.corruption.mistakes import KINDS, Planted, plant, two_everyday_kinds
from support.paths import DATA
from support.randomness import chance, is_night, rounds
from support.strategies.hands import Facts, any_facts
from support.variants import SHIPPED
from support.wording import Wording, load_cases

from canasta_score import Variant, load_variant, score_hand
from canasta_score.hand.mistakes import DisputedHand, MistakeKind, iter_digit_swaps, iter_mistakes, iter_wrong_figures
from canasta_score.hand.reconciliation import MistakeExplanation, find_explanations
from canasta_score.hand.tally.parser import parse_tally
from canasta_score.rules.catalog.loading import load_with_overrides
from canasta_score.rules.diagnostics import Severity

HANDS = sorted((DATA / "slips").glob("*.toml"))
NAMES = {"we": "Ann & Bob", "they": "Cy & Di", "others": "Eve"}
PLAIN = "we r2 n1 m1 t200 h30 they m1 t100 h20"  # nvso: 300 + 800 + 170 = 1,270; 300 + 80 = 380
MINUS = "we n2 o t300 they r1 b2 t60 h85"  # nvso: 1,000 + 100 + 300 = 1,400; -100 - 300 - 145 = -545
DIFFERENCES = {MistakeKind.SINGLE_CARD, MistakeKind.CARD_SET, MistakeKind.DIFFERENCE}
FEET = "we n3 m4 o c t1200 h45 short-meld=45 they n1 t300 h200 red-in-hand=1"  # catawba: 4,310; 500 + 100 - 500 = 100


def disputed(variant: str | Variant, tally: str | Facts, side: str, total: int) -> DisputedHand:
    rules = load_variant(variant) if isinstance(variant, str) else variant
    if not isinstance(tally, str):
        return DisputedHand(variant=rules, facts=tally, names=NAMES, side=side, total=total)
    read = parse_tally(rules, tally.split(), ["we", "they", "others"])
    facts = {word: side_facts for word, side_facts in read.items() if side_facts or word != "others"}
    return DisputedHand(variant=rules, facts=facts, names=NAMES, side=side, total=total)


def explained(variant: str, tally: str, side: str, total: int) -> list[MistakeExplanation]:
    return find_explanations(disputed(variant, tally, side, total), every=True)[0]


def kinds(explanation: MistakeExplanation) -> tuple[MistakeKind, ...]:
    return tuple(mistake.kind for mistake in explanation.mistakes)


def is_alone(explanation: MistakeExplanation) -> bool:
    return len(explanation.mistakes) == 1


def listed(variant: str, tally: str, side: str, total: int) -> list[str]:
    """Return the tallies with one mistake in each that come to a total, without those that differ only in cards."""
    single = [account for account in explained(variant, tally, side, total) if is_alone(account)]
    return [account.tally for account in single if kinds(account)[0] not in DIFFERENCES]


def paired(variant: str, tally: str, side: str, total: int) -> list[tuple[tuple[MistakeKind, ...], str]]:
    """Return the tallies with two mistakes in each that come to a total, with the kinds of their mistakes."""
    accounts = explained(variant, tally, side, total)
    return [(kinds(account), account.tally) for account in accounts if not is_alone(account)]


def named(variant: str, tally: str, side: str, total: int) -> list[str]:
    """Return what people read where they do not ask for everything."""
    found = find_explanations(disputed(variant, tally, side, total))[0]
    return [" + ".join(mistake.description for mistake in account.mistakes) for account in found]


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_a_mistake_is_listed_with_the_tally_that_has_it(path: Path, wording: Wording) -> None:
    """Reconcile the hand of a file with each of its totals."""
    case = tomllib.loads(path.read_text())
    variant = load_variant(case["variant"])
    for slip in load_cases(path, "slip"):
        side, total = slip["side"], slip["total"]
        alone = (account for account in explained(case["variant"], case["hand"], side, total) if is_alone(account))
        words = [account.mistakes[0].description for account in alone if account.tally == slip["tally"]]
        slip.check(wording, " | ".join(words), "words")
        assert score_hand(variant, parse_tally(variant, slip["tally"].split())).sides[side].total == total


def test_a_set_of_three_tens_that_was_forgotten_is_named() -> None:
    """A mixed canasta, 190 on the table and 25 in hand are 465; 495 have three tens more."""
    assert named("nvso", "they m1 t190 h25", "they", 495)[0] == (
        "cards on the table: 220 instead of 190 (such as 3 cards of 10 points)"
    )


def test_cards_not_subtracted_and_one_ten_are_named() -> None:
    pairs = paired("nvso", "they m1 t190 h25", "they", 500)
    assert ((MistakeKind.HAND_CARDS, MistakeKind.SINGLE_CARD), "they m1 t200") in pairs
    assert "such as 1 card of 10 points" in named("nvso", "they m1 t190 h25", "they", 500)[1]


@pytest.mark.parametrize(
    ("hand", "total", "kind"),
    [
        ("we r2 n3 t200 h30", 1570, MistakeKind.SIMILAR_CANASTAS),  # two of three naturals at 300: 400 less than 1,970
        ("we r3 n2 t200 h30", 1470, MistakeKind.THREES_COUNTING),  # three threes at 100 each, not 500: 1,670 - 200
        ("we r2 b1 n2 t200 h30", 1670, MistakeKind.THREES_COUNTING),  # 500 for all three, not 300 + 100: 1,570 + 100
        ("we n2 m1 t200 h30", 470, MistakeKind.LINES),  # both naturals left out: 1,470 - 1,000
        ("we n1 t200 h30 extra=50", 670, MistakeKind.ADJUSTMENTS),  # 500 + 170, without the 50
        ("we n1 t200 h30 penalty=50", 720, MistakeKind.ADJUSTMENTS),  # 500 + 170, and 50 added
        ("we n1 t200 h30 they h85", 615, MistakeKind.EXCHANGED_ITEMS),  # 500 + 200 - 85
        ("we r1 t60 h85", 45, MistakeKind.PART_SIGN),  # -100, and 145 without its minus sign
        ("we n1 t250 h30", 495, MistakeKind.DIGITS),  # 500 + 25 - 30: a zero was lost
    ],
)
def test_an_everyday_mistake_is_found(hand: str, total: int, kind: MistakeKind) -> None:
    accounts = explained("nvso", hand if "they" in hand else f"{hand} they t60", "we", total)
    assert kind in [kinds(account)[0] for account in accounts if is_alone(account)]


def test_no_points_change_their_sign_next_to_a_special_hand() -> None:
    for total in (2270, 2370, 2770, 2870):
        assert listed("nvso", "we r2 straight t100 h30 they m1 t100", "we", total) == []


def test_no_points_change_their_sign_next_to_a_special_hand_of_another_side() -> None:
    # by wca a zip code leaves the others nothing but the cut: 100, and the threes change none of it
    tallies = listed("wca", "we cut r2 t120 h60 they zip", "we", 0)
    assert tallies == ["we r2 t120 h60 they zip-code", "we r2 t120 h60 they c zip-code"]


@pytest.mark.parametrize(("points", "wrong"), [(35, [0, 70]), (40, [0, 80, 20]), (45, [0, 90])])
def test_half_of_an_odd_number_is_no_mistake(points: int, wrong: list[int]) -> None:
    hand_cards = [
        mistake.changes["we"]["hand"]
        for mistake in iter_mistakes(disputed("nvso", f"we n1 t100 h{points}", "we", 0))
        if mistake.kind is MistakeKind.HAND_CARDS and mistake.changes
    ]
    assert hand_cards == wrong


@pytest.mark.parametrize(("variant", "most"), [("wca", 2), ("good-sams", 1)])
def test_only_a_cut_that_one_side_alone_can_make_is_counted_for_another_one(variant: str, most: int) -> None:
    found = iter_mistakes(disputed(variant, "we n1 cut t100 they n1 t60 h20", "we", 0))
    assert max(sum("cut" in facts for facts in mistake.changes.values()) for mistake in found) == most


@pytest.mark.parametrize(("variant", "sides"), [("nvso", {"we"}), ("wca", {"we", "they"})])
def test_a_special_hand_of_the_others_is_missed_only_where_it_leaves_a_side_nothing(
    variant: str, sides: set[str]
) -> None:
    found = iter_mistakes(disputed(variant, "we t100 h35 they t60", "we", 0))
    changes = [mistake.changes for mistake in found if mistake.kind is MistakeKind.SPECIAL_HANDS]
    assert {side for change in changes for side, facts in change.items() if any(facts.values())} == sides


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


def test_two_canastas_are_taken_for_another_kind_and_no_three() -> None:
    # natural canastas of 500 for mixed ones of 300
    assert "we n1 m2 t500" in listed("nvso", "we n3 t500", "we", 1600)
    assert "we m3 t500" not in listed("nvso", "we n3 t500", "we", 1400)


def test_a_side_with_no_facts_left_needs_none_where_another_has_some() -> None:
    assert "they t60" in listed("nvso", "we h35 they t60", "we", 0)


def test_single_mistakes_are_listed_the_most_everyday_first() -> None:
    assert [tally.partition(" they ")[0] for tally in listed("nvso", PLAIN, "we", 1370)] == [
        "we r2 n1 m1 o t200 h30",
        "we r2 b1 n1 m1 t200 h30",
    ]
    assert [tally.partition(" they ")[2] for tally in listed("catawba", FEET, "they", 600)] == [
        "aces t300 h200 red-in-hand=1",
        "sevens t300 h200 red-in-hand=1",
        "n2 t300 h200 red-in-hand=1",
        "n1 t300 h200",
    ]


def test_a_few_cards_come_after_other_single_mistakes_and_before_any_two() -> None:
    for total, tallies in (
        (1370, ["we r2 n1 m1 t300 h30 they m1 t100 h20"]),  # 100 fewer than 30 cannot be left in hand
        (1275, ["we r2 n1 m1 t205 h30 they m1 t100 h20", "we r2 n1 m1 t200 h25 they m1 t100 h20"]),
        (1255, ["we r2 n1 m1 t185 h30 they m1 t100 h20", "we r2 n1 m1 t200 h45 they m1 t100 h20"]),
    ):
        accounts = explained("nvso", PLAIN, "we", total)
        single = [account for account in accounts if is_alone(account)]
        assert accounts[: len(single)] == single
        assert [account.tally for account in single[-len(tallies) :]] == tallies
        assert {kinds(account)[0] for account in single[-len(tallies) :]} <= DIFFERENCES


def test_more_points_than_a_few_cards_have_come_after_two_mistakes() -> None:
    # 160 more: nobody overlooks 160 points of cards as easily as going out and the sign of the 30 in hand
    assert named("nvso", PLAIN, "we", 1430)[-1] == "cards on the table: 360 instead of 200"
    assert named("nvso", PLAIN, "we", 1430)[0].startswith("going out counted + ")


def test_no_pair_has_a_half_that_changes_nothing() -> None:
    """With one canasta threes count nothing, so 385 to 435 is one joker, on the table or in hand."""
    hand = "we b2 m1 t180 h95 they r1 sevens m2 o t490"  # 300 + 180 - 95
    joker = "(such as 1 card of 50 points)"
    assert named("modern-american", hand, "we", 435) == [
        f"cards on the table: 230 instead of 180 {joker}",
        f"cards left in hand: 45 instead of 95 {joker}",
    ]
    pairs = [account for account in explained("modern-american", hand, "we", 435) if not is_alone(account)]
    assert pairs
    assert not [pair.tally for pair in pairs if {"red", "black"} & pair.mistakes[0].changed_facts]


def test_what_is_impossible_comes_last() -> None:
    # three canastas have more than the 60 points of cards that one of the pairs leaves on the table
    accounts = explained("nvso", PLAIN, "we", 1430)
    assert [account.is_impossible for account in accounts].index(True) == len(accounts) - 1


@pytest.mark.parametrize(
    ("hand", "total", "changes"),
    [
        ("we total=2525", 2425, {"total": 2425}),
        ("we base=2200 count=325", 2425, {"count": 225}),
        ("we base=2200 t325", 2425, {"table": 225}),
        ("we n1 count=325", 725, {"count": 225}),
        ("we n2 o t300", 5535, {"extra": 4135}),  # the whole deck is not worth that much
        ("we n2 o t300", -2735, {"penalty": 4135}),
        ("we r2 straight t100", 3050, {"extra": 50}),  # cards beside a special hand count for nothing
        ("we r1 t60 h85", -275, {"table": 90}),  # without a canasta the table is subtracted: 30 more
    ],
)
def test_the_difference_can_always_be_typed(hand: str, total: int, changes: dict[str, int]) -> None:
    found = explained("nvso", f"{hand} they n1 t160 h5", "we", total)
    differences = [account.changes["we"] for account in found if kinds(account)[0] in DIFFERENCES]
    assert changes in differences


def test_the_same_total_needs_no_mistake() -> None:
    assert find_explanations(disputed("nvso", PLAIN, "we", 1270), every=True) == ([], 0)


def test_mistakes_that_make_the_same_facts_are_listed_once() -> None:
    # 100 left in hand: subtracted twice, and 100 more of them, are both 200
    tallies = [account.tally for account in explained("nvso", "we m1 t200 h100 they t60", "we", 300)]
    assert tallies.count("we m1 t200 h200 they t60") == 1


def test_two_mistakes_in_different_things_explain_what_one_does_not() -> None:
    # the cards left in hand added in place of subtracted: 60 more, and 100 more
    pairs = [tally.partition(" they ")[0] for _, tally in paired("nvso", PLAIN, "we", 1430)]
    assert {"we count=230 r2 b1 n1 m1", "we count=230 r2 n1 m1 o", "we count=330 r2 n1 m1"} <= {*pairs}


def test_signs_change_after_facts_do() -> None:
    # the first canasta, and threes as minus where one canasta has them count for nothing: 300 - 400 + 60 - 85
    expected = ((MistakeKind.CANASTA_COUNT, MistakeKind.THREES_COUNTING), "we n2 o t300 they base=-100 count=-25")
    assert expected in paired("nvso", MINUS, "they", -125)


def test_threes_with_their_right_sign_are_no_mistake_beside_some_of_a_fixed_sign() -> None:
    # With one canasta black threes count for nothing, as they should; red ones are always added.
    rules = load_with_overrides("nvso", ['threes.turning=["black"]'])[1]
    mistakes = iter_mistakes(disputed(rules, "we r1 b1 n1 t100 they n1 t60", "we", 500))
    words = [mistake.description for mistake in mistakes if mistake.kind is MistakeKind.THREES_COUNTING]
    assert [word for word in words if "not counted" in word] == [
        "threes subtracted instead of not counted",
        "threes added instead of not counted",
    ]


def test_pairs_are_listed_only_where_no_everyday_mistake_explains_it_alone() -> None:
    # 100 more by one black three or going out; by two mistakes such as a red three more and one ... fewer
    few, more = find_explanations(disputed("nvso", PLAIN, "we", 1370))
    every, none = find_explanations(disputed("nvso", PLAIN, "we", 1370), every=True)
    assert all(is_alone(account) for account in few)
    assert any(not is_alone(account) for account in every)
    assert (more > 0, none) == (True, 0)
    assert len(every) == len(few) + more
    assert [account for account in every if account in few] == few


def test_as_many_single_mistakes_are_listed_as_pairs_where_there_are_more() -> None:
    # nvso: 300 + 100 + 1,000 + 300 + 2,500 + 100 + 435 - 75 = 4,660, and no single mistake makes 2,300 less
    pairs = "we r2 b1 n2 m1 sevens o t435 h75 they r1 n1 m1 t300 h100", 2360
    # catawba: 500 + 2 * 1,000 + 200 + 155 - 2 * 1,000 - 500 = 355; aces, sevens, penalties: each makes 1,000 more
    singles = "we n1 aces sevens cut open-aces open-sevens red-in-hand=1 t200 h45 they t400 h100", 1355
    numbers = []
    for variant, (hand, total), is_single in (("nvso", pairs, False), ("catawba", singles, True)):
        some, more = find_explanations(disputed(variant, hand, "we", total))
        found = [account for account in some if kinds(account)[0] not in DIFFERENCES]
        assert {is_alone(account) for account in found} == {is_single}
        assert more > 0
        numbers.append(len(found))
    assert numbers[0] == numbers[1]


def test_a_pair_needs_both_its_mistakes_and_is_never_a_single_one_in_two() -> None:
    every = explained("nvso", PLAIN, "we", 1470)
    # natural for mixed, as one canasta more and another fewer
    assert [account.tally for account in every].count("we r2 n2 t200 h30 they m1 t100 h20") == 1
    alone = {account.mistakes[0].description for account in every if is_alone(account)}
    pairs = [account.mistakes for account in every if not is_alone(account)]
    assert pairs
    assert not [pair for pair in pairs if alone & {mistake.description for mistake in pair}]


def test_two_mistakes_are_never_in_one_thing() -> None:
    # 60 more are the cards left in hand added; 90 more would be these subtracted twice and added all the same
    pairs = paired("nvso", PLAIN, "we", 1360)
    assert not [found for found, _ in pairs if found == (MistakeKind.HAND_CARDS, MistakeKind.HAND_CARDS)]


def test_an_impossible_hand_comes_last_with_the_reason() -> None:
    # a third red three of we would be the fifth; three aces in hand are worth 60, three sevens 15
    accounts = [
        account for account in explained("nvso", "we r2 n1 m1 t200 h30 they r2 m1 t100 h20", "we", 1470)
        if is_alone(account) and kinds(account)[0] not in DIFFERENCES
    ]  # fmt: skip
    assert accounts[0].tally == "we r2 n2 t200 h30 they r2 m1 t100 h20"
    assert accounts[-1].tally == "we r3 n1 m1 t200 h30 they r2 m1 t100 h20"
    (problem,) = accounts[-1].problems
    assert (problem.severity, problem.side, problem.fact) == (Severity.IMPOSSIBLE, "they", "red")
    assert [tally.split()[6] for tally in listed("nvso", PLAIN, "we", -230)] == ["stuck-sevens=1", "stuck-aces=1"]


def test_a_mistake_is_not_blamed_for_what_was_impossible_before() -> None:
    accounts = explained("nvso", "we r2 n1 m1 t200 h30 they r3 m1 t100 h20", "we", 1470)
    assert not [account.problems for account in accounts if account.problems]


def test_a_bonus_of_one_side_may_be_another_sides() -> None:
    three = "we n2 o t200 they n2 t200 others n2 t200"
    assert listed("nvso", three, "we", 1200)[:3] == [
        "we n2 t200 they n2 t200 others n2 t200",
        "we n2 t200 they n2 o t200 others n2 t200",
        "we n2 t200 they n2 t200 others n2 o t200",
    ]
    assert "we n2 t200 they n2 t200 others n2 o t200" in listed("nvso", three, "others", 1300)


def test_a_side_that_gives_its_base_cannot_have_what_is_part_of_it() -> None:
    assert listed("nvso", "we n2 o t200 they base=500", "we", 1200) == ["we n2 t200 they base=500"]
    assert listed("nvso", "we n2 o t200 they base=500", "they", 600) == []


def test_a_special_hand_leaves_no_room_for_mistakes_in_what_it_replaces() -> None:
    # by wca the straight gives 3,000 and the cut 100, and they have nothing but a cut of theirs
    hand = "we r2 straight t100 they m1 t100"
    assert listed("wca", hand, "we", 3100) == ["we r2 c straight t100 they m1 t100"]
    assert listed("wca", hand, "we", 3200) == []
    assert listed("wca", hand, "they", 100) == ["we r2 straight t100 they m1 c t100"]
    # without the straight 300 + 100
    assert listed("wca", hand, "they", 400) == ["we r2 t100 they m1 t100"]
    assert listed("wca", hand, "they", 405) == []


def test_a_tally_with_nothing_left_in_it_says_so_with_an_empty_table() -> None:
    assert listed("nvso", "we h35", "we", 0)[0] == "we t0"


def test_no_mistake_makes_a_figure_that_cannot_be_typed() -> None:
    # nor would the cards left in hand subtracted twice, 19,999,998 of them
    assert listed("nvso", "we base=9999999 h9999999", "we", -9999999) == []
    assert listed("nvso", "we base=999999 h999999", "we", -999999) == [
        "we base=999999 h1999998",
        "we base=999999 count=-1999998",  # the same with the line counted twice
    ]


@pytest.mark.parametrize(
    ("number", "others"),
    [(12, [21]), (225, [252, 522]), (-45, [-54]), (7, []), (0, []), (33, []), (105, [150, 501])],
)
def test_swapped_digits_are_listed_with_neighbors_first(number: int, others: list[int]) -> None:
    assert list(iter_digit_swaps(number)) == others


def test_a_figure_is_written_wrong_in_its_sign_its_digits_or_its_zeros() -> None:
    assert [wrong for wrong, _ in iter_wrong_figures(2525)] == [-2525, 5225, 2255, 2552, 5522, 25250]
    assert [wrong for wrong, _ in iter_wrong_figures(-135)] == [135, -315, -153, -531, -1350]
    assert [dict(iter_wrong_figures(number))[-number] for number in (2525, -135)] == [
        "with a minus sign", "without its minus sign",
    ]  # fmt: skip


@given(data=st.data())
def test_every_explanation_scores_exactly_the_total_and_is_listed_once(data: st.DataObject) -> None:
    variant = load_variant(data.draw(st.sampled_from(SHIPPED)))
    facts = data.draw(any_facts(variant))
    side = data.draw(st.sampled_from([*facts]))
    total = score_hand(variant, facts).sides[side].total
    other = total + data.draw(st.sampled_from((0, 100, -100, 200, -200, 300, 5, 1000)) | st.integers(-5000, 5000))
    accounts, _ = find_explanations(disputed(variant, facts, side, other), every=data.draw(st.booleans()))
    for account in accounts:
        assert account.facts == parse_tally(variant, account.tally.split(), [*facts])
        assert score_hand(variant, account.facts).sides[side].total == other
        assert account.facts != facts
    assert total == other or accounts
    words = [tuple(mistake.description for mistake in account.mistakes) for account in accounts]
    assert len({*words}) == len(words)
    alone = {description for description, *others in words if not others}
    assert not [pair for pair in words if len(pair) > 1 and alone & {*pair}]


def is_named(planted: Planted, *, every: bool = False) -> tuple[bool, int]:
    """Return whether what happened is among the explanations, and how many more there are."""
    hand = disputed(planted.variant, planted.ledger, planted.side, planted.total)
    accounts, more = find_explanations(hand, every=every)
    named = ((account.facts, {kind.name.lower().replace("_", " ") for kind in kinds(account)}) for account in accounts)
    return any(planted.is_named(facts, explaining) for facts, explaining in named), more


def test_an_everyday_slip_is_named() -> None:
    random = chance("a slip each")
    for kind in KINDS:
        for _ in range(rounds(2)):
            planted = plant([kind], random)
            assert is_named(planted)[0], (kind, planted)


@pytest.mark.slow
def test_of_many_everyday_slips_each_is_named() -> None:
    random = chance("1,000 slips")
    for number in range(1000 if is_night() else 250):
        planted = plant([[*KINDS][number % len(KINDS)]], random)
        assert is_named(planted)[0], planted


@pytest.mark.slow
def test_of_two_everyday_slips_at_once_most_are_named_and_nearly_all_can_be_listed() -> None:
    """Plant the same slips in every run: both are named at once, or the answer says that there is more."""
    random, tried, at_once, listed_in_all = Random("two slips"), 500 if is_night() else 200, 0, 0
    for _ in range(tried):
        planted = plant(two_everyday_kinds(random), random)
        is_named_at_once, more = is_named(planted)
        at_once += is_named_at_once
        listed_in_all += bool(not is_named_at_once and more and is_named(planted, every=True)[0])
    assert at_once >= tried * 0.65
    assert at_once + listed_in_all >= tried * 0.97
