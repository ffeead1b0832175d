"""The program as a process of its own: its streams, pipes, encodings and exit codes."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest
from support.command_line import PROCESS, run_process
from support.game_files import add, game_in, points_in
from support.paths import PACKAGE, TEN_HANDS

pytestmark = pytest.mark.end_to_end

FULL = Path("/dev/full")


def test_results_go_to_standard_out_and_everything_else_to_standard_error() -> None:
    done = run_process("score", "we", "out", "natural=1", "table=60")
    assert "660" in done.out
    assert "2 canastas" not in done.out
    assert "2 canastas" in done.err
    assert done.code == 0


def test_words_that_are_not_utf8_are_refused_like_others() -> None:
    done = run_process("score", "we", b"red=\xff\xfe")
    assert "not a number" in done.err
    assert "Traceback" not in done.err
    assert done.code == 3


def test_a_terminal_that_cannot_show_a_character_gets_its_code() -> None:
    done = run_process("score", "we", "r→d=3", PYTHONIOENCODING="latin-1")
    assert '"r\\u2192d"' in done.err
    assert done.code == 3


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f'"{sys.executable}" -m canasta_score variants show nvso | head -n 1'
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("NVSO Canasta")
    assert "Traceback" not in done.stderr


@pytest.fixture
def full_disk() -> Iterator[IO[str]]:
    """Open a stream that takes nothing."""
    if not FULL.exists():
        pytest.skip("this system has no /dev/full")
    with FULL.open("w") as stream:
        yield stream


def test_output_that_cannot_be_written_is_reported_in_one_sentence(full_disk: IO[str]) -> None:
    command = [*PROCESS, "variants", "show", "nvso"]
    done = subprocess.run(command, stdout=full_disk, stderr=subprocess.PIPE, text=True, check=False)
    assert "No space left on device" in done.stderr
    assert done.stderr.count("error: ") == done.stderr.count("hint: ") == 1
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("foo", 2),
        ("show --nonsense", 2),
        ("fix", 2),
        ("score we zzz", 3),
        ("score we red=5", 3),
        ("show -l none.toml", 4),
        ("add we n1 o t100 --anyway", 0),
    ],
)
def test_the_exit_code_stands_where_no_word_can_be_said(
    words: str, code: int, full_disk: IO[str], tmp_path: Path
) -> None:
    (tmp_path / "canasta.toml").write_bytes(TEN_HANDS.read_bytes())
    done = subprocess.run(
        [*PROCESS, *words.split()],
        cwd=tmp_path,
        stdout=subprocess.DEVNULL,
        stderr=full_disk,
        check=False,
    )
    assert done.returncode == code


@pytest.mark.parametrize("words", ["foo", "show --nonsense"])
def test_the_exit_code_of_a_wrong_command_line_stands_where_standard_error_is_closed(words: str) -> None:
    command = f"{shlex.join(PROCESS)} {words} 2>&-"
    assert subprocess.run(["/bin/sh", "-c", command], stdout=subprocess.DEVNULL, check=False).returncode == 2


def test_an_interruption_is_heard_while_the_program_loads(tmp_path: Path) -> None:
    stand_in = tmp_path / "canasta_score" / "cli"
    stand_in.mkdir(parents=True)
    for package in (stand_in.parent, stand_in):
        (package / "__init__.py").write_text("")
    (stand_in / "app.py").write_text("raise KeyboardInterrupt\n")
    (stand_in.parent / "__main__.py").write_text((PACKAGE / "__main__.py").read_text())
    done = subprocess.run(PROCESS, cwd=tmp_path, capture_output=True, check=False)
    assert (done.stdout, done.stderr, done.returncode) == (b"", b"", 130)


def test_a_hand_whose_standing_cannot_be_printed_is_said_to_be_recorded(tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    onto_a_full_disk = ("/bin/sh", "-c", 'exec "$@" >/dev/full', "sh")
    done = run_process("add", "we", "hand=10", folder=tmp_path, behind=onto_a_full_disk)
    assert points_in(ledger) == [10]
    assert "Hand 1 recorded, but " in done.err, "else it is typed once more and counted twice"
    assert done.code == 1
    assert "no space left on device" in done.err.lower()


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("words", "code"), [("add we hand=10", 0), ("show", 0), ("add", 2), ("play", 2), ("new", 4), ("add we r9", 3)]
)
def test_where_a_stream_is_closed_all_else_is_done_as_ever(words: str, code: int, closed: str, tmp_path: Path) -> None:
    ledger = game_in(tmp_path)
    add(ledger, 10)
    done = run_process(*words.split(), folder=tmp_path, behind=("/bin/sh", "-c", f'exec "$@" {closed}', "sh"))
    assert "Traceback" not in done.err
    assert done.code == code
    assert points_in(ledger) == [10, 10] if words == "add we hand=10" else [10]
