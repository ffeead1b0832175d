"""Sides as people name them: by the id, the name, a player of the side, or a beginning of one of these."""

import re
from collections.abc import Iterator, Mapping, Sequence

from canasta_score.hand.facts import WordError
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.text import fold_text, join_words

Sides = Sequence[str] | Mapping[str, str]  # the ids of the sides, or their names by their ids

_NAME_SEPARATORS = r"(?i)[&+/,]|(?<![^\s&+/,])and(?![^\s&+/,])"
_PRONOUNS = dict(zip(DEFAULT_SIDES, ("us", "them"), strict=True))


def split_players(name: str) -> list[str]:
    """Return the players that the name of a side joins.

    >>> split_players("Ann & Bob"), split_players("Cy and Mary Jo"), split_players("Sandy")
    (['Ann', 'Bob'], ['Cy', 'Mary Jo'], ['Sandy'])
    """
    return [" ".join(player.split()) for player in re.split(_NAME_SEPARATORS, name) if player.strip()]


def match_sides(text: str, sides: Sides, *, in_full: bool = False) -> list[str]:
    """Return the ids of the sides that a text names: in full, or else by a beginning.

    >>> match_sides("ann", {"we": "Ann & Bob", "they": "Anna & Cy"}), match_sides("THEM", ["we", "they"])
    (['we'], ['they'])
    """
    wanted = _fold_name(text)
    word = wanted.replace("_", "-")  # as ids are written
    if word in sides:
        return [word]
    if not wanted or is_foreign_side(wanted, sides):
        return []
    labels = {side: tuple(_iter_labels(side, name)) for side, name in _get_names(sides).items()}
    in_full_by = [side for side, own in labels.items() if wanted in own]
    if in_full:
        return in_full_by
    if in_full_by:  # the beginning of the id of another side may be meant
        return [side for side in labels if side in in_full_by or side.startswith(word)]
    return [
        side for side, own in labels.items() if side.startswith(word) or any(label.startswith(wanted) for label in own)
    ]


def find_side(text: str, sides: Sides, *, unknown_hint: str = "") -> str:
    """Return the id of the only side that a text names; raises WordError."""
    matches = match_sides(text, sides)
    if len(matches) == 1:
        return matches[0]
    names = [label_side(side, sides) for side in matches or sides]
    if matches:
        hint, code = "type more letters", DiagnosticCode.AMBIGUOUS_WORD
        raise WordError(f'"{text}" could be {join_words(names, "or")}', hint, code=code, choices=matches)
    raise WordError(f'"{text}" is not a side', unknown_hint or f"the sides are {join_words(names)}")


def label_side(side: str, sides: Sides) -> str:
    """Return the id of a side and its name, if it has a name of its own: `we (Ann & Bob)`."""
    name = _get_names(sides)[side]
    return side if name.casefold() in ("", side) else f"{side} ({name})"


def name_side(side: str, sides: Sides) -> str:
    """Return the name of a side, or its id if it has no name."""
    return _get_names(sides)[side] or side


def count_name_words(sides: Sides) -> int:
    """Return the number of words that the longest name of a side has."""
    return max((len(_fold_name(name).split()) for name in _get_names(sides).values()), default=1)


def iter_players(sides: Sides) -> Iterator[str]:
    """Yield the names of all players of some sides, as they are written."""
    for name in _get_names(sides).values():
        yield from split_players(name)


def is_foreign_side(name: str, sides: Sides) -> bool:
    """Return whether a name is `we` or `they` in a game whose sides have other ids."""
    return bool(sides) and name in DEFAULT_SIDES and name not in sides


def _get_names(sides: Sides) -> Mapping[str, str]:
    return sides if isinstance(sides, Mapping) else dict.fromkeys(sides, "")


def _iter_labels(side: str, name: str) -> Iterator[str]:
    yield side
    if side in _PRONOUNS:
        yield _PRONOUNS[side]
    players = [fold_text(player) for player in split_players(name)]
    yield from (" & ".join(players), " & ".join(reversed(players)), *players)


def _fold_name(text: str) -> str:
    return " & ".join(map(fold_text, split_players(text.removesuffix(":"))))
