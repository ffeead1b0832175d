"""Start-up side by side with an empty Typer app of two commands, in one run: the ratio is what counts."""

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from budgets import hold
from pytest_benchmark.fixture import BenchmarkFixture

EMPTY = """
import typer
app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
@app.command()
def one() -> None: pass
@app.command()
def two() -> None: pass
app()
"""
EMPTY_APP = "an empty Typer app"
TEN_HANDS = Path(__file__).parent.parent / "data" / "ledgers" / "good" / "ten-hands.toml"
TALLY = "we r3 b2 n2 m1 o t325 they r1 b2 n1 m3 t305 h30".split()


def seconds(command: list[str], env: Mapping[str, str]) -> float:
    """Time one run of a command."""
    start = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=env)
    return time.perf_counter() - start


def ratio_to_empty(benchmark: BenchmarkFixture, folder: Path, words: list[str], **variables: str) -> float:
    """Time the program, with a ledger of ten hands, by turns with an empty app, and give the ratio in the middle."""
    ledger, empty = folder / "canasta.toml", folder / "empty.py"
    ledger.write_bytes(TEN_HANDS.read_bytes())
    empty.write_text(EMPTY)
    env = {**os.environ, "CANASTA_LEDGER": str(ledger)}
    ours = [str(Path(sys.executable).parent / "canasta-score"), *words]
    theirs = [sys.executable, str(empty), "one"]
    pairs: list[tuple[float, float]] = []
    benchmark(lambda: pairs.append((seconds(ours, {**env, **variables}), seconds(theirs, env))))
    return statistics.median(one / other for one, other in pairs)


@pytest.mark.benchmark(min_rounds=30)
@pytest.mark.parametrize(
    ("command", "words", "most"),
    [
        ("score", ["score", "--variant", "nvso", *TALLY], 1.35),
        ("meld", ["meld"], 1.35),
        ("meld check", ["meld", "check", "A,A,A", "--need", "60"], 1.35),
        ("meld find", ["meld", "find", "A", "A", "A", "K", "K", "K", "JK", "7"], 1.35),
        ("check", ["check"], 1.35),
        ("add", ["add", "we", "n1", "t90"], 1.8),
        ("show", ["show"], 1.8),
    ],
)
def test_start_up(benchmark: BenchmarkFixture, tmp_path: Path, command: str, words: list[str], most: float) -> None:
    ratio = ratio_to_empty(benchmark, tmp_path, words)
    hold(benchmark, f"start-up of `{command}`", ratio, beside=EMPTY_APP, budget=most)
