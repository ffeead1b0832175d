"""Penalties: points taken off for canastas begun but not completed, for cards left in hand, and the like."""

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
    """Where the cards of a penalty are."""

    TABLE = "table"
    HAND = "hand"


class PenaltyUnit(StrEnum):
    """What a side reports: how often the penalty is due, or the points taken off."""

    TIMES = "times"
    POINTS = "points"


@frozen
class Penalty(Fact):
    """A penalty in points, taken off as often as the side reports it.

    `cards`: what is in `place` each time, such as three aces in hand; for threes, `threes` has their colors instead.
    `not_with`: facts that a side cannot have together with it, because it is a form of them. `least`: the fewest points
    it can be, if it is counted in points. `players`: how many players of a side can have it, each once; 0 if it does
    not go by the player. `first_meld`: it is only for cards of the side's first meld, which no other item shows.
    """

    points: int
    unit: PenaltyUnit
    place: CardPlace
    cards: CardPattern | None
    threes: tuple[Color, ...]
    not_with: tuple[str, ...]
    least: int
    players: int
    first_meld: bool

    @property
    def is_wild_only(self) -> bool:
        """Return whether it is for wild cards alone."""
        return self.cards is not None and not self.cards.natural_range[1]

    @property
    def is_in_points(self) -> bool:
        """Return whether a side reports points."""
        return self.unit is PenaltyUnit.POINTS


def read_penalties(root: TableReader, deck: Deck) -> tuple[Penalty, ...]:
    """Read `[penalties.…]`."""
    return root.table("penalties").read_named_tables(lambda table, name: _read_penalty(table, name, deck))


def _read_penalty(table: TableReader, name: str, deck: Deck) -> Penalty:
    unit = table.enum_word("counted_in", PenaltyUnit, PenaltyUnit.TIMES)
    kind = table.text("of", "")
    return Penalty(
        **read_fact_fields(table, name),
        points=table.integer("points", 1 if unit is PenaltyUnit.POINTS else None),
        unit=unit,
        place=table.enum_word("where", CardPlace, CardPlace.TABLE),
        cards=_read_penalty_cards(table, kind, deck),
        threes=COLORS_OF_THREES.get(kind, ()),
        not_with=table.texts("not_with"),
        least=table.integer("min", 0),
        players=table.integer("players", 0),
        first_meld=table.boolean("first_meld"),
    )


def _read_penalty_cards(table: TableReader, kind: str, deck: Deck) -> CardPattern | None:
    """Read which cards a penalty is for; None for threes, which are counted by color."""
    size = table.integer("cards", 1, least=1, most=MAX_CANASTA_SIZE)
    jokers = table.integer_range("jokers", (0, deck.jokers))
    if kind == WILD_CARDS:
        check_jokers(table, jokers, MAX_CANASTA_SIZE if table.has_error("cards") else size, deck)
    elif table.is_own_key("jokers") and not table.has_error("of"):
        _add_jokers_error(table, kind)
    rank = parse_rank(kind)
    if rank is Rank.THREE or (kind and not rank and kind not in (WILD_CARDS, *COLORS_OF_THREES)):
        words = [f'"{word}"' for word in (WILD_CARDS, *COLORS_OF_THREES)]
        hint = f"use {join_words(words[1:], 'or')}" if rank else f"use a rank, or one of {', '.join(words)}"
        table.add_error("of", f'"{kind}" is not a kind of card', hint)
        return None
    if not rank and kind != WILD_CARDS:
        return None
    pattern = build_card_pattern(size, rank, jokers)
    _check_pattern_size(table, pattern, rank, deck)
    return pattern


def _add_jokers_error(table: TableReader, kind: str) -> None:
    wild = f'of = "{WILD_CARDS}"'
    if kind:
        table.add_error("jokers", "cannot be used here", f"jokers can be used only with {wild}; remove it")
    else:
        table.add_error("jokers", "can be used only with of", f"add {wild}, or remove jokers")


def build_card_pattern(size: int, rank: Rank | None, jokers: tuple[int, int]) -> CardPattern:
    """Build the pattern of cards of a rank; without a rank, of wild cards with a range of jokers among them."""
    if rank and rank not in WILD_RANKS:
        return CardPattern(size=size, ranks=(rank,), wilds=NONE_ALLOWED, jokers=NONE_ALLOWED)
    jokers_by_rank = {Rank.JOKER: (size, size), Rank.TWO: NONE_ALLOWED}
    return CardPattern(size=size, ranks=(), wilds=(size, size), jokers=jokers_by_rank[rank] if rank else jokers)


def _check_pattern_size(table: TableReader, pattern: CardPattern, rank: Rank | None, deck: Deck) -> None:
    wild_cards = min(pattern.jokers[1], deck.jokers) + deck.count_rank(Rank.TWO)
    available = deck.count_rank(rank) if rank else wild_cards
    if pattern.size > available and not table.has_error("cards"):
        message = f"{format_count(pattern.size, 'card')} are too many"
        table.add_error("cards", message, f"the deck has only {available} of these")
