"""The lock that keeps other programs from writing a file at the same time.

It is a lock of the system on a hidden file, as that of version 0.2. To import filelock takes longer than all that `add`
does, so it is used only on Windows, and on file systems without locks, where a file that exists is the lock.
"""

import os
import stat
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EISDIR, ENOSYS, EWOULDBLOCK
from pathlib import Path

from canasta_score.disk import files
from canasta_score.disk.atomic import OWNER_FILE_MODE, SHARED_FILE_MODE, change_mode
from canasta_score.disk.files import DiskError, Notify
from canasta_score.disk.interruptions import raise_held_interruption

_SECONDS_BEFORE_MESSAGE = 1.0
_SECONDS_FOR_EACH_OWNER = 9.0  # a single entry takes far less: then the other program hangs
_SECONDS_BETWEEN_ATTEMPTS = 0.05  # of a writer who has just come
_FEWEST_SECONDS_BETWEEN_ATTEMPTS = 0.001  # of one who waits for a minute
_PURPOSE, _MAX_OWNER_LENGTH = "lock", 100
_NEW_LOCK_MODE = 0o644  # until the lock is signed
# A link is not followed, and a pipe is not waited for: someone else may have put it there since it was checked.
_OPEN_LOCK_FLAGS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_HELD_BY_OTHERS = {EACCES, EWOULDBLOCK}
_SYSTEM = os.name


class Held:
    """A lock that is held, and why it could not be let go, if so."""

    failure: DiskError | None = None

    def __init__(self, target: Path) -> None:
        """Hold a lock that keeps others out of a file."""
        self.target = target


@contextmanager
def lock(path: Path, notify: Notify = lambda _: None) -> Iterator[Held]:
    """Keep other writers out of a file, where links lead; `notify` hears of one who takes long. Raises DiskError."""
    try:
        target = Path(files.resolve_path(path))
        if not target.parent.is_dir():
            raise files.build_missing_folder_error(target if path.is_symlink() else path, str(path))
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        release = _acquire(path, target, notify)
    except (OSError, ValueError) as error:
        raise files.build_write_error(str(path), error) from None
    held = Held(target)
    try:
        yield held
    finally:
        try:
            release()
        except OSError as error:
            message = f"the file cannot be unlocked: {files.get_reason(error)}"
            held.failure = DiskError(str(path), message, "it is unlocked when this program ends")


def _acquire(path: Path, target: Path, notify: Notify) -> Callable[[], object]:
    """Wait for the lock, and return what releases it."""
    lock_path = files.get_hidden_sibling(target, _PURPOSE)
    with suppress(FileNotFoundError):
        _check_lock_file(path, lock_path, lock_path.lstat())
    if _SYSTEM != "nt":
        system_lock = _SystemLock(path, target)
        try:
            _wait_for(system_lock.acquire, path, target, notify)
        except OSError as error:
            if error.errno != ENOSYS:
                raise
        else:
            return system_lock.release
    from filelock import FileLock, SoftFileLock

    library_lock = (FileLock if _SYSTEM == "nt" else SoftFileLock)(lock_path, timeout=0)
    _wait_for(library_lock.acquire, path, target, notify)
    return library_lock.release


def _check_lock_file(path: Path, lock_path: Path, found: os.stat_result) -> None:
    """Raise DiskError if there is something in the place of the lock that no lock is."""
    kinds = {stat.S_IFLNK: "a link", stat.S_IFDIR: "a folder", stat.S_IFREG: "a file with a second name"}
    if not _is_plain_file(found):
        kind = kinds.get(stat.S_IFMT(found.st_mode), "a pipe or a device")
        message = f"cannot be written: {kind} is where its lock should be; nothing was changed"
        raise DiskError(str(path), message, f'move "{lock_path}" somewhere else')


def _is_plain_file(found: os.stat_result) -> bool:
    return stat.S_ISREG(found.st_mode) and found.st_nlink <= 1


def _wait_for(acquire: Callable[[], object], path: Path, target: Path, notify: Notify) -> None:
    waited, patience, turn = 0.0, _SECONDS_BEFORE_MESSAGE, -1
    while True:
        with suppress(TimeoutError):
            acquire()
            return
        if waited >= patience:
            before, turn = turn, 0
            with suppress(OSError):  # when someone last signed it: one who writes again and again is not stuck
                found = files.get_hidden_sibling(target, _PURPOSE).stat()
                turn = found.st_mtime_ns if found.st_size else 0  # filelock empties it at every attempt
            if turn == before:
                message = f"is in use by {read_lock_owner(target)}; nothing was changed"
                raise DiskError(str(path), message, "wait until it is done, or close it, then try again")
            if before < 0:
                notify(f'waiting for {read_lock_owner(target)}, which is writing "{path}"')
            patience = waited + _SECONDS_FOR_EACH_OWNER
        raise_held_interruption()
        nap = max(_SECONDS_BETWEEN_ATTEMPTS / (1 + waited), _FEWEST_SECONDS_BETWEEN_ATTEMPTS)
        time.sleep(nap)
        waited += nap


class _SystemLock:
    def __init__(self, path: Path, target: Path) -> None:
        self._path, self._target, self._lock_path = path, target, files.get_hidden_sibling(target, _PURPOSE)
        self._number = -1

    def acquire(self) -> None:
        import fcntl

        number, is_new = _open_lock_file(self._lock_path)
        try:
            fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
            found = os.fstat(number)
            _check_lock_file(self._path, self._lock_path, found)
            if not found.st_nlink:  # someone removed it since it was opened, so that others can lock another one
                raise TimeoutError
        except (OSError, DiskError) as error:
            os.close(number)
            refused = getattr(error, "errno", None)
            if refused == ENOSYS and is_new:
                self._lock_path.unlink()  # there a file that exists is the lock
            if refused in _HELD_BY_OTHERS:
                raise TimeoutError from None
            raise
        self._number = number
        with suppress(OSError):  # a lock without a name is still a lock
            os.ftruncate(number, 0)
            os.write(number, f"process {os.getpid()}\n".encode())
            if files.path_exists(self._target):
                # Whoever may write the file must be able to lock it.
                change_mode(number, stat.S_IMODE(self._target.stat().st_mode) & SHARED_FILE_MODE | OWNER_FILE_MODE)

    def release(self) -> None:
        import fcntl

        try:
            fcntl.flock(self._number, fcntl.LOCK_UN)
        finally:
            os.close(self._number)


def _open_lock_file(lock_path: Path) -> tuple[int, bool]:
    """Open the file of a lock, and return it with whether it is new; raises TimeoutError if it was just made."""
    flags = os.O_RDWR | _OPEN_LOCK_FLAGS
    with suppress(FileNotFoundError):
        return os.open(lock_path, flags), False
    with suppress(FileExistsError):
        return os.open(lock_path, flags | os.O_CREAT | os.O_EXCL, _NEW_LOCK_MODE), True
    raise TimeoutError


def read_lock_owner(target: Path) -> str:
    """Return who holds the lock of a file, as far as they wrote it into the lock."""
    with suppress(OSError, ValueError):
        number = os.open(files.get_hidden_sibling(target, _PURPOSE), os.O_RDONLY | _OPEN_LOCK_FLAGS)
        with os.fdopen(number, "rb") as file:
            signed = file.read(_MAX_OWNER_LENGTH).decode().strip() if _is_plain_file(os.fstat(number)) else ""
        if signed and signed.isprintable():
            return signed
    return "another program"
