"""A disk as tests see it: calls to the system that fail, and what is in a folder."""

import os
import stat
from collections.abc import Callable
from pathlib import Path


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
