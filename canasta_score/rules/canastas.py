"""Canastas: the kinds a variant knows, what each is worth, and the cards that make it."""

from canasta_score.rules.cards import NATURAL, Deck, Rank, read_ranks
from canasta_score.rules.facts import Fact, read_fact
from canasta_score.rules.keys import Table
from canasta_score.rules.values import Value, frozen

CANASTA = 7
LARGEST_CANASTA = 20


@frozen
class CardGroup(Value):
    """The cards a thing on the table or in hand must have at least.

    `size` cards, of them the fewest and the most wild ones, of those the fewest and the most jokers; the natural
    ones all of one rank out of `ranks`, or any at all where `ranks` is empty.
    """

    size: int
    ranks: tuple[Rank, ...]
    wilds: tuple[int, int]
    jokers: tuple[int, int]

    @property
    def naturals(self) -> tuple[int, int]:
        """Give the fewest and the most natural cards."""
        fewest_wilds, most_wilds = self.wilds
        return self.size - most_wilds, self.size - fewest_wilds

    def can_be_natural(self, rank: Rank) -> bool:
        """Tell whether natural cards of a rank alone make it."""
        return self.wilds[0] == self.jokers[0] == 0 and rank in (self.ranks or NATURAL)


@frozen
class Canasta(Fact):
    """A kind of canasta: its bonus in points, the cards that make it, the kind it also counts as."""

    points: int
    cards: CardGroup
    counts_as: str


def read_canastas(root: Table, deck: Deck) -> tuple[Canasta, ...]:
    """Read `[canastas.…]`."""
    table = root.table("canastas")
    canastas = tuple(read_canasta(kind, name, deck) for name, kind in table.named().items())
    table.close()
    names = [canasta.name for canasta in canastas]
    for canasta in canastas:
        if canasta.counts_as not in names:
            key = f"{canasta.name}.counts_as"
            table.wrong(key, f"'{canasta.counts_as}' is no canasta here", f"known here: {', '.join(names)}")
    return canastas


def read_canasta(table: Table, name: str, deck: Deck) -> Canasta:
    """Read one kind of canasta."""
    canasta = Canasta(
        **read_fact(table, name),
        points=table.whole("points"),
        cards=read_canasta_cards(table, deck),
        counts_as=table.text("counts_as", name),
    )
    table.close()
    return canasta


def read_canasta_cards(table: Table, deck: Deck) -> CardGroup:
    """Read which cards make a canasta; what the file leaves out may be any cards."""
    size = table.whole("cards", CANASTA, least=1, most=LARGEST_CANASTA)
    ranks = read_ranks(table, "ranks")
    wilds = table.span("wilds", (0, size))
    jokers = table.span("jokers", (0, deck.jokers))
    for rank in ranks:
        if rank not in NATURAL:
            hint = f"ranks are {' '.join(NATURAL)}; wild cards are told by wilds and jokers"
            table.wrong("ranks", f"'{rank}' is no natural card", hint)
    if wilds[1] > size:
        table.wrong("wilds", f"asks for {wilds[1]} of {size} cards", f"at most {size}")
    if jokers[0] > wilds[1]:
        table.wrong("jokers", f"asks for {jokers[0]} jokers among {wilds[1]} wild cards", f"at most {wilds[1]}")
    if jokers[1] > deck.jokers:
        table.wrong("jokers", f"asks for {jokers[1]} jokers", f"the deck has {deck.jokers}")
    return CardGroup(size=size, ranks=ranks, wilds=wilds, jokers=jokers)
