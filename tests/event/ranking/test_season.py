"""A season: as many points as pairs left behind, plus one; by pair and by player."""

from dataclasses import replace

from support.event_days import Day

from canasta_score.event.entries import EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.ranking.season import compute_season
from canasta_score.event.settings import Settings


def event(*results: tuple[str, int]) -> Event:
    """Return an event of one game, in which pairs have scored some points."""
    day = Day(0, Settings(games=1))
    day.record(EventEntryKind.PAIRS, names=tuple(name for name, _ in results))
    day.draw()
    scores = [points for _, points in results]
    day.play(1, *zip(scores[::2], scores[1::2], strict=True))
    return day.event


MARCH = event(("Ann & Bob", 1000), ("Cy & Di", 500), ("Ed & Flo", 800), ("Gus", 500))
APRIL = event(("bob and ANN", 200), ("Cy & Flo", 900), ("Ed & Di", 300), ("Gus", 100))


def test_points_are_pairs_left_behind_plus_one() -> None:
    """March: Ann & Bob 4, Ed & Flo 3; Cy & Di and Gus are equal in points, Gus and Cy & Di have no win, 1 each."""
    season = compute_season([MARCH])
    assert [(entry.rank, entry.name, entry.points, entry.best_place) for entry in season.pairs] == [
        (1, "Ann & Bob", 4, 1),
        (2, "Ed & Flo", 3, 2),
        (3, "Cy & Di", 1, 3),
        (3, "Gus", 1, 3),
    ]


def test_partners_in_any_order_are_one_pair_and_players_may_change_partners() -> None:
    """April: Cy & Flo 4, Ed & Di 3, Ann & Bob 2, Gus 1."""
    season = compute_season([MARCH, APRIL])
    assert season.events == 2
    pairs = {entry.name: (entry.events, entry.points, entry.total) for entry in season.pairs}
    assert pairs["Ann & Bob"] == (2, 6, 1200)
    assert pairs["Gus"] == (2, 2, 600)
    players = {entry.name: (entry.events, entry.points, entry.half_wins, entry.best_place) for entry in season.players}
    assert players["Flo"] == (2, 7, 4, 1)
    assert players["Ed"] == (2, 6, 4, 2)
    assert players["Ann"] == players["Bob"] == (2, 6, 2, 1)
    assert players["Gus"] == (2, 2, 0, 3)


def test_a_day_with_a_substitute_counts_for_those_who_began_it() -> None:
    day = Day(4)
    day.draw()
    day.play(1, (300, 200), (100, 50))
    day.record(EventEntryKind.RENAME, pair=1, names=("P1 & Zoe",), game=2)
    day.play(2, (300, 200), (100, 50))
    season = compute_season([day.event])
    assert season.pairs[0].name == "P1 & Q1"
    assert "Zoe" not in {entry.name for entry in season.players}
    day.record(EventEntryKind.RENAME, pair=1, names=("P1 & Zoe",))  # the whole day
    assert compute_season([day.event]).pairs[0].name == "P1 & Zoe"


def test_a_player_twice_in_a_pair_counts_once_for_each_event() -> None:
    season = compute_season([event(("Gus & gus", 300), ("Cy & Di", 100))])
    assert [(entry.events, entry.total) for entry in season.players] == [(1, 300), (1, 100), (1, 100)]


def test_only_the_best_events_count() -> None:
    season = compute_season([MARCH, APRIL], best=1)
    entry = next(entry for entry in season.pairs if entry.name == "Ann & Bob")
    assert (entry.events, entry.points, entry.total, entry.best_place) == (2, 4, 1000, 1)


def test_no_event_is_no_season() -> None:
    assert compute_season([]).pairs == ()


def test_the_best_events_are_those_with_the_most_points_and_among_equal_ones_the_highest_total() -> None:
    """Ann & Bob win three events of two pairs, 2 points each; the two with the highest totals count."""
    events = [event(("Ann & Bob", total), ("Cy & Di", 5)) for total in (300, 900, 600)]
    season = compute_season([*events, event(("Ann & Bob", 5000), ("Cy & Di", 6000))], best=2)
    first = season.pairs[0]
    assert (first.name, first.events, first.points, first.total, first.half_wins) == ("Ann & Bob", 4, 4, 1500, 4)
    assert [each.points for each in compute_season(events, best=9).pairs] == [6, 3]


def test_who_is_equal_in_points_is_ranked_by_the_total_and_then_shares_the_rank() -> None:
    days = [event(("Ann & Bob", 300), ("Cy & Di", 100)), event(("Ed & Flo", 300), ("Gus & Hal", 200))]
    ranks = [(entry.rank, entry.name) for entry in compute_season(days).pairs]
    assert ranks == [(1, "Ann & Bob"), (1, "Ed & Flo"), (3, "Gus & Hal"), (4, "Cy & Di")]
    players = [entry.rank for entry in compute_season(days).players]
    assert players == [1, 1, 1, 1, 5, 5, 7, 7]


def test_the_average_of_a_season_is_of_the_events_that_count() -> None:
    """Ann & Bob: 4 and 2 points; Cy & Flo 4 in one event. Without a day in which nothing was played."""
    unplayed = replace(Day(2).event, file="april.toml")
    season = compute_season([MARCH, APRIL, unplayed], by_average=True, min_events=2)
    assert (season.events, season.incomplete, season.unplayed) == (2, (), ("april.toml",))
    assert [(entry.rank, entry.name, entry.average) for entry in season.pairs] == [
        (1, "Ann & Bob", 3),
        (2, "Gus", 1),
        (None, "Cy & Flo", 4),
        (None, "Ed & Flo", 3),
        (None, "Ed & Di", 3),
        (None, "Cy & Di", 1),
    ]
    assert compute_season([MARCH, APRIL], best=1, by_average=True).pairs[0].average == 4


def test_an_event_that_is_not_complete_is_named_and_who_has_not_played_gets_nothing() -> None:
    day = Day(5)
    day.draw()
    day.play(1, (100, 50), (40, 30))
    season = compute_season([replace(day.event, file="may.toml")])
    assert (season.events, season.incomplete) == (1, ("may.toml",))
    assert [(entry.name, entry.points) for entry in season.pairs] == [
        ("P1 & Q1", 4), ("P2 & Q2", 3), ("P3 & Q3", 2), ("P4 & Q4", 1),
    ]  # fmt: skip


def test_a_pair_is_called_as_it_is_called_most_often() -> None:
    days = [event((name, 300), ("Cy & Di", 100)) for name in ("ann & bob", "Ann & Bob", "Ann & Bob")]
    assert compute_season(days).pairs[0].name == "Ann & Bob"
    assert [entry.name for entry in compute_season(days).players] == ["Ann", "Bob", "Cy", "Di"]
