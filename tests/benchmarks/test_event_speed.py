"""An event of a thousand pairs over twenty games: the standings in milliseconds, the file beside `tomllib`."""

import statistics
import tomllib

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from support.budgets import hold
from support.large_events import large_event_text, text_of_pairs_one_by_one
from support.timing import measure_ratio, seconds

from canasta_score.event.ranking.standings import compute_standings
from canasta_score.event.storage.event_reader import parse_event_text

pytestmark = pytest.mark.benchmark

MOST_MILLISECONDS = 250
MOST_READING = 1.9  # 200 pairs over 6 games, a large club day, are read in 45 ms
MOST_READING_PAIRS = 5
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
