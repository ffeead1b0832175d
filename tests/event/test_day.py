"""A day as the director keeps it: what is settled in advance, and what is refused."""

from datetime import timedelta

import pytest
from support.event_days import Day, names, new_event

from canasta_score.event.clock import ClockState
from canasta_score.event.entries import ClockAction, EventEntry, EventEntryKind
from canasta_score.event.errors import EventError
from canasta_score.event.event_builder import EventBuilder, complete_event_entry
from canasta_score.event.movements import MovementName
from canasta_score.event.ranking.standings import compute_standings, find_rank_changes
from canasta_score.event.seating.rounds import find_repeats, find_seating, list_known_seatings, list_seatings
from canasta_score.event.seating.tables import Table, list_sit_outs
from canasta_score.event.settings import Fields, RankBy, Settings, SitOutCredit, TieBreaker, VictoryPointStep
from canasta_score.event.slips import Score, SlipState
from canasta_score.event.status import compute_status, find_clock, find_game_to_start

pytestmark = pytest.mark.usefixtures("sentences")


def points(day: Day) -> dict[int, float]:
    return {
        ranked.record.pair.number: ranked.points
        for field in compute_standings(day.event).fields
        for ranked in field.ranking
    }


def ranks(day: Day, after: int | None = None) -> dict[int, int]:
    return compute_standings(day.event, after).get_ranks()


class TestSlips:
    def test_the_same_totals_again_verify_and_others_dispute(self) -> None:
        day = Day(4)
        day.draw()
        day.slip(1, 1, 2875, -145)
        assert compute_status(day.event, 1).unverified == (1,)
        day.slip(1, 1, -145, 2875)
        status = compute_status(day.event, 1)
        assert (status.unverified, status.disputed) == ((), {1: (Score(2875, -145), Score(-145, 2875))})
        assert points(day)[1] == 2875  # the first one counts
        day.slip(1, 1, -145, 2875)
        status = compute_status(day.event, 1)
        assert (status.unverified, status.disputed, status.missing) == ((), {}, (2,))
        assert points(day)[1] == -145

    def test_a_third_slip_disputes_a_verified_one(self) -> None:
        day = Day(2)
        day.draw()
        for total in (100, 100, 200):
            day.slip(1, 1, total, 0)
        assert compute_status(day.event, 1).disputed == {1: (Score(100, 0), Score(200, 0))}

    def test_announcing_needs_every_slip_verified_or_not(self) -> None:
        day = Day(4)
        day.draw()
        day.slip(1, 1, 100, 200)
        with pytest.raises(EventError, match="table 2"):
            day.record(EventEntryKind.ANNOUNCE, game=1)
        day.slip(1, 2, 100, 200)
        day.slip(1, 2, 100, 300)
        day.record(EventEntryKind.ANNOUNCE, game=1)
        with pytest.raises(EventError, match="announced"):
            day.slip(1, 1, 100, 205)
        with pytest.raises(EventError, match="already"):
            day.record(EventEntryKind.ANNOUNCE, game=1)

    def test_games_are_announced_one_after_the_other(self) -> None:
        day = Day(4)
        day.draw()
        day.play(1, (5, 0), (5, 0), announce=False)
        day.play(2, (5, 0), (5, 0), announce=False)
        with pytest.raises(EventError, match="game 1 is not announced"):
            day.record(EventEntryKind.ANNOUNCE, game=2)

    @pytest.mark.parametrize(("game", "table"), [(1, 3), (1, 0), (0, 1), (4, 1)])
    def test_a_slip_of_no_table_or_no_game_is_refused(self, game: int, table: int) -> None:
        day = Day(4)
        day.draw()
        with pytest.raises(EventError):
            day.slip(game, table, 5, 5)
        with pytest.raises(EventError):
            Day(4).slip(1, 1, 5, 5)

    @pytest.mark.parametrize(
        ("kind", "missing"),
        [(kind, name) for kind in ("slip", "hand") for name in ("game", "table")]
        + [("hand", "hand"), ("announce", "game")],
    )
    def test_an_entry_without_its_game_table_or_hand_is_refused(self, kind: str, missing: str) -> None:
        day = Day(4)
        day.draw()
        places = {"game": 1, "table": 1, "hand": 1, missing: None}
        with pytest.raises(EventError):
            day.record(EventEntryKind(kind), **places)
        assert not day.event.results

    def test_a_slip_of_a_table_where_a_pair_sits_out_is_refused(self) -> None:
        day = Day(3)
        day.draw()
        with pytest.raises(EventError):
            day.slip(1, 2, 5, 5)
        lonely = Day(3)
        lonely.draw()
        lonely.record(EventEntryKind.WITHDRAW, pair=1, game=1)
        lonely.record(EventEntryKind.WITHDRAW, pair=2, game=1)
        with pytest.raises(EventError, match="no table 1"):
            lonely.slip(1, 1, 5, 5)

    def test_a_correction_decides_and_moves_ranks(self) -> None:
        day = Day(4)
        day.draw()
        day.play(1, (1000, 500), (900, 800))
        before = day.event
        day.fix(1, 2, 900, 1800)
        changes = find_rank_changes(before, day.event, are_public=False)
        assert [*changes.items()] == [(4, (3, 1)), (1, (1, 2)), (3, (2, 3))]
        assert compute_status(day.event, 1).unverified == (1,)

    def test_only_a_slip_can_be_corrected(self) -> None:
        day = Day(4)
        day.draw()
        with pytest.raises(EventError, match="has no slip in game 1 yet"):
            day.fix(1, 1, 5, 5)
        day.play(1, (1000, 500), (900, 800))
        with pytest.raises(EventError, match="table 1 has no slip in game 2 yet") as refused:
            day.fix(2, 1, 500, 1000)
        assert refused.value.diagnostics[0].command == ("event", "fix", "1", "1", "500", "1000", "--why", "TEXT")

    def test_hands_add_up_to_a_slip(self) -> None:
        """Three red threes with two natural canastas and going out: 500 + 1,000 + 100, and the cards."""
        day = Day(2)
        day.draw()
        facts = {"ns": {"red": 3, "natural": 2, "out": 1, "table": 335}, "ew": {"hand": 100}}
        for hand in (1, 2):
            day.record(EventEntryKind.HAND, game=1, table=1, hand=hand, facts=facts)
        assert compute_status(day.event, 1).missing == (1,)
        day.record(EventEntryKind.HAND, game=1, table=1, hand=3, facts={"ew": {"table": 60}})
        assert day.event.results[1, 1].reports == (Score(2 * 1935, 2 * -100 - 60),)
        with pytest.raises(EventError, match="3 hands"):
            day.record(EventEntryKind.HAND, game=1, table=1, hand=4, facts=facts)

    def test_a_hand_entered_again_corrects_the_sum_until_a_slip_rests_on_it(self) -> None:
        day = Day(2)
        day.draw()
        for hand in (1, 2, 3):
            day.record(EventEntryKind.HAND, game=1, table=1, hand=hand, facts={"ns": {"extra": 100}})
        day.record(EventEntryKind.HAND, game=1, table=1, hand=3, facts={"ns": {"extra": 50}})
        assert points(day)[1] == 250
        day.slip(1, 1, 250, 0)
        assert day.event.results[1, 1].is_verified
        day.record(EventEntryKind.HAND, game=1, table=1, hand=3, facts={"ns": {"extra": 100}})
        assert day.event.results[1, 1].reports == (Score(250, 0), Score(300, 0))

    def test_totals_verify_hands_that_came_before(self) -> None:
        day = Day(2)
        day.draw()
        day.record(EventEntryKind.HAND, game=1, table=1, hand=1, facts={"ns": {"extra": 100}})
        day.slip(1, 1, 100, 0)  # the bell rang after one hand
        assert day.event.results[1, 1].is_verified
        assert compute_status(day.event, 1).is_complete

    def test_who_may_move_is_who_is_done_at_a_table_that_is_free(self) -> None:
        day = Day(6)
        day.draw()
        day.slip(1, 1, 5, 0)
        assert compute_status(day.event, 1).ready == ()
        day.slip(1, 2, 5, 0)
        assert compute_status(day.event, 1).ready == (2,)
        assert compute_status(day.event, 3).ready == ()


class TestSittingOut:
    def test_the_average_of_the_own_other_games_is_rounded_to_five(self) -> None:
        """Pair 3 sits out in game 2: 1,005 and 1,010 are 1,007.5 on average, so 1,010."""
        day = Day(3, Settings(movement=MovementName.ROUND_ROBIN))
        day.draw([1, 2, 3])
        own = iter((1005, 1010))
        for game in (1, 2, 3):
            (table,) = (table for table in find_seating(day.event, game) if table.is_played)
            score = tuple(next(own) if pair == 3 else 500 for pair in table.pairs)
            day.slip(game, table.number, *score)
        totals = points(day)
        assert totals[3] == 1005 + 1010 + 1010
        assert totals[1] == totals[2] == 1500

    @pytest.mark.parametrize(("rule", "credit"), [(SitOutCredit.NONE, 0), (SitOutCredit.FIELD, 1150)])
    def test_the_field_or_nothing(self, rule: SitOutCredit, credit: int) -> None:
        day = Day(5, Settings(sit_out=rule))
        day.draw()
        day.play(1, (1000, 1200), (1100, 1300))
        assert points(day)[5] == credit

    def test_a_sit_out_is_no_win(self) -> None:
        day = Day(3, Settings(rank=RankBy.WINS))
        day.draw()
        day.play(1, (5, 0))
        assert points(day) == {1: 2, 2: 0, 3: 0}

    def test_the_field_of_two_fields_is_the_own_one(self) -> None:
        day = Day(5, Settings(sit_out=SitOutCredit.FIELD, fields=Fields.TWO))
        day.draw()
        day.play(1, (1000, 1200), (1100, 1300))
        assert points(day)[5] == 1050  # which is no rank: it has not played
        day.record(EventEntryKind.LATE, names=("Late & Later",))
        day.record(EventEntryKind.LATE, names=("Latest & Last",), game=3)
        assert {
            field.field: [ranked.record.pair.number for ranked in field.ranking]
            for field in compute_standings(day.event, 3).fields
        } == {
            "ns": [3, 1, 5, 7],
            "ew": [4, 2, 6],
        }


class TestRanks:
    def test_what_is_equal_shares_the_rank(self) -> None:
        day = Day(4)
        day.draw()
        day.play(1, (1000, 500), (1000, 500))
        assert ranks(day) == {1: 1, 3: 1, 2: 3, 4: 3}

    def test_the_best_game_parts_those_who_have_not_all_met(self) -> None:
        """Everybody has 1,900 and a win; 1 and 3 have not met; the best game of 4 is 950, that of the others 1,000."""
        day = Day(4)
        day.draw()
        day.play(1, (1000, 900), (1000, 950))
        day.play(2, (900, 950), (900, 1000))
        ranking = compute_standings(day.event).fields[0].ranking
        shown = {ranked.record.pair.number: (ranked.rank, ranked.tie_broken_by) for ranked in ranking}
        assert shown == {1: (1, "best-game"), 2: (1, "best-game"), 3: (1, "best-game"), 4: (4, "best-game")}

    def test_who_won_their_game_comes_before_an_equal_pair(self) -> None:
        """1 and 2 have 1,800 and a win each, and 1 has beaten 2."""
        day = Day(4)
        day.draw()
        day.play(1, (1000, 900), (500, 400))
        day.play(2, (800, 900), (300, 900))
        ranking = compute_standings(day.event).fields[0].ranking
        shown = [(ranked.record.pair.number, ranked.rank, ranked.tie_broken_by) for ranked in ranking]
        assert shown == [(1, 1, "head-to-head"), (2, 2, "head-to-head"), (4, 3, None), (3, 4, None)]

    def test_the_difference_goes_by_the_points_of_the_opponents(self) -> None:
        """1 and 3 have 1,000 each; 1 has 100 more than its opponents, 3 has 600 more."""
        day = Day(4, Settings(ties=(TieBreaker.DIFFERENCE,)))
        day.draw()
        day.play(1, (1000, 900), (1000, 400))
        ranking = compute_standings(day.event).fields[0].ranking
        shown = [(ranked.record.pair.number, ranked.rank, ranked.tie_broken_by) for ranked in ranking]
        assert shown == [(3, 1, "difference"), (1, 2, "difference"), (2, 3, None), (4, 4, None)]

    def test_victory_points_go_by_the_difference(self) -> None:
        """A difference of 300 is 12 to 8, one of 5,500 is 20 to 0, a tie 10 to 10."""
        day = Day(6, Settings(rank=RankBy.VICTORY_POINTS))
        day.draw()
        day.play(1, (1300, 1000), (0, 5500), (700, 700))
        assert points(day) == {1: 12, 2: 8, 3: 0, 4: 20, 5: 10, 6: 10}
        own = Settings(rank=RankBy.VICTORY_POINTS, victory_points=(VictoryPointStep(at_least=0, winner=3, loser=1),))
        day = Day(3, own)
        day.draw()
        day.play(1, (700, 650))
        assert points(day) == {1: 3, 2: 1, 3: 0}
        day.slip(2, 2, 400, 400)  # a tie of 2 and 3: half of 3 and 1 for each; who sits out gets its average
        assert points(day) == {1: 6, 2: 3, 3: 4}
        odd = Settings(rank=RankBy.VICTORY_POINTS, victory_points=(VictoryPointStep(at_least=0, winner=3, loser=0),))
        day = Day(2, odd)
        day.draw()
        day.slip(1, 1, 5, 5)
        assert points(day) == {1: 1.5, 2: 1.5}

    @pytest.mark.parametrize(
        ("difference", "winner"),
        [(95, 10), (100, 11), (295, 11), (300, 12), (595, 12), (600, 13), (5495, 19), (5500, 20)],
    )
    def test_victory_points_rise_at_each_step(self, difference: int, winner: int) -> None:
        day = Day(2, Settings(rank=RankBy.VICTORY_POINTS))
        day.draw()
        day.play(1, (1000, 1000 + difference))
        assert points(day) == {1: 20 - winner, 2: winner}

    def test_adjustments_count_in_the_total(self) -> None:
        day = Day(2)
        day.draw()
        day.play(1, (1000, 900))
        day.record(EventEntryKind.ADJUST, pair=1, points=-150, text="late")
        day.record(EventEntryKind.ADJUST, pair=2, points=20, text="helped")
        assert points(day) == {1: 850, 2: 920}

    def test_an_earlier_game_is_ranked_by_what_was_then(self) -> None:
        day = Day(4)
        day.draw()
        day.play(1, (1000, 900), (800, 700))
        day.play(2, (0, 5000), (0, 0))
        assert ranks(day, 1) == {1: 1, 2: 2, 3: 3, 4: 4}
        standings = compute_standings(day.event)
        assert (standings.after, standings.is_complete) == (2, False)
        with pytest.raises(EventError, match="no game 9"):
            compute_standings(day.event, 9)

    def test_standings_are_those_of_the_last_game_with_a_slip(self) -> None:
        day = Day(4)
        day.draw()
        assert compute_standings(day.event).after == 0
        day.slip(1, 2, 5, 0)
        assert compute_standings(day.event).after == 1
        day.slip(3, 1, 5, 0)
        standings = compute_standings(day.event)
        assert (standings.after, standings.is_complete) == (3, False)
        for game, table in ((1, 1), (2, 1), (2, 2), (3, 2)):
            assert not compute_standings(day.event).is_complete
            day.slip(game, table, 5, 0)
        assert compute_standings(day.event).is_complete
        assert not compute_standings(day.event, 2).is_complete  # which leaves a game out

    def test_an_event_is_complete_after_all_slips(self) -> None:
        day = Day(2, Settings(games=1))
        assert compute_standings(day.event).fields[0].field == "all"
        day.draw()
        assert not compute_standings(day.event).is_complete
        day.play(1, (5, 0))
        assert compute_standings(day.event).is_complete
        assert not compute_standings(Day().event).fields[0].ranking

    def test_a_knock_out_ranks_by_the_game_of_the_loss(self) -> None:
        """1 meets 4 and 2 meets 3; 4 and 3 win, then 3."""
        day = Day(5, Settings(movement=MovementName.KNOCKOUT))
        day.draw()
        assert (day.event.games, list_sit_outs(day.event.seatings[1])) == (3, [1, 2, 3])
        day.play(1, (500, 1000))  # 4 against 5
        day.play(2, (100, 1000), (200, 1000))  # 1 against 5, 2 against 3
        day.play(3, (100, 1000))  # 5 against 3
        assert points(day) == {3: 3, 5: 2, 1: 1, 2: 1, 4: 0}
        assert ranks(day) == {3: 1, 5: 2, 2: 3, 1: 4, 4: 5}
        with pytest.raises(EventError, match="knockout"):
            day.record(EventEntryKind.LATE, names=("Late & Later",), game=3)

    def test_a_knock_out_under_way_ranks_who_is_still_in(self) -> None:
        day = Day(4, Settings(movement=MovementName.KNOCKOUT))
        day.draw()
        day.slip(1, 1, 500, 400)
        assert points(day) == {1: 1, 2: 0, 3: 0, 4: 0}

    def test_in_a_knock_out_the_next_opponent_of_a_pair_that_left_goes_on(self) -> None:
        day = Day(4, Settings(movement=MovementName.KNOCKOUT))
        day.draw()
        day.play(1, (1000, 5), (1000, 5))
        day.record(EventEntryKind.WITHDRAW, pair=1)
        assert find_seating(day.event, 2) == (Table(1, None, 2),)
        with pytest.raises(EventError):
            day.record(EventEntryKind.RETURN, pair=1)

    def test_a_bracket_stays_as_it_is_when_pairs_leave_before_they_played(self) -> None:
        """1 meets 4 and 2 meets 3; who is left alone goes on, and does not meet the other one now."""
        day = Day(4, Settings(movement=MovementName.KNOCKOUT))
        day.draw()
        day.record(EventEntryKind.WITHDRAW, pair=4, game=1)
        day.record(EventEntryKind.WITHDRAW, pair=3, game=1)
        assert find_seating(day.event, 1) == (Table(1, 1, None), Table(2, 2, None))
        assert find_seating(day.event, 2) == (Table(1, 1, 2),)
        day = Day(8, Settings(movement=MovementName.KNOCKOUT))
        day.draw()
        for pair in (5, 8):  # the opponents of 4 and 1
            day.record(EventEntryKind.WITHDRAW, pair=pair, game=1)
        day.play(1, (1000, 900), (1000, 900))  # 2 against 7, 3 against 6
        assert [table.pairs for table in find_seating(day.event, 2)] == [(1, 4), (2, 3)]
        day.play(2, (1000, 900), (900, 1000))
        assert [table.pairs for table in find_seating(day.event, 3)] == [(1, 3)]
        assert day.event.games == 3


class TestComingAndGoing:
    def test_pairs_come_before_the_draw_and_late_after_it(self) -> None:
        day = Day(2)
        with pytest.raises(EventError, match="not drawn"):
            day.record(EventEntryKind.LATE, names=("A & B",))
        day.draw()
        with pytest.raises(EventError, match="already drawn"):
            day.record(EventEntryKind.PAIRS, names=("A & B",))
        with pytest.raises(EventError, match="already a pair"):
            day.record(EventEntryKind.LATE, names=(names(1)[0],))
        with pytest.raises(EventError, match="already drawn"):
            day.draw()
        with pytest.raises(EventError, match="two pairs"):
            Day(1).draw()

    def test_a_late_pair_enters_the_next_game(self) -> None:
        day = Day(4)
        day.draw()
        day.record(EventEntryKind.LATE, names=("A & B",))
        assert day.event.entries[-1].game == 2
        assert [*day.event.seatings] == [1]
        assert 5 in {pair for table in find_seating(day.event, 2) for pair in table.pairs}
        day.play(1, (5, 0), (5, 0))
        day.record(EventEntryKind.LATE, names=("C & D",))
        assert list_sit_outs(find_seating(day.event, 2)) == []
        assert day.event.entries[-1].seats.keys() == {2}

    def test_a_pair_that_does_not_come_is_out_of_the_first_game(self) -> None:
        drawn, with_slip, with_clock = Day(4), Day(4), Day(4)
        for day in (drawn, with_slip, with_clock):
            day.draw()
        with_slip.slip(1, 1, 5, 0)
        with_clock.record(EventEntryKind.CLOCK, game=1, action=ClockAction.START)
        for day, first_away in ((drawn, 1), (with_slip, 2), (with_clock, 2)):
            day.record(EventEntryKind.WITHDRAW, pair=1)
            assert day.event.pairs[1].spells == ((1, first_away),)

    @pytest.mark.parametrize("returns", [False, True])
    def test_a_pair_that_has_left_can_leave_earlier(self, *, returns: bool) -> None:
        day = Day(4)
        day.draw()
        day.record(EventEntryKind.WITHDRAW, pair=1, game=2)
        if returns:
            day.record(EventEntryKind.RETURN, pair=1, game=2)
        day.record(EventEntryKind.WITHDRAW, pair=1, game=1)
        assert not any(day.event.pairs[1].plays_in(game) for game in (1, 2, 3))
        (missing,) = day.event.list_missing(1)
        day.slip(1, missing, 5, 0)
        day.record(EventEntryKind.ANNOUNCE, game=1)

    def test_an_older_file_may_seat_a_pair_that_left_after_its_return(self) -> None:
        day = Day(4)
        day.draw()
        seats = day.event.seatings[1]
        day.record(EventEntryKind.WITHDRAW, pair=1, game=2)
        day.record(EventEntryKind.RETURN, pair=1, game=2)
        old = EventBuilder(day.event)
        old.apply(EventEntry(recorded_at=day.now, kind=EventEntryKind.WITHDRAW, pair=1, game=1, seats={1: seats}))
        assert old.event.pairs[1].spells == ((1, 2), (2, 2))

    def test_a_pair_that_leaves_keeps_its_results(self) -> None:
        day = Day(4)
        day.draw()
        day.play(1, (1000, 900), (800, 700))
        day.record(EventEntryKind.WITHDRAW, pair=1)
        assert list_sit_outs(find_seating(day.event, 2)) == [4]
        assert points(day)[1] == 1000
        with pytest.raises(EventError, match="already withdrawn"):
            day.record(EventEntryKind.WITHDRAW, pair=1)
        day.record(EventEntryKind.RETURN, pair=1)
        assert list_sit_outs(find_seating(day.event, 2)) == []
        with pytest.raises(EventError, match="not withdrawn"):
            day.record(EventEntryKind.RETURN, pair=1)
        with pytest.raises(EventError, match="no pair 9"):
            day.record(EventEntryKind.WITHDRAW, pair=9)

    def test_a_game_that_is_announced_is_not_announced_again_but_its_slips_are_corrected(self) -> None:
        day = Day(2)
        day.draw()
        day.slip(1, 1, 5, 0)
        day.record(EventEntryKind.ANNOUNCE, game=1)
        for kind, fields in (
            (EventEntryKind.ANNOUNCE, {"game": 1}),
            (EventEntryKind.SLIP, {"game": 1, "table": 1, "score": Score(0, 5)}),
        ):
            with pytest.raises(EventError, match="game 1 is already announced") as refused:
                day.record(kind, **fields)
            (diagnostic,) = refused.value.diagnostics
            table = str(fields.get("table", "TABLE"))
            assert diagnostic.hint == "to correct a slip"
            assert diagnostic.command == ("event", "fix", "1", table, "NS", "EW", "--why", "TEXT")

    @pytest.mark.parametrize("reports", [[(5, 0)], [(5, 0), (10, 0)]])
    def test_after_the_announcement_the_same_totals_verify_a_slip(self, reports: list[tuple[int, int]]) -> None:
        day = Day(2)
        day.draw()
        for report in reports:
            day.slip(1, 1, *report)
        day.record(EventEntryKind.ANNOUNCE, game=1)
        before = points(day)
        with pytest.raises(EventError, match="game 1 is already announced"):
            day.slip(1, 1, 10, 0)
        day.slip(1, 1, 5, 0)
        assert day.event.results[1, 1].state is SlipState.VERIFIED
        assert points(day) == before
        day.record(EventEntryKind.UNDO)
        assert len(day.event.results[1, 1].reports) == len(reports)

    def test_games_are_announced_in_their_order(self) -> None:
        day = Day(2)
        day.draw()
        day.slip(1, 1, 5, 0)
        day.slip(2, 1, 5, 0)
        with pytest.raises(EventError, match="game 1 is not announced yet") as refused:
            day.record(EventEntryKind.ANNOUNCE, game=2)
        assert refused.value.diagnostics[0].command == ("event", "announce", "1")

    def test_a_pair_that_has_played_cannot_have_left_before(self) -> None:
        day = Day(4)
        day.draw()
        day.slip(1, 1, 5, 0)
        with pytest.raises(EventError, match="table 1 already has a slip"):
            day.record(EventEntryKind.WITHDRAW, pair=1, game=1)
        day.record(EventEntryKind.WITHDRAW, pair=3, game=1)
        assert list_sit_outs(day.event.seatings[1]) == [4]
        day.record(EventEntryKind.ANNOUNCE, game=1)
        with pytest.raises(EventError, match="game 1 is already announced"):
            day.record(EventEntryKind.WITHDRAW, pair=4, game=1)

    def test_after_the_last_game_has_begun_nobody_comes(self) -> None:
        day = Day(2, Settings(games=1))
        day.draw()
        with pytest.raises(EventError, match="last game"):
            day.record(EventEntryKind.LATE, names=("A & B",))

    def test_before_the_last_game_has_begun_a_later_one_is_not_there(self) -> None:
        day = Day(2, Settings(games=2))
        day.draw()
        with pytest.raises(EventError, match="there is no game 3"):
            day.record(EventEntryKind.LATE, names=("A & B",), game=3)

    def test_a_late_pair_has_no_rank_before_its_first_game(self) -> None:
        day = Day(4)
        day.draw()
        day.play(1, (1000, 1200), (-145, 1300))
        announced = ranks(day, 1)
        day.record(EventEntryKind.LATE, names=("Late & Later",), game=2)
        assert ranks(day, 1) == announced == {4: 1, 2: 2, 1: 3, 3: 4}
        assert 5 not in ranks(day, 2)
        day.slip(2, 1, 5, 0)
        assert 5 not in ranks(day)  # it sits out

    def test_with_given_pairings_a_late_pair_takes_a_phantom_or_a_new_table(self) -> None:
        day = Day(3, Settings(movement=MovementName.GIVEN, games=2))
        seats = {1: (Table(1, 1, 2), Table(2, 3, None)), 2: (Table(1, 3, 1), Table(2, 2, None))}
        day.record(EventEntryKind.DRAW, seats=seats)
        day.record(EventEntryKind.LATE, names=("A & B",))
        assert find_seating(day.event, 2) == (Table(1, 3, 1), Table(2, 2, 4))

    def test_pairings_of_a_file_stay_as_they_are_when_pairs_leave(self) -> None:
        day = Day(4, Settings(movement=MovementName.GIVEN, games=1))
        day.record(EventEntryKind.DRAW, seats={1: (Table(1, 1, 2), Table(2, 3, 4))})
        day.record(EventEntryKind.WITHDRAW, pair=2, game=1)
        day.record(EventEntryKind.WITHDRAW, pair=3, game=1)
        assert find_seating(day.event, 1) == (Table(1, 1, None), Table(2, None, 4))

    def test_in_other_movements_two_that_would_sit_out_meet_unless_play_has_begun(self) -> None:
        day = Day(6)
        day.draw()
        day.record(EventEntryKind.WITHDRAW, pair=2, game=1)
        day.record(EventEntryKind.WITHDRAW, pair=4, game=1)
        assert find_seating(day.event, 1) == (Table(1, 1, 3), Table(3, 5, 6))
        begun = Day(6)
        begun.draw()
        begun.slip(1, 3, 5, 0)
        begun.record(EventEntryKind.WITHDRAW, pair=2, game=1)
        begun.record(EventEntryKind.WITHDRAW, pair=4, game=1)
        assert find_seating(begun.event, 1) == (Table(1, 1, None), Table(2, 3, None), Table(3, 5, 6))

    def test_repeats_are_told_before_play(self) -> None:
        day = Day(4)
        day.draw()
        assert {game for game, _ in find_repeats(list_known_seatings(day.event))} == {3}

    def test_a_game_that_depends_on_results_is_not_known(self) -> None:
        day = Day(4, Settings(movement=MovementName.WINNERS_UP))
        day.draw()
        assert len(list_known_seatings(day.event)) == 1
        with pytest.raises(EventError, match="depends on game 1"):
            list_seatings(day.event, 2)
        assert compute_status(day.event, 1).ready == ()

    def test_seats_in_an_entry_must_be_whole(self) -> None:
        day = Day(4)
        day.draw()
        journal = day._builder  # noqa: SLF001 -- as a file may have it
        for wrong in (
            (Table(1, 1, 2), Table(2, 3, None)),
            (Table(1, 1, 2), Table(2, 3, 4), Table(3, 1, None)),
            (Table(1, 1, 2), Table(1, 3, 4)),
            (Table(1, 1, 2), Table(2, 3, 4), Table(3, None, None)),
        ):
            with pytest.raises(EventError):
                journal.apply(EventEntry(recorded_at=day.now, kind=EventEntryKind.ANNOUNCE, game=1, seats={2: wrong}))
            with pytest.raises(EventError):
                journal.apply(EventEntry(recorded_at=day.now, kind=EventEntryKind.CLOCK, game=2, seats={2: wrong}))
        with pytest.raises(EventError, match="seats of game 1 are missing"):
            journal.apply(EventEntry(recorded_at=day.now, kind=EventEntryKind.WITHDRAW, pair=1, game=1))
        with pytest.raises(EventError, match="seats of game 1 are missing"):
            Day(4)._builder.apply(EventEntry(recorded_at=day.now, kind=EventEntryKind.DRAW))  # noqa: SLF001 -- the same


class TestUndo:
    def test_nothing_to_undo_or_redo(self) -> None:
        day = Day()
        for step in (day.undo, day.redo):
            with pytest.raises(EventError):
                step()

    def test_undo_goes_back_and_redo_forth(self) -> None:
        day = Day(2)
        day.draw()
        day.slip(1, 1, 100, 50)
        day.undo()
        assert compute_status(day.event, 1).missing == (1,)
        day.redo()
        assert points(day) == {1: 100, 2: 50}
        day.undo()
        day.record(EventEntryKind.NOTE, text="again")
        with pytest.raises(EventError):
            day.redo()

    def test_an_entry_without_a_game_is_complete(self) -> None:
        note = EventEntry(recorded_at=Day().now, kind=EventEntryKind.NOTE, text="hello")
        assert complete_event_entry(new_event(), note).number == 1


class TestClock:
    def start(self) -> Day:
        day = Day(4)
        day.draw()
        day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.START)
        return day

    def test_it_runs_warns_and_ends(self) -> None:
        day = self.start()
        clock = find_clock(day.event)
        states = [clock.get_state(day.now + timedelta(minutes=minutes), 10) for minutes in (0, 39.9, 40, 49, 50, 99)]
        running, warning, over = ClockState.RUNNING, ClockState.WARNING, ClockState.OVER
        assert states == [running, running, warning, warning, over, over]
        assert clock.count_left(day.now + timedelta(minutes=20)) == 30 * 60

    def test_it_stops_and_goes_on(self) -> None:
        day = self.start()
        day.after(20).record(EventEntryKind.CLOCK, game=1, action=ClockAction.PAUSE)
        clock = find_clock(day.after(60).event)
        assert (clock.count_left(day.now), clock.get_state(day.now, 10)) == (30 * 60, ClockState.PAUSED)
        day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.START)
        day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.START)
        assert find_clock(day.event).count_left(day.after(5).now) == 25 * 60

    def test_extra_time_for_all_and_for_one_table(self) -> None:
        day = self.start()
        day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=5)
        day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=3, table=2)
        clock = find_clock(day.event)
        assert (clock.count_left(day.now), clock.count_left(day.now, 2)) == (55 * 60, 58 * 60)
        with pytest.raises(EventError, match="no table 3"):
            day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=3, table=3)

    def test_the_next_game_starts_when_one_is_over(self) -> None:
        day = self.start()
        assert find_game_to_start(day.event, day.now) == 1
        assert find_game_to_start(day.event, day.after(50).now) == 2
        day.record(EventEntryKind.CLOCK, game=3, action=ClockAction.START)
        day.after(50)
        with pytest.raises(EventError, match="the last"):
            find_game_to_start(day.event, day.now)

    def test_a_game_that_is_left_behind_takes_its_clock_with_it(self) -> None:
        day = self.start()
        day.play(1, (5, 0), (5, 0))
        clock = find_clock(day.event)
        assert (clock.game, clock.count_left(day.now)) == (2, 50 * 60)
        with pytest.raises(EventError, match="not drawn"):
            find_clock(Day(4).event)

    def test_a_started_game_has_begun(self) -> None:
        day = self.start()
        day.record(EventEntryKind.CLOCK, game=2, action=ClockAction.START)
        assert (day.event.current_game, day.event.next_game) == (1, 3)
