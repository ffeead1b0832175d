"""Where ledgers lie: each is read whole, and replaced whole or not at all. The only room of the game with a disk."""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from errno import EACCES, EDQUOT, EFBIG, EISDIR, ENOSPC
from pathlib import Path
from typing import TYPE_CHECKING

from canasta_score.game.errors import LedgerError, ledger_error
from canasta_score.rules.catalog.files import read_regular_file
from canasta_score.rules.text import is_printable_line

if TYPE_CHECKING:
    from filelock import BaseFileLock

_MAX_LEDGER_BYTES = 64_000_000
_LOCK_TIMEOUTS = (1.0, 9.0)  # seconds to wait for other writers before saying so, then for one of them before giving up
_DISK_FULL_ERRORS = {ENOSPC, EDQUOT, EFBIG}
_NEW_FILE_FLAGS = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_SHARED_FILE_MODE = 0o666
_OWNER_FILE_MODE = 0o600
_LEDGER_SUFFIX = ".toml"
_HIDDEN_PREFIX = "."
WaitCallback = Callable[[str], None]


def path_exists(path: Path) -> bool:
    """Tell whether anything lies at a path, be it a link that leads nowhere."""
    return os.path.lexists(path)


def expand_path_pattern(named: str) -> list[Path]:
    """Give what lies at a path, else in order what a pattern with `*`, `?`, `[` or `**` fits; `~` is a home."""
    path = os.path.expanduser(named)  # noqa: PTH111 -- keeps ~nobody
    if os.path.lexists(path):
        return [Path(path)]
    from glob import glob, has_magic  # noqa: PLC0415 -- start-up

    fitting = glob(path, recursive=True) if has_magic(path) else []  # noqa: PTH207 -- a Path looks only below itself
    return [*map(Path, sorted(fitting))]


def is_folder(path: Path) -> bool:
    """Tell whether a path leads to a folder."""
    return os.path.isdir(path)  # noqa: PTH112 -- raises nothing, whatever the disk refuses


def resolve_path(path: Path) -> str:
    """Give where a path leads in the end; paths that lead to the same file give the same."""
    return os.path.realpath(path)


def find_ledgers_in_folder(folder: Path) -> tuple[list[Path], list[LedgerError]]:
    """List the ledgers in a folder and below, in order and without hidden ones, and errors of what cannot be read."""
    refused: list[OSError] = []
    found: list[Path] = []
    for place, folders, files in os.walk(folder, onerror=refused.append):
        folders[:] = [name for name in folders if not name.startswith(_HIDDEN_PREFIX)]
        found += (
            Path(place, name) for name in files if name.endswith(_LEDGER_SUFFIX) and not name.startswith(_HIDDEN_PREFIX)
        )
    return sorted(found, key=str), [_io_error(str(Path(error.filename)), "read", error) for error in refused]


def read_ledger_bytes(path: Path) -> bytes:
    """Read a ledger; raises LedgerError with the reason where it cannot be."""
    hint = "start one with 'canasta-score new', or name yours with --ledger"
    return _read_bytes(path, missing=("there is no such ledger", hint))


def read_import_bytes(path: Path) -> bytes:
    """Read a file that a game is taken from; raises LedgerError with the reason where it cannot be."""
    return _read_bytes(path, missing=("there is no such file", "check its name and its folder"))


def _read_bytes(path: Path, missing: tuple[str, str]) -> bytes:
    """Read a file whole; where it is missing, the error says so in its own words and with a remedy."""
    try:
        data = read_regular_file(path, _MAX_LEDGER_BYTES + 1)
    except FileNotFoundError:
        raise ledger_error(str(path), *missing) from None
    except (OSError, ValueError) as error:
        raise _io_error(str(path), "read", error) from None
    if len(data) > _MAX_LEDGER_BYTES:
        raise ledger_error(str(path), "is too large for a ledger", "a ledger of a thousand hands has half a megabyte")
    return data


def _io_error(named: str, done: str, error: Exception) -> LedgerError:
    """Make the error of what the disk refuses, with its reason and the remedy that there is for it."""
    reason = getattr(error, "strerror", None) or "no file can have such a name"
    in_the_way = getattr(error, "filename", None)
    beside_it = done == "written" and in_the_way not in {None, named}
    hint = "check the path and its permissions"
    match error:
        case IsADirectoryError():
            hint = f"put '{in_the_way}' out of the way" if beside_it else "name a file, not a folder"
        case PermissionError() if beside_it:
            hint = f"see who may write in the folder '{Path(str(in_the_way)).parent}'"
        case OSError(errno=errno) if errno in _DISK_FULL_ERRORS:
            hint = "make room, then write it again"
    nothing = "; nothing is written" if done == "written" else ""
    return ledger_error(named, f"cannot be {done}: {reason[:1].lower()}{reason[1:]}{nothing}", hint)


@contextmanager
def lock_ledger(path: Path, waiting: WaitCallback) -> Iterator[Path]:
    """Keep other writers out of a ledger, and give the file that a link leads to.

    `waiting` is told who writes there when that takes longer than a moment. Raises LedgerError when one of those who
    write takes too long, or where the folder cannot be written.
    """
    from filelock import FileLock, Timeout  # noqa: PLC0415 -- start-up

    try:
        target = Path(resolve_path(path))
        if not target.parent.is_dir():
            raise _missing_folder_error(target if path.is_symlink() else path, str(path))
        if target.is_dir():
            raise IsADirectoryError(EISDIR, os.strerror(EISDIR))
        lock = FileLock(_get_hidden_sibling(target, "lock"), mode=_get_lock_mode(target))
        try:
            lock.acquire(timeout=_LOCK_TIMEOUTS[0])
        except Timeout:
            waiting(f"waiting for {(who := read_lock_owner(target))}, which is writing '{path}'")
            _wait_for_lock(lock, target, who)
    except Timeout:
        hint = "let it finish, or end it, and try again"
        raise ledger_error(
            str(path), f"is being written by {read_lock_owner(target)}; nothing is written", hint
        ) from None
    except (OSError, ValueError) as error:
        raise _io_error(str(path), "written", error) from None
    try:
        _sign_lock(target)
        yield target
    finally:
        lock.release()


def _wait_for_lock(lock: "BaseFileLock", target: Path, who: str) -> None:
    """Take a lock when its turn comes, however many write before; raises Timeout where one of them never ends."""
    from filelock import Timeout  # noqa: PLC0415 -- start-up

    while True:
        before = who
        try:
            lock.acquire(timeout=_LOCK_TIMEOUTS[1])
        except Timeout:
            who = read_lock_owner(target)
            if who == before:
                raise
        else:
            return


def _missing_folder_error(path: Path, named: str) -> LedgerError:
    """Make the error of a file in a folder that is not there; `named` is the path as the person wrote it."""
    return ledger_error(named, f"there is no folder '{path.parent}'", "make it first")


def _get_hidden_sibling(target: Path, purpose: str) -> Path:
    """Give the hidden file beside another that serves a purpose; the same name for the same, so that none pile up."""
    return target.with_name(f".{target.name}.{purpose}")


def _get_lock_mode(target: Path) -> int:
    """Give the mode of a lock: whoever may write the ledger must be able to take it; as usual where there is none."""
    return stat.S_IMODE(target.stat().st_mode) & _SHARED_FILE_MODE | _OWNER_FILE_MODE if path_exists(target) else -1


def _sign_lock(target: Path) -> None:
    """Leave word in the lock of who is writing, for those who wait, and let it be taken by whoever may write next."""
    lock = _get_hidden_sibling(target, "lock")
    with suppress(OSError):
        lock.write_text(f"process {os.getpid()}\n", "utf-8")
        if path_exists(target):
            lock.chmod(_get_lock_mode(target))


def read_lock_owner(target: Path) -> str:
    """Say who holds the lock of a ledger, as far as they left word."""
    with suppress(OSError, ValueError):
        signed = _get_hidden_sibling(target, "lock").read_text("utf-8").strip()
        if signed and is_printable_line(signed):
            return signed
    return "another program"


def create_ledger_file(target: Path, data: bytes, named: str) -> None:
    """Write a ledger where there is none; raises LedgerError where something is there, or the disk refuses it.

    `named` is the path as the person wrote it, for what is said to them.
    """
    check_path_is_free(target, named)
    replace_file(target, data, named)


def check_path_is_free(target: Path, named: str = "") -> None:
    """Raise LedgerError where something lies in the place of a new ledger, which is told as it was `named`."""
    if path_exists(target):
        hint = "choose another file with --ledger, or put that one away first"
        raise ledger_error(named or str(target), "is there already, and a ledger is never overwritten", hint)


def replace_file(target: Path, data: bytes, named: str, purpose: str = "new") -> None:
    """Write a file beside its place, have the disk keep it, and move it there; owner and mode stay as they were.

    A kill at any time leaves the old file or the new one. Raises LedgerError where the disk refuses it. `purpose` tells
    the file beside it from that of another writer, where no lock keeps them apart.
    """
    new = _get_hidden_sibling(target, purpose)
    try:
        as_it_was = target.stat() if path_exists(target) else None
        if as_it_was and not os.access(target, os.W_OK):
            raise PermissionError(EACCES, os.strerror(EACCES))
        new.unlink(missing_ok=True)
        number = os.open(new, _NEW_FILE_FLAGS, _OWNER_FILE_MODE if as_it_was else _SHARED_FILE_MODE)
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(number)
        if as_it_was:
            _copy_owner_and_mode(new, as_it_was)
        new.replace(target)
    except OSError as error:
        raise _io_error(named, "written", error) from None
    finally:
        with suppress(OSError):
            new.unlink(missing_ok=True)
    _sync_folder(target.parent)


def _is_stream(path: Path) -> bool:
    """Tell whether a path leads to a pipe or a device, which is written into and holds nothing that could be lost."""
    return os.path.exists(path) and not (os.path.isfile(path) or is_folder(path))  # noqa: PTH110, PTH113 -- as in is_folder


def is_occupied(path: Path) -> bool:
    """Tell whether something lies at a path that would be lost if it were written over."""
    return path_exists(path) and not _is_stream(path)


def write_export(path: Path, data: bytes, *, overwrite: bool) -> None:
    """Write an export: a file whole or not at all, through a link to where it leads; or into a pipe or a device.

    Raises LedgerError where the disk refuses it, and where something is there that may not be overwritten.
    """
    try:
        if _is_stream(path):
            path.write_bytes(data)
            return
        target = Path(resolve_path(path))
    except (OSError, ValueError) as error:
        raise _io_error(str(path), "written", error) from None
    if not target.parent.is_dir():
        raise _missing_folder_error(path, str(path))
    if is_occupied(path) and not overwrite:
        raise ledger_error(str(path), "is there already; nothing is written", "choose another file, or use --force")
    replace_file(target, data, str(path), purpose=f"new-{os.getpid()}")


def is_same_file(path: Path, other: Path) -> bool:
    """Tell whether two paths lead to the same file."""
    with suppress(OSError, ValueError):
        return resolve_path(path) == resolve_path(other)
    return False


def _copy_owner_and_mode(new: Path, as_it_was: os.stat_result) -> None:
    """Give a file the owner and group, as far as that is allowed, and the mode of the one that it replaces."""
    if hasattr(os, "chown"):
        for owner in (as_it_was.st_uid, -1):  # one who may not give the file away may keep its group
            with suppress(OSError):
                os.chown(new, owner, as_it_was.st_gid)
                break
    new.chmod(stat.S_IMODE(as_it_was.st_mode))


def _sync_folder(folder: Path) -> None:
    """Have the disk keep the folder's new entry, where folders can be opened for that."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)
