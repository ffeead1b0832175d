"""Canastas: the kinds of a variant, what each is worth, the cards that make it, and sets of canastas."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import TypeVar

from canasta_score.rules.frozen import Value
from canasta_score.rules.model.cards import NATURAL_RANKS, Deck, Rank, read_natural_ranks
from canasta_score.rules.model.facts import Fact, read_fact_fields, read_label
from canasta_score.rules.schema.reader import TableReader, check_mutual_references, check_reference
from canasta_score.rules.text import format_count, join_words

ALL_CANASTAS = "canastas"
MAX_CANASTA_SIZE = 20
_DEFAULT_CANASTA_SIZE = 7
NONE_ALLOWED = (0, 0)
SEQUENCE_RANKS = NATURAL_RANKS[::-1]  # in the order of a sequence, the four first
_StepT = TypeVar("_StepT")


class CardPattern(Value):
    """The fewest cards that make a canasta, or that a penalty is for."""

    size: int  # the number of cards
    ranks: tuple[Rank, ...]  # the natural cards are all of one of these, or of any one rank if there are none
    wilds: tuple[int, int]  # the fewest and the most of the cards that are wild
    jokers: tuple[int, int]  # and of those that are jokers; never fewer wild cards than jokers
    sequence: bool = False  # consecutive natural cards of one suit

    @property
    def natural_range(self) -> tuple[int, int]:
        """Return the fewest and the most natural cards."""
        fewest_wilds, most_wilds = self.wilds
        return self.size - most_wilds, self.size - fewest_wilds

    def can_be_all_natural(self, rank: Rank) -> bool:
        """Return whether natural cards of a rank are enough."""
        return self.can_be_of_rank(rank) and self.wilds[0] == self.jokers[0] == 0

    def can_be_of_rank(self, rank: Rank) -> bool:
        """Return whether its natural cards can all be of a rank."""
        return not self.sequence and rank in (self.ranks or NATURAL_RANKS)

    def iter_sequences(self) -> Iterator[tuple[Rank, ...]]:
        """Yield the ranks that a sequence of this size can have, the lowest sequence first."""
        return (SEQUENCE_RANKS[first : first + self.size] for first in range(len(SEQUENCE_RANKS) - self.size + 1))


class Canasta(Fact):
    """A kind of canasta: its bonus in points, the cards that make it, and the kind that it also counts as."""

    points: int
    cards: CardPattern
    counts_as: str
    counted: bool  # where bonuses need canastas and where canastas decide the sign of threes
    scores_with: str  # the bonus that the side must have for the points to be scored, or an empty text
    points_by_hand: tuple[int, ...] = ()  # of each hand, if they go by the hand; `points` are then those of one
    values: tuple[int, ...] = ()  # of one, two, three ... together; the last difference is for each further one

    @property
    def points_of_further(self) -> int:
        """Return the points of each canasta beyond those in `values`, which has two or more then."""
        return self.values[-1] - self.values[-2]

    def compute_points(self, number: int) -> int:
        """Return the points of so many of them together."""
        if not (number and self.values):
            return number * self.points
        further = max(0, number - len(self.values))
        return self.values[min(number, len(self.values)) - 1] + further * self.points_of_further


class CanastaSet(Value):
    """A set of canastas, its points, and how many canastas of each kind, or of all kinds, it takes."""

    name: str
    label: str
    about: str
    points: int
    canastas: Mapping[str, int]
    gives_way_to: tuple[str, ...]  # sets of the same canastas, with which it is not scored


def read_canastas(root: TableReader, deck: Deck) -> tuple[Canasta, ...]:
    """Read `[canastas.…]`."""
    table = root.table("canastas")
    canastas = table.read_named_tables(lambda kind, name: _read_canasta(kind, name, deck))
    names = [canasta.name for canasta in canastas]
    for canasta in canastas:
        check_reference(table, f"{canasta.name}.counts_as", canasta.counts_as, names, "canasta")
    return canastas


def check_jokers(table: TableReader, jokers: tuple[int, int], wilds: int, deck: Deck) -> None:
    """Add a mistake for more jokers than there can be wild cards, and for more than the deck has."""
    if jokers[0] > wilds:
        table.add_error("jokers", f"{jokers[0]} jokers do not fit in {wilds} wild cards", f"use at most {wilds}")
    if jokers[1] > deck.jokers:
        table.add_error("jokers", f"{jokers[1]} jokers are too many", f"the deck has only {deck.jokers}")


def read_canasta_sets(root: TableReader, canastas: tuple[Canasta, ...]) -> tuple[CanastaSet, ...]:
    """Read `[sets.…]`."""
    table = root.table("sets")
    sets = table.read_named_tables(lambda row, name: _read_canasta_set(row, name, canastas))
    stronger_sets = {canasta_set.name: canasta_set.gives_way_to for canasta_set in sets}
    check_mutual_references(table, "gives_way_to", stronger_sets, "other set")
    return sets


def read_canasta_requirements(table: TableReader, canastas: tuple[Canasta, ...]) -> dict[str, int]:
    """Read the number of canastas needed of each kind, or of all kinds under `canastas`."""
    kinds = (ALL_CANASTAS, *(canasta.name for canasta in canastas))
    required = {kind: table.integer(kind, 0) for kind in kinds}
    table.report_unknown_keys()
    return {kind: number for kind, number in required.items() if number}


def format_canasta_requirements(required: Mapping[str, int], canastas: tuple[Canasta, ...]) -> str:
    """Format the canastas needed, such as '2 canastas, including one of the sambas'; an empty text for none."""
    kinds = [format_canasta_requirement(kind, required[kind], canastas) for kind in required if kind != ALL_CANASTAS]
    if ALL_CANASTAS not in required:
        return join_words(kinds) if kinds else ""
    total = format_canasta_requirement(ALL_CANASTAS, required[ALL_CANASTAS], canastas)
    return f"{total}, including {join_words(kinds)}" if kinds else total


def format_canasta_requirement(kind: str, number: int, canastas: tuple[Canasta, ...]) -> str:
    """Format the number of canastas needed of a kind, such as '2 natural (wild included)'."""
    if kind == ALL_CANASTAS:
        return format_count(number, "canasta")
    label = next(canasta.label for canasta in canastas if canasta.name == kind).lower()
    included = [canasta.label.lower() for canasta in canastas if canasta.counts_as == kind != canasta.name]
    required = f"one of the {label}" if number == 1 and label.endswith("s") else f"{number} {label}"
    return required + (f" ({join_words(included)} included)" if included else "")


def read_points(table: TableReader) -> tuple[int, tuple[int, ...]]:
    """Read `points`: those of the first hand, and those of each hand if they go by the hand."""
    if not table.is_table("points"):
        return table.integer("points"), ()
    steps = read_steps_basis(table.table("points")).integers("steps")
    if not steps and not table.has_error("points.steps"):
        table.add_error("points.steps", "has no points", "list the points of each hand, such as [100, 200, 300]")
    return next(iter(steps), 0), steps


def read_steps_basis(table: TableReader) -> TableReader:
    """Check that the steps of a table go by the hand, and return the table."""
    table.word("by", ["hand"])
    table.mark_known("steps")
    table.report_unknown_keys()
    return table


def select_step(steps: Sequence[_StepT], hand: int) -> _StepT:
    """Return the step of the first, second, ... hand; the last one holds from there on."""
    return steps[min(hand, len(steps)) - 1]


def _read_canasta(table: TableReader, name: str, deck: Deck) -> Canasta:
    is_list = isinstance(table.raw_value("points"), list)
    values = _read_values(table) if is_list else ()
    points, points_by_hand = (next(iter(values), 0), ()) if is_list else read_points(table)
    return Canasta(
        **read_fact_fields(table, name),
        points=points,
        points_by_hand=points_by_hand,
        values=values if len(values) > 1 else (),  # a list of one says no more than a number
        cards=_read_canasta_cards(table, deck),
        counts_as=table.text("counts_as", name),
        counted=table.boolean("counted", default=True),
        scores_with=table.text("scores_with", ""),
    )


def _read_values(table: TableReader) -> tuple[int, ...]:
    values = table.integers("points")
    if not values and not table.has_error("points"):
        table.add_error("points", "has no points", "list the points of one, two, three ..., such as [500, 1200, 2000]")
    if any(first > second for first, second in pairwise(values)):
        hint = "list the points of one, two, three ... together, not of each"
        table.add_error("points", "goes down, but more canastas are never worth less", hint)
    return values


def _read_canasta_cards(table: TableReader, deck: Deck) -> CardPattern:
    sequence = table.boolean("sequence")
    fewest, most = (2, len(SEQUENCE_RANKS)) if sequence else (1, MAX_CANASTA_SIZE)
    size = table.integer("cards", _DEFAULT_CANASTA_SIZE, least=fewest, most=most)
    ranks = read_natural_ranks(table, "ranks", "; for wild cards use wilds and jokers")
    wilds = table.integer_range("wilds", NONE_ALLOWED if sequence else (0, size))
    jokers = table.integer_range("jokers", NONE_ALLOWED if sequence else (0, deck.jokers))
    for key in ("ranks", "wilds", "jokers"):
        if sequence and key in table:
            hint = f"a sequence has natural cards of any rank; remove {key}"
            table.add_error(key, "cannot be used with sequence", hint)
    if wilds[1] > size:
        table.add_error("wilds", f"{wilds[1]} wild cards do not fit in {size} cards", f"use at most {size}")
    fewest_wilds = max(wilds[0], jokers[0])
    if ranks and fewest_wilds == size:
        key = "wilds" if wilds[0] == size else "jokers"
        hint = f"remove ranks, or start {key} with a smaller number"
        table.add_error("ranks", "cannot be used when all cards are wild", hint)
    check_jokers(table, jokers, wilds[1], deck)
    return CardPattern(size=size, ranks=ranks, wilds=(fewest_wilds, wilds[1]), jokers=jokers, sequence=sequence)


def _read_canasta_set(table: TableReader, name: str, canastas: tuple[Canasta, ...]) -> CanastaSet:
    required = table.table("canastas")
    canasta_set = CanastaSet(
        name=name,
        label=read_label(table, name),
        about=table.text("about", ""),
        points=table.integer("points"),
        canastas=read_canasta_requirements(required, canastas),
        gives_way_to=table.texts("gives_way_to"),
    )
    if not canasta_set.canastas and not table.has_error("canastas"):
        table.add_error("canastas", "needs at least one canasta", "for example canastas = { natural = 5 }")
    return canasta_set
