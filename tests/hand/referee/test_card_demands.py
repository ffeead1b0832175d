"""The cards that the facts of a hand imply."""

from canasta_score import load_variant
from canasta_score.hand.referee.exact import list_card_demands


def test_only_the_first_special_hand_takes_cards() -> None:
    # Two special hands in a hand are impossible by themselves, and to deal the cards of several takes minutes.
    several = {"we": {"pairs": 1, "garbage": 3, "table": 0}, "they": {"straight": 6, "wild-pairs": 8}}
    demands = list_card_demands(load_variant("nvso"), several)
    assert {(demand.side, demand.fact, demand.quantity) for demand in demands} == {("we", "pairs", 1)}
