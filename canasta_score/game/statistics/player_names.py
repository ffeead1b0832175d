"""Who plays together, however their names are joined and in whatever order."""

from unicodedata import normalize

from canasta_score.hand.tally.sides import split_players


def normalize_name(name: str) -> str:
    """Return the name of a side with single spaces.

    >>> normalize_name("  Ann  &  Bob ")
    'Ann & Bob'
    """
    return " ".join(normalize("NFC", name).split())


def parse_partners(name: str) -> tuple[str, ...]:
    """Return the partners that the name of a side joins, in lower case and sorted; equal ones are the same side.

    A name that joins nobody stands for itself.

    >>> parse_partners("Bob & Ann") == parse_partners("ANN and bob")
    True
    >>> parse_partners("Sandy"), parse_partners("&")
    (('sandy',), ('&',))
    """
    members = [fold_name(member) for member in split_players(normalize_name(name))]
    return tuple(sorted(members)) if len(members) > 1 else (fold_name(name),)


def fold_name(name: str) -> str:
    """Return the name of a player in lower case; equal ones are the same player."""
    return normalize("NFC", normalize_name(name).casefold())
