"""Cards as they are typed: a rank for each, or COUNTxRANK; those of one group are joined by commas."""

import re
from collections.abc import Iterator, Sequence
from typing import NoReturn

from canasta_score.hand.facts import Refusal, TallyError
from canasta_score.hand.numbers import TIMES, WrongWordError, cut_at
from canasta_score.rules.cards import Rank, nearest_rank, rank_of

MOST_OF_A_RANK = 999
AN_EXAMPLE = "such as 10,10,10 or 3x10"
CARD = "(?i:JK|10|[2-9AKQJT])"
WITHOUT_X = "([0-9]+)(?i:(JK|[AKQJT]))|([0-9]+)[ x*]+(?i:(JK|10|[2-9AKQJT]))"
WITHOUT_COMMAS = f"({CARD}[-/.;+ ]?)+"


def read_cards(words: str | Sequence[str]) -> tuple[Rank, ...]:
    """Read cards, as words or as they are typed on one line; raises TallyError with every word that is none.

    >>> [str(rank) for rank in read_cards("10 q,q,JK 3x9")]
    ['10', 'Q', 'Q', 'JK', '9', '9', '9']
    """
    typed = words.split() if isinstance(words, str) else words
    return tuple(rank for group in read_groups(typed) for rank in group)


def read_groups(groups: Sequence[str | Sequence[str]]) -> list[tuple[Rank, ...]]:
    """Read groups, each of them words or as it is typed in one; raises TallyError with every word that is no card."""
    read: list[tuple[Rank, ...]] = []
    refusals: list[Refusal] = []
    for place, group in enumerate(groups):
        cards: list[Rank] = []
        for word, term in terms_of(group):
            try:
                cards += cards_of(term) if term else no_card(word)
            except WrongWordError as wrong:
                refusal = Refusal(side="", fact="", message=wrong.message, hint=wrong.hint, word=place)
                refusals += [refusal] if refusal not in refusals else []
        read.append(tuple(cards))
    if refusals:
        raise TallyError(refusals, [group if isinstance(group, str) else ",".join(group) for group in groups])
    return read


def terms_of(group: str | Sequence[str]) -> Iterator[tuple[str, str]]:
    """Go through the words of a group, and what stands between the commas of each: a card, or COUNTxRANK."""
    for word in [group] if isinstance(group, str) else group:
        yield from ((word, term.strip()) for term in (word.split(",") if word.strip(", ") else [""]))


def no_card(word: str) -> NoReturn:
    """Refuse a word in which a card is missing."""
    if word.strip(", "):
        raise WrongWordError(f"a card is missing in '{word}'", f"write a group without spaces, {AN_EXAMPLE}")
    raise WrongWordError("a group is empty", f"write its cards, {AN_EXAMPLE}")


def cards_of(term: str) -> Sequence[Rank]:
    """Read a rank, or COUNTxRANK."""
    if rank := rank_of(term):
        return [rank]
    number, times_rank = cut_at(term, TIMES)
    rank = rank_of(times_rank[1:])
    if rank is None or not is_number(number):
        raise WrongWordError(f"'{term}' is no card", remedy_for(term))
    return [rank] * how_many(number, term)


def is_number(text: str) -> bool:
    """Tell whether a text is written in digits."""
    return text.isascii() and text.isdecimal()


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
    if number_and_rank := re.fullmatch(WITHOUT_X, term):
        return "write {}x{}".format(*filter(None, number_and_rank.groups()))
    if re.fullmatch(WITHOUT_COMMAS, term):
        return f"join cards by commas: {','.join(re.findall(CARD, term))}"
    number, times_rank = cut_at(term, TIMES)
    counts = bool(times_rank) and is_number(number)
    near = nearest_rank(times_rank[1:] if counts else term)
    if near is None:
        return f"ranks are {' '.join(Rank)}"
    return f"did you mean '{number}x{near}'?" if counts else f"did you mean '{near}'?"
