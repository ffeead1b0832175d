"""Time measured beside something else in one run: ratios count."""

import os
import statistics
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
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


def seconds(action: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Time one run of an action."""
    start = clock()
    action()
    return clock() - start


def load(path: Path) -> object:
    """Load a file as TOML and nothing else."""
    with path.open("rb") as file:
        return tomllib.load(file)


def measure_ratio(
    benchmark: BenchmarkFixture,
    ours: Callable[[], object],
    theirs: Callable[[], object],
    clock: Callable[[], float] = time.process_time,
) -> float:
    """Run two actions by turns, and return the ratio of their CPU times in the middle.

    CPU time, because on a busy machine a process also waits. By turns, because its speed changes from second to second:
    the least time of either may come from a lucky moment that the other one never had.
    """
    pairs: list[tuple[float, float]] = []
    benchmark(lambda: pairs.append((seconds(ours, clock), seconds(theirs, clock))))
    return statistics.median(one / other for one, other in pairs)


def _read_clock_of_children() -> float:
    """Return the CPU time of all processes that have ended, in seconds."""
    from resource import RUSAGE_CHILDREN, getrusage  # noqa: PLC0415 -- Windows does not have it

    usage = getrusage(RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def ratio_to_empty(benchmark: BenchmarkFixture, folder: Path, words: list[str], **variables: str) -> float:
    """Run the program, with a ledger of ten hands, by turns with an empty app, and return the ratio of CPU times."""
    ledger, empty = folder / "canasta.toml", folder / "empty.py"
    ledger.write_bytes(TEN_HANDS.read_bytes())
    empty.write_text(EMPTY)
    env = {**os.environ, "CANASTA_LEDGER": str(ledger)}

    def run(command: list[str], **more: str) -> None:
        subprocess.run(command, check=True, capture_output=True, env={**env, **more})

    program = str(Path(sys.executable).parent / "canasta-score")
    return measure_ratio(
        benchmark,
        lambda: run([program, *words], **variables),
        lambda: run([sys.executable, str(empty), "one"]),
        clock=_read_clock_of_children,
    )
