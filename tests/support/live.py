"""The live page as tests see it: an app that is asked in this process, and a server of its own with real sockets."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message

from support.command_line import PROCESS
from support.prepared import Prepared, start_prepared

_PATIENCE = 20.0  # seconds
_WITH_SHORT_DEADLINES = """
import sys
from canasta_score.cli.live import server as protocol
protocol.REQUEST_SECONDS = protocol.STALLED_SECONDS = 1.0
sys.argv = ["canasta-score", *sys.argv[1:]]
from canasta_score.__main__ import run_and_exit
run_and_exit()
"""


@dataclass
class Answer:
    """What came back: the status, the headers in lower case, and the body."""

    status: int
    headers: Mapping[str, str]
    body: bytes


@dataclass
class Viewer:
    """Somebody who follows a stream in this process."""

    chunks: asyncio.Queue[bytes] = field(default_factory=asyncio.Queue)
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    status: int = 0

    async def next(self) -> bytes:
        """Wait for the next event."""
        return await asyncio.wait_for(self.chunks.get(), _PATIENCE)


def _build_scope(method: str, path: str, headers: Mapping[str, str]) -> dict[str, object]:
    path, _, query = path.partition("?")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query.encode(),
        "headers": [(name.lower().encode(), value.encode()) for name, value in headers.items()],
        "server": ("127.0.0.1", 8484),
        "client": (headers.get("x-client", "127.0.0.1"), 50000),
    }


async def ask(app: ASGIApp, path: str = "/", method: str = "GET", body: bytes = b"", /, **headers: str) -> Answer:
    """Ask an app for something that ends."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(_build_scope(method, path, {"host": "127.0.0.1:8484", **headers}), receive, send)
    start, *chunks = sent
    found = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], found, b"".join(message.get("body", b"") for message in chunks))


@asynccontextmanager
async def following(app: ASGIApp, path: str, **headers: str) -> AsyncIterator[Viewer]:
    """Follow a stream of an app, and leave it in the end."""
    viewer = Viewer()

    async def receive() -> Message:
        await viewer.gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        viewer.status = message.get("status", viewer.status)
        if message.get("body"):
            viewer.chunks.put_nowait(message["body"])

    scope = _build_scope("GET", path, {"host": "127.0.0.1:8484", **headers})
    task = asyncio.ensure_future(app(scope, receive, send))
    try:
        yield viewer
    finally:
        viewer.gone.set()
        await asyncio.wait_for(task, _PATIENCE)


@dataclass
class Served:
    """A server that runs: its process, its addresses, and all that it printed before it was ready."""

    process: "subprocess.Popen[bytes] | Prepared"
    url: str
    printed: str
    err: BinaryIO

    @property
    def place(self) -> tuple[str, int]:
        """Return the host and the port."""
        parts = urlsplit(self.url)
        assert parts.hostname
        assert parts.port
        return parts.hostname, parts.port

    def get(self, path: str = "", method: str = "GET", body: bytes | None = None, /, **headers: str) -> Answer:
        """Ask for a path below the address."""
        connection = HTTPConnection(*self.place, timeout=_PATIENCE)
        connection.request(method, urlsplit(self.url).path + path, body, headers)
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return Answer(answer.status, {name.lower(): value for name, value in answer.getheaders()}, body)

    def follow(self, path: str = "page.events", **settings: int) -> socket.socket:
        """Open a stream and return its socket, from which the head of the answer was not read yet."""
        viewer = socket.socket()
        for name, value in settings.items():
            viewer.setsockopt(socket.SOL_SOCKET, getattr(socket, name), value)
        viewer.settimeout(_PATIENCE)
        viewer.connect(self.place)
        host, port = self.place
        viewer.sendall(f"GET {urlsplit(self.url).path}{path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        return viewer

    def stop(self) -> tuple[int, str, float]:
        """Press Ctrl-C; return the exit code, what was printed on standard error, and how many seconds it took."""
        before = time.monotonic()
        self.process.send_signal(signal.SIGINT)
        code = self.process.wait(_PATIENCE)
        seconds = time.monotonic() - before
        self.err.seek(0)
        return code, self.err.read().decode(), seconds


@contextmanager
def entering(served: Served) -> Iterator[Served]:
    """Stand at the address of a server through which hands are entered."""
    url = served.printed.partition("To enter hands: ")[2].split()[0]
    yield replace(served, url=url)


@contextmanager
def serving(
    folder: Path,
    *words: str,
    short_deadlines: bool = False,
    open_files: int | None = None,
    is_prepared: bool = False,
) -> Iterator[Served]:
    """Start the server in a folder, on a free port, and end it; `open_files` is how many it may have open.

    One that is prepared has loaded the program already.
    """
    command = ("serve", "--port", "0", *words)
    program = (sys.executable, "-c", _WITH_SHORT_DEADLINES) if short_deadlines else PROCESS
    limited = ("/bin/sh", "-c", f'ulimit -n {open_files} && exec "$@"', "sh") if open_files else ()
    read_end, write_end = os.pipe()
    with Path(os.devnull).open("rb") as nothing, TemporaryFile() as err, os.fdopen(read_end) as out:
        process = (
            start_prepared(command, folder, os.environ, (nothing.fileno(), write_end, err.fileno()))
            if is_prepared
            else subprocess.Popen(
                [*limited, *program, *command], cwd=folder, stdin=nothing, stdout=write_end, stderr=err
            )
        )
        os.close(write_end)
        try:
            printed = ""
            while not printed.endswith("Ctrl-C to stop.\n"):
                line = out.readline()
                err.seek(0)
                assert line, err.read().decode()
                printed += line
            yield Served(process, printed.split()[printed.split().index("at") + 1], printed, err)
        finally:
            process.kill()
            process.wait()


serving_prepared = partial(serving, is_prepared=True)


def read_until(viewer: socket.socket, expected: bytes) -> bytes:
    """Read what a viewer is sent until it has some bytes; fail where they do not come in time."""
    data, end = b"", time.monotonic() + _PATIENCE
    while expected not in data:
        left = end - time.monotonic()
        assert left > 0, data[-500:]
        viewer.settimeout(left)
        chunk = viewer.recv(65536)
        assert chunk, "the server closed the connection"
        data += chunk
    return data
