"""The next game: what to type to begin one with the rules and the sides of one that is over."""

import shlex
from pathlib import Path

from canasta_score.game.ledger import Ledger


def next_game_line(game: Ledger, path: Path) -> str:
    """Give the command that begins another game with the same rules and sides, in a ledger of its own."""
    return shlex.join(["new", "--like", game.file, "--ledger", str(path)])
