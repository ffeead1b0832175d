"""An event reckoned another way: from slips to ranks, by the sentences of the contract, pair by pair.

It takes who sat where from the program, and nothing else.
"""

from dataclasses import dataclass, field
from fractions import Fraction
from math import floor

from canasta_score.event.seating.tables import Seating

Ranks = dict[int, tuple[int | None, float, str | None]]  # rank, points, what broke the tie


@dataclass
class Model:
    """The slips of an event, and what the director gave or took."""

    pairs: list[int]
    rounds: dict[int, Seating]
    slips: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    adjustments: dict[int, int] = field(default_factory=dict)
    rank: str = "total"
    ties: tuple[str, ...] = ("wins", "head-to-head", "best-game")
    sit_out: str = "average"

    def games_of(self, pair: int) -> list[tuple[int, int, int, int]]:
        """Return game, opponent, points for and against of the games that a pair has played."""
        games = []
        for (game, number), (ns, ew) in sorted(self.slips.items()):
            (table,) = (table for table in self.rounds[game] if table.number == number)
            if table.ns == pair and table.ew is not None:
                games.append((game, table.ew, ns, ew))
            if table.ew == pair and table.ns is not None:
                games.append((game, table.ns, ew, ns))
        return games

    def sit_outs_of(self, pair: int) -> list[int]:
        whole = [
            game
            for game, seating in self.rounds.items()
            if all((game, table.number) in self.slips for table in seating if len(table.pairs) > 1)
        ]
        return [game for game in whole for table in self.rounds[game] if table.pairs == (pair,)]

    def credit(self, pair: int, game: int) -> int:
        if self.sit_out == "average":
            points = [own for _, _, own, _ in self.games_of(pair)]
        elif self.sit_out == "field":
            points = [total for (played, _), totals in self.slips.items() if played == game for total in totals]
        else:
            points = []
        if not points:
            return 0
        fives = Fraction(sum(points), 5 * len(points))
        return 5 * floor(fives + Fraction(1, 2))

    def total(self, pair: int) -> int:
        played = sum(own for _, _, own, _ in self.games_of(pair))
        return played + sum(self.credit(pair, game) for game in self.sit_outs_of(pair)) + self.adjustments.get(pair, 0)

    def wins(self, pair: int, among: list[int] | None = None) -> Fraction:
        games = [game for game in self.games_of(pair) if among is None or game[1] in among]
        return sum((Fraction((own > other) + (own >= other), 2) for _, _, own, other in games), Fraction(0))

    def best(self, pair: int) -> float:
        return max((own for _, _, own, _ in self.games_of(pair)), default=float("-inf"))

    def difference(self, pair: int) -> int:
        return sum(own - other for _, _, own, other in self.games_of(pair))

    def met(self, pair: int) -> set[int]:
        return {opponent for _, opponent, _, _ in self.games_of(pair)}

    def value(self, breaker: str, pair: int, tied: list[int]) -> float | Fraction:
        if breaker == "wins":
            return self.wins(pair)
        if breaker == "head-to-head":
            everybody_met = all({*tied} - {one} <= self.met(one) for one in tied)
            return self.wins(pair, tied) if everybody_met else 0
        if breaker == "best-game":
            return self.best(pair)
        return self.total(pair) if breaker == "total" else self.difference(pair)

    def victory_points(self, pair: int) -> float:
        """Return 10 to 10 for a tie, one more for each step of the difference, and the rounded average of sit-outs."""
        steps = (0, 100, 300, 600, 1000, 1500, 2100, 2800, 3600, 4500, 5500)
        won = {}
        for game, number in self.slips:
            (table,) = (table for table in self.rounds[game] if table.number == number)
            difference = self.slips[game, number][0] - self.slips[game, number][1]
            more = max(step for step, least in enumerate(steps) if abs(difference) >= least)
            for seated, sign in ((table.ns, 1), (table.ew, -1)):
                won[game, seated] = 10 + (more if difference * sign > 0 else -more)
        own = [points for (_, seated), points in won.items() if seated == pair]
        fair = 0.0
        for game in self.sit_outs_of(pair):
            field = [points for (played, _), points in won.items() if played == game]
            basis = {"average": own, "field": field, "none": []}[self.sit_out]
            fair += floor(Fraction(sum(basis), len(basis)) + Fraction(1, 2)) if basis else 0
        return sum(own) + fair

    def points(self, pair: int) -> float:
        if self.rank == "vp":
            return self.victory_points(pair)
        return self.total(pair) if self.rank == "total" else int(2 * self.wins(pair))

    def ranks(self) -> Ranks:
        """Return the rank of each pair: one more than the number of pairs that are better."""
        ranks: Ranks = {}
        played = [pair for pair in self.pairs if self.games_of(pair)]
        for pair in self.pairs:
            if pair not in played:
                ranks[pair] = (None, self.points(pair), None)
                continue
            better = [other for other in played if self.points(other) > self.points(pair)]
            tied = [other for other in played if self.points(other) == self.points(pair)]
            ahead, broken_by = self.break_tie(pair, tied, self.ties)
            ranks[pair] = (1 + len(better) + ahead, self.points(pair), broken_by)
        return ranks

    def break_tie(self, pair: int, tied: list[int], ties: tuple[str, ...]) -> tuple[int, str | None]:
        """Return how many of the tied pairs come before one, and what parted it last."""
        ahead, broken_by = 0, None
        for breaker in ties:
            own = self.value(breaker, pair, tied)
            values = {other: self.value(breaker, other, tied) for other in tied}
            equal = [other for other in tied if values[other] == own]
            if len(equal) < len(tied):
                broken_by = breaker
                ahead += sum(value > own for value in values.values())
            tied = equal
        return ahead, broken_by
