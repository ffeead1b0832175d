"""Benchmarks measure what the program itself takes."""

import gc
from collections.abc import Iterator

import pytest
from support.shortcuts import leave_shortcuts, take_shortcuts


@pytest.fixture(autouse=True)
def whole_way() -> Iterator[None]:
    """Take no shortcut; the program spares the garbage collector a long journal only where nothing is frozen."""
    leave_shortcuts()
    gc.unfreeze()
    yield
    take_shortcuts()
