"""A journal on the disk: a text that grows, read whole and replaced whole, by one writer at a time.

What a journal says is not known here: the game file is one, and there may be others.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from canasta_score.game.storage import files
from canasta_score.game.storage.locks import WaitCallback, lock

ResultT = TypeVar("ResultT")


def create(path: Path, text: bytes, on_wait: WaitCallback) -> None:
    """Write a new journal; raises FileError if something is already there, or the disk refuses it."""
    if files.path_exists(path) and not files.is_folder(path):
        # Also checked before locking, so that no lock file is left next to a file that is in the way.
        files.check_path_is_free(Path(files.resolve_path(path)), str(path))
    with lock(path, on_wait) as target:
        files.check_path_is_free(target, str(path))
        files.replace_file(target, text, str(path))


def transaction(path: Path, build_new_text: Callable[[bytes], tuple[bytes, ResultT]], on_wait: WaitCallback) -> ResultT:
    """Replace the text of a journal while nobody else can write; when this returns, the new text is on the disk.

    `build_new_text` gets the text as it is under the lock, and returns the new text with whatever else is to be
    returned. Raises FileError if the disk refuses it, and whatever `build_new_text` raises; then nothing is written.
    """
    with lock(path, on_wait) as target:
        text, result = build_new_text(files.read_bytes(target))
        files.replace_file(target, text, str(path))
    return result
