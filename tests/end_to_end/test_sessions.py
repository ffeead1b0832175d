"""Sessions from files: command lines, what they print and their exit codes (see support/sessions.py)."""

from pathlib import Path

import pytest
from support.paths import SESSIONS
from support.sessions import check_session
from support.wording import Wording


@pytest.mark.parametrize("file", sorted(SESSIONS.glob("*.txt")), ids=lambda file: file.stem)
def test_every_command_of_a_session_shows_what_is_written_below_it(
    file: Path, tmp_path: Path, wording: Wording
) -> None:
    for source in (SESSIONS / "files").glob("*"):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    check_session(file, tmp_path, wording)
