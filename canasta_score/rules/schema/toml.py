"""TOML as a person wrote it: parse it whole, or say where the mistake is and what to do."""

import tomllib
from collections.abc import Iterable

from canasta_score.rules.diagnostics import CanastaError, Diagnostic

_MAX_DEPTH = 20  # tables and lists within one another


class TomlError(CanastaError):
    """A text that is not TOML; its one diagnostic has no file yet."""

    def __init__(self, message: str, hint: str) -> None:
        """Build the error of one mistake."""
        super().__init__([Diagnostic(message=message, hint=hint)])


def parse_toml(data: bytes) -> dict[str, object]:
    """Parse TOML, with or without a byte order mark.

    Raises TomlError with the line and column of the first mistake.
    """
    text = ""
    try:
        text = data.decode().removeprefix("\ufeff")
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        *lines_before, line = data[: error.start].decode().split("\n")
        place = f"line {len(lines_before) + 1}, column {len(line) + 1}"
        raise TomlError(f"has a character that is not UTF-8 on {place}", "save the file as UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        from canasta_score.rules.schema.syntax_hints import explain_syntax_error

        raise TomlError(*explain_syntax_error(error, text)) from None
    except ValueError:  # Python refuses to convert a number of thousands of digits
        raise TomlError("has a number that is too long", "use at most seven digits") from None
    except RecursionError:
        raise _build_depth_error() from None


def check_depth(value: object) -> None:
    """Raise TomlError if tables and lists are nested deeper than any rule needs."""
    if is_too_deep(value):
        raise _build_depth_error()


def _build_depth_error() -> TomlError:
    return TomlError("has too many brackets inside one another", "rules need only a few")


def is_too_deep(value: object) -> bool:
    """Return whether tables and lists are nested deeper than any rule needs."""
    level = [value]
    for _ in range(_MAX_DEPTH + 1):  # no recursion: a file may nest deeper than Python's stack
        level = [item for container in level for item in _list_items(container)]
    return bool(level)


def _list_items(value: object) -> Iterable[object]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()
