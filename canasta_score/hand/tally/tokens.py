"""The words of a tally, split into tokens."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from canasta_score.hand.amounts import is_cards, is_points
from canasta_score.rules.frozen import Value, frozen

DIGITS = "0123456789"
YES_NO_WORDS = {"yes": 1, "no": 0}  # in a tally
YES_WORDS, NO_WORDS = ("y", "yes"), ("n", "no")  # in reply to a question
NOTHING_WORDS = ("nothing", "none", "zero")
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
# A comma or a colon before a letter ends an item or a side: `red=3,out`, `we:red=3`; so does a comma in `2n,1m`.
_WORD_END = r"(?<=[,;:])(?=[^\W\d_])|(?<=[^\W\d_][,;])(?=\d)"


@frozen
class Token(Value):
    """A part of a tally; `index` is the place of its first word among the words that were typed.

    It `ends_item` if a comma follows: what comes after that is no part of the same item.
    """

    text: str
    index: int
    ends_item: bool = False


def tokenize(words: Sequence[str]) -> list[Token]:
    """Split the words of a tally into tokens, in plain characters and without the punctuation of a list.

    >>> [token.text for token in tokenize("We: red = 3, natural:2 table=1,200 + 35 “out” ,".split())]
    ['We:', 'red=3', 'natural=2', 'table=1,200+35', 'out']
    """
    tokens: list[Token] = []
    for index, word in enumerate(words):
        for before, text, after in _split_word(word):
            if tokens and _has_list_mark(before):
                tokens[-1] = replace(tokens[-1], ends_item=True)
            # The first is a side.
            joined = _join_texts(tokens[-1].text, text) if len(tokens) > 1 and not tokens[-1].ends_item else ""
            if joined:
                tokens[-1] = Token(text=joined, index=tokens[-1].index, ends_item=_has_list_mark(after))
            elif text:
                tokens.append(Token(text=text, index=index, ends_item=_has_list_mark(after)))
    return tokens


def is_amount(text: str) -> bool:
    """Return whether a text is an amount and not a name: it begins with a digit, or is yes or no."""
    return text.removeprefix("-")[:1] in tuple(DIGITS) or text.lower() in YES_NO_WORDS


def _split_word(word: str) -> Iterator[tuple[str, str, str]]:
    """Yield the texts in a word, each between the punctuation before and after it."""
    plain = word.translate(_PLAIN_CHARS)
    for part in [plain.replace(":", "=", 1)] if _lists_cards(plain) else re.split(_WORD_END, plain):
        text = part.strip(_SINGLE_QUOTES + _LIST_MARKS)
        before, _, after = part.partition(text) if text else (part, "", "")
        yield before, re.sub(_COLON_WITH_AMOUNT, "=", text.rstrip("."), count=1), after  # a full stop ends a sentence


def _has_list_mark(punctuation: str) -> bool:
    return any(mark in punctuation for mark in _LIST_MARKS)


def _lists_cards(text: str) -> bool:
    # The comma in `K,K,A` or `hK,A` ends no item. Of `n2,a`, which may list cards, the parser knows better.
    first, *others = text.strip(_SINGLE_QUOTES + _LIST_MARKS).split(",")
    return bool(others) and all(map(is_cards, others)) and bool(find_cards_of_word(first))


def find_cards_of_word(text: str) -> str:
    """Return the cards in a word that may name their item before them: `K`, `hK` or `hand=K`; empty if it has none."""
    return next(filter(is_cards, (text, text[1:], text.replace(":", "=").rpartition("=")[2])), "")


def _join_texts(before: str, text: str) -> str:
    # Spaces around a sign do not separate an item from its amount: `red = 3`, `red: 3`, `table=100 + 35`.
    # But not the side from an item with a number before it: `they: 2n`.
    is_number = is_points(text.removeprefix("-")) or text.lower() in YES_NO_WORDS
    if is_number and (before.endswith("=") or (before.endswith(":") and is_amount(text))):
        return f"{before[:-1]}={text}"
    has_number = any(char in DIGITS for char in before)
    is_equals_sign = text.startswith("=") and "=" not in before and not has_number
    has_amount = has_number or is_cards(before.rpartition("=")[2].rstrip("+"))
    is_sum = has_amount and (text.startswith("+") or (before.endswith("+") and (is_amount(text) or is_cards(text))))
    return before + text if is_equals_sign or is_sum else ""
