"""Amounts as people type them: a number of things, cards, and points as a number, a sum or cards."""

import re
from collections.abc import Mapping

from canasta_score.hand.facts import WordError
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.model.cards import Deck, Rank, parse_rank, pluralize_rank, suggest_rank
from canasta_score.rules.schema.limits import MAX_NUMBER
from canasta_score.rules.text import is_ascii_digits, split_before

_TIMES_SIGNS = "xX\N{MULTIPLICATION SIGN}"
# Patterns as text: most commands need none of them, and compiling them takes time.
_SPACES_IN_NUMBERS = "\u00a0\u2009\u202f"  # no-break and thin spaces
_SEPARATED_NUMBER = rf"[0-9]{{1,3}}(?P<separator>[,.' {_SPACES_IN_NUMBERS}])[0-9]{{3}}((?P=separator)[0-9]{{3}})*"
_SPACE_IN_NUMBER = rf"(?<=[0-9])[{_SPACES_IN_NUMBERS}](?=[0-9]{{3}}(?![0-9]))"
_CHARS_OF_CARDS = frozenset("23456789AKQJT")
_CARD = "(?:JK|10|[2-9AKQJT])"
_LETTER = "(?P<rank>JK|[AKQJT])"
# What people type in place of COUNTxRANK: 3Q, 3 x Q, and Qx3 or Q3.
_MISTYPED_COUNTS = (
    f"(?P<count>[0-9]+){_LETTER}",
    f"(?P<count>[0-9]+) *[x*] *(?P<rank>{_CARD})",
    f"{_LETTER}[x*]?(?P<count>[0-9]+)",
)
_NUMBER_BEFORE_CARDS = "[0-9]+[A-Z]"  # as in 3KA: three kings, or a three
_SEPARATED_CARDS = f"({_CARD}[-. ]?)+"
_JOKER_WORDS = ("JOKER", "JOKERS")


def join_separated_numbers(text: str) -> str:
    """Return a text with a comma for each no-break or thin space inside a number, which would split it into words."""
    return text if text.isascii() else re.sub(_SPACE_IN_NUMBER, ",", text)


def remove_separators(number: str) -> str:
    """Return a number without the separators of its thousands; any other text is returned as it is."""
    if is_ascii_digits(number) or not is_ascii_digits(number.removeprefix("-")[:1]):
        return number
    separated = re.fullmatch(f"-?{_SEPARATED_NUMBER}", number)
    if not separated or (separated["separator"] == "." and number.removeprefix("-")[0] == "0"):
        return number
    return "".join(char for char in number if char in "-0123456789")


def parse_integer(name: str, text: str, *, negative: bool = False, largest: int = MAX_NUMBER) -> int:
    """Parse the integer that was typed for `name`; raise WordError if it is not a number, too large, or below 0."""
    text = text.replace("\N{MINUS SIGN}", "-")
    if not text:
        message, hint = f"a number is missing for {name}", f"enter it after the name, such as {name}=3"
        raise WordError(message, hint, code=DiagnosticCode.INCOMPLETE_ITEM)
    amount = remove_separators(text).removeprefix("-")
    if not is_ascii_digits(amount):
        raise WordError(f'"{text}" is not a number', "enter a number, such as 3", code=DiagnosticCode.WRONG_TYPE)
    digits = amount.lstrip("0") or "0"
    if len(digits) > len(str(largest)):
        raise WordError(f'"{text}" is too large for {name}', f"enter at most {largest:,}")
    if text.startswith("-") and not negative:
        raise WordError(f"{name}={text} is less than zero", "enter 0 or more")
    return -int(digits) if text.startswith("-") else int(digits)


def parse_card_points(deck: Deck, name: str, text: str) -> tuple[int, Mapping[Rank, int]]:
    """Parse a number, a sum or cards, such as `7xK+5xQ+35`, `KKA` and `K,K,A`, into points and the cards by rank."""
    cards: dict[Rank, int] = {}
    points: list[int] = []
    for term in text.split("+"):
        if is_ascii_digits(remove_separators(term).removeprefix("-")):
            points.append(parse_integer(name, term))
            continue
        is_several_numbers = is_ascii_digits(term.replace(" ", ""))
        try:
            for rank, count in parse_cards("" if is_several_numbers else term):
                cards[rank] = cards.get(rank, 0) + parse_integer(name, count)
        except WordError as error:
            if is_ascii_digits(split_before(term, _TIMES_SIGNS)[0]):  # cards were meant, such as 2xZ
                raise
            hint = _suggest_count(term) or f"enter points, a sum, or cards, such as {name}=345 or {name}=7xK+35"
            message = f'"{term if error.diagnostic.hint and term else text}" is not a number of points'
            raise WordError(message, hint, code=DiagnosticCode.INVALID_POINTS) from None
    total = deck.sum_points(cards) + sum(points)
    if total > MAX_NUMBER:
        raise WordError(f'"{text}" is too large for {name}', f"enter at most {MAX_NUMBER:,}")
    for number in points if cards else ():
        # In 7xK+3 the 3 is not a number of points that cards can have: a card is meant.
        bare_rank = parse_rank(str(number)) if deck.point_unit and number % deck.point_unit else None
        if bare_rank and deck.points[bare_rank]:
            message = f'"{number}" means {number} points, and no cards are worth that'
            raise WordError(message, f"for one card of rank {number}, enter 1x{number}")
    return total, cards


def is_points(text: str) -> bool:
    """Return whether a text names points of cards: numbers and cards with signs between them."""
    return all(is_ascii_digits(remove_separators(term)) or is_cards(term) for term in text.split("+"))


def is_cards(text: str) -> bool:
    """Return whether a text names cards, such as `K`, `3xK`, `KKA` or `K,K,A`."""
    return all(map(_find_cards, split_cards(text)))


def parse_cards(text: str) -> list[tuple[Rank, str]]:
    """Parse cards with commas, plus signs or spaces between them; return each rank with its number as it is typed."""
    return [card for term in split_cards(text) for card in parse_card_term(term, text)]


def split_cards(text: str) -> list[str]:
    """Split a list of cards at its commas, plus signs and spaces."""
    return [term for part in text.replace("+", ",").split(",") for term in part.split() or [""]]


def parse_card_term(term: str, text: str) -> list[tuple[Rank, str]]:
    """Parse one term of a list of cards, such as `3xK` or `KKA`; return each rank with its number as it is typed."""
    if not term:
        raise WordError(f'a card is missing in "{text}"', "enter a card on both sides of each comma, without spaces")
    cards = _find_cards(term)
    if not cards:
        raise WordError(f'"{term}" is not a card', _suggest_cards(term), code=DiagnosticCode.UNKNOWN_CARD)
    return cards


def _find_cards(term: str) -> list[tuple[Rank, str]]:
    """Return each rank of a term with its number, or nothing if the term names no cards."""
    number, times_rank = split_before(term, _TIMES_SIGNS)
    if times_rank and is_ascii_digits(number) and (rank := _find_rank(times_rank[1:])):
        return [(rank, number)]
    if rank := _find_rank(term):
        return [(rank, "1")]
    cards = term.upper()
    if not cards or not set(cards.replace("10", "T")) <= _CHARS_OF_CARDS:
        return []
    if re.match(_NUMBER_BEFORE_CARDS, cards) or _suggest_count(term):
        return []
    # JK is a joker wherever it is: a jack and a king are J,K.
    return [(Rank.TEN if word == "T" else Rank(word), "1") for word in re.findall(_CARD, cards)]


def _find_rank(word: str) -> Rank | None:
    return Rank.JOKER if word.upper() in _JOKER_WORDS else parse_rank(word)


def _suggest_cards(term: str) -> str:
    if hint := _suggest_count(term):
        return hint
    if re.fullmatch(_SEPARATED_CARDS, term.upper()):
        cards = re.findall(_CARD, term.upper())
        return f"put commas between the cards: {','.join(cards)}"
    number, times_rank = split_before(term, _TIMES_SIGNS)
    is_counted = bool(times_rank) and is_ascii_digits(number)
    nearest = suggest_rank(times_rank[1:] if is_counted else term)
    if nearest is None:
        return f"the cards are {' '.join(Rank)}"
    return f'did you mean "{number}x{nearest}"?' if is_counted else f'did you mean "{nearest}"?'


def _suggest_count(term: str) -> str:
    """Return the hint for a term such as `3K`, which may be three kings or a three and a king; empty for others."""
    for pattern in _MISTYPED_COUNTS:
        if (counted := re.fullmatch(pattern, term, re.IGNORECASE)) and (rank := parse_rank(counted["rank"])):
            return f"for {counted['count']} {pluralize_rank(rank)}, enter {counted['count']}x{rank}"
    return ""
