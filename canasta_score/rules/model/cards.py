"""The cards: ranks, the deck, what one card of a rank is worth, and how the points of cards count."""

from collections.abc import Collection, Mapping
from math import gcd

from canasta_score.rules.frozen import FastStrEnum, Value
from canasta_score.rules.model.facts import CardPoints, read_short_name
from canasta_score.rules.model.threes import Sign
from canasta_score.rules.schema.reader import TableReader
from canasta_score.rules.text import find_closest

_SUIT_COUNT = 4
_MAX_PACKS = 50
_MAX_JOKERS = 200
TABLE_FACT = "table"
HAND_FACT = "hand"


class Rank(FastStrEnum):
    """A rank of card; THREE is the black three, the only three that can have card points."""

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
_RANKS_BY_WORD = {**{rank.value: rank for rank in Rank}, "T": Rank.TEN}
_RANKS_BY_NAME = {**Rank.__members__, "DEUCE": Rank.TWO}
_RANKS_BY_NUMBER = {"1": Rank.ACE, "0": Rank.TEN, "11": Rank.JACK, "12": Rank.QUEEN, "13": Rank.KING}


class Deck(Value):
    """The cards that the variant is played with."""

    packs: int  # of 52 cards
    jokers: int  # in all packs together
    points: Mapping[Rank, int]  # of one card of each rank

    def count_rank(self, rank: Rank) -> int:
        """Return the number of cards of a rank; THREE means the black threes."""
        if rank is Rank.JOKER:
            return self.jokers
        return self.threes_per_color if rank is Rank.THREE else self.packs * _SUIT_COUNT

    def sum_points(self, cards: Mapping[Rank, int]) -> int:
        """Return the points of cards, given by the number of each rank."""
        return sum(number * self.points[rank] for rank, number in cards.items())

    @property
    def threes_per_color(self) -> int:
        """Return the number of red threes; there are as many black threes."""
        return 2 * self.packs

    @property
    def size_without_threes(self) -> int:
        """Return the number of cards other than threes."""
        return sum(self.count_rank(rank) for rank in (*NATURAL_RANKS, *WILD_RANKS))

    @property
    def point_unit(self) -> int:
        """Return the largest number that divides the points of every card."""
        return gcd(*self.points.values())

    @property
    def total_points(self) -> int:
        """Return the points of all cards of the deck together."""
        return sum(self.count_rank(rank) * points for rank, points in self.points.items())


class CardPointsRules(Value):
    """How card points count; `no_canasta` is the sign of the points on the table for a side without a canasta."""

    no_canasta: Sign
    on_table: CardPoints
    in_hand: CardPoints


def parse_rank(word: str) -> Rank | None:
    """Parse a rank such as `JK`, `10` or `T`, in any case; None for any other word."""
    return _RANKS_BY_WORD.get(word.upper())


def suggest_rank(word: str) -> Rank | None:
    """Return the rank that an unknown word most likely stands for, or None."""
    name = word.upper()
    if name in _RANKS_BY_NUMBER or len(name) <= 1:  # one letter resembles too many ranks
        return _RANKS_BY_NUMBER.get(name)
    for rank_name, rank in _RANKS_BY_NAME.items():
        if rank_name.startswith(name):
            return rank
    if closest_name := find_closest(name, _RANKS_BY_NAME):
        return _RANKS_BY_NAME[closest_name]
    written = find_closest(name, Rank, min_similarity=0.5)
    return Rank(written) if written else None


def pluralize_rank(rank: Rank) -> str:
    """Return what people call the cards of a rank, such as "queens"."""
    return f"{rank.name.lower()}{'es' if rank is Rank.SIX else 's'}"


def format_rank_count(number: int, rank: Rank) -> str:
    """Format a number of cards of a rank: "1 queen", "3 queens"."""
    return f"{number} {rank.name.lower() if number == 1 else pluralize_rank(rank)}"


def read_deck(root: TableReader) -> Deck:
    """Read `[deck]` and `[cards]`."""
    deck = root.table("deck")
    packs = deck.integer("packs", least=1, most=_MAX_PACKS)
    jokers = deck.integer("jokers", most=_MAX_JOKERS)
    # If the size of the deck is unknown, nothing can be reported as larger than the deck.
    packs = _MAX_PACKS if deck.has_error("packs") else packs
    jokers = _MAX_JOKERS if deck.has_error("jokers") else jokers
    deck.report_unknown_keys()
    cards = root.table("cards")
    points = {rank: cards.integer(rank, 0 if rank is Rank.THREE else None) for rank in Rank}
    cards.report_unknown_keys()
    return Deck(packs=packs, jokers=jokers, points=points)


def read_card_points(root: TableReader, taken: Collection[str]) -> CardPointsRules:
    """Read `[count]`; without `short`, the short names are the first letters, unless they are taken."""
    table = root.table("count")
    short_names = table.table("short")
    letters = {name: "" if name[0] in taken else name[0] for name in (TABLE_FACT, HAND_FACT)}
    on_table, in_hand = (
        CardPoints(name=name, label=label, short_name=read_short_name(short_names, name, letters[name]))
        for name, label in ((TABLE_FACT, "On the table"), (HAND_FACT, "Left in hand"))
    )
    short_names.report_unknown_keys()
    no_canasta = table.word("no_canasta", Sign, Sign.PLUS)
    table.report_unknown_keys()
    return CardPointsRules(no_canasta=no_canasta, on_table=on_table, in_hand=in_hand)


def read_natural_ranks(table: TableReader, key: str, hint: str = "") -> tuple[Rank, ...]:
    """Read a list of natural ranks, empty if the key is absent; `hint` is added to the list of them after a mistake."""
    ranks: list[Rank] = []
    for word in table.texts(key):
        rank = parse_rank(word)
        if rank is None:
            table.add_error(key, f'"{word}" is not a rank', f"the ranks are {' '.join(Rank)}")
            continue
        if rank in ranks:
            table.add_error(key, f'"{rank}" appears twice', "keep one")
        elif rank not in NATURAL_RANKS:
            table.add_error(key, f'"{rank}" is not a natural card', f"the ranks are {' '.join(NATURAL_RANKS)}{hint}")
        ranks.append(rank)
    return tuple(dict.fromkeys(ranks))
