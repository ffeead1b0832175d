"""The race of a game: the running totals of the sides hand by hand, and the levels they want to reach."""

import itertools
from collections.abc import Iterator, Mapping

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
    """Return the race of a game so far."""
    played = list(iter_running_totals(ledger.starting_totals, ledger.hands))
    return Race(
        hands=tuple(hand.number for hand, _ in played),
        totals={
            side: (ledger.starting_totals[side], *(totals[side] for _, totals in played)) for side in ledger.side_names
        },
        levels=tuple(iter_race_levels(ledger.variant)),
    )


def iter_race_levels(variant: Variant) -> Iterator[RaceLevel]:
    """Yield the totals below the target at which the need changes, and then the target."""
    target = variant.game.target
    for step in variant.need.steps if variant.need.by is NeedBasis.TOTAL else ():
        if step.bound is not None and (target is None or step.bound < target):
            over, need = "over " if step.over else "", format_need(step.need, step.canasta)
            yield RaceLevel(points=step.bound, label=f"{over}{step.bound:,}: needs {need}")
    if target is not None:
        yield RaceLevel(points=target, label=f"{target:,}: target")


def choose_round_points(lowest: int, highest: int, count: int) -> range:
    """Return about `count` round totals at equal steps from the lowest to the highest, such as for an axis.

    >>> [*choose_round_points(-245, 9810, 6)], [*choose_round_points(0, 300, 4)]
    ([0, 2000, 4000, 6000, 8000], [0, 100, 200, 300])
    """
    step = choose_round_step((highest - lowest) / count, 10)
    return range(-(-lowest // step) * step, highest + 1, step)


def choose_round_step(minimum: float, smallest: int) -> int:
    """Return the first of 1, 2, 5, 10, 20, 50 … times the smallest step that is at least `minimum`."""
    steps = (smallest * digit * int(10**zeros) for zeros in itertools.count() for digit in (1, 2, 5))
    return next(step for step in steps if step >= minimum)
