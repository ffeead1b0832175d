"""`canasta-score event season`: rank pairs and players over many events."""

from typing import Annotated

import typer

from canasta_score.cli.options import FILE_METAVAR, JsonOption
from canasta_score.cli.terminal import print_json, print_table
from canasta_score.event.errors import EventError
from canasta_score.event.ranking.season import compute_season
from canasta_score.event.storage.transactions import read_event
from canasta_score.game.storage.discovery import find_ledgers
from canasta_score.game.storage.reader import VariantCache

_FilesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar=f"{FILE_METAVAR}...",
        help="Event files, folders, or patterns such as 'season/*.toml'.",
        show_default=False,
    ),
]
_BestOption = Annotated[
    int | None, typer.Option("--best", metavar="N", min=1, help="Only the best N events of each count.")
]


def season(files: _FilesArgument, *, best: _BestOption = None, json: JsonOption = False) -> None:
    """Rank pairs and players over many events.

    An event gives a pair as many points as pairs it left behind, plus one. Partners may be named in either order.
    """
    found = find_ledgers(files)
    if found.diagnostics:
        raise EventError(found.diagnostics)
    cache = VariantCache()
    result = compute_season((read_event(path, cache) for path in found.paths), best)
    if json:
        from canasta_score.report.event.json import build_season_json

        print_json(build_season_json(result))
        return
    from canasta_score.report.event.tables import format_season

    print_table(format_season(result))
