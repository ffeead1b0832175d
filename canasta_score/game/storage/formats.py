"""The format of a file: a new one has the newest, an older one keeps its own as long as older programs can read it."""

import re

from canasta_score import __version__
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode
from canasta_score.rules.schema.reader import RawTable, describe_value
from canasta_score.rules.text import is_printable_line, join_words

FORMAT_KEY = "format"
NEEDS_KEY = "needs"  # the version that a newer program states in a file or an entry that older ones cannot read
# In format 2 rules have a checksum, each entry ends in its totals, and kinds of entries are new. 0.1 and 0.2 read 1.
NEW_FORMAT_KEYS: RawTable = {FORMAT_KEY: 2, NEEDS_KEY: "0.3"}
_FORMATS = (1, 2)
_FORMAT_PATTERN = rb"^format[ \t]*=[ \t]*1"
_KINDS_OF_FORMAT_1 = {  # in games, and in events
    False: {"hand", "fix", "void", "note", "undo", "redo", "end", "rename", "failed-opening"},
    True: {
        *("pairs", "late", "withdraw", "return", "draw", "slip", "hand", "fix", "adjust", "announce", "clock", "note"),
        *("undo", "redo"),
    },
}
_KEYS_OF_FORMAT_1 = {
    *("at", "what", "hand", "side", "text", "why", "name", "anyway", "restate", "totals"),
    *("names", "pair", "game", "table", "ns", "ew", "points", "action", "minutes", "seed", "from"),
}


def raise_format(data: bytes, keys: RawTable, entry: RawTable) -> tuple[bytes, RawTable]:
    """Return the text and the keys of a file with the format that its next entry needs: the only change above it."""
    own_keys = {key for key, value in entry.items() if not isinstance(value, dict)}
    is_known = entry["what"] in _KINDS_OF_FORMAT_1["event" in keys] and own_keys <= _KEYS_OF_FORMAT_1
    if keys[FORMAT_KEY] == NEW_FORMAT_KEYS[FORMAT_KEY] or is_known:
        return data, keys
    rows = [f"{FORMAT_KEY} = {NEW_FORMAT_KEYS[FORMAT_KEY]}", f'{NEEDS_KEY} = "{NEW_FORMAT_KEYS[NEEDS_KEY]}"']
    line_end = "\r\n" if b"\r\n" in data else "\n"
    data = re.sub(_FORMAT_PATTERN, line_end.join(rows).encode(), data, count=1, flags=re.MULTILINE)
    return data, {**keys, **NEW_FORMAT_KEYS}


def find_format_error(keys: RawTable) -> Diagnostic | None:
    """Return what is wrong with the format that a file states, or None if this program can read it."""
    stated, right = keys.get(FORMAT_KEY), NEW_FORMAT_KEYS[FORMAT_KEY] if NEEDS_KEY in keys else _FORMATS[0]
    described, hint = describe_value(stated), f"change it to {FORMAT_KEY} = {right}"
    if stated is None:
        hint = f"add {FORMAT_KEY} = {right} as the first line"
        return Diagnostic(code=DiagnosticCode.MISSING_KEY, where=FORMAT_KEY, message="is missing", hint=hint)
    if type(stated) is not int:
        message = f"must be a number, not {described}"
        return Diagnostic(code=DiagnosticCode.WRONG_TYPE, where=FORMAT_KEY, message=message, hint=hint)
    if stated > max(_FORMATS):
        message = f"has format {described}, which needs {describe_needed_version(keys.get(NEEDS_KEY))}"
        hint = f"get a newer canasta-score; version {__version__} reads only formats {join_words(map(str, _FORMATS))}"
        return Diagnostic(code=DiagnosticCode.NEWER_FORMAT, message=message, hint=hint)
    return None if stated in _FORMATS else Diagnostic(message=f"has the unknown format {described}", hint=hint)


def describe_needed_version(needs: object) -> str:
    """Return which program a newer file or entry needs: the version that it states, or any newer one."""
    if isinstance(needs, str) and is_printable_line(needs):
        return f"canasta-score {needs} or later"
    return f"a version of canasta-score newer than {__version__}"
