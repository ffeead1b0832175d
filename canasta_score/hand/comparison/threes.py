"""Threes left in hand: which numbers of red and black ones agree with the penalties that were entered for them."""

from collections.abc import Collection, Iterable, Mapping

from canasta_score.hand.comparison.ambiguities import format_none_hint
from canasta_score.hand.facts import SideFacts
from canasta_score.rules.model.penalties import CardPlace, Penalty
from canasta_score.rules.model.threes import Color
from canasta_score.rules.model.variant import Variant


class ThreesInHand:
    """The threes that one side may have left in hand, and the penalties of the target rules for them."""

    def __init__(self, source: Variant, target: Variant, facts: SideFacts, target_only: Collection[str]) -> None:
        """Find the numbers that agree with all facts; `target_only` were entered in the words of the target rules."""
        self._source_facts = source.facts
        penalties = [*source.penalties, *(penalty for penalty in target.penalties if penalty.name in target_only)]
        self._entered = {penalty: facts.get(penalty.name, 0) for penalty in penalties if is_for_threes(penalty)}
        self.entered = {penalty.name: number for penalty, number in self._entered.items()}
        self.target_penalties = [penalty for penalty in target.penalties if is_counted_for_threes(penalty)]
        self._open_colors = [color for color in Color if not any(color in penalty.threes for penalty in self._entered)]
        # Of a color for which no penalty was entered, one three stands for any number.
        red, black = (range(2 if color in self._open_colors else source.deck.threes_per_color + 1) for color in Color)
        pairs = ({Color.RED: reds, Color.BLACK: blacks} for reds in red for blacks in black)
        self._possible = [threes for threes in pairs if self._agrees_with_entered(threes)]
        self.black_counts = sorted({threes[Color.BLACK] for threes in self._possible})

    def _agrees_with_entered(self, threes: Mapping[Color, int]) -> bool:
        times = {penalty: _count_times(penalty, threes) for penalty in self._entered}
        return all(
            number == times[penalty] if is_counted_for_threes(penalty) else number > 0 or times[penalty] == 0
            for penalty, number in self._entered.items()
        )

    def list_readings(self) -> list[SideFacts]:
        """Return the numbers of the target penalties, the fewest first, each reading once."""
        return self._count_penalties(self._possible)

    def get_reading_if_none(self) -> SideFacts | None:
        """Return the reading without any threes for which no penalty was entered, or None if there are several."""
        none = (threes for threes in self._possible if not any(threes[color] for color in self._open_colors))
        readings = self._count_penalties(none)
        return readings[0] if len(readings) == 1 else None

    def list_black_hints(self) -> list[str]:
        """Return what to enter if there were no black threes but those entered; nothing if no item is missing."""
        black = [penalty.name for penalty in self.target_penalties if Color.BLACK in penalty.threes]
        missing = [name for name in black if Color.BLACK in self._open_colors and name not in self._source_facts]
        return [format_none_hint(name, self.list_readings()[0][name]) for name in missing[:1]]

    def _count_penalties(self, possible: Iterable[Mapping[Color, int]]) -> list[SideFacts]:
        readings = (
            tuple((one.name, _count_times(one, threes)) for one in self.target_penalties) for threes in possible
        )
        return [dict(reading) for reading in dict.fromkeys(readings)]


def _count_times(penalty: Penalty, threes: Mapping[Color, int]) -> int:
    number = sum(threes[color] for color in penalty.threes)
    return min(number, penalty.most or number)


def is_for_threes(penalty: Penalty) -> bool:
    """Return whether a penalty is for threes left in hand."""
    return penalty.place is CardPlace.HAND and bool(penalty.threes)


def is_counted_for_threes(penalty: Penalty) -> bool:
    """Return whether a penalty is for threes left in hand and is entered as a number of times, not in points."""
    return is_for_threes(penalty) and not penalty.is_in_points
