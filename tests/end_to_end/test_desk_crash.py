"""Kills at the desk, and two directors who type at once: what was echoed is on the disk, and nothing is disputed."""

import subprocess
import time
from pathlib import Path

import pytest
from support.command_line import PROCESS, run_process
from support.event_days import Day
from support.randomness import chance, rounds

from canasta_score.event.slips import Score
from canasta_score.event.storage.event_files import read_event

pytestmark = pytest.mark.end_to_end

KILLS = rounds(25)
TABLES = 20
SLIPS = {table: Score(1000 + 5 * table, 9000 - 5 * table) for table in range(1, TABLES + 1)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the file of an event of twenty tables that is drawn."""
    day = Day(2 * TABLES)
    day.draw()
    path = tmp_path / "event.toml"
    path.write_bytes(day.text())
    return path


def sit(path: Path) -> subprocess.Popen[str]:
    """Sit down at the desk behind a pipe."""
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*PROCESS, "event", "desk"], cwd=path.parent, stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1
    )


def format_line(table: int) -> str:
    return f"{table} {SLIPS[table].ns} {SLIPS[table].ew}\n"


def is_answer(line: str) -> bool:
    """Return whether a line is the whole echo of a slip."""
    return line.startswith("table ") and line.endswith("\n")


def test_what_was_echoed_is_on_the_disk_after_a_kill_at_any_moment(path: Path) -> None:
    random = chance("kills at the desk")
    fresh, missing = path.read_bytes(), [*SLIPS]
    for _ in range(KILLS):
        if not missing:
            path.write_bytes(fresh)
            missing = [*SLIPS]
        process = sit(path)
        assert process.stdin
        assert process.stdout
        process.stdin.write("".join(map(format_line, missing)))
        process.stdin.flush()
        echoed = [process.stdout.readline() for _ in range(random.randint(0, min(4, len(missing))))]
        time.sleep(random.random() * 0.03)
        process.kill()
        echoed += process.communicate()[0].splitlines(keepends=True)
        results = read_event(path).results
        answered = [int(line.split(":")[0].removeprefix("table ")) for line in echoed if is_answer(line)]
        assert {*answered} <= {table for _, table in results}
        assert {table: result.score for (_, table), result in results.items()}.items() <= SLIPS.items()
        missing = [table for table in missing if (1, table) not in results]
    done = run_process("event", "desk", folder=path.parent, typed="".join(map(format_line, SLIPS)))
    assert done.code == 0
    assert {result.score for result in read_event(path).results.values()} == {*SLIPS.values()}


def test_two_directors_who_type_the_same_pile_at_once_verify_each_other(path: Path) -> None:
    desks, piles = [sit(path), sit(path)], (sorted(SLIPS), sorted(SLIPS, reverse=True))
    for desk, (first, *_) in zip(desks, piles, strict=True):  # both are there before either can be done
        assert desk.stdin
        assert desk.stdout
        desk.stdin.write(format_line(first))
        desk.stdin.flush()
        assert any(map(is_answer, desk.stdout))
    for desk, (_, *others) in zip(desks, piles, strict=True):
        assert desk.stdin
        desk.stdin.write("".join(map(format_line, others)))
        desk.stdin.close()
        desk.stdin = None
    printed = [desk.communicate(timeout=60)[0] for desk in desks]
    event = read_event(path)
    assert {table: result.score for (_, table), result in event.results.items()} == SLIPS
    assert all(result.is_verified for result in event.results.values())
    assert len([entry for entry in event.entries if entry.score]) == 2 * TABLES
    assert any("Meanwhile: table " in text for text in printed)
    assert "All slips of game 1 are in and verified." in "".join(printed)
