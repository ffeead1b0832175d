"""The grids of an event: what is in their cells, and that every name fits; every entry has a name for undo."""

import re

import pytest
from support.event_days import Day

from canasta_score.event.entries import ClockAction, EventChange, EventEntry, EventEntryKind
from canasta_score.event.movements import MovementName
from canasta_score.event.ranking.season import compute_season
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.seating.rounds import list_seatings
from canasta_score.event.settings import Fields, RankBy, Settings
from canasta_score.report.event.grids import format_round, format_season, format_standings, list_hidden_games
from canasta_score.report.event.text import describe_bell, describe_change, list_event_rules
from canasta_score.report.html.event_print import render_season
from canasta_score.report.text.layout import measure_widest


def test_every_entry_has_a_name_of_its_own_for_undo() -> None:
    day = Day(4)
    day.draw()
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.START)
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.PAUSE)
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=5)
    day.record(EventEntryKind.CLOCK, game=1, action=ClockAction.ADD, minutes=-5, table=2)
    day.record(EventEntryKind.HAND, game=1, table=1, hand=1, facts={"ns": {"red": 1}})
    day.record(EventEntryKind.DONE, game=1, table=1)
    day.record(EventEntryKind.VOID, game=1, table=1, text="not theirs")
    day.record(EventEntryKind.SWAP, game=1, table=1)
    day.play(1, (5, 0), (5, 0))
    day.fix(1, 1, 10, 0)
    day.record(EventEntryKind.RENAME, pair=1, names=("Ann & Bob",))
    day.record(EventEntryKind.ADJUST, pair=1, points=-100, text="late")
    day.record(EventEntryKind.LATE, names=("Late & Later",))
    day.record(EventEntryKind.WITHDRAW, pair=2)
    day.record(EventEntryKind.RETURN, pair=2, game=3)
    day.record(EventEntryKind.NOTE, text="{entry} is no placeholder")
    event = day.event
    names = [describe_change(event, change) for change in event.applied_changes]
    assert len(set(names)) == len(names)
    assert not [name for name in names if "None" in name]
    assert names[-1] == 'the note "{entry} is no placeholder"'


def test_an_entry_of_a_pair_that_is_gone_still_has_a_name() -> None:
    entry = EventEntry(recorded_at=Day().now, kind=EventEntryKind.WITHDRAW, pair=3)
    assert describe_change(Day().event, EventChange(entry=entry))


def test_an_event_without_pairs_has_a_heading_only() -> None:
    event = Day().event
    assert format_standings(event, compute_standings(event), 80).startswith("Club day: No results yet")
    assert format_season(compute_season([event]), 80).startswith("Season of 0 events")


def test_a_knock_out_says_how_many_games_it_takes_once_it_is_drawn() -> None:
    day = Day(9, Settings(movement=MovementName.KNOCKOUT))
    assert "3 games" not in list_event_rules(day.event)[0]
    day.draw()
    assert "4 games" in list_event_rules(day.event)[0]


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


@pytest.mark.parametrize("width", [40, 80])
def test_a_name_wraps_in_its_column_and_the_figures_stay_under_their_headings(width: int) -> None:
    day = Day(0, Settings(games=2))
    day.record(EventEntryKind.PAIRS, names=("Wilhelmina Burke & Elsie O'Neill-Featherstone", *"ABC"))
    day.draw()
    day.play(1, (6305, 500), (400, 300))
    day.play(2, (8105, 600), (400, 300))
    day.record(EventEntryKind.ADJUST, pair=4, points=-100, text="late")
    event = day.event
    for text, heads in (
        (format_standings(event, compute_standings(event), width), ("Name", "Total")),
        (format_season(compute_season([event]), width), ("Pair ", "Total")),
    ):
        lines = text.split("\n")
        header = next(line for line in lines if line.lstrip().startswith("Rank"))
        left, right = (header.index(head) for head in heads)
        first = lines.index(header) + 1
        rows = lines[first : lines.index("", first) if "" in lines[first:] else None]
        starts = [place for place, row in enumerate(rows) if row[:left].strip()]
        assert len(starts) == 4 < len(rows)
        assert [row[: left + 2].strip() for place, row in enumerate(rows) if place not in starts] == [""] * (
            len(rows) - 4
        )
        assert all(rows[place][right + 4].isdecimal() for place in starts)
        assert max(map(len, rows)) <= len(header)


def rows_of(text: str) -> list[list[str]]:
    """Return the cells of the grids in a text, their headings first; blank cells are left out."""
    lines = [line for line in text.split("\n") if "  " in line and "--" not in line]
    return [re.split(" {2,}", line.strip()) for line in lines]


def test_the_standings_have_the_points_of_each_game_and_their_sum() -> None:
    """Game 1: 1 beats 2, 3 and 4 tie, 5 sits out. Game 2: 3 beats 2, 4 beats 5, 1 sits out. Pair 2 has a penalty."""
    day = Day(5)
    day.draw()
    day.play(1, (1000, 900), (800, 800))
    day.play(2, (1200, 700), (600, 1005), announce=False)
    day.record(EventEntryKind.ADJUST, pair=2, points=-1050, text="late")
    event = day.event
    assert rows_of(format_standings(event, compute_standings(event), 120)) == [
        ["Rank", "Pair", "Name", "Game 1", "Game 2", "Adjusted", "Total", "Wins"],
        ["1", "3", "P3 & Q3", "800", "1,200", "2,000", "1.5"],
        ["2", "1", "P1 & Q1", "1,000", "(1,000)", "2,000", "1"],
        ["3", "4", "P4 & Q4", "800", "1,005", "1,805", "1.5"],
        ["4", "5", "P5 & Q5", "(600)", "600", "1,200", "0"],
        ["5", "2", "P2 & Q2", "900", "700", "-1,050", "550", "0"],
    ]
    assert rows_of(format_standings(event, compute_standings(event, 1), 40))[0] == ["Rank", "Name", "Total"]


def test_a_penalty_takes_no_room_from_the_games_and_the_names() -> None:
    day = Day(0)
    names = ("Wilhelmina Burke & Elsie O'Neill", "Cy & Di", "Ed & Flo", "Gus & Hal")
    day.record(EventEntryKind.PAIRS, names=names)
    day.draw()
    for game in (1, 2):
        day.play(game, (1000, 900), (800, 800))
    before = format_standings(day.event, compute_standings(day.event), 80)
    day.record(EventEntryKind.ADJUST, pair=2, points=-50, text="late")
    day.record(EventEntryKind.ADJUST, pair=1, points=500, text="award")
    after = format_standings(day.event, compute_standings(day.event), 80)
    assert rows_of(after)[0] == rows_of(before)[0]
    assert list_hidden_games(compute_standings(day.event), 80) == []
    assert after.count("\n") <= before.count("\n") + 2
    below = next(line for line in after.split("\n") if line.startswith("* Adjusted: "))
    assert sorted(re.split(r" and |: |\.", below)) == ["", "* Adjusted", "Cy & Di -50", f"{names[0]} +500"]
    assert len([row for row in rows_of(after) if row[2].endswith("*")]) == 2
    wide = format_standings(day.event, compute_standings(day.event), 90)
    assert "Adjusted" in rows_of(wide)[0]
    assert "*" not in wide


def test_points_have_a_column_where_they_are_not_the_total() -> None:
    day = Day(2, Settings(rank=RankBy.WINS, fields=Fields.TWO))
    day.draw()
    day.play(1, (1000, 900))
    text = format_standings(day.event, compute_standings(day.event), 80)
    headings = ["Rank", "Pair", "Name", "Game 1", "Total", "Wins", "Points"]
    first, second = ["1", "1", "P1 & Q1", "1,000", "1,000", "1", "2"], ["1", "2", "P2 & Q2", "900", "900", "0", "0"]
    assert rows_of(text) == [headings, first, headings, second]
    assert text.index("North-South") < text.index("P1") < text.index("East-West") < text.index("P2")


def test_a_round_has_its_tables_its_repeats_and_who_sits_out() -> None:
    """With three tables and five pairs in the order of the draw, 5 sits out first, then 1, then 3."""
    day = Day(5, Settings(games=4))
    day.draw()
    rounds = list_seatings(day.event, 4)
    text = format_round(day.event, rounds[:2], 80)
    assert text.startswith("Game 2 of 4\n")
    assert rows_of(text) == [
        ["Table", "North-South", "East-West"],
        ["2", "3 P3 & Q3", "2 P2 & Q2"],
        ["3", "5 P5 & Q5", "4 P4 & Q4"],
    ]
    assert "1 P1 & Q1" in text.split("\n\n")[2]
    assert not re.search("tables? ", text)
    assert re.search("tables 1 and 2\\b", format_round(day.event, rounds, 80))  # all meet again in game 4
    assert text.endswith(describe_bell(day.event.settings))


def test_a_season_has_pairs_and_players() -> None:
    day = Day(2, Settings(games=1))
    day.draw()
    day.play(1, (1000, 900))
    for games in (1, 2):
        text = format_season(compute_season([day.event] * games), 80)
        assert text.startswith(f"Season of {games} event")
        events, points, total = str(games), str(2 * games), f"{1000 * games:,}"
        assert rows_of(text)[:3] == [
            ["Rank", "Pair", "Events", "Points", "Total", "Wins", "Best place"],
            ["1", "P1 & Q1", events, points, total, str(games), "1"],
            ["2", "P2 & Q2", events, events, f"{900 * games:,}", "0", "2"],
        ]
        assert rows_of(text)[3:5] == [
            ["Rank", "Player", "Events", "Points", "Total", "Wins", "Best place"],
            ["1", "P1", events, points, total, str(games), "1"],
        ]
    for width, is_whole in ((65, True), (64, False)):  # headings of 35, a name of 12, and six gaps of 3
        narrow = format_season(compute_season([day.event]), width)
        assert ("Best place" in narrow) == is_whole
        assert (rows_of(narrow)[0] == ["Rank", "Pair", "Points", "Total"]) != is_whole


def test_a_season_says_what_comes_before_equal_points() -> None:
    """Ann & Bob and Cy & Di each win a day of two pairs, the first with 1,000 points, the second with 500."""
    days = []
    for totals in ((1000, 300), (100, 500)):
        day = Day(settings=Settings(games=1))
        day.record(EventEntryKind.PAIRS, names=("Ann & Bob", "Cy & Di"))
        day.draw()
        day.play(1, totals)
        days.append(day.event)
    both = compute_season(days)
    assert [(entry.rank, entry.points, entry.total) for entry in both.pairs] == [(1, 3, 1100), (2, 3, 800)]
    assert format_season(both, 80).count("\n\nEqual points, ranked by total.") == 2
    assert render_season(both).count("Equal points, ranked by total.") == 2
    assert "Equal average, ranked by total." in format_season(compute_season(days, by_average=True), 80)
    assert "Equal" not in format_season(compute_season(days[:1]), 80)


def test_a_season_says_how_many_events_count() -> None:
    """The total beside three events may be of two of them."""
    day = Day(2, Settings(games=1))
    day.draw()
    day.play(1, (1000, 900))
    for best, counted in ((2, "The 2 best events of each count."), (1, "The best event of each counts.")):
        season = compute_season([day.event] * 3, best)
        assert format_season(season, 80).startswith(f"Season of 3 events\n{counted}\n\n")
        assert render_season(season).count(f">{counted}</bdi></td></tr>") == 2
    for whole in (format_season(compute_season([day.event]), 80), render_season(compute_season([day.event]))):
        assert "best event" not in whole


def test_a_season_says_who_has_no_rank_and_that_rules_were_different() -> None:
    days = []
    for names, rules in ((("A", "B"), "nvso"), (("A", "C"), "nvso"), (("A", "D"), "wca")):
        day = Day(settings=Settings(games=1), variant=rules)
        day.record(EventEntryKind.PAIRS, names=names)
        day.draw()
        day.play(1, (1000, 900))
        days.append(day.event)
    season = compute_season(days, min_events=2)
    assert "\nFewer than 2 events: no rank (-). Not all events had the same rules.\n" in format_season(season, 80)
    assert "events: no rank (-). Not all" in render_season(season)
    assert max(map(len, format_season(season, 40).splitlines())) <= 40
    assert format_season(compute_season(days[:2]), 80).startswith("Season of 2 events\n\n")
