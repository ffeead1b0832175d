"""The connections of viewers: how many there can be, and how long one may keep silent."""

import asyncio
import signal
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from threading import Timer
from types import SimpleNamespace

import pytest
import uvicorn
from starlette.responses import Response
from uvicorn.server import ServerState

from canasta_score.cli.live import server
from canasta_score.cli.live.server import ViewerProtocol, find_max_connections, find_max_viewers

OWN_ADDRESS = "192.168.1.2"


@asynccontextmanager
async def room() -> AsyncIterator[Callable[[str], Awaitable[ViewerProtocol]]]:
    """Open a server to which viewers connect from the addresses that they are given."""
    state, sockets = ServerState(), list[socket.socket]()
    config = uvicorn.Config(Response("answered"), log_config=None, lifespan="off")
    config.load()
    loop = asyncio.get_running_loop()

    async def connect(address: str = "192.168.1.7") -> ViewerProtocol:
        class Protocol(ViewerProtocol):
            client_address = address
            max_connections = 6

        protocol = Protocol(config=config, server_state=state, app_state={}, _loop=loop)
        ours, theirs = socket.socketpair()
        sockets.append(theirs)
        await loop.create_connection(lambda: protocol, sock=ours)
        protocol.server = (OWN_ADDRESS, 8000)
        return protocol

    yield connect
    for opened in sockets:
        opened.close()


def ask(protocol: ViewerProtocol) -> None:
    """Let a viewer ask for something whose answer has no end."""
    protocol.cycle = object()  # type: ignore[assignment]  # only that there is one counts


async def connect_all(connect: Callable[[str], Awaitable[ViewerProtocol]], *addresses: str) -> list[ViewerProtocol]:
    return [await connect(address) for address in addresses]


def find_cut(viewers: Sequence[ViewerProtocol]) -> list[int]:
    return [number for number, viewer in enumerate(viewers) if viewer.transport.is_closing()]


def test_of_too_many_the_oldest_that_asks_for_nothing_is_cut() -> None:
    async def count() -> None:
        async with room() as connect:
            viewers = await connect_all(connect, *"abcdef")
            ask(viewers[0])
            assert find_cut(viewers) == []
            viewers += await connect_all(connect, "g", "h")
            assert find_cut(viewers) == [1, 2]
            for viewer in viewers:
                ask(viewer)
            viewers += await connect_all(connect, "i")
            assert find_cut(viewers) == [1, 2, 8], "there is room for nobody else"

    asyncio.run(count())


@pytest.mark.parametrize(("address", "cut"), [("192.168.1.7", [1, 2, 5]), ("127.0.0.1", [1, 2]), (OWN_ADDRESS, [1, 2])])
def test_one_address_holds_so_many_but_this_computer_may_follow_as_often_as_it_likes(
    monkeypatch: pytest.MonkeyPatch, address: str, cut: Sequence[int]
) -> None:
    monkeypatch.setattr(server, "MAX_CONNECTIONS_OF_ONE_ADDRESS", 3 if 5 in cut else 2)
    monkeypatch.setattr(server, "SECONDS_TO_ASK", 0.01)

    async def count() -> None:
        async with room() as connect:
            viewers = await connect_all(connect, address)
            ask(viewers[0])
            viewers += await connect_all(connect, address, address, address, address, "10.0.0.1")
            await asyncio.sleep(0.05)
            assert find_cut(viewers) == [1, 2]
            for viewer in viewers:
                ask(viewer)
            last = await connect(address)
            ask(last)
            await asyncio.sleep(0.05)
            assert last.transport.is_closing() == (5 in cut)

    asyncio.run(count())


@pytest.mark.parametrize(
    ("limit", "connections", "viewers"), [(1_048_576, 400, 200), (256, 192, 144), (64, 1, 1), (-1, 400, 200)]
)
def test_the_limit_of_open_files_is_kept(
    monkeypatch: pytest.MonkeyPatch, limit: int, connections: int, viewers: int
) -> None:
    monkeypatch.setattr("resource.getrlimit", lambda _: (limit, limit))
    assert (find_max_connections(), find_max_viewers()) == (connections, viewers)


def test_a_viewer_who_leaves_makes_room_for_another() -> None:
    async def count() -> tuple[int, int]:
        async with room() as connect:
            protocol = await connect("a")
            before = len(protocol.connections)
        for _ in range(10):  # the loop sees that the viewer has left, and tells the protocol in a later turn
            await asyncio.sleep(0)
        return before, len(protocol.connections)

    assert asyncio.run(count()) == (1, 0)


def test_a_connection_without_a_request_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUEST_SECONDS", 0.01)

    async def wait() -> bool:
        async with room() as connect:
            silent, asking = await connect_all(connect, "a", "b")
            ask(asking)
            await asyncio.sleep(0.05)
            return silent.transport.is_closing() and not asking.transport.is_closing()

    assert asyncio.run(wait())


def test_a_viewer_who_does_not_read_is_cut_unless_it_reads_again_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "STALLED_SECONDS", 0.02)

    async def wait() -> list[int]:
        async with room() as connect:
            viewers = await connect_all(connect, "a", "b", "c")
            for viewer in viewers[1:]:
                viewer.pause_writing()
            viewers[2].resume_writing()
            viewers[2].pause_writing()
            viewers[2].resume_writing()
            await asyncio.sleep(0.05)
            return find_cut(viewers)

    assert asyncio.run(wait()) == [1]


@pytest.mark.usefixtures("hears_ctrl_c")
def test_changes_of_the_file_are_published_and_its_use_noted_until_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "POLL_SECONDS", 0.001)
    polls, published = [{"page": "first"}, {}, {"page": "second"}], list[object]()
    asked, kept = list[int](), list[int]()

    def publish(views: object) -> None:
        published.append(views)
        if len(published) == 2:
            signal.raise_signal(signal.SIGINT)

    async def answer_without_end(_scope: object, _receive: object, _send: object) -> None:
        asked.append(1)
        await asyncio.Event().wait()

    follower = SimpleNamespace(poll=lambda: polls.pop(0) if polls and asked else {})
    listener = socket.create_server(("127.0.0.1", 0))
    viewer = socket.create_connection(listener.getsockname(), timeout=1)
    viewer.sendall(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n")
    too_late = Timer(10, signal.raise_signal, [signal.SIGINT])  # where nothing is published
    too_late.start()
    with listener, pytest.raises(KeyboardInterrupt):
        server.run_server(
            answer_without_end,
            listener,
            SimpleNamespace(publish=publish),  # type: ignore[arg-type]  # all that is asked of a room
            follower,  # type: ignore[arg-type]  # the same
            lambda: kept.append(1),
        )
    too_late.cancel()
    with viewer, suppress(ConnectionResetError):
        assert viewer.recv(1) == b"", "Ctrl-C does not wait until all have left"
    assert published == [{"page": "first"}, {"page": "second"}]
    assert len(kept) >= 3
