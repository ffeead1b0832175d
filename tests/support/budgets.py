"""What is measured, beside its budget: each measurement puts its row into the table that ends the run."""

from dataclasses import dataclass

from pytest_benchmark.fixture import BenchmarkFixture
from tabulate import tabulate


@dataclass(frozen=True, kw_only=True)
class Row:
    """One row of the table: what was measured, beside what, and the two figures."""

    what: str
    beside: str
    measured: float
    budget: float


ROWS: list[Row] = []


def hold(
    benchmark: BenchmarkFixture, what: str, measured: float, *, beside: str, budget: float, noise: float = 1.0
) -> None:
    """Put a measurement into the table, and fail where it is over its budget by more than the noise of the machine."""
    benchmark.extra_info["measured"] = measured
    ROWS.append(Row(what=what, beside=beside, measured=measured, budget=budget))
    assert measured <= budget * noise, f"{what}: {measured:.2f} {beside}, over the budget of {budget}"


def table() -> str:
    """Return the table as it is in CONTRIBUTING."""
    lines = [(row.what, row.beside, f"{row.measured:.2f}", f"{row.budget:g}") for row in ROWS]
    return tabulate(lines, ("what", "beside", "measured", "budget"), tablefmt="github", disable_numparse=True)
