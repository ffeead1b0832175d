"""A terminal that shows what a program run in it would show a person, and types to it as they would."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pyte
import pytest

from support.prepared import Prepared

termios = pytest.importorskip("termios", reason="Windows has no terminals that a program can open")
PATIENCE = 30.0  # seconds; a terminal is waited for by what it shows, so that a slow machine only takes longer
IN_ITS_OWN_SESSION = """
import fcntl, os, signal, sys, termios
os.setsid()
signal.signal(signal.SIGINT, signal.SIG_DFL)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execvp(sys.argv[1], sys.argv[1:])
"""


class Screen(pyte.Screen):
    """A screen that answers a program that asks it something."""

    def __init__(self, columns: int, rows: int, answer: Callable[[bytes], None]) -> None:
        super().__init__(columns, rows)
        self.answer = answer
        self._rows = [""] * rows

    @property
    def display(self) -> list[str]:
        """Return the rows of the screen, of which only those that have changed are put together anew."""
        for row in self.dirty:
            cells = self.buffer[row]
            self._rows[row] = "".join(cells[column].data for column in range(self.columns))
        self.dirty.clear()
        return self._rows

    def write_process_input(self, data: str) -> None:
        """Answer the program."""
        self.answer(data.encode())


class Terminal:
    """A program in a terminal."""

    rows, columns, term = 60, 160, "xterm"
    quiet = 0.05  # seconds without output, after which a program may wait for keys

    def __init__(self, command: Sequence[str], folder: Path, env: Mapping[str, str]) -> None:
        self.keys, programs_end = os.openpty()
        termios.tcsetwinsize(self.keys, (self.rows, self.columns))
        self.screen = Screen(self.columns, self.rows, self.send)
        self.stream = pyte.ByteStream(self.screen)
        env = {**env, "TERM": self.term, "LINES": str(self.rows), "COLUMNS": str(self.columns)}
        self.program = self.start(command, folder, env, programs_end)
        os.close(programs_end)

    def start(
        self, command: Sequence[str], folder: Path, env: Mapping[str, str], end: int
    ) -> subprocess.Popen[bytes] | Prepared:
        """Start the program at its end of the terminal."""
        own_session = [sys.executable, "-Sc", IN_ITS_OWN_SESSION, *command]
        return subprocess.Popen(own_session, stdin=end, stdout=end, stderr=end, cwd=folder, env=env)

    def send(self, keys: bytes) -> None:
        """Press keys."""
        os.write(self.keys, keys)

    def type(self, text: str) -> None:
        """Type a text."""
        self.send(text.encode())

    def lines(self) -> list[str]:
        """Return the lines that the screen shows, without the empty ones."""
        return [line.rstrip() for line in self.screen.display if line.strip()]

    def until(self, shows: Callable[[list[str]], bool]) -> list[str]:
        """Wait until the screen shows something, and give its lines."""
        end = time.monotonic() + PATIENCE
        while not shows(self.lines()):
            left = end - time.monotonic()
            assert left > 0, "the screen shows:\n" + "\n".join(self.lines())
            if select.select([self.keys], [], [], left)[0]:
                try:
                    self.stream.feed(os.read(self.keys, 65536))
                except OSError:
                    raise AssertionError(
                        "the program has ended; the screen shows:\n" + "\n".join(self.lines())
                    ) from None
        shown = self.lines()
        with suppress(OSError):  # the program has ended
            while True:
                if select.select([self.keys], [], [], self.quiet)[0]:
                    self.stream.feed(os.read(self.keys, 65536))
                elif not self._works() or time.monotonic() > end:
                    break
        return shown

    def _works(self) -> bool:
        """Return whether the program is seen at work: what is typed before it waits for keys may be lost."""
        with suppress(OSError):  # Linux alone tells
            for thread in Path(f"/proc/{self.program.pid}/task").iterdir():
                if (thread / "stat").read_text().rpartition(")")[2].split()[0] not in "SZ":
                    return True
        return False

    def close(self) -> None:
        """End the program."""
        with suppress(ProcessLookupError):
            os.killpg(self.program.pid, signal.SIGKILL)
        self.program.wait()
        os.close(self.keys)
