"""`canasta-score serve` as a program of its own, with real sockets."""

import re
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from support.command_line import run, run_ok, run_process
from support.live import Served, read_until, serving

from canasta_score.cli.live.address import draw_qr_code, open_address

HAND = ("add", "--anyway", "we", "base=300", "count=25", "they", "base=100", "count=10")
WITHOUT_THE_EXTRA = """
import sys
sys.modules[sys.argv.pop(1)] = None
from canasta_score.__main__ import run_and_exit
run_and_exit()
"""


@pytest.fixture
def served(ten_hands: Path) -> Iterator[Served]:
    with serving(ten_hands.parent) as server:
        yield server


def files(folder: Path) -> dict[str, tuple[bytes, int]]:
    return {path.name: (path.read_bytes(), path.stat().st_mtime_ns) for path in folder.iterdir()}


def test_it_prints_its_address_and_shows_the_game(served: Served) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", served.url)
    assert "--lan" in served.printed
    assert b"9,810" in served.get().body
    assert b"9,810" in served.get("board").body
    assert served.get("page.css").status == served.get("live.js").status == 200


@pytest.mark.slow
def test_a_hand_arrives_within_a_second_and_so_do_corrections(game_folder: Path) -> None:
    run_ok("new", "--we", "Ann & Bob", "--they", "Cy & Di")
    with serving(game_folder) as served, served.follow() as page, served.follow("board.events") as board:
        for viewer in (page, board):
            read_until(viewer, b"Hand 1 is next.")
        delays = []
        for words, expected in (
            (HAND, b">325<"),
            (("fix", "1", "--anyway", "we", "count=30"), b">330<"),
            (("undo",), b">325<"),
            (("redo",), b">330<"),
            (("void", "1"), b">0<"),
            (("add", "--anyway", "we", "base=9000", "they", "base=5"), b"Winner"),
        ):
            run_ok(*words)
            done = time.monotonic()
            for viewer in (page, board):
                read_until(viewer, expected)
            delays.append(time.monotonic() - done)
        assert statistics.median(delays) < 1


def test_ctrl_c_ends_it_at_once_whoever_watches(served: Served) -> None:
    with served.follow() as viewer, socket.create_connection(served.place) as idle:
        read_until(viewer, b"row-1-9")
        code, err, seconds = served.stop()
        assert (code, err) == (0, "")
        assert seconds < 2
        with suppress(ConnectionResetError):
            assert idle.recv(100) == b""


def test_a_port_that_is_taken_is_an_error_with_the_way_out(served: Served) -> None:
    port = served.place[1]
    done = run("serve", "--board", "--port", str(port))
    assert (done.code, done.out) == (1, "")
    assert re.search(rf"^error: .*\b{port}\b", done.err)
    assert f"canasta-score serve --board --port {port + 1}" in done.err


@pytest.mark.parametrize("words", [["--port", "65536"], ["--port", "-1"], ["--port", "x"], ["a.toml", "-l", "b.toml"]])
def test_wrong_options_are_refused(game_folder: Path, words: list[str]) -> None:
    assert run("serve", *words).code == 2


def test_a_game_that_cannot_be_read_is_not_served(game_folder: Path) -> None:
    assert run("serve").code == 4
    (game_folder / "broken.toml").write_text("format = 1\n[")
    assert run("serve", "broken.toml").code == 4
    assert run("-l", "broken.toml", "serve").code == 4


@pytest.mark.parametrize("missing", ["starlette", "uvicorn", "segno"])
@pytest.mark.slow
def test_without_the_extra_it_says_how_to_install_it(ten_hands: Path, missing: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_EXTRA, missing, "serve"],
        capture_output=True, text=True, timeout=60, check=False, cwd=ten_hands.parent,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert "canasta-score[live]" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_help_needs_no_extra(ten_hands: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_EXTRA, "starlette", "serve", "--help"],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0


def has_network() -> bool:
    try:
        open_address(0, lan=True)[1].close()
    except OSError:
        return False
    return True


@pytest.mark.slow
def test_on_the_network_everything_is_behind_a_secret(ten_hands: Path) -> None:
    if not has_network():
        assert run_process("serve", "--lan", "--port", "0", folder=ten_hands.parent).code == 1
        return
    with serving(ten_hands.parent, "--lan") as served:
        assert re.fullmatch(r"http://[\d.]+:\d+/[a-z2-7]{26}/", served.url)
        with serving(ten_hands.parent, "--lan") as again:
            assert served.url[-27:] == again.url[-27:]
        with serving(ten_hands.parent, "--lan", "--new-address") as other:
            assert served.url[-27:] != other.url[-27:]
        assert draw_qr_code(served.url) in served.printed
        assert b"9,810" in served.get().body
        assert b"9,810" in served.get("board").body
        outside = replace(served, url=served.url[:-27])
        for path in ("", "page", "live.js", "page.events", served.url[-27:-2], "a" * 26 + "/"):
            answer = outside.get(path)
            assert (answer.status, answer.body) == (404, b"")
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", served.place[1]))


@pytest.mark.slow
def test_the_code_for_phones_leads_to_the_page_and_not_to_the_board(ten_hands: Path) -> None:
    if not has_network():
        return
    with serving(ten_hands.parent, "--lan", "--board") as served:
        assert draw_qr_code(f"{served.url}page") in served.printed
        assert f"{served.url}page" in served.printed
        assert b"Score sheet" not in served.get().body
        assert b"Score sheet" in served.get("page").body


@pytest.mark.slow
class TestAttacks:
    """Whatever a viewer sends, nothing changes on the disk, and the others are served."""

    RAW = (
        b"\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 300,
        b"GET / HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"GET / HTTP/1.0\r\n\r\n",
        b"GET /../../../etc/passwd HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET http://127.0.0.1/canasta.toml HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"DELETE /canasta.toml HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\nGET",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
        b"GET /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 100_000,
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 1_000_000,
        b"OPTIONS * HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", b"CONNECT a:1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    )  # fmt: skip

    def test_nothing_that_is_sent_changes_a_byte_or_prints_a_line(self, ten_hands: Path) -> None:
        before = files(ten_hands.parent)
        with serving(ten_hands.parent) as served:
            for data in self.RAW:
                with socket.create_connection(served.place, timeout=10) as attacker, suppress(ConnectionError):
                    attacker.sendall(data)
                    with suppress(OSError):  # where the server has cut the connection already
                        attacker.shutdown(socket.SHUT_WR)
                    answer = attacker.recv(65536)
                    assert b"Traceback" not in answer
                    assert not answer.startswith(b"HTTP/1.1 500")
            for method in ("PUT", "POST", "DELETE", "PATCH", "TRACE", "MKCOL"):
                assert served.get("canasta.toml", method).status == 404
            assert served.get(Host="evil.example").status == 400
            assert b"9,810" in served.get().body
            assert served.stop()[:2] == (0, "")
        assert files(ten_hands.parent) == before

    def test_a_connection_without_a_request_is_cut(self, ten_hands: Path) -> None:
        with serving(ten_hands.parent, short_deadlines=True) as served:
            silent = socket.create_connection(served.place, timeout=10)
            slow = socket.create_connection(served.place, timeout=10)
            slow.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            with silent, slow, served.follow() as viewer:
                read_until(viewer, b"row-1-9")
                for attacker in (silent, slow):
                    with suppress(ConnectionResetError):
                        assert attacker.recv(100) == b""
                run_ok("undo")
                read_until(viewer, b"Hand 10 is next.")

    def test_a_viewer_that_does_not_read_is_cut_and_the_others_do_not_wait(self, ten_hands: Path) -> None:
        for _ in range(15):  # of which each change sends the whole page
            run_ok("note", "x" * 9_000)
        with (
            serving(ten_hands.parent, short_deadlines=True) as served,
            served.follow(SO_RCVBUF=4096) as lazy,
            served.follow() as viewer,
        ):
            read_until(viewer, b"row-1-9")
            delays = []
            for number in range(10):
                run_ok("note", "x" * 9_000 + str(number))
                done = time.monotonic()
                read_until(viewer, f"x{number}</bdi>".encode())
                delays.append(time.monotonic() - done)
            assert statistics.median(delays) < 1
            time.sleep(1.5)
            received = 0
            lazy.settimeout(3)  # less than from one sign of life to the next, which come if nobody cut the connection
            with suppress(ConnectionResetError):
                while chunk := lazy.recv(1 << 18):
                    received += len(chunk)
                    assert received < 1_000_000

    def test_500_connections_that_say_nothing_take_no_place_for_long(self, ten_hands: Path) -> None:
        with serving(ten_hands.parent, short_deadlines=True) as served:
            crowd = [socket.create_connection(served.place, timeout=10) for _ in range(500)]
            time.sleep(1.5)
            assert b"9,810" in served.get().body
            for one in crowd:
                one.close()
            assert served.stop()[:2] == (0, "")

    def test_few_open_files_mean_few_viewers_and_no_untrue_mistake(self, ten_hands: Path) -> None:
        with serving(ten_hands.parent, open_files=256) as served, ExitStack() as all_of_them:
            crowd = [all_of_them.enter_context(served.follow()) for _ in range(260)]
            for number in range(200):
                idle = all_of_them.enter_context(socket.socket())
                idle.bind((f"127.0.0.{2 + number % 9}", 0))
                idle.connect(served.place)
            heads = []
            for viewer in crowd:
                with suppress(ConnectionResetError):  # one too many
                    heads.append(viewer.recv(15))
            assert heads.count(b"HTTP/1.1 200 OK") == 144
            run_ok("undo")
            read_until(crowd[0], b"Hand 10 is next.")
            for word in (b"mistake", b"cannot be read"):
                assert word not in served.get().body
            assert served.stop()[:2] == (0, "")

    def test_300_viewers_that_read_nothing_of_a_long_game_take_no_memory(self, ten_hands: Path) -> None:
        for _ in range(40):
            run_ok("note", "x" * 9_900)
        with serving(ten_hands.parent) as served, ExitStack() as all_of_them:
            assert len(served.get().body) > 350_000
            before = resident_kilobytes(served.process.pid)
            for path in ("", "page.events") * 150:
                all_of_them.enter_context(served.follow(path, SO_RCVBUF=4096))
            time.sleep(3)
            assert resident_kilobytes(served.process.pid) - before < 40_000

    def test_of_500_viewers_200_follow_and_the_others_are_told_to_come_back(self, ten_hands: Path) -> None:
        with serving(ten_hands.parent) as served:
            crowd = []
            for _ in range(300):
                crowd.append(served.follow())
                crowd[-1].settimeout(10)
            heads = [viewer.recv(15) for viewer in crowd]
            assert heads.count(b"HTTP/1.1 200 OK") == 200
            assert heads.count(b"HTTP/1.1 503 Se") == 100
            late = [served.follow() for _ in range(200)]
            assert {viewer.recv(15) for viewer in late} == {b"HTTP/1.1 503 Se"}
            for viewer in (*crowd, *late):
                viewer.close()
            time.sleep(0.5)
            with served.follow() as viewer:
                read_until(viewer, b"row-1-9")


def resident_kilobytes(process: int) -> int:
    return int(subprocess.run(["/bin/ps", "-o", "rss=", "-p", str(process)], capture_output=True, check=True).stdout)


@pytest.mark.slow
def test_200_viewers_have_each_hand_within_a_second_and_memory_stays_flat(game_folder: Path) -> None:
    """Six seconds of what the ten minutes were that a person watched."""
    run_ok("new", "--set", "game.target=1000000")
    with serving(game_folder) as served:
        viewers = [served.follow() for _ in range(200)]
        arrivals: list[dict[int, float]] = [{} for _ in viewers]

        def watch(viewer: socket.socket, arrived: dict[int, float]) -> None:
            data = b""
            with viewer, suppress(OSError):
                while chunk := viewer.recv(1 << 18):
                    data = data[-200:] + chunk
                    for found in re.findall(rb"Hand (\d+) is next", data):
                        arrived.setdefault(int(found), time.monotonic())

        threads = [threading.Thread(target=watch, args=pair) for pair in zip(viewers, arrivals, strict=True)]
        for thread in threads:
            thread.start()
        recorded, memory = {}, []
        for number in range(2, 14):
            run_ok(*HAND)
            recorded[number] = time.monotonic()
            time.sleep(0.5)
            memory.append(resident_kilobytes(served.process.pid))
        for viewer in viewers:
            viewer.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join()
    delays = [arrived[number] - at for number, at in recorded.items() for arrived in arrivals]
    assert statistics.median(delays) < 1  # where nothing else runs, so are 95 of 100: support.live_load
    assert memory[-1] < memory[4] * 1.1, memory
