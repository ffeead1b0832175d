"""Cards as people type them: a rank for each card, or COUNTxRANK; commas join the cards of a group."""

import re
from collections.abc import Sequence
from dataclasses import replace

from canasta_score.hand.facts import TallyError, WordError
from canasta_score.hand.tally.amounts import TIMES_SIGNS
from canasta_score.rules.diagnostics import Diagnostic, Location
from canasta_score.rules.model.cards import Rank, parse_rank, suggest_rank
from canasta_score.rules.model.facts import DEFAULT_SIDES
from canasta_score.rules.text import is_ascii_digits, split_before

_MAX_CARDS_OF_RANK = 999
_LETTER = "(?P<rank>(?i:JK|[AKQJT]))"
_CARD = "(?i:JK|10|[2-9AKQJT])"
_TIMES = "[x*\N{MULTIPLICATION SIGN}]"
# What people type in place of COUNTxRANK: 3Q, 3 x Q, and Qx3 or Q3.
_MISTYPED_COUNTS = (
    f"(?P<count>[0-9]+){_LETTER}",
    f"(?P<count>[0-9]+) *{_TIMES} *(?P<rank>{_CARD})",
    f"{_LETTER}{_TIMES}?(?P<count>[0-9]+)",
)
_UNSEPARATED_CARDS = f"({_CARD}[-+. ]?)+"

CardWords = str | Sequence[str]  # all on one line, or each a word


def parse_card_list(cards: CardWords) -> tuple[Rank, ...]:
    """Parse cards, as words or all on one line; raises TallyError with every word that is not a card.

    >>> [str(rank) for rank in parse_card_list("10 q,q,JK 3x9")]
    ['10', 'Q', 'Q', 'JK', '9', '9', '9']
    """
    return tuple(rank for group in parse_card_groups(cards) for rank in group)


def parse_card_groups(groups: str | Sequence[CardWords]) -> list[tuple[Rank, ...]]:
    """Parse groups, each one word or a list of words; raises TallyError with every word that is not a card.

    >>> parse_card_groups("3x10 q,Q,jk") == parse_card_groups([["10", "10", "10"], ["Q", "Q", "JK"]])
    True
    """
    words = groups.split() if isinstance(groups, str) else [_join_group(group) for group in groups]
    parsed: list[tuple[Rank, ...]] = []
    diagnostics: list[Diagnostic] = []
    for index, word in enumerate(words):
        cards: list[Rank] = []
        for term in word.split(",") if word.strip(", ") else [""]:
            try:
                cards += _parse_term(term.strip(), word)
            except WordError as error:
                diagnostics.append(replace(error.diagnostic, location=Location(word_index=index)))
        parsed.append(tuple(cards))
    if diagnostics:
        raise TallyError(dict.fromkeys(diagnostics), words)
    return parsed


def _join_group(group: CardWords) -> str:
    return group if isinstance(group, str) else ",".join(group)


def _parse_term(term: str, word: str) -> Sequence[Rank]:
    if not term and word.strip(", "):
        raise WordError(f'a card is missing in "{word}"', "enter a card on both sides of each comma, without spaces")
    if not term:
        raise WordError("a group has no cards", "enter its cards, such as 10,10,10 or 3x10")
    if rank := parse_rank(term):
        return [rank]
    number, times_rank = split_before(term, TIMES_SIGNS)
    rank = parse_rank(times_rank[1:])
    if rank is None or not is_ascii_digits(number):
        raise WordError(f'"{term}" is not a card', _build_card_hint(term))
    return [rank] * _parse_card_count(number, term)


def _parse_card_count(number: str, term: str) -> int:
    digits = number.lstrip("0")
    if not digits:
        raise WordError(f'"{term}" has no cards', "remove it, or enter how many there are")
    if len(digits) > len(str(_MAX_CARDS_OF_RANK)):
        raise WordError(f'"{term}" is more cards than a deck has', f"enter at most {_MAX_CARDS_OF_RANK}")
    return int(digits)


def _build_card_hint(term: str) -> str:
    if term.lower() in DEFAULT_SIDES:
        return f"for a side, add --side {term.lower()}"
    for pattern in _MISTYPED_COUNTS:
        if counted := re.fullmatch(pattern, term):
            return f"enter {counted['count']}x{counted['rank'].upper()}"
    if re.fullmatch(_UNSEPARATED_CARDS, term):
        cards = re.findall(_CARD, term.upper())
        jacks = " (J is a jack, JK is a joker)" if Rank.JACK in cards else ""
        return f"put commas between the cards of a group: {','.join(cards)}{jacks}"
    number, times_rank = split_before(term, TIMES_SIGNS)
    is_counted = bool(times_rank) and is_ascii_digits(number)
    nearest = suggest_rank(times_rank[1:] if is_counted else term)
    if nearest is None:
        return f"the cards are {' '.join(Rank)}"
    return f'did you mean "{number}x{nearest}"?' if is_counted else f'did you mean "{nearest}"?'
