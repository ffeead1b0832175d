"""Canastas: the kinds a variant knows, what each is worth, and the cards that make it."""

from collections.abc import Iterator

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.cards import NATURAL, Deck, Rank, read_ranks
from canasta_score.rules.model.facts import Fact, read_fact
from canasta_score.rules.schema.reader import Table, counted, listed

CANASTA = 7
LARGEST_CANASTA = 20
CANASTAS = "canastas"
NO_WILDS = (0, 0)
IN_A_ROW = NATURAL[::-1]  # the order of a sequence, the four first


@frozen
class CardGroup(Value):
    """The cards a thing on the table or in hand must have at least.

    `size` cards, of them the fewest and the most wild ones, of those the fewest and the most jokers, and no fewer
    wild ones than jokers; the natural ones all of one rank out of `ranks`, or any at all where `ranks` is empty. In a
    `sequence` they are of one suit, each of the rank behind the one before it, and none is wild.
    """

    size: int
    ranks: tuple[Rank, ...]
    wilds: tuple[int, int]
    jokers: tuple[int, int]
    sequence: bool = False

    @property
    def naturals(self) -> tuple[int, int]:
        """Give the fewest and the most natural cards."""
        fewest_wilds, most_wilds = self.wilds
        return self.size - most_wilds, self.size - fewest_wilds

    def can_be_natural(self, rank: Rank) -> bool:
        """Tell whether natural cards of a rank alone make it."""
        return self.can_be_of(rank) and self.wilds[0] == self.jokers[0] == 0

    def can_be_of(self, rank: Rank) -> bool:
        """Tell whether its natural cards can be of a rank, all of them."""
        return not self.sequence and rank in (self.ranks or NATURAL)

    def sequences(self) -> Iterator[tuple[Rank, ...]]:
        """Go through the ranks that a sequence of its size can have, from the lowest on."""
        return (IN_A_ROW[first : first + self.size] for first in range(len(IN_A_ROW) - self.size + 1))


@frozen
class Canasta(Fact):
    """A kind of canasta: its bonus in points, the cards that make it, the kind it also counts as.

    `counted`: it is one of the canastas that bonuses need and that turn the sign of threes. `scores_with`: the bonus
    that its side must have for the points to be scored, or none.
    """

    points: int
    cards: CardGroup
    counts_as: str
    counted: bool
    scores_with: str


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
        counted=table.flag("counted", default=True),
        scores_with=table.text("scores_with", ""),
    )
    table.close()
    return canasta


def read_canasta_cards(table: Table, deck: Deck) -> CardGroup:
    """Read which cards make a canasta; what the file leaves out may be any cards."""
    sequence = table.flag("sequence")
    fewest, most = (2, len(IN_A_ROW)) if sequence else (1, LARGEST_CANASTA)
    size = table.whole("cards", CANASTA, least=fewest, most=most)
    ranks = read_ranks(table, "ranks")
    wilds = table.span("wilds", NO_WILDS if sequence else (0, size))
    jokers = table.span("jokers", NO_WILDS if sequence else (0, deck.jokers))
    for key in ("ranks", "wilds", "jokers") if sequence else ():
        if key in table:
            table.wrong(key, "stands beside sequence", f"a sequence has natural cards of any ranks; leave out {key}")
    for rank in ranks:
        if rank not in NATURAL:
            hint = f"ranks are {' '.join(NATURAL)}; wild cards are told by wilds and jokers"
            table.wrong("ranks", f"'{rank}' is no natural card", hint)
    if wilds[1] > size:
        table.wrong("wilds", f"asks for {wilds[1]} of {size} cards", f"at most {size}")
    with_jokers = (max(wilds[0], jokers[0]), wilds[1])
    if ranks and with_jokers[0] == size:
        key = "wilds" if wilds[0] == size else "jokers"
        table.wrong("ranks", "stands beside wild cards alone", f"leave out ranks, or let {key} begin with fewer")
    check_jokers(table, jokers, wilds[1], deck)
    return CardGroup(size=size, ranks=ranks, wilds=with_jokers, jokers=jokers, sequence=sequence)


def check_jokers(table: Table, jokers: tuple[int, int], wilds: int, deck: Deck) -> None:
    """Note more jokers than there can be wild cards, and more than the deck has."""
    if jokers[0] > wilds:
        table.wrong("jokers", f"asks for {jokers[0]} jokers among {wilds} wild cards", f"at most {wilds}")
    if jokers[1] > deck.jokers:
        table.wrong("jokers", f"asks for {jokers[1]} jokers", f"the deck has {deck.jokers}")


def read_needed_canastas(table: Table, canastas: tuple[Canasta, ...]) -> dict[str, int]:
    """Read how many canastas, of all or of a kind, are needed."""
    kinds = (CANASTAS, *(canasta.name for canasta in canastas))
    needs = {kind: table.whole(kind, 0) for kind in kinds}
    table.close()
    return {kind: number for kind, number in needs.items() if number}


def needed_in_words(kind: str, number: int, canastas: tuple[Canasta, ...]) -> str:
    """Say how many canastas of a kind are needed, by its label, with the kinds that count as it."""
    if kind == CANASTAS:
        return counted(number, "canasta")
    label = next(canasta.label for canasta in canastas if canasta.name == kind).lower()
    also = [canasta.label.lower() for canasta in canastas if canasta.counts_as == kind != canasta.name]
    needed = f"one of the {label}" if number == 1 and label.endswith("s") else f"{number} {label}"
    return needed + (f" ({listed(also)} included)" if also else "")
