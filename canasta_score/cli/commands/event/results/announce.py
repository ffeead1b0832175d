"""`canasta-score event announce`: close a game and show the ranks."""

from canasta_score.cli.event.options import EventOption, OptionalGameArgument
from canasta_score.cli.event.recording import build_entry, record_built_entry
from canasta_score.cli.messages import print_hint, print_warning
from canasta_score.cli.options import JsonOption
from canasta_score.cli.terminal import get_terminal_width, print_json, print_result, print_table
from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.event import Event
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.status import compute_status
from canasta_score.report.event.json import build_standings_json
from canasta_score.report.event.slips import describe_dispute
from canasta_score.report.event.tables import format_standings


def announce(game: OptionalGameArgument = None, *, event: EventOption = None, json: JsonOption = False) -> None:
    """Close a game and show the ranks.

    Every table must have a slip. Afterward a slip is corrected with "event fix".
    """

    def build_announcement(current: Event) -> EventEntry:
        return build_entry(EventEntryKind.ANNOUNCE, game=_find_next(current) if game is None else game)

    _, after = record_built_entry(event, build_announcement)
    number = after.entries[-1].game or 0
    for table, reports in compute_status(after, number).disputed.items():
        words = ("event", "fix", str(number), str(table), "NS", "EW", "--why", "TEXT")
        print_warning(describe_dispute(number, table, reports), "the first slip counts; to correct it", *words)
    if json:
        print_json(build_standings_json(after, compute_standings(after, number)))
        return
    print_result(f"Game {number} is announced.\n")

    print_table(format_standings(after, compute_standings(after, number), get_terminal_width()))
    if number < after.games:
        print_hint("to see the tables of the next game", "event", "round", str(number + 1))


def _find_next(event: Event) -> int:
    # Not `current_game`, which goes on with the slips of the next game: one before it may be left unannounced.
    return next((game for game in range(1, event.games + 1) if game not in event.announced), event.games)
