"""The games of an evening: numbered files in one folder, canasta.toml, canasta-2.toml, canasta-3.toml ..."""

from collections import Counter
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from canasta_score.disk.files import list_numbered_files, path_exists, split_number
from canasta_score.game.ledger import Ledger
from canasta_score.game.sides import parse_partners
from canasta_score.game.storage.ledger_files import read_ledger
from canasta_score.rules.diagnostics import CanastaError, Diagnostic
from canasta_score.rules.frozen import Value

_EVENING = timedelta(hours=12)  # from the end of its first game to that of its last; many evenings end after midnight


class CurrentLedger(Value):
    """The file of the game that goes on, whether this game is over too, and why later files cannot be used."""

    path: Path
    is_over: bool = False
    diagnostics: tuple[Diagnostic, ...] = ()


def find_free_path(path: Path) -> Path:
    """Return the file after this one, with the next number; game-2026 has one only beside the file game."""
    stem, number = split_number(path)
    if number is None or not path_exists(path.with_name(f"{stem}{path.suffix}")):
        stem, number = path.stem, 1
    while True:
        number += 1
        free = path.with_name(f"{stem}-{number}{path.suffix}")
        if not path_exists(free):
            return free


def find_current_ledger(path: Path) -> CurrentLedger:
    """Return the first game until it is over, then the newest that is not over, or else the newest."""
    later_paths = list_numbered_files(path) if path_exists(path) else []
    try:
        if not later_paths or not read_ledger(path).standing().over:
            return CurrentLedger(path=path)
    except CanastaError:  # whoever uses it meets the error
        return CurrentLedger(path=path)
    finished: list[Path] = []
    diagnostics: list[Diagnostic] = []
    for later in later_paths:
        try:
            if not read_ledger(later).standing().over:
                return CurrentLedger(path=later, diagnostics=tuple(diagnostics))
            finished.append(later)
        except CanastaError as error:
            diagnostics += error.diagnostics
    return CurrentLedger(path=finished[0] if finished else path, is_over=True, diagnostics=tuple(diagnostics))


def count_evening_wins(game: Ledger) -> Counter[str | None]:
    """Count the games of the evening up to this one that each side has won, by its name here; None is a tie."""
    names = {parse_partners(name): name for name in game.side_names.values()}
    wins: Counter[str | None] = Counter()
    path = Path(game.file)
    stem, number = split_number(path)
    first = path if number is None else path.with_name(f"{stem}{path.suffix}")
    for file in {path, first, *list_numbered_files(first)}:
        with suppress(CanastaError):
            other = read_ledger(file)
            result = other.standing().result
            if result and {*map(parse_partners, other.side_names.values())} == names.keys():
                before = game.entries[-1].recorded_at - other.entries[-1].recorded_at
                if timedelta() <= before <= _EVENING:
                    wins[names[parse_partners(result.winner_name)] if result.winner else None] += 1
    return wins
