"""What cannot be known of a hand by other rules than those it was told by, and what would tell."""

from canasta_score.hand.facts import SideFacts
from canasta_score.rules.frozen import Value, frozen

REENTER_HINT = "name these rules first and tell the hand in their words"


@frozen
class MissingItem(Value):
    """What cannot be known: the fact that would tell, or that is in doubt, and a sentence that says so."""

    fact: str
    message: str


@frozen
class Ambiguity(Value):
    """What may be so or so: every way in which it can be, as facts by the other rules, and what is missing.

    `untold`: it is about something that nobody told, and the first way is that there was none.
    """

    readings: tuple[SideFacts, ...]
    missing_items: tuple[MissingItem, ...]
    is_not_entered: bool = False


def format_which_kind(told: str, number: int, name: str, most: int) -> str:
    """Say that it is not known how many of some things are of a kind, and how to tell."""
    if number == 1:
        return f"whether {told} is {name} cannot be known; tell {name}=0 or 1"
    up_to = f", or up to {most}" if most > 1 else " or 1"
    return f"how many of {told} are {name} cannot be known; tell {name}=0{up_to}"
