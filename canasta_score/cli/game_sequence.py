"""From one game to the next: the games of an evening are numbered files in one folder, canasta.toml, canasta-2.toml."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from canasta_score.cli.messages import (
    change_ledger,
    format_command,
    get_typed_words,
    is_prompt_mode,
    print_error,
    print_note,
)
from canasta_score.cli.options import is_default_ledger
from canasta_score.cli.terminal import print_result, wrap_text
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.files import path_exists
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.hand.referee.problems import Problem
from canasta_score.rules.diagnostics import CanastaError
from canasta_score.rules.text import is_ascii_digits

_PAGE_PATH = Path("evening.html")


def _split_number(path: Path) -> tuple[str, int | None]:
    stem, _, number = path.stem.rpartition("-")
    return (stem, int(number)) if is_ascii_digits(number) else (path.stem, None)


def find_free_ledger_path(path: Path) -> Path:
    """Return the file for the game after this one: the next number that is not taken.

    A number belongs to the name (game-2026) unless the first game of the evening (game) is there too.
    """
    stem, number = _split_number(path)
    if number is None or not path_exists(path.with_name(f"{stem}{path.suffix}")):
        stem, number = path.stem, 1
    while True:
        number += 1
        free = path.with_name(f"{stem}-{number}{path.suffix}")
        if not path_exists(free):
            return free


def find_free_page_path() -> Path:
    """Return a file for the page of a game that does not exist yet."""
    return find_free_ledger_path(_PAGE_PATH) if path_exists(_PAGE_PATH) else _PAGE_PATH


def list_later_ledgers(path: Path) -> list[Path]:
    """Return the files of the games after the first one of an evening, the newest first."""
    numbered: dict[int, Path] = {}
    for later in path.parent.glob(f"*{path.suffix}"):
        stem, number = _split_number(later)
        if number is not None and stem == path.stem:
            numbered[number] = later
    return [numbered[number] for number in sorted(numbered, reverse=True)]


def choose_ledger_to_continue(path: Path) -> Path:
    """Return the game file that an evening continues with, and print it if it is another one.

    That is the newest later game that is not over, if this one is over; else the newest of all.
    """
    paths = list_later_ledgers(path)
    if not paths or not read_ledger(path).standing().over:
        return path
    games = list(_iter_readable_games(paths))
    if not games:
        return path
    for game in games:
        if not game.standing().over:
            print_result(wrap_text(f"{path} is over. Continuing with {game.file}.") + "\n")
            return Path(game.file)
    newest = games[0].file
    print_result(wrap_text(f"{path} is over, and so is {newest}, the newest game.") + "\n")
    return Path(newest)


def _iter_readable_games(paths: list[Path]) -> Iterator[Ledger]:
    for path in paths:
        try:
            yield read_ledger(path)
        except CanastaError as error:
            print_error(error)


def _find_unfinished_ledger(path: Path) -> Path | None:
    for later in list_later_ledgers(path):
        with suppress(CanastaError):
            if not read_ledger(later).standing().over:
                return later
    return None


def build_next_game_command(file: str) -> tuple[str, ...]:
    """Return the words of the command that starts the game after the one in a file."""
    return ("new", "--like", file, "-l", str(find_free_ledger_path(Path(file))))


def add_next_game_hint(problem: Problem, file: str) -> Problem:
    """Return the problem of a hand after the end of a game with the command that starts the next game, or goes on."""
    if is_prompt_mode():
        return replace(problem, hint="to start the next game", command=("new",))
    later = _find_unfinished_ledger(Path(file)) if is_default_ledger(file) else None
    if later:
        command = tuple(change_ledger(get_typed_words(), str(later)))
        return replace(problem, hint=f"{later} is not over; to record the hand there", command=command)
    return replace(problem, hint="to start the next game", command=build_next_game_command(file))


def print_next_steps(game: Ledger) -> None:
    """Print how to export a game that has just ended, and how to start the next one, each on a line to copy."""
    export = format_command("export", "-o", str(find_free_page_path()))
    next_game = format_command(*build_next_game_command(game.file))
    print_result("")
    print_result(f"To send the game: {export}\nTo start the next game: {next_game}")


def print_unfinished_game_hint(file: str) -> None:
    """Print which later game is not over, if the one that is over was meant only because no other was named."""
    later = _find_unfinished_ledger(Path(file)) if is_default_ledger(file) else None
    if later:
        print_note(f"{later} is not over", "to see it", "show", "-l", str(later))
