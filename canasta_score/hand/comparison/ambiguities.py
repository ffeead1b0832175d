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
    """An item that would settle what is open, a sentence that says so, and the part of the score that depends on it."""

    part: ScorePart = ScorePart.BASE
    fact: str
    message: str


@frozen
class Ambiguity(Value):
    """All readings of some facts by the target rules, and what would settle which is right; certain facts have one.

    `is_not_entered`: by the first reading there was none of what nobody entered.
    """

    readings: Sequence[SideFacts]
    missing_items: Sequence[MissingItem] = ()
    is_not_entered: bool = False


def build_unknown(fact: str, message: str, *readings: SideFacts) -> Ambiguity:
    """Build the ambiguity of something that no single item settles; its readings stand for all others."""
    return Ambiguity(readings=readings, missing_items=[MissingItem(fact=fact, message=message)])


def build_mismatch(entered: SideFacts, placeholder: str) -> Ambiguity:
    """Build the ambiguity of items that no reading agrees with; the placeholder stands for what they can be."""
    items = join_words([f"{name}={number}" for name, number in entered.items()])
    message = f"{items} cannot be scored together in these rules; {REENTER_HINT}"
    return build_unknown(next(iter(entered)), message, {}, {placeholder: 1})


def list_missing(
    numbers: Mapping[str, Collection[int]], target: Variant, taken_words: Container[str], *, is_not_entered: bool
) -> list[MissingItem]:
    """Return the items that can have several numbers, if possible only those whose words can still be entered."""
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
    """Format what to enter if there was none of an item, or no more than other items say."""
    return f"{name}={least} if there were no{' more' if least else 'ne'}"


def sum_facts(*parts: SideFacts) -> dict[str, int]:
    """Return facts added up by their names."""
    total: Counter[str] = Counter()
    for facts in parts:
        total.update(facts)
    return dict(total)
