"""New rule files in the user's folder."""

import os
from collections.abc import Callable
from pathlib import Path

from canasta_score.rules.catalog.atomic import UnsyncedError, write_atomically
from canasta_score.rules.catalog.files import RULE_FILE_SUFFIX
from canasta_score.rules.catalog.lookup import (
    USER_FOLDER_VARIABLE,
    find_rule_file,
    get_user_folder,
    is_rule_file_path,
)
from canasta_score.rules.diagnostics import build_rule_error


def resolve_extends_value(name_or_path: str) -> str:
    """Return what a file in the user's folder writes after `extends` to extend a variant.

    Raises RuleError if a name means no variant.
    """
    if not is_rule_file_path(name_or_path):
        return find_rule_file(name_or_path).stem
    path = Path(name_or_path).resolve()
    return path.stem if path.parent == get_user_folder().resolve() else path.as_posix()


def write_rule_file(name: str, text: str, on_written: Callable[[], object] = lambda: None) -> Path:
    """Write a new rule file into the user's folder, creating the folder if needed, and return its path.

    `on_written` is called as soon as it is on the disk. Raises RuleError if there is a file of that name, which stays
    as it is, or if it cannot be written.
    """
    path = get_user_folder() / f"{name}{RULE_FILE_SUFFIX}"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text.encode(), overwrite=False, on_written=on_written)
    except UnsyncedError as error:
        message = f"the disk may not keep what was written: {error.strerror}"
        raise build_rule_error(str(path), message, "make a copy on another disk") from None
    except (OSError, ValueError) as error:
        if isinstance(error, FileExistsError) and os.path.lexists(path):
            raise build_rule_error(str(path), "already exists and was not changed", "choose a different name") from None
        reason = getattr(error, "strerror", None) or "the name is not allowed"
        hint = f"check the folder and its permissions, or set {USER_FOLDER_VARIABLE} to a different folder"
        raise build_rule_error(str(path), f"cannot be written: {reason}", hint) from None
    return path
