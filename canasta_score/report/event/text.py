"""An event in words: its rules, its seats, its ranks, what came from the tables, and what each entry did."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import compress, dropwhile, groupby
from typing import NamedTuple

from canasta_score.event.entries import ClockAction, EventChange, EventEntryKind
from canasta_score.event.event import Event, label_pair
from canasta_score.event.ranking.season import Season, SeasonEntry
from canasta_score.event.ranking.standings import ALL_FIELD, FieldRanking, GameRecord, Standings
from canasta_score.event.seating.tables import Direction, Seating, Table, list_sit_outs
from canasta_score.event.settings import Fields, RankBy, Settings, SitOutCredit, TieBreaker, UnfinishedHand
from canasta_score.event.slips import Score, TableResult, sum_hands
from canasta_score.event.status import GameStatus, is_correction
from canasta_score.rules.frozen import Value
from canasta_score.rules.text import format_count, join_words, name_numbers


class SeatView(NamedTuple):
    """A table where two pairs play, and the pairs by number and name."""

    table: int
    ns: str
    ew: str


class RoundView(Value):
    """The tables of a game, and the pairs that sit out."""

    game: int
    seats: tuple[SeatView, ...]
    sits_out: tuple[str, ...]


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
_FIRST_PLACES = 3
FIELD_LABELS = {ALL_FIELD: "", Direction.NS: "North-South", Direction.EW: "East-West"}
TIE_LABELS = {
    TieBreaker.WINS: "wins",
    TieBreaker.HEAD_TO_HEAD: "the games between them",
    TieBreaker.BEST_GAME: "best game",
    TieBreaker.TOTAL: "total",
    TieBreaker.DIFFERENCE: "difference",
}


def list_event_rules(event: Event) -> Sequence[str]:
    """Return how an event is played, how it is ranked, what the bell means, and what a target in points does."""
    settings, target = event.settings, event.variant.game.target
    # How many games a knockout takes is known with the number of pairs.
    count = "games" if event.movement.eliminates and not event.is_drawn else format_count(event.games, "game")
    games = f"{count} of {settings.minutes} minutes"
    last_game = f", the last game {settings.last_game}" if settings.last_game else ""
    fields = " North-South and East-West are ranked apart." if settings.fields is Fields.TWO else ""
    rank = "the loser is out" if event.movement.eliminates else _RANKED_BY[settings.rank]
    return (
        f"{event.variant.title}, {games}, {settings.movement}{last_game}.",
        f"{rank.capitalize()}; {_SIT_OUTS[settings.sit_out]}.{fields}",
        describe_bell(settings),
        *([f"A table that reaches {target:,} points plays no further hand of that game."] if target else []),
    )


def describe_bell(settings: Settings) -> str:
    """Return what the players do at the end of the time, in one or two sentences."""
    return f"At the bell, {_AT_THE_BELL[settings.unfinished]}"


def build_round_view(event: Event, game: int, seating: Seating) -> RoundView:
    """Build what is shown of the seats of a game."""
    return RoundView(
        game=game,
        seats=tuple(
            SeatView(table.number, *(format_numbered_name(event, pair, game) for pair in table.pairs))
            for table in seating
            if table.is_played
        ),
        sits_out=tuple(format_numbered_name(event, pair, game) for pair in list_sit_outs(seating)),
    )


def format_table_names(event: Event, game: int, table: Table) -> str:
    """Return the pairs of a table in a game, North-South first: `1 Ann & Bob - 4 Cy & Di`."""
    return " - ".join(format_numbered_name(event, pair, game) for pair in table.pairs)


def format_numbered_name(event: Event, pair: int, game: int) -> str:
    """Return the number and the name of a pair in a game: `7 Ann & Bob`."""
    return f"{pair} {event.get_name(pair, game)}"


def build_heading(standings: Standings) -> str:
    """Return what the standings are called."""
    if standings.is_final:
        return "Final standings"
    open_games = [*dropwhile(lambda slips: slips.came == slips.expected, standings.slips)]
    counts = [
        f"{came} of {format_count(expected, 'slip')} of game {game}" for game, came, expected in open_games if came
    ]
    whole_games = len(standings.slips) - len(open_games)
    after = f"After game {whole_games}" if whole_games else ""
    if not counts:
        return after or "No results yet"
    return f"{after}, with {join_words(counts)}" if after else f"With {join_words(counts)}"


def iter_broken_ties(event: Event, field: FieldRanking) -> Iterator[str]:
    """Yield what broke the ties of a ranking, a sentence for the pairs with the same points."""
    tied = [ranked for ranked in field.ranking if ranked.tie_broken_by]
    for _, group in groupby(tied, key=lambda ranked: ranked.points):
        pairs = [*group]
        labels = [TIE_LABELS[tie] for tie in event.settings.ties if tie in {ranked.tie_broken_by for ranked in pairs}]
        names = join_words(f"{ranked.record.pair.name} (rank {ranked.rank})" for ranked in pairs)
        yield f"Equal points, ranked by {join_words(labels)}: {names}."


def describe_adjustments(field: FieldRanking) -> str:
    """Return which pairs of a ranking have adjustments, where a star stands after their names, or an empty text."""
    records = (ranked.record for ranked in field.ranking)
    adjusted = [f"{each.pair.name} {each.adjustment:+,}" for each in records if each.adjustment]
    return f"* Adjusted: {join_words(adjusted)}." if adjusted else ""


def iter_first_places(standings: Standings) -> Iterator[str]:
    """Yield the pairs on the first three ranks, a line for each, as a director reads them out."""
    for field in standings.fields:
        label = FIELD_LABELS[field.field]
        for ranked in field.ranking:
            if ranked.rank and ranked.rank <= _FIRST_PLACES:
                pair, place = ranked.record.pair, f"rank {ranked.rank}"
                where = f"{label}, {place}" if label else place.capitalize()
                yield f"{where}: {pair.number} {pair.name}, {ranked.points:,}"


def format_game_points(game: GameRecord) -> str:
    """Return the points of a pair in a game, in parentheses if it sat out."""
    return f"({game.points_for:,})" if game.is_sit_out else f"{game.points_for:,}"


def format_wins(half_wins: int) -> str:
    """Return how many games were won; a tie is half a win."""
    return f"{half_wins / 2:g}"


def format_score(score: Score) -> str:
    """Return the totals of a slip: `2,525 to 2,075`."""
    return f"{score.ns:,} to {score.ew:,}"


def describe_result(event: Event, game: int, table: Table, result: TableResult) -> str:
    """Return what is known of a table: `table 14: Ann & Bob 2,875, Cy & Di -145 (verified)`."""
    place = f"table {table.number}"
    if result.score is None:
        so_far = format_score(sum_hands(result.hands))
        return f"{place}: {name_numbers('hand', sorted(result.hands))} recorded, {so_far} so far"
    figures = ", ".join(
        f"{event.get_name(pair, game)} {points:,}" for pair, points in zip(table.pairs, result.score, strict=True)
    )
    mark = " (verified)" if result.is_verified else " (disputed)" if result.is_disputed else ""
    return f"{place}: {figures}{mark}"


def describe_dispute(game: int, table: int, reports: tuple[Score, ...]) -> str:
    """Return what is wrong with a table that has different slips."""
    swapped = reports[-1] == Score(reports[0].ew, reports[0].ns)
    guess = "; maybe the sides were exchanged" if swapped else ""
    return f"game {game}, table {table} is disputed: {_join_scores(reports)}{guess}"


def _join_scores(scores: Iterable[Score]) -> str:
    return join_words(map(format_score, scores), "or")


def describe_missing_slips(status: GameStatus) -> str:
    """Return which slips of a game are missing, or how many came only once, in one sentence."""
    if status.is_complete:
        once = f", {len(status.unverified)} of them entered only once" if status.unverified else ""
        return f"All slips of game {status.game} are in{once}."
    return f"Missing in game {status.game}: {name_numbers('table', status.missing)}."


def iter_status_lines(status: GameStatus) -> Iterator[str]:
    """Yield what has come from the tables of a game, and who may move."""
    came = len(status.tables) - len(status.missing)
    yield f"Game {status.game}: {came} of {format_count(len(status.tables), 'slip')} in."
    for label, numbers in (("Missing", status.missing), ("Entered only once", status.unverified)):
        if numbers:
            yield f"{label}: {name_numbers('table', numbers)}."
    for number, name in status.waiting.items():
        yield f"Table {number} entered its slip on a phone. {name} can confirm it."
    for number, reports in status.disputed.items():
        yield f"Disputed: table {number}, {_join_scores(reports)}."
    if status.ready:
        yield f"In game {status.game + 1}, the pairs of {name_numbers('table', status.ready)} can sit down."


def describe_season_ties(season: Season, entries: Sequence[SeasonEntry]) -> str:
    """Return why entries that are equal in what the ranking goes by have different ranks, or an empty text."""
    value = "average" if season.by_average else "points"
    ranked = [entry for entry in entries if entry.rank]
    is_broken = len({entry.rank for entry in ranked}) > len({getattr(entry, value) for entry in ranked})
    return f"Equal {value}, ranked by total." if is_broken else ""


def format_season_title(season: Season) -> str:
    """Return what a season is called."""
    return f"Season of {format_count(season.events, 'event')}"


def describe_counted_events(season: Season) -> str:
    """Return what is not usual in a season, or an empty text: which events count, who has no rank, different rules."""
    best = "The best event of each counts." if season.best == 1 else f"The {season.best} best events of each count."
    unranked, rules = f"Fewer than {season.min_events} events: no rank (-).", "Not all events had the same rules."
    is_shown = (season.best is not None, season.min_events > 1, season.has_different_rules)
    return " ".join(compress((best, unranked, rules), is_shown))


def build_season_rows(label: str, entries: Iterable[SeasonEntry]) -> list[Mapping[str, str]]:
    """Return the cells of a ranking of a season, by the heads of their columns; `label` is that of the names."""
    return [
        {
            "Rank": str(entry.rank or "-"),
            label: entry.name,
            "Events": f"{entry.events}",
            "Points": f"{entry.points:,}",
            "Average": f"{entry.average:,.2f}",
            "Total": f"{entry.total:,}",
            "Wins": format_wins(entry.half_wins),
            "Best place": f"{entry.best_place}",
        }
        for entry in entries
    ]


_ENTRY_DESCRIPTIONS = {
    EventEntryKind.PAIRS: "{pairs}",
    EventEntryKind.LATE: "the late pair {names[0]}",
    EventEntryKind.WITHDRAW: "the withdrawal of pair {pair}",
    EventEntryKind.RETURN: "the return of pair {pair}",
    EventEntryKind.DRAW: "the draw",
    EventEntryKind.SLIP: "the {slip} of table {entry.table} in game {entry.game}",
    EventEntryKind.HAND: "hand {entry.hand} of table {entry.table} in game {entry.game}",
    EventEntryKind.FIX: "the correction of table {entry.table} in game {entry.game}",
    EventEntryKind.VOID: "the removal of the slip of table {entry.table} in game {entry.game}",
    EventEntryKind.SWAP: "the exchange of sides at table {entry.table} in game {entry.game}",
    EventEntryKind.DONE: "the end of table {entry.table} in game {entry.game}",
    EventEntryKind.RENAME: "the name {names[0]} of pair {entry.pair}",
    EventEntryKind.REMOVE: "the removal of pair {entry.pair}",
    EventEntryKind.ADJUST: "{entry.points:+,} points for pair {pair}",
    EventEntryKind.ANNOUNCE: "the announcement of game {entry.game}",
    EventEntryKind.NOTE: 'the note "{entry.text}"',
}


def describe_change(event: Event, change: EventChange) -> str:
    """Return what an entry did, as undo names it."""
    entry = change.entry
    if entry.action is ClockAction.ADD:
        table = "" if entry.table is None else f" for table {entry.table}"
        return f"{entry.minutes:+} minutes{table}"
    if entry.kind is EventEntryKind.CLOCK:
        return f"{'start' if entry.action is ClockAction.START else 'stop'} of the clock"
    if entry.other_table:
        tables = name_numbers("table", [entry.table or 0, entry.other_table])
        return f"the exchange of the East-West pairs of {tables} in game {entry.game}"
    pair = event.pairs.get(entry.pair or 0)
    before, after = change.results
    slip = "slip"
    if before and after and before.reports:  # it is not the first one of its table
        slip = "different slip" if after.is_disputed else "verification" if after.is_verified else "newer slip"
    return _ENTRY_DESCRIPTIONS[entry.kind].format(
        entry=entry,
        pair=pair and label_pair(pair),
        pairs=format_count(len(entry.names), "pair"),
        names=entry.names,
        slip=slip,
    )


def list_notes(event: Event) -> tuple[str, ...]:
    """Return substitutions, notes, corrections and adjustments, with reasons only where they are public."""
    names = ((pair, *earlier) for pair in event.pairs.values() for earlier in pair.earlier)
    notes = [f"Before game {end}, pair {pair.number} was {name}" for pair, end, name in names]
    for change in event.applied_changes:
        entry = change.entry
        if entry.kind is EventEntryKind.NOTE:
            notes.append(entry.text)
        elif is_correction(change):
            notes.append(f"Game {entry.game}, table {entry.table} corrected")
        elif entry.number in event.adjustments:  # or the pair is removed
            reason = f": {entry.text}" if entry.is_public else ""
            notes.append(f"{event.pairs[entry.pair or 0].name} {entry.points:+,}{reason}")
    return tuple(notes)


_DIRECTOR_DECISIONS = {EventEntryKind.FIX, EventEntryKind.VOID, EventEntryKind.ADJUST, EventEntryKind.NOTE}


def iter_reasons(event: Event) -> Iterator[str]:
    """Yield what the director has decided, and why, the notes, and the hands that look impossible."""
    for change in event.applied_changes:
        entry = change.entry
        reason = "recorded with --anyway" if entry.accepted_anyway else entry.text
        if entry.accepted_anyway or entry.kind in _DIRECTOR_DECISIONS:
            what = "note" if entry.kind is EventEntryKind.NOTE else describe_change(event, change)
            yield f"{what[0].upper()}{what[1:]}: {reason}"
