"""Small files in the person's state folder: where one cannot be read or written, nothing is known or kept."""

import os
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from canasta_score.disk.atomic import OWNER_FILE_MODE, write_atomically
from canasta_score.disk.files import is_existing_file, path_exists, read_regular_file

_MAX_FILE_SIZE = 200_000  # bytes


def load_state(name: str) -> dict[str, object]:
    """Return what was kept under a name, unchecked; nothing if it cannot be read."""
    import json

    with suppress(OSError, ValueError, RecursionError):
        values = json.loads(read_regular_file(_get_path(name), _MAX_FILE_SIZE))
        if isinstance(values, dict):
            return values
    return {}


def save_state(name: str, values: Mapping[str, object]) -> bool:
    """Keep values under a name; return whether they are kept."""
    import json

    path = _get_path(name)
    with suppress(OSError, ValueError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path_exists(path):
            # The text keeps the mode of the file that it replaces.
            os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_FILE_MODE))
        # A pipe would wait for a reader, and a link may lead to a file that is not ours.
        if is_existing_file(path) and not path.is_symlink():
            path.chmod(path.stat().st_mode & stat.S_IRWXU)
            write_atomically(path, json.dumps(values).encode(), overwrite=True)
            return True
    return False


def _get_path(name: str) -> Path:
    if folder := os.environ.get("CANASTA_STATE"):
        return Path(folder) / name
    from platformdirs import user_state_path

    return user_state_path("canasta-score") / name
