"""Special hands: melded all at once to end the play."""

from enum import StrEnum

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import Fact, read_fact_fields
from canasta_score.rules.schema.reader import TableReader


class OpponentScoring(StrEnum):
    """What the other sides score when a side has a special hand."""

    SCORE = "score"
    NOTHING = "nothing"


@frozen
class SpecialHand(Fact):
    """A special hand and its points, which are all that the side scores.

    `wins_game`: the side wins the game at once.
    """

    points: int
    wins_game: bool


@frozen
class SpecialHandRules(Value):
    """The special hands of a variant, and what the other sides score when there is one."""

    opponents: OpponentScoring
    hands: tuple[SpecialHand, ...]

    @property
    def winning_hands(self) -> list[SpecialHand]:
        """Return the special hands that win the game whatever the totals."""
        return [hand for hand in self.hands if hand.wins_game]


def read_special_hands(root: TableReader) -> SpecialHandRules:
    """Read `[specials]` and `[specials.…]`."""
    table = root.table("specials")
    opponents = table.enum_word("opponents", OpponentScoring, OpponentScoring.SCORE)
    return SpecialHandRules(opponents=opponents, hands=table.read_named_tables(_read_special_hand))


def _read_special_hand(table: TableReader, name: str) -> SpecialHand:
    return SpecialHand(
        **read_fact_fields(table, name, most=1), points=table.integer("points"), wins_game=table.boolean("wins_game")
    )
