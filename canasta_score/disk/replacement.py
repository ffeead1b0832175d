"""Writing files whole or not at all, with sentences for what goes wrong or cannot be kept."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from canasta_score.disk import files
from canasta_score.disk.atomic import ACCESS_LIST, ATTRIBUTES, SECOND_NAME, UnsyncedError, write_atomically

_LOSS_SENTENCES = {
    ACCESS_LIST: '"{name}" lost its access list; check who can open it',
    ATTRIBUTES: '"{name}" lost its extended attributes',
    SECOND_NAME: '"{name}" had a second name (a hard link), which keeps the old text',
}


class Written(NamedTuple):
    """What to tell of a file that is written: what was lost of the old one, and what failed after the writing."""

    notes: tuple[str, ...] = ()
    failure: files.DiskError | None = None


def write_file(
    path: Path, data: bytes, *, overwrite: bool, on_written: Callable[[], object] = lambda: None
) -> tuple[str, ...]:
    """Write a file where links lead, or a device, and return sentences about what was lost; raises DiskError."""
    try:
        if files.is_stream(path):
            path.write_bytes(data)
            return ()
        target = Path(files.resolve_path(path))
    except (OSError, ValueError) as error:
        raise files.build_write_error(str(path), error) from None
    if not target.parent.is_dir():
        raise files.build_missing_folder_error(path, str(path))
    files.check_name(target, str(path))
    # No lock here: each process has a temporary file of its own.
    written = replace_file(target, data, str(path), overwrite=overwrite, on_written=on_written)
    if written.failure:
        raise written.failure
    return written.notes


def replace_file(
    target: Path,
    data: bytes,
    name: str,
    *,
    overwrite: bool,
    temporary: Path | None = None,
    on_written: Callable[[], object] = lambda: None,
) -> Written:
    """Write a file as `write_atomically` does; raises DiskError, with the path as typed in `name`."""
    try:
        losses = write_atomically(target, data, overwrite=overwrite, temporary=temporary, on_written=on_written)
    except UnsyncedError as error:
        message = f"the disk may not keep what was written: {files.get_reason(error)}"
        return Written(failure=files.DiskError(name, message, "make a copy on another disk"))
    except FileExistsError:
        raise files.build_occupied_error(name) from None
    except OSError as error:
        raise files.build_write_error(name, error) from None
    return Written(notes=tuple(_LOSS_SENTENCES[loss].format(name=name) for loss in losses))
