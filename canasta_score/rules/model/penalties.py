"""Penalties: what is taken off for canastas begun and not completed, for cards left in hand, and the like."""

from enum import StrEnum

from canasta_score.rules.frozen import frozen
from canasta_score.rules.model.canastas import LARGEST_CANASTA, NO_WILDS, CardGroup, check_jokers
from canasta_score.rules.model.cards import WILD, Deck, Rank, rank_of
from canasta_score.rules.model.facts import Fact, read_fact
from canasta_score.rules.model.threes import Colour
from canasta_score.rules.schema.reader import Table, counted, listed

WILD_CARDS = "wild"
THREES = {"three": tuple(Colour), "red three": (Colour.RED,), "black three": (Colour.BLACK,)}


class Place(StrEnum):
    """Where the cards lie that a penalty tells of."""

    TABLE = "table"
    HAND = "hand"


class Unit(StrEnum):
    """What the number reported counts: how often the penalty is due, or points taken off as they are."""

    TIMES = "times"
    POINTS = "points"


@frozen
class Penalty(Fact):
    """A penalty in points, taken off for each time it is reported.

    `cards` lie in `place` each time: three aces in a hand, say. `threes` names the colours where the cards are
    threes. `not_with`: another fact of which this is a form, so that one side cannot have both.
    """

    points: int
    unit: Unit
    place: Place
    cards: CardGroup | None
    threes: tuple[Colour, ...]
    not_with: tuple[str, ...]

    @property
    def is_of_wilds(self) -> bool:
        """Tell whether it tells of wild cards alone."""
        return self.cards is not None and not self.cards.naturals[1]

    @property
    def in_points(self) -> bool:
        """Tell whether the number reported is points."""
        return self.unit is Unit.POINTS


def read_penalties(root: Table, deck: Deck) -> tuple[Penalty, ...]:
    """Read `[penalties.…]`."""
    table = root.table("penalties")
    penalties = tuple(read_penalty(penalty, name, deck) for name, penalty in table.named().items())
    table.close()
    return penalties


def read_penalty(table: Table, name: str, deck: Deck) -> Penalty:
    """Read one penalty; one that is told in points takes off what is told."""
    unit = table.word("counted_in", Unit, Unit.TIMES)
    of = table.text("of", "")
    penalty = Penalty(
        **read_fact(table, name),
        points=table.whole("points", 1 if unit is Unit.POINTS else None),
        unit=unit,
        place=table.word("where", Place, Place.TABLE),
        cards=read_penalty_cards(table, of, deck),
        threes=THREES.get(of, ()),
        not_with=table.texts("not_with"),
    )
    table.close()
    return penalty


def read_penalty_cards(table: Table, of: str, deck: Deck) -> CardGroup | None:
    """Read which cards a penalty tells of; threes are reckoned by colour, not as a group."""
    size = table.whole("cards", 1, least=1, most=LARGEST_CANASTA)
    jokers = table.span("jokers", (0, deck.jokers))
    rank = rank_of(of)
    if of == WILD_CARDS:
        check_jokers(table, jokers, LARGEST_CANASTA if table.doubtful("cards") else size, deck)
    elif table.is_own("jokers") and not table.doubtful("of"):
        goes_with = f'of = "{WILD_CARDS}"'
        message, hint = ("stands beside cards of one kind", f"it goes with {goes_with}, so leave jokers out")
        if not of:
            message, hint = ("stands without of", f"add {goes_with}, or leave jokers out")
        table.wrong("jokers", message, hint)
    if rank is Rank.THREE or (not rank and of and of not in (WILD_CARDS, *THREES)):
        known = f"one of {', '.join(map(repr, (WILD_CARDS, *THREES)))}"
        hint = f"give {listed(map(repr, THREES), 'or')}" if rank else f"give a rank, or {known}"
        table.wrong("of", f"'{of}' is no kind of card", hint)
    elif rank or of == WILD_CARDS:
        group = group_of(size, rank, jokers)
        check_size(table, group, rank, deck)
        return group
    return None


def group_of(size: int, rank: Rank | None, jokers: tuple[int, int]) -> CardGroup:
    """Give the group of so many cards of a rank, or of wild cards of either rank with so many jokers among them."""
    if rank and rank not in WILD:
        return CardGroup(size=size, ranks=(rank,), wilds=NO_WILDS, jokers=NO_WILDS)
    of_rank = {Rank.JOKER: (size, size), Rank.TWO: NO_WILDS}
    return CardGroup(size=size, ranks=(), wilds=(size, size), jokers=of_rank[rank] if rank else jokers)


def check_size(table: Table, group: CardGroup, rank: Rank | None, deck: Deck) -> None:
    """Note a group of more cards than the deck has of their kind."""
    twos = deck.holds(Rank.TWO)
    most = deck.holds(rank) if rank else min(group.jokers[1], deck.jokers) + twos
    if group.size > most and not table.doubtful("cards"):
        table.wrong("cards", f"asks for {counted(group.size, 'card')}", f"the deck has {most} of these")
