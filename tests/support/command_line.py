"""The command line as tests run it: in this process as a rule, as a program of its own where that is the point."""

import gc
import io
import json
import os
import shlex
import subprocess
import sys
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from canasta_score.__main__ import main
from canasta_score.cli.messages import print_error
from canasta_score.rules.diagnostics import PROGRAM, CanastaError

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

PROCESS = (sys.executable, "-m", "canasta_score")
HEARS_CTRL_C = (
    sys.executable,
    "-c",
    "import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execv(sys.argv[1], sys.argv[1:])",
)
_TIMEOUT = 60  # seconds
_CHANGED: dict[Hashable, bytes] = {}
SAID: list[str] = []  # what commands that failed said, for the fixture `sentences`


@dataclass(frozen=True, kw_only=True)
class Completed:
    """The exit code of a command, and what it printed on standard output and on standard error."""

    code: int
    out: str
    err: str

    @property
    def messages(self) -> list[str]:
        """Return the lines on standard error that begin a message, without typed words and hints."""
        return [line for line in self.err.splitlines() if line.startswith(("error: ", "warning: ", "note: "))]


def run(
    *words: str,
    folder: Path | None = None,
    merged: bool = False,
    encoding: str = "utf-8",
    typed: str = "",
    **environment: str,
) -> Completed:
    """Run a command in this process, by the entry point of the program, with some environment variables set.

    Standard input is a pipe with what is `typed`. With `merged`, `out` holds both streams in the order in which a
    terminal shows them, and `err` what it always holds.
    The streams have an encoding, such as that of a code page of Windows, by which what they hold is read again.
    """
    return _run(words, folder, environment, merged=merged, encoding=encoding, typed=typed)


class _Tee(io.BytesIO):
    def __init__(self, copy: io.BytesIO) -> None:
        super().__init__()
        self._copy = copy

    def write(self, data: "ReadableBuffer") -> int:
        self._copy.write(data)
        return super().write(data)


def _run(
    words: Sequence[str],
    folder: Path | None,
    environment: Mapping[str, str],
    *,
    merged: bool = False,
    encoding: str = "utf-8",
    typed: str = "",
) -> Completed:
    out = io.BytesIO()
    err = _Tee(out) if merged else io.BytesIO()
    streams = [io.TextIOWrapper(each, encoding, newline="", write_through=True) for each in (out, err)]
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(streams[0]), redirect_stderr(streams[1]):
        for name, value in environment.items():
            patch.setenv(name, value)
        if folder is not None:
            patch.chdir(folder)
        patch.setattr(sys, "argv", [PROGRAM, *words])
        patch.setattr(sys, "stdin", io.StringIO(typed))
        patch.setattr(gc, "freeze", lambda: None)  # it is for a program that ends; here it would add up
        code = main()
    printed, said = (each.getvalue().decode(encoding, "replace") for each in (out, err))
    SAID.extend([said] if code else [])
    return Completed(code=code, out=printed, err=said)


def run_ok(*words: str, **environment: str) -> str:
    """Run a command that must succeed, and return its standard output."""
    done = _run(words, None, environment)
    assert done.code == 0, done.err
    return done.out


def run_refused(code: int, *words: str) -> str:
    """Run a command that must be refused with an exit code; return what it says on standard error."""
    done = run(*words)
    assert (done.code, done.out) == (code, "")
    return done.err


def run_json(*words: str) -> dict[str, Any]:
    """Run a command that must succeed, and parse the JSON object that it prints."""
    value = json.loads(run_ok(*words))
    assert isinstance(value, dict)
    return value


def lay(*commands: str, file: str = "canasta.toml") -> Path:
    """Change a file of the folder by commands that must succeed, once for all tests; return its path."""
    return change_once(Path(file), commands, lambda: [run_ok(*shlex.split(words)) for words in commands])


def change_once(path: Path, name: Hashable, change: Callable[[], object]) -> Path:
    """Change a file; where the same file was before a change of that name, copy what came of it then."""
    before = path.read_bytes() if path.exists() else b""
    if (before, name) in _CHANGED:
        path.write_bytes(_CHANGED[before, name])
    else:
        change()
        _CHANGED[before, name] = path.read_bytes()
    return path


def printed_error(error: CanastaError) -> str:
    """Return what a command prints on standard error where it ends with an error."""
    err = io.StringIO()
    with redirect_stderr(err):
        print_error(error)
    return err.getvalue()


def run_process(
    *words: str | bytes,
    folder: Path | None = None,
    behind: Sequence[str] = (),
    typed: str | None = None,
    **environment: str,
) -> Completed:
    """Run a command as a process of its own, behind another program that changes what it may do.

    Standard input is `typed`, and empty without it; what is printed is read as UTF-8, whatever the locale.
    """
    done = subprocess.run(
        [*behind, *PROCESS, *words],
        cwd=folder,
        env={**os.environ, **environment},
        input=typed or "",
        capture_output=True,
        encoding="utf-8",
        timeout=_TIMEOUT,
        check=False,
    )
    return Completed(code=done.returncode, out=done.stdout, err=done.stderr)


def start_process(*words: str, folder: Path, behind: Sequence[str] = ()) -> subprocess.Popen[str]:
    """Start a command as a process of its own, and do not wait for it."""
    return subprocess.Popen(
        [*behind, *PROCESS, *words],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
