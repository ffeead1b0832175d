"""Partners: who plays together, however their names are joined and in whatever order they stand."""

import re
from unicodedata import normalize

JOINED = re.compile(r"[&+/,]|(?<![^\s&+/,])and(?![^\s&+/,])", re.IGNORECASE)


def spelt(name: str) -> str:
    """Give a side's name as it is shown, with single spaces.

    >>> spelt("  Ann  &  Bob ")
    'Ann & Bob'
    """
    return " ".join(normalize("NFC", name).split())


def partners_in(name: str) -> tuple[str, ...]:
    """Give the partners that a side's name joins, in small letters and in order; equal ones are the same side.

    A name that joins nobody stands for itself.

    >>> partners_in("Bob & Ann") == partners_in("ANN and bob")
    True
    >>> partners_in("Sandy"), partners_in("&")
    (('sandy',), ('&',))
    """
    members = [alike(member) for member in JOINED.split(spelt(name)) if member.strip()]
    return tuple(sorted(members)) if len(members) > 1 else (alike(name),)


def alike(name: str) -> str:
    """Give a name as it is compared: without regard to the size of letters, and to spaces."""
    return normalize("NFC", spelt(name).casefold())
