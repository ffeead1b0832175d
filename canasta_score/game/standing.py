"""The standing: the total of each side, what it needs next, and who has won once the game is over."""

from collections.abc import Iterable, Mapping, Sequence

from canasta_score.game.entries import Entry, Hand, PointsBySide
from canasta_score.game.sides import Deal
from canasta_score.hand.opening.need import canasta_to_open, opening_need
from canasta_score.rules.frozen import Value
from canasta_score.rules.model.variant import GameEnd, Variant


class SideStanding(Value):
    """The standing of one side: its name, its total and what it needs to open its next hand, both in points."""

    name: str
    total: int
    needs: int
    canasta: str = ""  # the kind of canasta that it needs as well, or a better one; empty if it needs none


class GameResult(Value):
    """How a game ended: its last hand, how many hands counted, the totals in points, and the winner; None for a tie."""

    last_hand: int
    hands_played: int
    totals: PointsBySide
    winner: str | None
    special_hand: str = ""  # the label of the one that won the game whatever the totals, or empty
    was_ended: bool = False  # by the players, early, after the last hand
    winner_name: str = ""


class Standing(Value):
    """The standing of a game: the number of the next hand, how many hands count, the sides, and the result if any."""

    next_hand: int
    hands_played: int
    place: int  # of the next hand among those that count; that of a canceled one if it replaces it
    sides: Mapping[str, SideStanding]
    result: GameResult | None
    deal: Deal | None = None  # known if the seats are

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.result is not None

    @property
    def winner(self) -> str | None:
        """Return the id of the side that has won; None while the game goes on, and for a tie."""
        return self.result.winner if self.result else None


def compute_side_standing(variant: Variant, name: str, total: int, hand: int) -> SideStanding:
    """Compute the standing of a side with a total in points before the first, second, ... hand that counts."""
    canasta = canasta_to_open(variant, total, hand)
    needs = opening_need(variant, total, hand)
    return SideStanding(name=name, total=total, needs=needs, canasta=canasta.name if canasta else "")


def has_reached_game_limit(game: GameEnd, totals: Iterable[int], played: int) -> bool:
    """Return whether a side has reached the target, or the set number of hands is played."""
    has_reached_target = game.target is not None and max(totals) >= game.target
    return has_reached_target or (game.hands is not None and played >= game.hands)


def find_leader(game: GameEnd, totals: PointsBySide) -> str | None:
    """Return the side with the best total; None if several sides have it."""
    best = game.pick_best(totals.values())
    leaders = [side for side, total in totals.items() if total == best]
    return leaders[0] if len(leaders) == 1 else None


def find_result(
    variant: Variant, start: PointsBySide, steps: Sequence[tuple[Hand | Entry, PointsBySide]], ends_after: int | None
) -> GameResult | None:
    """Return the result after some steps, in points, if the game is over; `ends_after` is the hand of an early end."""
    # The first hand that ends the game decides it, even if more hands are recorded after it; an adjustment never does.
    played, totals = 0, start
    for step, totals_after in steps:
        last = step.number if isinstance(step, Hand) else step.hand or 0
        if ends_after is not None and last > ends_after:
            break
        played, totals = played + isinstance(step, Hand), totals_after
        if isinstance(step, Hand) and (ending := _find_ending(variant, step, totals, played)):
            winner, special = ending
            return GameResult(last_hand=last, hands_played=played, totals=totals, winner=winner, special_hand=special)
    if ends_after is None:
        return None
    winner, last = find_leader(variant.game, totals), ends_after if played else 0
    return GameResult(last_hand=last, hands_played=played, totals=totals, winner=winner, was_ended=True)


def _find_ending(variant: Variant, hand: Hand, totals: PointsBySide, played: int) -> tuple[str | None, str] | None:
    """Return who wins if a hand ends the game, and the label of the special hand by which, if it is by one."""
    for special in [special for special in variant.specials.hands if special.wins_game]:
        winners = [side for side in totals if hand.get_facts(side).get(special.name)]
        if winners:  # two, if they were partners: the one with the better total wins
            best = variant.game.pick_best(totals[side] for side in winners)
            return next(side for side in winners if totals[side] == best), special.label
    if not has_reached_game_limit(variant.game, totals.values(), played):
        return None
    leader = find_leader(variant.game, totals)
    # Tied sides play on until one of them leads.
    return None if leader is None and variant.game.tie != "shared" else (leader, "")
