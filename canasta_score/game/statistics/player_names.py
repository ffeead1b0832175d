"""Partners: who plays together, however their names are joined and in whatever order they stand."""

import re
from unicodedata import normalize

_NAME_SEPARATORS = re.compile(r"[&+/,]|(?<![^\s&+/,])and(?![^\s&+/,])", re.IGNORECASE)


def normalize_name(name: str) -> str:
    """Give a side's name as it is shown, with single spaces.

    >>> normalize_name("  Ann  &  Bob ")
    'Ann & Bob'
    """
    return " ".join(normalize("NFC", name).split())


def parse_partners(name: str) -> tuple[str, ...]:
    """Give the partners that a side's name joins, in small letters and in order; equal ones are the same side.

    A name that joins nobody stands for itself.

    >>> parse_partners("Bob & Ann") == parse_partners("ANN and bob")
    True
    >>> parse_partners("Sandy"), parse_partners("&")
    (('sandy',), ('&',))
    """
    members = [_fold_name(member) for member in _NAME_SEPARATORS.split(normalize_name(name)) if member.strip()]
    return tuple(sorted(members)) if len(members) > 1 else (_fold_name(name),)


def _fold_name(name: str) -> str:
    """Give a name as it is compared: without regard to the size of letters, and to spaces."""
    return normalize("NFC", normalize_name(name).casefold())
