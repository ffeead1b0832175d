"""Finding the game files that names of files, folders and patterns stand for."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from canasta_score.disk.files import DiskError, build_read_error, is_folder, is_same_file, read_bytes, resolve_path
from canasta_score.game.entries import LedgerError, describe_disk_error
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage.ledger_files import inspect_ledger
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, build_file_diagnostic
from canasta_score.rules.frozen import Value
from canasta_score.rules.schema.limits import TomlError
from canasta_score.rules.schema.toml import parse_toml

_HIDDEN_PREFIX = "."
_ALL_FOLDERS_PATTERN = r"(?:(?<=[/\\])|^)\*\*(?:[/\\]|$)"  # on Windows with either slash


class FoundLedgers(Value):
    """The paths of game files, those of them that were found in folders, and what is wrong with the names."""

    paths: tuple[Path, ...]
    found_in_folders: frozenset[Path]
    diagnostics: tuple[Diagnostic, ...]

    def is_other_file(self, path: Path, diagnostics: Iterable[Diagnostic]) -> bool:
        """Return whether a file is of another kind, as its diagnostics say, and was only found in a folder."""
        is_other = any(diagnostic.code is DiagnosticCode.NOT_A_GAME_FILE for diagnostic in diagnostics)
        return is_other and path in self.found_in_folders


def has_key(path: Path, key: str) -> bool:
    """Return whether a file is TOML with a key at its top, such as `sides` in a game and `event` in an event."""
    try:
        return key in parse_toml(read_bytes(path))
    except (DiskError, TomlError):
        return False


def is_pattern(name: str) -> bool:
    """Return whether a name has the characters of a pattern, as `glob` reads it."""
    return not {*"*?["}.isdisjoint(name)


def find_ledgers(names: Iterable[str], missing: DiagnosticCode = DiagnosticCode.NO_SUCH_GAME) -> FoundLedgers:
    """Find the games that files, folders and patterns (`*`, `?`, `[`, `**`) stand for; `missing` is a code."""
    paths: dict[str, Path] = {}
    in_folders: set[Path] = set()
    diagnostics: list[Diagnostic] = []
    for name in names:
        path_text = os.path.expanduser(name)  # noqa: PTH111 -- Path.expanduser raises for ~nobody
        places = [Path(path_text)]
        if not os.path.lexists(path_text):  # a name may have the characters of a pattern
            places = [*map(Path, sorted(_glob(path_text)))]
        if not places:
            hint = "enter files, folders, or a pattern such as 'season/*.toml'"
            code = DiagnosticCode.OTHER if is_pattern(name) or not name else missing
            message = "there is no such file or folder"
            diagnostics.append(build_file_diagnostic(name or '""', "", message, hint, code=code))
        for place in places:
            found, folder_diagnostics = _find_ledgers_at(place, missing)
            diagnostics += folder_diagnostics
            for path in found:
                if paths.setdefault(resolve_path(path), path) is path and found != [place]:
                    in_folders.add(path)
    once = tuple(dict.fromkeys(diagnostics))
    return FoundLedgers(paths=tuple(paths.values()), found_in_folders=frozenset(in_folders), diagnostics=once)


def _glob(pattern: str) -> set[str]:
    """Return the matches of a pattern; `**` stands for all folders but hidden ones, and follows no links."""
    from glob import escape, glob  # start-up: 0.3 ms, and `check` without a pattern needs neither

    # With `recursive`, glob would follow links, and two links to the folder itself would keep it busy for ever.
    before, *after = re.split(_ALL_FOLDERS_PATTERN, pattern, maxsplit=1)
    if not after:
        return set(glob(pattern))  # noqa: PTH207 -- Path.glob takes no absolute pattern
    starts = _glob(before) if is_pattern(before) else {before}
    # The current folder has no name: those in it are named without it, too.
    folders = {folder if start else folder[2:] for start in starts for folder, _ in _walk(start or os.curdir)}
    if not after[0]:
        return folders
    patterns = (os.path.join(escape(folder), after[0]) for folder in folders)  # noqa: PTH118 -- no ./ before names
    return {match for inner in patterns for match in _glob(inner)}


def _walk(start: str | Path, on_error: Callable[[OSError], object] = lambda _: None) -> Iterator[tuple[str, list[str]]]:
    for folder, folders, files in os.walk(start, onerror=on_error):
        folders[:] = [name for name in folders if not name.startswith(_HIDDEN_PREFIX)]
        yield folder, files


def _find_ledgers_at(place: Path, missing: DiagnosticCode) -> tuple[list[Path], list[Diagnostic]]:
    if not is_folder(place):
        return [place], []
    refused: list[OSError] = []
    paths = (Path(folder, name) for folder, names in _walk(place, refused.append) for name in names)
    found = (path for path in paths if path.suffix == ".toml" and not path.name.startswith(_HIDDEN_PREFIX))
    games = sorted(found, key=str)
    if not (games or refused):
        kind = "event" if missing is DiagnosticCode.NO_SUCH_EVENT else "game"
        message, hint = f"there is no {kind} in this folder", f"the names of {kind} files end in .toml"
        return [], [build_file_diagnostic(str(place), "", message, hint, code=missing)]
    return games, [describe_disk_error(build_read_error(str(Path(error.filename)), error)) for error in refused]


def find_conflicted_copies(path: Path, game: Ledger) -> Iterator[Diagnostic]:
    """Yield a mistake for each file in the folder of a game that has another version of it."""
    siblings: list[Path] = []
    with suppress(OSError):  # a folder that may not be listed
        siblings = sorted(sibling for sibling in path.parent.iterdir() if sibling.suffix == path.suffix)
    for sibling in siblings:
        is_named_after = sibling.stem.startswith(path.stem) and not is_same_file(sibling, path)
        if not is_named_after or re.fullmatch(r"-\d+", sibling.stem.removeprefix(path.stem)):
            continue  # canasta-2 is the game after canasta
        # Dropbox, Nextcloud and Syncthing give names with this word.
        if "conflict" in sibling.stem.lower() or _is_other_version(sibling, game):
            message = f'"{sibling.name}" has a different version of this game'
            hint = f'compare the two with show --all -l FILE, then move "{sibling.name}" somewhere else'
            yield build_file_diagnostic(game.file, "", message, hint, code=DiagnosticCode.CONFLICTED_COPY)


def _is_other_version(sibling: Path, game: Ledger) -> bool:
    try:
        other = inspect_ledger(sibling).state
    except LedgerError:
        return False
    is_same_game = other.started_at == game.started_at is not None and other.side_names.keys() == game.side_names.keys()
    # A backup, which ends where this game went on, is no other version.
    return is_same_game and other.entries != game.entries[: len(other.entries)]
