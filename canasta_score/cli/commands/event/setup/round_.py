"""`canasta-score event round`: who plays whom in a game."""

from canasta_score.cli.event.options import EventOption, OptionalGameArgument
from canasta_score.cli.event.recording import load_event
from canasta_score.cli.options import JsonOption
from canasta_score.cli.terminal import get_terminal_width, print_json, print_table
from canasta_score.event.seating.rounds import list_seatings
from canasta_score.report.event.json import build_round_json
from canasta_score.report.event.tables import format_round


def round_(game: OptionalGameArgument = None, *, event: EventOption = None, json: JsonOption = False) -> None:
    """Show who plays whom in a game.

    It shows the tables, who sits out, and pairs that meet again.
    """
    loaded = load_event(event)
    number = loaded.current_game if game is None else game
    loaded.require_game(number)
    rounds = list_seatings(loaded, number)
    if json:
        print_json(build_round_json(loaded, rounds))
        return

    print_table(format_round(loaded, rounds, get_terminal_width()))
