"""Special hands: hands laid down at once that end the play, and what they leave the other sides."""

from enum import StrEnum

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.facts import Fact, read_fact
from canasta_score.rules.schema.reader import Table


class Opponents(StrEnum):
    """What the other sides get of a hand in which a special hand was laid."""

    SCORE = "score"
    NOTHING = "nothing"


@frozen
class SpecialHand(Fact):
    """A special hand and its value in points, which is all that its side scores; `wins_game`: it wins it at once."""

    points: int
    wins_game: bool


@frozen
class SpecialHands(Value):
    """The special hands of a variant and what the other sides score beside one."""

    opponents: Opponents
    hands: tuple[SpecialHand, ...]

    @property
    def winning(self) -> list[SpecialHand]:
        """List those that win the game for their side, whatever the totals."""
        return [hand for hand in self.hands if hand.wins_game]


def read_special_hands(root: Table) -> SpecialHands:
    """Read `[specials]` and `[specials.…]`."""
    table = root.table("specials")
    opponents = table.word("opponents", Opponents, Opponents.SCORE)
    hands = tuple(read_special_hand(hand, name) for name, hand in table.named().items())
    table.close()
    return SpecialHands(opponents=opponents, hands=hands)


def read_special_hand(table: Table, name: str) -> SpecialHand:
    """Read one special hand."""
    hand = SpecialHand(
        **read_fact(table, name, most=1), points=table.whole("points"), wins_game=table.flag("wins_game")
    )
    table.close()
    return hand
