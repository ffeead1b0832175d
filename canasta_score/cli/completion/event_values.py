"""What TAB offers for the pairs, games, tables and slips of an event."""

from collections.abc import Callable, Iterator, Mapping

from canasta_score.cli.completion.parsing import CompletionCandidate, PartialCommandLine
from canasta_score.cli.event.recording import load_event
from canasta_score.cli.options import GAME_METAVAR, PAIR_METAVAR, TABLE_METAVAR
from canasta_score.event.event import Event
from canasta_score.event.seating.rounds import find_seating
from canasta_score.report.event.text import format_table_names
from canasta_score.rules.text import format_count

_SLIP_COMMAND = "slip"


def load_line_event(line: PartialCommandLine) -> Event:
    """Return the event that a command line means; raises CanastaError if it cannot be read."""
    return load_event(line.get_last_value("event"))


def _iter_pair_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    for pair in load_line_event(line).pairs.values():
        yield CompletionCandidate(word=str(pair.number), label=pair.name)


def _iter_game_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    """Yield the games; for a slip only those that miss one."""
    event = load_line_event(line)
    for game in range(1, event.games + 1):
        missing = len(event.list_missing(game))
        if line.command.name != _SLIP_COMMAND or missing or game not in event.seatings:
            label = f"{format_count(missing, 'slip')} missing" if missing else ""
            yield CompletionCandidate(word=str(game), label=label)


def _iter_table_candidates(line: PartialCommandLine) -> Iterator[CompletionCandidate]:
    """Yield the tables of the game that is typed, or is played now; for a slip only those that miss one."""
    event = load_line_event(line)
    game = int(line.arguments[0]) if line.arguments and line.arguments[0].isdecimal() else event.current_game
    is_slip = line.command.name == _SLIP_COMMAND
    missing = event.list_missing(game) if game in event.seatings else None
    for table in find_seating(event, game):
        if table.is_played and (not is_slip or missing is None or table.number in missing):
            yield CompletionCandidate(word=str(table.number), label=format_table_names(event, table))


EVENT_CANDIDATES: Mapping[str, Callable[[PartialCommandLine], Iterator[CompletionCandidate]]] = {
    PAIR_METAVAR: _iter_pair_candidates,
    GAME_METAVAR: _iter_game_candidates,
    TABLE_METAVAR: _iter_table_candidates,
}
