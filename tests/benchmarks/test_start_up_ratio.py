"""Start-up side by side with an empty Typer app of two commands, in one run: the ratio is what counts."""

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from support.budgets import hold
from support.game_files import PUBLISHED_HAND
from support.timing import EMPTY_APP, ratio_to_empty

pytestmark = pytest.mark.benchmark

TALLY = PUBLISHED_HAND.split()
NOISE = 1.15


@pytest.mark.benchmark(min_rounds=30)
@pytest.mark.parametrize(
    ("command", "words", "most"),
    [
        ("score", ["score", "--variant", "nvso", *TALLY], 1.12),
        ("meld", ["meld"], 1.12),
        ("meld check", ["meld", "check", "A,A,A", "--need", "60"], 1.2),
        ("meld find", ["meld", "find", "A", "A", "A", "K", "K", "K", "JK", "7"], 1.2),
        ("check", ["check"], 1.12),
        ("add", ["add", "we", "n1", "t90", "--anyway"], 1.45),
        ("show", ["show"], 1.12),
    ],
)
def test_start_up(benchmark: BenchmarkFixture, tmp_path: Path, command: str, words: list[str], most: float) -> None:
    ratio = ratio_to_empty(benchmark, tmp_path, words)
    hold(benchmark, f"start-up of `{command}`", ratio, beside=EMPTY_APP, budget=most, noise=NOISE)
