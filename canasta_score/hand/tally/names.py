"""Names of sides and facts as people type them: in full, by a letter, or by a beginning that fits only one."""

from collections.abc import Iterable, Sequence

from canasta_score.hand.facts import WordError
from canasta_score.hand.tally.sides import Sides, is_foreign_side, label_side, match_sides
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.model.facts import DIRECT_FACTS
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words


def normalize_word(word: str) -> str:
    """Return a word as names are written: in lower case, with a hyphen for each underscore."""
    return word.lower().replace("_", "-")


def match_names(word: str, names: Iterable[str]) -> list[str]:
    """Return the name that a word spells in full, or else all names that begin with the word."""
    beginning = normalize_word(word)
    matches = [name for name in names if name.startswith(beginning)]
    return [beginning] if beginning in matches else matches


def build_ambiguity_error(word: str, matches: Sequence[str], sides: Sides = ()) -> WordError:
    """Build the error of a word that fits several names."""
    names = [label_side(match, sides) if match in sides else match for match in matches]
    message = f'"{word}" could be {join_words(names, "or")}'
    return WordError(message, "type more letters", code=DiagnosticCode.AMBIGUOUS_WORD, choices=matches)


def list_names(variant: Variant, sides: Sides) -> tuple[str, ...]:
    """Return all names that a word of a tally can spell: the sides, the facts, and the parts entered as one figure."""
    return tuple(dict.fromkeys((*sides, *variant.facts, *DIRECT_FACTS)))


def list_matches(variant: Variant, word: str, sides: Sides) -> list[str]:
    """Return the sides and facts that a word spells in full, or else all that it is a beginning of.

    Sides are named by their names and their players too, and a side is meant wherever no fact begins so.
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

    Words that are names on their own are no part of another name.
    """
    for length in range(len(words), 1, -1):
        name = "-".join(map(normalize_word, words[:length]))
        if name in variant.facts and not all(_is_full_name(variant, word) for word in words[:length]):
            return name, length
    return None


def _is_full_name(variant: Variant, word: str) -> bool:
    return normalize_word(word) in (*variant.facts, *variant.short_names, *DIRECT_FACTS)


def find_unscored_color(variant: Variant, name: str, sides: Sides = ()) -> Color | None:
    """Return the color of threes that a name means although threes of that color on the table are no fact.

    A color is meant by its full name, or by its letter if no side and no fact begins with the letter but a penalty for
    threes.
    """
    if name in variant.short_names or match_sides(name, sides):
        return None
    color = next((color for color in Color if color not in variant.facts and name in (color, color[0])), None)
    penalties_for_threes = {penalty.name for penalty in variant.penalties if penalty.threes}
    matches = {fact for fact in variant.facts if fact.startswith(name)}
    return color if color == name or (matches and matches <= penalties_for_threes) else None
