"""The words of a tally: split into tokens, and their amounts: a number of things, or points of cards.

Points are a number, a sum, or a list of cards.
"""

import re
from collections.abc import Iterator, Mapping, Sequence

from canasta_score.hand.facts import WordError
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.cards import Deck, Rank, parse_rank
from canasta_score.rules.schema.limits import MAX_NUMBER
from canasta_score.rules.text import is_ascii_digits, split_before

DIGITS = "0123456789"
TIMES_SIGNS = "xX"
YES_NO_WORDS = {"yes": 1, "no": 0}  # in a tally
YES_WORDS, NO_WORDS = ("y", "yes"), ("n", "no")  # in reply to a question
_DIGIT_GROUP_SIZE = 3  # digits between the commas of a large number
_DOUBLE_QUOTES = '"\uff02\u201c\u201d\u201e\u201f\u00ab\u00bb'
_SINGLE_QUOTES = "'`\N{ACUTE ACCENT}\u2018\u2019\u201a\u201b"  # inside a name they are apostrophes
QUOTES = _DOUBLE_QUOTES + _SINGLE_QUOTES
_PLAIN_CHARS: dict[int, int | str | None] = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},  # full width
    ord("\N{MINUS SIGN}"): "-",
    ord("\N{MULTIPLICATION SIGN}"): "x",
    **dict.fromkeys(map(ord, _DOUBLE_QUOTES)),
}
_LIST_MARKS = ",;"
# Patterns as text: compiling both takes 0.2 ms, and reading a game file needs only the quotes.
_COLON_WITH_AMOUNT = rf":(?=-?[{DIGITS}])"
# A comma or a colon before a letter ends an item or a side: `red=3,out`, `we:red=3`.
_WORD_END = r",(?=[^\W\d_])|(?<=:)(?=[^\W\d_])"


@frozen
class Token(Value):
    """A part of a tally; `index` is the place of its first word among the words that were typed."""

    text: str
    index: int


def tokenize(words: Sequence[str]) -> list[Token]:
    """Split the words of a tally into tokens, in plain characters and without the punctuation of a list.

    >>> [token.text for token in tokenize("We: red = 3, natural:2 table=1,200 + 35 “out” ,".split())]
    ['We:', 'red=3', 'natural=2', 'table=1,200+35', 'out']
    """
    tokens: list[Token] = []
    for index, word in enumerate(words):
        for text in _split_word(word):
            joined = _join_texts(tokens[-1].text, text) if len(tokens) > 1 else ""  # the first is a side
            if joined:
                tokens[-1] = Token(text=joined, index=tokens[-1].index)
            else:
                tokens.append(Token(text=text, index=index))
    return tokens


def is_amount(text: str) -> bool:
    """Return whether a text is an amount and not a name: it begins with a digit, or is yes or no."""
    return text.removeprefix("-")[:1] in tuple(DIGITS) or text.lower() in YES_NO_WORDS


def parse_card_points(deck: Deck, name: str, text: str) -> tuple[int, Mapping[Rank, int]]:
    """Parse points of cards as a sum of numbers and counted ranks, such as `7xK+5xQ+35`.

    Returns the points and the cards that were named, by rank. Raises WordError.
    """
    cards: dict[Rank, int] = {}
    points: list[int] = []
    for term in text.split("+"):
        number, times_rank = split_before(term, TIMES_SIGNS)
        is_number = is_ascii_digits(number.removeprefix("-")) or _has_thousands_separators(number.removeprefix("-"))
        if text and (" " in term or not is_number):
            hint = f"enter points, a sum, or cards, such as {name}=345 or {name}=7xK+35"
            raise WordError(f'"{term or text}" is not a number of points', hint, code=DiagnosticCode.INVALID_POINTS)
        if times_rank:
            rank, count = _parse_rank(deck, times_rank[1:]), parse_integer(name, number)
            cards[rank] = cards.get(rank, 0) + count
        else:
            points.append(parse_integer(name, term))
    total = deck.sum_points(cards) + sum(points)
    if total > MAX_NUMBER:
        raise WordError(f'"{text}" is too large for {name}', f"enter at most {MAX_NUMBER:,}")
    if cards:
        _check_for_bare_ranks(deck, points)
    return total, cards


def parse_integer(name: str, text: str, *, negative: bool = False, largest: int = MAX_NUMBER) -> int:
    """Parse the integer that was typed for `name`; raise WordError if it is not a number, too large, or below 0.

    Negative numbers are accepted only on request, commas before every three digits always.
    """
    if not text:
        raise WordError(f"a number is missing for {name}", f"enter it after the equals sign, such as {name}=3")
    amount = text.removeprefix("-")
    if _has_thousands_separators(amount):
        amount = amount.replace(",", "")
    if not is_ascii_digits(amount):
        raise WordError(f'"{text}" is not a number', "enter a number, such as 3")
    digits = amount.lstrip("0") or "0"
    if len(digits) > len(str(largest)):
        raise WordError(f'"{text}" is too large for {name}', f"enter at most {largest:,}")
    if text.startswith("-") and not negative:
        raise WordError(f"{name}={text} is less than zero", "enter 0 or more")
    return -int(digits) if text.startswith("-") else int(digits)


def _split_word(word: str) -> Iterator[str]:
    for part in re.split(_WORD_END, word.translate(_PLAIN_CHARS)):
        if text := part.strip(_SINGLE_QUOTES + _LIST_MARKS):
            yield re.sub(_COLON_WITH_AMOUNT, "=", text, count=1)


def _join_texts(before: str, text: str) -> str:
    # Spaces around a sign do not separate an item from its amount: `red = 3`, `red: 3`, `table=100 + 35`.
    if before.endswith(("=", ":")) and is_amount(text):
        return f"{before[:-1]}={text}"
    has_number = any(char in DIGITS for char in before)
    is_equals_sign = text.startswith("=") and "=" not in before and not has_number
    is_sum = has_number and (text.startswith("+") or (before.endswith("+") and is_amount(text)))
    return before + text if is_equals_sign or is_sum else ""


def _has_thousands_separators(text: str) -> bool:
    """Return whether a text is a number with a comma before every three digits."""
    first, *groups = text.split(",")
    return (
        0 < len(first) <= _DIGIT_GROUP_SIZE
        and all(len(group) == _DIGIT_GROUP_SIZE for group in groups)
        and is_ascii_digits("".join([first, *groups]))
    )


def _parse_rank(deck: Deck, word: str) -> Rank:
    rank = parse_rank(word)
    if rank is None:
        # Where threes have no points they are entered as facts of their own, never as cards.
        known = [rank for rank in Rank if rank is not Rank.THREE or deck.points[rank]]
        raise WordError(f'"{word}" is not a card', f"the cards are {' '.join(known)}")
    return rank


def _check_for_bare_ranks(deck: Deck, points: list[int]) -> None:
    # In 7xK+3 the 3 is not a number of points that cards can have: a card is meant.
    for number in points:
        rank = parse_rank(str(number)) if deck.point_unit and number % deck.point_unit else None
        if rank and deck.points[rank]:
            message = f'"{number}" means {number} points, and no cards are worth that'
            raise WordError(message, f"for one card of rank {number}, enter 1x{number}")
