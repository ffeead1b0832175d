"""An event as JSON: every key that docs/events.md names, with figures that follow from the slips of a small day."""

import json
from datetime import timedelta
from typing import Any

import pytest
from support.event_days import TEN, Day

from canasta_score.event.clock import Clock
from canasta_score.event.entries import EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.ranking.season import compute_season
from canasta_score.event.seating.rounds import list_seatings
from canasta_score.event.slips import Score
from canasta_score.report.event.json import (
    build_clock_json,
    build_correction_json,
    build_event_json,
    build_round_json,
    build_season_json,
)


@pytest.fixture(scope="module")
def event() -> Event:
    """Return a day of five pairs after two of three games.

    Game 1: 1 beats 2 (verified), 3 and 4 tie (then disputed; the first slip counts), 5 sits out. Game 2, in which
    East-West is one table higher: 3 beats 2, 4 beats 5, and 1 sits out. Pair 2 gets a penalty.
    """
    day = Day(5)
    day.draw()
    day.slip(1, 1, 1000, 900)
    day.slip(1, 1, 1000, 900)
    day.slip(1, 2, 800, 800)
    day.slip(1, 2, 800, 805)
    day.record(EventEntryKind.ANNOUNCE, game=1)
    day.slip(2, 2, 1200, 700)
    day.slip(2, 3, 600, 1005)
    day.record(EventEntryKind.ADJUST, pair=2, points=-50, text="late")
    day.record(EventEntryKind.NOTE, text="new cards")
    return day.event


def pair(number: int) -> dict[str, object]:
    return {"pair": number, "name": f"P{number} & Q{number}"}


def table(number: int, ns: int, ew: int) -> dict[str, object]:
    return {"table": number, "ns": pair(ns), "ew": pair(ew), "repeat": False}


def played(*values: object) -> dict[str, object]:
    keys = ("game", "table", "direction", "opponent", "for", "against")
    return {**dict(zip(keys, values, strict=True)), "sat_out": False}


def sat_out(game: int, credit: int) -> dict[str, object]:
    return {**played(game, None, None, None, credit, None), "sat_out": True}


def test_an_event_has_everything(event: Event) -> None:
    shown = json.loads(json.dumps(build_event_json(event)))
    standings = shown.pop("standings")
    assert shown == {
        "event": "Club day",
        "started": "2026-11-22T10:00:00+00:00",
        "variant": "nvso-tournament",
        "settings": {
            "games": 3,
            "minutes": 50,
            "warn": 10,
            "movement": "east-west-up",
            "last_game": None,
            "rank": "total",
            "ties": ["wins", "head-to-head", "best-game"],
            "sit_out": "average",
            "fields": "one",
            "unfinished": "drop",
            "show": "announced",
        },
        "pairs": [{**pair(number), "withdrawn": False} for number in range(1, 6)],
        "rounds": [
            {"event": "Club day", "game": 1, "tables": [table(1, 1, 2), table(2, 3, 4)], "sits_out": [pair(5)]},
            {"event": "Club day", "game": 2, "tables": [table(2, 3, 2), table(3, 5, 4)], "sits_out": [pair(1)]},
            {"event": "Club day", "game": 3, "tables": [table(1, 1, 4), table(3, 5, 2)], "sits_out": [pair(3)]},
        ],
        "status": [
            status(1, missing=[], unverified=[], disputed=[2], complete=True),
            status(2, missing=[], unverified=[2, 3], disputed=[], complete=True),
            status(3, missing=[1, 3], unverified=[], disputed=[], complete=False),
        ],
        "notes": ["P2 & Q2 -50", "new cards"],
    }
    games_of_2 = (played(1, 1, "ew", 1, 900, 1000), played(2, 2, "ew", 3, 700, 1200))
    assert standings == {
        "event": "Club day",
        "after": 2,
        "complete": False,
        "slips": {"in": 2, "of": 2},
        "announced": 1,
        "fields": [
            {
                "field": "all",
                "ranking": [
                    ranked(1, 3, 2000, 1.5, "wins", played(1, 2, "ns", 4, 800, 800), played(2, 2, "ns", 2, 1200, 700)),
                    ranked(2, 1, 2000, 1, "wins", played(1, 1, "ns", 2, 1000, 900), sat_out(2, 1000)),
                    ranked(3, 4, 1805, 1.5, None, played(1, 2, "ew", 3, 800, 800), played(2, 3, "ew", 5, 1005, 600)),
                    {**ranked(4, 2, 1550, 0, None, *games_of_2), "adjustment": -50},
                    ranked(5, 5, 1200, 0, None, sat_out(1, 600), played(2, 3, "ns", 4, 600, 1005)),
                ],
            }
        ],
    }


def status(game: int, **values: object) -> dict[str, object]:
    return {"event": "Club day", "game": game, **values}


def ranked(
    rank: int, number: int, total: int, wins: float, tie_broken_by: str | None, *games: dict[str, object]
) -> dict[str, object]:
    figures = {"total": total, "wins": wins, "points": total, "adjustment": 0, "tie_broken_by": tie_broken_by}
    return {"rank": rank, **pair(number), **figures, "games": [*games]}


def test_wins_without_a_tie_are_whole_numbers(event: Event) -> None:
    shown: Any = build_event_json(event)
    ranking = shown["standings"]["fields"][0]["ranking"]
    assert [type(each["wins"]) for each in ranking] == [float, int, float, int, int]


def test_a_pair_that_has_left_and_a_day_before_the_draw() -> None:
    day = Day(4)
    shown: Any = build_event_json(day.event)
    assert shown["rounds"] == shown["status"] == []
    assert shown["standings"]["slips"] == {"in": 0, "of": 0}
    day.draw()
    day.record(EventEntryKind.WITHDRAW, pair=3)
    shown = build_event_json(day.event)
    assert [each["withdrawn"] for each in shown["pairs"]] == [False, False, True, False]


def test_a_round_says_which_tables_are_repeats() -> None:
    """With two tables East-West is back where it was in game 3."""
    day = Day(4)
    day.draw()
    rounds = list_seatings(day.event, 3)
    for games, repeat in ((2, False), (3, True)):
        shown: Any = build_round_json(day.event, rounds[:games])
        assert [each["repeat"] for each in shown["tables"]] == [repeat, repeat]


def test_a_season_has_a_point_and_one_for_each_pair_left_behind(event: Event) -> None:
    shown: Any = build_season_json(compute_season([event]))
    first = {
        "rank": 1,
        "name": "P3 & Q3",
        "events": 1,
        "points": 5,
        "average": 5,
        "total": 2000,
        "wins": 1.5,
        "best_place": 1,
    }
    assert (shown["events"], shown["pairs"][0], len(shown["players"])) == (1, first, 10)
    assert [each["points"] for each in shown["pairs"]] == [5, 4, 3, 2, 1]
    assert shown["players"][:2] == [{**first, "name": "P3"}, {**first, "name": "Q3"}]


def test_a_correction_has_both_scores_and_who_moved(event: Event) -> None:
    moved = {2: (5, 4)}
    assert build_correction_json(event, 1, 2, (Score(800, 805), Score(800, 800)), moved) == {
        "event": "Club day",
        "game": 1,
        "table": 2,
        "before": {"ns": 800, "ew": 805},
        "after": {"ns": 800, "ew": 800},
        "moved": [{**pair(2), "before": 5, "after": 4}],
    }


def test_a_clock_has_the_seconds_of_every_table_with_extra_time() -> None:
    """Of 50 minutes 10 had passed when it was started again, 20 more have since."""
    clock = Clock(game=2, length=3000, extra={3: 300, 1: -60}, used=600, running_since=TEN)
    assert build_clock_json(clock, TEN + timedelta(minutes=20), 10) == {
        "game": 2,
        "state": "running",
        "left_s": 1200,
        "tables": {"1": 1140, "3": 1500},
    }
    assert build_clock_json(clock, TEN + timedelta(minutes=20), 20)["state"] == "warning"
