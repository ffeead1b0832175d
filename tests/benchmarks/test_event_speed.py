"""Large events: standings in milliseconds, the file beside `tomllib`, the slowest commands beside an empty app."""

import statistics
import tomllib
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from support.budgets import hold
from support.large_events import large_event_text, text_of_pairs_one_by_one
from support.timing import EMPTY_APP, measure_ratio, ratio_to_empty, seconds

from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.storage.event_reader import parse_event_text

pytestmark = pytest.mark.benchmark

MOST_MILLISECONDS = 250
MOST_READING = 1.9  # 200 pairs over 6 games, a large club day, are read in 45 ms
MOST_READING_PAIRS = 5
MOST_BESIDE_EMPTY = 5  # where an empty app takes 70 ms, that is 0.3 s above start-up
MOST_GROWTH = 1.15  # of what a pair costs, from 200 to 1,000 pairs
NOISE = 1.2


@pytest.fixture(scope="module")
def text() -> bytes:
    return large_event_text()


@pytest.mark.benchmark(min_rounds=5)
def test_standings_of_a_thousand_pairs(benchmark: BenchmarkFixture, text: bytes) -> None:
    event = parse_event_text(text, "event.toml").state
    taken: list[float] = []
    benchmark(lambda: taken.append(1000 * seconds(lambda: compute_standings(event))))
    measured = statistics.median(taken)
    hold(benchmark, "standings, 1,000 pairs, 20 games", measured, beside="ms", budget=MOST_MILLISECONDS, noise=NOISE)


@pytest.mark.benchmark(min_rounds=5)
def test_reading_a_thousand_pairs(benchmark: BenchmarkFixture, text: bytes) -> None:
    decoded = text.decode()
    ratio = measure_ratio(benchmark, lambda: parse_event_text(text, "event.toml"), lambda: tomllib.loads(decoded))
    hold(benchmark, "reading 10,000 slips", ratio, beside="`tomllib.loads`", budget=MOST_READING, noise=NOISE)


@pytest.mark.benchmark(min_rounds=5)
def test_reading_pairs_that_were_entered_one_by_one(benchmark: BenchmarkFixture) -> None:
    """Each name is checked once, not each against all: 4,000 pairs took 19 seconds."""
    text = text_of_pairs_one_by_one(4000)
    decoded = text.decode()
    ratio = measure_ratio(benchmark, lambda: parse_event_text(text, "event.toml"), lambda: tomllib.loads(decoded))
    budget = MOST_READING_PAIRS
    hold(benchmark, "reading 4,000 pairs, one by one", ratio, beside="`tomllib.loads`", budget=budget, noise=NOISE)


@pytest.mark.parametrize("words", ["standings", "undo", "season event.toml", "print seating -o seating.html --force"])
@pytest.mark.benchmark(min_rounds=11)
def test_commands_of_the_largest_event(benchmark: BenchmarkFixture, tmp_path: Path, words: str) -> None:
    """200 pairs over 10 games are the largest event that must feel immediate."""
    event = tmp_path / "event.toml"
    event.write_bytes(large_event_text(200, 10))
    command, *others = words.split()
    others = [str(tmp_path / word) if "." in word else word for word in others]
    ratio = ratio_to_empty(benchmark, tmp_path, ["event", command, *others], CANASTA_EVENT=str(event))
    name = f"`event {command}`, 200 pairs, 10 games"
    hold(benchmark, name, ratio, beside=EMPTY_APP, budget=MOST_BESIDE_EMPTY, noise=NOISE)


@pytest.mark.benchmark(min_rounds=5)
def test_a_pair_costs_the_same_in_a_larger_event(benchmark: BenchmarkFixture) -> None:
    large, small = large_event_text(1000, 10), large_event_text(200, 10)

    def work(text: bytes, times: int) -> None:
        for _ in range(times):
            compute_standings(parse_event_text(text, "event.toml").state)

    ratio = measure_ratio(benchmark, lambda: work(large, 1), lambda: work(small, 5))
    hold(benchmark, "a pair of 1,000", ratio, beside="a pair of 200", budget=MOST_GROWTH, noise=NOISE)
