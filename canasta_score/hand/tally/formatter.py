"""The facts of a hand as a tally: the words that say them."""

from collections.abc import Iterator

from canasta_score.hand.facts import HandFacts, SideFacts
from canasta_score.rules.model.facts import DIRECT_FACTS
from canasta_score.rules.model.variant import Variant


def format_tally(variant: Variant, facts: HandFacts, *, short: bool = True) -> str:
    """Give the tally that tells some facts, by short names or in full; a side that has none is left out.

    >>> from canasta_score import load_variant
    >>> hand = {"we": {"red": 3, "natural": 2, "out": 1, "table": 335}, "they": {"open-sevens": 1, "hand": 85}}
    >>> format_tally(load_variant("nvso"), hand)
    'we r3 n2 o t335 they h85 open-sevens'
    >>> format_tally(load_variant("nvso"), hand, short=False)
    'we red=3 natural=2 out table=335 they hand=85 open-sevens'
    """
    return " ".join(
        word for side, told in facts.items() if told for word in (side, *iter_side_words(variant, told, short=short))
    )


def iter_side_words(variant: Variant, told: SideFacts, *, short: bool) -> Iterator[str]:
    """Go through the words that tell the facts of one side, in the order of the score sheet."""
    for name in (*DIRECT_FACTS, *variant.facts):
        if name in told:
            fact = variant.facts.get(name)
            letter = fact.short if fact and short else ""
            if fact and fact.most == told[name] == 1:
                yield letter or name
            else:
                yield f"{letter}{told[name]}" if letter else f"{name}={told[name]}"
