"""The next word of a tally: what can be told behind the words that are typed, for those who are typing it."""

from collections.abc import Iterator, Mapping, Sequence

from canasta_score.hand.facts import Told, part_of, special_hands_of
from canasta_score.hand.tally.amounts import WrongWordError
from canasta_score.hand.tally.parser import as_name, bare_words, full_side, read_so_far, read_word
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import DIRECT
from canasta_score.rules.model.variant import Variant


@frozen
class NextWord(Value):
    """A word that a tally can go on with, and what it means; one that ends in = wants a number behind it."""

    word: str
    label: str


def next_words(
    variant: Variant, names: Mapping[str, str], words: Sequence[str], begun: str, *, correcting: bool = False
) -> list[NextWord]:
    """List the words that can come behind those of a tally, for the word of which the beginning or a letter is typed.

    `names` are the sides by their words. A tally that corrects another may tell a part and the facts of it.

    >>> from canasta_score import load_variant
    >>> sides = {"we": "Ann & Bob", "they": "Cy & Di"}
    >>> [next.word for next in next_words(load_variant("nvso"), sides, "we r3 nat=2".split(), "o")]
    ['out', 'open-aces', 'open-sevens', 'open-wilds', 'open-wilds-jokers']
    """
    bare = bare_words(words, list(names))
    named = named_sides(variant, list(names), bare)
    offered: list[NextWord] = []
    if named:
        facts = read_so_far(variant, bare, list(names), correcting=correcting)[0]
        is_ended = not correcting and any(special_hands_of(variant, told) for told in facts.values())
        gone = {hand.name for hand in variant.specials.hands} if is_ended else set()
        in_order = words_of_facts(variant, facts[named[-1]], correcting=correcting)
        offered += [one for one in in_order if one.word.rstrip("=") not in gone]
    offered += [NextWord(word=side, label=name) for side, name in names.items() if side not in named]
    short = variant.short_names.get(begun.lower())
    name = as_name(begun)
    return [one for one in offered if one.word.startswith(name) or short == one.word.rstrip("=")]


def named_sides(variant: Variant, sides: Sequence[str], words: Sequence[str]) -> list[str]:
    """List the sides that the words of a tally name, as often as they do, by whatever beginning."""
    read = (side_or_fact(variant, sides, word, place) for place, word in enumerate(words))
    return [name for name in read if name in sides]


def side_or_fact(variant: Variant, sides: Sequence[str], word: str, place: int) -> str:
    """Give the full name of the side or the fact that a word at some place means; nothing where it means neither."""
    try:
        return read_word(variant, word, sides, "")[0] if place else full_side(word, sides)
    except WrongWordError:
        return ""


def words_of_facts(variant: Variant, told: Told, *, correcting: bool) -> Iterator[NextWord]:
    """Go through the words for what a side has not told yet, in the order of the score sheet; parts come last."""
    parts = {} if correcting else {name: part_of(variant, name) for name in variant.facts}
    for name, fact in variant.facts.items():
        if name not in told and parts.get(name) not in told:
            yield NextWord(word=name if fact.most == 1 else f"{name}=", label=fact.label)
    told_parts = {parts.get(name) for name, number in told.items() if number}
    for part in DIRECT:
        if part not in told and part not in told_parts:
            yield NextWord(word=f"{part}=", label=f"{part.capitalize()} as one figure")
