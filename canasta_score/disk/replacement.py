"""Writing files whole or not at all, with sentences for what goes wrong or cannot be kept."""

from collections.abc import Callable
from pathlib import Path

from canasta_score.disk.atomic import ACCESS_LIST, ATTRIBUTES, SECOND_NAME, UnsyncedError, write_atomically
from canasta_score.disk.files import (
    DiskError,
    Notify,
    build_missing_folder_error,
    build_occupied_error,
    build_write_error,
    check_name,
    get_reason,
    is_stream,
    resolve_path,
)

_LOSS_SENTENCES = {
    ACCESS_LIST: '"{name}" lost its access list; check who can open it',
    ATTRIBUTES: '"{name}" lost its extended attributes',
    SECOND_NAME: '"{name}" had a second name (a hard link), which keeps the old text',
}


def write_file(
    path: Path,
    data: bytes,
    *,
    overwrite: bool,
    notify: Notify = lambda _: None,
    on_written: Callable[[], object] = lambda: None,
) -> None:
    """Write a file whole or not at all, where links lead; or into a pipe or a device.

    Raises DiskError if the disk refuses it, or if something is there that may not be overwritten.
    """
    try:
        if is_stream(path):
            path.write_bytes(data)
            return
        target = Path(resolve_path(path))
    except (OSError, ValueError) as error:
        raise build_write_error(str(path), error) from None
    if not target.parent.is_dir():
        raise build_missing_folder_error(path, str(path))
    check_name(target, str(path))
    # No lock here: each process has a temporary file of its own.
    replace_file(target, data, str(path), overwrite=overwrite, notify=notify, on_written=on_written)


def replace_file(
    target: Path,
    data: bytes,
    name: str,
    *,
    overwrite: bool = True,
    temporary: Path | None = None,
    notify: Notify = lambda _: None,
    on_written: Callable[[], object] = lambda: None,
) -> None:
    """Write a file so that a kill at any time leaves the old one or the new one; see `write_atomically`.

    Calls `notify` with a sentence if something of the old file could not be kept. Raises DiskError, with the path as
    it was typed in `name`, if the disk refuses it.
    """
    try:
        losses = write_atomically(target, data, overwrite=overwrite, temporary=temporary, on_written=on_written)
    except UnsyncedError as error:
        message = f"the disk may not keep what was written: {get_reason(error)}"
        raise DiskError(name, message, "make a copy on another disk") from None
    except FileExistsError:
        raise build_occupied_error(name) from None
    except OSError as error:
        raise build_write_error(name, error) from None
    for loss in losses:
        notify(_LOSS_SENTENCES[loss].format(name=name))
