"""`canasta-score play`: a whole evening at one prompt."""

from contextlib import suppress

import typer

from canasta_score.cli.game_files import resolve_ledger_path
from canasta_score.cli.options import GameFileArgument, LedgerOption, pick_game_file
from canasta_score.cli.prompt.first_game import start_first_game
from canasta_score.cli.prompt.line_editor import LineEditor
from canasta_score.cli.prompt.session import PlaySession
from canasta_score.cli.terminal import is_interactive
from canasta_score.cli.usage_errors import usage_error
from canasta_score.disk.files import path_exists


def play(context: typer.Context, game_file: GameFileArgument = None, *, ledger: LedgerOption = None) -> None:
    """Keep the score of a whole evening at one prompt.

    Type a hand in one line, and see its score while you type. Press Enter alone to be asked for one item after
    another. TAB completes words, "help" lists everything you can type, and Ctrl-D leaves. If there is no game yet,
    one is started. If the game is over, the newest game in this folder goes on.
    """
    if not is_interactive():
        example = "we red=3 natural=2 out table=335 they table=125 hand=85"
        raise usage_error("play needs a terminal", "to record a hand without one", "add", *example.split())
    path = resolve_ledger_path(pick_game_file(game_file, ledger))
    program = context.find_root().command
    editor = LineEditor(program)
    with suppress(EOFError):
        if path_exists(path):
            PlaySession(program, path, editor).run(["show"])
        else:
            start_first_game(program, path, editor.ask_setup_question)
            PlaySession(program, path, editor).run([])
