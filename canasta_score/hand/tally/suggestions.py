"""Hints for words that a tally cannot use: what each was probably meant for, and what several have in common."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from canasta_score.hand.facts import WordError
from canasta_score.hand.tally.amounts import DIGITS
from canasta_score.hand.tally.names import normalize_word
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, format_known_names, format_suggestion
from canasta_score.rules.model.canastas import ALL_CANASTAS
from canasta_score.rules.model.card_points import TABLE_FACT
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.facts import DIRECT_FACTS, Fact
from canasta_score.rules.model.penalties import CardPlace
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words, split_before

_WHY_OPTION = "why"
_DRY_RUN_OPTION = "dry-run"
_OPTION_NAMES = ("anyway", _DRY_RUN_OPTION, "json")
_CORRECTION_OPTION_NAMES = (_WHY_OPTION, "anyway")
_PENALTY_WORDS = ("penalties", "penalty")
_CARD_POINTS_WORDS, _GOING_OUT_WORD = ("points", "cards"), "went"
_MAX_SUGGESTED_FACTS = 3  # of more, only those with short names are suggested
_MIN_LABEL_LETTERS = 3  # fewer letters fit words of too many labels


def suggest_fact(variant: Variant, name: str, known: Iterable[str]) -> str:
    """Return the hint for an unknown name: the facts whose labels have the word, or else the nearest known name.

    If none is near it is an empty text.

    >>> from canasta_score import load_variant
    >>> suggest_fact(load_variant("catawba"), "clean", ["natural", "mixed"])
    'did you mean "natural" (clean canastas)?'
    """
    if len(name) >= _MIN_LABEL_LETTERS:
        if variant.penalties and any(word.startswith(name) for word in _PENALTY_WORDS):
            return f"the penalties are {', '.join(penalty.name for penalty in variant.penalties)}"
        facts = _list_everyday_facts(variant, name)
        facts = facts or [fact for fact in variant.facts.values() if _label_has_words(fact.label, name)]
        if facts:
            if len(facts) > _MAX_SUGGESTED_FACTS:
                facts = [fact for fact in facts if fact.short_name] or facts
            names = [f'"{fact.name}" ({fact.label.lower()})' for fact in facts]
            return f"did you mean {join_words(names, 'or')}?"
    return format_suggestion(name, known, fallback="")


def suggest_everyday_facts(variant: Variant) -> str:
    """Return the hint for a word that is like no item: the items of most hands, which have short names."""
    return format_known_names(fact.name for fact in variant.facts.values() if fact.short_name)


def _list_everyday_facts(variant: Variant, name: str) -> list[Fact]:
    # In "went out" and "250 points", a player says a word that no label has, or only labels of something different.
    if name in _CARD_POINTS_WORDS:
        return [variant.card_points.on_table, variant.card_points.in_hand]
    return [bonus for bonus in variant.bonuses if bonus.ends_play] if name == _GOING_OUT_WORD else []


def _label_has_words(label: str, beginning: str) -> bool:
    words = re.findall(r"[^\W_]+", label.lower())
    return f"-{beginning}" in f"-{'-'.join(words)}"


def suggest_other_meaning(variant: Variant, fact: str, name: str, number: str) -> str:
    """Return the hint for `name` and a number in one if `name` may not stand for `fact`, of which it is a beginning.

    Without another meaning it is an empty text.
    """
    for color, penalty in _map_colors_to_hand_penalties(variant).items():
        if fact == penalty and color.startswith(name.lower()):
            return f"enter {fact}={number} if they were left in hand; on the table they do not count"
    # A beginning of `canastas` fits the fact `count` too.
    if fact in DIRECT_FACTS and ALL_CANASTAS.startswith(name.lower()):
        canastas = [f"{canasta.name}={number}" for canasta in variant.canastas if canasta.short_name]
        return f"enter {fact}={number}; for canastas enter {join_words(canastas, 'or')}" if canastas else ""
    return ""


def suggest_facts_for_threes(variant: Variant, name: str) -> str:
    """Return the hint for threes among the cards of `name`, table or hand: the facts by which threes are entered."""
    where = "on the table" if name == TABLE_FACT else "left in hand"
    facts_by_color: Mapping[Color, str] = (
        {Color(fact.name): fact.name for fact in variant.threes.colors}
        if name == TABLE_FACT
        else _map_colors_to_hand_penalties(variant)
    )
    colors_by_fact: dict[str, list[Color]] = {}
    for color, fact in facts_by_color.items():
        colors_by_fact.setdefault(fact, []).append(color)
    hints = [f"enter {_format_threes(colors)} {where} as {fact}=1" for fact, colors in colors_by_fact.items()]
    if unscored := [color for color in Color if color not in facts_by_color]:
        hints.append(f"{_format_threes(unscored)} {where} do not count")
    return "; ".join(hints)


def _map_colors_to_hand_penalties(variant: Variant) -> dict[Color, str]:
    penalties = [penalty for penalty in variant.penalties if penalty.place is CardPlace.HAND]
    return {color: penalty.name for penalty in penalties for color in penalty.threes}


def _format_threes(colors: Sequence[Color]) -> str:
    return f"{colors[0]} threes" if len(colors) == 1 else "threes"


def build_unscored_threes_error(variant: Variant, word: str, color: Color) -> WordError:
    """Build the error of a word for threes on the table that are no fact: they score nothing, or only as cards.

    The hint has the penalty for threes left in hand, if there is one.
    """
    if color is Color.BLACK and variant.deck.points[Rank.THREE]:
        message = f"{color} threes on the table only count as cards in these rules"
        hint = f'leave out "{word}"; include their points in {TABLE_FACT}='
    else:
        threes = _format_threes([color] if variant.threes.colors else [*Color])
        message = f"{threes} on the table do not count in these rules"
        hint = f'leave out "{word}"'
    if penalty := _map_colors_to_hand_penalties(variant).get(color):
        hint += f"; enter {color} threes left in hand as {penalty}=1"
    return WordError(message, hint)


def merge_similar_errors(words: Sequence[str], errors: Sequence[Diagnostic], *, correcting: bool) -> list[Diagnostic]:
    """Return the errors of a tally's words, in their order, with one message for all errors that are alike."""
    return _merge_unknown_words(words, _suggest_options(words, errors, correcting=correcting))


def _suggest_options(words: Sequence[str], errors: Sequence[Diagnostic], *, correcting: bool) -> list[Diagnostic]:
    options = _CORRECTION_OPTION_NAMES if correcting else _OPTION_NAMES
    suggested: list[Diagnostic] = []
    for error in errors:
        name = normalize_word(words[error.word_index or 0].partition("=")[0])
        if not error.word_index or error.fact or name not in options:
            suggested.append(error)
            continue
        option = f"add --{name}" if name == _DRY_RUN_OPTION else f"--{name}"
        suggested.append(replace(error, code=DiagnosticCode.OTHER, hint=f"did you mean {option}?"))
        if name == _WHY_OPTION:
            break  # the words after it are the reason, not part of the tally
    return suggested


def _merge_unknown_words(words: Sequence[str], errors: Sequence[Diagnostic]) -> list[Diagnostic]:
    unknown = [error for error in errors if error.code is DiagnosticCode.UNKNOWN_WORD]
    if len(unknown) <= 1:
        return list(errors)
    names = dict.fromkeys(split_before(words[error.word_index or 0], f"={DIGITS}")[0] for error in unknown)
    message = f"unknown {'item' if len(names) == 1 else 'items'} {join_words(map(_quote_word, names))}"
    hint = max((error.hint for error in unknown), key=len)
    return [replace(error, message=message, hint=hint) if error in unknown else error for error in errors]


def _quote_word(word: str) -> str:
    return f'"{word}"'
