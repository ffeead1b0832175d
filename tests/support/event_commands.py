"""Club days as the commands of `event` begin them; many tests share a day, so each beginning is played once."""

from collections.abc import Callable
from pathlib import Path

from support.command_line import run_json, run_ok

NAMES = ("Ann & Bob", "Cy & Di", "Ed & Flo", "Gus & Hal", "Ian & Jo")
_FILE = Path("event.toml")
_WRITTEN: dict[tuple[bytes, tuple[str, ...]], bytes] = {}


def start(*options: str, names: tuple[str, ...] = NAMES) -> None:
    """Begin a day with some pairs in the folder."""
    enter("new", "Club day", *options)
    enter("pair", *names)


def start_drawn(*options: str, names: tuple[str, ...] = NAMES, seed: int = 3) -> None:
    """Begin a day whose tables are drawn."""
    start(*options, names=names)
    enter("draw", "--seed", str(seed))


def play(game: int) -> None:
    """Enter 1,000 to 900 at every table of a game."""
    _change_once(("play", str(game)), lambda: _play(game))


def enter(*words: str) -> None:
    """Change the event file by a command of `event`; where the same file was before, copy what came of it then."""
    _change_once(words, lambda: run_ok("event", *words))


def _change_once(name: tuple[str, ...], change: Callable[[], object]) -> None:
    before = _FILE.read_bytes() if _FILE.exists() else b""
    if (before, name) in _WRITTEN:
        _FILE.write_bytes(_WRITTEN[before, name])
    else:
        change()
        _WRITTEN[before, name] = _FILE.read_bytes()


def _play(game: int) -> None:
    for table in run_json("event", "round", str(game), "--json")["tables"]:
        run_ok("event", "slip", str(game), str(table["table"]), "1000", "900")
