"""What counts at a table: the first totals, those that came twice, or those that the director decided."""

import pytest
from support.event_days import rules_of

from canasta_score.event.errors import EventError
from canasta_score.event.slip_totals import check_points
from canasta_score.event.slips import (
    Score,
    ScoredHand,
    TableResult,
    count_hands,
    find_needs,
    require_hand_number,
    sum_hands,
)
from canasta_score.hand.facts import TallyError
from canasta_score.rules.catalog.loading import load_with_overrides

pytestmark = pytest.mark.usefixtures("sentences")

A, B, C = Score(2875, -145), Score(-145, 2875), Score(100, 0)
NOTHING = TableResult()


def hand(ns: int, ew: int = 0) -> ScoredHand:
    return ScoredHand(facts={}, score=Score(ns, ew))


def after(*reports: Score) -> tuple[tuple[Score, ...], bool]:
    """Return the totals that are known after some slips, and whether they are verified."""
    result = NOTHING
    for score in reports:
        result = result.add_report(score)
    return result.reports, result.is_verified


@pytest.mark.parametrize(
    ("reports", "known", "is_verified"),
    [
        ([A], (A,), False),
        ([A, A], (A,), True),
        ([A, B], (A, B), False),
        ([A, B, B], (B,), True),
        ([A, B, A], (A,), True),
        ([A, B, C], (A, B, C), False),
        ([A, B, C, C], (C,), True),
        ([A, A, B], (A, B), False),
        ([A, A, B, A], (A,), True),
        ([Score(0, 0)], (Score(0, 0),), False),
    ],
)
def test_totals_count_from_the_first_slip_and_are_settled_by_the_second_equal_one(
    reports: list[Score],
    known: tuple[Score, ...],
    is_verified: bool,  # noqa: FBT001 -- a case of the rule
) -> None:
    assert after(*reports) == (known, is_verified)


def test_the_first_slip_counts_in_a_dispute() -> None:
    result = NOTHING.add_report(A)
    assert (NOTHING.score, result.score, result.is_disputed) == (None, A, False)
    disputed = result.add_report(B)
    assert (disputed.score, disputed.is_disputed) == (A, True)
    decided = disputed.decide(C)
    assert (decided.score, decided.is_disputed, decided.is_verified) == (C, False, True)


def enter_hands(result: TableResult, *points: int, first: int = 1) -> TableResult:
    for number, ns in enumerate(points, first):
        result = result.add_hand(number, hand(ns, -5), 3)
    return result


def test_the_hands_of_a_game_are_a_slip_once_all_are_there() -> None:
    assert enter_hands(NOTHING, 100, 200).reports == ()
    result = enter_hands(NOTHING, 100, 200, 300)
    assert (result.reports, result.is_verified, [*result.hands]) == ((Score(600, -15),), False, [1, 2, 3])
    assert sum_hands(result.hands) == Score(600, -15)
    assert sum_hands({}) == Score(0, 0)


def test_without_a_number_of_hands_they_wait_for_a_slip() -> None:
    result = NOTHING.add_hand(1, hand(100), None)
    assert result.reports == ()
    assert result.add_report(Score(100, 0)).is_verified
    assert not result.add_report(Score(105, 0)).is_verified


def test_a_slip_before_the_hands_is_verified_or_disputed_by_their_sum() -> None:
    slip = NOTHING.add_report(Score(600, -15))
    assert enter_hands(slip, 100, 200, 300).is_verified
    other = enter_hands(slip, 100, 200, 400)
    assert (other.reports, other.is_verified) == ((Score(600, -15), Score(700, -15)), False)
    nothing = NOTHING.add_report(Score(0, 0)).add_hand(1, hand(5), 1)
    assert nothing.reports == (Score(0, 0), Score(5, 0))


def test_the_next_hand_is_the_first_that_is_missing() -> None:
    second = enter_hands(NOTHING, 200, first=2)
    assert [result.next_hand for result in (NOTHING, second, enter_hands(second, 100))] == [1, 1, 3]


def test_a_hand_entered_again_corrects_the_sum_that_nobody_has_verified() -> None:
    result = enter_hands(NOTHING, 100, 200, 300)
    assert enter_hands(result, 400, first=3).reports == (Score(700, -15),)
    verified = result.add_report(Score(600, -15))
    corrected = enter_hands(verified, 400, first=3)
    assert (corrected.reports, corrected.is_verified) == ((Score(600, -15), Score(700, -15)), False)
    disputed = enter_hands(result.add_report(A), 400, first=3)
    assert disputed.reports == (Score(600, -15), A, Score(700, -15))


def test_a_game_has_as_many_hands_as_its_rules_say_and_else_three() -> None:
    event = rules_of("nvso-tournament")[1]
    four = load_with_overrides("nvso-tournament", ["game.hands=4"])[1]
    endless = rules_of("nvso")[1]
    assert [count_hands(variant) for variant in (event, four, endless)] == [3, 4, 3]
    assert [require_hand_number(variant, number) for variant, number in ((event, 3), (four, 4), (endless, 9))] == [
        3,
        4,
        9,
    ]
    for variant, number in ((event, 4), (four, 5), (event, None), (endless, None)):
        with pytest.raises(EventError):
            require_hand_number(variant, number)


@pytest.mark.parametrize(
    ("variant", "hands", "number", "needs"),
    [
        # NVSO, section B: 125 in the first hand, 155 in the second, 180 in the third, whatever the totals
        ("nvso-tournament", {}, 1, (125, 125)),
        ("nvso-tournament", {1: hand(9000)}, 2, (155, 155)),
        ("nvso-tournament", {1: hand(0), 2: hand(0)}, 3, (180, 180)),
        ("nvso-tournament", {}, 3, (180, 180)),
        # Catawba: 50, 90, 120, 150
        ("catawba", {1: hand(0)}, 2, (90, 90)),
        ("catawba", {}, 4, (150, 150)),
        # NVSO: 155 from 3,000 on, 180 over 5,000; only the hands before count, and only if all of them are there
        ("nvso", {}, 1, (125, 125)),
        ("nvso", {1: hand(2995, 3000)}, 2, (125, 155)),
        ("nvso", {1: hand(2000, 2500), 2: hand(3000, 2505)}, 3, (155, 180)),
        ("nvso", {1: hand(5005), 2: hand(5)}, 1, (125, 125)),
        ("nvso", {1: hand(5005), 2: hand(-2005)}, 2, (180, 125)),
        ("nvso", {1: hand(5005)}, 3, (125, 125)),
    ],
)
def test_a_need_goes_by_the_hand_or_by_what_the_pair_has_at_the_table(
    variant: str, hands: dict[int, ScoredHand], number: int, needs: tuple[int, int]
) -> None:
    assert tuple(find_needs(rules_of(variant)[1], hands, number).values()) == needs


@pytest.mark.parametrize(("score", "wrong"), [(Score(0, -5), 0), (Score(2873, 5), 1), (Score(-1, 1), 2)])
def test_totals_are_multiples_of_five(score: Score, wrong: int) -> None:
    variant = rules_of("nvso-tournament")[1]
    if not wrong:
        check_points(variant, *score)
        return
    with pytest.raises(TallyError) as caught:
        check_points(variant, *score)
    assert len(caught.value.diagnostics) == wrong
