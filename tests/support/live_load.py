"""Twenty phones that enter hands by turns while 200 viewers look: how soon all have each hand, and what it takes.

PYTHONPATH=tests .venv/bin/python -m support.live_load --seconds 600
"""

import argparse
import os
import re
import socket
import statistics
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlencode

from support.command_line import run_ok
from support.live import Served, entering, serving

PHONES, VIEWERS = 20, 200
_LONGEST_WAIT = 15  # seconds for the last arrivals
_PAUSE = 0.5  # seconds between two hands
_HANDS = 20  # of a game: then the next one begins, so that no file grows to what no evening has
_NEW_GAME = ("new", "--set", "game.target=9999999", "--set", f"game.hands={_HANDS}")
_PAUSE_BETWEEN_GAMES = 1.5  # seconds until the server has found the next game
Place = tuple[int, int]  # the game of a hand, and its number
_HEADERS = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}


@dataclass
class Load:
    """What was measured: seconds until an answer and until a viewer had a hand, and the memory in bytes."""

    answers: list[float]
    delays: list[float]
    memory: list[int]

    def __str__(self) -> str:
        """Return the figures as lines to read."""
        first, last = self.memory[0], self.memory[-1]
        median, slowest = statistics.median(self.answers) * 1000, statistics.quantiles(self.answers, n=20)[-1] * 1000
        within = sum(delay < 1 for delay in self.delays) / len(self.delays)
        return (
            f"{len(self.answers)} hands from {PHONES} phones, {len(self.delays):,} arrivals at {VIEWERS} viewers\n"
            f"arrived within a second: {within:.2%}\n"
            f"from tap to answer: median {median:.0f} ms, 95 % {slowest:.0f} ms\n"
            f"memory of the server: {first / 2**20:.1f} MB at the start, {last / 2**20:.1f} MB at the end"
        )


def measure(folder: Path, seconds: float) -> Load:
    """Enter hands in a folder for some seconds, and return what was measured; each hand must be recorded once.

    Nothing says when the last hand of a game has come, as no hand is next; so its arrivals are not measured.
    """
    run_ok(*_NEW_GAME)
    with serving(folder, "--enter") as served, entering(served) as entry, ExitStack() as all_of_them:
        viewers = [all_of_them.enter_context(served.follow()) for _ in range(VIEWERS)]
        arrivals: list[dict[Place, float]] = [{} for _ in viewers]
        threads = [threading.Thread(target=_watch, args=each) for each in zip(viewers, arrivals, strict=True)]
        for thread in threads:
            thread.start()
        answers, memory, recorded = list[float](), list[int](), dict[Place, float]()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            game, number = divmod(len(answers), _HANDS)
            if game and not number:
                run_ok(*_NEW_GAME)
                time.sleep(_PAUSE_BETWEEN_GAMES)
            before = time.monotonic()
            _record(entry, number + 1)
            after = time.monotonic()
            if number + 1 < _HANDS:
                recorded[game, number + 2] = after
            answers.append(after - before)
            memory.append(read_memory(served.process.pid))
            time.sleep(max(0, before + _PAUSE - time.monotonic()))
        end = time.monotonic() + _LONGEST_WAIT
        while time.monotonic() < end and any(len(arrived) < len(recorded) for arrived in arrivals):
            time.sleep(0.1)
        for viewer in viewers:
            viewer.shutdown(socket.SHUT_RDWR)
        for thread in threads:
            thread.join()
    late = float("inf")
    delays = [arrived.get(number, late) - at for number, at in recorded.items() for arrived in arrivals]
    return Load(answers, delays, memory)


def _record(entry: Served, number: int) -> None:
    source = (f"127.0.0.{2 + number % PHONES}", 0)  # each phone has an address of its own
    connection = HTTPConnection(*entry.place, timeout=20, source_address=source)
    fields = {"hand": number, "we.table": 5 * (number % 60), "they.hand": 85, "anyway": 1}
    path = entry.url.partition(f":{entry.place[1]}")[2]
    connection.request("POST", f"{path}hands", urlencode(fields), _HEADERS)
    answer = connection.getresponse()
    connection.close()
    if answer.status != 201:
        raise AssertionError(f"hand {number} was answered with {answer.status}")


def _watch(viewer: socket.socket, arrived: dict[Place, float]) -> None:
    data, end, game, last = b"", 0, 0, 0
    with suppress(OSError):
        while chunk := viewer.recv(1 << 18):
            data += chunk
            for found in re.finditer(rb"Hand (\d+) (?:of \d+ )?is next", data):
                number, end = int(found[1]), found.end()
                game, last = game + (number < last), number
                arrived.setdefault((game, number), time.monotonic())
            data, end = data[end:][-200:], 0


def read_memory(process: int) -> int:
    """Return the memory that a process takes, in bytes."""
    pages = Path(f"/proc/{process}/statm").read_text().split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=float, default=60)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        os.chdir(place)
        os.environ["CANASTA_STATE"] = f"{place}/state"
        print(measure(Path(place), chosen.seconds))  # noqa: T201 -- what a person asked for
