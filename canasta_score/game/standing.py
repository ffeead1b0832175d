"""The standing: each side's total, what it needs next, and who has won once the game is over."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from canasta_score.game.journal import Hand, points_of
from canasta_score.hand.facts import Told
from canasta_score.hand.need import opening_need
from canasta_score.rules.game_end import GameEnd, Tie
from canasta_score.rules.values import Value, frozen
from canasta_score.rules.variant import Variant


@frozen
class SideStanding(Value):
    """Where one side stands: its name, its total and what it needs to open its next hand, both in points."""

    name: str
    total: int
    needs: int


@frozen
class Ending(Value):
    """How a game ended: with which hand, how many had counted, the totals in points, and who won; no one in a tie."""

    hand: int
    played: int
    totals: Told
    winner: str | None


@frozen
class Standing(Value):
    """Where a game stands: the number of the next hand, how many count, each side, and how it ended once it is over."""

    hand: int
    played: int
    sides: Mapping[str, SideStanding]
    ending: Ending | None

    @property
    def over(self) -> bool:
        """Tell whether the game is over."""
        return self.ending is not None

    @property
    def winner(self) -> str | None:
        """Name the side that has won by its word; None while the game goes on, and where it is a tie."""
        return self.ending.winner if self.ending else None


def standing_of(variant: Variant, names: Mapping[str, str], start: Told, hands: Sequence[Hand]) -> Standing:
    """Give the standing after some hands, from the totals brought forward.

    The first hand that ends the game decides it, whatever is recorded behind it.
    """
    totals, played = start, 0
    ending: Ending | None = None
    for played, (hand, totals) in enumerate(running_totals(start, hands), 1):
        if ending is None and is_end(variant.game, totals, played):
            ending = Ending(hand=hand.number, played=played, totals=totals, winner=leader(totals))
    needs = needs_after(variant, totals, played)
    sides = {side: SideStanding(name=name, total=totals[side], needs=needs[side]) for side, name in names.items()}
    return Standing(hand=len(hands) + 1, played=played, sides=sides, ending=ending)


def needs_after(variant: Variant, totals: Told, played: int) -> Told:
    """Give what each side needs to open its next hand, in points, by its total and how many hands count so far."""
    return {side: opening_need(variant, total, played + 1) for side, total in totals.items()}


def running_totals(start: Told, hands: Sequence[Hand]) -> Iterator[tuple[Hand, Told]]:
    """Go through the hands that count, each with the totals after it in points."""
    totals = start
    for hand in hands:
        if not hand.struck:
            points = points_of(hand)
            totals = {side: total + points[side] for side, total in totals.items()}
            yield hand, totals


def is_end(game: GameEnd, totals: Told, played: int) -> bool:
    """Tell whether a game ends here: it has come to its end, and no tie lets it go on."""
    return has_come_to_its_end(game, totals.values(), played) and (game.tie is Tie.SHARED or leader(totals) is not None)


def has_come_to_its_end(game: GameEnd, totals: Iterable[int], played: int) -> bool:
    """Tell whether a side has reached the target, or the set number of hands is played."""
    reached = game.target is not None and max(totals) >= game.target
    return reached or (game.hands is not None and played >= game.hands)


def leader(totals: Told) -> str | None:
    """Name the side with the highest total; None where two sides have it."""
    highest = max(totals.values())
    leading = [side for side, total in totals.items() if total == highest]
    return leading[0] if len(leading) == 1 else None
