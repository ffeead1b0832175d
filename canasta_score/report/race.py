"""The race of a game: the running totals of the sides hand after hand, and the levels that they run for."""

from collections.abc import Iterator, Mapping

from canasta_score.game.ledger import Ledger
from canasta_score.game.standing import running_totals
from canasta_score.rules.need import NeedBy
from canasta_score.rules.values import Value, frozen
from canasta_score.rules.variant import Variant


@frozen
class Level(Value):
    """A total that matters, in points, and what happens there: the game ends, or the need changes."""

    points: int
    label: str


@frozen
class Race(Value):
    """The totals of each side at the start and after every hand that counts, in points; `hands` are their numbers."""

    hands: tuple[int, ...]
    totals: Mapping[str, tuple[int, ...]]
    levels: tuple[Level, ...]


def race_of(ledger: Ledger) -> Race:
    """Give the race of a game as far as it has come."""
    after = list(running_totals(ledger.start, ledger.hands))
    return Race(
        hands=tuple(hand.number for hand, _ in after),
        totals={side: (ledger.start[side], *(running[side] for _, running in after)) for side in ledger.names},
        levels=tuple(levels_of(ledger.variant)),
    )


def levels_of(variant: Variant) -> Iterator[Level]:
    """Go through the totals below the target from which on another need holds, and then the target."""
    target = variant.game.target
    for step in variant.need.steps if variant.need.by is NeedBy.TOTAL else ():
        if step.bound is not None and (target is None or step.bound < target):
            yield Level(points=step.bound, label=f"{step.bound:,}: needs {step.need:,}")
    if target is not None:
        yield Level(points=target, label=f"{target:,}: target")
