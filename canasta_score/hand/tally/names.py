"""Names of sides and facts as people type them: in full, as a letter, or as a beginning that fits only one name."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from canasta_score.hand.facts import PAIR_SIGN, WordError
from canasta_score.hand.partners import format_pair
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
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
    labels = {side: tuple(_iter_labels(side, name)) for side, name in get_names(sides).items()}
    in_full_by = [side for side, own in labels.items() if wanted in own]
    if in_full:
        return in_full_by
    if in_full_by:  # the text may also be the beginning of the id of another side
        return [side for side in labels if side in in_full_by or side.startswith(word)]
    return [
        side for side, own in labels.items() if side.startswith(word) or any(label.startswith(wanted) for label in own)
    ]


def find_side(text: str, sides: Sides, *, unknown_hint: str = "") -> str:
    """Return the id of the only side that a text names; raises WordError."""
    matches = match_sides(text, sides)
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise build_ambiguity_error(text, matches, sides)
    names = [label_side(side, sides) for side in sides]
    raise WordError(f'"{text}" is not a side', unknown_hint or f"the sides are {join_words(names)}")


def find_holder(text: str, sides: Sides) -> str:
    """Return the id of the only side that a text names, or the pair of two, such as `ann+bob`; raises WordError."""
    players = text.split(PAIR_SIGN)
    for place, player in enumerate(players):
        if len(matches := match_sides(player, sides)) > 1:
            before, after = players[:place], players[place + 1 :]
            pairs = [PAIR_SIGN.join((*before, match, *after)) for match in matches]  # each can replace the text
            error = build_ambiguity_error(player, matches, sides).diagnostic
            raise WordError(error.message, error.hint, code=error.code, choices=pairs)
    return format_pair([find_side(player, sides) for player in players], [*sides])


def label_side(side: str, sides: Sides) -> str:
    """Return the id of a side and its name, if it has a name of its own: `we (Ann & Bob)`."""
    name = get_names(sides)[side]
    return side if name.casefold() in ("", side) else f"{side} ({name})"


def get_names(sides: Sides) -> Mapping[str, str]:
    """Return the names of some sides by their ids; a side without a name has an empty one."""
    return sides if isinstance(sides, Mapping) else dict.fromkeys(sides, "")


def count_name_words(sides: Sides) -> int:
    """Return the number of words that the longest name of a side has."""
    return max((len(_fold_name(name).split()) for name in get_names(sides).values()), default=1)


def iter_players(sides: Sides) -> Iterator[str]:
    """Yield the names of all players of some sides, as they are written."""
    for name in get_names(sides).values():
        yield from split_players(name)


def is_foreign_side(name: str, sides: Sides) -> bool:
    """Return whether a name is `we` or `they` in a game whose sides have other ids."""
    return bool(sides) and name in DEFAULT_SIDES and name not in sides


def normalize_word(word: str) -> str:
    """Return a word as names are written: in lower case, with a hyphen for each underscore."""
    return word.lower().replace("_", "-")


def match_names(word: str, names: Iterable[str]) -> list[str]:
    """Return the name that a word spells in full, or else all names that begin with the word."""
    beginning = normalize_word(word)
    matches = [name for name in names if name.startswith(beginning)]
    return [beginning] if beginning in matches else matches


def list_names(variant: Variant, sides: Sides) -> tuple[str, ...]:
    """Return all names that a word of a tally can spell: the sides, the facts, and the parts entered as one figure."""
    return tuple(dict.fromkeys((*sides, *variant.facts, *DIRECT_FACTS)))


def list_matches(variant: Variant, word: str, sides: Sides) -> list[str]:
    """Return the sides and facts that a word spells in full, or else all that begin with the word.

    A side also matches by its name and its players, unless the word spells a fact in full.
    """
    name = normalize_word(word)
    if is_foreign_side(name, sides):
        return []
    matches = match_names(word, list_names(variant, sides))
    return matches if matches == [name] else [*dict.fromkeys((*matches, *match_sides(word, sides)))]


def find_name(variant: Variant, word: str, sides: Sides = ()) -> str | None:
    """Return the side or fact that a word stands for, or None if there is none or the word fits several."""
    name = normalize_word(word)
    matches = list_matches(variant, word, sides)
    if matches == [name]:
        return name
    if name in variant.short_names:
        return variant.short_names[name]
    if len(matches) != 1 or find_unscored_color(variant, name, sides):
        return None
    return matches[0]


def find_spaced_name(variant: Variant, words: Sequence[str]) -> tuple[str, int] | None:
    """Return the fact whose name several words spell in full, such as `open sevens`, and the number of the words.

    Words that are all names on their own do not make another name.
    """
    for length in range(len(words), 1, -1):
        name = "-".join(map(normalize_word, words[:length]))
        if name in variant.facts and not all(_is_full_name(variant, word) for word in words[:length]):
            return name, length
    return None


def find_unscored_color(variant: Variant, name: str, sides: Sides = ()) -> Color | None:
    """Return the color of threes that a word names although these rules do not score that color on the table.

    The word is the name of the color, or its first letter, unless a side or a fact other than a penalty for threes
    begins with that letter.
    """
    if name in variant.short_names or match_sides(name, sides):
        return None
    color = next((color for color in Color if color not in variant.facts and name in (color, color[0])), None)
    penalties_for_threes = {penalty.name for penalty in variant.penalties if penalty.threes}
    matches = {fact for fact in variant.facts if fact.startswith(name)}
    return color if color == name or (matches and matches <= penalties_for_threes) else None


def build_ambiguity_error(word: str, matches: Sequence[str], sides: Sides = ()) -> WordError:
    """Build the error of a word that fits several names."""
    names = [label_side(match, sides) if match in sides else match for match in matches]
    message = f'"{word}" could be {join_words(names, "or")}'
    return WordError(message, "type more letters", code=DiagnosticCode.AMBIGUOUS_WORD, choices=matches)


def _fold_name(text: str) -> str:
    return " & ".join(map(fold_text, split_players(text.removesuffix(":"))))


def _iter_labels(side: str, name: str) -> Iterator[str]:
    yield side
    if side in _PRONOUNS:
        yield _PRONOUNS[side]
    players = [fold_text(player) for player in split_players(name)]
    yield from (" & ".join(players), " & ".join(reversed(players)), *players)


def _is_full_name(variant: Variant, word: str) -> bool:
    return normalize_word(word) in (*variant.facts, *variant.short_names, *DIRECT_FACTS)
