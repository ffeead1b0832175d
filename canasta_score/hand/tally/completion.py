"""The next word of a tally: what can be told behind the words that are typed, for those who are typing it."""

from collections.abc import Iterator, Mapping, Sequence

from canasta_score.hand.facts import SideFacts, find_direct_part, list_special_hands
from canasta_score.hand.tally.amounts import WrongWordError
from canasta_score.hand.tally.parser import (
    normalize_word,
    parse_partial_tally,
    parse_word,
    resolve_first_side,
    strip_punctuation,
)
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DIRECT_FACTS
from canasta_score.rules.model.variant import Variant


@frozen
class TallyCandidate(Value):
    """A word that a tally can go on with, and what it means; one that ends in = wants a number behind it."""

    word: str
    label: str


def list_tally_candidates(
    variant: Variant, names: Mapping[str, str], words: Sequence[str], begun: str, *, correcting: bool = False
) -> list[TallyCandidate]:
    """List the words that can come behind those of a tally, for the word of which the beginning or a letter is typed.

    `names` are the sides by their words. A tally that corrects another may tell a part and the facts of it.

    >>> from canasta_score import load_variant
    >>> sides = {"we": "Ann & Bob", "they": "Cy & Di"}
    >>> [next.word for next in list_tally_candidates(load_variant("nvso"), sides, "we r3 nat=2".split(), "o")]
    ['out', 'open-aces', 'open-sevens', 'open-wilds', 'open-wilds-jokers']
    """
    bare = strip_punctuation(words, list(names))
    named = _list_named_sides(variant, list(names), bare)
    offered: list[TallyCandidate] = []
    if named:
        facts = parse_partial_tally(variant, bare, list(names), correcting=correcting)[0]
        is_ended = not correcting and any(list_special_hands(variant, told) for told in facts.values())
        gone = {hand.name for hand in variant.specials.hands} if is_ended else set()
        in_order = _iter_fact_candidates(variant, facts[named[-1]], correcting=correcting)
        offered += [one for one in in_order if one.word.rstrip("=") not in gone]
    offered += [TallyCandidate(word=side, label=name) for side, name in names.items() if side not in named]
    short = variant.short_names.get(begun.lower())
    name = normalize_word(begun)
    return [one for one in offered if one.word.startswith(name) or short == one.word.rstrip("=")]


def _list_named_sides(variant: Variant, sides: Sequence[str], words: Sequence[str]) -> list[str]:
    """List the sides that the words of a tally name, as often as they do, by whatever beginning."""
    read = (_resolve_side_or_fact(variant, sides, word, place) for place, word in enumerate(words))
    return [name for name in read if name in sides]


def _resolve_side_or_fact(variant: Variant, sides: Sequence[str], word: str, place: int) -> str:
    """Give the full name of the side or the fact that a word at some place means; nothing where it means neither."""
    try:
        return parse_word(variant, word, sides, "")[0] if place else resolve_first_side(word, sides)
    except WrongWordError:
        return ""


def _iter_fact_candidates(variant: Variant, told: SideFacts, *, correcting: bool) -> Iterator[TallyCandidate]:
    """Go through the words for what a side has not told yet, in the order of the score sheet; parts come last."""
    parts = {} if correcting else {name: find_direct_part(variant, name) for name in variant.facts}
    for name, fact in variant.facts.items():
        if name not in told and parts.get(name) not in told:
            yield TallyCandidate(word=name if fact.most == 1 else f"{name}=", label=fact.label)
    told_parts = {parts.get(name) for name, number in told.items() if number}
    for part in DIRECT_FACTS:
        if part not in told and part not in told_parts:
            yield TallyCandidate(word=f"{part}=", label=f"{part.capitalize()} as one figure")
