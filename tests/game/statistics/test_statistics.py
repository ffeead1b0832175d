"""Statistics across games: every figure, reckoned by hand from the rules."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from datetime import UTC, datetime

from canasta_score import load_variant
from canasta_score.game.entries import Entry, EntryKind, GameRules
from canasta_score.game.ledger import Ledger
from canasta_score.game.ledger_builder import LedgerBuilder
from canasta_score.game.sides import Seats
from canasta_score.game.statistics import (
    HandSum,
    HeadToHead,
    Highlight,
    SideStatistics,
    Statistics,
    VariantGames,
    compute_statistics,
)
from canasta_score.rules.catalog.loading import load_with_overrides

WHEN = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
Facts = Mapping[str, Mapping[str, int]]
WE_ARE_OUT = {"we": {"natural": 2, "mixed": 1, "out": 1, "table": 200}, "they": {"natural": 1, "table": 90, "hand": 40}}
# by nvso: we 1000 + 300 + 100 + 200 = 1600, they 500 + 90 - 40 = 550


def build_game(
    hands: Sequence[Facts],
    *,
    file: str = "a.toml",
    variant: str = "nvso",
    names: Sequence[str] = ("Ann", "Bob"),
    start: Sequence[int] = (0, 0, 0),
    voided: Sequence[int] = (),
) -> Ledger:
    """Return a game of three sides with some canceled hands."""
    words = ("we", "they", "others")[: len(names)]
    brought = dict(zip(words, start, strict=False))
    builder = LedgerBuilder(
        Ledger(
            file=file,
            rules=GameRules(variant=load_variant(variant), keys={}),
            started_at=WHEN,
            side_names=dict(zip(words, names, strict=True)),
            starting_totals=brought,
            totals=brought,
        )
    )
    for number, facts in enumerate(hands, 1):
        builder.apply(Entry(recorded_at=WHEN, kind=EntryKind.HAND, hand=number, facts=facts))
    for number in voided:
        builder.apply(Entry(recorded_at=WHEN, kind=EntryKind.VOID, hand=number))
    return builder.build_ledger(())


def points(*totals: int) -> Facts:
    """Return a hand with the given total of each side."""
    return {side: {"base": total} for side, total in zip(("we", "they", "others"), totals, strict=False)}


def side(statistics: Statistics, name: str) -> SideStatistics:
    (found,) = (each for each in statistics.sides if each.name == name)
    return found


def test_no_game_has_no_statistics() -> None:
    assert compute_statistics([]) == compute_statistics([build_game([])]) == Statistics(games=0, games_over=0)


def test_a_game_of_which_every_hand_is_struck_was_not_played() -> None:
    assert compute_statistics([build_game([points(8500, 0)], voided=[1])]) == Statistics(games=0, games_over=0)


def test_games_are_counted_by_their_rules() -> None:
    games = [build_game([points(1, 2)], variant=variant) for variant in ("wca", "nvso", "nvso")]
    statistics = compute_statistics([*games, build_game([points(8500, 0)]), build_game([])])
    assert (statistics.games, statistics.games_over) == (4, 1)
    assert statistics.games_by_variant == (
        VariantGames(variant="nvso", title="NVSO Canasta", games=3),
        VariantGames(variant="wca", title="WCA Canasta", games=1),
    )


def test_games_by_different_rules_are_known_also_under_one_title() -> None:
    usual = load_variant("nvso")
    _, to_5000 = load_with_overrides("nvso", ["game.target=5000"])
    ledgers = [
        replace(build_game([points(1, 2)]), rules=GameRules(variant=variant, keys={}))
        for variant in (usual, deepcopy(usual), to_5000)  # equal, but not one object
    ]
    assert not compute_statistics(ledgers[:2]).has_different_rules
    assert compute_statistics(ledgers).has_different_rules
    assert compute_statistics([ledgers[2], ledgers[0], ledgers[2]]).has_different_rules
    assert not compute_statistics([ledgers[0], build_game([], variant="wca")]).has_different_rules  # not played yet


def test_partners_are_one_side_in_any_order_under_their_most_frequent_spelling() -> None:
    names = ("Bob & Ann", "Ann & Bob", "ann and bob", "Ann  & Bob", "Bob & Ann")
    statistics = compute_statistics(build_game([points(100, 0)], names=(name, "Cy")) for name in names)
    assert [(one.name, one.games) for one in statistics.sides] == [("Bob & Ann", 5), ("Cy", 5)]


def test_who_plays_against_themselves_plays_one_game_with_the_hands_of_both_sides() -> None:
    (both,) = compute_statistics([build_game([points(8500, 100)], names=("Ann", "ANN"))]).sides
    assert (both.name, both.games, both.games_over, both.games_won, both.points) == (
        "Ann",
        1,
        1,
        1,
        HandSum(total=8600, hands=2, games=1),
    )


def test_a_game_is_won_by_one_side_by_nobody_in_a_tie_and_by_none_yet() -> None:
    won, going_on = build_game([points(8500, 0)]), build_game([points(8495, 8000)])
    tie = build_game([points(500, 500)] * 3, variant="nvso-tournament")
    ann, bob = compute_statistics([won, going_on, tie]).sides
    assert (ann.name, ann.games, ann.games_over, ann.games_won, ann.win_rate) == ("Ann", 3, 2, 1, 0.5)
    assert (bob.name, bob.games, bob.games_over, bob.games_won, bob.win_rate) == ("Bob", 3, 2, 0, 0.0)


def test_the_most_winning_come_first_then_the_better_hands_and_those_with_no_game_over_last() -> None:
    games = [
        build_game([points(900, 900)], names=("Never", "Over")),
        build_game([points(8500, 100)], names=("Winner", "Loser")),
        build_game([points(8500, 200)], names=("Winner", "Better")),
    ]
    assert [one.name for one in compute_statistics(games).sides] == ["Winner", "Better", "Loser", "Never", "Over"]


def test_average_and_best_hand_leave_struck_ones_out() -> None:
    games = [
        build_game([points(300, 100), points(9000, 0), points(-100, 400)], voided=[2], file="a.toml"),
        build_game([points(600, 400)], file="b.toml"),
    ]
    bob, ann = compute_statistics(games).sides
    assert (ann.points, bob.points) == (HandSum(total=800, hands=3, games=2), HandSum(total=900, hands=3, games=2))
    assert (ann.points.per_hand, bob.points.per_hand) == (800 / 3, 300)
    assert ann.best_hand == Highlight(points=600, file="b.toml", hand=1)
    assert bob.best_hand == Highlight(points=400, file="a.toml", hand=3)


def test_canastas_going_out_and_hand_cards_are_those_of_hands_that_tell_them() -> None:
    mixed = {"we": {"base": 800, "table": 100, "hand": 20}, "they": {"mixed": 1, "out": 1, "count": 120}}
    statistics = compute_statistics([build_game([WE_ARE_OUT, mixed]), build_game([mixed], names=("Ann", "Cy"))])
    ann, bob, cy = (side(statistics, name) for name in ("Ann", "Bob", "Cy"))
    assert statistics.canastas == {"natural": "Natural canastas", "mixed": "Mixed canastas"}
    assert ann.canastas == {"natural": HandSum(total=2, hands=1, games=1), "mixed": HandSum(total=1, hands=1, games=1)}
    assert ann.all_canastas == HandSum(total=3, hands=1, games=1)
    assert bob.canastas["natural"].per_hand == bob.canastas["mixed"].per_hand == 0.5
    assert (ann.going_out, bob.going_out) == (HandSum(total=1, hands=1, games=1), HandSum(total=1, hands=2, games=1))
    assert (ann.hand_cards, bob.hand_cards) == (
        HandSum(total=-40, hands=3, games=2),
        HandSum(total=-40, hands=1, games=1),
    )
    assert (cy.hand_cards, cy.hand_cards.per_hand) == (HandSum(), None)


def test_what_is_set_aside_beside_a_special_hand_is_in_no_figure() -> None:
    straight = {"we": {"straight": 1, "natural": 1, "cut": 1, "hand": 30}, "they": {"mixed": 2, "out": 1, "hand": 90}}
    ann, bob = compute_statistics([build_game([straight], variant="wca")]).sides
    assert (ann.points.total, bob.points.total) == (3100, 0)
    assert (ann.special_hands, bob.special_hands) == (
        {"straight": HandSum(total=1, hands=1, games=1)},
        {"straight": HandSum(total=0, hands=1, games=1)},
    )
    assert ann.all_canastas == bob.all_canastas == ann.going_out == bob.going_out == HandSum(total=0, hands=1, games=1)
    assert ann.hand_cards == bob.hand_cards == HandSum(total=0, hands=1, games=1)


def test_where_the_rules_let_the_others_score_beside_a_special_hand_theirs_count() -> None:
    pairs = {"we": {"pairs": 1}, "they": {"mixed": 2, "table": 90, "hand": 35}}
    statistics = compute_statistics([build_game([pairs])])
    ann, bob = (side(statistics, name) for name in ("Ann", "Bob"))
    assert statistics.special_hands == {"pairs": "Pairs"}
    assert (ann.all_special_hands.total, bob.all_special_hands.total) == (1, 0)
    assert (ann.all_canastas.total, bob.all_canastas.total, bob.hand_cards.total) == (0, 2, -35)


def test_penalties_are_points_lost_in_every_hand() -> None:
    penalised = {"we": {"mixed": 1, "open-aces": 1, "table": 90}, "they": {"base": 100, "open-sevens": 1}}
    ann, bob = compute_statistics([build_game([penalised, points(100, 50)])]).sides
    assert (ann.penalties, bob.penalties) == (
        HandSum(total=-2500, hands=2, games=1),
        HandSum(total=-2500, hands=2, games=1),
    )


def test_a_kind_is_named_by_the_first_rules_that_have_it_and_kinds_nobody_had_are_left_out() -> None:
    clean = {"we": {"natural": 1, "table": 10}, "they": {}}
    statistics = compute_statistics([build_game([clean], variant="catawba"), build_game([clean])])
    assert statistics.canastas == {"natural": "Clean canastas"}
    assert side(statistics, "Ann").canastas == {"natural": HandSum(total=2, hands=2, games=2)}


class TestTheBiggestComeback:
    """The most that a winner was behind the leading other side, before the end."""

    def test_is_behind_the_side_that_led_of_three(self) -> None:
        hands = [points(0, 500, 900), points(100, 2000, 0), points(9000, 0, 0)]
        ann, *others = compute_statistics([build_game(hands, names=("Ann", "Bob", "Cy"))]).sides
        assert ann.comeback == Highlight(points=2400, file="a.toml", hand=2)  # 100 beside 2,500
        assert [other.comeback for other in others] == [None, None]

    def test_may_begin_with_what_was_brought_forward(self) -> None:
        ann, _ = compute_statistics([build_game([points(500, 0), points(9000, 0)], start=(0, 3000))]).sides
        assert ann.comeback == Highlight(points=3000, file="a.toml", hand=0)

    def test_is_none_for_who_was_never_behind_or_has_not_won(self) -> None:
        led, behind = build_game([points(100, 50), points(8500, 0)]), build_game([points(0, 500)])
        assert [one.comeback for one in compute_statistics([led, behind]).sides] == [None, None]

    def test_leaves_out_struck_hands_and_those_behind_the_end(self) -> None:
        hands = [points(0, 7000), points(0, 300), points(8500, 0), points(0, 9000)]
        ann, _ = compute_statistics([build_game(hands, voided=[1])]).sides
        assert ann.comeback == Highlight(points=300, file="a.toml", hand=2)

    def test_is_the_first_of_equal_ones_and_the_greatest_of_all_games(self) -> None:
        games = [
            build_game([points(0, 400), points(9000, 0)], file="a.toml"),
            build_game([points(0, 700), points(100, 100), points(9000, 0)], file="b.toml"),
            build_game([points(0, 700), points(9000, 0)], file="c.toml"),
        ]
        ann, _ = compute_statistics(games).sides
        assert ann.comeback == Highlight(points=700, file="b.toml", hand=1)


class TestPlayers:
    """The figures of a player, whoever the partner is."""

    def test_have_the_figures_of_all_their_sides(self) -> None:
        games = [
            build_game([WE_ARE_OUT, points(7000, 8000)], names=("Ann & Bob", "Cy & Di")),  # 8,600 to 8,550
            build_game([points(400, 9000), points(0, 0)], names=("ann and Cy", "Eve")),
            build_game([points(100, 200)], names=("Cy", "Bob & Ann")),
        ]
        statistics = compute_statistics(games)
        players = {player.name: player for player in statistics.players}
        assert [*players] == ["Bob", "Ann", "Di", "Cy"]  # by games won, then by average; Eve plays alone
        ann = players["Ann"]
        assert (ann.games, ann.games_over, ann.games_won) == (3, 2, 1)
        assert ann.points == HandSum(total=1600 + 7000 + 400 + 0 + 200, hands=5, games=3)
        assert ann.going_out == HandSum(total=1, hands=1, games=1)
        assert (ann.canastas["natural"].total, ann.hand_cards.total, ann.penalties.hands) == (2, 0, 5)
        assert ann.best_hand == Highlight(points=7000, file="a.toml", hand=2)
        assert players["Cy"].hand_cards == HandSum(total=-40, hands=4, games=2)
        assert (players["Bob"].win_rate, players["Cy"].games) == (1, 2)

    def test_have_the_best_hand_and_comeback_of_any_side(self) -> None:
        behind = [points(0, 500), points(8600, 0)]
        games = [
            build_game(behind, names=("Ann & Bob", "Cy & Di"), file="near.toml"),
            build_game([points(0, 900), points(8700, 0)], names=("Ann & Di", "Cy & Bob"), file="far.toml"),
            build_game(behind, names=("Ann & Cy", "Bob & Di"), file="last.toml"),
        ]
        (ann,) = (player for player in compute_statistics(games).players if player.name == "Ann")
        assert ann.best_hand == Highlight(points=8700, file="far.toml", hand=2)
        assert ann.comeback == Highlight(points=900, file="far.toml", hand=1)


def test_sides_that_met_know_how_many_games_each_won() -> None:
    names = ("Cy & Di", "Ann & Bob")
    games = [
        build_game([points(9000, 0)], names=names),
        build_game([points(0, 9000)], names=("Bob and Ann", "di & cy")),
        build_game([points(9000, 0)], names=("Bob & Ann", "Cy & Di")),
        build_game([points(100, 0)], names=names),
        build_game([points(8500, 100, 9000)], names=(*names, "Eve")),
    ]
    meetings = compute_statistics(games).head_to_head
    assert meetings[0] == HeadToHead(sides=("Ann & Bob", "Cy & Di"), games=5, games_over=4, games_won=(1, 2))
    assert {meeting.sides: meeting.games_won for meeting in meetings[1:]} == {
        ("Ann & Bob", "Eve"): (0, 1),
        ("Cy & Di", "Eve"): (0, 1),
    }


def test_hands_are_counted_by_who_dealt_them_where_seats_are_known() -> None:
    names = ("Ann & Bob", "Cy & Di")
    seats = Seats(order=("Ann", "Cy", "Bob", "Di"), dealer="Cy")
    played = build_game([points(1, 0)] * 6, names=names, voided=[2])  # five hands count: Cy, Bob, Di, Ann, Cy deal
    others = Seats(order=("ANN", "Cy", "Bob", "Di"), dealer="ANN")
    later = replace(build_game([points(1, 0)], names=names), seats=others)
    assert compute_statistics([played]).dealt == {}
    dealt = compute_statistics([replace(played, seats=seats), later]).dealt
    assert dealt == {"Cy": 2, "Ann": 2, "Bob": 1, "Di": 1}
