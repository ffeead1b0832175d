"""Files that are written whole or not at all, whatever stops the program. Errors are OSError; callers explain them."""

import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from errno import EACCES, EBADF, EEXIST, EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM
from pathlib import Path

from canasta_score.disk.interruptions import interruptions_held

ACCESS_LIST = "access rights"
ATTRIBUTES = "extended attributes"
SECOND_NAME = "second name"
SHARED_FILE_MODE = 0o666
OWNER_FILE_MODE = 0o600
_UNSUPPORTED_ERRORS = {EACCES, EBADF, EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM}

_LINUX_ACCESS_LIST_KEY = "system.posix_acl_access"
_SYSTEM_KEY_PREFIXES = ("security.", "trusted.")  # which the system sets by itself
_MACOS_COPY_FLAGS = {ACCESS_LIST: 1, ATTRIBUTES: 4}  # COPYFILE_ACL and COPYFILE_XATTR of copyfile.h
_WINDOWS_ACCESS_LIST = 4  # DACL_SECURITY_INFORMATION of winnt.h
_NEW_FILE_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
# Windows refuses to replace a file that another program is reading, such as an antivirus: retry for two seconds.
_SYSTEM = os.name
_MOVE_RETRIES = 20
_SECONDS_BETWEEN_MOVES = 0.1


def _copy_attributes(number: int, path: Path, target: Path, old: os.stat_result) -> tuple[str, ...]:
    """Copy the attributes of another file to an open one, and return what could not be copied."""
    # Where the system can, through the open file: to others who may write in the folder its name may lead elsewhere.
    if hasattr(os, "fchown"):
        for owner in (old.st_uid, -1):  # without the right to change the owner, the group may still be kept
            with suppress(OSError):
                os.fchown(number, owner, old.st_gid)
                break
    losses = [SECOND_NAME] if old.st_nlink > 1 else []
    change_mode(number, stat.S_IMODE(old.st_mode))
    if sys.platform == "darwin":
        losses += _copy_on_macos(number, target)
    elif hasattr(os, "listxattr"):
        losses += _copy_on_linux(number, target)
    else:
        losses += _copy_on_windows(path, target)
    if ACCESS_LIST in losses:
        # The list may have given some people less than the mode does. Nobody may gain anything.
        change_mode(number, stat.S_IMODE(old.st_mode) & stat.S_IRWXU)
    return tuple(dict.fromkeys(losses))


def change_mode(number: int, mode: int) -> None:
    """Change the mode of an open file, unless its file system has no modes, as on CIFS, FUSE or Android."""
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(number, mode)
    except OSError as error:
        if error.errno not in _UNSUPPORTED_ERRORS:
            raise


def _copy_on_linux(number: int, target: Path) -> Iterator[str]:
    try:
        keys, inherited = os.listxattr(target), os.listxattr(number)
    except OSError:  # a file system without them
        return
    if _LINUX_ACCESS_LIST_KEY in {*inherited} - {*keys}:  # from the folder, by default
        with suppress(OSError):
            os.removexattr(number, _LINUX_ACCESS_LIST_KEY)
    for key in keys:
        try:
            os.setxattr(number, key, os.getxattr(target, key))
        except OSError:
            if not key.startswith(_SYSTEM_KEY_PREFIXES):
                yield ACCESS_LIST if key == _LINUX_ACCESS_LIST_KEY else ATTRIBUTES


def _copy_on_macos(number: int, target: Path) -> Iterator[str]:
    from ctypes import CDLL

    copy = CDLL(None).fcopyfile
    with target.open("rb") as old:
        for loss, flag in _MACOS_COPY_FLAGS.items():
            if copy(old.fileno(), number, None, flag) < 0:
                yield loss


def _copy_on_windows(path: Path, target: Path) -> Iterator[str]:
    if sys.platform != "win32":  # a system without attributes, or one that Python cannot ask for them
        return
    import ctypes

    # Through the name: the handle of a file that is open for writing must not change its rights.
    security = ctypes.WinDLL("advapi32")
    size = ctypes.c_ulong()
    security.GetFileSecurityW(str(target), _WINDOWS_ACCESS_LIST, None, 0, ctypes.byref(size))
    rights = ctypes.create_string_buffer(size.value)
    is_read = security.GetFileSecurityW(str(target), _WINDOWS_ACCESS_LIST, rights, size, ctypes.byref(size))
    if is_read and not security.SetFileSecurityW(str(path), _WINDOWS_ACCESS_LIST, rights):
        yield ACCESS_LIST


class UnsyncedError(OSError):
    """The file is in its place, but the disk did not confirm that it stays there."""


def write_atomically(
    target: Path,
    data: bytes,
    *,
    overwrite: bool,
    like: Path | None = None,
    temporary: Path | None = None,
    on_written: Callable[[], object] = lambda: None,
) -> tuple[str, ...]:
    """Write a file so that a kill at any time leaves the old one or the new one; owner, mode and access rights stay.

    With `like`, they are those of that other file, and a link at the path is replaced. `temporary` is the file to write
    first, where nobody else writes; else each process has one of its own. `on_written` is called before anything can
    interrupt the program. Returns what could not be kept. Raises OSError if nothing is written, else UnsyncedError.
    """
    if temporary is None:
        temporary = target.with_name(f".{target.name}.new-{os.getpid()}")
        _remove_abandoned_files(target)
    model = like or target
    old = model.stat() if like or (overwrite and os.path.lexists(target)) else None
    if old and not like and not os.access(target, os.W_OK):
        # Moving a file over it would succeed, but who made it read-only does not want that.
        raise PermissionError(EACCES, os.strerror(EACCES))
    temporary.unlink(missing_ok=True)  # what a killed program left
    try:
        number = os.open(temporary, _NEW_FILE_FLAGS, OWNER_FILE_MODE if old else SHARED_FILE_MODE)
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            losses = _copy_attributes(number, temporary, model, old) if old else ()
            _sync_file(number)  # otherwise the move could reach the disk before the data
        with interruptions_held():
            _move(temporary, target, overwrite=overwrite)
            on_written()
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
    _sync_folder(target.parent)
    return losses


def _remove_abandoned_files(target: Path) -> None:
    prefix = f".{target.name}.new-"
    # On Windows, a file that is still being written is open, and cannot be removed.
    for path in [path for path in target.parent.iterdir() if path.name.startswith(prefix)]:
        process = path.name.removeprefix(prefix)
        if not (process.isdecimal() and is_running(int(process))):
            with suppress(OSError):
                path.unlink()


def is_running(process: int) -> bool:
    """Return whether a process of this computer runs; False on Windows, where to ask would end it."""
    if _SYSTEM == "nt" or process <= 0:
        return False
    try:
        with suppress(PermissionError):  # someone else's
            os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    return True


def _sync_file(number: int) -> None:
    if sys.platform == "darwin":
        import fcntl

        with suppress(OSError):  # a disk that cannot
            fcntl.fcntl(number, fcntl.F_FULLFSYNC)  # fsync leaves the data in the cache of the drive there
            return
    os.fsync(number)


def _move(new: Path, target: Path, *, overwrite: bool) -> None:
    if overwrite:
        for _ in range(_MOVE_RETRIES if _SYSTEM == "nt" else 0):
            with suppress(PermissionError):
                new.replace(target)
                return
            time.sleep(_SECONDS_BETWEEN_MOVES)
        new.replace(target)
        return
    try:
        os.link(new, target, follow_symlinks=False)  # unlike a move, a link takes no name that is taken
    except FileExistsError:
        raise
    except (AttributeError, NotImplementedError, OSError):  # without links, such as FAT, CIFS or Android
        if os.path.lexists(target):
            raise FileExistsError(EEXIST, os.strerror(EEXIST), str(target)) from None
        new.rename(target)


def _sync_folder(folder: Path) -> None:
    try:
        number = os.open(folder, os.O_RDONLY)
        try:
            _sync_file(number)
        finally:
            os.close(number)
    except OSError as error:
        if error.errno not in _UNSUPPORTED_ERRORS:
            raise UnsyncedError(error.errno, error.strerror) from None
