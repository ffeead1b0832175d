"""Finding the best opening in the cards of a hand and a foot, and in as many as ever make it hard."""

import statistics
import time
from collections.abc import Sequence

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from support.budgets import hold

from canasta_score import Variant, find_opening, load_variant

pytestmark = pytest.mark.benchmark

BUDGET = 20.0  # milliseconds, whatever the machine
OUT_OF_REACH = 2000
HANDS = {
    "nvso: a few of every rank": ("nvso", "3xA 3xK 2xQ 2xJ 2x10 2x9 2x8 2x7 2x6 2x5 2xJK 2x2"),
    "nvso: four ranks, six wild": ("nvso", "5xA 5xQ 5x9 5x4 3xJK 3x2"),
    "nvso: three ranks, twelve wild": ("nvso", "5xA 5xQ 4x9 4xJK 8x2"),
    "nvso: five ranks, eight wild": ("nvso", "4xA 4xK 4xQ 3x9 3x7 2xJK 6x2"),
    "wca: a few of every rank": ("wca", "3xA 3xK 2xQ 2xJ 2x10 2x9 2x8 2x7 2x6 2x5 2xJK 2x2"),
    "wca: four ranks, six wild": ("wca", "5xA 5xQ 5x9 5x4 3xJK 3x2"),
    "wca: three ranks, twelve wild": ("wca", "5xA 5xQ 4x9 4xJK 8x2"),
    "wca: seven pairs, twelve wild": ("wca", "2xA 2xK 2xQ 2xJ 2x10 2x9 2x8 4xJK 8x2"),
    "catawba: a few of every rank": ("catawba", "3xA 3xK 2xQ 2xJ 2x10 2x9 2x8 2x7 2x6 2x5 2xJK 2x2"),
    "catawba: ten of two ranks, six wild": ("catawba", "10xA 10xQ 3xJK 3x2"),
    "catawba: five ranks, six wild": ("catawba", "4xA 4xK 4xQ 4x9 4x4 3xJK 3x2"),
    "catawba: four ranks, twelve wild": ("catawba", "4xA 4xQ 3x9 3x4 6xJK 6x2"),
    "catawba: every rank, twelve wild": ("catawba", "2xA 2xK 2xQ 1xJ 1x10 1x9 1x8 1x7 1x6 1x5 1x4 6xJK 6x2"),
    "catawba: six ranks, ten wild": ("catawba", "3xA 3xK 3xQ 3xJ 2x9 2x4 5xJK 5x2"),
}


def milliseconds(variant: Variant, need: int, cards: Sequence[str], pile: str | None) -> float:
    """Time one search."""
    start = time.perf_counter()
    find_opening(variant, need, cards, pile=pile)
    return 1000 * (time.perf_counter() - start)


@pytest.mark.parametrize("hand", HANDS)
def test_finding_an_opening_in_26_cards(benchmark: BenchmarkFixture, hand: str) -> None:
    name, words = HANDS[hand]
    variant, cards = load_variant(name), words.split()
    assert sum(int(word.split("x")[0]) for word in cards) == 26
    benchmark(find_opening, variant, OUT_OF_REACH, cards)
    medians = {
        (need, pile): statistics.median(milliseconds(variant, need, cards, pile) for _ in range(25))
        for need in (125, 180, OUT_OF_REACH)
        for pile in (None, "A")
    }
    hold(benchmark, f"`find_opening`, {hand}", max(medians.values()), beside="milliseconds", budget=BUDGET)
