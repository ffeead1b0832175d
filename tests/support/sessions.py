"""A session: command lines one after the other, what each prints as a terminal shows it, and its exit code."""

import shlex
from collections.abc import Iterator
from pathlib import Path

from canasta_score.cli.terminal import PROGRAM
from support.command_line import run

PROMPT, EXIT = "$ ", "? "


def commands(text: str) -> Iterator[tuple[str, str, int]]:
    """Yield the commands of a session with their output and exit code."""
    for part in f"\n{text}".split(f"\n{PROMPT}")[1:]:
        command, _, shown = part.partition("\n")
        lines = shown.rstrip("\n").split("\n") if shown.strip() else []
        code = int(lines.pop()[len(EXIT) :]) if lines and lines[-1].startswith(EXIT) else 0
        yield command, "\n".join(lines).rstrip("\n"), code


def run_line(command: str, folder: Path) -> tuple[str, int]:
    """Run a command of a session in a folder; return all that it printed, and its exit code."""
    program, *words = shlex.split(command)
    assert program == PROGRAM
    done = run(*words, folder=folder, merged=True, COLUMNS="80")
    return done.out.rstrip("\n"), done.code
