"""Sessions from files: command lines, what they print and their exit codes.

A command stands behind `$ `, its output (both streams as a terminal shows them) below it, and its exit code, where it
is not 0, in a last line behind `? `. `{shipped}` stands for the names of all shipped variants, `{version}` for that of
the program.
"""

from pathlib import Path

import pytest
from support.paths import SESSIONS
from support.sessions import commands, run_line
from support.variants import SHIPPED

from canasta_score import __version__


@pytest.mark.parametrize("path", sorted(SESSIONS.glob("*.txt")), ids=lambda path: path.stem)
def test_a_session_goes_as_written(path: Path, tmp_path: Path) -> None:
    """Run the commands of a session one after the other in one folder, for each may rest on those before it."""
    for source in (SESSIONS / "files").glob("*"):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    text = path.read_text().replace("{shipped}", ", ".join(SHIPPED)).replace("{version}", __version__)
    for command, shown, code in commands(text):
        assert (command, *run_line(command, tmp_path)) == (command, shown, code)
