"""An event in words: its rules, its ranks, its pairs and their points."""

from collections.abc import Iterable, Iterator, Sequence

from canasta_score.event.event import Event
from canasta_score.event.ranking.records import ALL_FIELD, GameRecord
from canasta_score.event.ranking.standings import FieldRanking, RankChange, Standings
from canasta_score.event.seating.tables import Direction, Table
from canasta_score.event.settings import (
    Fields,
    MovementName,
    RankBy,
    Settings,
    SitOutCredit,
    TieBreaker,
    UnfinishedHand,
)
from canasta_score.rules.text import format_count, join_words

_RANKED_BY = {
    RankBy.TOTAL: "the highest total wins",
    RankBy.WINS: "2 points for a win, 1 for a tie",
    RankBy.VICTORY_POINTS: "victory points by the difference",
}
_SIT_OUTS = {
    SitOutCredit.AVERAGE: "a pair that sits out gets its own average",
    SitOutCredit.FIELD: "a pair that sits out gets the average of the field",
    SitOutCredit.NONE: "a pair that sits out gets nothing",
}
_AT_THE_BELL = {
    UnfinishedHand.DROP: "stop playing. A hand that is not finished does not count.",
    UnfinishedHand.FINISH: "finish the hand, and start no new one.",
    UnfinishedHand.COUNT: "stop playing, and count the hand as if the stock had run out.",
}
FIELD_LABELS = {ALL_FIELD: "", Direction.NS: "North-South", Direction.EW: "East-West"}
TIE_LABELS = {
    TieBreaker.WINS: "wins",
    TieBreaker.HEAD_TO_HEAD: "the games between them",
    TieBreaker.BEST_GAME: "best game",
    TieBreaker.TOTAL: "total",
    TieBreaker.DIFFERENCE: "difference",
}


def describe_event(event: Event) -> str:
    """Return what an event is called, and how it is played and ranked, in three lines."""
    return f"{event.name}: " + "\n".join(list_event_rules(event))


def list_event_rules(event: Event) -> Sequence[str]:
    """Return how an event is played, how it is ranked, and what the bell means."""
    settings = event.settings
    is_knockout = settings.movement is MovementName.KNOCKOUT
    # How many games a knockout takes is known with the number of pairs.
    count = "games" if is_knockout and not event.is_drawn else format_count(event.games, "game")
    games = f"{count} of {settings.minutes} minutes"
    fields = " North-South and East-West are ranked apart." if settings.fields is Fields.TWO else ""
    rank = "the loser is out" if is_knockout else _RANKED_BY[settings.rank]
    return (
        f"{event.variant.title}, {games}, {settings.movement}.",
        f"{rank[:1].upper()}{rank[1:]}; {_SIT_OUTS[settings.sit_out]}.{fields}",
        describe_bell(settings),
    )


def describe_bell(settings: Settings) -> str:
    """Return what the players do at the end of the time, in one or two sentences."""
    return f"At the bell, {_AT_THE_BELL[settings.unfinished]}"


def build_heading(standings: Standings) -> str:
    """Return what the standings are called."""
    if not standings.after:
        return "No results yet"
    return "Final standings" if standings.is_complete else f"Standings after game {standings.after}"


def iter_broken_ties(field: FieldRanking) -> Iterator[str]:
    """Yield what broke the ties of a ranking, a sentence for each tie-breaker."""
    parted: dict[TieBreaker, list[str]] = {}
    for ranked in field.ranking:
        if ranked.tie_broken_by:
            parted.setdefault(ranked.tie_broken_by, []).append(f"{ranked.record.pair.name} (rank {ranked.rank})")
    for tie_breaker, names in parted.items():
        yield f"Equal points, ranked by {TIE_LABELS[tie_breaker]}: {join_words(names)}."


def format_table_names(event: Event, table: Table) -> str:
    """Return the pairs of a table, North-South first: `1 Ann & Bob - 4 Cy & Di`."""
    return " - ".join(format_numbered_name(event, pair) for pair in table.pairs)


def format_numbered_name(event: Event, pair: int) -> str:
    """Return the number and the name of a pair: `7 Ann & Bob`."""
    return f"{pair} {event.pairs[pair].name}"


def format_game_points(game: GameRecord) -> str:
    """Return the points of a pair in a game, in parentheses if it sat out."""
    return f"({game.points_for:,})" if game.is_sit_out else f"{game.points_for:,}"


def format_wins(half_wins: int) -> str:
    """Return how many games were won; a tie is half a win."""
    return f"{half_wins / 2:g}"


def iter_rank_changes(event: Event, changes: Iterable[RankChange]) -> Iterator[str]:
    """Yield the pairs whose rank changed, each with its old and its new one."""
    for change in changes:
        yield f"{event.pairs[change.pair].name}: now rank {change.after}, was {change.before}"
