"""TOML as a person wrote it: read whole, or refused with the place and the remedy."""

import tomllib
from collections.abc import Mapping

_MAX_DEPTH = 20


class NoTomlError(Exception):
    """A text that is no TOML: what is wrong with it, and the remedy."""

    def __init__(self, message: str, hint: str) -> None:
        """Keep the two apart, for the name of the file is not known here."""
        super().__init__(message)
        self.message, self.hint = message, hint


def parse_toml(data: bytes) -> dict[str, object]:
    """Read TOML; a byte order mark is passed over. Raises NoTomlError with the line and column of what is none."""
    text = ""
    try:
        text = data.decode().removeprefix("\ufeff")
        return tomllib.loads(text)
    except UnicodeDecodeError as error:
        *before, begun = data[: error.start].decode().split("\n")
        where = f"line {len(before) + 1}, column {len(begun) + 1}"
        raise NoTomlError(f"is not UTF-8 in {where}", "save it as UTF-8 text") from None
    except tomllib.TOMLDecodeError as error:
        from canasta_score.rules.schema.syntax_hints import explain_syntax_error  # noqa: PLC0415 -- only for those with a slip

        raise NoTomlError(*explain_syntax_error(error, text)) from None
    except ValueError:
        raise NoTomlError("holds a number of many digits", "write numbers of at most seven digits") from None
    except RecursionError:
        raise _build_depth_error() from None


def check_depth(values: Mapping[str, object]) -> None:
    """Raise NoTomlError where tables and lists lie in each other deeper than any rule needs."""
    if is_too_deep(values):
        raise _build_depth_error()


def _build_depth_error() -> NoTomlError:
    """Make the error of what is nested too deep."""
    return NoTomlError("is nested too deep", "no rule needs more than a few brackets in one another")


def is_too_deep(value: object) -> bool:
    """Tell whether tables and lists lie in each other deeper than any rule needs."""
    around, levels = [value] if isinstance(value, dict | list) else [], _MAX_DEPTH
    while around and levels:
        levels -= 1
        around = [
            inner
            for one in around
            for inner in (one.values() if isinstance(one, dict) else one)
            if isinstance(inner, dict | list)
        ]
    return any(around)
