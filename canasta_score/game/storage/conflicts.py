"""Copies of a game that a service such as Dropbox or OneDrive makes where two computers wrote the game at once."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from canasta_score.game.errors import LedgerError
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.files import is_same_file
from canasta_score.game.storage.ledger_files import inspect_ledger
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, build_file_diagnostic

_CONFLICT_WORD = "conflict"  # in the names that Dropbox, Nextcloud and Syncthing give
_NEXT_GAME_PATTERN = r"-\d+"  # canasta-2 is the game after canasta


def find_conflicted_copies(path: Path, game: Ledger) -> Iterator[Diagnostic]:
    """Yield a mistake for each file in the folder of a game that has another version of it."""
    for sibling in _list_siblings(path):
        if _CONFLICT_WORD in sibling.stem.lower() or _is_other_version(sibling, game):
            message = f'"{sibling.name}" has a different version of this game'
            hint = f'compare the two with show --all -l FILE, then move "{sibling.name}" somewhere else'
            yield build_file_diagnostic(game.file, "", message, hint, code=DiagnosticCode.CONFLICTED_COPY)


def _list_siblings(path: Path) -> list[Path]:
    siblings: list[Path] = []
    with suppress(OSError):  # a folder that may not be listed
        siblings = [
            sibling
            for sibling in path.parent.iterdir()
            if sibling.suffix == path.suffix
            and sibling.stem.startswith(path.stem)
            and not re.fullmatch(_NEXT_GAME_PATTERN, sibling.stem.removeprefix(path.stem))
            and not is_same_file(sibling, path)
        ]
    return sorted(siblings)


def _is_other_version(sibling: Path, game: Ledger) -> bool:
    try:
        other = inspect_ledger(sibling).ledger
    except LedgerError:
        return False
    is_same_game = other.started_at == game.started_at is not None and other.side_names.keys() == game.side_names.keys()
    # A backup, which ends where this game went on, is no other version.
    return is_same_game and other.entries != game.entries[: len(other.entries)]
