"""The amount of a fact: how many there are of a thing, or points of cards as a number, a sum or a list of cards."""

from collections.abc import Mapping

from canasta_score.hand.facts import WordError
from canasta_score.rules.diagnostics import DiagnosticCode
from canasta_score.rules.model.cards import Deck, Rank, parse_rank
from canasta_score.rules.schema.raw_tables import MAX_NUMBER
from canasta_score.rules.text import is_ascii_digits, split_before

DIGITS = "0123456789"
TIMES_SIGNS = "xX"
YES_NO_WORDS = {"yes": 1, "no": 0}
_DIGIT_GROUP_SIZE = 3  # digits between the commas of a large number


def parse_card_points(deck: Deck, name: str, text: str) -> tuple[int, Mapping[Rank, int]]:
    """Parse points of cards as a sum of numbers and counted ranks, such as `7xK+5xQ+35`.

    Returns the points and the cards that were named, by rank. Raises WordError.
    """
    cards: dict[Rank, int] = {}
    points: list[int] = []
    for term in text.split("+"):
        number, times_rank = split_before(term, TIMES_SIGNS)
        is_number = is_ascii_digits(number.removeprefix("-")) or has_thousands_separators(number.removeprefix("-"))
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


def _check_for_bare_ranks(deck: Deck, points: list[int]) -> None:
    # In 7xK+3 the 3 is not a number of points that cards can have: a card is meant.
    for number in points:
        rank = parse_rank(str(number)) if deck.point_unit and number % deck.point_unit else None
        if rank and deck.points[rank]:
            message = f'"{number}" means {number} points, and no cards are worth that'
            raise WordError(message, f"for one card of rank {number}, enter 1x{number}")


def _parse_rank(deck: Deck, word: str) -> Rank:
    rank = parse_rank(word)
    if rank is None:
        # Where threes have no points they are entered as facts of their own, never as cards.
        known = [rank for rank in Rank if rank is not Rank.THREE or deck.points[rank]]
        raise WordError(f'"{word}" is not a card', f"the cards are {' '.join(known)}")
    return rank


def has_thousands_separators(text: str) -> bool:
    """Return whether a text is a number with a comma before every three digits."""
    first, *groups = text.split(",")
    return (
        0 < len(first) <= _DIGIT_GROUP_SIZE
        and all(len(group) == _DIGIT_GROUP_SIZE for group in groups)
        and is_ascii_digits("".join([first, *groups]))
    )


def parse_integer(name: str, text: str, *, negative: bool = False, largest: int = MAX_NUMBER) -> int:
    """Parse the integer that was typed for `name`; raise WordError if it is none, too large, or below 0.

    Negative numbers are accepted only on request, commas before every three digits always.
    """
    if not text:
        raise WordError(f"a number is missing for {name}", f"enter it after the equals sign, such as {name}=3")
    amount = text.removeprefix("-")
    if has_thousands_separators(amount):
        amount = amount.replace(",", "")
    if not is_ascii_digits(amount):
        raise WordError(f'"{text}" is not a number', "enter a number, such as 3")
    digits = amount.lstrip("0") or "0"
    if len(digits) > len(str(largest)):
        raise WordError(f'"{text}" is too large for {name}', f"enter at most {largest:,}")
    if text.startswith("-") and not negative:
        raise WordError(f"{name}={text} is less than zero", "enter 0 or more")
    return -int(digits) if text.startswith("-") else int(digits)
