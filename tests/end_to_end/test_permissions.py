"""Files and folders that may not be read or written, and a disk without room: nothing is lost."""

import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.command_line import run_process
from support.game_files import AS_ANYBODY, LOCK, add, files_in, game_in, new_game
from support.wording import Wording

pytestmark = pytest.mark.end_to_end


@pytest.fixture
def closed(tmp_path: Path) -> Iterator[Path]:
    """Return a folder that cannot be written, with a game of one hand in it."""
    folder = tmp_path / "closed"
    folder.mkdir()
    add(game_in(folder))
    (folder / LOCK).unlink()
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)


@pytest.mark.parametrize("words", ["show", "show --all --json", "check --strict", "meld", "explain", ""])
def test_reading_goes_in_a_folder_that_cannot_be_written_and_leaves_nothing(words: str, closed: Path) -> None:
    done = run_process(*words.split(), folder=closed, behind=AS_ANYBODY)
    assert (done.err, done.code) == ("", 0)
    assert files_in(closed) == {"canasta.toml"}


@pytest.mark.parametrize("words", ["add we hand=10", "note cake", "undo", "fix 1 we hand=10", "new -l new.toml"])
def test_writing_in_a_folder_that_cannot_be_written_says_why_it_does_not(words: str, closed: Path) -> None:
    before = (closed / "canasta.toml").read_bytes()
    done = run_process(*words.split(), folder=closed, behind=AS_ANYBODY)
    name = "new.toml" if words.startswith("new") else "canasta.toml"
    assert done.err.startswith(f"error: {name}: cannot be written: permission denied")
    assert len(done.messages) == 1
    assert (done.out, done.code) == ("", 4)
    assert (closed / "canasta.toml").read_bytes() == before
    assert files_in(closed) == {"canasta.toml"}


def test_a_ledger_that_may_only_be_read_takes_no_hand(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    ledger.chmod(0o444)
    done = run_process(*"add we hand=10 they hand=5".split(), folder=tmp_path, behind=AS_ANYBODY)
    assert done.err.startswith("error: canasta.toml: cannot be written: permission denied")
    assert (done.out, done.code) == ("", 4)
    assert ledger.read_bytes() == new_game()
    assert stat.S_IMODE(ledger.stat().st_mode) == 0o444


def test_a_ledger_that_may_not_be_read_is_refused(tmp_path: Path, wording: Wording) -> None:
    game_in(tmp_path).chmod(0o200)
    for words in ("show", "add we hand=10"):
        done = run_process(*words.split(), folder=tmp_path, behind=AS_ANYBODY)
        wording.check_wording("game_files", ["not read", "without permission"], done.err)
        assert done.code == 4
    assert files_in(tmp_path) == {"canasta.toml"}


@pytest.mark.parametrize("blocks", [0, 1])
def test_a_disk_on_which_there_is_no_room_keeps_the_old_ledger(blocks: int, tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    add(ledger)
    before = ledger.read_bytes()
    limited = ("/bin/sh", "-c", f'ulimit -f {blocks}; exec "$@"', "sh")
    done = run_process(*"add we hand=10 they hand=5".split(), folder=tmp_path, behind=limited)
    assert done.err.startswith("error: canasta.toml: cannot be written: file too large")
    assert len(done.messages) == 1
    assert (done.out, done.code) == ("", 4)
    assert ledger.read_bytes() == before
    assert files_in(tmp_path) == {"canasta.toml", LOCK}
    assert run_process("add", "we", "hand=10", folder=tmp_path).code == 0
