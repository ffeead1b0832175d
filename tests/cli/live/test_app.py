"""The answers of the live page: what can be seen, to whom, and that nothing can be done."""

import asyncio
import time
from collections.abc import Mapping
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from starlette.types import ASGIApp
from support.live import Answer, Viewer, ask, following
from support.paths import TEN_HANDS

from canasta_score.cli.live.address import Address
from canasta_score.cli.live.app import Door, Gate, list_view_endpoints
from canasta_score.cli.live.broadcast import MAX_VIEWERS, Room
from canasta_score.cli.live.follower import Follower
from canasta_score.report.html.live import LiveView

TOKEN = "abcdefghijklmnopqrstuvwxyz"  # noqa: S105 -- it keeps nothing secret
LOCAL = Address(host="127.0.0.1", port=8484)
ON_THE_NETWORK = Address(host="192.168.1.20", port=8484)
NETWORK_HOST = "192.168.1.20:8484"
PATHS = ("/", "/page", "/board", "/page.css", "/board.css", "/page.events", "/board.events", "/live.js")
METHODS = (
    "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "MKCOL", "COPY", "MOVE", "LOCK",
    "PURGE", "get", "GETS", "",
)  # fmt: skip
NO_PATHS = (
    "/x", "/page/", "/page.html", "//", "//page", "/board/..", "/../canasta.toml", "/../../../../etc/passwd",
    "/canasta.toml", "/.canasta.toml.lock", "/page.css/x", "/live.js\x00", "/live.js.map", "/favicon.ico",
    "/robots.txt", "/static/live.js", "/..%2fcanasta.toml", "/%2e%2e/canasta.toml", "/page;x", "/PAGE", "/pagé",
    "/" + "a" * 5000, "*", "http://127.0.0.1:8484/", "",
)  # fmt: skip
WRONG_HOSTS = (
    "", "evil.example", "evil.example:8484", "127.0.0.1.evil.example", "127.0.0.2:8484", "0.0.0.0:8484", "[::1]:8484",
    "localhost.evil.example", "127.0.0.1@evil.example", "127.1", "2130706433", "192.168.1.20:8484", " 127.0.0.1",
    "127.0.0.1:8484.evil.example", "127.0.0.1", "localhost:8484", "localhost",
    "127.0.0.1:8484:8484", "127.0.0.1:08484",
)  # fmt: skip


def report(error: Exception) -> None:
    raise error


@cache
def views() -> Mapping[str, LiveView]:
    return Follower(TEN_HANDS, report).views


def room() -> Room:
    return Room(views())


def door(home: Room, view: str = "page") -> Door:
    return Door(list_view_endpoints(home, {"/": view, "/page": "page", "/board": "board"}))


def local(home: Room | None = None, view: str = "page") -> ASGIApp:
    return Gate({"": door(home or room(), view)}, LOCAL)


def on_the_network() -> ASGIApp:
    return Gate({TOKEN: door(room())}, ON_THE_NETWORK)


def got(app: ASGIApp, path: str = "/", method: str = "GET", **headers: str) -> Answer:
    return asyncio.run(ask(app, path, method, **headers))


def assert_harmless(headers: Mapping[str, str]) -> None:
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == policy["base-uri"] == policy["form-action"] == policy["frame-ancestors"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["cache-control"] == "no-store"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert not [name for name in headers if name.startswith("access-control") or name in {"set-cookie", "server"}]


def test_every_view_is_shown_with_its_style_and_the_script() -> None:
    app = local()
    types = {path: got(app, path).headers["content-type"].partition(";")[0] for path in PATHS if "events" not in path}
    assert types == {
        "/": "text/html",
        "/page": "text/html",
        "/board": "text/html",
        "/page.css": "text/css",
        "/board.css": "text/css",
        "/live.js": "text/javascript",
    }
    for path in ("/", "/page", "/board"):
        assert b"9,810" in got(app, path).body
    assert b"Score sheet" in got(app, "/").body
    assert b"Score sheet" not in got(app, "/board").body


def test_the_board_can_be_what_the_plain_address_shows() -> None:
    app = local(view="board")
    assert b"Score sheet" not in got(app, "/").body
    assert b"Score sheet" in got(app, "/page").body


def test_head_answers_as_get_does_without_opening_a_stream() -> None:
    app = local()
    for path in PATHS:
        answer = got(app, path, "HEAD")
        assert (answer.status, answer.headers["content-type"].partition(";")[0]) == (
            200,
            "text/event-stream" if "events" in path else got(app, path).headers["content-type"].partition(";")[0],
        )


@pytest.mark.parametrize("method", METHODS)
def test_another_method_finds_nothing_anywhere(method: str) -> None:
    here, network = local(), on_the_network()
    nothing = got(network, "/", host=NETWORK_HOST).headers
    for path in (*PATHS, *NO_PATHS):
        for answer in (
            got(here, path, method),
            got(network, path, method, host=NETWORK_HOST),
            got(network, f"/{TOKEN}", method, host=NETWORK_HOST),
            got(network, f"/{TOKEN}/{path.removeprefix('/')}", method, host=NETWORK_HOST),
        ):
            assert (answer.status, answer.body, answer.headers) == (404, b"", nothing)


@pytest.mark.parametrize("path", NO_PATHS)
def test_every_other_path_is_empty(path: str) -> None:
    for answer in (got(local(), path), got(on_the_network(), f"/{TOKEN}{path}", host=NETWORK_HOST)):
        if path and path != "*":
            assert (answer.status, answer.body) == (404, b"")
        assert_harmless(answer.headers)
    assert got(local(), path).status == 404


@pytest.mark.parametrize("host", WRONG_HOSTS)
def test_another_host_is_refused(host: str) -> None:
    answer = got(local(), "/", host=host)
    assert (answer.status, answer.body) == (400, b"")


def test_only_the_printed_host_is_taken() -> None:
    assert got(local(), "/", host="127.0.0.1:8484").status == 200
    app = on_the_network()
    assert got(app, f"/{TOKEN}/", host=NETWORK_HOST).status == 200
    assert got(app, f"/{TOKEN}/").status == 400
    assert got(app, f"/{TOKEN}/", host="localhost:8484").status == 400


def test_every_answer_is_harmless() -> None:
    app = local()
    for path, method in product([path for path in PATHS if "events" not in path], ("GET", "HEAD", "POST")):
        assert_harmless(got(app, path, method).headers)
    assert_harmless(got(app, "/", host="evil.example").headers)


def test_a_flood_of_headers_changes_nothing() -> None:
    flood = {f"x-{number}": "a" * 500 for number in range(2000)}
    assert got(local(), "/", **flood).status == 200
    assert got(local(), "/", cookie="a=b;" * 5000, **{"x-forwarded-host": "evil.example"}).status == 200


class TestToken:
    """On a network, nothing is to be had without the token, and a wrong one says nothing about the right one."""

    GUESSES = (
        "", "a", TOKEN[:-1], TOKEN + "a", TOKEN[:-1] + "a", TOKEN.upper(), "b" + TOKEN[1:], TOKEN + "%00", "é" * 13,
        "..", TOKEN + "\x00", "%61" + TOKEN[1:], "a" * 10000,
    )  # fmt: skip

    def test_the_token_opens_everything(self) -> None:
        app = on_the_network()
        for path in PATHS:
            if "events" not in path:
                assert got(app, f"/{TOKEN}{path}", host=NETWORK_HOST).status == 200

    def test_without_the_last_slash_the_right_token_still_leads_there(self) -> None:
        for method in ("GET", "HEAD"):
            answer = got(on_the_network(), f"/{TOKEN}", method, host=NETWORK_HOST)
            assert (answer.status, answer.headers["location"]) == (307, f"/{TOKEN}/")

    @pytest.mark.parametrize("guess", GUESSES)
    def test_any_other_token_gets_the_same_empty_answer(self, guess: str) -> None:
        app = on_the_network()
        unknown = got(app, f"/{TOKEN}/unknown", host=NETWORK_HOST)
        for path in ("", "/", "/page", "/live.js", f"/{TOKEN}/"):
            answer = got(app, f"/{guess}{path}", host=NETWORK_HOST)
            assert (answer.status, answer.headers, answer.body) == (404, unknown.headers, b"")
        assert got(app, f"//{TOKEN}/", host=NETWORK_HOST).status == 404

    @pytest.mark.slow
    def test_a_token_is_not_found_by_100_000_guesses(self) -> None:
        async def guess() -> set[int]:
            app, tokens = on_the_network(), (f"{n:026x}" for n in range(100_000))
            return {(await ask(app, f"/{token}/", host=NETWORK_HOST)).status for token in tokens}

        assert asyncio.run(guess()) == {404}

    @pytest.mark.slow
    def test_the_time_of_an_answer_does_not_depend_on_the_guess(self) -> None:
        async def measure() -> Mapping[str, float]:
            app, best = on_the_network(), dict.fromkeys(("z" * 26, TOKEN[:13] + "z" * 13, TOKEN[:-1] + "a"), 1.0)
            for _, guess in product(range(3000), best):
                before = time.perf_counter()
                await ask(app, f"/{guess}/", host=NETWORK_HOST)
                best[guess] = min(best[guess], time.perf_counter() - before)
            return best

        times = asyncio.run(measure()).values()
        assert max(times) < min(times) * 1.15


class TestViewers:
    """Streams: each viewer gets what it lacks, and there is room for so many."""

    def test_a_new_viewer_gets_everything_and_one_that_is_up_to_date_nothing(self) -> None:
        async def watch() -> None:
            home = room()
            app, version = local(home), home.broadcasts["page"].version
            async with following(app, "/page.events") as new, following(app, f"/page.events?since={version}") as old:
                assert b"alive" in await new.next()
                event = b""
                while not event.endswith(b"\n\n"):
                    event += await new.next()
                assert b"row-1-9" in event
                assert b"alive" in await old.next()
                assert old.chunks.empty()

        asyncio.run(watch())

    def test_what_the_browser_remembers_goes_before_the_address(self) -> None:
        async def watch() -> None:
            home = room()
            app = local(home)
            now = {"last-event-id": home.broadcasts["page"].version}
            async with following(app, "/page.events?since=long-ago", **now) as viewer:
                await viewer.next()
                await asyncio.sleep(0.05)
                assert viewer.chunks.empty()

        asyncio.run(watch())

    def test_one_more_than_there_is_room_for_is_turned_away_until_one_leaves(self) -> None:
        async def watch() -> None:
            app = local()
            viewers = [following(app, f"/{view}.events") for view in ("page", "board") * (MAX_VIEWERS // 2)]
            inside: list[Viewer] = [await viewer.__aenter__() for viewer in viewers]
            for viewer in inside:
                assert b"alive" in await viewer.next()
            late = await ask(app, "/page.events")
            assert (late.status, late.body, int(late.headers["retry-after"]) > 0) == (503, b"", True)
            assert (await ask(app, "/")).status == 200
            await viewers.pop().__aexit__(None, None, None)
            async with following(app, "/page.events") as next_one:
                assert b"alive" in await next_one.next()
            for waiting in viewers:
                await waiting.__aexit__(None, None, None)

        asyncio.run(watch())


def test_nothing_is_read_from_the_disk_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    app = local()
    got(app, "/page")
    got(app, "/board")
    monkeypatch.setattr(Path, "open", None)
    monkeypatch.setattr("builtins.open", None)
    assert [got(app, path).status for path in PATHS if "events" not in path] == [200] * 6
