"""The files of many games: the ledgers that names of files and folders and patterns mean, each once."""

from collections.abc import Iterable
from pathlib import Path

from canasta_score.game.errors import LedgerError, ledger_error
from canasta_score.game.storage import files as storage
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.frozen import Value, frozen


@frozen
class FoundLedgers(Value):
    """The paths of ledgers, those of them that were found in folders, and what is wrong with what was named."""

    paths: tuple[Path, ...]
    found_in_folders: frozenset[Path]
    problems: tuple[Diagnostic, ...]


def find_ledgers(named: Iterable[str]) -> FoundLedgers:
    """Find the ledgers that names mean: files, those in folders and below, what patterns fit; each only once."""
    paths: dict[str, Path] = {}
    found: set[Path] = set()
    refused: list[LedgerError] = []
    for name in named:
        places = storage.expand_path_pattern(name)
        if not places:
            hint = "name ledgers, folders, or a pattern such as 'season/*.toml'"
            refused.append(ledger_error(name or "''", "there is no such file or folder", hint))
        for place in places:
            here, in_the_way = _find_ledgers_at(place)
            refused += in_the_way
            for path in here:
                if paths.setdefault(storage.resolve_path(path), path) is path and here != [place]:
                    found.add(path)
    problems = dict.fromkeys(problem for error in refused for problem in error.diagnostics)
    return FoundLedgers(paths=tuple(paths.values()), found_in_folders=frozenset(found), problems=tuple(problems))


def _find_ledgers_at(place: Path) -> tuple[list[Path], list[LedgerError]]:
    """List the ledgers at a place, a file or a folder, and what stands in the way."""
    if not storage.is_folder(place):
        return [place], []
    found, in_the_way = storage.find_ledgers_in_folder(place)
    if not (found or in_the_way):
        hint = "ledgers are files that end in .toml"
        return [], [ledger_error(str(place), "there is no ledger in this folder", hint)]
    return found, in_the_way
