"""Phones that enter hands at a server of its own: under load, and when it is killed in the middle."""

import json
import random
import socket
import statistics
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlencode

import pytest
from support.command_line import run_ok
from support.live import Answer, Served, entering, serving
from support.live_load import measure, read_memory
from support.randomness import is_night

from canasta_score.game.storage.ledger_files import read_ledger

pytestmark = pytest.mark.slow

KILLS, MALFORMED = (1_000, 20_000) if is_night() else (5, 2_000)
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
    """Ten seconds; `support.live_load` takes the ten minutes."""
    load = measure(game_folder, 10)
    assert len(read_ledger(game_folder / "canasta.toml").hands) == len(load.answers)
    assert statistics.median(load.delays) < 1, load  # where nothing else runs, so are 95 of 100
    assert min(load.answers) < 0.2, load  # 0.1 on a machine with nothing else to do
    assert load.memory[-1] < load.memory[4] * 1.1, load


def test_malformed_requests_change_nothing_and_take_no_memory(game_folder: Path) -> None:
    run_ok("new")
    before = (game_folder / "canasta.toml").read_bytes()
    chance, memory = random.Random(11), list[int]()
    with serving(game_folder, "--enter") as served, entering(served) as entry:
        root = entry.url.partition(f":{entry.place[1]}")[2].encode()
        host = f"Host: {entry.place[0]}:{entry.place[1]}\r\n".encode()
        good = b"POST " + root + b"hands HTTP/1.1\r\n" + host + b"Content-Type: application/x-www-form-urlencoded\r\n"
        good += b"Content-Length: 31\r\n\r\nhand=99&we.table=300&they.hand=5"
        for number in range(MALFORMED):
            if number % 500 == 0:
                memory.append(read_memory(served.process.pid))
            data = bytearray(good)
            for _ in range(chance.randrange(1, 6)):
                data[chance.randrange(len(data))] = chance.randrange(256)
            with socket.create_connection(entry.place, timeout=20) as attacker, suppress(ConnectionError):
                attacker.sendall(bytes(data))
                with suppress(OSError):  # where the server has cut the connection already
                    attacker.shutdown(socket.SHUT_WR)
                answer = attacker.recv(65536)
                assert not answer.startswith(b"HTTP/1.1 500"), bytes(data)
        # From 40 to 47 MB in the first 8,000, and no more in the next 12,000.
        assert read_memory(served.process.pid) < memory[0] + 10 * 2**20, memory
        assert served.get().status == 200
        assert served.stop()[:2] == (0, "")
    assert (game_folder / "canasta.toml").read_bytes() == before
