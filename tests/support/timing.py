"""Time measured beside something else in one run: ratios count."""

import os
import statistics
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from support.paths import TEN_HANDS

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
HANDS = [
    {"we": {"red": 3, "black": 2, "natural": 2, "mixed": 1, "out": 1, "table": 325},
     "they": {"red": 1, "black": 2, "natural": 1, "mixed": 3, "table": 305, "hand": 30}},
    {"we": {"red": 1, "mixed": 1, "table": 180, "hand": 35}, "they": {"red": 1, "mixed": 2, "out": 1, "table": 250}},
    {"we": {"black": 1, "table": 85, "hand": 60}, "they": {"natural": 1, "mixed": 1, "out": 1, "table": 265}},
    {"we": {"mixed": 1, "table": 160, "hand": 55}, "they": {"pairs": 1}},
]  # fmt: skip
POINTS = [(2525, 2075), (445, 1050), (-245, 1165), (405, 2500)]


def seconds(action: Callable[[], object]) -> float:
    """Time one run of an action."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def load(path: Path) -> object:
    """Load a file as TOML and nothing else."""
    with path.open("rb") as file:
        return tomllib.load(file)


def _process_seconds(command: list[str], env: Mapping[str, str]) -> float:
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
    benchmark(lambda: pairs.append((_process_seconds(ours, {**env, **variables}), _process_seconds(theirs, env))))
    return statistics.median(one / other for one, other in pairs)
