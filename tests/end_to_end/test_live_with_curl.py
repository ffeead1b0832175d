"""The live page as a program sees it that is not ours: `curl -N` follows a game, and Ctrl-C ends both at once."""

import json
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import pytest
from support.command_line import run_ok
from support.live import Served, serving
from support.tools import require

pytestmark = pytest.mark.end_to_end

AT_ONCE = 2.0  # seconds, also on a machine that is busy


@contextmanager
def curl(*words: str) -> Iterator["subprocess.Popen[str]"]:
    """Run curl, and end it."""
    program = shutil.which("curl")
    require("curl", is_there=program is not None)
    process = subprocess.Popen(
        [str(program), "--silent", "--no-buffer", "--max-time", "60", *words], stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def read_parts(stream: "subprocess.Popen[str]") -> dict[str, str]:
    """Read on to the next parts that changed."""
    assert stream.stdout
    for line in stream.stdout:
        if line.startswith('data: {"parts":'):
            parts: dict[str, str] = json.loads(line.removeprefix("data: "))["parts"]
            return parts
    raise AssertionError("the stream has ended")


@pytest.fixture
def served(game_folder: Path) -> Iterator[Served]:
    run_ok("new", "--we", "Ann & Bob", "--they", "Cy & Di")
    with serving(game_folder) as server:
        yield server


def test_a_stream_follows_a_game_that_is_recorded_corrected_undone_and_finished(served: Served) -> None:
    delays = []
    with curl(f"{served.url}page.events") as stream:
        assert "No hands yet" in read_parts(stream)["sheets"]
        for words, total, news in (
            ("add we n2 m1 o t325 they n1 t105 h30", "575", "Hand 1 recorded."),
            ("fix 1 they t205", "675", "Hand 1 corrected."),
            ("undo", "575", "The last entry was undone."),
            ("redo", "675", "The last entry was restored."),
            ("add --anyway we base=7000 they base=5", "680", "Hand 2 recorded."),
        ):
            run_ok(*words.split())
            recorded = time.monotonic()
            parts = read_parts(stream)
            delays.append(time.monotonic() - recorded)
            assert total in parts["result"]
            assert news in parts["news"]
        assert "Ann &amp; Bob won" in parts["result"]
    assert median(delays) < 1


def test_ctrl_c_ends_the_server_and_its_viewers_at_once(served: Served) -> None:
    with curl(f"{served.url}page.events") as page, curl(f"{served.url}board.events") as board:
        for stream in (page, board):
            read_parts(stream)
        code, err, seconds = served.stop()
        assert (code, err) == (0, "")
        assert seconds < AT_ONCE
        assert {stream.wait(timeout=AT_ONCE) for stream in (page, board)} <= {18, 56}  # partial file, or cut off


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["--data", "we=5"], "404"),
        (["--upload-file", "canasta.toml"], "404"),
        (["--request", "DELETE"], "404"),
        (["--header", "Host: evil.example"], "400"),
        (["--path-as-is"], "404"),
        (["--head"], "200"),
    ],
)
def test_no_request_changes_a_byte(served: Served, words: list[str], status: str) -> None:
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    path = "../canasta.toml" if words == ["--path-as-is"] else ""
    with curl("--output", "/dev/null", "--write-out", "%{http_code}", *words, f"{served.url}{path}") as asked:
        assert asked.stdout
        answer = asked.stdout.read()
    assert answer.endswith(status)
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before
