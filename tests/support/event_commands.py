"""Club days as the commands of `event` begin them; many tests share a day, so each beginning is played once."""

from pathlib import Path

from support.command_line import change_once, run_json, run_ok

NAMES = ("Ann & Bob", "Cy & Di", "Ed & Flo", "Gus & Hal", "Ian & Jo")
_FILE = Path("event.toml")


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
    change_once(_FILE, ("play", game), lambda: _play(game))


def enter(*words: str) -> None:
    """Change the event file by a command of `event`, once for all tests."""
    change_once(_FILE, words, lambda: run_ok("event", *words))


def _play(game: int) -> None:
    for table in run_json("event", "round", str(game), "--json")["tables"]:
        run_ok("event", "slip", str(game), str(table["table"]), "1000", "900")
