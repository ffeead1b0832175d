"""The facts of a hand formatted as a tally: the words that enter them."""

from collections.abc import Iterator

from canasta_score.hand.facts import PAIR_SIGN, HandFacts, SideFacts
from canasta_score.hand.tally.names import spell_name
from canasta_score.rules.model.facts import DIRECT_FACTS
from canasta_score.rules.model.variant import Variant


def format_tally(variant: Variant, facts: HandFacts, *, with_short_names: bool = True) -> str:
    """Format facts as the tally that enters them, such as `we r3 n2 o t335`; a side without facts is left out."""
    return " ".join(
        " ".join((side, *iter_side_words(variant, side_facts, with_short_names=with_short_names)))
        for side, side_facts in facts.items()
        if side_facts or PAIR_SIGN in side
    )


def iter_side_words(variant: Variant, side_facts: SideFacts, *, with_short_names: bool) -> Iterator[str]:
    """Yield the words that enter the facts of one side, in the order of the score sheet."""
    for name in dict.fromkeys((*DIRECT_FACTS, *variant.facts)):
        if name not in side_facts:
            continue
        fact, number, word = variant.facts.get(name), side_facts[name], spell_name(variant, name)
        letter = fact.short_name if fact and with_short_names else ""
        if fact and fact.most == number == 1:
            yield letter or word
        else:
            yield f"{letter}{number}" if letter else f"{word}={number}"


def format_items(variant: Variant, facts: SideFacts) -> str:
    """Return facts of a side as they are typed, such as "red=3 natural=2"."""
    return " ".join(f"{spell_name(variant, name)}={number}" for name, number in facts.items())
