"""The games of an evening: numbered files in one folder, canasta.toml, canasta-2.toml, canasta-3.toml ..."""

from pathlib import Path

from canasta_score.disk.files import list_numbered_files, path_exists, split_number
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.rules.diagnostics import CanastaError, Diagnostic
from canasta_score.rules.frozen import Value, frozen


@frozen
class CurrentLedger(Value):
    """The file of the game that goes on, whether this game is over too, and why later files cannot be used."""

    path: Path
    is_over: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()


def find_free_path(path: Path) -> Path:
    """Return the file after this one: the next number that is not taken.

    A number belongs to the name (game-2026) unless the first file (game) is there too.
    """
    stem, number = split_number(path)
    if number is None or not path_exists(path.with_name(f"{stem}{path.suffix}")):
        stem, number = path.stem, 1
    while True:
        number += 1
        free = path.with_name(f"{stem}-{number}{path.suffix}")
        if not path_exists(free):
            return free


def find_current_ledger(path: Path) -> CurrentLedger:
    """Return the game that goes on: the first, or, once it is over, the newest that is not over, or else the newest.

    A first game that cannot be read counts as not over, so that whoever uses it meets the error.
    """
    later_paths = list_numbered_files(path) if path_exists(path) else []
    try:
        if not later_paths or not read_ledger(path).standing().over:
            return CurrentLedger(path=path)
    except CanastaError:
        return CurrentLedger(path=path)
    readable: list[Path] = []
    diagnostics: list[Diagnostic] = []
    for later in later_paths:
        try:
            is_over = read_ledger(later).standing().over
        except CanastaError as error:
            diagnostics += error.diagnostics
            continue
        if not is_over:
            return CurrentLedger(path=later, diagnostics=tuple(diagnostics))
        readable.append(later)
    return CurrentLedger(path=[*readable, path][0], is_over=True, diagnostics=tuple(diagnostics))
