"""The cards: ranks, the deck, and what one card of a rank is worth."""

from collections.abc import Mapping
from math import gcd

from canasta_score.rules.frozen import FastStrEnum, Value, frozen
from canasta_score.rules.schema.reader import TableReader

_SUIT_COUNT = 4
_MAX_PACKS = 50
_MAX_JOKERS = 200


class Rank(FastStrEnum):
    """A rank of card; THREE stands for the black three, the only three that can have card points."""

    JOKER = "JK"
    TWO = "2"
    ACE = "A"
    KING = "K"
    QUEEN = "Q"
    JACK = "J"
    TEN = "10"
    NINE = "9"
    EIGHT = "8"
    SEVEN = "7"
    SIX = "6"
    FIVE = "5"
    FOUR = "4"
    THREE = "3"


WILD_RANKS = (Rank.JOKER, Rank.TWO)
NATURAL_RANKS = tuple(rank for rank in Rank if rank not in (*WILD_RANKS, Rank.THREE))
_RANKS_BY_NAME = {**Rank.__members__, "DEUCE": Rank.TWO}
_RANKS_BY_NUMBER = {"1": Rank.ACE, "0": Rank.TEN, "11": Rank.JACK, "12": Rank.QUEEN, "13": Rank.KING}


def parse_rank(word: str) -> Rank | None:
    """Give the rank that a word names, in any case and with T for 10, or None."""
    name = word.upper()
    if name == "T":
        return Rank.TEN
    return Rank(name) if name in tuple(Rank) else None


def suggest_rank(word: str) -> Rank | None:
    """Give the rank that a word is likely meant for: by its name in full, or as the one written most alike."""
    from difflib import get_close_matches  # noqa: PLC0415 -- only for those who mistype

    name = word.upper()
    if name in _RANKS_BY_NUMBER or len(name) < len("10"):
        return _RANKS_BY_NUMBER.get(name)
    written = {str(rank): rank for rank in Rank}
    begun = [spoken for spoken in _RANKS_BY_NAME if spoken.startswith(name)]
    near = begun or get_close_matches(name, _RANKS_BY_NAME, n=1) or get_close_matches(name, written, n=1, cutoff=0.5)
    return {**written, **_RANKS_BY_NAME}[near[0]] if near else None


@frozen
class Deck(Value):
    """The cards the variant is played with: packs of 52, and the jokers of all of them together."""

    packs: int
    jokers: int
    points: Mapping[Rank, int]

    def count_rank(self, rank: Rank) -> int:
        """Count the cards of a rank; of the threes, the black ones."""
        if rank is Rank.JOKER:
            return self.jokers
        return self.threes_per_color if rank is Rank.THREE else self.packs * _SUIT_COUNT

    def sum_points(self, cards: Mapping[Rank, int]) -> int:
        """Add up the points of some cards."""
        return sum(number * self.points[rank] for rank, number in cards.items())

    @property
    def threes_per_color(self) -> int:
        """Count the red threes, or the black ones: two in each pack."""
        return 2 * self.packs

    @property
    def size_without_threes(self) -> int:
        """Count all cards but the threes."""
        return sum(self.count_rank(rank) for rank in (*NATURAL_RANKS, *WILD_RANKS))

    @property
    def point_unit(self) -> int:
        """Give the greatest number of points of which every card is worth a multiple."""
        return gcd(*self.points.values())

    @property
    def total_points(self) -> int:
        """Add up the points of every card in the deck."""
        return sum(self.count_rank(rank) * points for rank, points in self.points.items())


def read_deck(root: TableReader) -> Deck:
    """Read `[deck]` and `[cards]`."""
    deck = root.table("deck")
    packs = deck.integer("packs", least=1, most=_MAX_PACKS)
    jokers = deck.integer("jokers", most=_MAX_JOKERS)
    packs = _MAX_PACKS if deck.has_error("packs") else packs
    jokers = _MAX_JOKERS if deck.has_error("jokers") else jokers
    deck.report_unknown_keys()
    cards = root.table("cards")
    points = {rank: cards.integer(rank, 0 if rank is Rank.THREE else None) for rank in Rank}
    cards.report_unknown_keys()
    return Deck(packs=packs, jokers=jokers, points=points)


def read_ranks(table: TableReader, key: str) -> tuple[Rank, ...]:
    """Read a list of rank words; without the key there are none."""
    ranks: list[Rank] = []
    for word in table.texts(key):
        rank = parse_rank(word)
        if rank is None:
            table.add_error(key, f"'{word}' is no rank", "ranks are " + " ".join(Rank))
        elif rank in ranks:
            table.add_error(key, f"'{rank}' stands there twice", "name it once")
        else:
            ranks.append(rank)
    return tuple(ranks)
