"""The parser of typed cards: a rank for each card, or COUNTxRANK; commas join the cards of a group."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NoReturn

from canasta_score.hand.facts import TallyError, WordError
from canasta_score.hand.tally.amounts import TIMES_SIGNS
from canasta_score.rules.diagnostics import Diagnostic, Location
from canasta_score.rules.model.cards import Rank, parse_rank, suggest_rank
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.text import is_ascii_digits, split_before

_MAX_CARDS_OF_RANK = 999
_GROUP_EXAMPLE = "such as 10,10,10 or 3x10"
_LETTER_PATTERN = "(?i:(JK|[AKQJT]))"
_CARD_PATTERN = "(?i:(JK|10|[2-9AKQJT]))"
_COUNTED_PATTERNS = (f"([0-9]+){_LETTER_PATTERN}", f"([0-9]+) *[x*\N{MULTIPLICATION SIGN}] *{_CARD_PATTERN}")
_TRAILING_COUNT_PATTERN = f"{_LETTER_PATTERN}[x*\N{MULTIPLICATION SIGN}]?([0-9]+)"
_UNSEPARATED_PATTERN = f"({_CARD_PATTERN}[-+. ]?)+"

CardWords = str | Sequence[str]  # all on one line, or each a word


def parse_card_list(cards: CardWords) -> tuple[Rank, ...]:
    """Parse cards, given as words or on one line; raise TallyError with every word that is not a card.

    >>> [str(rank) for rank in parse_card_list("10 q,q,JK 3x9")]
    ['10', 'Q', 'Q', 'JK', '9', '9', '9']
    """
    return tuple(rank for group in parse_card_groups(cards) for rank in group)


def parse_card_groups(groups: str | Sequence[CardWords]) -> list[tuple[Rank, ...]]:
    """Parse groups, each one word or a list of words; raise TallyError with every word that is not a card.

    >>> parse_card_groups("3x10 q,Q,jk") == parse_card_groups([["10", "10", "10"], ["Q", "Q", "JK"]])
    True
    """
    words = groups.split() if isinstance(groups, str) else [_join_group(group) for group in groups]
    read: list[tuple[Rank, ...]] = []
    refusals: dict[Diagnostic, None] = {}
    for place, word in enumerate(words):
        cards: list[Rank] = []
        for term in _split_terms(word):
            try:
                cards += _parse_term(term) if term else _refuse_missing_card(word)
            except WordError as error:
                refusals[replace(error.diagnostic, location=Location(word_index=place))] = None
        read.append(tuple(cards))
    if refusals:
        raise TallyError(refusals, words)
    return read


def _join_group(group: CardWords) -> str:
    return group if isinstance(group, str) else ",".join(group)


def _split_terms(word: str) -> Iterator[str]:
    return map(str.strip, word.split(",") if word.strip(", ") else [""])


def _refuse_missing_card(word: str) -> NoReturn:
    """Raise the error for a word in which a card is missing."""
    if word.strip(", "):
        raise WordError(f"a card is missing in '{word}'", "write one on both sides of each comma, without spaces")
    raise WordError("a group is empty", f"write its cards, {_GROUP_EXAMPLE}")


def _parse_term(term: str) -> Sequence[Rank]:
    if rank := parse_rank(term):
        return [rank]
    number, times_rank = split_before(term, TIMES_SIGNS)
    rank = parse_rank(times_rank[1:])
    if rank is None or not is_ascii_digits(number):
        raise WordError(f"'{term}' is no card", _build_card_hint(term))
    return [rank] * _parse_card_count(number, term)


def _parse_card_count(number: str, term: str) -> int:
    digits = number.lstrip("0")
    if not digits:
        raise WordError(f"'{term}' names no card", "leave it out, or write how many there are")
    if len(digits) > len(str(_MAX_CARDS_OF_RANK)):
        raise WordError(f"'{term}' is more cards than a deck has", f"write {_MAX_CARDS_OF_RANK} at most")
    return int(digits)


def _build_card_hint(term: str) -> str:
    if term.lower() in DEFAULT_SIDES:
        return f"name a side with --side {term.lower()}"
    for pattern in _COUNTED_PATTERNS:
        if counted := re.fullmatch(pattern, term):
            return f"write {counted[1]}x{counted[2].upper()}"
    if behind := re.fullmatch(_TRAILING_COUNT_PATTERN, term):
        return f"write {behind[2]}x{behind[1].upper()}"
    if re.fullmatch(_UNSEPARATED_PATTERN, term):
        cards = re.findall(_CARD_PATTERN, term.upper())
        jacks = " (J is the Jack, JK the Joker)" if Rank.JACK in cards else ""
        return f"join the cards of a group by commas: {','.join(cards)}{jacks}"
    number, times_rank = split_before(term, TIMES_SIGNS)
    counts = bool(times_rank) and is_ascii_digits(number)
    near = suggest_rank(times_rank[1:] if counts else term)
    if near is None:
        return f"ranks are {' '.join(Rank)}"
    return f"did you mean '{number}x{near}'?" if counts else f"did you mean '{near}'?"
