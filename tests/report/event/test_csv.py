"""The spreadsheet of an event: a row for each pair and game."""

import csv
import io

from support.event_days import Day

from canasta_score.report.event.csv import format_event_csv


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


def test_a_pair_without_a_game_has_a_row_too() -> None:
    day = Day(4)
    rows = [*csv.DictReader(io.StringIO(format_event_csv(day.event)))]
    assert [(row["name"], row["game"]) for row in rows] == [(f"P{pair} & Q{pair}", "") for pair in range(1, 5)]
