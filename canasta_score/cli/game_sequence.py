"""From one game to the next: the ledgers of an evening lie beside each other, numbered, and one of them is played."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from shlex import quote
from textwrap import fill

from canasta_score.cli.options import DEFAULT_LEDGER, LEDGER, option_of
from canasta_score.cli.terminal import INDENT, PROGRAM, explain_error, is_at_prompt, say, warn, width
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.files import is_there
from canasta_score.game.storage.transactions import read_ledger
from canasta_score.hand.tally.amounts import is_in_digits
from canasta_score.rules.diagnostics import CanastaError

PAGE = Path("evening.html")


def next_free(path: Path) -> Path:
    """Give the path of a file for the next game: this one's with a number behind it, the next that is not taken."""
    stem, _, number = path.stem.rpartition("-")
    is_numbered = is_in_digits(number) and is_there(path.with_name(f"{stem}{path.suffix}"))
    stem, place = (stem, int(number) + 1) if is_numbered else (path.stem, 2)
    while is_there(free := path.with_name(f"{stem}-{place}{path.suffix}")):
        place += 1
    return free


def free_page() -> Path:
    """Give the file for the page of a game, one that is not there yet."""
    return next_free(PAGE) if is_there(PAGE) else PAGE


def later_games(path: Path) -> list[Path]:
    """List the ledgers of the games after the first one of an evening, the newest first."""
    numbered: dict[int, Path] = {}
    for later in path.parent.glob(f"*{path.suffix}"):
        stem, _, number = later.stem.rpartition("-")
        if stem == path.stem and is_in_digits(number):
            numbered[int(number)] = later
    return [later for _, later in sorted(numbered.items(), reverse=True)]


def is_unnamed(file: str | Path) -> bool:
    """Tell whether a ledger is the one in this folder that is meant where none is named."""
    return str(file) == DEFAULT_LEDGER and not os.environ.get(LEDGER)


def open_game(path: Path) -> Path | None:
    """Find the newest of the later games that is not over; those that cannot be read are passed over."""
    for later in later_games(path):
        with suppress(CanastaError):
            if not read_ledger(later).standing().over:
                return later
    return None


def game_to_go_on_with(path: Path) -> Path:
    """Give the ledger that an evening goes on with: where it is over, the newest later one that is not, and say so."""
    paths = later_games(path)
    later = [*readable(paths)] if paths and read_ledger(path).standing().over else []
    if not later:
        return path
    for game in later:
        if not game.standing().over:
            say(in_lines(f"{path} is over; going on with {game.file}."))
            return Path(game.file)
    say(in_lines(f"{path} is over, and so is the newest, {later[0].file}."))
    return Path(later[0].file)


def in_lines(sentence: str) -> str:
    """Give a sentence within the width of the terminal, names of files whole, and an empty line."""
    return fill(sentence, width(), break_on_hyphens=False) + "\n"


def readable(paths: list[Path]) -> Iterator[Ledger]:
    """Read ledgers, and say of those that cannot be why."""
    for path in paths:
        try:
            yield read_ledger(path)
        except CanastaError as error:
            explain_error(error)


def begins_next(file: str) -> str:
    """Give the line that begins the next game after one."""
    return f"{PROGRAM} new --like {quote(file)} -l {quote(str(next_free(Path(file))))}"


def way_on_from(file: str) -> str:
    """Say where a hand belongs that is told behind the end of a game."""
    undo = f"take this one back with {PROGRAM} undo{option_of(file)}"
    if is_at_prompt():
        return f"begin the next game with new, or {undo}"
    later = open_game(Path(file)) if is_unnamed(file) else None
    if later:
        return f"{later} is not over: {PROGRAM} add -l {quote(str(later))} …; {undo}"
    return f"begin the next game with {begins_next(file)}, or {undo}"


def say_what_comes_after(game: Ledger) -> None:
    """Say what can be done with a game that has just ended."""
    send = f"Send it: {PROGRAM} export{option_of(game.file)} -o {free_page()}"
    for line in ("", send, f"The next game: {begins_next(game.file)}"):
        say(fill(line, width(), subsequent_indent=INDENT, break_on_hyphens=False))


def tell_of_open_game(file: str) -> None:
    """Say that a later game is not over, where the one that is over was not named."""
    if is_unnamed(file) and (later := open_game(Path(file))):
        warn(f"{later} is not over; for it: {PROGRAM} show -l {quote(str(later))}")
