"""Reading, following and checking a ledger side by side with `tomllib.load` of the same file: ratios count."""

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from support.budgets import hold
from support.game_files import WHEN, new_game
from support.timing import HANDS, POINTS, load, measure_ratio

from canasta_score.game.audit import find_hand_problems
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.ledger import Ledger
from canasta_score.game.storage import journal_format
from canasta_score.game.storage.journal import forget_readings
from canasta_score.game.storage.ledger_files import append_entry, read_ledger

pytestmark = pytest.mark.benchmark

NOISE = 1.1
MOST = 1.45
MOST_OF_CHECK = 2.0


def long_ledger(path: Path, number: int) -> Path:
    """Write a ledger of many hands, the same four over and over."""
    parts, we, they = [new_game()], 0, 0
    for place in range(number):
        won, lost = POINTS[place % len(POINTS)]
        we, they = we + won, they + lost
        facts = HANDS[place % len(HANDS)]
        entry = Entry(
            recorded_at=WHEN, kind=EntryKind.HAND, hand=place + 1, facts=facts, totals={"we": we, "they": they}
        )
        parts.append(append_entry(b"\n", entry))
    path.write_bytes(b"".join(parts))
    return path


def read_anew(path: Path) -> Ledger:
    """Read a game as a program does that has just started."""
    forget_readings()  # else only the first round would read
    journal_format._variants.clear()  # noqa: SLF001
    return read_ledger(path)


@pytest.mark.benchmark(min_rounds=5)
def test_reading_a_ledger_beside_tomllib(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    path = long_ledger(tmp_path / "long.toml", 10_000)
    ratio = measure_ratio(benchmark, lambda: read_anew(path).standing(), lambda: load(path))
    hold(benchmark, "reading 10,000 hands", ratio, beside="`tomllib.load` of the file", budget=MOST, noise=NOISE)


@pytest.mark.benchmark(min_rounds=5)
def test_checking_a_ledger_beside_tomllib(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    path = long_ledger(tmp_path / "long.toml", 5_000)

    def check() -> None:
        assert list(find_hand_problems(read_anew(path), strict=False)) == []

    ratio = measure_ratio(benchmark, check, lambda: load(path))
    hold(
        benchmark, "checking 5,000 hands", ratio, beside="`tomllib.load` of the file", budget=MOST_OF_CHECK, noise=NOISE
    )


@pytest.mark.benchmark(min_rounds=5)
def test_reading_takes_as_long_for_each_hand_of_a_long_game_as_of_a_short_one(
    benchmark: BenchmarkFixture, tmp_path: Path
) -> None:
    short, long = long_ledger(tmp_path / "short.toml", 1_000), long_ledger(tmp_path / "long.toml", 10_000)
    ratio = measure_ratio(benchmark, lambda: read_anew(long), lambda: read_anew(short)) / 10
    hold(benchmark, "reading a hand of 10,000", ratio, beside="a hand of 1,000", budget=MOST)
