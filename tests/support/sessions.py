"""A session: command lines one after the other, what each prints as a terminal shows it, and its exit code."""

import gc
import io
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

from canasta_score.__main__ import main

PROMPT, EXIT = "$ ", "? "


def commands(text: str) -> Iterator[tuple[str, str, int]]:
    """Go through the commands of a session with their output and exit code."""
    for part in f"\n{text}".split(f"\n{PROMPT}")[1:]:
        command, _, shown = part.partition("\n")
        lines = shown.rstrip("\n").split("\n") if shown.strip() else []
        code = int(lines.pop()[len(EXIT) :]) if lines and lines[-1].startswith(EXIT) else 0
        yield command, "\n".join(lines).rstrip("\n"), code


def run(command: str, folder: Path) -> tuple[str, int]:
    """Run a command of a session in a folder and give all it printed, and its exit code."""
    program, *words = shlex.split(command)
    assert program == "canasta-score"
    shown = io.StringIO()
    with pytest.MonkeyPatch.context() as table, redirect_stdout(shown), redirect_stderr(shown):
        table.chdir(folder)
        table.setenv("COLUMNS", "80")
        table.setattr(sys, "argv", [program, *words])
        table.setattr(gc, "freeze", lambda: None)  # which is for a program that ends
        try:
            main()
            code: object = 0
        except SystemExit as leaving:
            code = leaving.code or 0
    assert isinstance(code, int)
    return shown.getvalue().rstrip("\n"), code
