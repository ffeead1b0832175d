"""The spreadsheet of an event: a row for each pair and game."""

import csv
import io

from support.event_days import Day

from canasta_score.event.entries import EventEntryKind
from canasta_score.event.ranking.season import compute_season
from canasta_score.report.event.csv import format_event_csv, format_pairs_csv, format_season_csv


def test_each_pair_has_a_row_for_each_of_its_games() -> None:
    day = Day(4)
    day.draw()
    day.play(1, (500, 300), (400, 200))
    rows = [*csv.DictReader(io.StringIO(format_event_csv(day.event)))]
    assert sorted(int(row["for"]) for row in rows) == [200, 300, 400, 500]
    assert {(int(row["for"]), int(row["against"])) for row in rows} == {(500, 300), (300, 500), (400, 200), (200, 400)}
    assert {row["game"] for row in rows} == {"1"}
    names = {row["name"]: row["opponent_name"] for row in rows}
    assert all(names[opponent] == name for name, opponent in names.items())


def test_a_game_has_the_names_of_those_who_played_it() -> None:
    day = Day(2)
    day.draw()
    day.play(1, (500, 300))
    day.record(EventEntryKind.RENAME, pair=1, names=("P1 & Zoe",), game=2)
    rows = [*csv.DictReader(io.StringIO(format_event_csv(day.event)))]
    assert {row["name"] for row in rows} == {row["opponent_name"] for row in rows} == {"P1 & Q1", "P2 & Q2"}


def test_a_pair_without_a_game_has_a_row_too() -> None:
    day = Day(4)
    rows = [*csv.DictReader(io.StringIO(format_event_csv(day.event)))]
    assert [(row["name"], row["game"]) for row in rows] == [(f"P{pair} & Q{pair}", "") for pair in range(1, 5)]


def test_a_season_has_rows_for_pairs_then_for_players_and_pairs_have_a_column_for_each_game() -> None:
    day = Day(0)
    day.record(EventEntryKind.PAIRS, names=("Ann & =Bob", "-Cy"))
    day.draw()
    day.play(1, (500, 300))
    season = """ranking,rank,name,events,points,average,total,wins,best_place
pairs,1,Ann & =Bob,1,2,2.0,500,1,1
pairs,2,'-Cy,1,1,1.0,300,0,2
players,1,Ann,1,2,2.0,500,1,1
players,1,'=Bob,1,2,2.0,500,1,1
players,3,'-Cy,1,1,1.0,300,0,2
"""
    pairs = """field,rank,pair,name,total,wins,points,adjustment,tie_broken_by,game_1
all,1,1,Ann & =Bob,500,1,500,0,,500
all,2,2,'-Cy,300,0,300,0,,300
"""
    assert format_season_csv(compute_season([day.event])) == season
    assert format_pairs_csv(day.event) == pairs
