"""How much is too much, in figures, names, lists and nesting: a hostile file must not take long or much memory."""

import re
from collections.abc import Iterator, Sequence

from canasta_score.rules.diagnostics import CanastaError, Diagnostic

MAX_NUMBER = 9_999_999  # of a fact, or of a figure in the rules
MAX_TOTAL = 999_999_999_999  # of a side: totals of many hands are larger than any fact
MAX_ORDINAL = 999_999  # the number of a hand, a game or a table
MAX_LIST_LENGTH = 1_000  # values in a list of rules, and names in a table of rules
MAX_KEY_LENGTH = 200  # characters; a longer key, or a key with more parts, can only be on a longer line
_MAX_LINE_LENGTH = 100_000  # characters
_MAX_KEY_PARTS = 100
TOO_DEEP = "has too many brackets inside one another", "rules need only a few"  # a message and its hint
_MAX_DEPTH = 20  # of tables and lists inside one another
_CONTAINERS = (dict, list)  # a union would be built for each value
# A string without its end counts to the end of the line, so that each character is looked at once.
_STRING_PATTERN = r'"(?:[^"\\]|\\.)*"?|\'[^\']*\'?'
_OUTSIDE_KEYS_PATTERN = r"[^\w\-. \t]+"


class TomlError(CanastaError):
    """A text that is not TOML, or beyond what any game or rules need; its one diagnostic has no file yet."""

    def __init__(self, message: str, hint: str) -> None:
        """Build the error of one mistake."""
        super().__init__([Diagnostic(message=message, hint=hint)])


def check_lines(text: str) -> bool:
    """Return whether lines are so long that `check_keys` is needed; raises TomlError for a line beyond the limits."""
    lines = text.split("\n")
    if max(map(len, lines)) <= MAX_KEY_LENGTH:  # as in every file that this program writes
        return False
    for number, line in enumerate(lines, 1):
        if len(line) <= MAX_KEY_LENGTH:
            continue
        if len(line) > _MAX_LINE_LENGTH:
            message = f"line {number} has {len(line):,} characters, more than {_MAX_LINE_LENGTH:,}"
            raise TomlError(message, "break the line, or shorten it")
        names = re.split(_OUTSIDE_KEYS_PATTERN, re.sub(_STRING_PATTERN, "x", line).partition("#")[0])
        if max(name.count(".") for name in names) >= _MAX_KEY_PARTS:
            message = f"line {number} has more than {_MAX_KEY_PARTS} names with dots between them"
            raise TomlError(message, "shorten the line")
    return True


def check_keys(values: object) -> None:
    """Raise TomlError for a key that is longer than any name."""
    for table in _iter_levels(values):
        for value in table:
            for key in value if isinstance(value, dict) else ():
                if len(key) > MAX_KEY_LENGTH:
                    message = f'the name "{key[:20]}..." has {len(key):,} characters, more than {MAX_KEY_LENGTH}'
                    raise TomlError(message, "shorten it")


def check_depth(value: object) -> None:
    """Raise TomlError if tables and lists are nested deeper than any rule needs."""
    if is_too_deep(value):
        raise TomlError(*TOO_DEEP)


def is_too_deep(value: object) -> bool:
    """Return whether tables and lists are nested deeper than any rule needs."""
    return any(depth >= _MAX_DEPTH for depth, _ in enumerate(_iter_levels(value)))


def _iter_levels(value: object) -> Iterator[Sequence[object]]:
    """Yield the values at each level of tables and lists; no recursion: a file may nest deeper than the stack."""
    level = [value]
    while level := [item for item in level if isinstance(item, _CONTAINERS)]:
        yield level
        level = [inner for item in level for inner in (item.values() if isinstance(item, dict) else item)]
