"""Reading and following a ledger side by side with `tomllib.load` of the same file, in one run: ratios count."""

import statistics
import time
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from budgets import hold
from pytest_benchmark.fixture import BenchmarkFixture

from canasta_score import read_ledger
from canasta_score.game.entries import Entry, EntryKind
from canasta_score.game.storage.writer import append_entry, format_new_ledger
from canasta_score.rules.catalog.lookup import load_with_overrides

HANDS = [
    {"we": {"red": 3, "black": 2, "natural": 2, "mixed": 1, "out": 1, "table": 325},
     "they": {"red": 1, "black": 2, "natural": 1, "mixed": 3, "table": 305, "hand": 30}},
    {"we": {"red": 1, "mixed": 1, "table": 180, "hand": 35}, "they": {"red": 1, "mixed": 2, "out": 1, "table": 250}},
    {"we": {"black": 1, "table": 85, "hand": 60}, "they": {"natural": 1, "mixed": 1, "out": 1, "table": 265}},
    {"we": {"mixed": 1, "table": 160, "hand": 55}, "they": {"pairs": 1}},
]  # fmt: skip
POINTS = [(2525, 2075), (445, 1050), (-245, 1165), (405, 2500)]
NOISE = 1.1
MOST = 1.5


def long_ledger(path: Path, number: int) -> Path:
    """Write a ledger of many hands, the same four over and over."""
    rules, variant = load_with_overrides("nvso")
    at = datetime(2026, 11, 21, 19, 30, tzinfo=UTC)
    names = {"we": "Ann & Bob", "they": "Cy & Di"}
    head = format_new_ledger(
        variant=variant.name, started=at, house=[], names=names, start=dict.fromkeys(names, 0), rules=rules
    )
    parts, we, they = [head], 0, 0
    for place in range(number):
        won, lost = POINTS[place % len(POINTS)]
        we, they = we + won, they + lost
        facts = HANDS[place % len(HANDS)]
        entry = Entry(recorded_at=at, kind=EntryKind.HAND, hand=place + 1, facts=facts, totals={"we": we, "they": they})
        parts.append(append_entry(b"\n", entry))
    path.write_bytes(b"".join(parts))
    return path


def seconds(action: Callable[[], object]) -> float:
    """Time one run of an action."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def load(path: Path) -> object:
    """Load a file as TOML and nothing else."""
    with path.open("rb") as file:
        return tomllib.load(file)


@pytest.mark.benchmark(min_rounds=5)
def test_reading_a_ledger_beside_tomllib(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    path = long_ledger(tmp_path / "long.toml", 10_000)
    pairs: list[tuple[float, float]] = []
    benchmark(lambda: pairs.append((seconds(lambda: read_ledger(path).standing()), seconds(lambda: load(path)))))
    ratio = statistics.median(ours / theirs for ours, theirs in pairs)
    hold(benchmark, "reading 10,000 hands", ratio, beside="`tomllib.load` of the file", budget=MOST, noise=NOISE)


@pytest.mark.benchmark(min_rounds=5)
def test_reading_takes_as_long_for_each_hand_of_a_long_game_as_of_a_short_one(
    benchmark: BenchmarkFixture, tmp_path: Path
) -> None:
    short, long = long_ledger(tmp_path / "short.toml", 1_000), long_ledger(tmp_path / "long.toml", 10_000)
    pairs: list[tuple[float, float]] = []
    benchmark(lambda: pairs.append((seconds(lambda: read_ledger(long)), seconds(lambda: read_ledger(short)))))
    ratio = statistics.median(of_long / of_short for of_long, of_short in pairs) / 10
    hold(benchmark, "reading a hand of 10,000", ratio, beside="a hand of 1,000", budget=MOST)
