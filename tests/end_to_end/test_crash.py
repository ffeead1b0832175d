"""Kills at any instant, many writers at once: nothing acknowledged is lost, and the file is always whole."""

import signal
import subprocess
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum, auto
from itertools import chain
from pathlib import Path
from statistics import median

import pytest
from support.command_line import HEARS_CTRL_C, Completed, run_process, start_process
from support.event_days import TEN, Day
from support.game_files import LOCK, add, files_in, game_in, held, new_game, nobody_waits, points_in
from support.journals import record_event_entry
from support.randomness import chance, rounds

from canasta_score.event.entries import EventEntry, EventEntryKind
from canasta_score.event.settings import Settings
from canasta_score.event.slips import Score
from canasta_score.event.storage.event_files import read_event
from canasta_score.game.storage.ledger_files import read_ledger

pytestmark = pytest.mark.end_to_end

KILLS = rounds(60)
AT_ONCE = 4
LEDGER = "canasta.toml"
TABLES, GAMES = 30, 40


@dataclass(frozen=True, kw_only=True)
class Journal:
    """A file to which a command adds entries: each has a number, counted from 0, and points."""

    file: str
    begin: Callable[[Path], Path]  # in a folder
    words: Callable[[int, int], Sequence[str]]  # of the command that adds an entry
    add: Callable[[Path, int, int], object]  # in this process
    read: Callable[[Path], list[int]]  # the points of all entries


def hands_in(ledger: Path) -> list[int]:
    """Return the points of the hands of a ledger, which must be numbered one by one."""
    points = points_in(ledger)
    assert [entry["hand"] for entry in tomllib.loads(ledger.read_text())["entry"]] == [*range(1, len(points) + 1)]
    return points


def event_in(folder: Path) -> Path:
    """Begin an event with more tables and games than there are slips."""
    day = Day(2 * TABLES, Settings(games=GAMES))
    day.draw()
    path = folder / "event.toml"
    path.write_bytes(day.text())
    return path


def place_of(number: int) -> tuple[int, int]:
    """Return the game and the table of a slip: one table after the other."""
    game, table = divmod(number, TABLES)
    return game + 1, table + 1


def add_slip(event: Path, number: int, points: int) -> None:
    game, table = place_of(number)
    slip = EventEntry(recorded_at=TEN, kind=EventEntryKind.SLIP, game=game, table=table, score=Score(points, 0))
    record_event_entry(event, lambda _: slip, nobody_waits)


def slips_in(path: Path) -> list[int]:
    """Return the totals of North-South on the slips of an event, which must be in the order of games and tables."""
    event = read_event(path)
    assert [*event.results] == [*map(place_of, range(len(event.results)))]
    return [entry.score.ns for entry in event.entries if entry.score]


GAME = Journal(
    file=LEDGER,
    begin=game_in,
    words=lambda _, points: ("add", "we", f"hand={points}"),
    add=lambda ledger, _, points: add(ledger, points),
    read=hands_in,
)
EVENT = Journal(
    file="event.toml",
    begin=event_in,
    # `--anyway`: in a long run, slips come before their game is under way.
    words=lambda number, points: ("event", "slip", *map(str, place_of(number)), str(points), "0", "--anyway"),
    add=add_slip,
    read=slips_in,
)


class When(Enum):
    """When a process is killed: at any time of its life, while it has the lock, or in the moment of writing."""

    EVER = auto()
    LOCKED = auto()
    WRITING = auto()


class Attack:
    """A file to which processes add entries, each of which may be killed; every entry has other points."""

    def __init__(self, journal: Journal, folder: Path, seed: int) -> None:
        """Begin a file and measure how long adding takes, of which the last part is under the lock."""
        folder.mkdir()
        self.journal, self.folder, self.path = journal, folder, journal.begin(folder)
        self.lock, self.new = (folder / f".{journal.file}.{ending}" for ending in ("lock", "new"))
        self.random = chance("kills", journal.file, seed)
        self.points: list[int] = []
        self.outcomes: Counter[str] = Counter()
        measured = [self.measure() for _ in range(3)]
        self.life, self.writing = (median(times) for times in zip(*measured, strict=True))

    def next_entry(self) -> tuple[int, int]:
        """Return the number of the next entry, and points that differ from those before it."""
        return len(self.points), 5 * (1 + (len(self.points) + 7) % 40)

    def start(self) -> subprocess.Popen[str]:
        """Start a process that adds the next entry."""
        return start_process(*self.journal.words(*self.next_entry()), folder=self.folder)

    def measure(self) -> tuple[float, float]:
        """Add an entry in peace, and give how long it took and how long of that it had the lock."""
        begun = time.monotonic()
        process = self.start()
        locked = self.until_it_has_the_lock(process)
        assert process.wait() == 0
        process.communicate()
        self.points.append(self.next_entry()[1])
        return time.monotonic() - begun, time.monotonic() - locked

    def until_it_has_the_lock(self, process: subprocess.Popen[str]) -> float:
        """Wait until a process has written its word into the lock, and give the time."""
        before = self.signed()
        while process.poll() is None and self.signed() == before:
            time.sleep(0.0005)
        return time.monotonic()

    def until_it_writes(self, process: subprocess.Popen[str]) -> None:
        """Wait until a process has begun to write beside the file, or is done."""
        while process.poll() is None and not self.new.exists():
            time.sleep(0)

    def signed(self) -> int:
        """Return when the lock's owner was last written."""
        try:
            return self.lock.stat().st_mtime_ns
        except FileNotFoundError:
            return 0

    def kill_one(self, when: When) -> None:
        """Kill a process that adds an entry, look at what is left, and add another one in peace."""
        old = self.path.read_bytes()
        process = self.start()
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
        self.look(old, acknowledged=process.returncode == 0 or bool(shown))
        number, points = self.next_entry()
        self.journal.add(self.path, number, points)
        self.points.append(points)
        assert files_in(self.folder) == {self.path.name, self.lock.name}

    def look(self, old: bytes, *, acknowledged: bool) -> None:
        """See that the file is whole, with all entries that were acknowledged and at most the one that was not."""
        assert self.path.read_bytes().startswith(old)
        written = self.journal.read(self.path)
        assert written == [*self.points, self.next_entry()[1]] or (written == self.points and not acknowledged)
        assert files_in(self.folder) <= {self.path.name, self.lock.name, self.new.name}
        if acknowledged:
            self.outcomes["acknowledged"] += 1
        elif len(written) > len(self.points):
            self.outcomes["written, not acknowledged"] += 1
        else:
            self.outcomes["half written" if self.new.exists() else "not written"] += 1
        self.points = written


def attacked(journal: Journal, folder: Path, seed: int, kills: int) -> Counter[str]:
    """Kill processes that write one file, and count what each kill came to."""
    attack = Attack(journal, folder, seed)
    for number in range(kills):
        attack.kill_one((When.EVER, When.LOCKED, When.EVER, When.WRITING)[number % 4])
    last = run_process(*journal.words(len(attack.points), 205), folder=folder)
    assert last.code == 0
    assert journal.read(attack.path) == [*attack.points, 205]
    return attack.outcomes


@pytest.mark.parametrize("journal", [GAME, EVENT], ids=["game", "event"])
def test_a_kill_at_any_instant_loses_no_entry_that_was_acknowledged(journal: Journal, tmp_path: Path) -> None:
    shares = [len(range(place, KILLS, AT_ONCE)) for place in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        attacks = [
            pool.submit(attacked, journal, tmp_path / str(seed), seed, share) for seed, share in enumerate(shares)
        ]
        outcomes = sum((attack.result() for attack in attacks), Counter[str]())
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
