"""A need in words: the points that it takes to open, and the canasta where one is asked for, too."""

from canasta_score.hand.opening.need import canasta_to_open, opening_need
from canasta_score.rules.model.variant import Variant


def format_need(points: int, canasta: str) -> str:
    """Say what it takes: points, a canasta of a kind that is not empty, or both.

    >>> format_need(1255, ""), format_need(0, "natural"), format_need(200, "mixed")
    ('1,255', 'natural canasta', 'mixed canasta and 200')
    """
    if not canasta:
        return f"{points:,}"
    return f"{canasta} canasta" + (f" and {points:,}" if points else "")


def format_opening_need(variant: Variant, total: int, hand: int) -> str:
    """Say what a side needs with a total before a hand, the first, second … that counts."""
    canasta = canasta_to_open(variant, total, hand)
    return format_need(opening_need(variant, total, hand), canasta.name if canasta else "")
