"""The shells: how each quotes the words of a command, and the file of its completion script."""

import os
import re
from collections.abc import Iterable
from contextlib import suppress

from canasta_score.rules.text import escape_unprintable

SCRIPT_FILES = {
    "bash": "canasta-score.bash",
    "zsh": "_canasta-score",
    "fish": "canasta-score.fish",
    "powershell": "canasta-score.ps1",
}
_IS_WINDOWS = os.name == "nt"
# Patterns as text: compiling one takes 0.1 ms or more, and most commands use none of these.
_PLAIN_CMD_WORD = r"[\w.:/\\=+*,@'~-]+"
_CMD_SIGNS = r'[()%!^"<>&|]'
_PLAIN_POWERSHELL_WORD = r"[\w./\\=+*:][\w./\\=+*:-]*|-{1,2}\w[\w-]*(=[\w./\\]+)?"
_PLAIN_PROMPT_WORD = r"[^\s\"']+"


class Shell:
    """Where a command is typed; `PROMPT` is the prompt of `play`."""

    POSIX = "posix"
    CMD = "cmd"
    POWERSHELL = "powershell"
    PROMPT = "prompt"


def detect_shell() -> str:
    """Return the shell that called the program; on Windows `cmd` if it is unknown."""
    if not _IS_WINDOWS:
        return Shell.POSIX
    from shellingham import ShellDetectionFailure, detect_shell

    with suppress(ShellDetectionFailure):
        names = {"cmd": Shell.CMD, "powershell": Shell.POWERSHELL, "pwsh": Shell.POWERSHELL}
        return names.get(str(detect_shell()[0]).lower(), Shell.POSIX)
    return Shell.CMD


def quote_words(words: Iterable[str], shell: str) -> str:
    """Return words as they are typed in a shell; a word that is not plain is quoted."""
    return " ".join(_QUOTERS[shell](escape_unprintable(word)) for word in words)


def _quote_posix_word(word: str) -> str:
    if word.isascii() and word.replace("-", "").isalnum():
        return word  # start-up: without shlex, 0.4 ms
    from shlex import quote

    return quote(word)


def quote_prompt_word(word: str) -> str:
    """Return a word as it is typed at the prompt of `play`: in quotes if it has spaces or quotes."""
    if re.fullmatch(_PLAIN_PROMPT_WORD, word):
        return word
    return f'"{word}"' if '"' not in word else f"'{word}'"


def _quote_cmd_word(word: str) -> str:
    # Programs on Windows read a backslash before a quote as an escape, so it is doubled.
    if re.fullmatch(_PLAIN_CMD_WORD, word):
        return word
    escaped = re.sub(r'(\\*)"', r'\1\1\\"', word)
    doubled = re.sub(r"(\\+)$", r"\1\1", escaped)
    quoted = f'"{doubled}"'
    # Each quote in the word begins or ends a quotation for cmd, and an & outside a quotation ends the command.
    return re.sub(_CMD_SIGNS, r"^\g<0>", quoted) if '"' in word else quoted


def _quote_powershell_word(word: str) -> str:
    # Inside single quotes, only a single quote is special. Outside quotes, a comma would split the word.
    return word if re.fullmatch(_PLAIN_POWERSHELL_WORD, word) else "'" + word.replace("'", "''") + "'"


_QUOTERS = {
    Shell.POSIX: _quote_posix_word,
    Shell.CMD: _quote_cmd_word,
    Shell.POWERSHELL: _quote_powershell_word,
    Shell.PROMPT: quote_prompt_word,
}
