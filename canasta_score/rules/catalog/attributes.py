"""The attributes of a file: owner, mode, access list, extended attributes. Its new text gets them, too."""

import os
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from errno import EACCES, EBADF, EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM
from pathlib import Path

ACCESS_LIST = "access rights"
ATTRIBUTES = "extended attributes"
SECOND_NAME = "second name"
UNSUPPORTED_ERRORS = {EACCES, EBADF, EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM}

_LINUX_ACCESS_LIST_KEY = "system.posix_acl_access"
_SYSTEM_KEY_PREFIXES = ("security.", "trusted.")  # which the system sets by itself
_MACOS_COPY_FLAGS = {ACCESS_LIST: 1, ATTRIBUTES: 4}  # COPYFILE_ACL and COPYFILE_XATTR of copyfile.h
_WINDOWS_ACCESS_LIST = 4  # DACL_SECURITY_INFORMATION of winnt.h


def copy_attributes(number: int, path: Path, target: Path, old: os.stat_result) -> tuple[str, ...]:
    """Copy the attributes of another file to an open one; return what could not be copied.

    Where the system can, through the open file: if other people may write in the folder, its name may already lead to
    another file.
    """
    if hasattr(os, "fchown"):
        for owner in (old.st_uid, -1):  # without the right to change the owner, the group may still be kept
            with suppress(OSError):
                os.fchown(number, owner, old.st_gid)
                break
    losses = [SECOND_NAME] if old.st_nlink > 1 else []
    change_mode(number, stat.S_IMODE(old.st_mode))
    for loss in _copy_access_rights(number, path, target):
        losses.append(loss)
        if loss == ACCESS_LIST:
            # The list may have given some people less than the mode does. Nobody may gain anything.
            change_mode(number, stat.S_IMODE(old.st_mode) & stat.S_IRWXU)
    return tuple(dict.fromkeys(losses))


def change_mode(number: int, mode: int) -> None:
    """Change the mode of an open file, unless its file system has no modes, as on CIFS, FUSE or Android."""
    try:
        if hasattr(os, "fchmod"):
            os.fchmod(number, mode)
    except OSError as error:
        if error.errno not in UNSUPPORTED_ERRORS:
            raise


def _copy_access_rights(number: int, path: Path, target: Path) -> Iterator[str]:
    """Yield what could not be copied."""
    if sys.platform == "darwin":
        yield from _copy_on_macos(number, target)
    elif hasattr(os, "listxattr"):
        yield from _copy_on_linux(number, target)
    else:
        yield from _copy_on_windows(path, target)


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
