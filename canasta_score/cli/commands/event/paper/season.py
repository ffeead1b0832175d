"""`canasta-score event season`: rank pairs and players over many events."""

from collections.abc import Iterator
from typing import Annotated

import typer

from canasta_score.cli.options import FILE_METAVAR, JsonOption, number_option
from canasta_score.cli.terminal import get_terminal_width, print_json, print_table
from canasta_score.event.errors import EventError
from canasta_score.event.event import Event
from canasta_score.event.ranking.season import compute_season
from canasta_score.event.storage.event_files import read_event
from canasta_score.game.storage.discovery import FoundLedgers, find_ledgers
from canasta_score.game.storage.journal.reader import VariantCache
from canasta_score.report.event.json import build_season_json
from canasta_score.report.event.tables import format_season
from canasta_score.rules.diagnostics import DiagnosticCode

_FilesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar=f"{FILE_METAVAR}...",
        help="Event files, folders, or patterns such as 'season/*.toml'.",
        show_default=False,
    ),
]
_BestOption = Annotated[int | None, number_option("--best", "Count only the best N events of each.", least=1)]


def season(files: _FilesArgument, *, best: _BestOption = None, json: JsonOption = False) -> None:
    """Rank pairs and players over many events.

    An event gives a pair as many points as pairs it left behind, plus one. Partners may be named in either order.
    """
    found = find_ledgers(files)
    if found.diagnostics:
        raise EventError(found.diagnostics)
    result = compute_season(_iter_events(found), best)
    if json:
        print_json(build_season_json(result))
        return

    print_table(format_season(result, get_terminal_width()))


def _iter_events(found: FoundLedgers) -> Iterator[Event]:
    cache = VariantCache()
    for path in found.paths:
        try:
            yield read_event(path, cache)
        except EventError as error:
            # A folder may hold other TOML files, such as game files.
            is_other_file = error.diagnostics[0].code is DiagnosticCode.NOT_A_GAME_FILE
            if not (is_other_file and path in found.found_in_folders):
                raise
