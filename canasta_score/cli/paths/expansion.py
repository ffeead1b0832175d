"""Paths as they are typed."""

import os
from pathlib import Path


def expand_path(name: str) -> Path:
    """Return a path as it was typed, with ~ as the home folder."""
    return Path(os.path.expanduser(name))  # noqa: PTH111 -- that of Path fails for ~nobody
