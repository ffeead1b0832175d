"""Sessions: command lines one after the other in one folder, what each prints as a terminal shows it, its exit code.

A command stands behind `$ `, its output (both streams together) below it, and its exit code, where it is not 0, in a
last line behind `? `. What is typed at the desk stands behind its prompts. Variables of the environment may stand
before the command, and `cat > FILE` writes what stands below it into a file. `{shipped}` stands for the names of all
shipped variants, `{version}` for that of the program.
"""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from canasta_score import __version__
from canasta_score.cli.prompt import desk
from canasta_score.cli.prompt.questions import Words
from canasta_score.rules.diagnostics import PROGRAM
from support.command_line import run
from support.variants import SHIPPED
from support.wording import Wording, insert_placeholders

PROMPT, EXIT = "$ ", "? "
_WRITE_FILE = "cat > "
_DESK = "event desk"
_TYPED = r"(?:.* >|Why\?|.*\[y/N/edit\])(?: (.*))?"  # at the desk: what is behind a prompt or a question
_REFUSALS = {2, 3, 4, 5}
_FRAME_IN_ASCII = str.maketrans("┌┬┐├┤└┘─│", "+++++++-|")
_NAMES = {"shipped": ", ".join(SHIPPED), "version": __version__}


@dataclass(frozen=True, kw_only=True)
class Step:
    """One command of a session: its line, what it shows, its exit code, and the ends of lines that follow."""

    command: str
    shown: str
    code: int
    gap: str

    def format(self, shown: str) -> str:
        """Return the step as it stands in a file, with another output."""
        output = f"\n{shown}" if shown else ""
        code = f"\n{EXIT}{self.code}" if self.code else ""
        return f"{PROMPT}{self.command}{output}{code}{self.gap}"


def parse_steps(text: str) -> Iterator[Step]:
    """Yield the commands of a session with their output and exit code."""
    for part in ("\n" + text.removesuffix("\n")).split(f"\n{PROMPT}")[1:]:
        command, _, output = f"{part}\n".partition("\n")
        shown = output.rstrip("\n")
        gap = output[len(shown) :] or "\n"
        before, _, last = shown.rpartition("\n")
        if last.startswith(EXIT):
            yield Step(command=command, shown=before, code=int(last.removeprefix(EXIT)), gap=gap)
        else:
            yield Step(command=command, shown=shown, code=0, gap=gap)


def check_session(file: Path, folder: Path, wording: Wording) -> None:
    """Run the commands of a session in a folder, one after the other, and check what each shows."""
    text, session = file.read_text(encoding="utf-8"), ""
    for step in parse_steps(text):
        shown, code = run_step(step, folder)
        label = f"{PROMPT}{step.command}"
        assert code == step.code, f"{file.name}: {label}\nexit code {code}, not {step.code}\n{shown}"
        shown = _insert_names(shown, step)
        session += step.format(shown if wording.must_write(file, step.shown, shown, label=label) else step.shown)
    if text != session:
        assert wording.is_rewriting, f"{file.name} is laid out otherwise than a session is written"
        file.write_text(session, encoding="utf-8")


def check_session_on_code_page(file: Path, folder: Path, page: str) -> None:
    """Check that a session shows the same on a code page of Windows, but for characters that the page lacks."""
    for step in parse_steps(file.read_text(encoding="utf-8")):
        shown, code = run_step(step, folder, page)
        assert code == step.code, (step.command, shown)
        with_codes = step.shown.encode(page, "backslashreplace").decode(page)
        as_file = step.shown.encode().decode(page, "replace")  # the text of a file is UTF-8 everywhere
        with_plain_frame = step.shown.translate(_FRAME_IN_ASCII)
        assert _insert_names(shown, step) in (with_codes, as_file, with_plain_frame), step.command


def _insert_names(shown: str, step: Step) -> str:
    return insert_placeholders(shown, {name: _NAMES[name] for name in _NAMES if f"{{{name}}}" in step.shown})


def run_step(step: Step, folder: Path, encoding: str = "utf-8") -> tuple[str, int]:
    """Run a step of a session in a folder; return all that it printed, and its exit code."""
    if step.command.startswith(_WRITE_FILE):
        (folder / step.command.removeprefix(_WRITE_FILE)).write_text(f"{step.shown}\n", encoding="utf-8")
        return step.shown, 0
    if step.command.endswith(_DESK):
        typed = [line[1] or "" for line in map(re.compile(_TYPED).fullmatch, step.shown.splitlines()) if line]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(desk, "PipeReader", _Director)
            return run_line(step.command, folder, encoding, typed="\n".join([*typed, ""]))
    return run_line(step.command, folder, encoding)


class _Director(desk.PipeReader):
    """Somebody at the desk, whose lines are shown behind the prompts as at a terminal."""

    def read_line(self, prompt: str, draft: str, /) -> str:
        line = super().read_line(prompt, draft).strip()
        print(f"{prompt}{line}".rstrip())  # noqa: T201 -- as a terminal shows it
        return line

    def ask_question(self, prompt: str, _words: Words = (), /) -> str:
        return self.read_line(prompt, "")


def run_line(command: str, folder: Path, encoding: str = "utf-8", typed: str = "") -> tuple[str, int]:
    """Run a command of a session in a folder; return all that it printed, and its exit code."""
    words = shlex.split(command)
    program = words.index(PROGRAM)
    variables = dict(word.split("=", 1) for word in words[:program])
    done = run(
        *words[program + 1 :],
        folder=folder,
        merged=True,
        encoding=encoding,
        typed=typed,
        **{"COLUMNS": "80", **variables},
    )
    if done.code in _REFUSALS and "--json" not in words:
        assert done.out == done.err, "a refusal goes to standard error alone"
    return done.out.rstrip("\n"), done.code
