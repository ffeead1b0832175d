"""The words for the mistakes that explain a different total: every sentence of them is here."""

from canasta_score.rules.model.facts import DIRECT_FACTS, Fact
from canasta_score.rules.model.threes import SIGN_WORDS, Sign
from canasta_score.rules.model.variant import Variant


def describe_more(fact: Fact) -> str:
    """Return the words for one more of an item."""
    return f"{_name(fact)}: 1 more"


def describe_fewer(fact: Fact) -> str:
    """Return the words for one fewer of an item."""
    return f"{_name(fact)}: 1 fewer"


def describe_exchange(more: Fact, fewer: Fact) -> str:
    """Return the words for one item taken for another."""
    return f"{describe_more(more)}; {describe_fewer(fewer)}"


def describe_missing(fact: Fact) -> str:
    """Return the words for an item that was left out."""
    return f"{_name(fact)} not entered"


def describe_entered(fact: Fact, name: str, *, instead_of: str = "", similar: str = "") -> str:
    """Return the words for an item that was entered for a side, perhaps in place of a different side."""
    return f"{_name(fact)}{similar} entered for {name}{f' instead of {instead_of}' if instead_of else ''}"


def describe_entered_hand(entered: Fact, right: Fact, *, similar: str) -> str:
    """Return the words for a special hand that was entered as a different one."""
    return f"{_name(entered)}{similar} entered instead of {_name(right)}"


def describe_similar_hands(points: int) -> str:
    """Return the words, after the name of a special hand, for others that are worth the same."""
    return f" (or another special hand worth {points:,})"


def describe_subtracted_twice(fact: Fact) -> str:
    """Return the words for cards in hand that were subtracted twice."""
    return f"cards {_name(fact)} subtracted twice"


def describe_subtracted_half(fact: Fact) -> str:
    """Return the words for points in hand of which only half was subtracted."""
    return f"only half of the cards {_name(fact)} subtracted"


def describe_not_subtracted(fact: Fact) -> str:
    """Return the words for cards in hand that were not subtracted."""
    return f"cards {_name(fact)} not subtracted"


def describe_sign(what: str, sign: Sign, right_sign: Sign) -> str:
    """Return the words for points that were counted with the wrong sign."""
    return f"{what} {SIGN_WORDS[sign]} instead of {SIGN_WORDS[right_sign]}"


def describe_color_count(label: str) -> str:
    """Return the words for all threes of the deck, counted by their colors."""
    return f"{label.lower()} counted by color"


def describe_swapped_digits(variant: Variant, name: str, points: int, swapped: int) -> str:
    """Return the words for a number with two digits swapped."""
    return f"{swapped:,} instead of {points:,} {_name_place(variant, name)} (two digits swapped)"


def describe_difference(variant: Variant, name: str, points: int) -> str:
    """Return the words for more or fewer points of an item or a part."""
    return f"{abs(points)} {'more' if points > 0 else 'less'} {_name_place(variant, name)}"


def describe_card(fact: Fact, card: int, *, is_more: bool) -> str:
    """Return the words for one card that was counted too often or not at all; `card` is what it is worth."""
    return f"one {'more' if is_more else 'fewer'} {card}-point card {_name(fact)}"


def describe_part_sign(part: str, points: int) -> str:
    """Return the words for a base or a count with the wrong sign."""
    return f"{-points:,} instead of {points:,} in the {part}"


def _name(fact: Fact) -> str:
    return fact.label.lower()


def _name_place(variant: Variant, name: str) -> str:
    return f"in the {name}" if name in DIRECT_FACTS else _name(variant.facts[name])
