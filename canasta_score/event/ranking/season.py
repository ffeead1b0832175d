"""A season: what pairs and players made of many events."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from canasta_score.event.event import Event
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.game.sides import fold_name, normalize_name, parse_partners
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import split_players


class SeasonEntry(Value):
    """A pair or a player in a season: rank, events, season points, points at the tables, half wins, and best place."""

    rank: int | None  # None for who was there too seldom, and comes last
    name: str
    events: int
    points: int
    average: float  # the season points for each event that counts
    total: int
    half_wins: int
    best_place: int


class Season(Value):
    """Many events that were played: their names and days, which are incomplete, and the rankings by pair and player."""

    days: tuple[tuple[str, datetime | None], ...]
    best: int | None  # how many events of each count; None: all
    min_events: int  # who was at fewer has no rank
    has_different_rules: bool
    incomplete: tuple[str, ...]
    unplayed: tuple[str, ...]  # days that are left out
    by_average: bool
    pairs: tuple[SeasonEntry, ...]
    players: tuple[SeasonEntry, ...]

    @property
    def events(self) -> int:
        """Return how many events were played."""
        return len(self.days)


class _Finish(NamedTuple):
    """How a pair or a player of a pair finished in an event: as many points as pairs left behind, plus one."""

    name: str
    points: int
    total: int
    half_wins: int
    place: int


def compute_season(
    events: Iterable[Event], best: int | None = None, *, by_average: bool = False, min_events: int = 1
) -> Season:
    """Return the season of some events; `best`: only so many events of each count, those with the most points."""
    pairs: defaultdict[tuple[str, ...], list[_Finish]] = defaultdict(list)
    players: defaultdict[str, list[_Finish]] = defaultdict(list)
    days, rules, incomplete, unplayed = list[tuple[str, datetime | None]](), list[Variant](), [], []
    for event in events:
        standings = compute_standings(event)
        ranks = standings.get_ranks()
        if not ranks:
            unplayed.append(event.file)
            continue
        days.append((event.name, event.started_at))
        rules.append(event.variant)
        if not standings.is_complete:
            incomplete.append(event.file)
        for field in standings.fields:
            places = sorted(ranked.rank for ranked in field.ranking if ranked.rank)
            for ranked in field.ranking[: len(places)]:
                record, place = ranked.record, ranks[ranked.record.pair.number]
                behind = len(places) - bisect_right(places, place)
                name = record.pair.get_name(record.played[0].game)  # a substitute only helps
                finish = _Finish(normalize_name(name), behind + 1, record.total, record.half_wins, place)
                pairs[parse_partners(name)].append(finish)
                for key, player in {fold_name(player): player for player in split_players(name) or [name]}.items():
                    players[key].append(finish._replace(name=player))
    rank = partial(_rank_entries, best=best, min_events=min_events, by_average=by_average)
    return Season(
        days=tuple(days),
        best=best,
        min_events=min_events,
        has_different_rules=any(variant != rules[0] for variant in rules),
        incomplete=tuple(incomplete),
        unplayed=tuple(unplayed),
        by_average=by_average,
        pairs=rank(pairs.values()),
        players=rank(players.values()),
    )


def _build_entry(finishes: Sequence[_Finish], best: int | None) -> SeasonEntry:
    counted = sorted(finishes, key=lambda finish: (-finish.points, -finish.total))[:best]
    points = sum(finish.points for finish in counted)
    return SeasonEntry(
        rank=None,  # not known yet
        name=Counter(finish.name for finish in finishes).most_common(1)[0][0],
        events=len(finishes),
        points=points,
        average=points / len(counted),
        total=sum(finish.total for finish in counted),
        half_wins=sum(finish.half_wins for finish in counted),
        best_place=min(finish.place for finish in finishes),
    )


def _rank_entries(
    groups: Iterable[Sequence[_Finish]], best: int | None, min_events: int, *, by_average: bool
) -> tuple[SeasonEntry, ...]:
    """Return the entries by points, then by total; who is equal in both shares the rank."""

    def get_key(entry: SeasonEntry) -> tuple[bool, float, int]:
        return entry.events < min_events, -entry.average if by_average else -entry.points, -entry.total

    ordered = sorted((_build_entry(finishes, best) for finishes in groups), key=get_key)
    keys = [get_key(entry) for entry in ordered]
    return tuple(
        entry if entry.events < min_events else replace(entry, rank=bisect_left(keys, key) + 1)
        for entry, key in zip(ordered, keys, strict=True)
    )
