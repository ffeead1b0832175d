"""Cards as they are typed: a rank for each, or COUNTxRANK; those of one group are joined by commas."""

import re
from collections.abc import Iterator, Sequence
from typing import NoReturn

from canasta_score.hand.facts import Refusal, TallyError
from canasta_score.hand.tally.amounts import TIMES, WrongWordError, cut_at, is_in_digits
from canasta_score.rules.model.cards import Rank, nearest_rank, rank_of
from canasta_score.rules.model.facts import SIDES

MOST_OF_A_RANK = 999
AN_EXAMPLE = "such as 10,10,10 or 3x10"
LETTERS = "(?i:(JK|[AKQJT]))"
CARD = "(?i:(JK|10|[2-9AKQJT]))"
COUNTED = (f"([0-9]+){LETTERS}", f"([0-9]+) *[x*\N{MULTIPLICATION SIGN}] *{CARD}")
COUNTED_BEHIND = f"{LETTERS}[x*\N{MULTIPLICATION SIGN}]?([0-9]+)"
STRUNG = f"({CARD}[-+. ]?)+"

CardWords = str | Sequence[str]  # all on one line, or each a word


def read_cards(cards: CardWords) -> tuple[Rank, ...]:
    """Read cards, as words or all on one line; raises TallyError with every word that is none.

    >>> [str(rank) for rank in read_cards("10 q,q,JK 3x9")]
    ['10', 'Q', 'Q', 'JK', '9', '9', '9']
    """
    return tuple(rank for group in read_groups(cards) for rank in group)


def read_groups(groups: str | Sequence[CardWords]) -> list[tuple[Rank, ...]]:
    """Read groups, each typed in one word or a list of words; raises TallyError with every word that is no card.

    >>> read_groups("3x10 q,Q,jk") == read_groups([["10", "10", "10"], ["Q", "Q", "JK"]])
    True
    """
    words = groups.split() if isinstance(groups, str) else [typed_in_one(group) for group in groups]
    read: list[tuple[Rank, ...]] = []
    refusals: dict[Refusal, None] = {}
    for place, word in enumerate(words):
        cards: list[Rank] = []
        for term in terms_of(word):
            try:
                cards += cards_of(term) if term else missing_in(word)
            except WrongWordError as wrong:
                refusals[Refusal(message=wrong.message, hint=wrong.hint, word=place)] = None
        read.append(tuple(cards))
    if refusals:
        raise TallyError(refusals, words)
    return read


def typed_in_one(group: CardWords) -> str:
    """Give a group as it is typed in one word."""
    return group if isinstance(group, str) else ",".join(group)


def terms_of(word: str) -> Iterator[str]:
    """Go through what stands between the commas of a word: a card, or COUNTxRANK."""
    return map(str.strip, word.split(",") if word.strip(", ") else [""])


def missing_in(word: str) -> NoReturn:
    """Refuse a word in which a card is missing."""
    if word.strip(", "):
        raise WrongWordError(f"a card is missing in '{word}'", "write one on both sides of each comma, without spaces")
    raise WrongWordError("a group is empty", f"write its cards, {AN_EXAMPLE}")


def cards_of(term: str) -> Sequence[Rank]:
    """Read a rank, or COUNTxRANK."""
    if rank := rank_of(term):
        return [rank]
    number, times_rank = cut_at(term, TIMES)
    rank = rank_of(times_rank[1:])
    if rank is None or not is_in_digits(number):
        raise WrongWordError(f"'{term}' is no card", remedy_for(term))
    return [rank] * how_many(number, term)


def how_many(number: str, term: str) -> int:
    """Read how many cards of a rank are meant."""
    digits = number.lstrip("0")
    if not digits:
        raise WrongWordError(f"'{term}' names no card", "leave it out, or write how many there are")
    if len(digits) > len(str(MOST_OF_A_RANK)):
        raise WrongWordError(f"'{term}' is more cards than a deck has", f"write {MOST_OF_A_RANK} at most")
    return int(digits)


def remedy_for(term: str) -> str:
    """Say how the cards that a word seems to mean are written."""
    if term.lower() in SIDES:
        return f"name a side with --side {term.lower()}"
    for pattern in COUNTED:
        if counted := re.fullmatch(pattern, term):
            return f"write {counted[1]}x{counted[2].upper()}"
    if behind := re.fullmatch(COUNTED_BEHIND, term):
        return f"write {behind[2]}x{behind[1].upper()}"
    if re.fullmatch(STRUNG, term):
        cards = re.findall(CARD, term.upper())
        jacks = " (J is the Jack, JK the Joker)" if Rank.JACK in cards else ""
        return f"join the cards of a group by commas: {','.join(cards)}{jacks}"
    number, times_rank = cut_at(term, TIMES)
    counts = bool(times_rank) and is_in_digits(number)
    near = nearest_rank(times_rank[1:] if counts else term)
    if near is None:
        return f"ranks are {' '.join(Rank)}"
    return f"did you mean '{number}x{near}'?" if counts else f"did you mean '{near}'?"
