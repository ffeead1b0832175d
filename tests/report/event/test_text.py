"""What is said of an event: which figures and names, in which order; the sentences themselves are in sessions."""

import re

import pytest
from support.event_days import Day

from canasta_score.event.entries import ClockAction, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.movements import MovementName
from canasta_score.event.ranking.standings import compute_public_standings, compute_standings
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.seating.tables import Table
from canasta_score.event.settings import Fields, RankBy, Settings, SitOutCredit, UnfinishedHand
from canasta_score.event.slips import Score, TableResult
from canasta_score.event.status import compute_status
from canasta_score.report.event.text import (
    SeatView,
    build_heading,
    build_round_view,
    describe_bell,
    describe_change,
    describe_dispute,
    describe_missing_slips,
    describe_result,
    format_game_points,
    format_table_names,
    format_wins,
    iter_broken_ties,
    iter_status_lines,
    list_event_rules,
    list_notes,
)


def drawn(pairs: int = 4, settings: Settings | None = None) -> Day:
    day = Day(pairs, settings)
    day.draw()
    return day


def numbers(text: str) -> list[int]:
    """Return the numbers in a text, also those with commas and signs."""
    return [int(number.replace(",", "")) for number in re.findall(r"-?\d[\d,]*\d|-?\d", text)]


class TestRules:
    def test_an_event_says_how_it_is_played(self) -> None:
        event = Day(4, Settings(games=4, minutes=45, movement=MovementName.ROUND_ROBIN)).event
        assert numbers(list_event_rules(event)[0]) == [4, 45]
        assert "round-robin" in list_event_rules(event)[0]
        assert list_event_rules(event)[2] == describe_bell(event.settings)

    def test_every_choice_is_said_in_other_words(self) -> None:
        choices: list[list[Settings]] = [
            [Settings(rank=rank) for rank in RankBy] + [Settings(movement=MovementName.KNOCKOUT)],
            [Settings(sit_out=credit) for credit in SitOutCredit],
            [Settings(fields=fields) for fields in Fields],
        ]
        for settings in choices:
            assert len({list_event_rules(Day(4, each).event)[1] for each in settings}) == len(settings)
        bells = {describe_bell(Settings(unfinished=unfinished)) for unfinished in UnfinishedHand}
        assert len(bells) == len(UnfinishedHand)

    def test_the_second_sentence_begins_with_a_capital(self) -> None:
        for settings in (Settings(), Settings(movement=MovementName.KNOCKOUT)):
            first = list_event_rules(Day(4, settings).event)[1]
            assert first[0].isupper()
            assert first[1:] == first[1:].strip()


class TestSeats:
    def test_tables_have_north_south_first(self) -> None:
        event = drawn(5).event
        assert format_table_names(event, 1, Table(2, 4, 1)) == "4 P4 & Q4 - 1 P1 & Q1"
        view = build_round_view(event, 1, find_seating(event, 1))
        assert view.game == 1
        assert view.seats == (
            SeatView(table=1, ns="1 P1 & Q1", ew="2 P2 & Q2"),
            SeatView(table=2, ns="3 P3 & Q3", ew="4 P4 & Q4"),
        )
        assert view.sits_out == ("5 P5 & Q5",)


class TestRanks:
    def test_the_heading_names_what_is_in_the_standings_and_is_final_once_it_is_announced(self) -> None:
        day = drawn(4, Settings(games=3))
        headings = [build_heading(compute_standings(day.event))]
        for game, table in ((1, 1), (1, 2), (2, 2), (3, 1), (2, 1), (3, 2)):
            day.slip(game, table, 5, 0)
            headings.append(build_heading(compute_standings(day.event)))
        assert headings == [
            "No results yet",
            "With 1 of 2 slips of game 1",
            "After game 1",
            "After game 1, with 1 of 2 slips of game 2",
            "After game 1, with 1 of 2 slips of game 2 and 1 of 2 slips of game 3",
            "After game 2, with 1 of 2 slips of game 3",
            "After game 3",
        ]
        public = []
        for game in (1, 2, 3):
            public.append(build_heading(compute_public_standings(day.event)))
            day.record(EventEntryKind.ANNOUNCE, game=game)
        assert public == ["No results yet", "After game 1", "After game 2"]
        assert build_heading(compute_public_standings(day.event)) == "Final standings"
        assert build_heading(compute_standings(day.event)) == "Final standings"
        assert build_heading(compute_standings(day.event, 2)) == "After game 2"

    def test_what_broke_a_tie_names_who_was_equal_with_their_ranks(self) -> None:
        """1 and 4 have 1,000; 1 has won and 4 has not, and 2 and 3 have other points."""
        day = drawn()
        day.play(1, (1000, 900), (1200, 1000))
        (line,) = iter_broken_ties(day.event, compute_standings(day.event).fields[0])
        assert line.index("P1 & Q1 (rank 2)") < line.index("P4 & Q4 (rank 3)")
        assert not re.search("P2|P3", line)
        assert "wins" in line

    def test_what_broke_a_tie_is_named_in_the_order_of_the_rules(self) -> None:
        """1, 3 and 5 have 1,000; 5 has won only once, and of the others 1 has the better game."""
        day = drawn(6)
        day.play(1, (600, 10), (500, 20), (500, 30))
        day.play(2, (400, 10), (500, 20), (500, 900))
        (line,) = iter_broken_ties(day.event, compute_standings(day.event).fields[0])
        assert line.startswith("Equal points, ranked by wins and best game: P1 & Q1 (rank 1),")

    def test_without_a_tie_nothing_is_said(self) -> None:
        day = drawn()
        day.play(1, (1000, 900), (1200, 1100))
        assert [*iter_broken_ties(day.event, compute_standings(day.event).fields[0])] == []

    def test_points_of_a_sit_out_are_in_parentheses(self) -> None:
        day = drawn(3)
        day.play(1, (12345, -1145))
        records = [ranked.record for ranked in compute_standings(day.event).fields[0].ranking]
        assert [format_game_points(record.games[0]) for record in records] == ["12,345", "-1,145", "(0)"]
        assert [format_wins(half_wins) for half_wins in (0, 1, 2, 3)] == ["0", "0.5", "1", "1.5"]


class TestSlips:
    def test_a_slip_has_the_points_of_both_pairs_and_says_whether_it_is_verified(self) -> None:
        event = drawn().event
        for is_verified in (False, True):
            result = TableResult(reports=(Score(2875, -145),), is_verified=is_verified)
            text = describe_result(event, 2, Table(1, 3, 4), result)
            assert "P3 & Q3 2,875, P4 & Q4 -145" in text
            assert numbers(text.split(":")[0]) == [1]
            assert ("verified" in text) == is_verified

    def test_hands_have_their_numbers_and_their_sum(self) -> None:
        day = drawn()
        for hand in (3, 1):
            facts = {"ns": {"extra": 100 * hand}, "ew": {"extra": 5}}
            day.record(EventEntryKind.HAND, game=1, table=2, hand=hand, facts=facts)
        text = describe_result(day.event, 1, Table(2, 3, 4), day.event.results[1, 2])
        assert numbers(text) == [2, 1, 3, 400, 10]

    @pytest.mark.parametrize(
        ("reports", "is_exchanged"),
        [
            ((Score(5, 10), Score(10, 5)), True),
            ((Score(5, 10), Score(5, 15), Score(10, 5)), True),
            ((Score(5, 10), Score(10, 15)), False),
            ((Score(5, 10), Score(15, 5)), False),
        ],
    )
    def test_a_dispute_has_all_totals_and_a_guess_where_the_sides_are_exchanged(
        self,
        reports: tuple[Score, ...],
        is_exchanged: bool,  # noqa: FBT001 -- a case of the rule
    ) -> None:
        text = describe_dispute(2, 3, reports)
        assert numbers(text) == [2, 3, *(points for score in reports for points in score)]
        assert ("exchanged" in text) == is_exchanged

    def test_the_status_counts_what_came_and_names_the_tables(self) -> None:
        """Of four tables 1 is missing, 2 came once, 3 disputed and 4 verified; 3 and 4 may move once 3 is settled."""
        day = drawn(8)
        for table, *totals in ((2, 5), (3, 5, 10), (4, 5, 5)):
            for total in totals:
                day.slip(1, table, total, 0)
        status = compute_status(day.event, 1)
        assert [numbers(line) for line in iter_status_lines(status)] == [
            [1, 3, 4],
            [1],
            [2],
            [3, 5, 0, 10, 0],
        ]
        day.slip(1, 3, 10, 0)
        assert numbers([*iter_status_lines(compute_status(day.event, 1))][-1]) == [2, 3, 4]
        assert numbers(describe_missing_slips(status)) == [1, 1]
        day.slip(1, 1, 5, 0)
        assert numbers(describe_missing_slips(compute_status(day.event, 1))) == [1, 2]  # of which two came once

    def test_a_last_game_that_is_verified_needs_one_line(self) -> None:
        day = drawn(2, Settings(games=1))
        for _ in range(2):
            day.slip(1, 1, 5, 0)
        assert [numbers(line) for line in iter_status_lines(compute_status(day.event, 1))] == [[1, 1, 1]]


class TestEntries:
    def test_undo_names_the_place_the_pair_and_the_points(self) -> None:
        day = drawn()
        day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.START)
        day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=5)
        day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=-5, table=2)
        day.record(EventEntryKind.HAND, game=1, table=2, hand=3, facts={"ns": {"extra": 5}})
        day.record(EventEntryKind.ADJUST, pair=4, points=-1100, text="late")
        day.record(EventEntryKind.ADJUST, pair=3, points=50, text="kind")
        day.record(EventEntryKind.WITHDRAW, pair=2)
        texts = [describe_change(day.event, change) for change in day.event.applied_changes[2:]]
        assert [numbers(text.replace("+", "")) for text in texts] == [
            [], [5], [-5, 2], [3, 2, 1], [-1100, 4, 4, 4], [50, 3, 3, 3], [2, 2, 2],
        ]  # fmt: skip
        assert [text[0] for text in (texts[1], texts[5])] == ["+", "+"]
        assert "4 (P4 & Q4)" in texts[4]

    def test_undo_says_what_a_slip_was_to_its_table(self) -> None:
        day = drawn()
        for ns in (5, 5, 10, 10):
            day.slip(1, 1, ns, 0)
        for total in (5, 10):
            day.record(EventEntryKind.SLIP, game=1, table=2, score=Score(total, 0), text="a", replaces=total > 5)
        described = [describe_change(day.event, change) for change in day.event.applied_changes[2:]]
        assert [text.removeprefix("the ").partition(" of")[0] for text in described] == [
            "slip", "verification", "different slip", "verification", "slip", "newer slip",
        ]  # fmt: skip

    def test_the_clock_is_started_or_stopped(self) -> None:
        day = drawn()
        for action in (ClockAction.START, ClockAction.PAUSE):
            day.record(EventEntryKind.CLOCK, game=1, action=action)
        start, stop = (describe_change(day.event, change) for change in day.event.applied_changes[-2:])
        assert ("start" in start, "start" in stop, "stop" in stop) == (True, False, True)

    def test_notes_are_those_that_are_in_effect_with_what_they_are_about(self) -> None:
        assert list_notes(noted()) == (
            "new cards",
            "Game 1, table 2 corrected",
            "P3 & Q3 -1,100",
            "P4 & Q4 +5: helped",
        )
        day = Day(3)
        day.record(EventEntryKind.ADJUST, pair=3, points=5, text="early", is_public=True)
        day.record(EventEntryKind.REMOVE, pair=3)
        assert list_notes(day.event) == ()

    def test_a_name_that_changes_from_a_later_game_on_is_noted_and_a_corrected_one_is_not(self) -> None:
        day = drawn()
        day.record(EventEntryKind.RENAME, pair=1, names=("Ann & Bob",))
        day.record(EventEntryKind.RENAME, pair=2, names=("Cid & Dee",), game=1)
        assert list_notes(day.event) == ()
        day.record(EventEntryKind.RENAME, pair=1, names=("Ann & Zoe",), game=2)
        assert list_notes(day.event) == ("Before game 2, pair 1 was Ann & Bob",)


def noted() -> Event:
    day = drawn()
    day.record(EventEntryKind.NOTE, text="new cards")
    day.slip(1, 2, 5, 0)
    day.fix(1, 2, 10, 0)
    day.record(EventEntryKind.ADJUST, pair=3, points=-1100, text="late")
    day.record(EventEntryKind.ADJUST, pair=4, points=5, text="helped", is_public=True)
    day.record(EventEntryKind.NOTE, text="gone")
    return day.undo()
