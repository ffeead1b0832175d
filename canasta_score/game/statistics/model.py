"""The statistics of many games as values."""

from collections.abc import Mapping
from dataclasses import field

from canasta_score.rules.frozen import Value, frozen

FEW_GAMES = 5  # figures that come from fewer games say little


@frozen
class HandSum(Value):
    """A sum over hands, the number of hands that say something about it, and of the games with such hands."""

    total: int = 0
    hands: int = 0
    games: int = 0

    @property
    def per_hand(self) -> float | None:
        """Return the average of the hands; None without any."""
        return self.total / self.hands if self.hands else None

    def add_game(self, total: int, hands: int) -> "HandSum":
        """Return the sum with some hands of one more game."""
        return HandSum(total=self.total + total, hands=self.hands + hands, games=self.games + (hands > 0))


@frozen
class Highlight(Value):
    """Points that stand out, with the file and the hand after which it was so; hand 0 is before the first."""

    points: int
    file: str
    hand: int


@frozen
class SideStatistics(Value):
    """The games of a side: how many, how many of them are over, how many of those it won, and its figures in points.

    Penalties and hand cards are points taken off, zero or less. Canastas, special hands and going out come from hands
    whose base was entered as facts, by the names of the facts; what a special hand left unscored does not count.
    `comeback` is the largest deficit in a game that the side won.
    """

    name: str
    games: int
    games_over: int
    games_won: int
    points: HandSum
    penalties: HandSum
    hand_cards: HandSum
    going_out: HandSum
    all_canastas: HandSum
    all_special_hands: HandSum
    canastas: Mapping[str, HandSum]
    special_hands: Mapping[str, HandSum]
    best_hand: Highlight | None
    comeback: Highlight | None

    @property
    def win_rate(self) -> float | None:
        """Return the share of the finished games that the side won, 0 to 1; None if no game is over."""
        return self.games_won / self.games_over if self.games_over else None


@frozen
class VariantGames(Value):
    """How many games were played by the rules of one name and title."""

    variant: str
    title: str
    games: int


@frozen
class Statistics(Value):
    """Many games: how many, how many are over, by which rules, and the sides, those that won the most first.

    `canastas` and `special_hands` are the labels of the kinds that any side had, by their facts.
    """

    games: int
    games_over: int
    has_different_rules: bool = False
    games_by_variant: tuple[VariantGames, ...] = ()
    canastas: Mapping[str, str] = field(default_factory=dict)
    special_hands: Mapping[str, str] = field(default_factory=dict)
    sides: tuple[SideStatistics, ...] = ()
