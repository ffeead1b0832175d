"""The game file that a command uses, and the files that come after it: the page to send, and the next game."""

from pathlib import Path

from canasta_score.cli import paths
from canasta_score.cli.messages import format_command, print_diagnostics, print_note
from canasta_score.cli.terminal import print_result
from canasta_score.disk.files import path_exists
from canasta_score.game.evening import find_free_path
from canasta_score.game.ledger import Ledger


def resolve_ledger_path(name: str | None) -> Path:
    """Return the path of the game file, and print which one it is if it is not the usual one of this folder."""
    path = paths.get_ledger_path(name)
    if name is None and not paths.is_ledger_chosen():
        current = paths.find_folder_ledger()
        print_diagnostics(current.diagnostics)
        if path != Path(paths.DEFAULT_LEDGER):
            over = "all games in this folder are" if current.is_over else f"the game in {paths.DEFAULT_LEDGER} is"
            print_note(f"{over} over; this is {path}")
    return path


def find_free_page(name: str) -> str:
    """Return a file for the page of a game that does not exist yet: the one of this name, or one with a number."""
    return str(find_free_path(Path(name))) if path_exists(Path(name)) else name


def print_next_steps(game: Ledger) -> None:
    """Print how to export a game that has just ended, and how to start the next one, each on a line to copy."""
    export = format_command("export", "-o", find_free_page("evening.html"))
    next_game = format_command(*paths.build_next_game_command(game.file))
    print_result("")
    print_result(f"To send the game: {export}\nTo start the next game: {next_game}")
