"""Somebody at a terminal in this process: lines are typed one after the other, and what the screen shows is read."""

import io
import re
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyte
import pytest
from prompt_toolkit import PromptSession
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from canasta_score.__main__ import main
from canasta_score.cli.prompt import first_game
from canasta_score.rules.diagnostics import PROGRAM

_CTRL_D = "\x04"
_LINES_BELOW = 10  # of a prompt, such as its toolbar


class _Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


class _Keyboard(io.StringIO):
    """Standard input: each line that is read is shown; what is typed may be a key, such as Ctrl-C."""

    def __init__(self, typed: Sequence[str]) -> None:
        super().__init__()
        self._typed = [*typed]

    def isatty(self) -> bool:
        return True

    def take(self) -> str:
        return self._typed.pop(0) if self._typed else _CTRL_D

    def readline(self, *_: object) -> str:  # type: ignore[override]
        line = self.take()
        if line == "\x03":
            raise KeyboardInterrupt
        if line == _CTRL_D:
            return ""
        sys.stdout.write(f"{line}\n")
        return f"{line}\n"


def spend_evening(commands: Sequence[str], typed: Sequence[str], columns: int, lines: int) -> str:
    """Run commands at a terminal while lines are typed; return all that stands on the screen at the end."""
    keyboard, raw = _Keyboard(typed), io.BytesIO()
    terminal = _Terminal(raw, "utf-8", newline="", write_through=True)
    output = Vt100_Output(terminal, lambda: Size(rows=lines, columns=columns), enable_cpr=False)
    prompt_again = PromptSession.prompt
    with (
        create_pipe_input() as keys,
        create_app_session(input=keys, output=output),
        pytest.MonkeyPatch.context() as patch,
    ):

        def prompt(session: PromptSession[str], *args: Any, **options: Any) -> str:  # noqa: ANN401 -- as it is there
            line = keyboard.take()
            keys.send_text(line if line[-1:] in {"\x03", _CTRL_D} else f"{line}\r")
            return prompt_again(session, *args, **options)

        patch.setattr(PromptSession, "prompt", prompt)
        patch.setattr(first_game, "resolve_path", lambda path: Path("/home/ann") / path)  # wraps the same everywhere
        patch.setattr(sys, "stdin", keyboard)
        patch.setattr(sys, "stdout", terminal)
        patch.setattr(sys, "stderr", terminal)
        for name, value in (("COLUMNS", columns), ("LINES", lines), ("NO_COLOR", 1)):
            patch.setenv(name, str(value))
        for command in commands:
            patch.setattr(sys, "argv", [PROGRAM, *shlex.split(command)])
            terminal.write(f"$ {command}\n")
            if code := main():
                terminal.write(f"? {code}\n")
    screen = pyte.Screen(columns, raw.getvalue().count(b"\n") + _LINES_BELOW)
    pyte.Stream(screen).feed(raw.getvalue().decode().replace("\r\n", "\n").replace("\n", "\r\n"))
    text = "\n".join(line.rstrip() for line in screen.display).rstrip()
    return re.sub(r"(?<=entered at )[\d:]{5}", "{time}", text)
