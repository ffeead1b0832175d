"""The number behind a fact: how many of a thing, or points of cards as a sum, in figures or card by card."""

from collections.abc import Mapping

from canasta_score.rules.model.cards import Deck, Rank, parse_rank
from canasta_score.rules.schema.reader import MAX_NUMBER
from canasta_score.rules.text import is_ascii_digits, split_before

DIGITS = "0123456789"
TIMES_SIGNS = "xX"
_DIGIT_GROUP_SIZE = 3  # digits between the commas of a large number


class WrongWordError(Exception):
    """A word that cannot be taken: what is wrong with it and the remedy."""

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep the two apart, for the word's place is not known here."""
        super().__init__(message)
        self.message, self.hint = message, hint

    def __str__(self) -> str:
        """Give both as one sentence."""
        return f"{self.message}; {self.hint}" if self.hint else self.message


class InvalidPointsError(WrongWordError):
    """Neither points nor a sum nor cards."""


def parse_card_points(deck: Deck, name: str, text: str) -> tuple[int, Mapping[Rank, int]]:
    """Read points as a sum of figures and card tallies, such as `7xK+5xQ+35`; give also the cards that were named."""
    cards: dict[Rank, int] = {}
    figures: list[int] = []
    for term in text.split("+"):
        number, times_rank = split_before(term, TIMES_SIGNS)
        is_number = is_ascii_digits(number.removeprefix("-")) or _has_thousands_separators(term)
        if text and (" " in term or not is_number):
            hint = f"write points, a sum or cards, such as {name}=7xK+35"
            raise InvalidPointsError(f"'{term or text}' is no number of points", hint)
        if times_rank:
            rank, count = _parse_rank(deck, times_rank[1:]), parse_integer(name, number)
            cards[rank] = cards.get(rank, 0) + count
        else:
            figures.append(parse_integer(name, term))
    points = deck.sum_points(cards) + sum(figures)
    if points > MAX_NUMBER:
        raise WrongWordError(f"'{text}' is too large for '{name}'", f"give at most {MAX_NUMBER}")
    if no_points := next((one for one in figures if cards and _is_bare_rank(deck, one)), 0):
        message = f"'{no_points}' beside cards is {no_points} points, which no card has"
        raise WrongWordError(message, f"one card of rank {no_points} is 1x{no_points}")
    return points, cards


def _is_bare_rank(deck: Deck, figure: int) -> bool:
    """Tell whether a figure is a rank that has points, and no points that cards can have."""
    rank = parse_rank(str(figure)) if deck.point_unit and figure % deck.point_unit else None
    return rank is not None and bool(deck.points[rank])


def _parse_rank(deck: Deck, word: str) -> Rank:
    """Read the rank of a card tally; what it can be named does not list threes without card points."""
    rank = parse_rank(word)
    if rank is None:
        known = [rank for rank in Rank if rank is not Rank.THREE or deck.points[rank]]
        raise WrongWordError(f"'{word}' is no rank of card", f"ranks are {' '.join(known)}")
    return rank


def _has_thousands_separators(text: str) -> bool:
    """Tell whether a text is a number whose digits stand in threes behind commas."""
    first, *groups = text.split(",")
    return (
        0 < len(first) <= _DIGIT_GROUP_SIZE
        and all(len(group) == _DIGIT_GROUP_SIZE for group in groups)
        and is_ascii_digits("".join([first, *groups]))
    )


def parse_integer(name: str, text: str, *, negative: bool = False, largest: int = MAX_NUMBER) -> int:
    """Read a whole number, zero or more; a part given directly may be less, and sums may be larger than facts."""
    if not text:
        raise WrongWordError(f"a number is missing for '{name}'", f"write it behind the sign: {name}=")
    if not is_ascii_digits(text.removeprefix("-")):
        remedy = (
            f"write {name}={text.replace(',', '')}" if _has_thousands_separators(text) else "write it in digits alone"
        )
        raise WrongWordError(f"'{text}' is no whole number for '{name}'", remedy)
    digits = text.lstrip("-0") or "0"
    if len(digits) > len(str(largest)):
        raise WrongWordError(f"'{text}' is too large for '{name}'", f"give at most {largest}")
    if text.startswith("-") and not negative:
        raise WrongWordError(f"'{name}={text}' is less than none", "give a number of 0 or more")
    return -int(digits) if text.startswith("-") else int(digits)
