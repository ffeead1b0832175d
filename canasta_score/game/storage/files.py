"""Files on the disk: each is read whole, and replaced whole or not at all."""

import os
from collections.abc import Callable
from contextlib import suppress
from errno import EDQUOT, EFBIG, ENOSPC
from pathlib import Path

from canasta_score.game.entries import FileError, file_error
from canasta_score.rules.catalog.files import is_device_name, read_regular_file
from canasta_score.rules.text import is_ascii_digits

Notify = Callable[[str], None]  # takes a sentence for the person

_MAX_BYTES = 20_000_000
_DISK_FULL_ERRORS = {ENOSPC, EDQUOT, EFBIG}
_CHECK_PATH_HINT = "check the path and the permissions"
_WRONG_FOLDER_HINT = "enter the name of a file, not of a folder"


def ignore(_: object) -> None:
    """Do nothing with a sentence for the person, or with what was recorded."""


def path_exists(path: Path) -> bool:
    """Return whether there is anything at a path, even a link that leads nowhere."""
    return os.path.lexists(path)


def is_folder(path: Path) -> bool:
    """Return whether a path leads to a folder."""
    return os.path.isdir(path)  # noqa: PTH112 -- Path.is_dir raises some errors of the disk


def resolve_path(path: Path) -> str:
    """Return where a path leads through all links; paths to the same file give the same text."""
    return os.path.realpath(path)


def is_same_file(path: Path, other: Path) -> bool:
    """Return whether two paths lead to the same file."""
    with suppress(OSError, ValueError):
        if resolve_path(path) == resolve_path(other):
            return True
        return os.path.samefile(path, other)  # noqa: PTH121 -- names that differ in case, on some systems
    return False


def is_occupied(path: Path) -> bool:
    """Return whether there is something at a path that would be lost if it were overwritten."""
    return path_exists(path) and not is_stream(path)


def is_stream(path: Path) -> bool:
    """Return whether a path leads to a pipe or a device, which takes data and keeps none."""
    return os.path.exists(path) and not (os.path.isfile(path) or is_folder(path))  # noqa: PTH110, PTH113 -- as above


def list_later_ledgers(path: Path) -> list[Path]:
    """Return the files of the games after the first one of an evening, the newest first."""
    numbered: dict[int, Path] = {}
    for later in path.parent.glob(f"*{path.suffix}"):
        stem, number = split_number(later)
        if number is not None and stem == path.stem:
            numbered[number] = later
    return [numbered[number] for number in sorted(numbered, reverse=True)]


def split_number(path: Path) -> tuple[str, int | None]:
    """Return the name of a file without its number, and the number that it ends in, if any: `canasta-2.toml`."""
    stem, _, number = path.stem.rpartition("-")
    return (stem, int(number)) if is_ascii_digits(number) else (path.stem, None)


def check_path_is_free(target: Path, name: str) -> None:
    """Raise FileError if there is something in the place of a new file; `name` is the path as it was typed."""
    if path_exists(target):
        raise build_occupied_error(name)


def check_name(target: Path, name: str) -> None:
    """Raise FileError for a new file that could not be used on Windows; `name` is the path as it was typed."""
    if is_device_name(target):
        raise file_error(name, "no file can have this name on Windows", "choose a different name")


def get_hidden_sibling(target: Path, purpose: str) -> Path:
    """Return the hidden file next to a file for a purpose: always the same one, so that they cannot pile up."""
    return target.with_name(f".{target.name}.{purpose}")


def read_bytes(
    path: Path,
    missing_message: str = "there is no such file",
    missing_hint: str = "check the name and the folder",
    *command: str,
) -> bytes:
    """Read a file; raises FileError with the reason if it cannot be read, with the message if it is not there.

    `command` are the words that the hint for a missing file proposes.
    """
    try:
        data = read_regular_file(path, _MAX_BYTES + 1)
    except FileNotFoundError:
        raise file_error(str(path), missing_message, missing_hint, *command) from None
    except (OSError, ValueError) as error:
        raise build_read_error(str(path), error) from None
    if len(data) > _MAX_BYTES:
        raise file_error(str(path), "is too large", "a game of a thousand hands is half a megabyte; the limit is 20 MB")
    return data


def build_occupied_error(name: str) -> FileError:
    """Build the error of a file in whose place there is something already; `name` is the path as it was typed."""
    return file_error(name, "already exists and was not changed", "choose a different name, or move that file first")


def build_missing_folder_error(path: Path, name: str) -> FileError:
    """Build the error of a file in a folder that does not exist; `name` is the path as it was typed."""
    return file_error(name, f'there is no folder "{path.parent}"', "create the folder first")


def build_read_error(name: str, error: Exception) -> FileError:
    """Build the error of a file or folder that the disk does not let us read."""
    hint = _WRONG_FOLDER_HINT if isinstance(error, IsADirectoryError) else _CHECK_PATH_HINT
    return file_error(name, f"cannot be read: {get_reason(error)}", hint)


def build_unlock_error(name: str, error: Exception) -> FileError:
    """Build the error of a lock that cannot be let go after its work is done."""
    message = f"the file cannot be unlocked: {get_reason(error)}"
    return file_error(name, message, "it is unlocked when this program ends")


def build_write_error(name: str, error: Exception) -> FileError:
    """Build the error of a file that the disk does not let us write, or of a file that is needed next to it."""
    failed = getattr(error, "filename", None)
    is_sibling = failed not in {None, name}
    hint = _CHECK_PATH_HINT
    match error:
        case IsADirectoryError():
            hint = f'move "{failed}" somewhere else' if is_sibling else _WRONG_FOLDER_HINT
        case PermissionError() if is_sibling:
            hint = f'check who can write in the folder "{Path(str(failed)).parent}"'
        case OSError(errno=errno) if errno in _DISK_FULL_ERRORS:
            hint = "make room on the disk, then try again"
    return file_error(name, f"cannot be written: {get_reason(error)}; nothing was changed", hint)


def get_reason(error: Exception) -> str:
    """Return why the system refused something, as the end of a sentence."""
    reason = getattr(error, "strerror", None) or "the name is not allowed"
    return f"{reason[:1].lower()}{reason[1:]}"
