"""The standing: each side's total, what it needs next, and who has won once the game is over."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from canasta_score.game.entries import PointsBySide
from canasta_score.game.journal import Hand, get_hand_points
from canasta_score.hand.opening.need import canasta_to_open, opening_need
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.model.game_end import GameEnd, TieRule
from canasta_score.rules.model.special_hands import SpecialHand
from canasta_score.rules.model.variant import Variant


@frozen
class SideStanding(Value):
    """Where one side stands: its name, its total and what it needs to open its next hand, both in points.

    `canasta` is the kind of canasta that it needs, too, that one or a better one; none where it is empty.
    """

    name: str
    total: int
    needs: int
    canasta: str = ""


@frozen
class GameResult(Value):
    """How a game ended: with which hand, how many had counted, the totals in points, and who won; no one in a tie.

    `special` is the label of the special hand that won it whatever the totals, empty where none did.
    """

    last_hand: int
    hands_played: int
    totals: PointsBySide
    winner: str | None
    special_hand: str = ""


@frozen
class Standing(Value):
    """Where a game stands: the number of the next hand, how many count, each side, and how it ended once it is over."""

    next_hand: int
    hands_played: int
    sides: Mapping[str, SideStanding]
    result: GameResult | None

    @property
    def over(self) -> bool:
        """Tell whether the game is over."""
        return self.result is not None

    @property
    def winner(self) -> str | None:
        """Name the side that has won by its word; None while the game goes on, and where it is a tie."""
        return self.result.winner if self.result else None


def compute_standing(
    variant: Variant, names: Mapping[str, str], start: PointsBySide, hands: Sequence[Hand]
) -> Standing:
    """Give the standing after some hands, from the totals brought forward.

    The first hand that ends the game decides it, whatever is recorded behind it.
    """
    totals, played = start, 0
    winning = variant.specials.winning_hands
    ending: GameResult | None = None
    for played, (hand, totals) in enumerate(iter_running_totals(start, hands), 1):
        if ending is None:
            ending = _find_special_hand_win(winning, hand, totals, played) or _find_win_by_totals(
                variant.game, hand, totals, played
            )
    sides = {side: compute_side_standing(variant, name, totals[side], played + 1) for side, name in names.items()}
    return Standing(next_hand=len(hands) + 1, hands_played=played, sides=sides, result=ending)


def compute_side_standing(variant: Variant, name: str, total: int, hand: int) -> SideStanding:
    """Give where a side stands with a total in points before a hand, the first, second … that counts."""
    canasta = canasta_to_open(variant, total, hand)
    needs = opening_need(variant, total, hand)
    return SideStanding(name=name, total=total, needs=needs, canasta=canasta.name if canasta else "")


def _find_special_hand_win(
    winning: Sequence[SpecialHand], hand: Hand, totals: PointsBySide, played: int
) -> GameResult | None:
    """Give how a hand ends the game with a special hand that wins it, whatever the totals; None where it does not."""
    for special in winning:
        for side, told in hand.facts.items():
            if told.get(special.name):
                label = special.label
                return GameResult(
                    last_hand=hand.number, hands_played=played, totals=totals, winner=side, special_hand=label
                )
    return None


def _find_win_by_totals(game: GameEnd, hand: Hand, totals: PointsBySide, played: int) -> GameResult | None:
    """Give how a game ends with a hand by the totals after it; None where it goes on."""
    if not _is_game_over(game, totals, played):
        return None
    return GameResult(last_hand=hand.number, hands_played=played, totals=totals, winner=find_leader(totals))


def iter_running_totals(start: PointsBySide, hands: Sequence[Hand]) -> Iterator[tuple[Hand, PointsBySide]]:
    """Go through the hands that count, each with the totals after it in points."""
    totals = start
    for hand in hands:
        if not hand.voided:
            points = get_hand_points(hand)
            totals = {side: total + points[side] for side, total in totals.items()}
            yield hand, totals


def _is_game_over(game: GameEnd, totals: PointsBySide, played: int) -> bool:
    """Tell whether a game ends here: it has come to its end, and no tie lets it go on."""
    return has_reached_game_limit(game, totals.values(), played) and (
        game.tie is TieRule.SHARED or find_leader(totals) is not None
    )


def has_reached_game_limit(game: GameEnd, totals: Iterable[int], played: int) -> bool:
    """Tell whether a side has reached the target, or the set number of hands is played."""
    reached = game.target is not None and max(totals) >= game.target
    return reached or (game.hands is not None and played >= game.hands)


def find_leader(totals: PointsBySide) -> str | None:
    """Name the side with the highest total; None where two sides have it."""
    highest = max(totals.values())
    leading = [side for side, total in totals.items() if total == highest]
    return leading[0] if len(leading) == 1 else None
