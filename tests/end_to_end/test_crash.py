"""Kills at any instant, many writers at once: no hand that was acknowledged is lost, and the file is always whole."""

import signal
import subprocess
import time
import tomllib
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from enum import Enum, auto
from itertools import chain
from pathlib import Path
from statistics import median

import pytest
from support.command_line import HEARS_CTRL_C, Completed, run_process, start_process
from support.game_files import LOCK, NEW, add, files_in, game_in, held, new_game, points_in
from support.randomness import chance, rounds

from canasta_score.game.storage.ledger_files import read_ledger

pytestmark = pytest.mark.end_to_end

KILLS = rounds(60)
AT_ONCE = 4
LEDGER = "canasta.toml"


class When(Enum):
    """When a process is killed: at any time of its life, while it has the lock, or in the moment of writing."""

    EVER = auto()
    LOCKED = auto()
    WRITING = auto()


class Attack:
    """A ledger to which processes add hands, each of which may be killed; every hand costs other points."""

    def __init__(self, folder: Path, seed: int) -> None:
        """Begin a game and measure how long adding takes, of which the last part is under the lock."""
        folder.mkdir()
        self.folder, self.ledger, self.lock = folder, game_in(folder), folder / LOCK
        self.random = chance("kills", seed)
        self.hands: list[int] = []
        self.outcomes: Counter[str] = Counter()
        measured = [self.measure() for _ in range(3)]
        self.life, self.writing = (median(times) for times in zip(*measured, strict=True))

    def next_hand(self) -> int:
        """Return the points of a hand that differ from those before it."""
        return 5 * (1 + (len(self.hands) + 7) % 40)

    def measure(self) -> tuple[float, float]:
        """Add a hand in peace, and give how long it took and how long of that it had the lock."""
        begun, points = time.monotonic(), self.next_hand()
        process = start_process("add", "we", f"hand={points}", folder=self.folder)
        locked = self.until_it_has_the_lock(process)
        assert process.wait() == 0
        process.communicate()
        self.hands.append(points)
        return time.monotonic() - begun, time.monotonic() - locked

    def until_it_has_the_lock(self, process: subprocess.Popen[str]) -> float:
        """Wait until a process has written its word into the lock, and give the time."""
        before = self.signed()
        while process.poll() is None and self.signed() == before:
            time.sleep(0.0005)
        return time.monotonic()

    def until_it_writes(self, process: subprocess.Popen[str]) -> None:
        """Wait until a process has begun to write beside the ledger, or is done."""
        while process.poll() is None and not (self.folder / NEW).exists():
            time.sleep(0)

    def signed(self) -> int:
        """Return when the lock's owner was last written."""
        try:
            return self.lock.stat().st_mtime_ns
        except FileNotFoundError:
            return 0

    def kill_one(self, when: When) -> None:
        """Kill a process that adds a hand, look at what is left, and add another one in peace."""
        old, points = self.ledger.read_bytes(), self.next_hand()
        process = start_process("add", "we", f"hand={points}", folder=self.folder)
        if when is When.EVER:
            time.sleep(self.random.uniform(0, 1.1 * self.life))
        else:
            self.until_it_has_the_lock(process)
            if when is When.LOCKED:
                time.sleep(self.random.uniform(0, self.writing))
            else:
                self.until_it_writes(process)
                time.sleep(self.random.uniform(0, self.writing / 10))
        process.kill()
        shown, said = process.communicate()
        assert process.returncode in {0, -signal.SIGKILL}, said
        self.look(old, points, acknowledged=process.returncode == 0 or "Standing" in shown)
        self.hands.append(self.next_hand())
        add(self.ledger, self.hands[-1])
        assert files_in(self.folder) == {LEDGER, LOCK}

    def look(self, old: bytes, points: int, *, acknowledged: bool) -> None:
        """See that the ledger is whole, with all the hands that were acknowledged and at most the one that was not."""
        data = self.ledger.read_bytes()
        assert data.startswith(old)
        written = points_in(self.ledger)
        assert written == [*self.hands, points] or (written == self.hands and not acknowledged)
        assert [entry["hand"] for entry in tomllib.loads(data.decode())["entry"]] == [*range(1, len(written) + 1)]
        assert files_in(self.folder) <= {LEDGER, LOCK, NEW}
        if acknowledged:
            self.outcomes["acknowledged"] += 1
        elif len(written) > len(self.hands):
            self.outcomes["written, not acknowledged"] += 1
        else:
            self.outcomes["half written" if NEW in files_in(self.folder) else "not written"] += 1
        self.hands = written


def attacked(folder: Path, seed: int, kills: int) -> Counter[str]:
    """Kill processes that write one ledger, and count what each kill came to."""
    attack = Attack(folder, seed)
    for number in range(kills):
        attack.kill_one((When.EVER, When.LOCKED, When.EVER, When.WRITING)[number % 4])
    last = run_process("add", "we", "hand=205", "they", "table=0", folder=folder)
    assert last.code == 0
    assert points_in(attack.ledger) == [*attack.hands, 205]
    return attack.outcomes


def test_a_kill_at_any_instant_loses_no_hand_that_was_acknowledged(tmp_path: Path) -> None:
    shares = [len(range(place, KILLS, AT_ONCE)) for place in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        counts = pool.map(attacked, [tmp_path / str(seed) for seed in range(AT_ONCE)], range(AT_ONCE), shares)
        outcomes = sum(counts, Counter[str]())
    print(f"{KILLS} kills: {dict(outcomes)}")  # noqa: T201 -- shown with -s
    assert outcomes.total() == KILLS
    assert KILLS - outcomes["acknowledged"] >= KILLS // 10, "most came too late to tell anything"


def test_eight_who_write_at_once_lose_nothing_and_those_who_read_see_whole_ledgers(tmp_path: Path) -> None:
    ledger, link = game_in(tmp_path), tmp_path / "link.toml"
    link.symlink_to(LEDGER)
    each = rounds(6)
    hands = [[5 * (1 + (each * writer + hand) % 40) for hand in range(each)] for writer in range(8)]

    def write(writer: int) -> list[Completed]:
        name = LEDGER if writer % 2 else link.name
        return [run_process("add", "-l", name, "we", f"hand={points}", folder=tmp_path) for points in hands[writer]]

    with ThreadPoolExecutor(8) as pool:
        writing = [pool.submit(write, writer) for writer in range(8)]
        while not all(one.done() for one in writing):
            read_ledger(ledger)
            time.sleep(0.1)
    done = [process for one in writing for process in one.result()]
    assert {process.code for process in done} == {0}, [process.err for process in done]
    game = read_ledger(ledger)
    assert [hand.number for hand in game.hands] == [*range(1, 8 * each + 1)]
    assert sorted(points_in(ledger)) == sorted(chain.from_iterable(hands))
    assert game.totals == {"we": -sum(points_in(ledger)), "they": 0}
    assert files_in(tmp_path) == {LEDGER, LOCK, link.name}


def test_of_several_programs_that_begin_a_game_at_once_one_does_and_the_others_are_refused(tmp_path: Path) -> None:
    beginning = [start_process("new", "--we", f"Team {number}", folder=tmp_path) for number in range(4)]
    said = {process.communicate()[1]: process.returncode for process in beginning}
    assert Counter(process.returncode for process in beginning) == {0: 1, 4: 3}
    (winner,) = (number for number, process in enumerate(beginning) if process.returncode == 0)
    assert said.pop("") == 0
    assert all(refusal.count("error: canasta.toml: ") == 1 for refusal in said)
    assert read_ledger(tmp_path / LEDGER).side_names["we"] == f"Team {winner}"
    assert files_in(tmp_path) == {LEDGER, LOCK}


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
def test_whoever_is_stopped_while_waiting_has_written_nothing(
    number: signal.Signals, code: int, tmp_path: Path
) -> None:
    ledger = game_in(tmp_path)
    with held(tmp_path / LOCK, b"process 4711\n"):
        waiting = start_process("add", "we", "hand=5", folder=tmp_path, behind=HEARS_CTRL_C)
        assert waiting.stderr is not None
        assert "process 4711" in waiting.stderr.readline()
        waiting.send_signal(number)
        assert waiting.communicate() == ("", "")
    assert waiting.returncode == code
    assert ledger.read_bytes() == new_game()
    add(ledger)
