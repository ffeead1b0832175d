"""What it takes to open: every step of every variant on both sides of its edge, by the sheets."""

import pytest
from shipped import SHIPPED

from canasta_score import load_variant, opening_need

CLASSIC = {-3000: 15, -5: 15, 0: 50, 5: 50, 1495: 50, 1500: 90, 1505: 90, 2995: 90, 3000: 120, 3005: 120, 4995: 120}
MODERN = {-3000: 125, -5: 125, 0: 125, 2995: 125, 3000: 155, 3005: 155, 4995: 155, 5000: 180, 5005: 180, 8495: 180}
BY_TOTAL = {
    "nvso": {-3000: 125, -5: 125, 0: 125, 2995: 125, 3000: 155, 3005: 155, 4995: 155, 5000: 155, 5005: 180, 8495: 180},
    "wca": MODERN,
    "modern-american": MODERN,
    "canasta-league": MODERN,
    "classic": CLASSIC,
    "two-handed": CLASSIC,
    "uruguay": CLASSIC,
    "cuban": CLASSIC | {5000: 150, 5005: 150, 7495: 150},
}
BY_HAND = {
    "nvso-tournament": {1: 125, 2: 155, 3: 180},
    "catawba": {1: 50, 2: 90, 3: 120, 4: 150},
}


@pytest.mark.parametrize(("name", "needs"), BY_TOTAL.items())
def test_the_need_goes_by_the_total_before_the_hand(name: str, needs: dict[int, int]) -> None:
    variant = load_variant(name)
    assert {total: opening_need(variant, total, hand=3) for total in needs} == needs


@pytest.mark.parametrize(("name", "needs"), BY_HAND.items())
def test_the_need_goes_by_the_number_of_the_hand(name: str, needs: dict[int, int]) -> None:
    variant = load_variant(name)
    assert {hand: opening_need(variant, 9000, hand) for hand in needs} == needs


@pytest.mark.parametrize("name", SHIPPED)
def test_every_edge_of_every_variant_is_held_on_both_sides(name: str) -> None:
    held = {**BY_TOTAL, **BY_HAND}[name]
    edges = [step.bound for step in load_variant(name).need.steps if step.bound is not None]
    assert [edge for edge in edges if edge not in held or not {edge - 5, edge - 1} & held.keys()] == []


def test_the_published_sheet_needs_125_after_the_first_hand_and_155_after_the_second() -> None:
    nvso = load_variant("nvso")
    assert [opening_need(nvso, total) for total in (2525, 2075, 3330, 2900)] == [125, 125, 155, 125]
