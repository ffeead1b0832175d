"""Canastas: the kinds a variant knows, what each is worth, and the cards that make it."""

from collections.abc import Iterator

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.cards import NATURAL_RANKS, Deck, Rank, read_ranks
from canasta_score.rules.model.facts import Fact, read_fact_fields
from canasta_score.rules.schema.reader import TableReader
from canasta_score.rules.text import format_count, join_words

_DEFAULT_CANASTA_SIZE = 7
MAX_CANASTA_SIZE = 20
ALL_CANASTAS = "canastas"
NONE_ALLOWED = (0, 0)
SEQUENCE_RANKS = NATURAL_RANKS[::-1]  # the order of a sequence, the four first


@frozen
class CardPattern(Value):
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
    def natural_range(self) -> tuple[int, int]:
        """Give the fewest and the most natural cards."""
        fewest_wilds, most_wilds = self.wilds
        return self.size - most_wilds, self.size - fewest_wilds

    def can_be_all_natural(self, rank: Rank) -> bool:
        """Tell whether natural cards of a rank alone make it."""
        return self.can_be_of_rank(rank) and self.wilds[0] == self.jokers[0] == 0

    def can_be_of_rank(self, rank: Rank) -> bool:
        """Tell whether its natural cards can be of a rank, all of them."""
        return not self.sequence and rank in (self.ranks or NATURAL_RANKS)

    def iter_sequences(self) -> Iterator[tuple[Rank, ...]]:
        """Go through the ranks that a sequence of its size can have, from the lowest on."""
        return (SEQUENCE_RANKS[first : first + self.size] for first in range(len(SEQUENCE_RANKS) - self.size + 1))


@frozen
class Canasta(Fact):
    """A kind of canasta: its bonus in points, the cards that make it, the kind it also counts as.

    `counted`: it is one of the canastas that bonuses need and that turn the sign of threes. `scores_with`: the bonus
    that its side must have for the points to be scored, or none.
    """

    points: int
    cards: CardPattern
    counts_as: str
    counted: bool
    scores_with: str


def read_canastas(root: TableReader, deck: Deck) -> tuple[Canasta, ...]:
    """Read `[canastas.…]`."""
    table = root.table("canastas")
    canastas = tuple(_read_canasta(kind, name, deck) for name, kind in table.named_tables().items())
    table.report_unknown_keys()
    names = [canasta.name for canasta in canastas]
    for canasta in canastas:
        if canasta.counts_as not in names:
            key = f"{canasta.name}.counts_as"
            table.add_error(key, f"'{canasta.counts_as}' is no canasta here", f"known here: {', '.join(names)}")
    return canastas


def _read_canasta(table: TableReader, name: str, deck: Deck) -> Canasta:
    """Read one kind of canasta."""
    canasta = Canasta(
        **read_fact_fields(table, name),
        points=table.integer("points"),
        cards=_read_canasta_cards(table, deck),
        counts_as=table.text("counts_as", name),
        counted=table.boolean("counted", default=True),
        scores_with=table.text("scores_with", ""),
    )
    table.report_unknown_keys()
    return canasta


def _read_canasta_cards(table: TableReader, deck: Deck) -> CardPattern:
    """Read which cards make a canasta; what the file leaves out may be any cards."""
    sequence = table.boolean("sequence")
    fewest, most = (2, len(SEQUENCE_RANKS)) if sequence else (1, MAX_CANASTA_SIZE)
    size = table.integer("cards", _DEFAULT_CANASTA_SIZE, least=fewest, most=most)
    ranks = read_ranks(table, "ranks")
    wilds = table.integer_range("wilds", NONE_ALLOWED if sequence else (0, size))
    jokers = table.integer_range("jokers", NONE_ALLOWED if sequence else (0, deck.jokers))
    for key in ("ranks", "wilds", "jokers") if sequence else ():
        if key in table:
            table.add_error(
                key, "stands beside sequence", f"a sequence has natural cards of any ranks; leave out {key}"
            )
    for rank in ranks:
        if rank not in NATURAL_RANKS:
            hint = f"ranks are {' '.join(NATURAL_RANKS)}; wild cards are told by wilds and jokers"
            table.add_error("ranks", f"'{rank}' is no natural card", hint)
    if wilds[1] > size:
        table.add_error("wilds", f"asks for {wilds[1]} of {size} cards", f"at most {size}")
    with_jokers = (max(wilds[0], jokers[0]), wilds[1])
    if ranks and with_jokers[0] == size:
        key = "wilds" if wilds[0] == size else "jokers"
        table.add_error("ranks", "stands beside wild cards alone", f"leave out ranks, or let {key} begin with fewer")
    check_jokers(table, jokers, wilds[1], deck)
    return CardPattern(size=size, ranks=ranks, wilds=with_jokers, jokers=jokers, sequence=sequence)


def check_jokers(table: TableReader, jokers: tuple[int, int], wilds: int, deck: Deck) -> None:
    """Note more jokers than there can be wild cards, and more than the deck has."""
    if jokers[0] > wilds:
        table.add_error("jokers", f"asks for {jokers[0]} jokers among {wilds} wild cards", f"at most {wilds}")
    if jokers[1] > deck.jokers:
        table.add_error("jokers", f"asks for {jokers[1]} jokers", f"the deck has {deck.jokers}")


def read_canasta_requirements(table: TableReader, canastas: tuple[Canasta, ...]) -> dict[str, int]:
    """Read how many canastas, of all or of a kind, are needed."""
    kinds = (ALL_CANASTAS, *(canasta.name for canasta in canastas))
    needs = {kind: table.integer(kind, 0) for kind in kinds}
    table.report_unknown_keys()
    return {kind: number for kind, number in needs.items() if number}


def format_canasta_requirement(kind: str, number: int, canastas: tuple[Canasta, ...]) -> str:
    """Say how many canastas of a kind are needed, by its label, with the kinds that count as it."""
    if kind == ALL_CANASTAS:
        return format_count(number, "canasta")
    label = next(canasta.label for canasta in canastas if canasta.name == kind).lower()
    also = [canasta.label.lower() for canasta in canastas if canasta.counts_as == kind != canasta.name]
    needed = f"one of the {label}" if number == 1 and label.endswith("s") else f"{number} {label}"
    return needed + (f" ({join_words(also)} included)" if also else "")
