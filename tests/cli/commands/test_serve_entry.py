"""Phones that enter hands at a server of its own: under load, and when it is killed in the middle."""

import json
import os
import random
import re
import socket
import statistics
import threading
import time
from contextlib import ExitStack, suppress
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlencode

import pytest
from support.command_line import run_ok
from support.live import Answer, Served, entering, serving

from canasta_score.game.storage.ledger_files import read_ledger

pytestmark = pytest.mark.slow

KILLS = 1_000 if os.environ.get("HYPOTHESIS_PROFILE") == "nightly" else 5
HEADERS = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}


def post(served: Served, path: str, **fields: object) -> Answer:
    body = urlencode({name.replace("__", "."): value for name, value in fields.items()}).encode()
    return served.get(path, "POST", body, **HEADERS)


def test_every_hand_that_was_answered_is_in_the_file_whenever_the_server_is_killed(game_folder: Path) -> None:
    run_ok("new", "--set", "game.target=9999999")
    chance, answered = random.Random(7), dict[int, int]()
    for _ in range(KILLS):
        with serving(game_folder, "--enter") as served, entering(served) as entry:

            def enter(entry: Served = entry) -> None:
                number = len(read_ledger(game_folder / "canasta.toml").hands)
                with suppress(OSError, HTTPException):
                    while True:
                        number += 1
                        points = chance.randrange(5, 3000, 5)
                        answer = post(entry, "hands", hand=number, we__table=points, they__hand=85, anyway=1)
                        assert answer.status in {201, 429}
                        if answer.status == 201:
                            answered[number] = json.loads(answer.body)["sides"]["we"]["total"]
                        else:
                            number -= 1
                            time.sleep(0.05)

            phone = threading.Thread(target=enter)
            phone.start()
            time.sleep(chance.uniform(0.05, 0.6))
            served.process.kill()
            phone.join()
    recorded = {hand.number: hand.score.sides["we"].total for hand in read_ledger(game_folder / "canasta.toml").hands}
    assert answered
    assert answered.items() <= recorded.items()
    assert len(recorded) - len(answered) <= KILLS, "at most the one that was killed was not answered"


def test_20_phones_enter_by_turns_while_200_look(game_folder: Path) -> None:
    """20 seconds of what the ten minutes were that a person watched."""
    run_ok("new", "--set", "game.target=9999999")
    with serving(game_folder, "--enter") as served, entering(served) as entry, ExitStack() as all_of_them:
        viewers = [all_of_them.enter_context(served.follow()) for _ in range(200)]
        arrivals: list[dict[int, float]] = [{} for _ in viewers]

        def watch(viewer: socket.socket, arrived: dict[int, float]) -> None:
            data = b""
            with suppress(OSError):
                while chunk := viewer.recv(1 << 18):
                    data = data[-200:] + chunk
                    for found in re.findall(rb"Hand (\d+) is next", data):
                        arrived.setdefault(int(found), time.monotonic())

        threads = [threading.Thread(target=watch, args=pair) for pair in zip(viewers, arrivals, strict=True)]
        for thread in threads:
            thread.start()
        recorded: dict[int, float] = {}
        taken: list[float] = []
        memory: list[int] = []
        for number in range(1, 21):
            before = time.monotonic()
            answers = [post(entry, "hands", hand=number, we__table=300, they__hand=85, anyway=1) for _ in range(2)]
            taken.append((time.monotonic() - before) / 2)
            assert [answer.status for answer in answers] == [201, 201]
            recorded[number + 1] = time.monotonic()
            memory.append(_read_memory(served.process.pid))
            time.sleep(0.5)
        time.sleep(1)
        for viewer in viewers:
            viewer.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join()
    assert len(read_ledger(game_folder / "canasta.toml").hands) == 20
    delays = [arrived[number] - at for number, at in recorded.items() for arrived in arrivals]
    assert statistics.quantiles(delays, n=20)[-1] < 1
    assert min(taken) < 0.2, taken  # 0.1 on a machine with nothing else to do
    assert memory[-1] < memory[4] * 1.1, memory


def _read_memory(process: int) -> int:
    return int(Path(f"/proc/{process}/statm").read_text().split()[1])


def test_5000_malformed_requests_change_nothing(game_folder: Path) -> None:
    run_ok("new")
    before = (game_folder / "canasta.toml").read_bytes()
    chance = random.Random(11)
    with serving(game_folder, "--enter") as served, entering(served) as entry:
        root = entry.url.partition(f":{entry.place[1]}")[2].encode()
        host = f"Host: {entry.place[0]}:{entry.place[1]}\r\n".encode()
        good = b"POST " + root + b"hands HTTP/1.1\r\n" + host + b"Content-Type: application/x-www-form-urlencoded\r\n"
        good += b"Content-Length: 31\r\n\r\nhand=99&we.table=300&they.hand=5"
        for _ in range(5_000):
            data = bytearray(good)
            for _ in range(chance.randrange(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            with socket.create_connection(entry.place, timeout=20) as attacker, suppress(ConnectionError):
                attacker.sendall(bytes(data))
                attacker.shutdown(socket.SHUT_WR)
                answer = attacker.recv(65536)
                assert not answer.startswith(b"HTTP/1.1 500"), bytes(data)
        assert served.get().status == 200
        assert served.stop()[:2] == (0, "")
    assert (game_folder / "canasta.toml").read_bytes() == before
