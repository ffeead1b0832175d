"""The tally: the words that report a hand, read into each side's facts."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from canasta_score.hand.facts import HandFacts, Refusal, TallyError, refused
from canasta_score.rules.cards import Rank, rank_of
from canasta_score.rules.errors import did_you_mean
from canasta_score.rules.facts import DIRECT, SIDES
from canasta_score.rules.keys import LARGEST
from canasta_score.rules.values import Value, frozen
from canasta_score.rules.variant import Variant

DIGITS = "0123456789"
TIMES = "xX*"


@frozen
class Taken(Value):
    """A word of the tally that reports a fact: whose, which, how many, and the word's place."""

    side: str
    fact: str
    number: int
    word: int


class WrongWordError(Exception):
    """A word that cannot be taken: what is wrong with it and the remedy."""

    def __init__(self, message: str, hint: str = "") -> None:
        """Keep the two apart, for the word's place is not known here."""
        super().__init__(message)
        self.message, self.hint = message, hint


def read_tally(variant: Variant, words: Sequence[str], sides: Sequence[str] = SIDES) -> HandFacts:
    """Read the words of a tally into the facts of each side; a side that is not mentioned has none.

    Raises TallyError with every word that cannot be taken, and its place among the words.

    >>> from canasta_score import load_variant
    >>> read_tally(load_variant("nvso"), "we r3 nat=2 out table=7xK+35 they hand=2xA".split())
    {'we': {'red': 3, 'natural': 2, 'out': 1, 'table': 105}, 'they': {'hand': 40}}
    """
    facts: dict[str, dict[str, int]] = {side: {} for side in sides}
    places: dict[tuple[str, str], int] = {}
    refusals: list[Refusal] = []
    for read in read_words(variant, words, sides):
        if isinstance(read, Refusal):
            refusals.append(read)
        elif read.fact in facts[read.side]:
            message, hint = f"'{read.fact}' of {read.side} is told twice", "tell it once"
            refusals.append(Refusal(side=read.side, fact=read.fact, message=message, hint=hint, word=read.word))
        else:
            facts[read.side][read.fact] = read.number
            places[read.side, read.fact] = read.word
    for side, told in facts.items():
        refusals += [replace(no, word=places[side, no.fact]) for no in refused(variant, side, told)]
    if refusals:
        raise TallyError(sorted(refusals, key=lambda refusal: refusal.word or 0))
    return facts


def read_words(variant: Variant, words: Sequence[str], sides: Sequence[str]) -> Iterator[Taken | Refusal]:
    """Read word after word; a side's word starts that side's facts."""
    side = ""
    for place, word in enumerate(words):
        try:
            if not place:
                check_first(variant, word, sides)
            name, number = read_word(variant, word, sides)
            if name in sides:
                side = name
            elif side:
                yield Taken(side=side, fact=name, number=read_number(variant, name, number), word=place)
        except WrongWordError as wrong:
            yield Refusal(side=side, fact="", message=wrong.message, hint=wrong.hint, word=place)


def check_first(variant: Variant, word: str, sides: Sequence[str]) -> None:
    """Refuse a first word that is not a side; the facts behind it would be nobody's."""
    try:
        name, _ = read_word(variant, word, sides)
    except WrongWordError:
        name = ""
    if name not in sides:
        raise WrongWordError(f"a tally begins with a side, not with '{word}'", f"begin with {' or '.join(sides)}")


def read_word(variant: Variant, word: str, sides: Sequence[str]) -> tuple[str, str]:
    """Read a word into the full name of a side or a fact, and its number as written; a name alone means 1."""
    name, sign, number = word.partition("=")
    if sign:
        return full_name(variant, name, ()), number
    name, number = cut_at(word, DIGITS)
    if not (name and number):
        return full_name(variant, word, sides), "1"
    if name.lower() in short_names(variant):
        return short_names(variant)[name.lower()], number
    raise WrongWordError(f"'{word}' has a number but no =", f"write {full_name(variant, name, ())}={number}")


def cut_at(word: str, chars: str) -> tuple[str, str]:
    """Cut a word in two before the first of some characters."""
    place = next((place for place, char in enumerate(word) if char in chars), len(word))
    return word[:place], word[place:]


def full_name(variant: Variant, word: str, sides: Sequence[str]) -> str:
    """Give the side or fact that a word means: in full, by its short name, or by a beginning that fits no other."""
    name = word.lower().replace("_", "-")
    names = (*sides, *variant.facts, *DIRECT)
    if name in names:
        return name
    if name in short_names(variant):
        return short_names(variant)[name]
    fitting = [known for known in names if name and known.startswith(name)]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise WrongWordError(f"'{word}' could be {' or '.join(fitting)}", "write a letter more")
    kind = "word" if sides else "fact"
    raise WrongWordError(f"unknown {kind} '{word}'", did_you_mean(name, names))


def short_names(variant: Variant) -> dict[str, str]:
    """Give the facts by their one-letter short names."""
    return {fact.short: fact.name for fact in variant.facts.values() if fact.short}


def read_number(variant: Variant, name: str, text: str) -> int:
    """Read the number of a fact; card points may be a sum with card tallies, such as `7xK+5xQ+35`."""
    fact = variant.facts.get(name)
    if fact is None or not fact.in_points:
        return whole_number(name, text, negative=fact is None)
    cards: dict[Rank, int] = {}
    points = 0
    for term in text.split("+"):
        number, times_rank = cut_at(term, TIMES)
        if not times_rank:
            points += whole_number(name, term)
            continue
        rank, count = read_rank(variant, times_rank[1:]), whole_number(name, number)
        cards[rank] = cards.get(rank, 0) + count
        points += count * variant.deck.points[rank]
    for rank, count in cards.items():
        if count > variant.deck.holds(rank):
            message = f"'{name}={text}' has {count} cards of rank {rank}"
            raise WrongWordError(message, f"the deck holds {variant.deck.holds(rank)}")
    return points


def read_rank(variant: Variant, word: str) -> Rank:
    """Read the rank of a card tally; threes only where the variant gives them card points."""
    rank = rank_of(word)
    known = [rank for rank in Rank if rank is not Rank.THREE or variant.deck.points[rank]]
    if rank not in known:
        raise WrongWordError(f"'{word}' is no rank of card", f"ranks are {' '.join(known)}")
    return rank


def whole_number(name: str, text: str, *, negative: bool = False) -> int:
    """Read a whole number, zero or more; a part given directly may be less."""
    if not text:
        raise WrongWordError(f"'{name}=' lacks its number", f"such as {name}=1")
    if not (text.removeprefix("-").isascii() and text.removeprefix("-").isdigit()):
        digits = "".join(char for char in text if char in DIGITS) or "3"
        raise WrongWordError(
            f"'{text}' is no whole number for '{name}'", f"write digits alone, such as {name}={digits}"
        )
    if len(text) > len(str(LARGEST)):
        raise WrongWordError(f"'{text}' is too large for '{name}'", f"give at most {LARGEST}")
    if text.startswith("-") and not negative:
        raise WrongWordError(f"'{name}={text}' is less than none", "give a number of 0 or more")
    return int(text)
