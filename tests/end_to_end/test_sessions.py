"""Sessions from files: command lines, what they print and their exit codes (see support/sessions.py)."""

from pathlib import Path

import pytest
from support.paths import SESSIONS
from support.randomness import is_night
from support.sessions import check_session, check_session_on_code_page
from support.wording import Wording

FILES = sorted(SESSIONS.glob("*.txt"))
NOT_ASCII = {"typed-forms"}  # shows all that is not ASCII: names with accents
# By day each session that is ASCII alone takes one of the code pages by turns.
ON_PAGES = [
    pytest.param(file, page, id=f"{file.stem}-{page}", marks=[] if file.stem in NOT_ASCII else pytest.mark.slow)
    for number, file in enumerate(FILES)
    for place, page in enumerate(("cp437", "cp1252"))
    if file.stem in NOT_ASCII or is_night() or number % 2 == place
]


@pytest.fixture
def session_folder(tmp_path: Path) -> Path:
    """Return a folder with the files that sessions read."""
    for source in (SESSIONS / "files").glob("*"):
        (tmp_path / source.name).write_bytes(source.read_bytes())
    return tmp_path


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_command_of_a_session_shows_what_is_written_below_it(
    file: Path, session_folder: Path, wording: Wording
) -> None:
    check_session(file, session_folder, wording)


@pytest.mark.parametrize(("file", "page"), ON_PAGES)
def test_a_session_shows_the_same_on_a_code_page_but_for_characters_that_it_lacks(
    file: Path, page: str, session_folder: Path
) -> None:
    check_session_on_code_page(file, session_folder, page)


def test_the_sessions_for_every_run_hold_all_that_is_not_ascii() -> None:
    assert {file.stem for file in FILES if not file.read_text(encoding="utf-8").isascii()} == NOT_ASCII
