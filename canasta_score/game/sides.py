"""The sides of a game: the word each has in a tally, and its name."""

from collections.abc import Collection, Iterator, Mapping

from canasta_score.game.entries import TOTALS, TYPES
from canasta_score.hand.tally.amounts import DIGITS, cut_at
from canasta_score.rules.model.facts import DIRECT, SIDES
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import listed
from canasta_score.rules.text import is_plain

FEWEST, MOST = 2, 6
LONGEST_NAME = 60
ENTRY_WORDS = (*TYPES, TOTALS)

SideFault = tuple[str, str]  # what, and the remedy


def faults_of_sides(variant: Variant, names: Mapping[str, str]) -> Iterator[tuple[str, SideFault]]:
    """Go through what is wrong with a game's sides; each fault with the side's word, or none for all sides."""
    yield from faults_of_words(variant, names)
    for side, name in names.items():
        yield from ((side, fault) for fault in faults_of_name(name))


def faults_of_words(variant: Variant, sides: Collection[str]) -> Iterator[tuple[str, SideFault]]:
    """Go through what is wrong with the number of sides and with the words that a tally has for them."""
    if not FEWEST <= len(sides) <= MOST:
        yield "", (f"a game has {FEWEST} to {MOST} sides, not {len(sides)}", "name each side once")
    for side in sides:
        yield from ((side, fault) for fault in faults_of_word(variant, side))


def faults_of_word(variant: Variant, side: str) -> Iterator[SideFault]:
    """Go through what is wrong with the word that a tally has for a side."""
    letters, digits = cut_at(side, DIGITS)
    plain = side.isascii() and side == side.lower() and side[:1].isalpha() and side.replace("-", "").isalnum()
    if not plain:
        yield f"'{side}' is no word for a side", f"use small letters, digits and hyphens, such as {listed(SIDES, 'or')}"
    elif side in (*variant.facts, *DIRECT, *ENTRY_WORDS):
        yield f"'{side}' cannot be a side: the word has another meaning", "choose another word"
    elif letters in variant.short_names and (digits.isdecimal() or not digits):
        fact = variant.short_names[letters]
        yield f"'{side}' cannot be a side: '{letters}' is short for '{fact}'", "choose a longer word"


def faults_of_twins(names: Mapping[str, str]) -> Iterator[tuple[str, SideFault]]:
    """Go through the sides that have the name of one before them."""
    owners: dict[str, str] = {}
    for side, name in names.items():
        if owners.setdefault(name, side) != side:
            yield side, (f"two sides are called '{name}'", "give each its own name")


def faults_of_name(name: str) -> Iterator[SideFault]:
    """Go through what is wrong with a side's name."""
    if not is_plain(name):
        yield f"{name!r} holds a character that cannot be printed", "write the name in plain text on one line"
    elif not name.strip():
        yield "a name is empty", "give the side a name"
    elif len(name) > LONGEST_NAME:
        yield f"a name of {len(name)} characters is too long", f"use at most {LONGEST_NAME}"
