"""Line numbers for the mistakes in rule files. Imported only for a file with mistakes."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path

from canasta_score.disk.files import read_regular_file
from canasta_score.rules.catalog.files import MAX_RULE_FILE_SIZE
from canasta_score.rules.diagnostics import Diagnostic
from canasta_score.rules.frozen import replace
from canasta_score.rules.schema.limits import MAX_KEY_LENGTH
from canasta_score.rules.schema.reader import iter_parent_paths

_NAME = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_KEY_RE = re.compile(rf"(?P<brackets>\[*)\s*(?P<key>{_NAME}(?:\s*\.\s*{_NAME})*)\s*[\]=]")


def number_lines(diagnostics: Iterable[Diagnostic], file: Path) -> list[Diagnostic]:
    """Return mistakes in the order of their lines; the lines are known for the mistakes in one file."""
    lines: Mapping[str, int] = {}
    with suppress(OSError, ValueError):
        lines = find_key_lines(read_regular_file(file, MAX_RULE_FILE_SIZE).decode())
    numbered: list[Diagnostic] = []
    for found in diagnostics:
        # The line of the key, or else of the nearest table around it, if the file states one.
        paths = (found.where, *reversed([*iter_parent_paths(found.where)])) if found.file == file.name else ()
        line = next((lines[path] for path in paths if path in lines), found.line)
        numbered.append(replace(found, line=line))
    return sorted(numbered, key=lambda found: found.line or 0)


def find_key_lines(text: str) -> dict[str, int]:
    """Return the line of each key path, counted from 1; for a table it is the first line that names it."""
    lines: dict[str, int] = {}
    heading = ""
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        # The rest of a long line is a value, or a hostile key of a hundred thousand parts.
        if match := _KEY_RE.match(line.strip()[:MAX_KEY_LENGTH]):
            key = re.sub(r"[\s\"']", "", match["key"])
            path = key if match["brackets"] or not heading else f"{heading}.{key}"
            heading = key if match["brackets"] else heading
            for stated in (*iter_parent_paths(path), path):
                lines.setdefault(stated, number)
    return lines
