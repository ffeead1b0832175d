"""The game file that a command uses, and the file for its page."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from canasta_score.cli import paths
from canasta_score.cli.messages import print_diagnostics, print_note
from canasta_score.disk.files import build_write_error, get_hidden_sibling, path_exists
from canasta_score.game.entries import LedgerError, disk_errors_as, ledger_error
from canasta_score.game.evening import find_free_path
from canasta_score.game.storage.ledger_files import read_ledger


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


@contextmanager
def set_empty_game_aside(path: Path) -> Iterator[Path]:
    """Move a game without entries away for a block, which gets its path; it comes back unless another one is there."""
    from canasta_score.disk.locks import lock  # start-up: only `play` moves games

    aside = get_hidden_sibling(path, "old")
    with disk_errors_as(LedgerError), lock(path):
        if read_ledger(path).entries:
            raise ledger_error(str(path), "somebody has just recorded something", "press Enter to see it")
        try:
            path.rename(aside)
        except OSError as error:
            raise build_write_error(str(path), error) from None
    try:
        yield aside
    finally:
        if path_exists(path):
            aside.unlink()
        else:
            aside.rename(path)
