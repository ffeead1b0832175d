"""The sides of a game: the word each has in a tally, and its name."""

from collections.abc import Collection, Iterator, Mapping

from canasta_score.game.entries import ENTRY_KEY_TYPES, TOTALS_KEY
from canasta_score.hand.tally.amounts import DIGITS
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import is_printable_line, join_words, split_before

_MIN_SIDES, MAX_SIDES = 2, 6
_MAX_NAME_LENGTH = 60
_RESERVED_ENTRY_KEYS = (*ENTRY_KEY_TYPES, TOTALS_KEY)

_SideFault = tuple[str, str]  # what, and the remedy


def find_side_faults(variant: Variant, names: Mapping[str, str]) -> Iterator[tuple[str, _SideFault]]:
    """Go through what is wrong with a game's sides; each fault with the side's word, or none for all sides."""
    yield from find_side_words_faults(variant, names)
    for side, name in names.items():
        yield from ((side, fault) for fault in find_side_name_faults(name))


def find_side_words_faults(variant: Variant, sides: Collection[str]) -> Iterator[tuple[str, _SideFault]]:
    """Go through what is wrong with the number of sides and with the words that a tally has for them."""
    if not _MIN_SIDES <= len(sides) <= MAX_SIDES:
        yield "", (f"a game has {_MIN_SIDES} to {MAX_SIDES} sides, not {len(sides)}", "name each side once")
    for side in sides:
        yield from ((side, fault) for fault in find_side_word_faults(variant, side))


def find_side_word_faults(variant: Variant, side: str) -> Iterator[_SideFault]:
    """Go through what is wrong with the word that a tally has for a side."""
    letters, digits = split_before(side, DIGITS)
    plain = side.isascii() and side == side.lower() and side[:1].isalpha() and side.replace("-", "").isalnum()
    if not plain:
        yield (
            f"'{side}' is no word for a side",
            f"use small letters, digits and hyphens, such as {join_words(DEFAULT_SIDES, 'or')}",
        )
    elif side in (*variant.facts, *DIRECT_FACTS, *_RESERVED_ENTRY_KEYS):
        yield f"'{side}' cannot be a side: the word has another meaning", "choose another word"
    elif letters in variant.short_names and (digits.isdecimal() or not digits):
        fact = variant.short_names[letters]
        yield f"'{side}' cannot be a side: '{letters}' is short for '{fact}'", "choose a longer word"


def find_duplicate_name_faults(names: Mapping[str, str]) -> Iterator[tuple[str, _SideFault]]:
    """Go through the sides that have the name of one before them."""
    owners: dict[str, str] = {}
    for side, name in names.items():
        if owners.setdefault(name, side) != side:
            yield side, (f"two sides are called '{name}'", "give each its own name")


def find_side_name_faults(name: str) -> Iterator[_SideFault]:
    """Go through what is wrong with a side's name."""
    if not is_printable_line(name):
        yield f"{name!r} holds a character that cannot be printed", "write the name in plain text on one line"
    elif not name.strip():
        yield "a name is empty", "give the side a name"
    elif len(name) > _MAX_NAME_LENGTH:
        yield f"a name of {len(name)} characters is too long", f"use at most {_MAX_NAME_LENGTH}"
