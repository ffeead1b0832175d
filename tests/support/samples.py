"""Cases of which every run tries a sample, and the run of the slow tests the others."""

from collections.abc import Iterable

import pytest


def sample_then_slow(cases: Iterable[object], every: int) -> list[object]:
    """Return cases as parameters of a test, all but the first of each `every` for the slow tests."""
    return [
        case if number % every == 0 else pytest.param(case, marks=pytest.mark.slow) for number, case in enumerate(cases)
    ]
