"""The cards: ranks, the deck, and what one card of a rank is worth."""

from collections.abc import Mapping
from math import gcd

from canasta_score.rules.frozen import Value, Words, frozen
from canasta_score.rules.schema.reader import Table

SUITS = 4
MOST_PACKS = 50
MOST_JOKERS = 200


class Rank(Words):
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


WILD = (Rank.JOKER, Rank.TWO)
NATURAL = tuple(rank for rank in Rank if rank not in (*WILD, Rank.THREE))
SPOKEN = {**Rank.__members__, "DEUCE": Rank.TWO}
NUMBERED = {"1": Rank.ACE, "0": Rank.TEN, "11": Rank.JACK, "12": Rank.QUEEN, "13": Rank.KING}


def rank_of(word: str) -> Rank | None:
    """Give the rank that a word names, in any case and with T for 10, or None."""
    name = word.upper()
    if name == "T":
        return Rank.TEN
    return Rank(name) if name in tuple(Rank) else None


def nearest_rank(word: str) -> Rank | None:
    """Give the rank that a word is likely meant for: by its name in full, or as the one written most alike."""
    from difflib import get_close_matches  # noqa: PLC0415 -- only for those who mistype

    name = word.upper()
    if name in NUMBERED or len(name) < len("10"):
        return NUMBERED.get(name)
    written = {str(rank): rank for rank in Rank}
    begun = [spoken for spoken in SPOKEN if spoken.startswith(name)]
    near = begun or get_close_matches(name, SPOKEN, n=1) or get_close_matches(name, written, n=1, cutoff=0.5)
    return {**written, **SPOKEN}[near[0]] if near else None


@frozen
class Deck(Value):
    """The cards the variant is played with: packs of 52, and the jokers of all of them together."""

    packs: int
    jokers: int
    points: Mapping[Rank, int]

    def holds(self, rank: Rank) -> int:
        """Count the cards of a rank; of the threes, the black ones."""
        if rank is Rank.JOKER:
            return self.jokers
        return self.threes_of_a_colour if rank is Rank.THREE else self.packs * SUITS

    def worth(self, cards: Mapping[Rank, int]) -> int:
        """Add up the points of some cards."""
        return sum(number * self.points[rank] for rank, number in cards.items())

    @property
    def threes_of_a_colour(self) -> int:
        """Count the red threes, or the black ones: two in each pack."""
        return 2 * self.packs

    @property
    def cards(self) -> int:
        """Count all cards but the threes."""
        return sum(self.holds(rank) for rank in (*NATURAL, *WILD))

    @property
    def unit(self) -> int:
        """Give the greatest number of points of which every card is worth a multiple."""
        return gcd(*self.points.values())

    @property
    def all_points(self) -> int:
        """Add up the points of every card in the deck."""
        return sum(self.holds(rank) * points for rank, points in self.points.items())


def read_deck(root: Table) -> Deck:
    """Read `[deck]` and `[cards]`."""
    deck = root.table("deck")
    packs = deck.whole("packs", least=1, most=MOST_PACKS)
    jokers = deck.whole("jokers", most=MOST_JOKERS)
    packs = MOST_PACKS if deck.doubtful("packs") else packs
    jokers = MOST_JOKERS if deck.doubtful("jokers") else jokers
    deck.close()
    cards = root.table("cards")
    points = {rank: cards.whole(rank, 0 if rank is Rank.THREE else None) for rank in Rank}
    cards.close()
    return Deck(packs=packs, jokers=jokers, points=points)


def read_ranks(table: Table, key: str) -> tuple[Rank, ...]:
    """Read a list of rank words; without the key there are none."""
    ranks: list[Rank] = []
    for word in table.texts(key):
        rank = rank_of(word)
        if rank is None:
            table.wrong(key, f"'{word}' is no rank", "ranks are " + " ".join(Rank))
        elif rank in ranks:
            table.wrong(key, f"'{rank}' stands there twice", "name it once")
        else:
            ranks.append(rank)
    return tuple(ranks)
