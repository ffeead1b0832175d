"""What tests leave to chance, and how much of it they try: the same in every run, unless it is asked for otherwise.

How much is the profile of hypothesis: `--hypothesis-profile` or HYPOTHESIS_PROFILE, else `ci` where CI is set, and
`dev`. CANASTA_SEED=7, or any other word, has tests try something else.
"""

import os
from random import Random

from hypothesis import HealthCheck, settings

SEED = os.environ.get("CANASTA_SEED", "")
EXAMPLES = {"dev": 5, "ci": 10, "nightly": 2000}


def load_profile() -> None:
    """Register the profiles of hypothesis, and load the one that the environment asks for."""
    for name, number in EXAMPLES.items():
        settings.register_profile(
            name,
            max_examples=number,
            deadline=None,  # how long an example takes is for the benchmarks
            derandomize=not SEED,
            print_blob=True,
            database=None,
            # The folders of fixtures are shared by the examples of a test, each of which overwrites what it uses.
            suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
        )
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


def is_night() -> bool:
    """Return whether there is time to try everything."""
    return settings().max_examples >= EXAMPLES["nightly"]


def rounds(per_hundred: int) -> int:
    """Return how often to try something that is tried so often for each hundred examples of the profile."""
    return max(1, per_hundred * settings().max_examples // 100)


def chance(*words: object) -> Random:
    """Return randomness of its own for what some words name."""
    return Random(" ".join(map(str, [SEED, *words] if SEED else words)))
