"""The race of a game: the running totals of the sides hand after hand, and the levels that they run for."""

from collections.abc import Iterator, Mapping
from itertools import count

from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import iter_running_totals
from canasta_score.report.text.need import format_need
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.need import NeedBasis
from canasta_score.rules.model.variant import Variant


@frozen
class RaceLevel(Value):
    """A total that matters, in points, and what happens there: the game ends, or the need changes."""

    points: int
    label: str


@frozen
class Race(Value):
    """The totals of each side at the start and after every hand that counts, in points; `hands` are their numbers."""

    hands: tuple[int, ...]
    totals: Mapping[str, tuple[int, ...]]
    levels: tuple[RaceLevel, ...]


def build_race(ledger: Ledger) -> Race:
    """Give the race of a game as far as it has come."""
    after = list(iter_running_totals(ledger.starting_totals, ledger.hands))
    return Race(
        hands=tuple(hand.number for hand, _ in after),
        totals={
            side: (ledger.starting_totals[side], *(running[side] for _, running in after)) for side in ledger.side_names
        },
        levels=tuple(iter_race_levels(ledger.variant)),
    )


def iter_race_levels(variant: Variant) -> Iterator[RaceLevel]:
    """Go through the totals below the target from which on another need holds, and then the target."""
    target = variant.game.target
    for step in variant.need.steps if variant.need.by is NeedBasis.TOTAL else ():
        if step.bound is not None and (target is None or step.bound < target):
            beyond, needs = "over " if step.over else "", format_need(step.need, step.canasta)
            yield RaceLevel(points=step.bound, label=f"{beyond}{step.bound:,}: needs {needs}")
    if target is not None:
        yield RaceLevel(points=target, label=f"{target:,}: target")


def choose_round_points(lowest: int, highest: int, most: int) -> range:
    """Give round points from one total to another, at equal steps, about so many, such as for an axis.

    >>> [*choose_round_points(-245, 9810, 6)], [*choose_round_points(0, 300, 4)]
    ([0, 2000, 4000, 6000, 8000], [0, 100, 200, 300])
    """
    step = choose_round_step((highest - lowest) / most, 10)
    return range(-(-lowest // step) * step, highest + 1, step)


def choose_round_step(least: float, smallest: int) -> int:
    """Give the first of 1, 2, 5, 10, 20, 50 … times the smallest step that is no less than some step."""
    steps = (smallest * digit * int(10**zeros) for zeros in count() for digit in (1, 2, 5))
    return next(step for step in steps if step >= least)
