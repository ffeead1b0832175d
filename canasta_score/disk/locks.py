"""The lock that keeps other programs from writing a file at the same time."""

import os
import stat
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EISDIR
from pathlib import Path

from filelock import BaseFileLock, FileLock, SoftFileLock, Timeout

from canasta_score.disk import files
from canasta_score.disk.atomic import OWNER_FILE_MODE, SHARED_FILE_MODE, change_mode
from canasta_score.disk.files import DiskError, Notify

_SECONDS_BEFORE_MESSAGE = 1.0
_SECONDS_FOR_EACH_OWNER = 9.0  # a single entry takes far less: then the other program hangs
_MAX_OWNER_LENGTH = 100
# A link is not followed, and a pipe is not waited for: someone else may have put it there since it was checked.
_OPEN_LOCK_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


@contextmanager
def lock(path: Path, notify: Notify) -> Iterator[Path]:
    """Keep other writers out of a file, and yield the file that `path` leads to.

    Calls `notify` with a sentence that names the other writer if there is one for more than a moment. Raises
    DiskError if one of them takes too long, or the folder cannot be written.
    """
    try:
        target = Path(files.resolve_path(path))
        _check_folder(path, target)
        held = _acquire(path, target, notify)
    except Timeout:
        message = f"is in use by {read_lock_owner(target)}; nothing was changed"
        raise DiskError(str(path), message, "wait until it is done, or close it, then try again") from None
    except (OSError, ValueError) as error:
        raise files.build_write_error(str(path), error) from None
    is_done = False
    try:
        if not isinstance(held, SoftFileLock):  # which has its own text in the lock, and rests on it
            _sign_lock(target)
        yield target
        is_done = True
    finally:
        try:
            held.release()
        except OSError as error:
            if is_done:
                raise files.build_unlock_error(str(path), error) from None


def _check_folder(path: Path, target: Path) -> None:
    if not target.parent.is_dir():
        raise files.build_missing_folder_error(target if path.is_symlink() else path, str(path))
    if target.is_dir():
        raise IsADirectoryError(EISDIR, os.strerror(EISDIR))


def _acquire(path: Path, target: Path, notify: Notify) -> BaseFileLock:
    _check_lock_file(path, _get_lock_path(target))
    held = FileLock(_get_lock_path(target))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # on a file system without locks, filelock warns and creates a file instead
        try:
            held.acquire(timeout=_SECONDS_BEFORE_MESSAGE)
        except Timeout:
            owner = read_lock_owner(target)
            notify(f'waiting for {owner}, which is writing "{path}"')
            _wait_for_lock(held, target, owner)
    return held


def _get_lock_path(target: Path) -> Path:
    return files.get_hidden_sibling(target, "lock")


def _check_lock_file(path: Path, lock_path: Path) -> None:
    """Raise DiskError if there is something in the place of the lock that no lock is."""
    try:
        found = lock_path.lstat()
    except FileNotFoundError:
        return
    kinds = {stat.S_IFLNK: "a link", stat.S_IFDIR: "a folder", stat.S_IFREG: "a file with a second name"}
    if not _is_plain_file(found):
        kind = kinds.get(stat.S_IFMT(found.st_mode), "a pipe or a device")
        message = f"cannot be written: {kind} is where its lock should be; nothing was changed"
        raise DiskError(str(path), message, f'move "{lock_path}" somewhere else')


def _is_plain_file(found: os.stat_result) -> bool:
    return stat.S_ISREG(found.st_mode) and found.st_nlink == 1


def _wait_for_lock(held: BaseFileLock, target: Path, owner: str) -> None:
    """Acquire the lock after however many other writers; raises Timeout if one of them never ends."""
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


def _sign_lock(target: Path) -> None:
    with suppress(OSError), _open_lock(target, os.O_WRONLY) as number:  # a lock without a name is still a lock
        os.ftruncate(number, 0)
        os.write(number, f"process {os.getpid()}\n".encode())
        if files.path_exists(target):
            # Whoever may write the file must be able to lock it.
            change_mode(number, stat.S_IMODE(target.stat().st_mode) & SHARED_FILE_MODE | OWNER_FILE_MODE)


@contextmanager
def _open_lock(target: Path, flags: int) -> Iterator[int]:
    number = os.open(_get_lock_path(target), flags | _OPEN_LOCK_FLAGS)
    try:
        if not _is_plain_file(os.fstat(number)):
            raise OSError
        yield number
    finally:
        os.close(number)


def read_lock_owner(target: Path) -> str:
    """Return who holds the lock of a file, as far as they wrote it into the lock."""
    with suppress(OSError, ValueError), _open_lock(target, os.O_RDONLY) as number:
        signed = os.read(number, _MAX_OWNER_LENGTH).decode().strip()
        if signed and signed.isprintable():
            return signed
    return "another program"
