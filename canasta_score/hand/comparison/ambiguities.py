"""What the entered facts leave open by other rules, and what to enter to settle it."""

from collections import Counter
from collections.abc import Collection, Container, Mapping, Sequence

from canasta_score.hand.facts import SideFacts
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import ScorePart
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words

REENTER_HINT = "name these rules first and enter the hand with their items"


@frozen
class MissingItem(Value):
    """An item that would settle an ambiguity, the message that asks for it, and the part of the score it decides."""

    part: ScorePart = ScorePart.BASE
    fact: str
    message: str


@frozen
class Ambiguity(Value):
    """All readings of some facts by the target rules, and the items that would settle which reading is right.

    Facts that are certain have one reading. `is_not_entered`: the readings are about an item that nobody entered, and
    by the first of them the side had none.
    """

    readings: Sequence[SideFacts]
    missing_items: Sequence[MissingItem] = ()
    is_not_entered: bool = False


def build_unknown(fact: str, message: str, *readings: SideFacts) -> Ambiguity:
    """Build the ambiguity of a fact that cannot be scored; a few readings that score differently stand for all."""
    return Ambiguity(readings=readings, missing_items=[MissingItem(fact=fact, message=message)])


def build_mismatch(entered: SideFacts, placeholder: str) -> Ambiguity:
    """Build the ambiguity of items that no reading agrees with; `placeholder` is the item that stands for them."""
    items = join_words([f"{name}={number}" for name, number in entered.items()])
    message = f"{items} cannot be scored together in these rules; {REENTER_HINT}"
    return build_unknown(next(iter(entered)), message, {}, {placeholder: 1})


def list_missing(
    numbers: Mapping[str, Collection[int]], target: Variant, taken_words: Container[str], *, is_not_entered: bool
) -> list[MissingItem]:
    """Return the items with several possible numbers; of these, only words that are not taken, if there are any."""
    free = [name for name in numbers if name not in taken_words]
    items: list[MissingItem] = []
    for name in free or numbers:
        low, high = min(numbers[name]), max(numbers[name])
        between = "or" if high == low + 1 else "to"
        hint = f"add {format_none_hint(name, low)}" if is_not_entered else f"add {name}={low} {between} {name}={high}"
        message = f"no entry for {target.facts[name].label.lower()}; {hint if free else REENTER_HINT}"
        items.append(MissingItem(fact=name, message=message))
    return items


def format_none_hint(name: str, least: int) -> str:
    """Format what to enter if the side had none of an item, or no more than its other items already say."""
    return f"{name}={least} if there were no{' more' if least else 'ne'}"


def sum_facts(*parts: SideFacts) -> dict[str, int]:
    """Return the sums of facts by their names."""
    total: Counter[str] = Counter()
    for facts in parts:
        total.update(facts)
    return dict(total)
