"""What a side must meld to open its next hand."""

from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.opening import NeedBasis, NeedStep
from canasta_score.rules.model.variant import Variant


def opening_need(variant: Variant, total: int = 0, hand: int = 1) -> int:
    """Return the points that a side needs to open: by its total in points before the hand, or by the hand's number.

    Hands after the last one that the rules name need as much as that one. Some rules require a canasta as well: see
    `canasta_to_open`.

    >>> from canasta_score import load_variant
    >>> nvso, catawba = load_variant("nvso"), load_variant("catawba")
    >>> [opening_need(nvso, total) for total in (-200, 2995, 3000, 5000, 5005)]
    [125, 125, 155, 155, 180]
    >>> [opening_need(catawba, hand=number) for number in (1, 2, 3, 4)]
    [50, 90, 120, 150]
    """
    return _find_need_step(variant, total, hand).need


def canasta_to_open(variant: Variant, total: int = 0, hand: int = 1) -> Canasta | None:
    """Return the canasta that a side needs to open, this kind or a better one, besides the points; None for none.

    It depends on the total in points before the hand, or on the number of the hand, as `opening_need` does.
    """
    kind = _find_need_step(variant, total, hand).canasta
    return next((canasta for canasta in variant.canastas if canasta.name == kind), None)


def compute_need_after_failures(variant: Variant, need: int, attempts: int) -> int:
    """Return the points that a side needs for the rest of a hand after a number of failed attempts to open.

    >>> from canasta_score import load_variant
    >>> [compute_need_after_failures(load_variant(name), 125, 2) for name in ("wca", "nvso")]
    [145, 125]
    """
    return need + attempts * variant.need.failed_attempt


def _find_need_step(variant: Variant, total: int, hand: int) -> NeedStep:
    reached = total if variant.need.by is NeedBasis.TOTAL else hand
    return next(step for step in reversed(variant.need.steps) if step.is_reached_by(reached))
