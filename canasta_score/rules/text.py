"""Text helpers that every layer shares. This module imports nothing of the program."""

from collections.abc import Iterable
from itertools import groupby

DIGITS = "0123456789"
DOUBLE_QUOTES = '"\uff02\u201c\u201d\u201e\u201f\u00ab\u00bb'
SINGLE_QUOTES = "'`\N{ACUTE ACCENT}\u2018\u2019\u201a\u201b"  # inside a name they are apostrophes
QUOTES = DOUBLE_QUOTES + SINGLE_QUOTES
_LEAST_RANGE = 4  # numbers in a row that are named by the first and the last
TYPO_SIMILARITY = 0.84  # 'outt' is a typo of 'out', but 'stuck-tens' is a new name although there is 'stuck-aces'
# Python calls zero width joiners unprintable, but names in some scripts need them, and they are harmless in a terminal.
_JOINERS = "\u200c\u200d"
_INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # printable for Python, and nothing is seen of them
_LOOK_ALIKES = str.maketrans(  # letters of Cyrillic and Greek that are drawn as Latin ones
    "АВЕЅІЈКМНОРСТУХԚԜаеѕіјорсухԁһԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧνορ",
    "ABESIJKMHOPCTYXQWaesijopcyxdhqwlABEZHIKMNOPTYXvop",
    _JOINERS,
)
_WORD_BETWEEN_PLAYERS = "and"
_SIGNS_BETWEEN_PLAYERS = str.maketrans(dict.fromkeys("&+/,", f" {_WORD_BETWEEN_PLAYERS} "))
_PLAIN_LETTERS = str.maketrans(
    "\u2018\u2019\N{LATIN SMALL LETTER O WITH STROKE}\N{LATIN SMALL LETTER L WITH STROKE}", "''ol"
)


def is_printable_line(text: str) -> bool:
    """Return whether a text is one line without control characters."""
    return text.isprintable() or all(char.isprintable() or char in _JOINERS for char in text)


def has_invisible(text: str) -> bool:
    """Return whether a text has a character that takes a place and shows nothing, such as a Hangul filler."""
    return not text.isascii() and any(char in _INVISIBLE for char in text)


def replace_look_alikes(text: str) -> str:
    """Return a text with the Latin letter for each letter of another script that looks like it, for comparison."""
    return text if text.isascii() else text.translate(_LOOK_ALIKES)


def escape_unprintable(text: str) -> str:
    """Return a text with each control character replaced by its code."""
    if text.isprintable():
        return text
    return "".join(
        char if is_printable_line(char) else char.encode("unicode_escape", "surrogatepass").decode() for char in text
    )


def join_words(words: Iterable[str], conjunction: str = "and") -> str:
    """Join words as a sentence does: 'a, b and c'."""
    *rest, last = words
    return f"{', '.join(rest)} {conjunction} {last}" if rest else last


def format_count(number: int, noun: str) -> str:
    """Format a number of things: '1 card', '3 cards'."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def name_numbers(noun: str, numbers: Iterable[int]) -> str:
    """Name things by their numbers, at least one: 'hand 3', 'tables 1, 2 and 4', 'tables 3 to 9 and 12'."""
    listed, names = [*numbers], list[str]()
    for _, run in groupby(enumerate(listed), lambda place: place[1] - place[0]):
        together = [str(number) for _, number in run]
        is_long = len(together) >= _LEAST_RANGE
        names += [f"{together[0]} to {together[-1]}"] if is_long else together
    return f"{noun if len(listed) == 1 else f'{noun}s'} {join_words(names)}"


def fold_case(text: str) -> str:
    """Return a text for comparison without regard to case, or to how a system stores accents."""
    return compose_letters(text.casefold())


def compose_letters(text: str) -> str:
    """Return a text in which a letter and its accent are one character, however a system stores them."""
    if text.isascii():
        return text
    from unicodedata import normalize

    return normalize("NFC", text)


def fold_text(text: str) -> str:
    """Return a text for comparison: without accents, in lower case, with a plain apostrophe."""
    folded = text.casefold()
    if folded.isascii():
        return folded
    from unicodedata import combining, normalize

    letters = normalize("NFKD", folded).translate(_PLAIN_LETTERS)
    return "".join(char for char in letters if not combining(char))


def split_players(name: str) -> list[str]:
    """Return the players that the name of a side joins, such as Cy and Mary Jo."""
    words = name.translate(_SIGNS_BETWEEN_PLAYERS).split()
    players = groupby(words, lambda word: word.lower() == _WORD_BETWEEN_PLAYERS)
    return [" ".join(player) for is_between, player in players if not is_between]


def split_before(text: str, chars: str) -> tuple[str, str]:
    """Split a text before the first of some characters; the second part is empty if there is none of them."""
    index = next((index for index, char in enumerate(text) if char in chars), len(text))
    return text[:index], text[index:]


def is_ascii_digits(text: str) -> bool:
    """Return whether a text consists of the digits 0 to 9, at least one."""
    return text.isascii() and text.isdigit()


def parse_digits(text: str, most: int, *, least: int = 1) -> int | None:
    """Return the number that a text of digits states, or None if it is not a number from `least` to `most`."""
    # The length first: Python refuses to convert a number of thousands of digits.
    is_number = is_ascii_digits(text) and len(text) <= len(str(most)) and least <= int(text) <= most
    return int(text) if is_number else None


def find_closest(text: str, candidates: Iterable[str], *, min_similarity: float = 0.6) -> str | None:
    """Return the candidate that is spelled most like a text, whatever the case, or None; the similarity is 0 to 1."""
    from difflib import get_close_matches

    by_folded = {candidate.casefold(): candidate for candidate in candidates}
    nearest = get_close_matches(text.casefold(), by_folded, n=1, cutoff=min_similarity)
    return by_folded[nearest[0]] if nearest else None
