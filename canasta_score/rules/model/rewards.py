"""Bonuses, special hands and penalties: points for what a side did, apart from its cards, canastas and threes."""

from collections import Counter
from collections.abc import Mapping
from functools import reduce
from itertools import chain
from operator import and_
from typing import Literal, get_args

from canasta_score.rules.frozen import Value
from canasta_score.rules.model.canastas import (
    ALL_CANASTAS,
    MAX_CANASTA_SIZE,
    NONE_ALLOWED,
    Canasta,
    CardPattern,
    check_jokers,
    read_canasta_requirements,
    read_points,
    read_steps_basis,
)
from canasta_score.rules.model.cards import NATURAL_RANKS, WILD_RANKS, Deck, Rank, parse_rank
from canasta_score.rules.model.facts import Fact, read_fact_fields
from canasta_score.rules.model.threes import Color
from canasta_score.rules.schema.reader import TableReader, check_mutual_references, check_reference
from canasta_score.rules.text import format_count, join_words, parse_digits

CardPlace = Literal["table", "hand"]  # where the cards of a penalty are
# What a side reports of a penalty: how often it is due, or the points that are subtracted.
PenaltyUnit = Literal["times", "points"]
# What a side scores in a hand with a special hand, besides the special hand: everything as usual, or nothing.
SpecialHandScoring = Literal["score", "nothing"]
WILD_CARDS = "wild"
COLORS_OF_THREES = {"three": tuple(Color), "red three": (Color.RED,), "black three": (Color.BLACK,)}
_NATURAL, _THREE, _MIXED_WILDS = "natural", "three", "wilds"
_KIND_SEPARATOR, _LAYOUT_SEPARATOR = "/", "or"
_MOST_CARDS_OF_GROUP = 9
# What a group of each kind can be; as `wilds`, twos and jokers can be mixed.
_RANKS_OF_KIND: Mapping[str, frozenset[str]] = {
    _NATURAL: frozenset(NATURAL_RANKS),
    WILD_CARDS: frozenset(WILD_RANKS),
    _MIXED_WILDS: frozenset((*WILD_RANKS, _MIXED_WILDS)),
    _THREE: frozenset((Rank.THREE,)),
}


class CardGroup(Value):
    """A group of equal cards in a special hand; its kind is one of `kinds`, such as `natural`, `three` or `A`."""

    size: int
    kinds: tuple[str, ...]

    @property
    def ranks(self) -> frozenset[str]:
        """Return the ranks that the group can have; a mixture of wild cards counts as a rank of its own."""
        return frozenset().union(*(_RANKS_OF_KIND.get(kind, {kind}) for kind in self.kinds))


class Bonus(Fact):
    """A bonus in points."""

    points: int
    one_side: bool  # at most one side has it in a hand
    ends_play: bool  # as going out does
    always: bool  # earned before play, so a special hand does not cancel it
    needs: Mapping[str, int]  # the fewest canastas of a kind, or of all kinds, that the rules ask for
    forbids: tuple[str, ...]  # penalties that the side may not have with it
    beside: str  # another bonus that the side must have with it
    opens_at_any_need: bool  # the side needed no points to open, as one that goes out concealed
    exactly: int | None  # how many cards someone took to earn it
    points_by_hand: tuple[int, ...] = ()  # of each hand, if they go by the hand; `points` are then those of one
    needs_by_hand: tuple[Mapping[str, int], ...] = ()  # of each hand, likewise; `needs` are then those of the first


class SpecialHand(Fact):
    """A special hand and its points."""

    points: int
    own: SpecialHandScoring  # what else its side scores
    wins_game: bool  # at once, whatever the totals
    layouts: tuple[tuple[CardGroup, ...], ...]  # of groups that are each of another rank; none if unknown
    cards: tuple[CardPattern, ...]  # that it certainly has
    threes: int  # that it certainly has, of any color


class SpecialHandRules(Value):
    """The special hands of a variant, and what the other sides score when there is one."""

    opponents: SpecialHandScoring
    beside_melds: bool  # a side that has melded may still have one
    hands: tuple[SpecialHand, ...]
    names: frozenset[str]  # of the hands


class Penalty(Fact):
    """A penalty in points, subtracted as often as the side reports it."""

    points: int
    unit: PenaltyUnit
    place: CardPlace
    cards: CardPattern | None  # what is in `place` each time, such as three aces in hand
    threes: tuple[Color, ...]  # the colors, if it is for threes
    not_with: tuple[str, ...]  # facts that a side cannot have together with it, because it is a form of them
    least: int  # the fewest points it can be, if it is counted in points
    players: int  # how many players of a side can have it, each once; 0 if it does not go by the player
    first_meld: bool  # only for cards of the side's first meld, which no other item shows
    when_out: bool  # due only in a hand in which a side goes out

    @property
    def is_wild_only(self) -> bool:
        """Return whether it is for wild cards alone."""
        return self.cards is not None and not self.cards.natural_range[1]

    @property
    def is_in_points(self) -> bool:
        """Return whether a side reports points."""
        return self.unit == "points"


def read_bonuses(root: TableReader, canastas: tuple[Canasta, ...], penalties: tuple[Penalty, ...]) -> tuple[Bonus, ...]:
    """Read `[bonuses.…]`, which name canastas and penalties."""
    table = root.table("bonuses")
    bonuses = table.read_named_tables(lambda bonus, name: _read_bonus(bonus, name, canastas, penalties))
    required = {bonus.name: [bonus.beside] if bonus.beside else [] for bonus in bonuses}
    check_mutual_references(table, "beside", required, "other bonus")
    return bonuses


def read_special_hands(root: TableReader, deck: Deck) -> SpecialHandRules:
    """Read `[specials]` and `[specials.…]`."""
    table = root.table("specials")
    opponents = table.word("opponents", get_args(SpecialHandScoring), "score")
    beside_melds = table.boolean("beside_melds", default=True)
    hands = table.read_named_tables(lambda hand, name: _read_special_hand(hand, name, deck))
    names = frozenset(hand.name for hand in hands)
    return SpecialHandRules(opponents=opponents, beside_melds=beside_melds, hands=hands, names=names)


def read_penalty(table: TableReader, name: str, deck: Deck) -> Penalty:
    """Read one penalty, such as `[penalties.black]`."""
    unit = table.word("counted_in", get_args(PenaltyUnit), "times")
    kind = table.text("of", "")
    return Penalty(
        **read_fact_fields(table, name),
        points=table.integer("points", 1 if unit == "points" else None),
        unit=unit,
        place=table.word("where", get_args(CardPlace), "table"),
        cards=_read_penalty_cards(table, kind, deck),
        threes=COLORS_OF_THREES.get(kind, ()),
        not_with=table.texts("not_with"),
        least=table.integer("min", 0),
        players=table.integer("players", 0),
        first_meld=table.boolean("first_meld"),
        when_out=table.boolean("when_out"),
    )


def _read_bonus(table: TableReader, name: str, canastas: tuple[Canasta, ...], penalties: tuple[Penalty, ...]) -> Bonus:
    points, points_by_hand = read_points(table)
    needs_by_hand = _read_needs_by_hand(table.table("needs"), canastas)
    bonus = Bonus(
        **read_fact_fields(table, name, most=1),
        points=points,
        points_by_hand=points_by_hand,
        needs_by_hand=needs_by_hand,
        one_side=table.boolean("one_side"),
        ends_play=table.boolean("ends_play"),
        always=table.boolean("always"),
        needs=needs_by_hand[0] if needs_by_hand else read_canasta_requirements(table.table("needs"), canastas),
        forbids=table.texts("forbids"),
        beside=table.text("beside", ""),
        opens_at_any_need=table.boolean("opens_at_any_need"),
        exactly=table.optional_integer("exactly", least=1),
    )
    for penalty_name in bonus.forbids:
        check_reference(table, "forbids", penalty_name, [penalty.name for penalty in penalties], "penalty")
    return bonus


def _read_needs_by_hand(table: TableReader, canastas: tuple[Canasta, ...]) -> tuple[Mapping[str, int], ...]:
    if "steps" not in table:
        return ()
    # A file may inherit the canastas that its parent needs in every hand, beside its own steps.
    table.mark_known(ALL_CANASTAS, *(canasta.name for canasta in canastas))
    rows = read_steps_basis(table).rows("steps")
    if not rows and not table.has_error("steps"):
        table.add_error("steps", "has no step", "list what each hand needs, such as [{ natural = 1, mixed = 1 }]")
    return tuple(read_canasta_requirements(row, canastas) for row in rows)


def _read_special_hand(table: TableReader, name: str, deck: Deck) -> SpecialHand:
    layouts: list[list[CardGroup]] = [[]]
    words = table.texts("cards")
    groups = {word: _read_group(table, word) for word in dict.fromkeys(words) if word != _LAYOUT_SEPARATOR}
    for word in words:
        if word == _LAYOUT_SEPARATOR:
            layouts.append([])
        elif group := groups[word]:
            layouts[-1].append(group)
    if words and not all(layouts) and not table.has_error("cards"):
        table.add_error("cards", f'there are no cards beside "{_LAYOUT_SEPARATOR}"', "write groups of cards beside it")
    certain = reduce(and_, map(Counter, layouts))
    patterns = chain.from_iterable([_build_group_pattern(group, deck)] * number for group, number in certain.items())
    return SpecialHand(
        **read_fact_fields(table, name, most=1),
        points=table.integer("points"),
        own=table.word("own", get_args(SpecialHandScoring), "nothing"),
        wins_game=table.boolean("wins_game"),
        layouts=tuple(map(tuple, layouts)) if words else (),
        cards=tuple(pattern for pattern in patterns if pattern),
        threes=sum(group.size * number for group, number in certain.items() if group.kinds == (_THREE,)),
    )


def _read_group(table: TableReader, word: str) -> CardGroup | None:
    """Read a group such as `2xA`, `4xnatural`, `2xnatural/three` or `JK`."""
    number, _, kinds = word.rpartition("x")
    size = parse_digits(number or "1", _MOST_CARDS_OF_GROUP) or 0
    read = [kind if kind in _RANKS_OF_KIND else parse_rank(kind) for kind in kinds.split(_KIND_SEPARATOR)]
    group = CardGroup(size=size, kinds=tuple(str(kind) for kind in read if kind))
    if not size or None in read or Rank.THREE in read:
        names = join_words([*_RANKS_OF_KIND])
        table.add_error("cards", f'"{word}" is not a group of cards', f"write 2xA, 4xnatural or JK; kinds are {names}")
        return None
    return group


def _build_group_pattern(group: CardGroup, deck: Deck) -> CardPattern | None:
    """Build the pattern of the cards that a group certainly has; None for threes, and if it may be wild or not."""
    allowed = group.ranks
    if allowed <= _RANKS_OF_KIND[_NATURAL]:
        ranks = tuple(rank for rank in NATURAL_RANKS if rank in allowed)
        return CardPattern(size=group.size, ranks=ranks, wilds=NONE_ALLOWED, jokers=NONE_ALLOWED)
    if allowed <= _RANKS_OF_KIND[_MIXED_WILDS]:
        rank = parse_rank(group.kinds[0]) if len(group.kinds) == 1 else None
        return _build_card_pattern(group.size, rank, (0, min(group.size, deck.jokers)))
    return None


def _build_card_pattern(size: int, rank: Rank | None, jokers: tuple[int, int]) -> CardPattern:
    """Build the pattern of cards of a rank; without a rank, of wild cards with a range of jokers among them."""
    if rank and rank not in WILD_RANKS:
        return CardPattern(size=size, ranks=(rank,), wilds=NONE_ALLOWED, jokers=NONE_ALLOWED)
    jokers_by_rank = {Rank.JOKER: (size, size), Rank.TWO: NONE_ALLOWED}
    return CardPattern(size=size, ranks=(), wilds=(size, size), jokers=jokers_by_rank[rank] if rank else jokers)


def _read_penalty_cards(table: TableReader, kind: str, deck: Deck) -> CardPattern | None:
    """Read which cards a penalty is for; None for threes, which are counted by color."""
    size = table.integer("cards", 1, least=1, most=MAX_CANASTA_SIZE)
    jokers = table.integer_range("jokers", (0, deck.jokers))
    if kind == WILD_CARDS:
        check_jokers(table, jokers, MAX_CANASTA_SIZE if table.has_error("cards") else size, deck)
    elif table.is_own_key("jokers") and not table.has_error("of"):
        hint = "remove jokers" if kind else f'add of = "{WILD_CARDS}", or remove jokers'
        table.add_error("jokers", f'can be used only with of = "{WILD_CARDS}"', hint)
    rank = parse_rank(kind)
    if rank is Rank.THREE or (kind and not rank and kind not in (WILD_CARDS, *COLORS_OF_THREES)):
        words = [f'"{word}"' for word in (WILD_CARDS, *COLORS_OF_THREES)]
        hint = f"use {join_words(words[1:], 'or')}" if rank else f"use a rank, or one of {', '.join(words)}"
        table.add_error("of", f'"{kind}" is not a kind of card', hint)
        return None
    if not rank and kind != WILD_CARDS:
        return None
    pattern = _build_card_pattern(size, rank, jokers)
    wild_cards = deck.count_rank(Rank.TWO) + min(jokers[1], deck.jokers)
    available = deck.count_rank(rank) if rank else wild_cards
    if size > available and not table.has_error("cards"):
        message = f"{format_count(size, 'card')} are too many"
        table.add_error("cards", message, f"the deck has only {available} of these")
    return pattern
