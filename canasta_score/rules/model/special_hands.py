"""Special hands: melded all at once to end the play."""

from enum import StrEnum

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.canastas import NONE_ALLOWED, CardPattern
from canasta_score.rules.model.cards import NATURAL_RANKS, Deck, Rank, parse_rank
from canasta_score.rules.model.facts import Fact, read_fact_fields
from canasta_score.rules.model.penalties import build_card_pattern
from canasta_score.rules.schema.reader import TableReader
from canasta_score.rules.text import is_ascii_digits

_NATURAL, _WILD, _THREE = "natural", "wild", "three"
_GROUP_KINDS = (_NATURAL, _WILD)


class OpponentScoring(StrEnum):
    """What the other sides score when a side has a special hand."""

    SCORE = "score"
    NOTHING = "nothing"


@frozen
class SpecialHand(Fact):
    """A special hand and its points, which are all that the side scores.

    `wins_game`: the side wins the game at once. `cards`: groups of cards that it certainly has; `threes`: how many
    threes it certainly has, of either color.
    """

    points: int
    wins_game: bool
    cards: tuple[CardPattern, ...]
    threes: int


@frozen
class SpecialHandRules(Value):
    """The special hands of a variant, and what the other sides score when there is one.

    `beside_melds`: a side that has melded may still have one. `names` are those of the hands.
    """

    opponents: OpponentScoring
    beside_melds: bool
    hands: tuple[SpecialHand, ...]
    names: frozenset[str]

    @property
    def winning_hands(self) -> list[SpecialHand]:
        """Return the special hands that win the game whatever the totals."""
        return [hand for hand in self.hands if hand.wins_game]


def read_special_hands(root: TableReader, deck: Deck) -> SpecialHandRules:
    """Read `[specials]` and `[specials.…]`."""
    table = root.table("specials")
    opponents = table.enum_word("opponents", OpponentScoring, OpponentScoring.SCORE)
    beside_melds = table.boolean("beside_melds", default=True)
    hands = table.read_named_tables(lambda hand, name: _read_special_hand(hand, name, deck))
    names = frozenset(hand.name for hand in hands)
    return SpecialHandRules(opponents=opponents, beside_melds=beside_melds, hands=hands, names=names)


def _read_special_hand(table: TableReader, name: str, deck: Deck) -> SpecialHand:
    groups = [_read_group(table, word, deck) for word in table.texts("cards")]
    return SpecialHand(
        **read_fact_fields(table, name, most=1),
        points=table.integer("points"),
        wins_game=table.boolean("wins_game"),
        cards=tuple(group for group in groups if isinstance(group, CardPattern)),
        threes=sum(group for group in groups if isinstance(group, int)),
    )


def _read_group(table: TableReader, word: str, deck: Deck) -> CardPattern | int | None:
    """Read a group such as `2xA`, `4xnatural`, `2xwild` or `JK`: a pattern, or the number of its threes."""
    number, _, kind = word.rpartition("x")
    size = int(number) if is_ascii_digits(number) and len(number) == 1 else int(not number)
    rank = parse_rank(kind)
    if not size or (kind not in (*_GROUP_KINDS, _THREE) and rank in (None, Rank.THREE)):
        kinds = f"{', '.join(_GROUP_KINDS)} and {_THREE}"
        table.add_error("cards", f'"{word}" is not a group of cards', f"write 2xA, 4xnatural or JK; kinds are {kinds}")
        return None
    if kind == _THREE:
        return size
    if kind == _NATURAL:
        return CardPattern(size=size, ranks=NATURAL_RANKS, wilds=NONE_ALLOWED, jokers=NONE_ALLOWED)
    return build_card_pattern(size, rank, (0, min(size, deck.jokers)))
