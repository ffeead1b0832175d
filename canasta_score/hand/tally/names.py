"""Names of sides and facts as people type them: in full, as a letter, or as a beginning that fits only one name."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise

from canasta_score.hand.facts import PAIR_SIGN, WordError
from canasta_score.hand.partners import format_pair
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.model.canastas import Canasta
from canasta_score.rules.model.cards import HAND_FACT, TABLE_FACT
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS, Fact
from canasta_score.rules.model.rewards import Bonus
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import fold_text, join_words, split_players

Sides = Sequence[str] | Mapping[str, str]  # the ids of the sides, or their names by their ids
_SHORTEST_PLURAL = 3
# Words of the questions and explanations that are not in the label.
_WORDS_OF_QUESTIONS = {
    TABLE_FACT: ("points of cards", "points on table", "on table", "points on board", "on board", "down"),
    HAND_FACT: ("points of cards", "points in hand", "cards in hand", "caught with", "left with", "stuck with"),
}
# What players say for the hand of labels, where a foot follows it: `left in the hand or foot`.
_FOOT = r"\b(hand (or|and) )?foot\b"
_WORD_WITHIN_PLACES = "left"
# What players call canastas of one rank without a wild card, and with some; a color alone means threes.
_KINDS_OF_CANASTAS = (("natural", "clean", Color.RED.value), ("mixed", "dirty", Color.BLACK.value))
_NOUNS_OF_CANASTAS = ("canasta", "book")
_WORDS_OF_GOING_OUT = ("go out", "went out", "gone out")
_PRONOUNS = dict(zip(DEFAULT_SIDES, ("us", "them"), strict=True))


def match_sides(text: str, sides: Sides, *, in_full: bool = False) -> list[str]:
    """Return the ids of the sides that a text names: in full, or else by a beginning."""
    wanted = fold_name(text)
    word = wanted.replace("_", "-")  # as ids are written
    if word in sides:
        return [word]
    if not wanted or is_foreign_side(wanted, sides):
        return []
    labels = {side: _list_labels_of_side(side, name) for side, name in get_names(sides).items()}
    in_full_by = [side for side, own in labels.items() if wanted in own]
    if in_full:
        return in_full_by
    if in_full_by:  # the text may also be the beginning of the id of another side
        return [side for side in labels if side in in_full_by or side.startswith(word)]
    # `u` is not us: it may be meant for undo.
    begun = {side: [label for label in own if label not in _PRONOUNS.values()] for side, own in labels.items()}
    return [
        side for side, own in begun.items() if side.startswith(word) or any(label.startswith(wanted) for label in own)
    ]


@lru_cache
def _list_labels_of_side(side: str, name: str) -> tuple[str, ...]:
    players = [fold_text(player) for player in split_players(name)]
    pronouns = [_PRONOUNS[side]] if side in _PRONOUNS else []
    return (side, *pronouns, " & ".join(players), " & ".join(reversed(players)), *players)


def find_side(text: str, sides: Sides, *, unknown_hint: str = "") -> str:
    """Return the id of the only side that a text names; raises WordError."""
    matches = match_sides(text, sides)
    if len(matches) == 1:
        return matches[0]
    if matches:
        raise build_ambiguity_error(text, matches, sides)
    hint = unknown_hint or f"the sides are {join_words(label_side(side, sides) for side in sides)}"
    raise WordError(f'"{text}" is not a side', hint, code=DiagnosticCode.UNKNOWN_SIDE)


def find_holder(text: str, sides: Sides) -> str:
    """Return the id of the only side that a text names, or the pair of two, such as `ann+bob`; raises WordError."""
    players = text.split(PAIR_SIGN)
    for place, player in enumerate(players):
        if len(matches := match_sides(player, sides)) > 1:
            before, after = players[:place], players[place + 1 :]
            pairs = [PAIR_SIGN.join((*before, match, *after)) for match in matches]  # each can replace the text
            error = build_ambiguity_error(player, matches, sides).diagnostic
            raise WordError(error.message, error.hint, choices=pairs)
    return format_pair([find_side(player, sides) for player in players], [*sides])


def label_side(side: str, sides: Sides) -> str:
    """Return the id of a side and its name, if it has a name of its own: `we (Ann & Bob)`."""
    name = get_names(sides)[side]
    return side if name.casefold() in ("", side) else f"{side} ({name})"


def get_names(sides: Sides) -> Mapping[str, str]:
    """Return the names of some sides by their ids; a side without a name has an empty one."""
    return sides if isinstance(sides, Mapping) else dict.fromkeys(sides, "")


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
    """Return the side or fact that a word spells in full, or else all whose name, player or label begins with it."""
    name = normalize_word(word)
    if is_foreign_side(name, sides):
        return []
    matches = match_names(word, list_names(variant, sides))
    if matches == [name]:
        return matches
    matches = [*dict.fromkeys((*matches, *match_sides(word, sides)))]
    # The first letter of "Clean books" begins `count` too, and the red ones of "Red books" are no threes.
    color = next((color for color in Color if color not in variant.facts and name in (color, color[0])), None)
    unlikely = (*DIRECT_FACTS, *(_list_penalties_for_threes(variant) if color else ()))
    if all(match in unlikely for match in matches):
        matches = [*dict.fromkeys((*matches, *_list_label_matches(variant, name.split("-"))))]
    return matches


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


def find_spaced_name(variant: Variant, words: Sequence[str], sides: Sides = ()) -> tuple[list[str], int]:
    """Return the facts whose name or label the most words spell, such as `open sevens`, and how many words they are."""
    for length in range(len(words), 1, -1):
        spelled = words[:length]
        name = "-".join(map(normalize_word, spelled))
        if all(word in sides or is_full_name(variant, word) for word in map(normalize_word, spelled)):
            continue
        matches = [name] if name in variant.facts else _list_label_matches(variant, spelled, only_whole=True)
        if not (matches or all(_begins_one_name(variant, word) for word in spelled)):
            matches = _list_label_matches(variant, spelled)
        if matches:
            return matches, length
    return [], 0


def spell_name(variant: Variant, name: str) -> str:
    """Return the word that enters a fact where people read it, such as clean for Clean books; else its name."""
    fact = variant.facts.get(name)
    label = _split_label(fact.label) if isinstance(fact, Canasta) else []
    if not label or any(word.startswith(name.partition("-")[0]) for word in label):
        return name
    word = next((word for word in label[:1] if find_name(variant, word) == name), "-".join(label))
    return word if find_name(variant, word) == name else name


def names_fact(variant: Variant, fact: Fact, words: str) -> bool:
    """Return whether some words name a fact where no other fact can be meant than one with another name."""
    if not words:
        return False
    found = find_name(variant, "-".join(words.split()))
    may_be_label = found in (None, *DIRECT_FACTS)
    return found == fact.name or (may_be_label and fact.name in _list_label_matches(variant, words.split()))


def is_full_name(variant: Variant, word: str) -> bool:
    """Return whether a word is the name of an item in full, or its letter."""
    return normalize_word(word) in (*variant.facts, *variant.short_names, *DIRECT_FACTS)


def find_unscored_color(variant: Variant, name: str, sides: Sides = ()) -> Color | None:
    """Return the color, by its letter or in full, of threes not scored on the table, if nothing else has that name."""
    if name in variant.short_names or match_sides(name, sides):
        return None
    color = next((color for color in Color if color not in variant.facts and name in (color, color[0])), None)
    if color is None or not _list_penalties_for_threes(variant) >= {*_list_label_matches(variant, [name])}:
        return None
    matches = {fact for fact in variant.facts if fact.startswith(name)}
    return color if color == name or (matches and matches <= _list_penalties_for_threes(variant)) else None


def calls_canastas_by_color(words: Sequence[str]) -> bool:
    """Return whether two of some words call canastas by a color, such as `red books`."""
    return any(color.lower() in [*Color] and is_noun_of_canastas(noun) for color, noun in pairwise(words))


def is_noun_of_canastas(word: str) -> bool:
    """Return whether a word says only that canastas are meant, as `books` does, and not which."""
    return _fold_plural(word) in _NOUNS_OF_CANASTAS


def find_canasta_of_color(variant: Variant, color: Color) -> Canasta | None:
    """Return the canastas that players call by a color, such as red books; None if there are none or several."""
    call = (color.value, _NOUNS_OF_CANASTAS[0])
    found = [canasta for canasta in variant.canastas if call in _list_calls_of_canasta(canasta)]
    return found[0] if len(found) == 1 else None


def spell_in_list(variant: Variant, name: str) -> str:
    """Return the word that enters a fact in a list of all: `red-threes` where red may be books as well."""
    canasta = find_canasta_of_color(variant, Color(name)) if name in [*Color] else None
    is_unclear = canasta and spell_name(variant, canasta.name) != canasta.name
    return f"{name}-threes" if is_unclear else spell_name(variant, name)


def spell_choices(variant: Variant | None, choices: Sequence[str], sides: Sides) -> list[str]:
    """Return names that a word fits as people read them: sides with their names, facts by the words of the rules."""
    # Beside red threes, clean books are red books.
    words = {choice: label_side(choice, sides) for choice in choices if choice in sides}
    for color in Color:
        if variant and f"{color}-threes" in choices and (canasta := find_canasta_of_color(variant, color)):
            words[canasta.name] = f"{color}-{_split_label(canasta.label)[-1]}"
    return [words.get(choice) or (spell_name(variant, choice) if variant else choice) for choice in choices]


def build_ambiguity_error(
    word: str, matches: Sequence[str], sides: Sides = (), variant: Variant | None = None, *, length: int = 1
) -> WordError:
    """Build the error of a word that fits several names; facts are named by the words of `variant`."""
    names = spell_choices(variant, matches, sides)
    message = f'"{word}" could be {join_words(names, "or")}'
    beginning = normalize_word(word)
    is_beginning = all(match in sides or name.startswith(beginning) for match, name in zip(matches, names, strict=True))
    hint = "type more letters" if is_beginning else "type one of these names"
    return WordError(message, hint, choices=matches, length=length)


def fold_name(text: str) -> str:
    """Return the name of a side as names are compared, with `&` between players."""
    return " & ".join(map(fold_text, split_players(text.removesuffix(":"))))


def _begins_one_name(variant: Variant, word: str) -> bool:
    return normalize_word(word) in variant.short_names or len(match_names(word, list_names(variant, ()))) == 1


def _list_penalties_for_threes(variant: Variant) -> set[str]:
    return {penalty.name for penalty in variant.penalties if penalty.threes}


def _list_label_matches(variant: Variant, words: Sequence[str], *, only_whole: bool = False) -> list[str]:
    """Return the facts whose label some words are, or else, unless `only_whole`, has them or begins with them."""
    if matches := _list_labels_with(variant, words, only_whole=only_whole):
        return matches
    # What is left in hand is `red threes in hand` in labels, even if it is `red threes left in foot`.
    first, *others = map(str.lower, words)
    within = [word for word in others[:-1] if word != _WORD_WITHIN_PLACES]
    in_hand = re.sub(_FOOT, HAND_FACT, " ".join((first, *within, *others[-1:]))).split(" ")
    return [] if in_hand == [*words] else _list_labels_with(variant, in_hand, only_whole=only_whole)


def _list_labels_with(variant: Variant, words: Sequence[str], *, only_whole: bool) -> list[str]:
    phrase, last = tuple(map(_fold_plural, words)), fold_text(words[-1])
    length = len(phrase)
    whole: list[str] = []
    called: list[str] = []
    partly: list[str] = []
    begun: list[str] = []
    for fact in variant.facts.values():
        is_going_out = isinstance(fact, Bonus) and fact.ends_play
        others = _WORDS_OF_GOING_OUT if is_going_out else _WORDS_OF_QUESTIONS.get(fact.name, ())
        for folded in map(_fold_label, (fact.label, fact.name, *others)):
            if folded == phrase:
                whole.append(fact.name)
            elif any(folded[start : start + length] == phrase for start in range(len(folded))):
                partly.append(fact.name)
        called += [fact.name] if phrase in _list_calls_of_canasta(fact) else []
        # `c` may be clean books, but `l60` is rather a typo than what is left in hand.
        is_letter_of_points = fact.is_in_points and length == len(last) == 1
        if _fold_label(fact.label)[: length - 1] == phrase[:-1] and not is_letter_of_points:
            begun += [fact.name for word in _split_label(fact.label)[length - 1 : length] if word.startswith(last)]
    return [*dict.fromkeys(whole or called or ([] if only_whole else partly or begun))]


def _list_calls_of_canasta(fact: Fact) -> list[tuple[str, ...]]:
    """Return what players call canastas whose label is, for example, "Clean books": natural, red canastas ..."""
    kinds = list_kinds_of_canasta(fact)
    alone = [kind for kind in kinds if kind not in [*Color]]
    plurals = [f"{kind.removesuffix('y')}ie" for kind in alone if kind.endswith("y")]  # dirties, as it is folded
    return [*((kind, noun) for kind in kinds for noun in _NOUNS_OF_CANASTAS), *((kind,) for kind in (*alone, *plurals))]


def list_kinds_of_canasta(fact: Fact) -> Sequence[str]:
    """Return what players call canastas by their kind, such as natural, clean and red for "Clean books"."""
    label = _fold_label(fact.label)
    if not isinstance(fact, Canasta) or label[1:] not in [(noun,) for noun in _NOUNS_OF_CANASTAS]:
        return ()
    return next((kinds for kinds in _KINDS_OF_CANASTAS if label[0] in kinds), ())


@cache
def _fold_label(label: str) -> tuple[str, ...]:
    return tuple(map(_fold_plural, _split_label(label)))


def _split_label(label: str) -> list[str]:
    return [word for word in re.findall(r"[^\W_]+", fold_text(label)) if word != "the"]  # nor has a tally the word


def _fold_plural(word: str) -> str:
    folded = fold_text(word)
    return folded.removesuffix("s") if len(folded) > _SHORTEST_PLURAL else folded
