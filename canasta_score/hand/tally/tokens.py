"""The words of a tally, split into tokens: as they are written, and as people say them."""

import re
from collections.abc import Iterable, Iterator, Sequence

from canasta_score.hand.amounts import is_cards, is_points
from canasta_score.hand.tally import names
from canasta_score.rules.frozen import Value, replace
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant
from canasta_score.rules.text import DIGITS, DOUBLE_QUOTES, SINGLE_QUOTES, fold_text, split_before

YES_NO_WORDS = {"yes": 1, "no": 0}  # in a tally
YES_WORDS, NO_WORDS = ("y", "yes"), ("n", "no")  # in reply to a question
NOTHING_WORDS = ("nothing", "none", "zero")
_PLAIN_CHARS: dict[int, int | str | None] = {
    **{code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)},  # full width
    ord("\N{MINUS SIGN}"): "-",
    ord("\N{MULTIPLICATION SIGN}"): "x",
    **dict.fromkeys(map(ord, DOUBLE_QUOTES)),
}
FILLERS = ("and", "but", "with", "have", "has", "had", "got", "made", "was", "were")
_DETERMINERS = ("the", "their", "his", "her", "our", "my")  # before an item or a place; they say nothing
ARTICLES = ("a", "an")
_ONE = "one"  # says nothing after an item, as in `one dirty one`, and `two dirty ones`
WORD_BEFORE_CARDS = "with"  # as in `caught with two aces`, which are no canasta
THREES = ("three", "threes")
_SPELLED_THREES = ("3s", "3's", "3\N{RIGHT SINGLE QUOTATION MARK}s")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_NUMBER_WORDS = {word: str(number) for number, word in enumerate(_NUMBERS, start=1)}
JOKERS = ("joker", "jokers")  # cards, and a word of labels
_SPOKEN_CARDS = {
    **dict.fromkeys(JOKERS, "JK"),
    **{f"{name}{end}": name[0].upper() for name in ("king", "queen", "jack", "ace") for end in ("", "s")},
    **dict.fromkeys(("deuce", "deuces", "twos"), "2"),
    **{f"{word}s".replace("xs", "xes"): str(number) for number, word in enumerate(_NUMBERS[3:10], start=4)},
}
_LIST_MARKS = ",;"
# Patterns as text: compiling both takes 0.2 ms, and reading a game file needs only the quotes.
_COLON_WITH_AMOUNT = rf":(?=-?[{DIGITS}])"
# A comma or a colon before a letter ends an item or a side: `red=3,out`, `we:red=3`; so does a comma in `2n,1m`.
_WORD_END = r"(?<=[,;:])(?=[^\W\d_])|(?<=[^\W\d_][,;])(?=\d)"


class Token(Value):
    """A part of a tally."""

    text: str
    index: int  # of its first word among those that were typed
    ends_item: bool = False  # a comma follows: what comes after that is no part of the same item


def tokenize(words: Sequence[str]) -> list[Token]:
    """Split the words of a tally into tokens, in plain characters and without the punctuation of a list."""
    tokens: list[Token] = []
    for index, word in enumerate(words):
        for is_apart, text, ends_item in _split_word(word):
            if tokens and is_apart:
                tokens[-1] = replace(tokens[-1], ends_item=True)
            # The first is a side.
            joined = _join_texts(tokens[-1].text, text) if len(tokens) > 1 and not tokens[-1].ends_item else ""
            if joined:
                tokens[-1] = Token(text=joined, index=tokens[-1].index, ends_item=ends_item)
            elif text:
                tokens.append(Token(text=text, index=index, ends_item=ends_item))
    return tokens


def is_amount(text: str) -> bool:
    """Return whether a text is an amount and not a name: it begins with a digit, or is yes or no."""
    return text.removeprefix("-")[:1] in tuple(DIGITS) or text.lower() in YES_NO_WORDS


def _split_word(word: str) -> Iterator[tuple[bool, str, bool]]:
    """Yield the texts in a word, each with whether a comma is before it, and after it."""
    plain = word.translate(_PLAIN_CHARS)
    if {*plain}.isdisjoint((*_LIST_MARKS, ":")):  # start-up: most words need no pattern
        yield False, plain.strip(SINGLE_QUOTES).rstrip("."), False
        return
    # The comma in `K,K,A` or `hK,A` ends no item. Of `n2,a`, which may list cards, the parser knows better.
    first, *others = plain.strip(SINGLE_QUOTES + _LIST_MARKS).split(",")
    lists_cards = others and all(map(is_cards, others)) and _find_cards_of_word(first)
    for part in [plain.replace(":", "=", 1)] if lists_cards else re.split(_WORD_END, plain):
        text = part.strip(SINGLE_QUOTES + _LIST_MARKS)
        before, _, after = part.partition(text) if text else (part, "", "")
        is_apart, ends_item = (not {*_LIST_MARKS}.isdisjoint(signs) for signs in (before, after))
        # A full stop ends a sentence.
        yield is_apart, re.sub(_COLON_WITH_AMOUNT, "=", text.rstrip("."), count=1), ends_item


def _find_cards_of_word(text: str) -> str:
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


def split_tokens(variant: Variant, tokens: Sequence[Token], sides: names.Sides) -> Iterator[Token]:
    """Yield the tokens, but items apart where a comma separates no cards, `n2,a`, and a side apart from a number."""
    called = {word for name in names.get_names(sides).values() for word in fold_text(name).split()} | {*sides}
    left_out = {*_DETERMINERS} - called
    said = [token for token in _join_labels(variant, tokens) if token.text.lower() not in left_out]
    apart: list[Token] = []
    for token in _drop_nouns(said, sides):
        name, sign, amount = token.text.partition("=")
        is_side = sign and names.match_sides(name, sides) and not names.list_matches(variant, name, ())
        apart += [replace(token, text=text) for text in (name, amount) if text] if is_side else [token]
    for token in replace_number_words(variant, _spell_threes(apart, sides), sides):
        first, *others = token.text.split(",")
        are_items = others and all(is_cards(text) and names.find_name(variant, text) for text in others)
        if are_items and split_before(first, DIGITS)[1].isdecimal():
            yield from (replace(token, text=text, ends_item=True) for text in (first, *others))
        else:
            yield token


def _join_labels(variant: Variant, tokens: Sequence[Token]) -> list[Token]:
    """Return the tokens, of which no comma inside a label ends an item: `wild canasta, all twos`."""
    joined = list(tokens)
    for label in [fact.label for fact in variant.facts.values() if "," in fact.label]:
        *words, last = fold_text(label).split()
        for first, end in enumerate(range(len(words), len(tokens))):
            typed = [f"{token.text.lower()}{',' * token.ends_item}" for token in tokens[first:end]]
            if typed == words and tokens[end].text.lower().startswith(last):
                joined[first:end] = [replace(token, ends_item=False) for token in tokens[first:end]]
    return joined


def _drop_nouns(tokens: Sequence[Token], sides: names.Sides) -> list[Token]:
    """Return the tokens without `one` after `one dirty`, and without `ones`."""
    kept: list[Token] = []
    for place, token in enumerate(tokens):
        word, following = token.text.lower(), "".join(other.text for other in tokens[place + 1 : place + 2])
        is_end = token.ends_item or not following or following in FILLERS or names.match_sides(following, sides)
        is_counted = len(kept) > 1 and kept[-2].text.lower() in (_ONE, "1", *ARTICLES) and kept[-1].text.isalpha()
        if kept and (word == f"{_ONE}s" or (word == _ONE and is_counted and is_end)):
            kept[-1] = replace(kept[-1], ends_item=kept[-1].ends_item or token.ends_item)
        else:
            kept.append(token)
    return kept


def _spell_threes(tokens: Sequence[Token], sides: names.Sides) -> list[Token]:
    """Return the tokens with `threes` for `3s` after a color, and for a 3 where `1 red 3` is a whole part."""
    spelled = [*tokens]
    for place, token in enumerate(tokens[1:], start=1):
        is_spelled = token.text.lower() in _SPELLED_THREES
        if tokens[place - 1].text.lower() in [*Color] and (
            is_spelled or (token.text == "3" and _is_whole_part(tokens, place - 2, place, sides))
        ):
            spelled[place] = replace(token, text=THREES[-1])
    return spelled


def _is_whole_part(tokens: Sequence[Token], first: int, last: int, sides: names.Sides) -> bool:
    """Return whether some tokens are a number and its item alone, between commas, sides and the ends of the tally."""
    if first < 0:
        return False
    number = tokens[first].text.lower()
    has_number = is_amount(number) or number in (*_NUMBER_WORDS, *ARTICLES)
    is_begun = first == 0 or tokens[first - 1].ends_item or names.match_sides(tokens[first - 1].text, sides)
    is_ended = last + 1 == len(tokens) or tokens[last].ends_item or names.match_sides(tokens[last + 1].text, sides)
    return has_number and bool(is_begun and is_ended)


def replace_number_words(variant: Variant, tokens: Sequence[Token], sides: names.Sides = ()) -> Iterator[Token]:
    """Yield the tokens, with digits for `one` to `twelve`, but not in a name such as `red three` or `four jokers`."""
    texts = [split_number(token.text)[1] or token.text for token in tokens]
    for place, token in enumerate(tokens):
        number = _NUMBER_WORDS.get(token.text.lower(), "")
        pairs = (texts[max(place - 1, 0) : place + 1], texts[place : place + 2])
        is_before_item = any(names.list_matches(variant, word, ()) for word in pairs[1][1:] if number)
        is_name = number and (
            names.match_sides(token.text, sides)
            or (sides and names.match_names(token.text, variant.facts) and not is_before_item)
            or (token.text.lower() in THREES and pairs[0][0].lower() in [*Color])
            or any(names.find_spaced_name(variant, pair)[0] for pair in pairs)
        )
        yield replace(token, text=number) if number and not is_name else token


def split_at_commas(tokens: Iterable[Token]) -> list[list[Token]]:
    """Return the tokens between commas, where numbers and items belong together; `hand K, K, A` stays whole."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        parts[-1].append(token)
        parts += [[]] if token.ends_item else []
    joined: list[list[Token]] = []
    for part in parts:
        before = [token.text.lower() for token in joined[-1]] if joined else []
        listed = "".join(_iter_last_cards(before))
        is_list = listed and not listed.isdecimal() and all(is_cards(token.text) for token in part)
        words = [token.text for token in part[:3]]
        is_spoken = find_spoken_card(words[1:] if "".join(words[:1]).lower() == "and" else words)
        if is_list or (WORD_BEFORE_CARDS in before and find_spoken_card(before[-2:]) and is_spoken):
            joined[-1] += part
        elif part:
            joined.append(part)
    return joined


def _iter_last_cards(words: Sequence[str]) -> Iterator[str]:
    """Yield the cards that end a part of a tally, from the last one on."""
    for word in reversed(words):
        yield (cards := _find_cards_of_word(word))
        if cards != word:
            return


def find_spoken_card(words: Sequence[str]) -> str:
    """Return the card that is said first, as `2xK` for two kings and `1x10` for a 10; empty if none is."""
    number, card = [*words[:2], "", ""][:2]
    count = "1" if number.lower() in ARTICLES else number
    rank = _SPOKEN_CARDS.get(card.lower()) or card.removesuffix("s")
    # An `A` before a number is rather an ace.
    is_spoken = card.lower() in _SPOKEN_CARDS or (rank.isdecimal() and (number in ARTICLES or rank != card))
    return f"{count}x{rank}" if count.isdecimal() and is_spoken and is_cards(rank) else ""


def split_number(text: str) -> tuple[str, str]:
    """Split a word such as `2n` into the number and the name after it, which is empty if there is none."""
    name = text.lstrip(f"{DIGITS},.+")
    return text.removesuffix(name), name
