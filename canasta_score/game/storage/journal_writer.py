"""Writing a journal to the disk: a new one, or one more entry, by one writer at a time.

What a journal says is not known here: the game file is one, and the event file another.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TypeVar

from canasta_score.disk import files
from canasta_score.disk.files import Notify
from canasta_score.disk.replacement import replace_file

ParsedT = TypeVar("ParsedT")
StateT = TypeVar("StateT")


def create_journal(path: Path, text: bytes, notify: Notify, on_written: Callable[[], object] = lambda: None) -> None:
    """Write a new journal; raises DiskError if something is already there, or the disk refuses it.

    `notify` takes sentences for the person; `on_written` is called as soon as the journal is on the disk.
    """
    if files.path_exists(path) and not files.is_folder(path):
        # Also checked before locking, so that no lock file is left next to a file that is in the way.
        files.check_path_is_free(Path(files.resolve_path(path)), str(path))
    files.check_name(path, str(path))
    with _lock(path, notify) as target:
        temporary = files.get_hidden_sibling(target, "new")
        replace_file(
            target, text, str(path), overwrite=False, temporary=temporary, notify=notify, on_written=on_written
        )


def write_entry(
    path: Path,
    read: Callable[[Path], bytes],
    parse: Callable[[bytes], ParsedT],
    add_entry: Callable[[ParsedT, bytes], tuple[bytes, StateT, StateT]],
    notify: Notify,
    on_written: Callable[[StateT], object] = lambda _: None,
) -> tuple[StateT, StateT]:
    """Add an entry to a journal, and return what it holds before and after; when this returns, it is on the disk.

    `add_entry` gets the journal as it is while nobody else can write, parsed and as text; it returns the new text and
    what the journal holds before and after. `on_written` gets the latter as soon as it is on the disk. Raises DiskError
    if the disk refuses the text, and whatever the functions raise; then nothing is written, unless `on_written` has
    been called.
    """
    # Read before locking, so that no lock file is left next to a file that is no journal.
    unlocked_data = read(path)
    unlocked = parse(unlocked_data)
    with _lock(path, notify) as target:
        data = files.read_bytes(target)
        # Another program may have added an entry in the meantime.
        text, before, after = add_entry(unlocked if data == unlocked_data else parse(data), data)
        temporary = files.get_hidden_sibling(target, "new")
        replace_file(target, text, str(path), temporary=temporary, notify=notify, on_written=lambda: on_written(after))
    return before, after


def _lock(path: Path, notify: Notify) -> AbstractContextManager[Path]:
    from canasta_score.disk.locks import lock  # start-up: filelock, for those who write

    return lock(path, notify)
