"""An event as text: every entry has a name for undo, and every name fits into its column."""

import pytest
from support.event_days import Day

from canasta_score.event.entries import ClockAction, EventEntry, EventEntryKind
from canasta_score.event.movements import MovementName
from canasta_score.event.ranking.season import compute_season
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.seating.rounds import list_seatings
from canasta_score.event.settings import Settings
from canasta_score.report.event.grids import format_round, format_season, format_standings
from canasta_score.report.event.text import describe_entry, describe_event
from canasta_score.report.text.layout import measure_widest


def test_every_entry_has_a_name_of_its_own_for_undo() -> None:
    day = Day(4)
    day.draw()
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.START)
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.PAUSE)
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=5)
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=-5, table=2)
    day.record(EventEntryKind.HAND, game=1, table=1, hand=1, facts={"ns": {"red": 1}})
    day.play(1, (5, 0), (5, 0))
    day.fix(1, 1, 10, 0)
    day.record(EventEntryKind.ADJUST, pair=1, points=-100, text="late")
    day.record(EventEntryKind.LATE, names=("Late & Later",))
    day.record(EventEntryKind.WITHDRAW, pair=2)
    day.record(EventEntryKind.RETURN, pair=2, game=3)
    day.record(EventEntryKind.NOTE, text="{entry} is no placeholder")
    event = day.event
    names = [describe_entry(event, entry) for entry in event.changes]
    assert len(set(names)) == len(names)
    assert not [name for name in names if "None" in name]
    assert names[-1] == 'the note "{entry} is no placeholder"'


def test_an_entry_of_a_pair_that_is_gone_still_has_a_name() -> None:
    entry = EventEntry(recorded_at=Day().now, kind=EventEntryKind.WITHDRAW, pair=3)
    assert describe_entry(Day().event, entry)


def test_an_event_without_pairs_has_a_heading_only() -> None:
    event = Day().event
    assert format_standings(event, compute_standings(event), 80).startswith("Club day: No results yet")
    assert format_season(compute_season([event]), 80).startswith("Season of 1 event")


def test_a_knock_out_says_how_many_games_it_takes_once_it_is_drawn() -> None:
    day = Day(9, Settings(movement=MovementName.KNOCKOUT))
    assert "3 games" not in describe_event(day.event)
    day.draw()
    assert "4 games" in describe_event(day.event)


def test_more_than_six_games_are_left_to_the_page() -> None:
    day = Day(2, Settings(games=7))
    day.draw()
    for game in range(1, 8):
        day.play(game, (5, 0))
    assert "Game 7" not in format_standings(day.event, compute_standings(day.event), 200)


@pytest.mark.parametrize("width", [40, 60, 72, 80, 200])
@pytest.mark.parametrize("name", ["Ann & Bob", "Wilhelmina Featherstone & Bartholomew Smythe", "王小明 & 山田太郎さん"])
def test_tables_fit_the_terminal_whatever_the_names(name: str, width: int) -> None:
    day = Day(0, Settings(games=6))
    day.record(EventEntryKind.PAIRS, names=tuple(f"{name} {number}" for number in range(5)))
    day.draw()
    for game in range(1, 7):
        day.play(game, (12000, -10005), (12000, 11995))
    day.record(EventEntryKind.ADJUST, pair=1, points=-100, text="late")
    event = day.event
    standings = compute_standings(event)
    for text in (
        format_standings(event, standings, width),
        format_round(event, list_seatings(event, 6), width),
        format_season(compute_season([event]), width),
    ):
        assert measure_widest(text.split("\n")) <= width
    has_games = "Game 6" in format_standings(event, standings, width)
    assert has_games == (width == 200)
