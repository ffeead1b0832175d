"""Winners up: the winners move one table toward table 1, the losers one away from it."""

from canasta_score.event.movements.situation import Situation, check_results, rank_at_table
from canasta_score.event.seating.tables import Seating, Table, merge_lonely_tables, seat_present


def seat(situation: Situation) -> Seating:
    """Return the seating of a game after the first; raises EventError while a result of the game before is missing.

    The winner at the first table and the loser at the last one stay where they are. Who stays or comes from above sits
    North-South.
    """
    game = situation.game - 1
    check_results(situation, game)
    tables, points = situation.rounds[-1], situation.points.get(game, {})
    ranked = [rank_at_table(table, points) for table in tables]
    winners, losers = [winner for winner, _ in ranked], [loser for _, loser in ranked]
    stay_or_come_down = [*winners[:1], *losers[:-1]]
    stay_or_move_up = [*winners[1:], *losers[-1:]]
    moved = zip(tables, stay_or_come_down, stay_or_move_up, strict=True)
    seating = tuple(Table(table.number, ns, ew) for table, ns, ew in moved)
    return merge_lonely_tables(seat_present(seating, situation.present), may_turn=True)
