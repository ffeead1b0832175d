"""The program, loaded once for many tests: each process of it is forked, which saves a fifth of a second of start-up.

It is for tests of what the program does in a process of its own, not of how it starts.
"""

import importlib
import json
import os
import pkgutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import cache
from io import BufferedReader, BufferedWriter, FileIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryFile
from typing import NoReturn

import canasta_score
from canasta_score import __main__
from support.command_line import Completed

_LOAD = """
import sys
sys.path.insert(0, sys.argv[1])
from support.prepared import serve
serve()
"""
_LOADED_BY_SERVE = ("jinja2", "uvicorn.lifespan.off", "uvicorn.loops.asyncio")  # when it has begun
_LARGEST = 1_000_000  # bytes of a request
_TIMEOUT = 60  # seconds


class Prepared:
    """A process of the program, as one that `subprocess` has started."""

    def __init__(self, line: socket.socket) -> None:
        """Take the line on which the number of the process is told, and in the end its exit code."""
        self._line = line
        self.pid = int(line.recv(32))
        self.returncode: int | None = None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end of the process, and return its exit code."""
        if self.returncode is None:
            self._line.settimeout(timeout)
            self.returncode = int(self._line.recv(32))
            self._line.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal to the process, unless it has ended."""
        with suppress(BlockingIOError):
            self.wait(0)
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill the process, unless it has ended."""
        self.send_signal(signal.SIGKILL)


@dataclass(frozen=True, kw_only=True)
class Request:
    """What to start: the words, the folder, the environment, and limits by the numbers that the system gives them."""

    words: list[str]
    folder: str
    env: dict[str, str]
    has_terminal: bool
    limits: list[tuple[int, int]]


def start_prepared(
    words: Sequence[str],
    folder: Path,
    env: Mapping[str, str],
    files: tuple[int, int, int],
    *,
    has_terminal: bool = False,
    limits: Mapping[int, int] | None = None,
) -> Prepared:
    """Start the program with words, in a folder, with the three standard files; they may be a terminal of its own."""
    request = Request(
        words=[*words],
        folder=str(folder),
        env={**env},
        has_terminal=has_terminal,
        limits=[*(limits or {}).items()],
    )
    line, far_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with far_end:
        server, _ = _get_server()
        socket.send_fds(server, [json.dumps(asdict(request)).encode()], [*files, far_end.fileno()])
    return Prepared(line)


def run_prepared(*words: str, folder: Path, limits: Mapping[int, int] | None = None, **environment: str) -> Completed:
    """Run a command, with some environment variables set; standard input is empty."""
    with TemporaryFile() as out, TemporaryFile() as err, Path(os.devnull).open("rb") as nothing:
        files = (nothing.fileno(), out.fileno(), err.fileno())
        code = start_prepared(words, folder, {**os.environ, **environment}, files, limits=limits).wait(_TIMEOUT)
        for file in (out, err):
            file.seek(0)
        return Completed(code=code, out=out.read().decode(), err=err.read().decode())


@cache
def _get_server() -> tuple[socket.socket, "subprocess.Popen[bytes]"]:
    """Load the program, once for all tests of this process; it ends with them."""
    line, far_end = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _LARGEST)
    with far_end:
        command = [sys.executable, "-c", _LOAD, str(Path(__file__).parents[1])]
        return line, subprocess.Popen(command, stdin=far_end.fileno(), start_new_session=True)


def serve() -> None:
    """Load all of the program, and fork a process for each request, until nobody can ask any more.

    What `serve` needs is loaded when it is asked for.
    """
    modules = [module.name for module in pkgutil.walk_packages(canasta_score.__path__, "canasta_score.")]
    live = [name for name in modules if name.startswith(f"{canasta_score.__name__}.cli.live.")]
    for name in sorted({*modules} - {*live}):
        importlib.import_module(name)
    asked = socket.socket(fileno=0)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        text, files, _, _ = socket.recv_fds(asked, _LARGEST, 4)
        if not text:
            return
        request = Request(**json.loads(text))
        if "serve" in request.words:
            for name in (*live, *_LOADED_BY_SERVE):
                importlib.import_module(name)
        if not os.fork():
            _keep(request, files)
        for file in files:
            os.close(file)


def _keep(request: Request, files: list[int]) -> NoReturn:
    """Fork the process of a request, and tell its number and its exit code."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    line = socket.socket(fileno=files.pop())
    process = os.fork()
    if not process:
        line.close()
        _run(request, files)
    for file in files:
        os.close(file)
    line.send(b"%d" % process)
    line.send(b"%d" % os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]))
    os._exit(0)


def _run(request: Request, files: list[int]) -> NoReturn:
    """Be the program, from its first line."""
    import fcntl  # noqa: PLC0415 -- Windows has none of them, and forks nothing
    import resource  # noqa: PLC0415
    import termios  # noqa: PLC0415

    encoding, _, _ = request.env.get("PYTHONIOENCODING", sys.stdin.encoding).partition(":")
    for place, file in enumerate(files):
        os.dup2(file, place)
        os.close(file)
    os.setsid()
    if request.has_terminal:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.chdir(request.folder)
    os.environ.clear()
    os.environ.update(request.env)
    time.tzset()
    sys.stdin = TextIOWrapper(BufferedReader(FileIO(0)), encoding, sys.stdin.errors)
    sys.stdout = TextIOWrapper(BufferedWriter(FileIO(1, "w")), encoding, sys.stdout.errors, line_buffering=os.isatty(1))
    sys.stderr = TextIOWrapper(BufferedWriter(FileIO(2, "w")), encoding, sys.stderr.errors, line_buffering=True)
    sys.argv = [str(__main__.__file__), *request.words]
    for limit, most in request.limits:
        resource.setrlimit(limit, (most, most))
    __main__.run_and_exit()
    os._exit(1)  # it has ended
