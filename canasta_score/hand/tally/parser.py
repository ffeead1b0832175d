"""The tally: the words that enter a hand, parsed into the facts of each side."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import NamedTuple

from canasta_score.hand.facts import PAIR_SIGN, HandFacts, NamedPoints, TallyError, WordError, find_fact_errors
from canasta_score.hand.partners import NUMBER_OF_SIDES, find_partner_errors, name_holder
from canasta_score.hand.tally import names
from canasta_score.hand.tally.words import (
    DIGITS,
    YES_NO_WORDS,
    Token,
    is_amount,
    parse_card_points,
    parse_integer,
    tokenize,
)
from canasta_score.rules.diagnostics import Diagnostic, DiagnosticCode, format_known_names, format_suggestion
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import ALL_CANASTAS
from canasta_score.rules.model.cards import TABLE_FACT, Rank, format_rank_count
from canasta_score.rules.model.facts import DEFAULT_SIDES, DIRECT_FACTS, Fact
from canasta_score.rules.model.rewards import CardPlace, Penalty
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import fold_text, format_count, join_words, split_before

_TALLY_EXAMPLE = "enter each side and what it has, such as we red=3 natural=2 table=160 they table=60"
_MOST_RED_THREES = 4
_MAX_NAME_WORDS = 4  # of an item typed with spaces
_WHY_OPTION = "why"
_DRY_RUN_OPTION = "dry-run"
_OPTION_NAMES = ("anyway", _DRY_RUN_OPTION, "json")
_CORRECTION_OPTION_NAMES = (_WHY_OPTION, "anyway")
_MAX_SUGGESTED_FACTS = 3  # of more, only those with short names are suggested
_MIN_LABEL_LETTERS = 3  # fewer letters fit words of too many labels
CardsByFact = Mapping[str, Mapping[Rank, int]]


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
    """The facts that a tally enters, and what is wrong with its other words, in their order.

    `named_sides` are those that it names, the last one last; `last_index` is the place of the word or words that may
    still be typed on.
    """

    facts: HandFacts
    errors: Sequence[Diagnostic] = ()
    named_sides: Sequence[str] = ()
    last_index: int = 0


def parse_tally(
    variant: Variant, words: Sequence[str], sides: names.Sides = DEFAULT_SIDES, *, correcting: bool = False
) -> HandFacts:
    """Parse the words of a tally into the facts of each side; a side that is not mentioned has none.

    `sides` are the ids of the sides, or their names by their ids; then the names can be typed too. A tally that
    corrects a hand may replace a part entered as one figure by its facts: `base=0 red=3`.
    Raises TallyError with every word that cannot be used, and its place among the words.

    >>> from canasta_score import load_variant
    >>> parse_tally(load_variant("nvso"), "we r3 nat=2 out table=7xK+35 they hand=2xA".split())
    {'we': {'red': 3, 'natural': 2, 'out': 1, 'table': 105}, 'they': {'hand': 40}}
    >>> names = {"we": "Ann & Bob", "they": "Cy & Di"}
    >>> parse_tally(load_variant("nvso"), "ann: natural 2, open sevens table = 1,200 cy hand:40".split(), names)
    {'we': {'natural': 2, 'open-sevens': 1, 'table': 1200}, 'they': {'hand': 40}}
    """
    parsed = parse_partial_tally(variant, words, sides, correcting=correcting)
    if parsed.errors:
        raise TallyError(parsed.errors, words)
    if not parsed.named_sides:
        raise TallyError([Diagnostic(message="nothing was entered", hint=_TALLY_EXAMPLE)])
    return parsed.facts


def parse_partial_tally(
    variant: Variant, words: Sequence[str], sides: names.Sides = DEFAULT_SIDES, *, correcting: bool = False
) -> ParsedTally:
    """Parse what can be used of a tally, and list why the other words cannot."""
    return parse_tokens(variant, tokenize(words), words, sides, correcting=correcting)


def parse_tokens(
    variant: Variant, tokens: Sequence[Token], words: Sequence[str], sides: names.Sides, *, correcting: bool = False
) -> ParsedTally:
    """Parse what can be used of the tokens of a tally, made of some words."""
    parser = _TallyParser(variant, sides)
    parser.parse_tokens(tokens)
    errors = list(parser.errors)
    if not correcting:
        errors += parser.find_fact_errors()
    errors += _find_excess_cards(variant, parser.parsed_facts)
    if errors:
        errors.sort(key=lambda error: error.word_index or 0)
        errors = _merge_unknown_words(words, _suggest_options(words, errors, correcting=correcting))
    last_index = tokens[-1].index if tokens else 0
    return ParsedTally(facts=parser.facts, errors=errors, named_sides=parser.named_sides, last_index=last_index)


def guess_sides(variant: Variant, words: Sequence[str]) -> Mapping[str, str]:
    """Return the players that a tally names, by ids, where no game says who plays: its first word, and unknown ones.

    >>> from canasta_score import load_variant
    >>> guess_sides(load_variant("cutthroat"), "Ann+Bob natural 1 table=300 cy: hand=45".split())
    {'ann': 'Ann', 'bob': 'Bob', 'cy': 'Cy'}
    """
    tokens = tokenize(words)
    sides: dict[str, str] = {}
    players = _split_players(words[0]) if words else []
    while players and len(sides) < NUMBER_OF_SIDES:
        sides |= {fold_text(player): player[:1].upper() + player[1:] for player in players}
        errors = parse_tokens(variant, tokens, words, sides).errors
        unknown = [error.word_index or 0 for error in errors if not (error.fact or error.choices)]
        # An unknown word with a number after it is meant for an item.
        names = [words[index] for index in unknown if not is_amount(" ".join(words[index + 1 : index + 2]))]
        players = next(filter(None, map(_split_players, names)), [])
    return sides


def parse_named_cards(
    variant: Variant, words: Sequence[str], sides: names.Sides = DEFAULT_SIDES
) -> dict[str, CardsByFact]:
    """Return the cards of each side's facts that are entered card by card, without other points.

    >>> from canasta_score import load_variant
    >>> parse_named_cards(load_variant("nvso"), "we table=7xK+35 they table=60 hand=2xA".split())["they"]["hand"]
    {<Rank.ACE: 'A'>: 2}
    """
    parser = _TallyParser(variant, sides)
    parser.parse_tokens(tokenize(words))
    named: dict[str, dict[str, Mapping[Rank, int]]] = {side: {} for side in parser.facts}
    for parsed in parser.parsed_facts:
        if parsed.cards and parsed.amount == variant.deck.sum_points(parsed.cards):
            named[parsed.side][parsed.fact] = parsed.cards
    return {**named}


def parse_amount(variant: Variant, name: str, text: str) -> tuple[int, Mapping[Rank, int]]:
    """Parse the amount of a fact; return it with the cards that it names, if any are. Raises WordError."""
    fact = variant.facts.get(name)
    if fact and fact.most == 1 and text.lower() in YES_NO_WORDS:
        return YES_NO_WORDS[text.lower()], {}
    if not fact or not fact.is_in_points:
        return parse_integer(name, text, negative=name in DIRECT_FACTS), {}
    if not text:
        raise WordError(f"a number is missing for {name}", f"enter it after the equals sign, such as {name}=345")
    points, cards = parse_card_points(variant.deck, name, text)
    if Rank.THREE in cards:
        _check_named_threes(variant, name)
    is_all_named = cards and points == variant.deck.sum_points(cards)
    return NamedPoints(points, cards) if is_all_named else points, cards


def _check_named_threes(variant: Variant, name: str) -> None:
    """Raise WordError if black threes are not entered as cards there: they have no points, or an item of their own."""
    points = variant.deck.points[Rank.THREE]
    if not points:
        raise WordError("threes have no card points in these rules", _suggest_facts_for_threes(variant, name))
    penalty = _map_colors_to_hand_penalties(variant).get(Color.BLACK)
    if penalty and name == variant.card_points.in_hand.name:
        hint = f"enter black threes left in hand as {penalty.name}=1"
        if penalty.when_out:
            hint += f"; if nobody went out, add {format_count(points, 'point')} for each to the number in {name}="
        raise WordError("black threes left in hand do not count as cards in these rules", hint)


def _split_players(word: str) -> list[str]:
    return [player for player in word.removesuffix(":").split(PAIR_SIGN) if player.isalpha()]


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
                    side=parsed.side,
                    fact=parsed.fact,
                    word_index=parsed.word_index,
                )


class _Reading(NamedTuple):
    """A side, or a fact with its amount if one is typed, and how many tokens of a tally name it."""

    name: str
    amount: str | None = None
    length: int = 1


_NOTHING_READ = _Reading(name="")


class _TallyParser:
    """Parses token after token; the name of a side starts that side's facts."""

    def __init__(self, variant: Variant, sides: names.Sides) -> None:
        self.facts: dict[str, dict[str, int]] = {side: {} for side in sides}
        self.parsed_facts: list[ParsedFact] = []
        self.named_sides: list[str] = []
        self.errors: list[Diagnostic] = []
        self._variant = variant
        self._sides = sides
        self._side = ""  # or a pair of partners
        self._pairs: dict[str, int] = {}  # each with the place of its word
        self._most_name_words = names.count_name_words(sides)
        self._previous = _NOTHING_READ

    def parse_tokens(self, tokens: Sequence[Token]) -> None:
        position = 0
        while position < len(tokens):
            position += self._parse_next(tokens[position:], is_first=not position)

    def find_fact_errors(self) -> Iterator[Diagnostic]:
        indexes = {(parsed.side, parsed.fact): parsed.word_index for parsed in self.parsed_facts}
        indexes |= {(pair, ""): index for pair, index in self._pairs.items()}
        errors = [
            error
            for side, side_facts in self.facts.items()
            for error in find_fact_errors(self._variant, side, side_facts)
        ]
        if self._pairs:
            errors += find_partner_errors(self._variant, self.facts, names.get_names(self._sides))
        yield from (replace(error, word_index=indexes[error.side, error.fact]) for error in errors)

    def _parse_next(self, tokens: Sequence[Token], *, is_first: bool) -> int:
        """Parse the tokens that belong together, and return how many they are."""
        reading = _NOTHING_READ
        try:
            reading = self._read_next([token.text for token in tokens], is_first=is_first)
            self._use_reading(tokens[reading.length - 1].index, reading)
            self._previous = reading
        except WordError as error:
            self._add_error(tokens[reading.length - 1].index, error.diagnostic)
            # An unknown word may be meant for a side. Then the facts up to the next side belong to nobody.
            if not (reading.name or "=" in tokens[0].text or is_amount(tokens[0].text)):
                self._side = ""
            self._previous = _NOTHING_READ
            return 1 + _has_separate_amount(tokens)
        return reading.length

    def _read_next(self, texts: Sequence[str], *, is_first: bool) -> _Reading:
        if side := self._read_pair(texts) or self._read_spaced_side(texts):
            return side
        if is_first:
            hint = f"begin with {join_words([names.label_side(side, self._sides) for side in self._sides], 'or')}"
            return _Reading(name=names.find_side(texts[0], self._sides, unknown_hint=hint))
        if fact := self._read_spaced_fact(texts):
            return fact
        name, amount = self._parse_word(texts[0])
        return _add_separate_amount(self._variant, _Reading(name=name, amount=amount), texts)

    def _read_pair(self, texts: Sequence[str]) -> _Reading | None:
        """Return the reading of partners, such as `ann+bob` or `ann + bob`; None if the words name no side."""
        signs = (text.count(PAIR_SIGN) for text in texts[: 2 * self._most_name_words + 1])
        if not any(signs) or "=" in texts[0]:
            return None
        for length in range(min(2 * self._most_name_words + 1, len(texts)), 0, -1):
            players = " ".join(texts[:length]).split(PAIR_SIGN)
            if len(players) > 1 and all(names.match_sides(player, self._sides) for player in players):
                break
        else:
            length, players = 1, texts[0].split(PAIR_SIGN)
            if len(players) == 1 or not any(names.match_sides(player, self._sides) for player in players):
                return None
        if not all(player.strip() for player in players):
            raise WordError(f'"{texts[0]}" names only one player', "name both partners, such as ann+bob")
        if names.match_sides(" ".join(texts[:length]), self._sides, in_full=True):
            return None  # a side whose name is that of both players
        return _Reading(name=names.find_holder(PAIR_SIGN.join(players), self._sides), length=length)

    def _read_spaced_side(self, texts: Sequence[str]) -> _Reading | None:
        for length in range(min(self._most_name_words, len(texts)), 1, -1):
            matches = names.match_sides(" ".join(texts[:length]), self._sides, in_full=True)
            if len(matches) == 1:
                return _Reading(name=matches[0], length=length)
        return None

    def _read_spaced_fact(self, texts: Sequence[str]) -> _Reading | None:
        parts = [split_before(text, f"={DIGITS}") for text in texts[:_MAX_NAME_WORDS]]
        end = next((index for index, (_, amount) in enumerate(parts, start=1) if amount), len(parts))
        found = names.find_spaced_name(self._variant, [name for name, _ in parts[:end]])
        if not found:
            return None
        name, length = found
        reading = _Reading(name=name, amount=parts[length - 1][1].removeprefix("=") or None, length=length)
        reading = _add_separate_amount(self._variant, reading, texts)
        # In `dream hand=85`, a beginning of dream-hand stands before points left in hand.
        is_too_many = reading.amount is not None and reading.amount.lower() not in ("0", "1", *YES_NO_WORDS)
        if is_too_many and _is_yes_or_no(self._variant, name):
            return None if all(names.find_name(self._variant, word) for word, _ in parts[:length]) else reading
        return reading

    def _parse_word(self, word: str) -> tuple[str, str | None]:
        """Parse a word into the full name of a side or fact, and its amount as typed, None if there is none."""
        variant, sides = self._variant, self._sides
        if word.lower() in sides:
            return word.lower(), None
        name, equals_sign, amount = word.partition("=")
        if equals_sign and name:
            return _resolve_name(variant, name, ()), amount
        name, amount = split_before(word, DIGITS)
        if amount and names.match_sides(word, sides, in_full=True):
            return names.find_side(word, sides), None
        if word.endswith(":"):
            name = _resolve_name(variant, word.removesuffix(":"), sides)
            return name, None if name in sides else ""
        if not name or equals_sign:
            hint = f"enter the item before its number, such as {_format_example(variant, self._previous, amount)}"
            raise WordError(f'"{word}" does not say which item it is for', hint)
        if not amount:
            return _resolve_name(variant, word, sides), None
        return _resolve_name_before_number(variant, word, name, amount), amount

    def _use_reading(self, index: int, reading: _Reading) -> None:
        name = reading.name
        if PAIR_SIGN in name and name not in self.facts:
            self._pairs[name] = index
            self.facts = {holder: self.facts.get(holder, {}) for holder in (*self._pairs, *self._sides)}
        if name in self.facts:
            self._side = name
            self.named_sides.append(name)
        elif self._side:
            known = self._variant.facts.get(name)
            alone = "1" if known and not known.is_in_points else ""
            amount, cards = parse_amount(self._variant, name, alone if reading.amount is None else reading.amount)
            if name in self.facts[self._side]:
                owner = name_holder(self._side, names.get_names(self._sides))
                error = Diagnostic(message=f"{name} is entered twice for {owner}", hint=f"enter {name} once")
                self._add_error(index, error, fact=name)
                return
            self.facts[self._side][name] = amount
            fact = ParsedFact(side=self._side, fact=name, amount=amount, cards=cards, word_index=index)
            self.parsed_facts.append(fact)

    def _add_error(self, index: int, error: Diagnostic, *, fact: str = "") -> None:
        self.errors.append(replace(error, side=self._side, fact=fact, word_index=index))


def _resolve_name(variant: Variant, word: str, sides: names.Sides) -> str:
    """Return the side or fact that a word means: its full name, its letter, or a beginning that fits only one name."""
    if found := names.find_name(variant, word, sides):
        return found
    name = names.normalize_word(word)
    if names.is_foreign_side(name, sides):
        raise WordError(f'"{word}" is not a side in this game', f"the sides are {join_words(sides)}")
    if color := names.find_unscored_color(variant, name, sides):
        raise _build_unscored_threes_error(variant, word, color)
    if matches := names.list_matches(variant, word, sides):
        raise names.build_ambiguity_error(word, matches, sides)
    message = f'unknown item "{word}"'
    if hint := _suggest_instead_of_threes_in_hand(variant, name) or _suggest_fact(
        variant, name, (*names.list_names(variant, sides), *names.iter_players(sides))
    ):
        raise WordError(message, hint)
    everyday_facts = (fact.name for fact in variant.facts.values() if fact.short_name)
    raise WordError(message, format_known_names(everyday_facts), code=DiagnosticCode.UNKNOWN_WORD)


def _resolve_name_before_number(variant: Variant, word: str, name: str, amount: str) -> str:
    if name.lower() in variant.short_names:
        return variant.short_names[name.lower()]
    if color := names.find_unscored_color(variant, name.lower()):
        raise _build_unscored_threes_error(variant, word, color)
    if name.endswith("-") and (fact := names.find_name(variant, name[:-1])):
        if fact in DIRECT_FACTS:
            raise WordError(f'"{word}" has no equals sign', f"enter {fact}=-{amount}")
        hint = f"enter {fact}={amount}; the program subtracts what counts against a side"
        raise WordError(f'"{word}" has a minus sign', hint)
    fact = _resolve_name(variant, name, ())
    if hint := _suggest_other_meaning(variant, fact, name, amount):
        raise WordError(f'"{word}" has no equals sign', hint)
    return fact


def _add_separate_amount(variant: Variant, reading: _Reading, texts: Sequence[str]) -> _Reading:
    """Return the reading of a fact with the amount in the next word, if there is one."""
    following = texts[reading.length] if len(texts) > reading.length else ""
    if reading.amount is not None or reading.name not in names.list_names(variant, ()) or not is_amount(following):
        return reading
    if following.lower() in YES_NO_WORDS and not _is_yes_or_no(variant, reading.name):
        return reading
    return reading._replace(amount=following, length=reading.length + 1)


def _has_separate_amount(tokens: Sequence[Token]) -> bool:
    # The number after an unknown item is its amount, not a second mistake.
    word, *following = (token.text for token in tokens[:2])
    return bool(following) and is_amount(following[0]) and not is_amount(word) and "=" not in word


def _is_yes_or_no(variant: Variant, name: str) -> bool:
    return name in variant.facts and variant.facts[name].most == 1


def _format_example(variant: Variant, previous: _Reading, amount: str) -> str:
    number = amount if amount.isdecimal() else "3"
    usual = "red" if int(number) <= _MOST_RED_THREES else TABLE_FACT
    fact = previous.name if previous.name in names.list_names(variant, ()) else usual
    is_sum = previous.amount and fact in variant.facts and variant.facts[fact].is_in_points
    return f"{fact}={previous.amount}+{number}" if is_sum else f"{fact}={number}"


def _build_unscored_threes_error(variant: Variant, word: str, color: Color) -> WordError:
    """Build the error of a word for threes on the table that score nothing, or only as cards.

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
        hint += f"; enter {color} threes left in hand as {penalty.name}=1"
    return WordError(message, hint)


def _suggest_instead_of_threes_in_hand(variant: Variant, name: str) -> str:
    """Return the hint for an unknown name such as `red-in-hand`, or an empty text for any other name.

    Names that are near, such as `red`, would add points.
    """
    color = next((color for color in Color if name == f"{color}-in-hand"), None)
    if color is None:
        return ""
    if penalty := _map_colors_to_hand_penalties(variant).get(color):
        return f"enter {color} threes left in hand as {penalty.name}=1"
    if color is Color.BLACK and variant.deck.points[Rank.THREE]:
        return f"include the points of black threes left in hand in {variant.card_points.in_hand.name}="
    return f"leave it out; {color} threes left in hand do not count in these rules"


def _suggest_fact(variant: Variant, name: str, known: Iterable[str]) -> str:
    """Return the hint for an unknown name: the facts whose labels have the word, or else the nearest known name.

    The hint is empty if no name is near.

    >>> from canasta_score import load_variant
    >>> _suggest_fact(load_variant("catawba"), "clean", ["natural", "mixed"])
    'did you mean "natural" (clean canastas)?'
    """
    if len(name) >= _MIN_LABEL_LETTERS:
        if variant.penalties and any(word.startswith(name) for word in ("penalties", "penalty")):
            return f"the penalties are {', '.join(penalty.name for penalty in variant.penalties)}"
        facts = _list_everyday_facts(variant, name)
        facts = facts or [fact for fact in variant.facts.values() if _label_has_words(fact.label, name)]
        if facts:
            if len(facts) > _MAX_SUGGESTED_FACTS:
                facts = [fact for fact in facts if fact.short_name] or facts
            choices = [f'"{fact.name}" ({fact.label.lower()})' for fact in facts]
            return f"did you mean {join_words(choices, 'or')}?"
    return format_suggestion(name, known, fallback="")


def _list_everyday_facts(variant: Variant, name: str) -> list[Fact]:
    # The words in "went out" and "250 points" are in no label, or only in labels of different items.
    if name in ("points", "cards"):
        return [variant.card_points.on_table, variant.card_points.in_hand]
    return [bonus for bonus in variant.bonuses if bonus.ends_play] if name == "went" else []


def _label_has_words(label: str, beginning: str) -> bool:
    words = re.findall(r"[^\W_]+", label.lower())
    return f"-{beginning}" in f"-{'-'.join(words)}"


def _suggest_other_meaning(variant: Variant, fact: str, name: str, number: str) -> str:
    """Return the hint for a word such as `b2` if its letters, a beginning of `fact`, may mean something else.

    The hint is empty if there is no other meaning.
    """
    for color, penalty in _map_colors_to_hand_penalties(variant).items():
        if fact == penalty.name and color.startswith(name.lower()):
            return f"enter {fact}={number} if they were left in hand; on the table they do not count"
    # A beginning of `canastas` fits the fact `count` too.
    if fact in DIRECT_FACTS and ALL_CANASTAS.startswith(name.lower()):
        canastas = [f"{canasta.name}={number}" for canasta in variant.canastas if canasta.short_name]
        return f"enter {fact}={number}; for canastas enter {join_words(canastas, 'or')}" if canastas else ""
    return ""


def _suggest_facts_for_threes(variant: Variant, name: str) -> str:
    """Return the hint for threes among the cards of `table` or `hand`: the facts with which threes are entered."""
    where = "on the table" if name == TABLE_FACT else "left in hand"
    penalties = _map_colors_to_hand_penalties(variant)
    facts_by_color = (
        {Color(fact.name): fact.name for fact in variant.threes.colors}
        if name == TABLE_FACT
        else {color: penalty.name for color, penalty in penalties.items()}
    )
    colors_by_fact: dict[str, list[Color]] = {}
    for color, fact in facts_by_color.items():
        colors_by_fact.setdefault(fact, []).append(color)
    hints = [f"enter {_format_threes(colors)} {where} as {fact}=1" for fact, colors in colors_by_fact.items()]
    if unscored := [color for color in Color if color not in facts_by_color]:
        hints.append(f"{_format_threes(unscored)} {where} do not count")
    return "; ".join(hints)


def _map_colors_to_hand_penalties(variant: Variant) -> dict[Color, Penalty]:
    penalties = [penalty for penalty in variant.penalties if penalty.place is CardPlace.HAND]
    return {color: penalty for penalty in penalties for color in penalty.threes}


def _format_threes(colors: Sequence[Color]) -> str:
    return f"{colors[0]} threes" if len(colors) == 1 else "threes"


def _suggest_options(words: Sequence[str], errors: Sequence[Diagnostic], *, correcting: bool) -> list[Diagnostic]:
    """Return the errors of a tally, with the hint to add an option where its name was entered as a word."""
    options = _CORRECTION_OPTION_NAMES if correcting else _OPTION_NAMES
    suggested: list[Diagnostic] = []
    for error in errors:
        name = names.normalize_word(words[error.word_index or 0].partition("=")[0])
        if not error.word_index or error.fact or name not in options:
            suggested.append(error)
            continue
        option = f"add --{name}" if name == _DRY_RUN_OPTION else f"--{name}"
        suggested.append(replace(error, code=DiagnosticCode.OTHER, hint=f"did you mean {option}?"))
        if name == _WHY_OPTION:
            break  # the words after it are the reason, not part of the tally
    return suggested


def _merge_unknown_words(words: Sequence[str], errors: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Return the errors of a tally, with one message for all unknown words."""
    unknown = [error for error in errors if error.code is DiagnosticCode.UNKNOWN_WORD]
    if len(unknown) <= 1:
        return list(errors)
    items = dict.fromkeys(split_before(words[error.word_index or 0], f"={DIGITS}")[0] for error in unknown)
    quoted = join_words([f'"{item}"' for item in items])
    message = f"unknown {'item' if len(items) == 1 else 'items'} {quoted}"
    return [replace(error, message=message) if error in unknown else error for error in errors]
