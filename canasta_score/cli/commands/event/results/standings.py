"""`canasta-score event standings`: the ranks."""

from typing import Annotated

import typer

from canasta_score.cli.event.options import EventOption, parse_game
from canasta_score.cli.event.recording import load_event
from canasta_score.cli.options import GAME_METAVAR, JsonOption
from canasta_score.cli.terminal import get_terminal_width, print_json, print_table
from canasta_score.event.ranking.standings import compute_standings
from canasta_score.report.event.json import build_standings_json
from canasta_score.report.event.tables import format_standings

_AfterOption = Annotated[
    int | None, typer.Option("--after", metavar=GAME_METAVAR, parser=parse_game, help="The ranks after this game.")
]


def standings(*, after: _AfterOption = None, event: EventOption = None, json: JsonOption = False) -> None:
    """Show the ranks.

    They go by all slips that are in. In parentheses: the points for a game in which a pair sat out.
    """
    loaded = load_event(event)
    result = compute_standings(loaded, after)
    if json:
        print_json(build_standings_json(loaded, result))
        return

    print_table(format_standings(loaded, result, get_terminal_width()))
