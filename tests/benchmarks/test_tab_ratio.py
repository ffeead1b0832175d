"""What TAB takes, side by side with an empty Typer app of two commands, in one run: the ratio is what counts."""

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from support.budgets import hold
from support.timing import EMPTY_APP, ratio_to_empty

pytestmark = pytest.mark.benchmark

MOST = 1.5


@pytest.mark.benchmark(min_rounds=30)
@pytest.mark.parametrize(
    ("words", "begun"),
    [([], ""), (["add", "we"], "nat"), (["score", "-v"], ""), (["explain"], ""), (["meld"], "ch")],
    ids=["commands", "add-we-nat", "variants", "hands", "meld-ch"],
)
def test_tab(benchmark: BenchmarkFixture, tmp_path: Path, words: list[str], begun: str) -> None:
    pressed = {"_CANASTA_SCORE_COMPLETE": "complete_words", "_CANASTA_SCORE_BEGUN": begun}
    ratio = ratio_to_empty(benchmark, tmp_path, words, **pressed)
    line = " ".join([*words, begun])
    hold(benchmark, f"TAB behind `{line}`" if line else "TAB behind nothing", ratio, beside=EMPTY_APP, budget=MOST)
