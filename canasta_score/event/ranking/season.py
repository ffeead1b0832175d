"""A season: what pairs and players made of many events."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from canasta_score.event.event import Event
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.game.sides import fold_name, normalize_name, parse_partners
from canasta_score.hand.tally.names import split_players
from canasta_score.rules.frozen import Value, frozen


@frozen
class SeasonEntry(Value):
    """A pair or a player in a season: rank, events, season points, points at the tables, half wins, and best place."""

    rank: int
    name: str
    events: int
    points: int
    total: int
    half_wins: int
    best_place: int


@frozen
class Season(Value):
    """Many events: how many, and the rankings by pair and by player."""

    events: int
    pairs: tuple[SeasonEntry, ...]
    players: tuple[SeasonEntry, ...]


@frozen
class _Finish(Value):
    """How a pair finished in an event: as many points as pairs it left behind, plus one."""

    points: int
    total: int
    half_wins: int
    place: int


class _Account:
    def __init__(self) -> None:
        self.spellings: Counter[str] = Counter()
        self.finishes: list[_Finish] = []

    def add(self, name: str, finish: _Finish) -> None:
        self.spellings[name] += 1
        self.finishes.append(finish)

    def build_entry(self, best: int | None) -> SeasonEntry:
        counted = sorted(self.finishes, key=lambda finish: (-finish.points, -finish.total))[:best]
        return SeasonEntry(
            rank=0,  # not known yet
            name=max(self.spellings, key=self.spellings.__getitem__),
            events=len(self.finishes),
            points=sum(finish.points for finish in counted),
            total=sum(finish.total for finish in counted),
            half_wins=sum(finish.half_wins for finish in counted),
            best_place=min(finish.place for finish in self.finishes),
        )


def compute_season(events: Iterable[Event], best: int | None = None) -> Season:
    """Return the season of some events; `best`: only so many events of each count, those with the most points.

    Partners may be named in either order, and a player may have different partners.
    """
    pairs: defaultdict[tuple[str, ...], _Account] = defaultdict(_Account)
    players: defaultdict[str, _Account] = defaultdict(_Account)
    number = 0
    for event in events:
        number += 1
        for field in compute_standings(event).fields:
            for ranked in field.ranking:
                record = ranked.record
                behind = sum(other.rank > ranked.rank for other in field.ranking)
                finish = _Finish(points=behind + 1, total=record.total, half_wins=record.half_wins, place=ranked.rank)
                name = record.pair.name
                pairs[parse_partners(name)].add(normalize_name(name), finish)
                for player in split_players(name) or [name]:
                    players[fold_name(player)].add(player, finish)
    return Season(events=number, pairs=_rank_accounts(pairs, best), players=_rank_accounts(players, best))


def _rank_accounts(accounts: Mapping[Any, _Account], best: int | None) -> tuple[SeasonEntry, ...]:
    """Return the entries by points, then by total; who is equal in both shares the rank."""
    entries = [account.build_entry(best) for account in accounts.values()]
    entries.sort(key=lambda entry: (-entry.points, -entry.total))
    first: dict[tuple[int, int], int] = {}
    for rank, entry in enumerate(entries, 1):
        first.setdefault((entry.points, entry.total), rank)
    return tuple(replace(entry, rank=first[entry.points, entry.total]) for entry in entries)
