"""A person at a terminal: types lines and keys at the program, and reads what stands on its screen."""

import os
import select
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from support.prepared import Prepared, start_prepared
from support.terminal import PATIENCE, Terminal

KEYS = {"enter": "\r", "tab": "\t", "ctrl-c": "\x03", "ctrl-d": "\x04", "up": "\x1b[A", "backspace": "\x7f"}
NO_ENVIRONMENT = {"NO_COLOR", "COLUMNS", "LINES"}


class AtTheTable(Terminal):
    """The program in a terminal that is high enough for a whole evening, as it is called in some folder."""

    rows, columns = 200, 160
    quiet = 0.01 if Path("/proc/self/task").is_dir() else Terminal.quiet  # where it is seen whether the program works

    def __init__(self, folder: Path, *words: str, program: Sequence[str] = ()) -> None:
        """Start it, or another `program` with the same words."""
        self.is_prepared = not program
        env = {name: value for name, value in os.environ.items() if name not in NO_ENVIRONMENT}
        super().__init__([*program, *words], folder, env)

    def start(
        self, command: Sequence[str], folder: Path, env: Mapping[str, str], end: int
    ) -> subprocess.Popen[bytes] | Prepared:
        """Start the program at its end of the terminal, where it has loaded already."""
        if not self.is_prepared:
            return super().start(command, folder, env, end)
        return start_prepared(command, folder, env, (end, end, end), has_terminal=True)

    def __enter__(self) -> "AtTheTable":  # noqa: PYI034 -- there is no other
        """Sit down."""
        return self

    def __exit__(self, *_: object) -> None:
        """End the program, whatever it does."""
        self.close()

    @property
    def text(self) -> str:
        """What stands on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    @property
    def at_cursor(self) -> str:
        """What stands in the line of the cursor."""
        return str(self.screen.display[self.screen.cursor.y]).rstrip()

    def press(self, *keys: str) -> None:
        """Press keys by their names."""
        for key in keys:
            self.type(KEYS[key])

    def line(self, text: str, then: str = "") -> None:
        """Type a line, see it stand there, press Enter, and wait for what begins the next line that is asked for."""
        self.type(text)
        self.until(lambda _: text.strip() in self.at_cursor)
        here = self.screen.cursor.y
        self.press("enter")
        self.until(lambda _: self.screen.cursor.y > here and self.at_cursor.strip().startswith(then.strip()))

    def see(self, text: str) -> None:
        """Wait until a text stands on the screen."""
        self.until(lambda _: text in self.text)

    def see_line(self, text: str) -> None:
        """Wait until a text is all that stands in the line of the cursor."""
        self.until(lambda _: self.at_cursor == text)

    def end(self) -> int:
        """Wait for the end of the program, and give its exit code."""
        with suppress(OSError):
            while select.select([self.keys], [], [], PATIENCE)[0]:
                self.stream.feed(os.read(self.keys, 65536))
        return self.program.wait(timeout=PATIENCE)
