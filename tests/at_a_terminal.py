"""A person at a terminal: types at a program that believes it has a screen, and reads what stands there."""

import os
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Self

import pexpect
import pyte

PATIENCE = 60.0  # seconds that a slow machine has for one answer
KEYS = {"enter": "\r", "tab": "\t", "ctrl-c": "\x03", "ctrl-d": "\x04", "up": "\x1b[A", "backspace": "\x7f"}


class Screen(pyte.Screen):
    """A screen that answers when it is asked where its cursor stands."""

    answer_to: Any = None

    def write_process_input(self, data: str) -> None:
        """Send the program what a terminal would answer."""
        self.answer_to.send(data)


class Terminal:
    """A program with a screen of 100 columns, high enough that nothing scrolls away."""

    def __init__(self, program: str, words: list[str], folder: Path, **environment: str) -> None:
        """Start a program in a folder."""
        rows, columns = 200, 100
        known = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "COLUMNS", "LINES"}}
        env = {**known, "TERM": "xterm", "LANG": "C.UTF-8", **environment}
        self.child: Any = pexpect.spawn(
            program, words, cwd=str(folder), env=env, dimensions=(rows, columns), encoding="utf-8", timeout=PATIENCE
        )
        self.child.delaybeforesend = None
        self.screen = Screen(columns, rows)
        self.screen.answer_to = self.child
        self.stream = pyte.Stream(self.screen)

    def __enter__(self) -> Self:
        """Sit down."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the program, whatever it does."""
        self.child.close(force=True)

    def type(self, text: str) -> None:
        """Type a text."""
        self.child.send(text)

    def press(self, *keys: str) -> None:
        """Press keys by their names."""
        for key in keys:
            self.child.send(KEYS[key])

    def line(self, text: str, then: str = "") -> None:
        """Type a line, see it stand there, press Enter, and wait for what begins the next line that is asked for."""
        self.type(text)
        self.until(lambda: text.strip() in self.at_cursor, text)
        here = self.screen.cursor.y
        self.press("enter")
        self.until(lambda: self.screen.cursor.y > here and self.at_cursor.strip().startswith(then.strip()), then)

    def see(self, text: str) -> None:
        """Wait until a text stands on the screen."""
        self.until(lambda: text in self.text, text)

    def until(self, so_far: Callable[[], bool], wanted: str) -> None:
        """Read what the program writes until something is so."""
        deadline = time.monotonic() + PATIENCE
        while not so_far():
            assert time.monotonic() < deadline, f"waited for {wanted!r} in vain:\n{self.text}"
            with suppress(pexpect.TIMEOUT):
                self.stream.feed(self.child.read_nonblocking(65536, timeout=0.1))

    def end(self) -> int:
        """Wait for the end of the program, and give its exit code."""
        with suppress(pexpect.EOF):
            while True:
                self.stream.feed(self.child.read_nonblocking(65536, timeout=PATIENCE))
        self.child.close()
        return int(self.child.exitstatus)

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    @property
    def at_cursor(self) -> str:
        """What stands in the line of the cursor."""
        return str(self.screen.display[self.screen.cursor.y]).rstrip()
