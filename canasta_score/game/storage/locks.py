"""The lock that keeps other programs from writing a file at the same time."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path
from typing import TYPE_CHECKING

from canasta_score.game.errors import file_error
from canasta_score.game.storage import files
from canasta_score.rules.text import is_printable_line

if TYPE_CHECKING:
    from filelock import BaseFileLock

_SECONDS_BEFORE_MESSAGE = 1.0
_SECONDS_FOR_EACH_OWNER = 9.0  # a single entry takes far less: then the other program hangs
WaitCallback = Callable[[str], None]


@contextmanager
def lock(path: Path, on_wait: WaitCallback) -> Iterator[Path]:
    """Keep other writers out of a file, and yield the file that `path` leads to.

    Calls `on_wait` with a sentence that names the other writer if there is one for more than a moment. Raises
    FileError if one of them takes too long, or the folder cannot be written.
    """
    from filelock import FileLock, Timeout

    try:
        target = Path(files.resolve_path(path))
        _check_folder(path, target)
        held = FileLock(files.get_hidden_sibling(target, "lock"), mode=_get_lock_mode(target))
        try:
            held.acquire(timeout=_SECONDS_BEFORE_MESSAGE)
        except Timeout:
            owner = read_lock_owner(target)
            on_wait(f"waiting for {owner}, which is writing '{path}'")
            _wait_for_lock(held, target, owner)
    except Timeout:
        message = f"is being written by {read_lock_owner(target)}; nothing is written"
        raise file_error(str(path), message, "let it finish, or end it, and try again") from None
    except (OSError, ValueError) as error:
        raise files.build_write_error(str(path), error) from None
    try:
        _sign_lock(target)
        yield target
    finally:
        held.release()


def _check_folder(path: Path, target: Path) -> None:
    if not target.parent.is_dir():
        raise files.build_missing_folder_error(target if path.is_symlink() else path, str(path))
    if target.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))


def _wait_for_lock(held: "BaseFileLock", target: Path, owner: str) -> None:
    """Acquire the lock after however many other writers; raises Timeout if one of them never ends."""
    from filelock import Timeout

    while True:
        before = owner
        try:
            held.acquire(timeout=_SECONDS_FOR_EACH_OWNER)
        except Timeout:
            owner = read_lock_owner(target)
            if owner == before:
                raise
        else:
            return


def _get_lock_mode(target: Path) -> int:
    # Whoever may write the file must be able to lock it. With -1 filelock takes the mode of any new file.
    if not files.path_exists(target):
        return -1
    return stat.S_IMODE(target.stat().st_mode) & files.SHARED_FILE_MODE | files.OWNER_FILE_MODE


def _sign_lock(target: Path) -> None:
    path = files.get_hidden_sibling(target, "lock")
    with suppress(OSError):  # a lock without a name is still a lock
        path.write_text(f"process {os.getpid()}\n", "utf-8")
        if files.path_exists(target):
            path.chmod(_get_lock_mode(target))


def read_lock_owner(target: Path) -> str:
    """Return who holds the lock of a file, as far as they wrote it into the lock."""
    with suppress(OSError, ValueError):
        signed = files.get_hidden_sibling(target, "lock").read_text("utf-8").strip()
        if signed and is_printable_line(signed):
            return signed
    return "another program"
