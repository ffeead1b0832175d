"""`canasta-score event print`: sheets for paper."""

from typing import Annotated

import typer

from canasta_score.cli.commands.files.export_target import ForceOption, check_export_target, write_text_file
from canasta_score.cli.event.options import EventOption, parse_game
from canasta_score.cli.options import FILE_METAVAR, GAME_METAVAR
from canasta_score.cli.paths.event import resolve_event_path
from canasta_score.cli.paths.expansion import expand_path
from canasta_score.cli.usage_errors import usage_error
from canasta_score.event.event import no_draw_error
from canasta_score.event.seating.rounds import find_seating
from canasta_score.event.storage.event_files import read_event
from canasta_score.report.event.print_kinds import PrintKind
from canasta_score.report.html.event_prints import render_print

_SheetOption = Annotated[
    str,
    typer.Option(
        "--output", "-o", metavar=FILE_METAVAR, help="The file to write, such as slips.html.", show_default=False
    ),
]
_KindArgument = Annotated[PrintKind, typer.Argument(help="What to print.", show_default=False)]
_OneGameOption = Annotated[
    int | None, typer.Option("--game", metavar=GAME_METAVAR, parser=parse_game, help="Only this game (default: all).")
]
_SUFFIXES = {".html", ".htm"}


def print_(
    kind: _KindArgument,
    *,
    output: _SheetOption,
    game: _OneGameOption = None,
    event: EventOption = None,
    force: ForceOption = False,
) -> None:
    """Write guide cards, slips, seating or standings for paper.

    Open the file in a browser and print it, on A4 or Letter. A guide card tells a pair where it sits in each game.
    """
    path, target = resolve_event_path(event), expand_path(output)
    if target.suffix.lower() not in _SUFFIXES:
        raise usage_error(f'"{output}" must end in .html', "open the file in a browser to print it", option="-o")
    check_export_target(target, path, "the event file", force=force)
    loaded = read_event(path)
    if kind is not PrintKind.STANDINGS and not loaded.is_drawn:
        raise no_draw_error()
    if game is not None:
        find_seating(loaded, game)  # which raises an error if the game is not known yet

    write_text_file(target, render_print(loaded, kind, game), force=force)
