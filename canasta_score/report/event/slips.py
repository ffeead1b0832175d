"""What the slips of an event say, in sentences."""

from collections.abc import Iterable, Iterator

from canasta_score.event.event import Event
from canasta_score.event.seating.tables import Table
from canasta_score.event.slips.results import Score, TableResult, sum_hands
from canasta_score.event.status import GameStatus
from canasta_score.rules.text import format_count, join_words, name_numbers


def format_score(score: Score) -> str:
    """Return the totals of a slip: `2,525 to 2,075`."""
    return f"{score.ns:,} to {score.ew:,}"


def describe_slip(event: Event, game: int, table: Table, result: TableResult) -> str:
    """Return what is known of a table after a slip, in one sentence."""
    place = f"Game {game}, table {table.number}"
    if result.score is None:
        so_far = format_score(sum_hands(result.hands)[0])
        return f"{place}: {name_numbers('hand', sorted(result.hands))} recorded, {so_far} so far."
    figures = ", ".join(
        f"{event.pairs[pair].name} {points:,}" for pair, points in zip(table.pairs, result.score, strict=True)
    )
    mark = " (verified)" if result.is_verified else ""
    return f"{place}: {figures}{mark}."


def describe_dispute(game: int, table: int, reports: tuple[Score, ...]) -> str:
    """Return what is wrong with a table that has different slips."""
    swapped = reports[-1] == Score(reports[0].ew, reports[0].ns)
    guess = "; maybe the sides were exchanged" if swapped else ""
    return f"game {game}, table {table} is disputed: {_join_scores(reports)}{guess}"


def _join_scores(scores: Iterable[Score]) -> str:
    return join_words(map(format_score, scores), "or")


def describe_missing_slips(status: GameStatus) -> str:
    """Return how many slips of a game are missing, in one sentence."""
    if status.is_complete:
        return f"All slips of game {status.game} are in."
    return f"Missing in game {status.game}: {name_numbers('table', status.missing)}."


def iter_status_lines(status: GameStatus) -> Iterator[str]:
    """Yield what has come from the tables of a game, and who may move."""
    came = len(status.tables) - len(status.missing)
    yield f"Game {status.game}: {came} of {format_count(len(status.tables), 'slip')} in."
    for label, numbers in (("Missing", status.missing), ("Entered only once", status.unverified)):
        if numbers:
            yield f"{label}: {name_numbers('table', numbers)}."
    for number, reports in status.disputed.items():
        yield f"Disputed: table {number}, {_join_scores(reports)}."
    if status.ready:
        yield f"Ready for game {status.game + 1}: {name_numbers('table', status.ready)}."
