"""A disk as tests see it: calls to the system that fail, and what is in a folder."""

import os
import stat
from collections.abc import Callable
from errno import EIO, ENOSYS
from pathlib import Path

import pytest

from canasta_score.disk import locks


def failing(number: int) -> Callable[..., None]:
    """Return a call that fails with an error of the system."""

    def fail(*_: object, **__: object) -> None:
        raise OSError(number, os.strerror(number))

    return fail


def names_in(folder: Path) -> set[str]:
    """Return the names in a folder."""
    return {path.name for path in folder.iterdir()}


def mode_of(path: Path) -> int:
    """Return who may do what with a file."""
    return stat.S_IMODE(path.stat().st_mode)


def refuse_locks(patch: pytest.MonkeyPatch) -> None:
    """Give the system no locks, as some file systems have none."""
    patch.setattr(pytest.importorskip("fcntl", reason="Windows locks in another way"), "flock", failing(ENOSYS))


def refuse_unlocking(patch: pytest.MonkeyPatch) -> None:
    """Make the system fail to release a lock, as NFS may."""
    fcntl = pytest.importorskip("fcntl", reason="Windows locks in another way")
    real = fcntl.flock

    def flock(number: int, operation: int) -> None:
        if operation == fcntl.LOCK_UN:
            raise OSError(EIO, os.strerror(EIO))
        real(number, operation)

    patch.setattr(fcntl, "flock", flock)


def wait_seconds(patch: pytest.MonkeyPatch, before_message: float, for_each_owner: float) -> None:
    """Replace how long a writer waits for the lock."""
    patch.setattr(locks, "_SECONDS_BEFORE_MESSAGE", before_message)
    patch.setattr(locks, "_SECONDS_FOR_EACH_OWNER", for_each_owner)
