"""What tests leave to chance and how much of it they try: the same in every run, unless the environment says otherwise.

CANASTA_TIMES=10 has them try ten times as much; CANASTA_SEED=7, or any other word, has them try something else.
"""

import os
from collections.abc import Callable
from random import Random
from typing import TypeVar

from hypothesis import HealthCheck, seed, settings

Test = TypeVar("Test", bound=Callable[..., None])
TIMES = int(os.environ.get("CANASTA_TIMES", "1"))
SEED = os.environ.get("CANASTA_SEED", "")


def times(usual: int) -> int:
    """Give how often something is tried that is tried so often in a usual run."""
    return usual * TIMES


def chance(*words: object) -> Random:
    """Give chance of its own for what some words name."""
    return Random(" ".join(map(str, [SEED, *words] if SEED else words)))


def examples(usual: int, *allowed: HealthCheck) -> Callable[[Test], Test]:
    """Have hypothesis try so many examples in a usual run, however long one takes."""
    tried = settings(
        max_examples=times(usual), deadline=None, derandomize=not SEED, suppress_health_check=allowed, print_blob=True
    )
    return lambda test: tried(seed(SEED)(test) if SEED else test)
