"""The tally: the words that enter a hand, parsed into the facts of each side."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace

from canasta_score.hand.facts import HandFacts, TallyError, WordError, find_fact_errors
from canasta_score.hand.tally.amounts import DIGITS, parse_card_points, parse_integer
from canasta_score.hand.tally.names import (
    build_ambiguity_error,
    find_name,
    find_unscored_color,
    is_foreign_side,
    list_names,
    match_names,
    normalize_word,
)
from canasta_score.hand.tally.suggestions import (
    build_unscored_threes_error,
    merge_similar_errors,
    suggest_equals_sign,
    suggest_fact,
    suggest_facts_for_threes,
)
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, Location, format_known_names
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.cards import Rank, format_rank_count
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import join_words, split_before

CardsByFact = Mapping[str, Mapping[Rank, int]]
_TALLY_EXAMPLE = "enter each side and what it has, such as we red=3 natural=2 table=160 they table=60"
_JOIN_FACT_HINT = "enter item=number without spaces, such as"


@frozen
class ParsedFact(Value):
    """A word of the tally that enters a fact; `cards` are those it names, `word_index` is its place among the words."""

    side: str
    fact: str
    amount: int
    cards: Mapping[Rank, int] = field(default_factory=dict)
    word_index: int


@frozen
class ParsedTally(Value):
    """The facts that a tally enters, and what is wrong with its other words, in their order."""

    facts: HandFacts
    errors: Sequence[Diagnostic] = ()


def parse_tally(
    variant: Variant, words: Sequence[str], sides: Sequence[str] = DEFAULT_SIDES, *, correcting: bool = False
) -> HandFacts:
    """Parse the words of a tally into the facts of each side; a side that is not mentioned has none.

    A tally that corrects a hand may replace a part entered as one figure by its facts: `base=0 red=3`.
    Raises TallyError with every word that cannot be used, and its place among the words.

    >>> from canasta_score import load_variant
    >>> parse_tally(load_variant("nvso"), "we r3 nat=2 out table=7xK+35 they hand=2xA".split())
    {'we': {'red': 3, 'natural': 2, 'out': 1, 'table': 105}, 'they': {'hand': 40}}
    """
    if not words:
        raise TallyError([Diagnostic(message="nothing was entered", hint=_TALLY_EXAMPLE)])
    parsed = parse_partial_tally(variant, strip_punctuation(words, sides), sides, correcting=correcting)
    if parsed.errors:
        raise TallyError(parsed.errors, words)
    return parsed.facts


def parse_partial_tally(
    variant: Variant, words: Sequence[str], sides: Sequence[str] = DEFAULT_SIDES, *, correcting: bool = False
) -> ParsedTally:
    """Parse what can be used of a tally, and list why the other words cannot."""
    if "=" in words:
        location = Location(word_index=words.index("="))
        message = "there are spaces around an equals sign"
        error = Diagnostic(message=message, hint=f"{_JOIN_FACT_HINT} red=3", location=location)
        return ParsedTally(facts={side: {} for side in sides}, errors=[error])
    parser = _TallyParser(variant, sides)
    parser.parse_words(words)
    errors = list(parser.errors)
    if not correcting:
        errors += parser.find_fact_errors()
    errors += _find_excess_cards(variant, parser.parsed_facts)
    if errors:
        errors.sort(key=lambda error: error.word_index or 0)
        errors = merge_similar_errors(variant, words, errors, correcting=correcting)
    return ParsedTally(facts=parser.facts, errors=errors)


def parse_named_cards(
    variant: Variant, words: Sequence[str], sides: Sequence[str] = DEFAULT_SIDES
) -> dict[str, CardsByFact]:
    """Return the cards of each side's facts that are entered card by card, without other points.

    >>> from canasta_score import load_variant
    >>> parse_named_cards(load_variant("nvso"), "we table=7xK+35 they table=60 hand=2xA".split())["they"]["hand"]
    {<Rank.ACE: 'A'>: 2}
    """
    parser = _TallyParser(variant, sides)
    parser.parse_words(strip_punctuation(words, sides))
    named: dict[str, dict[str, Mapping[Rank, int]]] = {side: {} for side in sides}
    for parsed in parser.parsed_facts:
        if parsed.cards and parsed.amount == variant.deck.sum_points(parsed.cards):
            named[parsed.side][parsed.fact] = parsed.cards
    return {**named}


def _find_excess_cards(variant: Variant, parsed_facts: Sequence[ParsedFact]) -> Iterator[Diagnostic]:
    totals: dict[Rank, int] = {}
    for parsed in parsed_facts:
        for rank, count in parsed.cards.items():
            totals[rank] = totals.get(rank, 0) + count
            available = variant.deck.count_rank(rank)
            if totals[rank] > available:
                yield Diagnostic(
                    message=f"{format_rank_count(totals[rank], rank)} in all, but the deck has only {available}",
                    hint="count them again",
                    location=Location(side=parsed.side, fact=parsed.fact, word_index=parsed.word_index),
                )


class _TallyParser:
    """Parses word after word; the word of a side starts that side's facts."""

    def __init__(self, variant: Variant, sides: Sequence[str]) -> None:
        self.facts: dict[str, dict[str, int]] = {side: {} for side in sides}
        self.parsed_facts: list[ParsedFact] = []
        self.errors: list[Diagnostic] = []
        self._variant = variant
        self._sides = sides
        self._side = ""
        self._previous_name = ""
        self._previous_amount = ""

    def parse_words(self, words: Sequence[str]) -> None:
        for index, word in enumerate(words):
            try:
                self._parse_word(index, word)
            except WordError as error:
                self._add_error(index, error.diagnostic)
                # The word may have been meant for a side: then the facts after it are nobody's until the next side.
                if not ("=" in word or word[:1] in DIGITS):
                    self._side = ""
                self._previous_name = self._previous_amount = ""

    def find_fact_errors(self) -> Iterator[Diagnostic]:
        indexes = {(parsed.side, parsed.fact): parsed.word_index for parsed in self.parsed_facts}
        for side, side_facts in self.facts.items():
            for error in find_fact_errors(self._variant, side, side_facts):
                location = replace(error.location, word_index=indexes[side, error.fact])
                yield replace(error, location=location)

    def _parse_word(self, index: int, word: str) -> None:
        if index:
            name, amount = parse_word(self._variant, word, self._sides, self._previous_name, self._previous_amount)
        else:
            name, amount = resolve_first_side(word, self._sides), ""
        if name in self._sides:
            self._side = name
        elif self._side:
            self._add_fact(index, name, amount)
        self._previous_name = name
        self._previous_amount = amount if any(char in DIGITS for char in word) else ""

    def _add_fact(self, index: int, name: str, text: str) -> None:
        amount, cards = parse_amount(self._variant, name, text)
        if name in self.facts[self._side]:
            error = Diagnostic(message=f"{name} is entered twice for {self._side}", hint=f"enter {name} once")
            self._add_error(index, error, fact=name)
            return
        self.facts[self._side][name] = amount
        self.parsed_facts.append(ParsedFact(side=self._side, fact=name, amount=amount, cards=cards, word_index=index))

    def _add_error(self, index: int, error: Diagnostic, *, fact: str = "") -> None:
        self.errors.append(replace(error, location=Location(side=self._side, fact=fact, word_index=index)))


def strip_punctuation(words: Sequence[str], sides: Sequence[str]) -> list[str]:
    """Return the words without the comma after a word and the colon after a side that a handwritten list has.

    >>> strip_punctuation("We: red=3, they, t: table=1,200 ,".split(), ["we", "they"])
    ['We', 'red=3', 'they', 't:', 'table=1,200', ',']
    """
    without_commas = [word.removesuffix(",") or word for word in words]
    return [side if (side := word.removesuffix(":")).lower() in sides else word for word in without_commas]


def resolve_first_side(word: str, sides: Sequence[str]) -> str:
    """Return the side that the first word of a tally names, in full or by a beginning that fits no other side."""
    matches = match_names(word, sides)
    if len(matches) == 1 and not is_foreign_side(word.lower(), sides):
        return matches[0]
    raise WordError(f'"{word}" is not a side', f"begin with {join_words(sides, 'or')}")


def parse_word(
    variant: Variant, word: str, sides: Sequence[str], previous_name: str = "", previous_amount: str = ""
) -> tuple[str, str]:
    """Parse a word into the full name of a side or fact, and its amount as typed; a name alone means 1.

    The name and the amount of the word before it make the hint for a number without a name. Raises WordError.
    """
    if word.lower() in sides:
        return word.lower(), "1"
    name, equals_sign, amount = word.partition("=")
    if equals_sign and name:
        return _resolve_name(variant, name, ()), amount
    name, amount = split_before(word, DIGITS)
    if not name or equals_sign:
        example = _format_joined_fact(variant, previous_name, previous_amount, amount)
        raise WordError(f'"{word}" does not say which item it is for', f"{_JOIN_FACT_HINT} {example}")
    if not amount:
        return _resolve_name(variant, word, sides), "1"
    if name.lower() in variant.short_names:
        return variant.short_names[name.lower()], amount
    if color := find_unscored_color(variant, name.lower()):
        raise build_unscored_threes_error(variant, word, color)
    hint = suggest_equals_sign(variant, _resolve_name(variant, name, ()), name, amount)
    raise WordError(f'"{word}" has no equals sign', hint)


def _format_joined_fact(variant: Variant, previous_name: str, previous_amount: str, amount: str) -> str:
    fact = previous_name if previous_name in list_names(variant, ()) else "red"
    is_sum = previous_amount and fact in variant.facts and variant.facts[fact].is_in_points
    number = amount if amount.isdecimal() else "3"
    return f"{fact}={previous_amount}+{number}" if is_sum else f"{fact}={number}"


def _resolve_name(variant: Variant, word: str, sides: Sequence[str]) -> str:
    """Return the side or fact that a word means: in full, by its letter, or by a beginning that fits no other.

    Raises WordError.
    """
    if name := find_name(variant, word, sides):
        return name
    raise _build_name_error(variant, word, sides)


def _build_name_error(variant: Variant, word: str, sides: Sequence[str]) -> WordError:
    name = normalize_word(word)
    if is_foreign_side(name, sides):
        return WordError(f'"{word}" is not a side in this game', f"the sides are {join_words(sides)}")
    if color := find_unscored_color(variant, name, sides):
        return build_unscored_threes_error(variant, word, color)
    names = list_names(variant, sides)
    if matches := match_names(word, names):
        return build_ambiguity_error(word, matches)
    message = f'unknown item "{word}"'
    if hint := suggest_fact(variant, name, names):
        return WordError(message, hint)
    return WordError(message, format_known_names(names), code=DiagnosticCode.UNKNOWN_WORD)


def parse_amount(variant: Variant, name: str, text: str) -> tuple[int, Mapping[Rank, int]]:
    """Parse the amount of a fact; return it with the cards that it names, if any are. Raises WordError."""
    fact = variant.facts.get(name)
    if not fact or not fact.is_in_points:
        return parse_integer(name, text, negative=name in DIRECT_FACTS), {}
    points, cards = parse_card_points(variant.deck, name, text)
    if Rank.THREE in cards and not variant.deck.points[Rank.THREE]:
        hint = suggest_facts_for_threes(variant, name)
        raise WordError("threes have no card points in these rules", hint)
    return points, cards
