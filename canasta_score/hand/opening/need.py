"""What a side must meld to open its next hand."""

from collections.abc import Iterator
from itertools import islice

from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.opening import NeedStep
from canasta_score.rules.model.variant import Variant


def opening_need(variant: Variant, total: int = 0, hand: int = 1) -> int:
    """Return the points that a side needs to open: by its total before the hand, or by the number of the hand.

    Where both count, it is the higher need. Hands after the last one that the rules name need as much as that one.
    """
    return max(step.need for step in _iter_need_steps(variant, total, hand))


def canasta_to_open(variant: Variant, total: int = 0, hand: int = 1) -> Canasta | None:
    """Return the canasta that a side needs to open, this kind or a better one, besides the points; None for none."""
    kinds = {step.canasta for step in _iter_need_steps(variant, total, hand)}
    required = (canasta for canasta in variant.canastas if canasta.name in kinds)
    return max(required, key=lambda canasta: canasta.points, default=None)


def compute_need_after_failures(variant: Variant, need: int, attempts: int) -> int:
    """Return the points that a side needs for the rest of a hand after a number of failed attempts to open."""
    return need + attempts * variant.need.failed_attempt


def _iter_need_steps(variant: Variant, total: int, hand: int) -> Iterator[NeedStep]:
    """Yield the step that the total reaches, and the one that the hand reaches, if they count."""
    for steps, reached in ((variant.need.steps_by_total, total), (variant.need.steps_by_hand, hand)):
        yield from islice((step for step in reversed(steps) if step.start is None or reached >= step.start), 1)
