"""What is said of words that a tally cannot take: what was meant by each, and what several have in common once."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from canasta_score.hand.facts import Refusal
from canasta_score.hand.tally.amounts import DIGITS, WrongWordError, cut_at
from canasta_score.hand.tally.parser import as_name, full_name
from canasta_score.rules.diagnostics import KNOWN_HERE, did_you_mean
from canasta_score.rules.model.canastas import CANASTAS
from canasta_score.rules.model.card_points import TABLE
from canasta_score.rules.model.cards import Rank
from canasta_score.rules.model.facts import DIRECT, Fact
from canasta_score.rules.model.penalties import Place
from canasta_score.rules.model.threes import Colour
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.schema.reader import listed

WHY = "why"
DRY_RUN = "dry-run"
OPTIONS = ("anyway", DRY_RUN, "json")
PENALTIES = ("penalties", "penalty")
LEAST_OF_A_LABEL = 3  # letters that tell which label is meant


def what_was_meant(variant: Variant, name: str, known: Iterable[str]) -> str:
    """Give the remedy for an unknown name: the facts whose labels have it, else the nearest of those that are known.

    >>> from canasta_score import load_variant
    >>> what_was_meant(load_variant("catawba"), "clean", ["natural", "mixed"])
    "did you mean 'natural' (clean canastas)?"
    """
    if variant.penalties and len(name) >= LEAST_OF_A_LABEL and any(word.startswith(name) for word in PENALTIES):
        return f"the penalties are {', '.join(penalty.name for penalty in variant.penalties)}"
    facts = [fact for fact in variant.facts.values() if has_in_label(fact.label, name)]
    if facts and len(name) >= LEAST_OF_A_LABEL:
        return f"did you mean {listed((with_label(fact) for fact in facts), 'or')}?"
    return did_you_mean(name, known)


def has_in_label(label: str, begun: str) -> bool:
    """Tell whether a label has a word that is begun so, or several words in a row that are joined by hyphens."""
    hyphened = "-".join(re.findall(r"[^\W_]+", label.lower()))
    return bool(begun) and f"-{begun}" in f"-{hyphened}"


def with_label(fact: Fact) -> str:
    """Give the name of a fact in quotes, and what it is called."""
    return f"'{fact.name}' ({fact.label.lower()})"


def number_without_sign(variant: Variant, name: str, number: str) -> str:
    """Give the remedy for a name with a number behind it and no sign; a beginning of `canastas` may mean them."""
    fact = full_name(variant, name, ())
    if any(fact == penalty and colour.startswith(name.lower()) for colour, penalty in in_hand(variant).items()):
        return f"write {fact}={number} if they were left in hand; on the table they count nothing"
    kinds = [f"{canasta.name}={number}" for canasta in variant.canastas if canasta.short]
    others = kinds if fact in DIRECT and CANASTAS.startswith(name.lower()) else []
    return f"write {fact}={number}" + (f", or for canastas {listed(others, 'or')}" if others else "")


def how_threes_are_told(variant: Variant, name: str) -> str:
    """Say by which facts threes are told that no points of cards on the table or left in hand have, or that none is."""
    where = "on the table" if name == TABLE else "left in hand"
    colours = {Colour(fact.name): fact.name for fact in variant.threes.colours} if name == TABLE else in_hand(variant)
    told = {fact: [colour for colour in colours if colours[colour] == fact] for fact in colours.values()}
    ways = [f"{in_words(of)} {where} are {fact}=1" for fact, of in told.items()]
    others = [colour for colour in Colour if colour not in colours]
    return "; ".join([*ways, *([f"{in_words(others)} {where} count nothing"] if others else [])])


def in_hand(variant: Variant) -> dict[Colour, str]:
    """Give the penalty that tells of threes left in hand, for each colour that has one."""
    of_hands = [penalty for penalty in variant.penalties if penalty.place is Place.HAND]
    return {colour: penalty.name for penalty in of_hands for colour in penalty.threes}


def in_words(colours: Sequence[Colour]) -> str:
    """Name the threes of one colour, or of both."""
    return f"{colours[0]} threes" if len(colours) == 1 else "threes"


def worth_on_the_table(variant: Variant, colour: Colour) -> str:
    """Say what threes on the table count that are no fact: nothing, or no more than the points of the cards."""
    threes = in_words([colour] if variant.threes.colours else [*Colour])
    if has_points(variant, colour):
        return f"{colour} threes on the table count as cards alone by these rules"
    return f"{threes} on the table count nothing by these rules"


def has_points(variant: Variant, colour: Colour) -> bool:
    """Tell whether a three of a colour has points as a card."""
    return colour is Colour.BLACK and variant.deck.points[Rank.THREE] > 0


def leave_out(variant: Variant, word: str, colour: Colour) -> str:
    """Give the remedy for threes on the table that are no fact: by which one those left in hand are told, if any."""
    penalty = in_hand(variant).get(colour)
    on_the_table = f", their points are in {TABLE}=" if has_points(variant, colour) else ""
    more = f"; {colour} threes left in hand are {penalty}=1" if penalty else ""
    return f"leave '{word}' out{on_the_table}{more}"


def said_once(
    variant: Variant, words: Sequence[str], refusals: Sequence[Refusal], *, correcting: bool
) -> list[Refusal]:
    """Give the refusals of a tally's words, in their order, so that what several have in common is said once."""
    return with_one_list(words, together(variant, words, with_options(words, refusals, correcting=correcting)))


def with_options(words: Sequence[str], refusals: Sequence[Refusal], *, correcting: bool) -> list[Refusal]:
    """Let words that are called like an option lead to it; what is behind `why` is the reason and no tally."""
    options = (WHY, *OPTIONS[:1]) if correcting else OPTIONS
    said: list[Refusal] = []
    for no in refusals:
        name = as_name(words[no.word or 0].partition("=")[0])
        is_option = bool(no.word) and name in options and not no.fact
        option = f"add --{name}" if name == DRY_RUN else f"--{name}"
        said.append(replace(no, hint=f"did you mean {option}?") if is_option else no)
        if is_option and name == WHY:
            break
    return said


def together(variant: Variant, words: Sequence[str], refusals: Sequence[Refusal]) -> list[Refusal]:
    """Let numbers that stand apart from their facts be told in one sentence, with all the facts as they are written."""
    apart = {no.word: fact for no in refusals if no.word and (fact := fact_apart(variant, words, no.word))}
    if len(apart) <= 1:
        return [*refusals]
    message = f"{listed(in_quotes(words[place]) for place in apart)} stand alone"
    in_one = " ".join(f"{fact}={words[place]}" for place, fact in apart.items())
    hint = f"write each with its fact: {in_one}"
    return [replace(no, message=message, hint=hint) if no.word in apart else no for no in refusals]


def fact_apart(variant: Variant, words: Sequence[str], place: int) -> str:
    """Give the fact whose name alone stands before a number; nothing where none does."""
    before = words[place - 1]
    if not words[place].startswith(tuple(DIGITS)) or any(char in DIGITS or char == "=" for char in before):
        return ""
    try:
        return full_name(variant, before, ())
    except WrongWordError:
        return ""


def with_one_list(words: Sequence[str], refusals: Sequence[Refusal]) -> list[Refusal]:
    """Let unknown words that are like none be told in one sentence, with the longest list of those that are known."""
    unlike = [no for no in refusals if no.hint.startswith(KNOWN_HERE)]
    if len(unlike) <= 1:
        return [*refusals]
    names = dict.fromkeys(cut_at(words[no.word or 0], f"={DIGITS}")[0] for no in unlike)
    message = f"unknown {'word' if len(names) == 1 else 'words'} {listed(map(in_quotes, names))}"
    hint = max((no.hint for no in unlike), key=len)
    return [replace(no, message=message, hint=hint) if no in unlike else no for no in refusals]


def in_quotes(word: str) -> str:
    """Give a word in quotes."""
    return f"'{word}'"
