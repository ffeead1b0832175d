"""The end of a game: a target in points or a number of hands, and what a tie means."""

from enum import StrEnum

from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.schema.reader import TableReader


class TieRule(StrEnum):
    """What equal totals at the end mean: another hand, or a shared win."""

    PLAY_ON = "play-on"
    SHARED = "shared"


@frozen
class GameEnd(Value):
    """A game ends at a target in points or after a number of hands; the other of the two is None."""

    target: int | None
    hands: int | None
    tie: TieRule


def read_game_end(root: TableReader) -> GameEnd:
    """Read `[game]`, which states a target or a number of hands, not both."""
    table = root.table("game")
    target = table.optional_integer("target", least=1)
    hands = table.optional_integer("hands", least=1)
    if target is not None and hands is not None:
        table.add_error("hands", "cannot be used with target", "keep only one of the two")
    if target is None and hands is None and not table.has_error("target"):
        table.add_error("", "does not say when the game ends", "add target or hands")
    tie = table.enum_word("tie", TieRule, TieRule.PLAY_ON if hands is None else TieRule.SHARED)
    table.report_unknown_keys()
    return GameEnd(target=target, hands=hands, tie=tie)
