"""Penalties: what is taken off for canastas begun and not completed, for cards left in hand, and the like."""

from enum import StrEnum

from canasta_score.rules.frozen import frozen
from canasta_score.rules.model.canastas import MAX_CANASTA_SIZE, NONE_ALLOWED, CardPattern, check_jokers
from canasta_score.rules.model.cards import WILD_RANKS, Deck, Rank, parse_rank
from canasta_score.rules.model.facts import Fact, read_fact_fields
from canasta_score.rules.model.threes import Color
from canasta_score.rules.schema.reader import TableReader
from canasta_score.rules.text import format_count, join_words

WILD_CARDS = "wild"
COLORS_OF_THREES = {"three": tuple(Color), "red three": (Color.RED,), "black three": (Color.BLACK,)}


class CardPlace(StrEnum):
    """Where the cards lie that a penalty tells of."""

    TABLE = "table"
    HAND = "hand"


class PenaltyUnit(StrEnum):
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
    unit: PenaltyUnit
    place: CardPlace
    cards: CardPattern | None
    threes: tuple[Color, ...]
    not_with: tuple[str, ...]

    @property
    def is_wild_only(self) -> bool:
        """Tell whether it tells of wild cards alone."""
        return self.cards is not None and not self.cards.natural_range[1]

    @property
    def is_in_points(self) -> bool:
        """Tell whether the number reported is points."""
        return self.unit is PenaltyUnit.POINTS


def read_penalties(root: TableReader, deck: Deck) -> tuple[Penalty, ...]:
    """Read `[penalties.…]`."""
    table = root.table("penalties")
    penalties = tuple(_read_penalty(penalty, name, deck) for name, penalty in table.named_tables().items())
    table.report_unknown_keys()
    return penalties


def _read_penalty(table: TableReader, name: str, deck: Deck) -> Penalty:
    """Read one penalty; one that is told in points takes off what is told."""
    unit = table.enum_word("counted_in", PenaltyUnit, PenaltyUnit.TIMES)
    of = table.text("of", "")
    penalty = Penalty(
        **read_fact_fields(table, name),
        points=table.integer("points", 1 if unit is PenaltyUnit.POINTS else None),
        unit=unit,
        place=table.enum_word("where", CardPlace, CardPlace.TABLE),
        cards=_read_penalty_cards(table, of, deck),
        threes=COLORS_OF_THREES.get(of, ()),
        not_with=table.texts("not_with"),
    )
    table.report_unknown_keys()
    return penalty


def _read_penalty_cards(table: TableReader, of: str, deck: Deck) -> CardPattern | None:
    """Read which cards a penalty tells of; threes are reckoned by colour, not as a group."""
    size = table.integer("cards", 1, least=1, most=MAX_CANASTA_SIZE)
    jokers = table.integer_range("jokers", (0, deck.jokers))
    rank = parse_rank(of)
    if of == WILD_CARDS:
        check_jokers(table, jokers, MAX_CANASTA_SIZE if table.has_error("cards") else size, deck)
    elif table.is_own_key("jokers") and not table.has_error("of"):
        goes_with = f'of = "{WILD_CARDS}"'
        message, hint = ("stands beside cards of one kind", f"it goes with {goes_with}, so leave jokers out")
        if not of:
            message, hint = ("stands without of", f"add {goes_with}, or leave jokers out")
        table.add_error("jokers", message, hint)
    if rank is Rank.THREE or (not rank and of and of not in (WILD_CARDS, *COLORS_OF_THREES)):
        known = f"one of {', '.join(map(repr, (WILD_CARDS, *COLORS_OF_THREES)))}"
        hint = f"give {join_words(map(repr, COLORS_OF_THREES), 'or')}" if rank else f"give a rank, or {known}"
        table.add_error("of", f"'{of}' is no kind of card", hint)
    elif rank or of == WILD_CARDS:
        group = _build_card_pattern(size, rank, jokers)
        _check_pattern_size(table, group, rank, deck)
        return group
    return None


def _build_card_pattern(size: int, rank: Rank | None, jokers: tuple[int, int]) -> CardPattern:
    """Give the group of so many cards of a rank, or of wild cards of either rank with so many jokers among them."""
    if rank and rank not in WILD_RANKS:
        return CardPattern(size=size, ranks=(rank,), wilds=NONE_ALLOWED, jokers=NONE_ALLOWED)
    of_rank = {Rank.JOKER: (size, size), Rank.TWO: NONE_ALLOWED}
    return CardPattern(size=size, ranks=(), wilds=(size, size), jokers=of_rank[rank] if rank else jokers)


def _check_pattern_size(table: TableReader, group: CardPattern, rank: Rank | None, deck: Deck) -> None:
    """Note a group of more cards than the deck has of their kind."""
    twos = deck.count_rank(Rank.TWO)
    most = deck.count_rank(rank) if rank else min(group.jokers[1], deck.jokers) + twos
    if group.size > most and not table.has_error("cards"):
        table.add_error("cards", f"asks for {format_count(group.size, 'card')}", f"the deck has {most} of these")
