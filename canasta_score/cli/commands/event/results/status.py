"""`canasta-score event status`: which slips are missing, unverified or disputed."""

from canasta_score.cli.event.options import EventOption, OptionalGameArgument
from canasta_score.cli.event.recording import load_event
from canasta_score.cli.options import JsonOption
from canasta_score.cli.terminal import print_json, print_result
from canasta_score.event.status import compute_status
from canasta_score.report.event.json import build_status_json
from canasta_score.report.event.slips import iter_status_lines


def status(game: OptionalGameArgument = None, *, event: EventOption = None, json: JsonOption = False) -> None:
    """Show which slips are missing, unverified or disputed.

    It also shows which tables of the next game may start.
    """
    loaded = load_event(event)
    result = compute_status(loaded, loaded.current_game if game is None else game)
    if json:
        print_json(build_status_json(loaded, result))
    else:
        print_result("\n".join(iter_status_lines(result)))
