"""A journal on the disk: a text that grows, read whole and replaced whole, by one writer at a time.

What a journal says is not known here: the game file is one, and there may be others.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from canasta_score.game.storage import files
from canasta_score.game.storage.files import Notify
from canasta_score.game.storage.locks import lock
from canasta_score.game.storage.replacement import replace_file

ResultT = TypeVar("ResultT")


def create(path: Path, text: bytes, notify: Notify, on_written: Callable[[], object] = lambda: None) -> None:
    """Write a new journal; raises FileError if something is already there, or the disk refuses it.

    `notify` takes sentences for the person; `on_written` is called as soon as the journal is on the disk.
    """
    if files.path_exists(path) and not files.is_folder(path):
        # Also checked before locking, so that no lock file is left next to a file that is in the way.
        files.check_path_is_free(Path(files.resolve_path(path)), str(path))
    files.check_name(path, str(path))
    with lock(path, notify) as target:
        temporary = files.get_hidden_sibling(target, "new")
        replace_file(
            target, text, str(path), overwrite=False, temporary=temporary, notify=notify, on_written=on_written
        )


def transaction(
    path: Path,
    build_new_text: Callable[[bytes], tuple[bytes, ResultT]],
    notify: Notify,
    on_written: Callable[[ResultT], object] = lambda _: None,
) -> ResultT:
    """Replace the text of a journal while nobody else can write; when this returns, the new text is on the disk.

    `build_new_text` gets the text as it is under the lock, and returns the new text with whatever else is to be
    returned. `notify` takes sentences for the person. Raises FileError if the disk refuses the text, and whatever
    `build_new_text` raises; then nothing is written, unless `on_written` has been called with the result.
    """
    with lock(path, notify) as target:
        text, result = build_new_text(files.read_bytes(target))
        temporary = files.get_hidden_sibling(target, "new")
        replace_file(target, text, str(path), temporary=temporary, notify=notify, on_written=lambda: on_written(result))
    return result
