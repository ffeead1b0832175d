"""What a viewer is sent: the parts that changed since the version it has, once, and a sign of life."""

import asyncio
import json
import re
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import pytest

from canasta_score.cli.live.broadcast import Broadcast

GAME = {"header": "<h1>", "result": "<p>0", "hand-1": "<i>1"}


@asynccontextmanager
async def viewing(broadcast: Broadcast, version: str) -> AsyncIterator[AsyncIterator[bytes]]:
    stream = broadcast.stream(version)
    try:
        assert is_alive(await anext(stream))
        yield stream
    finally:
        await stream.aclose()  # type: ignore[attr-defined]  # a generator


def is_alive(event: bytes) -> bool:
    now = re.fullmatch(rb"event: alive\ndata: (\d+)\n\n", event)
    return now is not None and abs(int(now[1]) / 1000 - time.time()) < 60


def parse(event: bytes) -> tuple[str, Mapping[str, Any]]:
    lines = dict(line.split(": ", 1) for line in event.decode().strip().split("\n"))
    assert event.endswith(b"\n\n")
    assert lines["event"] == "parts"
    return lines["id"], json.loads(lines["data"])


def opened(parts: Mapping[str, str] = GAME, heartbeat: float = 5) -> Broadcast:
    broadcast = Broadcast(heartbeat)
    broadcast.publish(parts)
    return broadcast


async def first(broadcast: Broadcast, version: str) -> tuple[str, Mapping[str, Any]]:
    async with viewing(broadcast, version) as stream:
        return parse(await anext(stream))


def test_only_the_parts_that_changed_are_sent() -> None:
    async def watch() -> None:
        broadcast = opened()
        async with viewing(broadcast, broadcast.version) as stream:
            broadcast.publish({**GAME, "result": "<p>5"})
            version, message = parse(await anext(stream))
        assert message == {"parts": {"result": "<p>5"}, "ids": ["header", "result", "hand-1"]}
        assert version == broadcast.version

    asyncio.run(watch())


def test_what_was_sent_to_a_viewer_before_a_change_is_not_sent_after_it() -> None:
    async def watch() -> None:
        broadcast = opened()
        assert (await first(broadcast, ""))[1]["parts"]["result"] == "<p>0"
        broadcast.publish({**GAME, "result": "<p>5"})
        version, message = await first(broadcast, "")
        assert (version, message["parts"]["result"]) == (broadcast.version, "<p>5")

    asyncio.run(watch())


def test_a_part_that_is_gone_is_not_among_the_ids() -> None:
    async def watch() -> None:
        broadcast = opened()
        before = broadcast.version
        broadcast.publish({"header": "<h1>", "result": "<p>0"})
        assert (await first(broadcast, before))[1] == {"parts": {}, "ids": ["header", "result"]}
        back = broadcast.version
        broadcast.publish(GAME)
        assert (await first(broadcast, back))[1]["parts"] == {"hand-1": "<i>1"}

    asyncio.run(watch())


def test_a_viewer_that_was_away_gets_everything_that_changed_meanwhile_in_one_event() -> None:
    async def watch() -> None:
        broadcast = opened()
        before = broadcast.version
        for number in range(2, 50):
            broadcast.publish({**broadcast.parts, f"hand-{number}": f"<i>{number}", "result": f"<p>{number}"})
        version, message = await first(broadcast, before)
        assert message["parts"] == {"result": "<p>49", **{f"hand-{number}": f"<i>{number}" for number in range(2, 50)}}
        assert version == broadcast.version

    asyncio.run(watch())


@pytest.mark.parametrize(
    "version", ["", "x", ".", "nobody.1", "{run}.", "{run}.-1", "{run}.9", "{run}.²", "{run}.1" + "0" * 99]
)
def test_an_unknown_version_gets_all_parts(version: str) -> None:
    async def watch() -> None:
        broadcast = opened()
        broadcast.publish({**GAME, "result": "<p>5"})
        asked = version.format(run=broadcast.version.partition(".")[0])
        assert (await first(broadcast, asked))[1]["parts"] == {**GAME, "result": "<p>5"}

    asyncio.run(watch())


def test_the_same_parts_again_are_no_change() -> None:
    broadcast = opened()
    before = broadcast.version
    broadcast.publish(dict(GAME))
    assert broadcast.version == before


def test_a_viewer_that_has_everything_hears_that_the_server_is_there() -> None:
    async def watch() -> None:
        broadcast = opened(heartbeat=0.01)
        async with viewing(broadcast, broadcast.version) as stream:
            assert all([is_alive(await anext(stream)) for _ in range(3)])

    asyncio.run(watch())


def test_no_line_of_an_event_can_come_from_a_name() -> None:
    async def watch() -> None:
        broadcast = opened({"header": "one\ntwo\r\nevent: alive\n\ndata: x\u2028"})
        version, message = await first(broadcast, "")
        assert message["parts"] == broadcast.parts
        assert version == broadcast.version

    asyncio.run(watch())
