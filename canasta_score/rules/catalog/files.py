"""Rule files on the disk: read one, or explain why it cannot be read."""

from errno import EINVAL
from pathlib import Path

from canasta_score.rules.diagnostics import RuleError, build_rule_error
from canasta_score.rules.schema.limits import TomlError, check_depth
from canasta_score.rules.schema.raw_tables import RawTable
from canasta_score.rules.schema.toml import parse_toml

RULE_FILE_SUFFIX = ".toml"
SHOW_ALL_RULES = ("to see all rules", "variants", "list")  # a hint, and the words of its command
_DEVICE_NAMES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}
MAX_RULE_FILE_SIZE = 1_000_000  # bytes


def is_device_name(path: Path) -> bool:
    """Return whether Windows takes the name of a file for a device: people carry games there on memory sticks."""
    return path.name.partition(".")[0].strip().lower() in _DEVICE_NAMES


def is_existing_file(path: Path) -> bool:
    """Return whether there is a file at a path; False for a path that is too long to be one."""
    try:
        return path.is_file()
    except OSError:
        return False


def read_regular_file(path: Path, max_size: int) -> bytes:
    """Read at most `max_size` bytes of a file.

    Raises OSError, and ValueError for a path that no file can have.
    """
    # To open a pipe would wait for someone to write into it.
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise OSError(EINVAL, "it is a pipe or a device, not a file")
    with path.open("rb") as file:
        return file.read(max_size)


def load_toml(path: Path) -> dict[str, object]:
    """Load a rule file as TOML, unchecked; raises RuleError if it is missing, unreadable, too large or no TOML."""
    try:
        data = read_regular_file(path, MAX_RULE_FILE_SIZE + 1)
    except FileNotFoundError:
        misnamed_hint = find_misnamed_hint(path)
        next_step = (
            (misnamed_hint,) if misnamed_hint else (f"check the folder; {SHOW_ALL_RULES[0]}", *SHOW_ALL_RULES[1:])
        )
        raise build_rule_error(str(path), "there is no such file", *next_step) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise build_rule_error(str(path), f"cannot be read: {reason}", "check the path and the permissions") from None
    if len(data) > MAX_RULE_FILE_SIZE:
        raise build_rule_error(str(path), "is too large for a rule file", "rule files have only a few kilobytes")
    try:
        values = parse_toml(data)
        check_depth(values)
    except TomlError as error:
        raise RuleError(diagnostic.at(str(path)) for diagnostic in error.diagnostics) from None
    return values


def find_misnamed_hint(path: Path) -> str:
    """Return a hint if the file is there under another suffix, else an empty text.

    Some systems hide the suffix `.txt` that their editor adds.
    """
    for misnamed in (Path(f"{path}.txt"), path.with_suffix(".txt")):
        if is_existing_file(misnamed):
            return f'rename "{misnamed}" so that its name ends in {RULE_FILE_SUFFIX}'
    return ""


def has_ledger_tables(values: RawTable) -> bool:
    """Return whether a file is the ledger of a game, which has tables for its rules and its sides."""
    return isinstance(values.get("rules"), dict) and isinstance(values.get("sides"), dict)
