"""From one game to the next: the ledgers of an evening lie beside each other, numbered, and one of them is played."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shlex import quote
from textwrap import fill

from canasta_score.cli.options import format_ledger_option, is_default_ledger
from canasta_score.cli.terminal import (
    MESSAGE_INDENT,
    PROGRAM,
    get_terminal_width,
    is_prompt_mode,
    print_error,
    print_message,
    print_result,
)
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.files import path_exists
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.rules.diagnostics import CanastaError
from canasta_score.rules.text import is_ascii_digits

_PAGE_PATH = Path("evening.html")


def find_free_ledger_path(path: Path) -> Path:
    """Give the path of a file for the next game: this one's with a number behind it, the next that is not taken."""
    stem, _, number = path.stem.rpartition("-")
    is_numbered = is_ascii_digits(number) and path_exists(path.with_name(f"{stem}{path.suffix}"))
    stem, place = (stem, int(number) + 1) if is_numbered else (path.stem, 2)
    while path_exists(free := path.with_name(f"{stem}-{place}{path.suffix}")):
        place += 1
    return free


def find_free_page_path() -> Path:
    """Give the file for the page of a game, one that is not there yet."""
    return find_free_ledger_path(_PAGE_PATH) if path_exists(_PAGE_PATH) else _PAGE_PATH


def list_later_ledgers(path: Path) -> list[Path]:
    """List the ledgers of the games after the first one of an evening, the newest first."""
    numbered: dict[int, Path] = {}
    for later in path.parent.glob(f"*{path.suffix}"):
        stem, _, number = later.stem.rpartition("-")
        if stem == path.stem and is_ascii_digits(number):
            numbered[int(number)] = later
    return [later for _, later in sorted(numbered.items(), reverse=True)]


def _find_unfinished_ledger(path: Path) -> Path | None:
    """Find the newest of the later games that is not over; those that cannot be read are passed over."""
    for later in list_later_ledgers(path):
        with suppress(CanastaError):
            if not read_ledger(later).standing().over:
                return later
    return None


def choose_ledger_to_continue(path: Path) -> Path:
    """Give the ledger that an evening goes on with: where it is over, the newest later one that is not, and say so."""
    paths = list_later_ledgers(path)
    later = [*_iter_readable_games(paths)] if paths and read_ledger(path).standing().over else []
    if not later:
        return path
    for game in later:
        if not game.standing().over:
            print_result(_wrap_sentence(f"{path} is over; going on with {game.file}."))
            return Path(game.file)
    print_result(_wrap_sentence(f"{path} is over, and so is the newest, {later[0].file}."))
    return Path(later[0].file)


def _wrap_sentence(sentence: str) -> str:
    """Give a sentence within the width of the terminal, names of files whole, and an empty line."""
    return fill(sentence, get_terminal_width(), break_on_hyphens=False) + "\n"


def _iter_readable_games(paths: list[Path]) -> Iterator[Ledger]:
    """Read ledgers, and say of those that cannot be why."""
    for path in paths:
        try:
            yield read_ledger(path)
        except CanastaError as error:
            print_error(error)


def format_next_game_command(file: str) -> str:
    """Give the line that begins the next game after one."""
    return f"{PROGRAM} new --like {quote(file)} -l {quote(str(find_free_ledger_path(Path(file))))}"


def build_next_game_hint(file: str) -> str:
    """Say where a hand belongs that is told behind the end of a game."""
    undo = f"take this one back with {PROGRAM} undo{format_ledger_option(file)}"
    if is_prompt_mode():
        return f"begin the next game with new, or {undo}"
    later = _find_unfinished_ledger(Path(file)) if is_default_ledger(file) else None
    if later:
        return f"{later} is not over: {PROGRAM} add -l {quote(str(later))} …; {undo}"
    return f"begin the next game with {format_next_game_command(file)}, or {undo}"


def print_next_steps(game: Ledger) -> None:
    """Say what can be done with a game that has just ended."""
    send = f"Send it: {PROGRAM} export{format_ledger_option(game.file)} -o {find_free_page_path()}"
    for line in ("", send, f"The next game: {format_next_game_command(game.file)}"):
        print_result(fill(line, get_terminal_width(), subsequent_indent=MESSAGE_INDENT, break_on_hyphens=False))


def print_unfinished_game_hint(file: str) -> None:
    """Say that a later game is not over, where the one that is over was not named."""
    if is_default_ledger(file) and (later := _find_unfinished_ledger(Path(file))):
        print_message(f"{later} is not over; for it: {PROGRAM} show -l {quote(str(later))}")
