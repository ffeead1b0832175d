"""The sides of a game: the word each has in a tally, and its name."""

from collections.abc import Collection, Iterator, Mapping
from unicodedata import normalize

from canasta_score.game.storage.entry_format import RESERVED_KEYS
from canasta_score.hand.tally.amounts import DIGITS
from canasta_score.hand.tally.lexer import QUOTES
from canasta_score.rules.diagnostics import Diagnostic, Location
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import is_printable_line, join_words, split_before

MAX_SIDES = 6
_MIN_SIDES = 2
_MAX_NAME_LENGTH = 60


def find_side_errors(variant: Variant, names: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the sides of a game and their names; a diagnostic without a side is about them all."""
    yield from find_side_list_errors(variant, names)
    for side, name in names.items():
        yield from find_side_name_errors(side, name)


def find_side_list_errors(variant: Variant, sides: Collection[str]) -> Iterator[Diagnostic]:
    """Yield what is wrong with the number of sides and with their words in a tally."""
    if not _MIN_SIDES <= len(sides) <= MAX_SIDES:
        yield _build_side_error(
            "", f"a game has {_MIN_SIDES} to {MAX_SIDES} sides, not {len(sides)}", "enter each side once"
        )
    for side in sides:
        yield from find_side_word_errors(variant, side)


def find_side_word_errors(variant: Variant, side: str) -> Iterator[Diagnostic]:
    """Yield what is wrong with the word of a side in a tally."""
    letters, digits = split_before(side, DIGITS)
    is_plain = side.isascii() and side == side.lower() and side[:1].isalpha() and side.replace("-", "").isalnum()
    if not is_plain:
        hint = f"use small letters, digits, and hyphens, such as {join_words(DEFAULT_SIDES, 'or')}"
        yield _build_side_error(side, f'"{side}" cannot be the short name of a side', hint)
    elif side in (*variant.facts, *DIRECT_FACTS, *RESERVED_KEYS):
        yield _build_side_error(
            side, f'"{side}" cannot be a side, because it has another meaning', "choose a different word"
        )
    elif letters in variant.short_names and (digits.isdecimal() or not digits):
        fact = variant.short_names[letters]
        message = f'"{side}" cannot be a side, because "{letters}" is short for {fact}'
        yield _build_side_error(side, message, "choose a longer word")


def strip_quotes(text: str) -> str:
    """Return a name without the quotes around it that a shell does not take away, such as curly ones.

    >>> strip_quotes("\N{LEFT DOUBLE QUOTATION MARK}Ann & Bob\N{RIGHT DOUBLE QUOTATION MARK}")
    'Ann & Bob'
    >>> strip_quotes('Al "Bo" Cy')
    'Al "Bo" Cy'
    """
    name = text.strip()
    is_quoted = len(name) > 1 and name[0] in QUOTES and name[-1] in QUOTES
    return name[1:-1].strip() if is_quoted else text


def find_duplicate_name_errors(names: Mapping[str, str]) -> Iterator[Diagnostic]:
    """Yield an error for each side that has the name of an earlier side."""
    owners: dict[str, str] = {}
    for side, name in names.items():
        if owners.setdefault(normalize("NFC", name), side) != side:
            yield _build_side_error(side, f'two sides are called "{name}"', "give each side its own name")


def find_side_name_errors(side: str, name: str) -> Iterator[Diagnostic]:
    """Yield what is wrong with the name of a side."""
    if not is_printable_line(name):
        message = f"{name!r} has a character that cannot be shown"
        yield _build_side_error(side, message, "use plain text on one line")
    elif not name.strip():
        yield _build_side_error(side, "a name is empty", "enter a name for the side")
    elif len(name) > _MAX_NAME_LENGTH:
        yield _build_side_error(
            side, f"a name of {len(name)} characters is too long", f"use at most {_MAX_NAME_LENGTH}"
        )


def _build_side_error(side: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic(message=message, hint=hint, location=Location(side=side))
