"""The game file that a command uses, and the file for its page."""

from pathlib import Path

from canasta_score.cli import paths
from canasta_score.cli.messages import print_diagnostics, print_note
from canasta_score.disk.files import path_exists
from canasta_score.game.evening import find_free_path


def resolve_ledger_path(name: str | None) -> Path:
    """Return the path of the game file, and print which one it is if it is not the usual one of this folder."""
    path = paths.get_ledger_path(name)
    if name is None and not paths.get_chosen_ledger():
        current = paths.find_folder_ledger()
        print_diagnostics(current.diagnostics)
        if path != Path(paths.DEFAULT_LEDGER):
            over = "all games in this folder are" if current.is_over else f"the game in {paths.DEFAULT_LEDGER} is"
            print_note(f"{over} over; this is {path}")
    return path


def find_free_page(name: str) -> str:
    """Return a file for the page of a game that does not exist yet: the one of this name, or one with a number."""
    return str(find_free_path(Path(name))) if path_exists(Path(name)) else name
