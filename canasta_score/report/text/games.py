"""The list of games: where each one is, its rules, the totals, when it was played, and whether it is over."""

from collections.abc import Iterable, Mapping

from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.recent_games import FoundGame
from canasta_score.report.labels import format_date
from canasta_score.report.text.layout import wrap_text
from canasta_score.rules.text import format_count

_INDENT = "    "


def format_games(games: Iterable[FoundGame], width: int, home: str) -> str:
    """Return two lines for each game: its file and its state, and the totals; ~ stands for the home folder."""
    lines: list[str] = []
    for found in games:
        game, standing = found.game, found.game.standing()
        played = [format_date(found.played_at)] if found.played_at else []
        hands = format_count(standing.hands_played, "hand")
        state = f"{hands} so far" if standing.hands_played else "no hand yet"
        details = [game.variant.title, *played, f"over after {hands}" if standing.over else state]
        lines += wrap_text(f"{_shorten_path(game.file, home)}: {', '.join(details)}", width, _INDENT)
        lines += wrap_text(format_totals(game), width, _INDENT, first=_INDENT)
    return "\n".join(lines)


def _shorten_path(path: str, home: str) -> str:
    below = path.removeprefix(home.rstrip("/\\"))
    return f"~{below}" if len(below) < len(path) and below[:1] in ("/", "\\") else path


def format_totals(game: Ledger) -> str:
    """Return the totals of a game in one line, such as "Ann & Bob 2,525, Cy & Di 2,075"."""
    return ", ".join(f"{side.name} {side.total:,}" for side in game.standing().sides.values())


def format_wins(names: Iterable[str], wins: Mapping[str | None, int]) -> str:
    """Return how many games each side has won, in one line; None is for ties."""
    ties = [format_count(wins[None], "tie")] if wins.get(None) else []
    return f"Games: {', '.join([*(f'{name} {wins.get(name, 0)}' for name in names), *ties])}"
