"""Sessions: command lines, what they print and their exit codes, from files and from the README.

In a file a command stands behind `$ `, its output (both streams as a terminal shows them) below it, and its exit
code, where it is not 0, in a last line behind `? `. `{shipped}` stands there for the names of all shipped variants. In
the README sessions are the indented blocks with a `$ `.
"""

import gc
import io
import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from shipped import SHIPPED

from canasta_score.__main__ import main

HERE = Path(__file__).parent
ROOT = HERE.parent
SESSIONS = sorted((HERE / "sessions").glob("*.txt"))
PROMPT, EXIT, BLOCK = "$ ", "? ", "    "


def commands(text: str) -> Iterator[tuple[str, str, int]]:
    """Go through the commands of a session with their output and exit code."""
    for part in f"\n{text}".split(f"\n{PROMPT}")[1:]:
        command, _, shown = part.partition("\n")
        lines = shown.rstrip("\n").split("\n") if shown.strip() else []
        code = int(lines.pop()[len(EXIT) :]) if lines and lines[-1].startswith(EXIT) else 0
        yield command, "\n".join(lines).rstrip("\n"), code


def readme_blocks() -> Iterator[tuple[str, str]]:
    """Go through the commands that the README shows with their output."""
    block: list[str] = []
    for line in [*(ROOT / "README.md").read_text().split("\n"), "end"]:
        if line.startswith(BLOCK) or (not line and block):
            block.append(line.removeprefix(BLOCK))
        else:
            yield from ((command, shown) for command, shown, _ in commands("\n".join(block)))
            block = []


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


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_a_session_goes_as_written(path: Path, tmp_path: Path) -> None:
    """Run the commands of a session one after the other in one folder, for each may rest on those before it."""
    for source in (HERE / "sessions" / "files").glob("*"):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    for command, shown, code in commands(path.read_text()):
        assert (command, *run(command, tmp_path)) == (command, shown.replace("{shipped}", ", ".join(SHIPPED)), code)


def test_the_readme_shows_what_its_commands_print(tmp_path: Path) -> None:
    """Run the commands of the README from top to bottom in one folder, as a reader would."""
    for command, shown in readme_blocks():
        assert (command, run(command, tmp_path)[0]) == (command, shown)


def test_the_readme_has_sessions_to_test() -> None:
    assert len(list(readme_blocks())) > 3


def test_the_first_quick_start_command_is_the_published_example_and_prints_what_is_shown() -> None:
    readme = (ROOT / "README.md").read_text()
    quick_start, _, after = readme.partition("pip install -q . &&")[2].partition("\n\n")
    shown = after.partition(f"\n\n{BLOCK}")[2].partition("\n\n")[0].replace(f"\n{BLOCK}", "\n")
    assert run("canasta-score" + quick_start.partition("bin/canasta-score")[2], ROOT) == (shown, 0)


def test_the_readme_opens_with_the_sheet_of_a_whole_game() -> None:
    ledger = HERE / "data" / "ledgers" / "good" / "ten-hands.toml"
    picture = (ROOT / "README.md").read_text().partition(f"\n{BLOCK}")[2].partition("\n\n| ")[0]
    assert run(f"canasta-score show -l {ledger}", ROOT) == (picture.replace(f"\n{BLOCK}", "\n"), 0)


def test_what_is_typed_at_the_table_makes_an_evening(tmp_path: Path) -> None:
    """Run what the first table of the README lists, from top to bottom in one folder; two of them ask at a terminal."""
    rows = re.findall(r"^\| [^|`]+ \| (.*`canasta-score.*) \|$", (ROOT / "README.md").read_text(), re.MULTILINE)
    typed = [words for row in rows[:8] for words in re.findall(r"`(canasta-score[^`]*)`", row)]
    assert len(typed) == 10
    for command in typed:
        asks = command in {"canasta-score add", "canasta-score play"}
        assert run(command, tmp_path)[1] == (2 if asks else 0), command
    assert (tmp_path / "evening.html").exists()
