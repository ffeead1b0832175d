"""What a movement knows before a game."""

from collections.abc import Mapping
from dataclasses import field

from canasta_score.event.errors import event_error
from canasta_score.event.seating.tables import Seating, Table, iter_meetings
from canasta_score.rules.frozen import Value, frozen
from canasta_score.rules.text import name_numbers

PointsByPair = Mapping[int, int]


@frozen
class Situation(Value):
    """The event before a game: who is there, how they sat in the games before, and what they scored there.

    `present` has the numbers of the pairs that play, ascending. `points` has the points of each pair in the games
    before, by game; pairs without a result are missing. `given` is the seating of each game that was given in a file.
    `may_turn`: a pair may change its direction, because all pairs are ranked together.
    """

    game: int
    present: tuple[int, ...]
    rounds: tuple[Seating, ...]
    may_turn: bool
    points: Mapping[int, PointsByPair] = field(default_factory=dict)
    given: Mapping[int, Seating] = field(default_factory=dict)

    def list_meetings(self) -> set[tuple[int | None, int | None]]:
        """Return who has met whom, in both orders; None is the phantom."""
        return {meeting for seating in self.rounds for meeting in iter_meetings(seating)}


def check_results(situation: Situation, game: int) -> None:
    """Raise EventError if a game before has a table without a result."""
    points = situation.points.get(game, {})
    missing = [table.number for table in situation.rounds[game - 1] if table.is_played and table.ns not in points]
    if missing:
        message = (
            f"game {situation.game} depends on game {game}, which has no slip yet from {name_numbers('table', missing)}"
        )
        raise event_error(message, "to enter the next one", "slip", str(game), str(missing[0]), "NS", "EW")


def rank_at_table(table: Table, points: PointsByPair) -> tuple[int | None, int | None]:
    """Return the winner and the loser of a table, whose result is known.

    After a tie, the pair with the lower number counts as the winner. The phantom loses.
    """
    if table.ns is None or table.ew is None:
        return (table.pairs or (None,))[0], None
    winner, loser = sorted((table.ns, table.ew), key=lambda pair: (-points[pair], pair))
    return winner, loser
