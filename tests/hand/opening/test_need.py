"""What it takes to open: every step of every variant on both sides of its edge, by the sheets."""

from pathlib import Path

import pytest
from support.variants import SHIPPED
from support.wording import Wording

from canasta_score import Variant, check_opening, load_variant, opening_need
from canasta_score.hand.opening.need import canasta_to_open, compute_need_after_failures

CLASSIC = {-3000: 15, -5: 15, 0: 50, 5: 50, 1495: 50, 1500: 90, 1505: 90, 2995: 90, 3000: 120, 3005: 120, 4995: 120}
MODERN = {-3000: 125, -5: 125, 0: 125, 2995: 125, 3000: 155, 3005: 155, 4995: 155, 5000: 180, 5005: 180, 8495: 180}
BY_TOTAL = {
    "nvso": {-3000: 125, -5: 125, 0: 125, 2995: 125, 3000: 155, 3005: 155, 4995: 155, 5000: 155, 5005: 180, 8495: 180},
    "wca": MODERN,
    "modern-american": MODERN,
    "canasta-league": MODERN,
    "classic": CLASSIC,
    "two-handed": CLASSIC,
    "cutthroat": CLASSIC | {7495: 120},
    "uruguay": CLASSIC,
    "cuban": CLASSIC | {5000: 150, 5005: 150, 7495: 150},
    "six-handed": CLASSIC | {7495: 120, 7500: 150, 7505: 150, 9995: 150},
    "ponytail": CLASSIC | {49995: 120},
    "samba": CLASSIC | {6995: 120, 7000: 150, 7005: 150, 9995: 150},
    "bolivia": CLASSIC | {6995: 120, 7000: 150, 7005: 150, 14995: 150},
    "brazilian": CLASSIC | {6995: 120, 7000: 0, 7995: 0, 8000: 200, 8995: 200, 9000: 0, 9995: 0},
    "italian": CLASSIC | {5000: 160, 7495: 160, 7500: 180, 9995: 180, 10000: 200, 11995: 200},
    "pennies-from-heaven": {-5: 15, 0: 50, 495: 50, 500: 90, 995: 90, 1000: 120, 1495: 120, 1500: 150, 19995: 150},
}
BY_HAND = {
    "nvso-tournament": {1: 125, 2: 155, 3: 180},
    "catawba": {1: 50, 2: 90, 3: 120, 4: 150},
    "hand-and-foot": {1: 50, 2: 90, 3: 120, 4: 150},
    "good-sams": {1: 90, 2: 120, 3: 150},
}
CANASTAS_TO_OPEN = {
    "brazilian": {
        -5: "",
        0: "",
        6995: "",
        7000: "mixed",
        8000: "mixed",
        8995: "mixed",
        9000: "natural",
        9995: "natural",
    },
}


@pytest.mark.parametrize(("name", "needs"), BY_TOTAL.items())
def test_the_need_goes_by_the_total_before_the_hand(name: str, needs: dict[int, int]) -> None:
    variant = load_variant(name)
    assert {total: opening_need(variant, total, hand=3) for total in needs} == needs


@pytest.mark.parametrize(("name", "needs"), BY_HAND.items())
def test_the_need_goes_by_the_number_of_the_hand(name: str, needs: dict[int, int]) -> None:
    variant = load_variant(name)
    assert {hand: opening_need(variant, 9000, hand) for hand in needs} == needs


# By the total 15, 50 from 0 and 120 over 3,000; by the hand 60, and 90 after the second one.
HIGHER = {
    (-5, 1): 60, (-5, 2): 60, (-5, 3): 90, (0, 1): 60, (3000, 2): 60, (3000, 3): 90, (3005, 1): 120, (3005, 9): 120,
}  # fmt: skip


def write_higher(folder: Path) -> Variant:
    """Write and load rules in which the need goes by the total and by the hand, with canastas asked for by both."""
    file = folder / "higher.toml"
    file.write_text(
        """extends = "classic"
[need]
by = "higher"
steps = [
    { need = 15 }, { at_least = 0, need = 50 }, { over = 3000, need = 120 }, { at_least = 4000, canasta = "mixed" },
]
hand_steps = [{ need = 60 }, { over = 2, need = 90 }, { at_least = 5, need = 60, canasta = "natural" }]
"""
    )
    return load_variant(file)


def test_the_higher_need_of_total_and_hand_counts(tmp_path: Path) -> None:
    variant = write_higher(tmp_path)
    assert {key: opening_need(variant, *key) for key in HIGHER} == HIGHER
    # A side never needs less than 60: 15 by any total, 60 by any hand.
    assert variant.need.lowest == 60


@pytest.mark.parametrize(
    ("total", "hand", "points", "name"),
    [(4000, 1, 60, "mixed"), (0, 5, 60, "natural"), (4000, 5, 60, "natural"), (3995, 4, 120, "")],
)
def test_the_better_canasta_of_total_and_hand_is_needed(
    total: int, hand: int, points: int, name: str, tmp_path: Path
) -> None:
    variant = write_higher(tmp_path)
    canasta = canasta_to_open(variant, total, hand)
    assert (opening_need(variant, total, hand), canasta.name if canasta else "") == (points, name)


@pytest.mark.parametrize("name", SHIPPED)
def test_every_edge_of_every_variant_is_held_on_both_sides(name: str) -> None:
    held = {**BY_TOTAL, **BY_HAND}[name]
    edges = [step.bound for step in load_variant(name).need.steps if step.bound is not None]
    assert [edge for edge in edges if edge not in held or not {edge - 5, edge - 1} & held.keys()] == []


@pytest.mark.parametrize(("name", "kinds"), CANASTAS_TO_OPEN.items())
def test_a_canasta_may_be_needed_beside_the_points(name: str, kinds: dict[int, str]) -> None:
    variant = load_variant(name)
    canastas = {total: canasta_to_open(variant, total) for total in kinds}
    assert {total: canasta.name if canasta else "" for total, canasta in canastas.items()} == kinds


# Brazilian canasta: from 7,000 any canasta, from 8,000 with 200 points in all, from 9,000 a natural one or better.
OPENINGS_OF_CANASTAS = [
    (6995, "3xA 3xK 3xQ", True, "", 0),
    (7000, "3xA 3xK 3xQ 3xJ", False, "mixed", 0),
    (7000, "6x4", False, "mixed", 0),
    (7000, "5x4,2,2", True, "", 0),
    (7000, "7x4", True, "", 0),
    (7000, "4,5,6,7,8,9,10", True, "", 0),
    (7000, "6x2,JK", True, "", 0),
    (7000, "6x2", False, "mixed", 0),
    (7995, "5x4,2,2", True, "", 0),
    (8000, "5x4,2,2", False, "", 135),
    (8000, "5x4,2,2 4xA 3xK 5x5", True, "", 0),
    (8000, "5x4,2,2 3xA 3xK 3xQ 3x5", True, "", 0),
    (8000, "5x4,2,2 3xA 4xK 6x5", False, "", 5),
    (8000, "4xA 4xK 4xQ 4xJ", False, "mixed", 0),
    (8995, "3xA 3xK", False, "mixed", 110),
    (9000, "5x4,2,2", False, "natural", 0),
    (9000, "7x4", True, "", 0),
    (9000, "8,9,10,J,Q,K,A", True, "", 0),
    (9000, "6x2,JK", True, "", 0),
]


@pytest.mark.parametrize(("total", "groups", "opens", "missing", "short"), OPENINGS_OF_CANASTAS)
def test_brazilian_canasta_opens_with_a_canasta(
    total: int, groups: str, missing: str, short: int, *, opens: bool, wording: Wording
) -> None:
    brazilian = load_variant("brazilian")
    opening = check_opening(
        brazilian, opening_need(brazilian, total), groups, canasta=canasta_to_open(brazilian, total)
    )
    assert (opening.legal, opening.opens, opening.short) == (True, opens, short)
    assert len(opening.problems) == bool(missing) + bool(short)
    assert bool(opening.missing_canasta) == bool(missing)
    if missing:
        wording.check_wording("openings", ["missing canasta", missing], opening.missing_canasta)


def test_the_published_sheet_needs_125_after_the_first_hand_and_155_after_the_second() -> None:
    nvso = load_variant("nvso")
    assert [opening_need(nvso, total) for total in (2525, 2075, 3330, 2900)] == [125, 125, 155, 125]


@pytest.mark.parametrize(("name", "need"), [("wca", 145), ("nvso", 125)])
def test_each_failed_attempt_raises_the_need_where_the_rules_say_so(name: str, need: int) -> None:
    assert compute_need_after_failures(load_variant(name), 125, attempts=2) == need
