"""Files on the disk: what is at a path, reading a file whole, and why the disk refuses something."""

import os
from collections.abc import Callable
from contextlib import suppress
from errno import EDQUOT, EFBIG, EINVAL, ENOSPC
from pathlib import Path

Notify = Callable[[str], object]  # takes a sentence for the person

_MAX_BYTES = 8_000_000  # a hand takes about 300 bytes; notes of this size take a few seconds
_DEVICE_NAMES = {
    *("con", "prn", "aux", "nul", "conin$", "conout$"),
    *(f"{port}{number}" for port in ("com", "lpt") for number in "0123456789\u00b9\u00b2\u00b3"),
}
_SYSTEM = os.name
_DISK_FULL_ERRORS = {ENOSPC, EDQUOT, EFBIG}
_CHECK_PATH_HINT = "check the path and the permissions"
_WRONG_FOLDER_HINT = "enter the name of a file, not of a folder"


class DiskError(Exception):
    """What the disk refuses: the path as it was typed, what is wrong, and what to do; see `disk_errors_as`."""

    def __init__(self, path: str, message: str, hint: str) -> None:
        """Build the error of a file."""
        super().__init__(path, message, hint)
        self.path = path
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        """Return the error on one line."""
        return f"{self.path}: {self.message}; {self.hint}"


class MissingFileError(DiskError):
    """There is no file at the path."""


def path_exists(path: Path) -> bool:
    """Return whether there is anything at a path, even a link that leads nowhere."""
    return os.path.lexists(path)


def is_folder(path: Path) -> bool:
    """Return whether a path leads to a folder."""
    return os.path.isdir(path)  # noqa: PTH112 -- Path.is_dir raises some errors of the disk


def is_existing_file(path: Path) -> bool:
    """Return whether there is a file at a path; False for a path that is too long to be one."""
    try:
        return path.is_file()
    except OSError:
        return False


def is_device_name(path: Path) -> bool:
    """Return whether Windows takes the name of a file for a device: people carry games there on memory sticks."""
    return path.name.partition(".")[0].strip().lower() in _DEVICE_NAMES


def resolve_path(path: Path) -> str:
    """Return where a path leads through all links; paths to the same file give the same text."""
    return os.path.realpath(path)


def identify_file(path: Path) -> tuple[int, ...] | None:
    """Return figures that change with a file, for those who ask before they read it; None if there is none."""
    with suppress(OSError, ValueError):
        found = path.stat()
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
    return None


def is_same_file(path: Path, other: Path) -> bool:
    """Return whether two paths lead to the same file."""
    with suppress(OSError, ValueError):
        if resolve_path(path) == resolve_path(other):
            return True
        return os.path.samefile(path, other)  # noqa: PTH121 -- names that differ in case, on some systems
    return False


def is_stream(path: Path) -> bool:
    """Return whether a path leads to a pipe or a device, which takes data and keeps none."""
    return os.path.exists(path) and not (os.path.isfile(path) or is_folder(path))  # noqa: PTH110, PTH113 -- as above


def list_numbered_files(path: Path) -> list[Path]:
    """Return the files named like this one with a number behind it, the highest first: `canasta-3.toml`."""
    numbered: dict[int, Path] = {}
    for other in path.parent.glob(f"*{path.suffix}"):
        stem, number = split_number(other)
        if number is not None and stem == path.stem:
            numbered[number] = other
    return [numbered[number] for number in sorted(numbered, reverse=True)]


def split_number(path: Path) -> tuple[str, int | None]:
    """Return the name of a file without its number, and the number that it ends in, if any: `canasta-2.toml`."""
    stem, _, number = path.stem.rpartition("-")
    return (stem, int(number)) if number.isascii() and number.isdigit() else (path.stem, None)


def check_path_is_free(target: Path, name: str) -> None:
    """Raise DiskError if there is something in the place of a new file; `name` is the path as it was typed."""
    if path_exists(target):
        raise build_occupied_error(name)


def check_name(target: Path, name: str) -> None:
    """Raise DiskError for a new file that could not be used on Windows; `name` is the path as it was typed."""
    # Windows writes what follows a colon into a hidden part of another file.
    if is_device_name(target) or (_SYSTEM == "nt" and ":" in target.name):
        raise DiskError(name, "no file can have this name on Windows", "choose a different name")


def get_hidden_sibling(target: Path, purpose: str) -> Path:
    """Return the hidden file next to a file for a purpose: always the same one, so that they cannot pile up."""
    return target.with_name(f".{target.name}.{purpose}")


def read_regular_file(path: Path, max_size: int) -> bytes:
    """Read at most `max_size` bytes of a file; raises OSError, and ValueError for a path that no file can have."""
    # To open a pipe would wait for someone to write into it.
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(EINVAL, "it is a pipe or a device, not a file")
    with path.open("rb") as file:
        return file.read(max_size)


def read_bytes(path: Path, max_size: int = _MAX_BYTES) -> bytes:
    """Read a file; raises DiskError if it cannot be read, MissingFileError if it is not there."""
    try:
        data = read_regular_file(path, max_size + 1)
    except FileNotFoundError:
        raise MissingFileError(str(path), "there is no such file", "check the name and the folder") from None
    except (OSError, ValueError) as error:
        raise build_read_error(str(path), error) from None
    if len(data) > max_size:
        limit = f"the limit is {max_size // 1_000_000} MB"
        raise DiskError(str(path), "is too large", f"a game of a thousand hands is half a megabyte; {limit}")
    return data


def describe_missing_file(path: Path) -> str:
    """Return why a file that is not there cannot be read: its folder is not there either, or only the file."""
    if not is_folder(path.parent):
        return f'there is no folder "{path.parent}"'
    where = "in this folder" if path.parent == Path() else f'in "{path.parent}"'
    return f"there is no file {path.name} {where}"


def build_occupied_error(name: str) -> DiskError:
    """Build the error of a file in whose place there is something already; `name` is the path as it was typed."""
    return DiskError(name, "already exists and was not changed", "choose a different name, or move that file first")


def build_missing_folder_error(path: Path, name: str) -> DiskError:
    """Build the error of a file in a folder that does not exist; `name` is the path as it was typed."""
    return DiskError(name, f'there is no folder "{path.parent}"', "create the folder first")


def build_read_error(name: str, error: Exception) -> DiskError:
    """Build the error of a file or folder that the disk does not let us read."""
    hint = _WRONG_FOLDER_HINT if isinstance(error, IsADirectoryError) else _CHECK_PATH_HINT
    return DiskError(name, f"cannot be read: {get_reason(error)}", hint)


def build_write_error(name: str, error: Exception) -> DiskError:
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
    return DiskError(name, f"cannot be written: {get_reason(error)}; nothing was changed", hint)


def get_reason(error: Exception) -> str:
    """Return why the system refused something, as the end of a sentence."""
    reason = getattr(error, "strerror", None) or "the name is not allowed"
    return f"{reason[:1].lower()}{reason[1:]}"
