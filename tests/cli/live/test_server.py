"""The connections of viewers: how many there can be, and how long one may keep silent."""

import asyncio
import socket

import pytest
import uvicorn
from starlette.responses import Response
from uvicorn.server import ServerState

from canasta_score.cli.live import server
from canasta_score.cli.live.server import MAX_CONNECTIONS, ViewerProtocol


async def connect(others: int) -> tuple[ViewerProtocol, socket.socket]:
    """Connect one viewer besides others; return the server's and the viewer's end."""
    state = ServerState()
    state.connections.update(object() for _ in range(others))  # type: ignore[misc]  # only their number counts
    config = uvicorn.Config(Response("answered"), log_config=None, lifespan="off")
    config.load()
    protocol = ViewerProtocol(config=config, server_state=state, app_state={}, _loop=asyncio.get_running_loop())
    ours, theirs = socket.socketpair()
    await asyncio.get_running_loop().create_connection(lambda: protocol, sock=ours)
    return protocol, theirs


@pytest.mark.parametrize(("others", "is_cut"), [(MAX_CONNECTIONS - 1, False), (MAX_CONNECTIONS, True)])
def test_a_connection_too_many_is_cut(others: int, is_cut: bool) -> None:  # noqa: FBT001 -- as parametrize passes it
    async def is_closing() -> bool:
        protocol, viewer = await connect(others)
        with viewer:
            return protocol.transport.is_closing()

    assert asyncio.run(is_closing()) is is_cut


def test_a_viewer_who_leaves_makes_room_for_another() -> None:
    async def count() -> tuple[int, int]:
        protocol, viewer = await connect(0)
        before = len(protocol.connections)
        viewer.close()
        for _ in range(10):  # the loop sees that the viewer has left, and tells the protocol in a later turn
            await asyncio.sleep(0)
        return before, len(protocol.connections)

    assert asyncio.run(count()) == (1, 0)


def test_a_connection_without_a_request_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUEST_SECONDS", 0.01)

    async def read() -> bytes:
        _, viewer = await connect(0)
        with viewer:
            viewer.settimeout(0)
            return await asyncio.wait_for(asyncio.get_running_loop().sock_recv(viewer, 1), 10)

    assert asyncio.run(read()) == b""
