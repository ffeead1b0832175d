"""Faults in the calls of a program to the system, by strace: one call of a run fails, or is interrupted."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from support.command_line import HEARS_CTRL_C, Completed
from support.tools import require

_FOLDER_VARIABLES = {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "BASH_COMPLETION_USER_DIR", "ZDOTDIR"}  # lead out of the home
# Those that can lose something; what is missing on some systems has a question mark.
_CALLS = (
    "?open,openat,write,fsync,ftruncate,?rename,renameat,renameat2,?link,linkat,"
    "?chmod,fchmod,fchown,flock,close,?unlink,unlinkat"
)
_CALL_RE = re.compile(r"^\d+ +(\w+)\(([^,)]*).*\) += (-?\d+)")
_PROGRAM = (sys.executable, "-P", "-m", "canasta_score")


@dataclass(frozen=True, kw_only=True)
class Fault:
    """What happens to a call: the call, its number among those of the same name, and the error or the signal."""

    call: str
    number: int
    effect: str

    def __str__(self) -> str:
        return f"{self.call}, call {self.number}, {self.effect}"


_CTRL_C = "signal=SIGINT"
_OTHER_EFFECTS = {
    "openat": ["error=EACCES"],
    "write": ["error=ENOSPC", _CTRL_C],
    "fsync": [_CTRL_C],
    "flock": ["error=ENOLCK", _CTRL_C],
    "fchmod": ["error=EPERM"],
    "link": ["error=EPERM", _CTRL_C],
    "linkat": ["error=EPERM", _CTRL_C],
    "rename": [_CTRL_C],
}


def list_faults(words: Sequence[str], folder: Path, name: str) -> Iterator[Fault]:
    """Yield the faults of a command in a folder: in each call about it, about a file there, or about the output."""
    log = folder.with_suffix(".log")
    done = _run(words, folder, log)
    assert done.code == 0, done.err
    numbers, open_files = Counter[str](), {1, 2}
    for line in log.read_text().splitlines():
        for call, argument, result in _CALL_RE.findall(line):
            numbers[call] += 1
            is_about_file = str(folder) in line or f'"{name}"' in line
            if call == "openat":
                (open_files.add if is_about_file else open_files.discard)(int(result))
            if is_about_file or (argument.isdigit() and int(argument) in open_files):
                for effect in ("error=EIO", *_OTHER_EFFECTS.get(call, ())):
                    yield Fault(call=call, number=numbers[call], effect=effect)


def run_with_fault(words: Sequence[str], folder: Path, fault: Fault) -> Completed:
    """Run a command in a folder with a fault in one of its calls."""
    log = folder.with_suffix(".log")
    done = _run(words, folder, log, "-e", f"inject={fault.call}:{fault.effect}:when={fault.number}")
    assert "INJECTED" in log.read_text() or "SIGINT" in log.read_text(), f"{fault} did not happen"
    return done


def _run(words: Sequence[str], folder: Path, log: Path, *injection: str) -> Completed:
    strace = shutil.which("strace")
    require("strace", is_there=strace is not None)
    # With it strace stops the program only where it must, but injects no signals.
    fast = [] if any(_CTRL_C in option for option in injection) else ["--seccomp-bpf"]
    options = ["-f", "-qq", *fast, "-o", str(log), "-e", f"trace={_CALLS}", *injection]
    done = subprocess.run(
        [*HEARS_CTRL_C, str(strace), *options, *_PROGRAM, *words],
        cwd=folder,
        # As many calls in each run: with other hashes, sets are in another order. Nothing leaves the folder.
        env={
            **{name: value for name, value in os.environ.items() if name not in _FOLDER_VARIABLES},
            "HOME": str(folder),
            "CANASTA_VARIANTS": str(folder),
            "PYTHONHASHSEED": "0",
        },
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return Completed(code=done.returncode, out=done.stdout, err=done.stderr)
