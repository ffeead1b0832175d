"""Threes left in hand: the numbers of red and black ones that agree with the entered penalties."""

from collections.abc import Collection, Iterable, Mapping

from canasta_score.hand.comparison.ambiguities import format_none_hint
from canasta_score.hand.facts import SideFacts
from canasta_score.rules.model.penalties import CardPlace, Penalty
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant

_Threes = Mapping[Color, int]


class ThreesInHand:
    """The threes that one side may have left in hand, and the penalties that the target rules have for them.

    `black_counts` and `readings` begin with the fewest. `is_not_entered`: only by the first reading, the side has no
    threes of a color for which the entered items have no penalty.
    """

    def __init__(self, source: Variant, target: Variant, facts: SideFacts, target_only: Collection[str]) -> None:
        """Find the threes that agree with all facts; `target_only` are names that only the target rules know."""
        penalties = [*(penalty for penalty in target.penalties if penalty.name in target_only), *source.penalties]
        entered = {penalty: facts.get(penalty.name, 0) for penalty in penalties if is_for_threes(penalty)}
        open_colors = [color for color in Color if not any(color in penalty.threes for penalty in entered)]
        # If no entered item shows how many threes of a color there are, one stands for any number of them.
        reds, blacks = (range(2 if color in open_colors else source.deck.threes_per_color + 1) for color in Color)
        pairs = ({Color.RED: red, Color.BLACK: black} for red in reds for black in blacks)
        possible = [threes for threes in pairs if all(_agrees(*item, threes) for item in entered.items())]
        counted = [penalty for penalty in target.penalties if is_counted_for_threes(penalty)]
        numbers = dict.fromkeys(_count_all(counted, threes) for threes in possible)
        none = {_count_all(counted, threes) for threes in possible if not any(threes[color] for color in open_colors)}
        self.entered = {penalty.name: number for penalty, number in entered.items()}
        self.target_names = [penalty.name for penalty in counted]
        self.readings: list[SideFacts] = [dict(zip(self.target_names, several, strict=True)) for several in numbers]
        self.is_not_entered = len(none) == 1
        self.black_counts = sorted({threes[Color.BLACK] for threes in possible})
        black = [penalty.name for penalty in counted if Color.BLACK in penalty.threes and Color.BLACK in open_colors]
        least = self.readings[0] if self.readings else {}
        hinted = [name for name in black[:1] if name in least and name not in source.facts]
        self.black_hints = [format_none_hint(name, least[name]) for name in hinted]


def _agrees(penalty: Penalty, number: int, threes: _Threes) -> bool:
    times = _count_times(penalty, threes)
    return number == times if is_counted_for_threes(penalty) else number > 0 or times == 0


def _count_all(penalties: Iterable[Penalty], threes: _Threes) -> tuple[int, ...]:
    return tuple(_count_times(penalty, threes) for penalty in penalties)


def _count_times(penalty: Penalty, threes: _Threes) -> int:
    number = sum(threes[color] for color in penalty.threes)
    return min(number, penalty.most or number)


def is_for_threes(penalty: Penalty) -> bool:
    """Return whether a penalty is for threes left in hand."""
    return penalty.place is CardPlace.HAND and bool(penalty.threes)


def is_counted_for_threes(penalty: Penalty) -> bool:
    """Return whether a penalty is for threes left in hand and is entered as a number of times, not in points."""
    return is_for_threes(penalty) and not penalty.is_in_points
