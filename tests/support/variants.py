"""The variants that are shipped, read from their folder: what holds for one is to hold for all of them."""

from functools import cache

import pytest

from canasta_score import Variant, load_variant
from support.paths import VARIANTS

SHIPPED = tuple(sorted(path.stem for path in VARIANTS.glob("*.toml")))
# One of each family: canastas of one hand, several rounds with wild canastas, a hand and a foot, sequences.
SAMPLE = ("nvso", "wca", "catawba", "samba")
# For tests that take long: the sample is tried in every run, the others in the run of the slow tests.
SAMPLE_THEN_SLOW = tuple(
    name if name in SAMPLE else pytest.param(name, marks=pytest.mark.slow, id=name) for name in SHIPPED
)


@cache
def variant(name: str) -> Variant:
    """Return a variant, loaded once in each process."""
    return load_variant(name)
