"""What is said of words that a tally cannot take: what was meant by each, and what several have in common once."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from canasta_score.hand.tally.amounts import DIGITS, WrongWordError
from canasta_score.hand.tally.parser import normalize_word, resolve_name
from canasta_score.rules.diagnostics import KNOWN_NAMES_PREFIX, Diagnostic, format_suggestion
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
_PENALTY_WORDS = ("penalties", "penalty")
_MIN_LABEL_LETTERS = 3  # letters that tell which label is meant


def suggest_fact(variant: Variant, name: str, known: Iterable[str]) -> str:
    """Give the remedy for an unknown name: the facts whose labels have it, else the nearest of those that are known.

    >>> from canasta_score import load_variant
    >>> suggest_fact(load_variant("catawba"), "clean", ["natural", "mixed"])
    "did you mean 'natural' (clean canastas)?"
    """
    if variant.penalties and len(name) >= _MIN_LABEL_LETTERS and any(word.startswith(name) for word in _PENALTY_WORDS):
        return f"the penalties are {', '.join(penalty.name for penalty in variant.penalties)}"
    facts = [fact for fact in variant.facts.values() if _label_has_words(fact.label, name)]
    if facts and len(name) >= _MIN_LABEL_LETTERS:
        return f"did you mean {join_words((_format_fact_label(fact) for fact in facts), 'or')}?"
    return format_suggestion(name, known)


def _label_has_words(label: str, begun: str) -> bool:
    """Tell whether a label has a word that is begun so, or several words in a row that are joined by hyphens."""
    hyphened = "-".join(re.findall(r"[^\W_]+", label.lower()))
    return bool(begun) and f"-{begun}" in f"-{hyphened}"


def _format_fact_label(fact: Fact) -> str:
    """Give the name of a fact in quotes, and what it is called."""
    return f"'{fact.name}' ({fact.label.lower()})"


def suggest_equals_sign(variant: Variant, name: str, number: str) -> str:
    """Give the remedy for a name with a number behind it and no sign; a beginning of `canastas` may mean them."""
    fact = resolve_name(variant, name, ())
    if any(
        fact == penalty and colour.startswith(name.lower())
        for colour, penalty in _map_colors_to_hand_penalties(variant).items()
    ):
        return f"write {fact}={number} if they were left in hand; on the table they count nothing"
    kinds = [f"{canasta.name}={number}" for canasta in variant.canastas if canasta.short]
    others = kinds if fact in DIRECT_FACTS and ALL_CANASTAS.startswith(name.lower()) else []
    return f"write {fact}={number}" + (f", or for canastas {join_words(others, 'or')}" if others else "")


def suggest_facts_for_threes(variant: Variant, name: str) -> str:
    """Say by which facts threes are told that no points of cards on the table or left in hand have, or that none is."""
    where = "on the table" if name == TABLE_FACT else "left in hand"
    colours = (
        {Color(fact.name): fact.name for fact in variant.threes.colours}
        if name == TABLE_FACT
        else _map_colors_to_hand_penalties(variant)
    )
    told = {fact: [colour for colour in colours if colours[colour] == fact] for fact in colours.values()}
    ways = [f"{_format_three_colors(of)} {where} are {fact}=1" for fact, of in told.items()]
    others = [colour for colour in Color if colour not in colours]
    return "; ".join([*ways, *([f"{_format_three_colors(others)} {where} count nothing"] if others else [])])


def _map_colors_to_hand_penalties(variant: Variant) -> dict[Color, str]:
    """Give the penalty that tells of threes left in hand, for each colour that has one."""
    of_hands = [penalty for penalty in variant.penalties if penalty.place is CardPlace.HAND]
    return {colour: penalty.name for penalty in of_hands for colour in penalty.threes}


def _format_three_colors(colours: Sequence[Color]) -> str:
    """Name the threes of one colour, or of both."""
    return f"{colours[0]} threes" if len(colours) == 1 else "threes"


def explain_unscored_threes(variant: Variant, colour: Color) -> str:
    """Say what threes on the table count that are no fact: nothing, or no more than the points of the cards."""
    threes = _format_three_colors([colour] if variant.threes.colours else [*Color])
    if _has_card_points(variant, colour):
        return f"{colour} threes on the table count as cards alone by these rules"
    return f"{threes} on the table count nothing by these rules"


def _has_card_points(variant: Variant, colour: Color) -> bool:
    """Tell whether a three of a colour has points as a card."""
    return colour is Color.BLACK and variant.deck.points[Rank.THREE] > 0


def suggest_leaving_out(variant: Variant, word: str, colour: Color) -> str:
    """Give the remedy for threes on the table that are no fact: by which one those left in hand are told, if any."""
    penalty = _map_colors_to_hand_penalties(variant).get(colour)
    on_the_table = f", their points are in {TABLE_FACT}=" if _has_card_points(variant, colour) else ""
    more = f"; {colour} threes left in hand are {penalty}=1" if penalty else ""
    return f"leave '{word}' out{on_the_table}{more}"


def merge_similar_errors(
    variant: Variant, words: Sequence[str], refusals: Sequence[Diagnostic], *, correcting: bool
) -> list[Diagnostic]:
    """Give the refusals of a tally's words, in their order, so that what several have in common is said once."""
    return _merge_unknown_words(
        words, _merge_separate_numbers(variant, words, _suggest_options(words, refusals, correcting=correcting))
    )


def _suggest_options(words: Sequence[str], refusals: Sequence[Diagnostic], *, correcting: bool) -> list[Diagnostic]:
    """Let words that are called like an option lead to it; what is behind `why` is the reason and no tally."""
    options = (_WHY_OPTION, *_OPTION_NAMES[:1]) if correcting else _OPTION_NAMES
    said: list[Diagnostic] = []
    for no in refusals:
        name = normalize_word(words[no.word_index or 0].partition("=")[0])
        is_option = bool(no.word_index) and name in options and not no.fact
        option = f"add --{name}" if name == _DRY_RUN_OPTION else f"--{name}"
        said.append(replace(no, hint=f"did you mean {option}?") if is_option else no)
        if is_option and name == _WHY_OPTION:
            break
    return said


def _merge_separate_numbers(variant: Variant, words: Sequence[str], refusals: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Let numbers that stand apart from their facts be told in one sentence, with all the facts as they are written."""
    apart = {
        no.word_index: fact
        for no in refusals
        if no.word_index and (fact := _find_separate_fact(variant, words, no.word_index))
    }
    if len(apart) <= 1:
        return [*refusals]
    message = f"{join_words(_quote_word(words[place]) for place in apart)} stand alone"
    in_one = " ".join(f"{fact}={words[place]}" for place, fact in apart.items())
    hint = f"write each with its fact: {in_one}"
    return [replace(no, message=message, hint=hint) if no.word_index in apart else no for no in refusals]


def _find_separate_fact(variant: Variant, words: Sequence[str], place: int) -> str:
    """Give the fact whose name alone stands before a number; nothing where none does."""
    before = words[place - 1]
    if not words[place].startswith(tuple(DIGITS)) or any(char in DIGITS or char == "=" for char in before):
        return ""
    try:
        return resolve_name(variant, before, ())
    except WrongWordError:
        return ""


def _merge_unknown_words(words: Sequence[str], refusals: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Let unknown words that are like none be told in one sentence, with the longest list of those that are known."""
    unlike = [no for no in refusals if no.hint.startswith(KNOWN_NAMES_PREFIX)]
    if len(unlike) <= 1:
        return [*refusals]
    names = dict.fromkeys(split_before(words[no.word_index or 0], f"={DIGITS}")[0] for no in unlike)
    message = f"unknown {'word' if len(names) == 1 else 'words'} {join_words(map(_quote_word, names))}"
    hint = max((no.hint for no in unlike), key=len)
    return [replace(no, message=message, hint=hint) if no in unlike else no for no in refusals]


def _quote_word(word: str) -> str:
    """Give a word in quotes."""
    return f"'{word}'"
