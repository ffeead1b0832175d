"""Scoring a hand side by side with writing its facts as JSON."""

import json
import timeit

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from support.budgets import hold
from support.game_files import PUBLISHED_HAND

from canasta_score import load_variant, score_hand
from canasta_score.hand.tally.parser import parse_tally

pytestmark = pytest.mark.benchmark

TALLY = PUBLISHED_HAND.split()
BUDGET = 4.0
NOISE = 1.15


def test_scoring_a_hand(benchmark: BenchmarkFixture) -> None:
    variant = load_variant("nvso")
    facts = parse_tally(variant, TALLY)
    benchmark(score_hand, variant, facts)
    ours = min(timeit.repeat(lambda: score_hand(variant, facts), number=100, repeat=180))
    theirs = min(timeit.repeat(lambda: json.dumps(facts), number=100, repeat=180))
    hold(benchmark, "`score_hand`", ours / theirs, beside="`json.dumps` of its facts", budget=BUDGET, noise=NOISE)
